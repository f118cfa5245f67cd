// Package openai is the adapter for Chat Completions: for OpenAI itself, and for
// compatible servers, from Azure to llama.cpp on the same machine. Their
// differences are data (presets.go). Every call is a stream, where that is
// allowed. Retries are decided in package model.
package openai

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/wire"
)

// Config is what an adapter needs to know: a provider of the table, or the URL
// of any other, whose name may then be chosen.
type Config struct {
	Provider   string // a preset's name, or any name beside a BaseURL
	BaseURL    string // instead of the preset's
	Key        string
	KeyFrom    string // the variable that Key came from, for messages; the preset's first if empty
	Model      string // the preset's default if empty; the deployment with Azure
	APIVersion string // Azure's; a default if empty
	NoTools    bool   // the model cannot call tools
	Context    int    // tokens that the model can read; 0 means unknown
	HTTPClient *http.Client
}

// endpoint is a model at an address.
type endpoint struct {
	config Config
	preset preset
	client *wire.Client
	query  string // of every request, from its question mark
}

// chat is one language model. It may be used by many at once.
type chat struct {
	*endpoint
	// dropped are the fields that the model turned out not to take.
	dropped [len(droppable)]atomic.Bool
	thinks  atomic.Bool // before it answers, at the cost of its tokens
	atOnce  atomic.Bool // it answers this key only at once, not in a stream
	recalls atomic.Bool // it wants its thoughts back, though nobody said so
}

// New makes the adapter. Nothing is sent before the first question.
func New(c Config) model.Model {
	e := newEndpoint(c)
	if e.config.Model == "" {
		e.config.Model = e.preset.Model
	}
	m := &chat{endpoint: e}
	for i, f := range droppable {
		m.dropped[i].Store(e.preset.refuses(e.config.Model, f))
	}
	m.thinks.Store(thinker(e.config.Model))
	return m
}

func newEndpoint(c Config) *endpoint {
	preset := lookUp(c.Provider)
	if c.Provider == "" {
		c.Provider = preset.Name
	}
	if c.BaseURL == "" {
		c.BaseURL = preset.URL
	}
	if c.KeyFrom == "" {
		c.KeyFrom = preset.key()
	}
	e := &endpoint{config: c, preset: preset}
	header := map[string]string{}
	base := c.BaseURL
	switch {
	case preset.Azure:
		header["Api-Key"] = c.Key
		base, e.query = azure(c)
	case c.Key != "":
		header["Authorization"] = "Bearer " + c.Key
	}
	e.client = wire.NewClient(base, header, c.HTTPClient)
	return e
}

// azure addresses a deployment. An endpoint that ends in /v1 takes the name of
// the model in the request, as OpenAI does, and knows no versions.
func azure(c Config) (base, query string) {
	base = strings.TrimRight(c.BaseURL, "/")
	if strings.HasSuffix(base, "/v1") {
		return base, ""
	}
	if !strings.Contains(base, "/deployments/") {
		base += "/openai/deployments/" + url.PathEscape(c.Model)
	}
	version := c.APIVersion
	if version == "" {
		version = azureVersion
	}
	return base, "?" + url.Values{"api-version": {version}}.Encode()
}

func (m *chat) Info() model.Info {
	return model.Info{Provider: m.config.Provider, ID: m.config.Model, Tools: !m.config.NoTools, Context: m.config.Context}
}

// ready says what is missing before anything can be asked.
func (e *endpoint) ready() error {
	switch {
	case e.config.BaseURL == "":
		return fault.New(fault.Config, "there is no address for %s", e.config.Provider).
			WithHint("give its base URL, or a provider that Plumb knows: %s", strings.Join(names(), ", "))
	case e.client.Host == "":
		return fault.New(fault.Config, "the base URL of %s is not an address", e.config.Provider).
			WithHint("write it as https://HOST/v1, or http://localhost:PORT/v1")
	case e.config.Key == "" && e.preset.needsKey():
		return e.noKey()
	case e.config.Model == "":
		return fault.New(fault.Config, "no model of %s is named", e.config.Provider).
			WithHint("name it as %s/MODEL", e.config.Provider)
	}
	return nil
}

func (m *chat) Stream(ctx context.Context, r model.Request) iter.Seq2[model.Chunk, error] {
	return wire.Stream(ctx, func(ctx context.Context, give func(model.Chunk) error) error { return m.ask(ctx, r, give) })
}

// ask sends the request and gives the chunks of the answer. A field that the
// model turns out not to take is left out, now and from then on: names tell
// nothing of what a deployment or a proxy hides. Each field is left out once,
// which ends the loop. Nor does an answer count that was all thought, and of
// which nothing came because of that: the model gets room to think once. An
// answer that has begun is not asked for again.
func (m *chat) ask(ctx context.Context, r model.Request, give func(model.Chunk) error) error {
	if err := m.ready(); err != nil {
		return err
	}
	var spent model.Usage // on thoughts that led to nothing
	begun := false
	pass := func(c model.Chunk) error {
		begun = begun || c != (model.Chunk{})
		return give(c)
	}
	for {
		request, err := m.params(r)
		if err != nil {
			return err
		}
		if m.atOnce.Load() {
			err = m.readAtOnce(ctx, request, r.Size(), spent, pass)
		} else {
			err = m.read(ctx, request, r.Size(), spent, pass)
		}
		if err == nil || begun {
			return err
		}
		if errors.Is(err, errNoStream) && !m.atOnce.Swap(true) {
			continue
		}
		var lost *lostInThought
		if errors.As(err, &lost) {
			spent = lost.used
			continue
		}
		if errors.Is(err, errThoughtsWanted) && !m.recalls.Swap(true) {
			continue
		}
		var field refusedField
		if !errors.As(err, &field) {
			return m.suggestModels(ctx, err)
		}
		i := slices.Index(droppable[:], string(field))
		if i < 0 || m.dropped[i].Swap(true) {
			return err
		}
	}
}
