package find

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
)

const (
	ollamaPort = "11434"
	maxListing = 1 << 20 // bytes
)

// OllamaURL is the base URL of an Ollama whose OLLAMA_HOST is given, which may
// be a host, a port, both, or a whole address; "" is the usual place. An Ollama
// that listens everywhere is asked on this machine.
func OllamaURL(host string) string {
	host = strings.TrimRight(strings.TrimSpace(host), "/")
	scheme, rest, ok := strings.Cut(host, "://")
	if !ok {
		scheme, rest = "http", host
	}
	place, path, _ := strings.Cut(rest, "/")
	name, port, err := net.SplitHostPort(place)
	if err != nil {
		name, port = strings.Trim(place, "[]"), ollamaPort
		if ok && scheme == "https" {
			port = "443"
		}
	}
	if port == "" {
		port = ollamaPort
	}
	switch name {
	case "", "0.0.0.0", "::":
		name = "127.0.0.1"
	}
	u := url.URL{Scheme: scheme, Host: net.JoinHostPort(name, port), Path: path}
	return strings.TrimSuffix(strings.TrimRight(u.String(), "/"), "/v1") + "/v1"
}

// ServerAt asks a server that speaks OpenAI's format, such as an Ollama, for
// the names of its models. No key is sent.
func ServerAt(base string) Probe {
	client := &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return func(ctx context.Context) ([]string, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(base, "/")+"/models", nil)
		if err != nil {
			return nil, err
		}
		answer, err := client.Do(r)
		if err != nil {
			return nil, err
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("status %d", answer.StatusCode)
		}
		var list struct {
			Data []struct {
				ID string `json:"id"`
			} `json:"data"`
		}
		if err := json.NewDecoder(io.LimitReader(answer.Body, maxListing)).Decode(&list); err != nil {
			return nil, err
		}
		var names []string
		for _, m := range list.Data[:min(len(list.Data), maxModels)] {
			names = append(names, m.ID)
		}
		return names, nil
	}
}
