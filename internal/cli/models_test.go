package cli

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/find"
	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// configure writes the person's configuration.
func (b *bench) configure(yaml string) {
	b.t.Helper()
	folder := filepath.Join(b.home, ".plumb")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "config.yaml"), []byte(yaml), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// with runs a command in an environment.
func (b *bench) with(environ []string, args ...string) (status int, out, errs string) {
	b.t.Helper()
	a, o, e := b.app("", args...)
	a.Environ = environ
	status = a.main(b.t.Context())
	return status, o.String(), e.String()
}

func TestWhoAnswers(t *testing.T) {
	const key, other = "ANTHROPIC_API_KEY=k", "OPENAI_API_KEY=k"
	for _, c := range []struct {
		name, yaml string
		environ    []string
		flag       string
		want       string // policy name, or the message of a fault
	}{
		{"nothing", "", nil, "", "builtin-first alone"},
		{"a key", "", []string{key}, "", "builtin-first anthropic/claude-sonnet-4-5"},
		{"the first key", "", []string{other, key}, "", "builtin-first anthropic/claude-sonnet-4-5"},
		{"no model wanted", "", []string{key}, "builtin", "builtin-only alone"},
		{"another model", "", []string{key, other}, "openai/gpt-5", "builtin-first openai/gpt-5"},
		{"a provider in capitals", "", []string{other}, "OpenAI/gpt-5", "builtin-first openai/gpt-5"},
		{"configured", "models: {default: openai/gpt-4.1}", []string{key, other}, "", "builtin-first openai/gpt-4.1"},
		{"configured without a key", "models: {default: openai/gpt-4.1}", nil, "", "builtin-first openai/gpt-4.1"},
		{"what is found, after all", "models: {default: openai/gpt-4.1}", []string{key}, "auto", "builtin-first anthropic/claude-sonnet-4-5"},
		{"by the environment", "models: {default: openai/gpt-4.1}", []string{key, "PLUMB_MODELS_DEFAULT=auto", "PLUMB_MODELS_POLICY=model-only"}, "", "model-only anthropic/claude-sonnet-4-5"},
		{"never", "models: {policy: builtin-only}", []string{key}, "", "builtin-only alone"},
		{"never, by default", "models: {default: builtin}", []string{key}, "", "builtin-only alone"},
		{"never, but now", "models: {policy: builtin-only}", []string{key}, "auto", "builtin-first anthropic/claude-sonnet-4-5"},
		{"always", "models: {policy: model-only}", []string{key}, "", "model-only anthropic/claude-sonnet-4-5"},
		{"always another", "models: {policy: model-only}", []string{other}, "openai/gpt-5", "model-only openai/gpt-5"},
		{"always, and there is none", "models: {policy: model-only}", nil, "", "models.policy (~/.plumb/config.yaml:1) allows only a language model, and none is set up"},
		{"no key", "", nil, "openai/gpt-5", "there is no key for OpenAI"},
		{"no provider", "models: {default: gpt-5}", nil, "", `~/.plumb/config.yaml:1: "gpt-5" does not say whose model it is`},
		{"a wrong chain", "models: {task_routing: {narration: {models: [antropic/x]}}}", []string{key}, "", `~/.plumb/config.yaml:1: "antropic" is not a provider that Plumb knows`},
		{"twice in a chain", "models: {task_routing: {narration: {models: [ollama/x, Ollama/x]}}}", []string{key}, "", `task_routing: narration names the model "ollama/x" twice, or not at all`},
		{"half a price", "models: {prices: {openai/gpt-5: {input: 1}}}", []string{key}, "", "~/.plumb/config.yaml:1 gives only part of the price of openai/gpt-5"},
		{"chains alone", "models: {task_routing: {sql_generation: {models: [ollama/x]}}}", nil, "", "builtin-first ollama/x"},
		{"a server of one's own", "", []string{"PLUMB_MODEL_URL=http://localhost:1/v1", "PLUMB_MODEL_NAME=m"}, "", "builtin-first url/m"},
		{"its address is missing", "", nil, "url/m", "there is no address for your own server"},
		{"Azure", "", []string{"AZURE_OPENAI_API_KEY=k", "AZURE_OPENAI_ENDPOINT=https://x", "AZURE_OPENAI_DEPLOYMENT=d"}, "", "builtin-first azure/d"},
		{"Vertex without a project", "", nil, "vertex/gemini-2.5-flash", "there is no project for Google Vertex AI"},
		{"Vertex without credentials", "", []string{"GOOGLE_CLOUD_PROJECT=p"}, "vertex/gemini-2.5-flash", "the credentials file of Google Cloud cannot be used"},
		{"a project of Google Cloud alone", "", []string{"GOOGLE_CLOUD_PROJECT=p"}, "", "builtin-first alone"},
		{"a project, and a key", "", []string{"GOOGLE_CLOUD_PROJECT=p", "XAI_API_KEY=k"}, "", "builtin-first xai/grok-4"},
		{"Vertex elsewhere", "", []string{"GOOGLE_CLOUD_PROJECT=p", "GOOGLE_CLOUD_LOCATION=evil.example/x"}, "vertex/gemini-2.5-flash", "GOOGLE_CLOUD_LOCATION contains characters that are not allowed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := &bench{t: t, home: t.TempDir(), brain: &scripted{}}
			b.configure(c.yaml)
			a, _, _ := b.app("")
			a.Environ = c.environ
			m, err := a.models(t.Context(), c.flag)
			got := ""
			switch {
			case err != nil:
				if got = fault.Of(err).Message; fault.Of(err).Hint == "" {
					t.Error("there is no hint")
				}
			case !m.canPlan():
				got = m.policy + " alone"
			default:
				got = m.policy + " " + m.router.Models(route.Job{Task: route.SQLGeneration})[0]
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// Credentials of Google Cloud open Vertex AI; nothing is asked before the first
// question.
func TestVertexOpens(t *testing.T) {
	b := &bench{t: t, home: t.TempDir(), brain: &scripted{}}
	file := filepath.Join(b.home, ".config", "gcloud", "application_default_credentials.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{"type": "authorized_user", "client_id": "i", "client_secret": "s", "refresh_token": "r"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	a, _, _ := b.app("")
	a.Environ = []string{"GOOGLE_CLOUD_PROJECT=p", "GOOGLE_CLOUD_LOCATION=europe-west1"}
	m, err := a.models(t.Context(), "vertex/gemini-2.5-flash")
	if err != nil || m.name != "vertex/gemini-2.5-flash" {
		t.Fatalf("got %+v, %v", m, err)
	}
}

// A folder may bring a key, and may not say where it goes.
func TestAnAddressInDotEnvIsRefused(t *testing.T) {
	b := newBench(t)
	a, _, errs := b.app("", "ask", "--db", b.db, "--model", "openai/gpt-5", "sure")
	if err := os.WriteFile(filepath.Join(a.Dir, ".env"), []byte("OPENAI_API_KEY=k\nOPENAI_BASE_URL=http://evil.example/v1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status := a.main(t.Context()); status != fault.ExitConfig || !strings.Contains(errs.String(), ".env:2: OPENAI_BASE_URL would decide where your questions are sent") {
		t.Errorf("status %d: %s", status, errs)
	}
}

func TestAKeyInDotEnvIsTaken(t *testing.T) {
	b := newBench(t)
	server := modeltest.NewScript(t, modeltest.Anthropic, "key sk-right\n"+planned+told)
	a, out, errs := b.app("", "ask", "--db", b.db, "unsure")
	a.Environ = []string{"ANTHROPIC_BASE_URL=" + server.URL}
	if err := os.WriteFile(filepath.Join(a.Dir, ".env"), []byte("ANTHROPIC_API_KEY='sk-right'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status := a.main(t.Context()); status != 0 || !strings.Contains(out.String(), "1,800") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}

// Each thing that is known of providers in several places is the same in all.
func TestProvidersAgree(t *testing.T) {
	names := func(field string) []string {
		f, _ := reflect.TypeFor[config.Models]().FieldByName(field)
		return strings.Split(f.Tag.Get("names"), "|")
	}
	var providers, tasks []string
	for _, p := range model.Providers() {
		providers = append(providers, p.Name)
	}
	for _, task := range route.Tasks() {
		tasks = append(tasks, string(task))
	}
	if got := names("Limits"); !slices.Equal(got, providers) {
		t.Errorf("the configuration knows the providers %q, and model %q", got, providers)
	}
	if got := names("TaskRouting"); !slices.Equal(got, tasks) {
		t.Errorf("the configuration knows the tasks %q, and route %q", got, tasks)
	}
}

func TestModelsWithoutAny(t *testing.T) {
	b := newBench(t)
	status, out, errs := b.with(nil, "models")
	if status != 0 || !strings.Contains(out, "no language model is used") || !strings.Contains(out, "ANTHROPIC_API_KEY") ||
		!strings.Contains(out, "ollama pull") || !strings.Contains(out, "PLUMB_MODEL_URL") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
	if status, out, errs = b.with(nil, "models", "test"); status == 0 || !strings.Contains(errs, "no language model is set up to test") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
	if status, out, errs = b.with(nil, "doctor"); !strings.Contains(out, "language models: none; the built-in parser answers") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}

// An Ollama on this machine is found when there is no key.
func TestOllamaIsFound(t *testing.T) {
	b := newBench(t)
	a, out, errs := b.app("", "models")
	a.Environ = []string{"OLLAMA_HOST=localhost:1234"}
	a.servers = func(base string) find.Probe {
		if base != "http://localhost:1234/v1" {
			t.Errorf("looked for at %s", base)
		}
		return func(context.Context) ([]string, error) {
			return []string{"qwen3:8b", "sqlcoder:7b", "nomic-embed-text"}, nil
		}
	}
	if status := a.main(t.Context()); status != 0 {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	for _, want := range []string{"ollama/qwen3:8b", "found Ollama", "free", "nomic-embed-text, sqlcoder:7b"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in %s", want, out)
		}
	}
}

const passing = `
key sk-right
model the-model
step words
want user has Count
say one two
say  three
usage input=20 output=5
stop ended
step tool
want tools has add
call add {"a": 2, "b": 3}
usage input=80 output=9
stop tool
step form
want force has report_word
call report_word {"word": "plumb", "letters": 5}
usage input=90 output=12
stop tool
`

var families = []struct {
	name   string
	format modeltest.Format
	path   string
}{{"anthropic", modeltest.Anthropic, ""}, {"openai", modeltest.OpenAI, "/v1"}, {"gemini", modeltest.Gemini, ""}}

func TestPreflight(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			b := newBench(t)
			b.configure("models: {prices: {" + f.name + "/the-model: {input: 3, output: 15}}}")
			server := modeltest.NewScript(t, f.format, passing)
			upper := strings.ToUpper(f.name)
			environ := []string{upper + "_API_KEY=sk-right", upper + "_BASE_URL=" + server.URL + f.path}
			status, out, errs := b.with(environ, "models", "test", f.name+"/the-model", "--json")
			if status != 0 {
				t.Fatalf("status %d: %s%s", status, out, errs)
			}
			var cards []card
			if err := json.Unmarshal([]byte(out), &cards); err != nil || len(cards) != 1 {
				t.Fatalf("%v: %s", err, out)
			}
			c := cards[0]
			var steps []string
			for _, s := range c.Steps {
				if s.OK {
					steps = append(steps, s.Name)
				}
			}
			if !c.OK || !slices.Equal(steps, []string{"text", "streaming", "tool call", "structured output"}) || c.Input != 190 || c.Output != 26 ||
				c.CostUSD == nil || *c.CostUSD != 0.00096 {
				t.Errorf("got %s", out)
			}
			// It counts as use.
			_, out, _ = b.with(environ, "models", "--json")
			var r modelsReport
			if err := json.Unmarshal([]byte(out), &r); err != nil || len(r.Usage) != 1 || r.Usage[0].Calls != 3 || r.Usage[0].Tokens.Input != 190 || r.Usage[0].Unpriced != 0 {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// Servers of one's own, Ollama and Azure are reached where the environment says.
func TestPreflightElsewhere(t *testing.T) {
	keyless := strings.Replace(passing, "key sk-right", "keyless\ncompatible", 1)
	for _, c := range []struct {
		name, script string
		environ      func(url string) []string
	}{
		{"url/the-model", keyless, func(url string) []string { return []string{"PLUMB_MODEL_URL=" + url + "/v1"} }},
		{"url/the-model", strings.Replace(passing, "model the-model", "model the-model\ncompatible", 1), func(url string) []string {
			return []string{"PLUMB_MODEL_URL=" + url + "/v1", "PLUMB_MODEL_KEY=sk-right"}
		}},
		{"ollama/the-model", keyless, func(url string) []string { return []string{"OLLAMA_HOST=" + url} }},
		{"azure/the-model", strings.Replace(passing, "model the-model", "", 1), func(url string) []string {
			return []string{"AZURE_OPENAI_ENDPOINT=" + url, "AZURE_OPENAI_API_KEY=sk-right"}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := modeltest.NewScript(t, modeltest.OpenAI, c.script)
			status, out, errs := newBench(t).with(c.environ(server.URL), "models", "test", c.name)
			if status != 0 || !strings.Contains(out, "structured output") {
				t.Errorf("status %d: %s%s", status, out, errs)
			}
		})
	}
}

func TestPreflightOfWhatDoesNotWork(t *testing.T) {
	for _, f := range families {
		upper := strings.ToUpper(f.name)
		for _, c := range []struct {
			name, key, model string
			want             []string
		}{
			{"no key", "", "the-model", []string{"there is no key for", upper + "_API_KEY", "https://"}},
			{"a wrong key", "sk-wrong-1", "the-model", []string{upper + "_API_KEY", "https://"}},
			{"a wrong name", "sk-right", "the-modle", []string{"the-modle", "the-model"}},
		} {
			t.Run(f.name+" "+c.name, func(t *testing.T) {
				server := modeltest.NewScript(t, f.format, "key sk-right\nmodel the-model\n")
				status, out, errs := newBench(t).with([]string{upper + "_API_KEY=" + c.key, upper + "_BASE_URL=" + server.URL + f.path}, "models", "test", f.name+"/"+c.model)
				if status == 0 || strings.Contains(out+errs, "sk-wrong-1") {
					t.Errorf("status %d: %s%s", status, out, errs)
				}
				for _, w := range c.want {
					if !strings.Contains(out, w) {
						t.Errorf("%q is not said: %s%s", w, out, errs)
					}
				}
			})
		}
	}
}

// A model for embedding is listed as one, and tested by what it is for.
func TestModelsForEmbedding(t *testing.T) {
	b := newBench(t)
	b.configure("models: {default: openai/the-model, task_routing: {embedding: {models: [openai/odd, anthropic/none]}}}")
	server := modeltest.NewScript(t, modeltest.OpenAI, "key sk-right\nmodel odd\nstep vectors\non embed\n")
	environ := []string{"OPENAI_API_KEY=sk-right", "ANTHROPIC_API_KEY=sk-other", "OPENAI_BASE_URL=" + server.URL + "/v1"}
	status, out, errs := b.with(environ, "models", "test", "openai/odd")
	if status != 0 || !strings.Contains(out, "embedding: ") || !strings.Contains(out, " numbers a text") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
	if status, out, errs = b.with(environ, "models", "test", "anthropic/none"); status == 0 || !strings.Contains(out, "Anthropic has no models for embedding") || !strings.Contains(out, "openai/text-embedding-3-small") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
	status, out, errs = b.with(environ, "models", "--json")
	var r modelsReport
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	embeds := map[string]bool{}
	for _, l := range r.Models {
		embeds[l.Name] = l.Embeds
	}
	if !embeds["openai/odd"] || embeds["openai/the-model"] {
		t.Errorf("got %s", out)
	}
}

// Who tests a model waits less long for it than who asks it something.
func TestTestsOfModelsAreShort(t *testing.T) {
	for _, provider := range []string{"anthropic", "ollama"} {
		i := model.Info{Provider: provider}
		asked, tested := (&app{}).patience(i).Begin, (&app{testing: true}).patience(i).Begin
		if tested <= 0 || tested >= asked {
			t.Errorf("%s: %s when asked, %s when tested", provider, asked, tested)
		}
	}
}
