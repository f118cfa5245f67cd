package find

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// Name is a model as people write it: provider/model. The model may hold
// slashes itself, as in openrouter/anthropic/claude-sonnet-4.5.
type Name struct {
	Provider, Model string
}

func (n Name) String() string { return n.Provider + "/" + n.Model }

// maxName bounds what is taken for a name.
const maxName = 200

// Parse reads provider/model. Own are names of providers from configuration,
// beside those that Plumb knows.
func Parse(text string, own ...string) (Name, error) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxName || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return Name{}, fault.New(fault.Usage, "%s is not the name of a model", quoteShort(text)).WithHint("names are provider/model, such as %s", example)
	}
	provider, model, slash := strings.Cut(text, "/")
	provider = strings.ToLower(provider)
	known := append(names(), own...)
	is := contains(known, provider)
	switch {
	case is != "" && model != "":
		return Name{is, model}, nil
	case is != "":
		return Name{}, fault.New(fault.Usage, "%q names a provider, but no model", text).WithHint("write provider/model%s", begin(is))
	case !slash:
		return Name{}, fault.New(fault.Usage, "%q does not say whose model it is", text).WithHint("write provider/model, such as %s", guess(text))
	}
	hint := fault.DidYouMean(provider, "providers", known)
	if better := others[provider]; better != "" {
		hint = "did you mean " + better + "/" + model + "?"
	} else if near := fault.Nearest(provider, append(known, slices.Sorted(maps.Keys(others))...)); near != "" {
		hint = "did you mean " + cmp.Or(others[near], near) + "/" + model + "?"
	}
	return Name{}, fault.New(fault.NotFound, "%q is not a provider that Plumb knows", provider).WithHint("%s", hint)
}

const example = "anthropic/claude-sonnet-4-5"

func names() []string {
	var list []string
	for _, p := range model.Providers() {
		list = append(list, p.Name)
	}
	return list
}

// contains finds a name whatever its case, and returns it as it is written in
// the list.
func contains(list []string, name string) string {
	for _, n := range list {
		if strings.EqualFold(n, name) {
			return n
		}
	}
	return ""
}

// begin is the end of a hint that names a provider's usual model.
func begin(provider string) string {
	if p, ok := model.ProviderNamed(provider); ok && p.Model != "" {
		return ", such as " + p.Name + "/" + p.Model
	}
	return ""
}

// others are names under which people look for a provider.
var others = map[string]string{
	"claude": "anthropic", "gpt": "openai", "chatgpt": "openai", "google": "gemini", "aistudio": "gemini",
	"vertexai": "vertex", "gcp": "vertex", "grok": "xai", "x": "xai", "llama": "ollama", "local": "ollama", "microsoft": "azure",
	"azure-openai": "azure", "azure_openai": "azure", "togetherai": "together",
}

// families are beginnings of models' names, and whose they are.
var families = []struct{ prefix, provider string }{
	{"claude", "anthropic"}, {"gpt-oss", "cerebras"}, {"gpt", "openai"}, {"o1", "openai"}, {"o3", "openai"}, {"o4", "openai"},
	{"gemini", "gemini"}, {"mistral", "mistral"}, {"codestral", "codestral"}, {"grok", "xai"},
}

// guess is the whole name that someone may have meant who wrote only a model.
func guess(name string) string {
	lower := strings.ToLower(name)
	for _, f := range families {
		if strings.HasPrefix(lower, f.prefix) {
			return f.provider + "/" + name
		}
	}
	if strings.Contains(name, ":") {
		return "ollama/" + name
	}
	if provider := others[lower]; provider != "" {
		p, _ := model.ProviderNamed(provider)
		return p.Name + "/" + p.Model
	}
	if near := fault.Nearest(lower, names()); near != "" {
		if p, _ := model.ProviderNamed(near); p.Model != "" {
			return p.Name + "/" + p.Model
		}
	}
	return example
}

// quoteShort is text for a message: short, quoted, harmless.
func quoteShort(text string) string {
	if text == "" {
		return "nothing"
	}
	if runes := []rune(text); len(runes) > 40 {
		text = string(runes[:40]) + "…"
	}
	return "\"" + strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '�'
	}, text) + "\""
}
