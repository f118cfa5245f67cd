package find

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for _, p := range pairs {
			if k, v, _ := strings.Cut(p, "="); k == name {
				return v
			}
		}
		return ""
	}
}

func models(list ...string) Probe {
	return func(context.Context) ([]string, error) { return list, nil }
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name  string
		env   []string
		probe Probe
		want  string // name(variable), …
	}{
		{"nothing", nil, nil, ""},
		{"a key", []string{"ANTHROPIC_API_KEY=s3cret"}, nil, "anthropic/claude-sonnet-4-5(ANTHROPIC_API_KEY)"},
		{"an empty key", []string{"ANTHROPIC_API_KEY= "}, nil, ""},
		{"either name", []string{"GOOGLE_API_KEY=s3cret"}, nil, "gemini/gemini-2.5-flash(GOOGLE_API_KEY)"},
		{"the first name counts", []string{"GOOGLE_API_KEY=a", "GEMINI_API_KEY=b"}, nil, "gemini/gemini-2.5-flash(GEMINI_API_KEY)"},
		{"a project", []string{"GOOGLE_CLOUD_PROJECT=p"}, nil, "vertex/gemini-2.5-flash()"},
		{"half of Azure", []string{"AZURE_OPENAI_API_KEY=k"}, nil, ""},
		{"Azure", []string{"AZURE_OPENAI_API_KEY=k", "AZURE_OPENAI_ENDPOINT=https://x", "AZURE_OPENAI_DEPLOYMENT=d1"}, nil, "azure/d1(AZURE_OPENAI_API_KEY)"},
		{"several, in order", []string{"GROQ_API_KEY=k", "OPENAI_API_KEY=k"}, nil, "openai/gpt-5-mini(OPENAI_API_KEY) groq/openai/gpt-oss-120b(GROQ_API_KEY)"},
		{"a server of one's own", []string{"PLUMB_MODEL_URL=http://localhost:8080/v1", "PLUMB_MODEL_NAME=qwen"}, nil, "url/qwen()"},
		{"half of a server", []string{"PLUMB_MODEL_URL=http://localhost:8080/v1"}, nil, ""},
		{"Ollama", nil, models("llama3.2:3b", "qwen3:8b"), "ollama/qwen3:8b()"},
		{"Ollama without the usual model", nil, models("all-minilm", "llama3.2:3b", "nomic-embed-text"), "ollama/llama3.2:3b()"},
		{"Ollama without models", nil, models(), ""},
		{"Ollama with odd names", nil, models("", " ", "a\x1b[31mb", "fine"), "ollama/fine()"},
		{"Ollama with embeddings alone", nil, models("nomic-embed-text"), ""},
		{"Ollama that is not there", nil, func(context.Context) ([]string, error) { return []string{"x"}, errors.New("refused") }, ""},
		{"Ollama that hangs", nil, func(ctx context.Context) ([]string, error) { <-ctx.Done(); return nil, ctx.Err() }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, f := range Find(t.Context(), env(c.env...), c.probe) {
				got = append(got, fmt.Sprintf("%s(%s)", f.Name(), f.Variable))
				if strings.Contains(fmt.Sprintf("%+v", f), "s3cret") {
					t.Errorf("the key is in %+v", f)
				}
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got %q, want %q", s, c.want)
			}
		})
	}
}

func TestAProbeThatIgnoresItsContextIsLeft(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	if got := Find(t.Context(), env(), func(context.Context) ([]string, error) { <-stop; return nil, nil }); got != nil {
		t.Fatalf("got %v", got)
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, provider, model string }{
		{"anthropic/claude-sonnet-4-5", "anthropic", "claude-sonnet-4-5"},
		{" ollama/qwen3:8b ", "ollama", "qwen3:8b"},
		{"OpenRouter/anthropic/claude-sonnet-4.5", "openrouter", "anthropic/claude-sonnet-4.5"},
		{"house/llama", "house", "llama"},
	} {
		n, err := Parse(c.text, "house")
		if err != nil || n != (Name{c.provider, c.model}) || n.String() != c.provider+"/"+c.model {
			t.Errorf("%s: got %+v, %v", c.text, n, err)
		}
	}
	for _, c := range []struct{ text, message, hint string }{
		{"", "nothing is not the name of a model", "names are provider/model, such as anthropic/claude-sonnet-4-5"},
		{"a b/c", `"a b/c" is not the name of a model`, "names are provider/model, such as anthropic/claude-sonnet-4-5"},
		{"a/\x1b[31m", `"a/�[31m" is not the name of a model`, "names are provider/model, such as anthropic/claude-sonnet-4-5"},
		{"antropic/claude-sonnet-4-5", `"antropic" is not a provider that Plumb knows`, "did you mean anthropic/claude-sonnet-4-5?"},
		{"grok/grok-4", `"grok" is not a provider that Plumb knows`, "did you mean xai/grok-4?"},
		{"claud/x", `"claud" is not a provider that Plumb knows`, "did you mean anthropic/x?"},
		{"zzzzzzzz/m", `"zzzzzzzz" is not a provider that Plumb knows`,
			"providers: anthropic, openai, gemini, vertex, azure, mistral, codestral, xai, cerebras, groq, together, openrouter, …"},
		{"anthropic", `"anthropic" names a provider, but no model`, "write provider/model, such as anthropic/claude-sonnet-4-5"},
		{"azure/", `"azure/" names a provider, but no model`, "write provider/model"},
		{"claude-opus-4-1", `"claude-opus-4-1" does not say whose model it is`, "write provider/model, such as anthropic/claude-opus-4-1"},
		{"qwen3:8b", `"qwen3:8b" does not say whose model it is`, "write provider/model, such as ollama/qwen3:8b"},
		{"olama", `"olama" does not say whose model it is`, "write provider/model, such as ollama/qwen3:8b"},
		{"whatever-model", `"whatever-model" does not say whose model it is`, "write provider/model, such as anthropic/claude-sonnet-4-5"},
	} {
		_, err := Parse(c.text)
		if f := fault.Of(err); f == nil || f.Message != c.message || f.Hint != c.hint {
			t.Errorf("%q: got %v, %q", c.text, err, f.Hint)
		}
	}
}

func TestEveryProviderIsComplete(t *testing.T) {
	for _, p := range model.Providers() {
		if p.Name == "" || p.Title == "" || p.Page == "" || (p.Model == "") == (p.ModelVariable == "") {
			t.Errorf("%+v", p)
		}
		if len(p.Keys) == 0 && len(p.Needs) == 0 && !p.Local {
			t.Errorf("%s needs nothing, so it would always be found", p.Name)
		}
		if _, err := Parse(p.Name + "/m"); err != nil {
			t.Error(err)
		}
	}
	for other, name := range others {
		if _, ok := model.ProviderNamed(name); !ok {
			t.Errorf("%s stands for %s, which does not exist", other, name)
		}
		if _, ok := model.ProviderNamed(other); ok {
			t.Errorf("%s is a provider itself", other)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"anthropic/x", "x", "/", "a//b", "\xff/\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Parse(text)
		if (err == nil) != (n.Provider != "" && n.Model != "") {
			t.Fatalf("%q: %+v, %v", text, n, err)
		}
	})
}

func TestEmbeds(t *testing.T) {
	for _, p := range model.Providers() {
		if p.Embedding != "" && !Embeds(Name{p.Name, p.Embedding}) {
			t.Errorf("%s/%s makes vectors", p.Name, p.Embedding)
		}
		if Embeds(Name{p.Name, p.Model}) {
			t.Errorf("%s/%s answers", p.Name, p.Model)
		}
	}
}
