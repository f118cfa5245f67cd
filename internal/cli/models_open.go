package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/anthropic"
	"github.com/plumbdata/plumb/internal/model/find"
	"github.com/plumbdata/plumb/internal/model/gemini"
	"github.com/plumbdata/plumb/internal/model/openai"
)

// ownKey may hold the key of a server of one's own.
const ownKey = "PLUMB_MODEL_KEY"

// reached is a model with the way to it.
type reached struct {
	find.Name
	provider      model.Provider
	key, variable string // "" where it needs none
	base          string // "" for the usual place
}

// reach finds the way to the model that people write as provider/model. Its key
// is in the environment or in .env, under the name that they use already; where
// it is may only be in the environment.
func (a *app) reach(text string) (*reached, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
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
		if key = strings.TrimSpace(a.lookup(v)); key != "" {
			variable = v
			break
		}
	}
	if len(p.Keys) > 0 && key == "" {
		return nil, fault.New(model.Auth, "there is no key for %s", p.Title).WithHint("set %s in the environment or in .env; keys are made at %s", p.Keys[0], p.Page)
	}
	base, err := address(c, p)
	if err != nil {
		return nil, err
	}
	return &reached{Name: name, provider: p, key: key, variable: variable, base: base}, nil
}

// openModel opens a model that answers.
func (a *app) openModel(text string) (model.Model, error) {
	r, err := a.reach(text)
	if err != nil {
		return nil, err
	}
	var m model.Model
	switch r.provider.Name {
	case "anthropic":
		m = anthropic.New(anthropic.Config{Key: r.key, KeyFrom: r.variable, BaseURL: r.base, Model: r.Model})
	case "gemini", "vertex":
		if m, err = a.openGoogle(r); err != nil {
			return nil, err
		}
	default:
		m = openai.New(a.openaiConfig(r))
	}
	if !canCallTools(a.settings, r.Name) {
		return wordsOnly{m}, nil
	}
	return &persuaded{Model: m}, nil
}

// openEmbedder opens a model that makes vectors.
func (a *app) openEmbedder(text string) (model.Embedder, error) {
	r, err := a.reach(text)
	if err != nil {
		return nil, err
	}
	switch r.provider.Name {
	case "anthropic":
		return nil, fault.New(fault.Config, "%s has no models for embedding", r.provider.Title).
			WithHint("name another under models.task_routing.embedding, such as openai/text-embedding-3-small or ollama/nomic-embed-text")
	case "gemini", "vertex":
		return a.openGoogle(r)
	}
	return openai.NewEmbedder(a.openaiConfig(r)), nil
}

func (a *app) openaiConfig(r *reached) openai.Config {
	return openai.Config{Provider: r.provider.Name, Key: r.key, KeyFrom: r.variable, BaseURL: r.base, Model: r.Model, APIVersion: a.lookup("AZURE_OPENAI_API_VERSION")}
}

// openGoogle opens a model of Google's, which both answers and embeds.
func (a *app) openGoogle(r *reached) (*gemini.Model, error) {
	if r.provider.Name == "vertex" {
		return a.openVertex(r.base, r.Model)
	}
	return gemini.New(gemini.Config{Key: r.key, KeyFrom: r.variable, BaseURL: r.base, Model: r.Model}), nil
}

// canCallTools is what the configuration says of a model, else what is known.
func canCallTools(c *config.Config, name find.Name) bool {
	for other, abilities := range c.Models.Abilities {
		if n, err := find.Parse(other); err == nil && n == name {
			return abilities.Tools
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

// lookup finds a variable in the environment, then in .env.
func (a *app) lookup(name string) string {
	v, _ := a.settings.Lookup(name)
	return v
}

// address is where a provider is, "" for its usual place. A folder's .env may
// be a stranger's, so what it says of that is refused rather than followed.
func address(c *config.Config, p model.Provider) (string, error) {
	for _, v := range p.Addresses {
		value, dotenv := c.Exported(v)
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

// ollamaURL is where an Ollama on this machine would be.
func (a *app) ollamaURL() string {
	p, _ := model.ProviderNamed("ollama")
	if base, err := address(a.settings, p); err == nil && base != "" {
		return base
	}
	return find.OllamaURL("")
}

// maxCredentials bounds a credentials file of Google Cloud.
const maxCredentials = 1 << 16

// openVertex opens a model of Vertex AI, with what gcloud has written or the
// file that GOOGLE_APPLICATION_CREDENTIALS names.
func (a *app) openVertex(base, name string) (*gemini.Model, error) {
	project, location := a.lookup("GOOGLE_CLOUD_PROJECT"), a.lookup("GOOGLE_CLOUD_LOCATION")
	for _, v := range []struct{ variable, value string }{{"GOOGLE_CLOUD_PROJECT", project}, {"GOOGLE_CLOUD_LOCATION", location}} {
		// They become part of an address.
		if strings.Trim(v.value, "abcdefghijklmnopqrstuvwxyz0123456789-:.") != "" || v.variable == "GOOGLE_CLOUD_LOCATION" && strings.ContainsAny(v.value, ".:") {
			return nil, fault.New(fault.Config, "%s has characters that it cannot have", v.variable).WithHint("locations are such as global or europe-west1")
		}
	}
	if project == "" {
		return nil, fault.New(fault.Config, "there is no project for Google Vertex AI").WithHint("set GOOGLE_CLOUD_PROJECT, and sign in with gcloud auth application-default login")
	}
	path, _ := a.settings.Exported("GOOGLE_APPLICATION_CREDENTIALS")
	if path == "" {
		path = filepath.Join(a.Home, ".config", "gcloud", "application_default_credentials.json")
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
