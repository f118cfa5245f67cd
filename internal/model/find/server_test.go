package find

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
)

func TestOllamaURL(t *testing.T) {
	for host, want := range map[string]string{
		"":                           "http://127.0.0.1:11434/v1",
		"0.0.0.0":                    "http://127.0.0.1:11434/v1",
		"0.0.0.0:11435":              "http://127.0.0.1:11435/v1",
		":11435":                     "http://127.0.0.1:11435/v1",
		"gpu.lan":                    "http://gpu.lan:11434/v1",
		"http://gpu.lan:8080/":       "http://gpu.lan:8080/v1",
		"https://ollama.example.com": "https://ollama.example.com:443/v1",
		"http://gpu.lan:8080/v1":     "http://gpu.lan:8080/v1",
		"http://gpu.lan/ollama":      "http://gpu.lan:11434/ollama/v1",
		"[::1]:11434":                "http://[::1]:11434/v1",
		"[::]":                       "http://127.0.0.1:11434/v1",
	} {
		if got := OllamaURL(host); got != want {
			t.Errorf("%q: got %s, want %s", host, got, want)
		}
	}
}

func TestServerAt(t *testing.T) {
	answer, status := `{"object":"list","data":[{"id":"qwen3:8b"},{"id":"nomic-embed-text"}]}`, http.StatusOK
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/models" || r.Header.Get("Authorization") != "" {
			t.Errorf("asked for %s with %q", r.URL.Path, r.Header.Get("Authorization"))
		}
		w.WriteHeader(status)
		fmt.Fprint(w, answer)
	}))
	defer s.Close()
	got, err := ServerAt(s.URL + "/v1")(t.Context())
	if err != nil || !slices.Equal(got, []string{"qwen3:8b", "nomic-embed-text"}) {
		t.Fatalf("got %q, %v", got, err)
	}
	answer = "<html>"
	if _, err := ServerAt(s.URL + "/v1/")(t.Context()); err == nil {
		t.Error("a page is taken for a list")
	}
	status = http.StatusUnauthorized
	if _, err := ServerAt(s.URL + "/v1/")(t.Context()); err == nil {
		t.Error("a refusal is taken for a list")
	}
	s.Close()
	if _, err := ServerAt(s.URL)(t.Context()); err == nil {
		t.Error("nothing is taken for a list")
	}
}

func TestCanCallTools(t *testing.T) {
	for text, want := range map[string]bool{
		"anthropic/claude-sonnet-4-5": true, "ollama/qwen3:8b": true, "groq/openai/gpt-oss-120b": true, "openai/gpt-3.5-turbo": true,
		"ollama/sqlcoder:7b": false, "ollama/library/gemma:2b": false, "openai/gpt-3.5-turbo-instruct": false, "url/Gemma-3-4b": false,
	} {
		n, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := CanCallTools(n); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
