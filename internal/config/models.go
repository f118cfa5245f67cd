package config

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/plumbdata/plumb/internal/fault"
)

// Models says which language models are asked, and for what. Where they are
// reached, and with which keys, is never in a file: addresses come from the
// environment, keys from there or from .env.
type Models struct {
	Default     string                   `json:"default" default:"auto" doc:"The language model, as provider/model. auto uses what is detected: a key in the environment or in .env, or Ollama on this machine. builtin uses none."`
	Policy      string                   `json:"policy" default:"builtin-first" enum:"builtin-first|model-only|builtin-only" doc:"What answers. builtin-first: the built-in parser if it is sure, otherwise the model. model-only: always the model. builtin-only: never the model."`
	TaskRouting map[string]Chain         `json:"task_routing" names:"classification|planning|sql_generation|analysis|narration|summarization|fact_resolution|critique|embedding" doc:"Models for single tasks, in the order in which they are tried; the next is tried when one fails."`
	Prices      map[string]Price         `json:"prices" names:"provider/model" doc:"What models cost, in dollars for a million tokens, by provider/model."`
	Limits      map[string]ProviderLimit `json:"limits" names:"anthropic|openai|gemini|vertex|azure|mistral|codestral|xai|cerebras|groq|together|openrouter|url|ollama" doc:"Rate limits of providers."`
	Abilities   map[string]Abilities     `json:"abilities" names:"provider/model" doc:"What models can do, where Plumb's defaults are wrong, by provider/model."`
}

// What models.policy may say.
const (
	BuiltinFirst = "builtin-first"
	ModelOnly    = "model-only"
	BuiltinOnly  = "builtin-only"
)

// The values of models.default besides provider/model.
const (
	AutoModel    = "auto"
	BuiltinModel = "builtin"
)

// Chain is the models of a task.
type Chain struct {
	Models  []string `json:"models" items:"provider/model" doc:"The models of the task, as provider/model, in the order in which they are tried."`
	Complex []string `json:"high_complexity_models" items:"provider/model" doc:"The models to use instead for long questions, and after a statement that failed."`
}

// Price is what a model costs, in dollars for a million tokens.
type Price struct {
	Input   Decimal `json:"input" doc:"Dollars per million input tokens."`
	Output  Decimal `json:"output" doc:"Dollars per million output tokens."`
	Cached  Decimal `json:"cached" doc:"Dollars per million cached input tokens; the price of input if left out."`
	Written Decimal `json:"written" doc:"Dollars per million tokens written to the cache; the price of input if left out."`
}

// ProviderLimit is how fast a provider may be asked; 0 means no limit.
type ProviderLimit struct {
	Requests   int `json:"requests" min:"0" doc:"Requests per minute; 0 means no limit."`
	Tokens     int `json:"tokens" min:"0" doc:"Tokens per minute; 0 means no limit."`
	Concurrent int `json:"concurrent" min:"0" doc:"Concurrent requests; 0 means no limit."`
}

// Abilities are what a model can do.
type Abilities struct {
	Tools bool `json:"tools" doc:"Whether it can call tools; if not, the tools are described in the prompt."`
}

// Decimal is a plain number with at most six places, kept as it was written.
type Decimal string

func validDecimal(s string) bool {
	whole, places, point := strings.Cut(s, ".")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return digits(whole) && len(whole) <= 4 && (!point || digits(places) && len(places) <= 6)
}

// Exported is a variable of the process's own environment. One that .env set
// does not count: .env comes with a folder, which may be a stranger's, and must
// not decide where questions and rows are sent. Where .env has it alone, dotenv
// says in which line.
func (c *Config) Exported(name string) (value, dotenv string) {
	if line, ok := c.dotenv[name]; ok {
		return "", line
	}
	return c.environ[name], ""
}

// keepsPolicy refuses a project that would send a person's questions to a
// language model although none is allowed.
func keepsPolicy(settings []setting) error {
	for _, none := range []setting{{key: "models.policy", text: BuiltinOnly}, {key: "models.default", text: BuiltinModel}} {
		var own *setting
		for _, s := range settings {
			switch {
			case s.key != none.key:
			case !s.from.project:
				own = &s
			case own != nil && own.text == none.text && s.text != none.text:
				return fault.New(fault.Config, "%s: %s is %s in %s, and a project may not change that", s.from, s.key, none.text, own.from.place()).
					WithHint("remove the line, or change %s", own.from.place())
			}
		}
	}
	return nil
}

// checkMapName refuses a name that cannot stand under a key with names.
func checkMapName(f field, name string) error {
	switch {
	case f.names == "":
		return CheckName(name)
	case f.names == modelNames:
		provider, model, ok := strings.Cut(name, "/")
		if !ok || CheckName(provider) != nil || model == "" || len(name) > 200 || strings.ContainsAny(name, " \t\n") {
			return fault.New(fault.Config, "%q is not the name of a model", shorten(Redact(name))).
				WithHint("names are provider/model, such as anthropic/claude-sonnet-4-5")
		}
		return nil
	}
	known := strings.Split(f.names, "|")
	if !slices.Contains(known, name) {
		return fault.New(fault.Config, "unknown key %s under %s", shorten(Redact(name)), f.key).WithHint("%s", fault.DidYouMean(name, "known keys", known))
	}
	return nil
}

// modelNames is in the tag of a map whose names are provider/model, and of a
// list of such names.
const modelNames = "provider/model"

// pair reads a model that is written as the keys provider and model.
func (r *yamlReader) pair(n ast.Node, path string) (string, error) {
	m, ok := n.(ast.MapNode)
	if !ok {
		return "", nil
	}
	parts, seen := map[string]string{}, map[string]int{}
	for it := m.MapRange(); it.Next(); {
		key, line, err := r.key(it, seen, path+".")
		if err != nil {
			return "", err
		}
		text, ok := textOf(it.Value())
		if known := []string{"provider", "model"}; !slices.Contains(known, key) || !ok {
			return "", fault.New(fault.Config, "%s:%d: a model of %s expects provider and model, as texts", r.file, line, path).
				WithHint("%s", fault.DidYouMean(key, "keys", known))
		}
		parts[key] = text
	}
	if parts["provider"] == "" || parts["model"] == "" {
		return "", fault.New(fault.Config, "%s:%d: a model of %s has no provider or no name", r.file, lineOf(n), path).
			WithHint("write provider/model, such as ollama/qwen3:8b, or provider: and model:")
	}
	return parts["provider"] + "/" + parts["model"], nil
}
