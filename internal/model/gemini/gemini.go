// Package gemini is the adapter for Google's models, on the official SDK: the
// Gemini API by key, and Vertex AI by project and location.
//
// Everything that decides where a request goes and who pays for it is in
// Config; the environment is never read.
package gemini

import (
	"context"
	"iter"
	"net/http"
	"strings"
	"sync"

	"google.golang.org/genai"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

const geminiURL = "https://generativelanguage.googleapis.com/"

// known is what people are told of keys.
var known, _ = model.ProviderNamed("gemini")

// Config is one model of Google's. Key is for the Gemini API; Project and
// Location, with Token or an HTTP client that authorises by itself, are for
// Vertex AI.
type Config struct {
	Model    string
	Key      string
	KeyFrom  string // the variable that Key came from, for messages; the usual one if empty
	Project  string
	Location string // "" means global
	// Token gives the bearer token of a Vertex AI request.
	Token      func(context.Context) (string, error)
	BaseURL    string       // "" means Google's own
	HTTPClient *http.Client // nil means a plain one
	Context    int          // tokens that the model can read; 0 means unknown
	Output     int          // tokens that it can write; 0 means unknown
}

// Model is one model of Google's. It is a model.Model and a model.Embedder.
type Model struct {
	config Config
	http   *http.Client

	mu     sync.Mutex
	client *genai.Client
}

var _ model.Model = (*Model)(nil)

// New makes the adapter. What is missing in the configuration is said by the
// first call.
func New(c Config) *Model {
	c.Key = strings.TrimSpace(c.Key) // a copied key often ends with a line
	if c.KeyFrom == "" {
		c.KeyFrom = known.Keys[0]
	}
	if c.Project != "" && c.Location == "" {
		c.Location = "global"
	}
	own := http.Client{}
	if c.HTTPClient != nil {
		own = *c.HTTPClient
	}
	own.Transport = &transport{base: own.Transport, token: c.Token}
	// A redirect would carry the key to another host.
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Model{config: c, http: &own}
}

// Info is what is known of the model.
func (m *Model) Info() model.Info {
	return model.Info{Provider: m.provider(), ID: m.config.Model, Tools: true, Context: m.config.Context, Output: m.config.Output}
}

func (m *Model) vertex() bool { return m.config.Project != "" }

func (m *Model) provider() string {
	if m.vertex() {
		return "vertex"
	}
	return "gemini"
}

// open makes the SDK's client at the first call. Every field that the SDK
// would otherwise look up in the environment is given.
func (m *Model) open(ctx context.Context) (*genai.Client, error) {
	if m.config.Key == "" && !m.vertex() {
		return nil, fault.New(model.Auth, "there is no key for the Gemini API").
			WithHint("set %s; keys are made at %s", m.config.KeyFrom, known.Page)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.client != nil {
		return m.client, nil
	}
	c := &genai.ClientConfig{HTTPClient: m.http}
	if m.vertex() {
		c.Backend, c.Project, c.Location = genai.BackendVertexAI, m.config.Project, m.config.Location
		c.HTTPOptions.BaseURL = vertexURL(m.config.Location)
	} else {
		c.Backend, c.APIKey = genai.BackendGeminiAPI, m.config.Key
		c.HTTPOptions.BaseURL = geminiURL
	}
	if m.config.BaseURL != "" {
		c.HTTPOptions.BaseURL = m.config.BaseURL
	}
	client, err := genai.NewClient(ctx, c)
	if err != nil {
		// The SDK's own words would hold the key.
		return nil, fault.New(fault.Config, "the settings of %s cannot be used", m.Info().Name()).
			WithHint("check the key, the project, the location and the address")
	}
	m.client = client
	return client, nil
}

func vertexURL(location string) string {
	switch location {
	case "global":
		return "https://aiplatform.googleapis.com/"
	case "us", "eu":
		return "https://aiplatform." + location + ".rep.googleapis.com/"
	}
	return "https://" + location + "-aiplatform.googleapis.com/"
}

// Stream asks the model.
func (m *Model) Stream(ctx context.Context, r model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		client, err := m.open(ctx)
		if err != nil {
			yield(model.Chunk{}, err)
			return
		}
		contents, config, err := request(m.config.Model, r)
		if err != nil {
			yield(model.Chunk{}, err)
			return
		}
		w := &wire{}
		answer := reader{asked: model.CallsIn(r.Messages)}
		theirs, left := false, false // the consumer's code runs; the consumer has gone
		say := func(c model.Chunk, err error) {
			theirs = true
			left = !yield(c, err)
			theirs = false
		}
		defer func() {
			// The SDK asserts types of what the server sent.
			if p := recover(); p != nil {
				if theirs {
					panic(p)
				}
				if !left {
					yield(model.Chunk{}, malformed())
				}
			}
		}()
		for response, err := range client.Models.GenerateContentStream(w.in(ctx), m.config.Model, contents, config) {
			if err == nil {
				err = w.failed
			}
			if err != nil {
				if answer.finished() {
					break // what was asked for has come whole
				}
				say(model.Chunk{}, m.explain(ctx, client, err, w))
				return
			}
			chunks, err := answer.read(response)
			for _, c := range chunks {
				if say(c, nil); left {
					return
				}
			}
			if err != nil {
				say(model.Chunk{}, err)
				return
			}
		}
		if !answer.finished() {
			err := w.failed
			if err == nil {
				err = errCut
			}
			say(model.Chunk{}, m.explain(ctx, client, err, w))
			return
		}
		last, err := answer.last()
		if err == nil || last.Usage != nil {
			say(last, nil)
		}
		if err != nil && !left {
			say(model.Chunk{}, err)
		}
	}
}
