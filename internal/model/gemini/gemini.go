// Package gemini is the adapter for Google's models: the Gemini API by key, and
// Vertex AI by project and location.
//
// Everything that decides where a request goes and who pays for it is in
// Config; the environment is never read.
package gemini

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/wire"
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
type Model struct{ config Config }

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
	if c.BaseURL == "" {
		c.BaseURL = geminiURL
		if c.Project != "" {
			c.BaseURL = vertexURL(c.Location)
		}
	}
	return &Model{config: c}
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

// connect makes the client of one call, with its token.
func (m *Model) connect(ctx context.Context) (*wire.Client, error) {
	header := map[string]string{}
	switch {
	case m.config.Key == "" && !m.vertex():
		return nil, fault.New(model.Auth, "there is no key for the Gemini API").
			WithHint("set %s; keys are made at %s", m.config.KeyFrom, known.Page)
	case !m.vertex():
		header["X-Goog-Api-Key"] = m.config.Key
	case m.config.Token != nil:
		token, err := m.config.Token(ctx)
		if ctx.Err() != nil {
			return nil, wire.Stopped(ctx, m.Info().Name())
		}
		if err != nil || token == "" {
			return nil, m.unauthorised()
		}
		header["Authorization"] = "Bearer " + token
	}
	client := wire.NewClient(m.config.BaseURL, header, m.config.HTTPClient)
	if name := m.config.Model; client.Host == "" || name == "" || strings.ContainsAny(name, "?&#%") || strings.Contains(name, "..") {
		return nil, fault.New(model.BadRequest, "the request to %s cannot be made", m.Info().Name()).
			WithHint("check the name of the model and the address of the provider")
	}
	return client, nil
}

// resource is the name of the model as the Gemini API has it, or the end of its
// name on Vertex AI.
func (m *Model) resource() string {
	name := m.config.Model
	switch {
	case strings.HasPrefix(name, "models/"), !m.vertex() && strings.HasPrefix(name, "tunedModels/"),
		m.vertex() && (strings.HasPrefix(name, "projects/") || strings.HasPrefix(name, "publishers/")):
		return name
	case !m.vertex():
		return "models/" + name
	}
	if publisher, name, found := strings.Cut(name, "/"); found {
		return "publishers/" + publisher + "/models/" + name
	}
	return "publishers/google/models/" + name
}

// path is where a method of the model is called.
func (m *Model) path(method string) string {
	switch resource := m.resource(); {
	case !m.vertex():
		return "v1beta/" + resource + ":" + method
	case strings.HasPrefix(resource, "projects/"):
		return "v1beta1/" + resource + ":" + method
	default:
		return "v1beta1/projects/" + m.config.Project + "/locations/" + m.config.Location + "/" + resource + ":" + method
	}
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
	return wire.Stream(ctx, func(ctx context.Context, give func(model.Chunk) error) error { return m.ask(ctx, r, give) })
}

// ask sends the request and gives the chunks of the answer. What breaks off
// after the reason to stop has come does not count.
func (m *Model) ask(ctx context.Context, r model.Request, give func(model.Chunk) error) error {
	request, err := request(m.config.Model, r)
	if err != nil {
		return err
	}
	client, err := m.connect(ctx)
	if err != nil {
		return err
	}
	response, err := client.Send(ctx, m.path("streamGenerateContent")+"?alt=sse", request)
	if err != nil {
		return m.explain(ctx, client, err)
	}
	defer response.Body.Close()
	answer := reader{asked: model.CallsIn(r.Messages)}
	var failed error // what ended the stream too early
	for data, err := range wire.Events(response, m.Info().Name()) {
		if failed = err; err != nil {
			break
		}
		var piece generateResponse
		if len(data) > 0 {
			failed = json.Unmarshal(data, &piece)
		}
		if failed == nil && piece.Error != nil {
			failed = m.explainRefusal(ctx, client, *piece.Error, &wire.Refusal{Status: response.StatusCode, Header: response.Header})
		}
		if failed != nil {
			break
		}
		chunks, err := answer.read(&piece)
		if len(chunks) == 0 && err == nil {
			chunks = []model.Chunk{{}} // tells a watchdog that the stream is alive
		}
		for _, c := range chunks {
			if err := give(c); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
	}
	if !answer.finished() {
		return m.explain(ctx, client, failed)
	}
	last, err := answer.last()
	if err == nil || last.Usage != nil {
		if err := give(last); err != nil {
			return err
		}
	}
	return err
}
