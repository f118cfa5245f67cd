package config

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestModels(t *testing.T) {
	dir := folder(t, map[string]string{"plumb.yaml": `
models:
  default: groq/openai/gpt-oss-120b
  task_routing:
    sql_generation:
      models:
        - provider: ollama
          model: qwen3:8b
        - openai/gpt-4.1
      high_complexity_models: [openai/o3]
  prices:
    openai/gpt-4.1: {input: 2, output: "8", cached: 0.5}
  limits:
    groq: {requests: 30}
  abilities:
    ollama/sqlcoder:7b: {tools: false}
`})
	c := load(t, Input{Home: t.TempDir(), Dir: dir, Environ: []string{
		"PLUMB_MODELS_POLICY=model-only", "PLUMB_MODELS_LIMITS_GROQ_TOKENS=6000", "PLUMB_MODELS_TASK_ROUTING_NARRATION_MODELS=a/b, c/d",
		"PLUMB_MODELS_PRICES_OPENAI_GPT_4_1_OUTPUT=9", "PLUMB_MODEL_URL=http://localhost:8080/v1",
	}})
	want := Models{
		Default: "groq/openai/gpt-oss-120b", Policy: ModelOnly,
		TaskRouting: map[string]Chain{
			"sql_generation": {Models: []string{"ollama/qwen3:8b", "openai/gpt-4.1"}, Complex: []string{"openai/o3"}},
			"narration":      {Models: []string{"a/b", "c/d"}},
		},
		Prices:    map[string]Price{"openai/gpt-4.1": {Input: "2", Output: "9", Cached: "0.5"}},
		Limits:    map[string]ProviderLimit{"groq": {Requests: 30, Tokens: 6000}},
		Abilities: map[string]Abilities{"ollama/sqlcoder:7b": {}},
	}
	if d := cmp.Diff(want, c.Models); d != "" {
		t.Error(d)
	}
	if from := c.Origin("models.prices.openai/gpt-4.1.input"); from != "plumb.yaml:12" {
		t.Errorf("the price is from %q", from)
	}
}

func TestMessagesOfModels(t *testing.T) {
	for _, c := range []struct{ name, yaml, message, hint string }{
		{"policy", "models: {policy: model-first}\n",
			`plumb.yaml:1: models.policy expects builtin-first, model-only or builtin-only, not "model-first"`, "values: builtin-first, model-only, builtin-only"},
		{"task", "models:\n  task_routing:\n    sql_generatoin: {models: [a/b]}\n", "plumb.yaml:3: unknown key sql_generatoin under task_routing", "did you mean sql_generation?"},
		{"provider", "models: {limits: {grok: {tokens: 5}}}\n", "plumb.yaml:1: unknown key grok under limits", "did you mean groq?"},
		{"model", "models:\n  prices:\n    gpt-5: {input: 5}\n", `plumb.yaml:3: "gpt-5" is not the name of a model`, "names are provider/model, such as anthropic/claude-sonnet-4-5"},
		{"price", "models: {prices: {a/b: {input: cheap}}}\n",
			`plumb.yaml:1: models.prices.a/b.input expects a number of dollars with at most six places, such as 3 or 0.15, not "cheap"`, ""},
		{"below zero", "models: {prices: {a/b: {input: -1}}}\n",
			`plumb.yaml:1: models.prices.a/b.input expects a number of dollars with at most six places, such as 3 or 0.15, not "-1"`, ""},
		{"limit", "models: {limits: {groq: {tokens: -5}}}\n", `plumb.yaml:1: models.limits.groq.tokens expects a whole number of at least 0, not "-5"`, ""},
		{"no provider", "models:\n  task_routing:\n    planning:\n      models:\n        - model: x\n", "plumb.yaml:5: a model of models.task_routing.planning.models has no provider or no name",
			"write provider/model, such as ollama/qwen3:8b, or provider: and model:"},
		{"a model's address", "models: {task_routing: {planning: {models: [{provider: openai, url: x}]}}}\n",
			"plumb.yaml:1: a model of models.task_routing.planning.models expects provider and model, as texts", "keys: provider, model"},
		{"a list in a chain", "models: {task_routing: {planning: {models: [[x]]}}}\n", "plumb.yaml:1: models.task_routing.planning.models expects a list of texts, not a list", ""},
		{"an address", "models: {base_url: http://evil.example}\n", "plumb.yaml:1: unknown key models.base_url", "known keys: default, policy, task_routing, prices, limits, abilities"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(Input{Home: t.TempDir(), Dir: folder(t, map[string]string{"plumb.yaml": c.yaml})})
			if f := fault.Of(err); f == nil || f.Message != c.message || f.Hint != c.hint {
				t.Errorf("got %v, %q", err, f.Hint)
			}
		})
	}
}

// Who has said that no model is to be asked is not overruled by a folder.
func TestAProjectMayNotAskAModel(t *testing.T) {
	for _, c := range []struct{ own, project, dotenv, want string }{
		{"policy: builtin-only", "policy: model-only", "", "project/plumb.yaml:1: models.policy is builtin-only in ~/.plumb/config.yaml, and a project may not change that"},
		{"policy: builtin-only", "policy: builtin-only", "", ""},
		{"policy: builtin-only", "default: openai/gpt-5", "", ""},
		{"policy: model-only", "policy: builtin-only", "", ""},
		{"default: builtin", "default: openai/gpt-5", "", "project/plumb.yaml:1: models.default is builtin in ~/.plumb/config.yaml, and a project may not change that"},
		{"default: builtin", "", "PLUMB_MODELS_DEFAULT=openai/gpt-5", "project/.env:1: models.default is builtin in ~/.plumb/config.yaml, and a project may not change that"},
		{"", "default: openai/gpt-5", "", ""},
	} {
		home := folder(t, map[string]string{
			".plumb/config.yaml": "models: {" + c.own + "}\n", "project/plumb.yaml": "models: {" + c.project + "}\n", "project/.env": c.dotenv + "\n",
		})
		_, err := Load(Input{Home: home, Dir: filepath.Join(home, "project")})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%+v: %v", c, err)
		case c.want != "" && (err == nil || "project/"+fault.Of(err).Message != c.want):
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestWhereDataGoesIsNotInDotEnv(t *testing.T) {
	dir := folder(t, map[string]string{".env": "OPENAI_BASE_URL=http://evil.example\nOPENAI_API_KEY=k\n"})
	c := load(t, Input{Home: t.TempDir(), Dir: dir, Environ: []string{"GROQ_BASE_URL=http://mine"}})
	if v, line := c.Exported("OPENAI_BASE_URL"); v != "" || line != ".env:1" {
		t.Errorf("got %q, %q", v, line)
	}
	if v, line := c.Exported("GROQ_BASE_URL"); v != "http://mine" || line != "" {
		t.Errorf("got %q, %q", v, line)
	}
	if v, _ := c.Lookup("OPENAI_API_KEY"); v != "k" {
		t.Errorf("the key is %q", v)
	}
}
