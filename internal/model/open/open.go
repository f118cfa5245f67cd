// Package open opens language models by name. It alone knows the adapters, where
// each provider is reached, and which variable holds its key.
package open

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/anthropic"
	"github.com/plumbdata/plumb/internal/model/find"
	"github.com/plumbdata/plumb/internal/model/gemini"
	"github.com/plumbdata/plumb/internal/model/openai"
)

// Opener opens the models that people write as provider/model.
type Opener struct {
	Environment Environment
	Home        string // the person's home directory, where gcloud keeps its login
	// Tools says of models, by name, whether they can call tools; of the others
	// find.CanCallTools knows.
	Tools map[string]bool
}

// Environment has the variables that keys and addresses are in.
type Environment interface {
	// Lookup finds a variable in the environment, then in .env.
	Lookup(name string) (string, bool)
	// Exported finds it in the environment alone; dotenv says where .env sets it.
	Exported(name string) (value, dotenv string)
}

// ownKey may hold the key of a server of one's own.
const ownKey = "PLUMB_MODEL_KEY"

// target is a model with the way to it.
type target struct {
	find.Name
	provider      model.Provider
	key, variable string // "" where it needs none
	base          string // "" for the usual place
}

// resolve finds the way to a model. Its key is in the environment or in .env,
// under the name that people use already; where it is may only be in the
// environment.
func (o Opener) resolve(text string) (*target, error) {
	name, err := find.Parse(text)
	if err != nil {
		return nil, err
	}
	p, _ := model.ProviderNamed(name.Provider)
	keys := p.Keys
	if p.Name == "url" {
		keys = []string{ownKey}
	}
	key, variable := "", ""
	for _, v := range keys {
		if key = strings.TrimSpace(o.lookup(v)); key != "" {
			variable = v
			break
		}
	}
	if len(p.Keys) > 0 && key == "" {
		return nil, fault.New(model.Auth, "there is no key for %s", p.Title).WithHint("set %s in the environment or in .env; keys are made at %s", p.Keys[0], p.Page)
	}
	base, err := o.address(p)
	if err != nil {
		return nil, err
	}
	return &target{Name: name, provider: p, key: key, variable: variable, base: base}, nil
}

// Model opens a model that answers.
func (o Opener) Model(text string) (model.Model, error) {
	t, err := o.resolve(text)
	if err != nil {
		return nil, err
	}
	var m model.Model
	switch t.provider.Name {
	case "anthropic":
		m = anthropic.New(anthropic.Config{Key: t.key, KeyFrom: t.variable, BaseURL: t.base, Model: t.Model})
	case "gemini", "vertex":
		if m, err = o.openGoogle(t); err != nil {
			return nil, err
		}
	default:
		m = openai.New(o.openaiConfig(t))
	}
	if !o.canCallTools(t.Name) {
		return wordsOnly{m}, nil
	}
	return model.NegotiateTools(m), nil
}

// Embedder opens a model that makes vectors.
func (o Opener) Embedder(text string) (model.Embedder, error) {
	t, err := o.resolve(text)
	if err != nil {
		return nil, err
	}
	switch t.provider.Name {
	case "anthropic":
		return nil, fault.New(fault.Config, "%s has no models for embedding", t.provider.Title).
			WithHint("name another under models.task_routing.embedding, such as openai/text-embedding-3-small or ollama/nomic-embed-text")
	case "gemini", "vertex":
		return o.openGoogle(t)
	}
	return openai.NewEmbedder(o.openaiConfig(t)), nil
}

func (o Opener) openaiConfig(t *target) openai.Config {
	return openai.Config{Provider: t.provider.Name, Key: t.key, KeyFrom: t.variable, BaseURL: t.base, Model: t.Model, APIVersion: o.lookup("AZURE_OPENAI_API_VERSION")}
}

// openGoogle opens a model of Google's, which both answers and embeds.
func (o Opener) openGoogle(t *target) (*gemini.Model, error) {
	if t.provider.Name == "vertex" {
		return o.openVertex(t.base, t.Model)
	}
	return gemini.New(gemini.Config{Key: t.key, KeyFrom: t.variable, BaseURL: t.base, Model: t.Model}), nil
}

func (o Opener) canCallTools(name find.Name) bool {
	for other, can := range o.Tools {
		if n, err := find.Parse(other); err == nil && n == name {
			return can
		}
	}
	return find.CanCallTools(name)
}

// wordsOnly is a model that cannot call tools.
type wordsOnly struct{ model.Model }

func (m wordsOnly) Info() model.Info {
	i := m.Model.Info()
	i.Tools = false
	return i
}

func (o Opener) lookup(name string) string {
	v, _ := o.Environment.Lookup(name)
	return v
}

// address is where a provider is, "" for its usual place. A folder's .env may
// be a stranger's, so what it says of that is refused rather than followed.
func (o Opener) address(p model.Provider) (string, error) {
	for _, v := range p.Addresses {
		value, dotenv := o.Environment.Exported(v)
		if dotenv != "" {
			return "", fault.New(fault.Config, "%s: %s would decide where your questions are sent, and is not read from .env", dotenv, v).
				WithHint("export %s in the shell, if you mean it", v)
		}
		if value = strings.TrimSpace(value); value == "" {
			continue
		}
		if v == "OLLAMA_HOST" {
			value = find.OllamaURL(value)
		}
		return value, nil
	}
	if p.Name == "url" || p.Name == "azure" {
		return "", fault.New(fault.Config, "there is no address for %s", p.Title).WithHint("set %s in the environment", p.Addresses[0])
	}
	return "", nil
}

// OllamaURL is where an Ollama on this machine would be.
func (o Opener) OllamaURL() string {
	p, _ := model.ProviderNamed("ollama")
	if base, err := o.address(p); err == nil && base != "" {
		return base
	}
	return find.OllamaURL("")
}

// maxCredentials bounds a credentials file of Google Cloud.
const maxCredentials = 1 << 16

// openVertex opens a model of Vertex AI, with what gcloud has written or the
// file that GOOGLE_APPLICATION_CREDENTIALS names.
func (o Opener) openVertex(base, name string) (*gemini.Model, error) {
	project, location := o.lookup("GOOGLE_CLOUD_PROJECT"), o.lookup("GOOGLE_CLOUD_LOCATION")
	for _, v := range []struct{ variable, value string }{{"GOOGLE_CLOUD_PROJECT", project}, {"GOOGLE_CLOUD_LOCATION", location}} {
		// They become part of an address.
		if strings.Trim(v.value, "abcdefghijklmnopqrstuvwxyz0123456789-:.") != "" || v.variable == "GOOGLE_CLOUD_LOCATION" && strings.ContainsAny(v.value, ".:") {
			return nil, fault.New(fault.Config, "%s contains characters that are not allowed", v.variable).WithHint("locations are such as global or europe-west1")
		}
	}
	if project == "" {
		return nil, fault.New(fault.Config, "there is no project for Google Vertex AI").WithHint("set GOOGLE_CLOUD_PROJECT, and sign in with gcloud auth application-default login")
	}
	path, _ := o.Environment.Exported("GOOGLE_APPLICATION_CREDENTIALS")
	if path == "" {
		path = filepath.Join(o.Home, ".config", "gcloud", "application_default_credentials.json")
	}
	var file []byte
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() <= maxCredentials {
		file, _ = os.ReadFile(path) // what cannot be read cannot be used, which is said next
	}
	token, err := gemini.Credentials(file, nil)
	if err != nil {
		return nil, err
	}
	return gemini.New(gemini.Config{Model: name, Project: project, Location: location, Token: token, BaseURL: base}), nil
}
