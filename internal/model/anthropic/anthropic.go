// Package anthropic is the adapter for Claude models over Anthropic's Messages
// API. Every call is a stream. Retries are decided in package model.
package anthropic

import (
	"context"
	"iter"
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/wire"
)

const (
	defaultURL = "https://api.anthropic.com"
	apiVersion = "2023-06-01"
)

// known is what people are told of keys, and the model that is asked when only
// a key is configured.
var known, _ = model.ProviderNamed("anthropic")

// Config is what an adapter needs to know. Only Key is required.
type Config struct {
	Key        string
	KeyFrom    string // the variable that Key came from, for messages; the usual one if empty
	BaseURL    string
	Model      string
	Thinking   int          // tokens to think with before answering; 0 leaves it to the model
	HTTPClient *http.Client // http.DefaultClient if nil
}

// claude is one model. It may be used by many at once.
type claude struct {
	config Config
	client *wire.Client
	// Newer models refuse a temperature. Once one has, none is sent again.
	noTemperature atomic.Bool
	thinks        atomic.Bool // by itself, at the cost of its tokens
}

// New makes the adapter. Nothing is sent before the first question.
func New(c Config) model.Model {
	if c.KeyFrom == "" {
		c.KeyFrom = known.Keys[0]
	}
	if c.BaseURL == "" {
		c.BaseURL = defaultURL
	}
	if c.Model == "" {
		c.Model = known.Model
	}
	header := map[string]string{"X-Api-Key": c.Key, "Anthropic-Version": apiVersion}
	return &claude{config: c, client: wire.NewClient(c.BaseURL, header, c.HTTPClient)}
}

// outputs are how many tokens models can write, by the beginning of their
// names; the first match counts.
var outputs = []struct {
	prefix string
	tokens int
}{
	{"claude-3-5", 8192},
	{"claude-3-7", 64000},
	{"claude-3", 4096},
	{"claude-opus-4-0", 32000},
	{"claude-opus-4-1", 32000},
	{"claude-opus-4-2", 32000}, // claude-opus-4-20250514
	{"claude-", 64000},
}

func (m *claude) Info() model.Info {
	info := model.Info{Provider: "anthropic", ID: m.config.Model, Tools: true}
	for _, o := range outputs {
		if strings.HasPrefix(info.ID, o.prefix) {
			info.Context, info.Output = 200000, o.tokens
			break
		}
	}
	return info
}

func (m *claude) Stream(ctx context.Context, r model.Request) iter.Seq2[model.Chunk, error] {
	return wire.Stream(ctx, func(ctx context.Context, give func(model.Chunk) error) error { return m.ask(ctx, r, give) })
}

// ask sends the request, a second time if the model turns out to take no
// temperature, and gives the chunks of the answer.
func (m *claude) ask(ctx context.Context, r model.Request, give func(model.Chunk) error) error {
	if m.config.Key == "" {
		return m.noKey()
	}
	if m.client.Host == "" {
		return fault.New(fault.Config, "the base URL of anthropic is not an address").
			WithHint("write it as https://HOST, or leave it out for %s", defaultURL)
	}
	request, err := m.params(r)
	if err != nil {
		return err
	}
	request.Stream = true
	ctx, hangUp := context.WithCancel(ctx)
	defer hangUp()
	response, err := m.client.Send(ctx, messagesPath, request)
	if request.Temperature != nil && refusesTemperature(err) {
		m.noTemperature.Store(true)
		request.Temperature = nil
		response, err = m.client.Send(ctx, messagesPath, request)
	}
	if err != nil {
		return m.explain(ctx, err)
	}
	defer response.Body.Close()
	return m.read(ctx, hangUp, response, give)
}

const messagesPath = "v1/messages"
