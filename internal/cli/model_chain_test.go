package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// chain runs plumb with a chain of two scripted providers: Anthropic, then
// OpenAI.
type chain struct {
	*bench
	environ []string
}

func newChain(t *testing.T, first, second string) *chain {
	t.Helper()
	b := newBench(t)
	b.configure(`models:
  task_routing:
    sql_generation: {models: [anthropic/claude-sonnet-4-5, openai/gpt-4.1]}
    narration: {models: [openai/gpt-4.1]}
  prices:
    openai/gpt-4.1: {input: 2, output: 8}
    anthropic/claude-sonnet-4-5: {input: 3, output: 15}
`)
	return &chain{bench: b, environ: []string{
		"ANTHROPIC_API_KEY=sk-right", "ANTHROPIC_BASE_URL=" + modeltest.NewScript(t, modeltest.Anthropic, "key sk-right\n"+first).URL,
		"OPENAI_API_KEY=sk-right", "OPENAI_BASE_URL=" + modeltest.NewScript(t, modeltest.OpenAI, "key sk-right\n"+second).URL + "/v1",
	}}
}

func (c *chain) ask(args ...string) (status int, out, errs string) {
	c.t.Helper()
	return c.with(c.environ, append([]string{"ask", "--db", c.db}, args...)...)
}

const planned = `step plan
want force has plan_query
call plan_query {"reasoning": "sales by channel", "sql": "SELECT channel, sum(amount) AS total FROM sales GROUP BY channel"}
usage input=1000 output=100
stop tool
`

const told = `step tell
want force has narrate_results
call narrate_results {"narrative": "shop leads with 1,800."}
usage input=500 output=50
stop tool
`

func TestTheNextModelIsAsked(t *testing.T) {
	malformed := "step bad\ntimes 3\ncall plan_query {\"sql\": 5}\nusage input=10 output=1\nstop tool\n"
	for _, c := range []struct{ name, first, reason string }{
		{"after a failure", "step no\nfail wrong_key\n", "LLM_AUTH"},
		{"after output that cannot be used", malformed, "LLM_MALFORMED"},
		{"when it would take too long to come back", "step no\nfail rate_limit after=900s\n", "LLM_RATE_LIMIT"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newChain(t, c.first, planned+told)
			status, out, errs := x.ask("--events", "unsure")
			if status != 0 {
				t.Fatalf("status %d: %s%s", status, out, errs)
			}
			if !strings.Contains(out, "model.escalated") || !strings.Contains(out, c.reason) || !strings.Contains(out, `"from":"anthropic/claude-sonnet-4-5","to":"openai/gpt-4.1"`) {
				t.Errorf("the escalation is not told: %s", out)
			}
			lines := strings.Split(strings.TrimSpace(out), "\n")
			cell, err := session.ParseCell([]byte(lines[len(lines)-1]))
			if err != nil {
				t.Fatalf("%v: %s", err, lines[len(lines)-1])
			}
			// 1,500 tokens read and 150 written, and what the first one took.
			if cell.SQL.GeneratedBy != "openai/gpt-4.1" || cell.Narrative.By != "openai/gpt-4.1" || cell.Metadata.CostUSD < 0.0042 || cell.Metadata.CostUSD > 0.0045 {
				t.Errorf("got %s", lines[len(lines)-1])
			}
			r := x.report()
			calls, failed, escalated := 0, 0, 0
			for _, u := range r.Usage {
				calls += u.Calls
				failed += u.Failed
				escalated += u.Escalated
			}
			if calls < 3 || escalated != 1 || c.reason != "LLM_MALFORMED" && failed != 1 {
				t.Errorf("usage is %+v", r.Usage)
			}
		})
	}
}

func (c *chain) report() modelsReport {
	c.t.Helper()
	_, out, errs := c.with(c.environ, "models", "--json")
	var r modelsReport
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		c.t.Fatalf("%v: %s%s", err, out, errs)
	}
	return r
}

// A provider that says when to come back is obeyed, and nobody else is asked.
func TestAModelThatComesBackIsWaitedFor(t *testing.T) {
	x := newChain(t, "step wait\nfail rate_limit after=1s\n"+planned, told)
	status, out, errs := x.ask("--json", "unsure")
	if status != 0 || !strings.Contains(out, `"generated_by": "anthropic/claude-sonnet-4-5"`) {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	for _, u := range x.report().Usage {
		if u.Escalated != 0 || u.Failed != 0 || strings.HasPrefix(u.Model, "anthropic") && u.Tries != 2 {
			t.Errorf("usage is %+v", u)
		}
	}
}

func TestWithAllModelsGonePlumbSaysWhy(t *testing.T) {
	x := newChain(t, "step no\nfail wrong_key\n", "step no\nfail wrong_key\n")
	status, out, errs := x.ask("unsure")
	if status != 0 || !strings.Contains(out, "I'm not sure how to read this") || !strings.Contains(errs, "none of 2 models could do the task sql_generation") || !strings.Contains(errs, "asking openai/gpt-4.1") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}

// A narrator that fails does not take the story away.
func TestTheBuiltInNarratorStandsIn(t *testing.T) {
	x := newChain(t, planned, "step no\nfail wrong_key\n")
	status, out, errs := x.ask("unsure")
	if status != 0 || !strings.Contains(out, "1,800") || !strings.Contains(out+errs, "the built-in narrator tells this") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}

func TestModelOnly(t *testing.T) {
	b := newBench(t)
	server := modeltest.NewScript(t, modeltest.Anthropic, planned+told)
	status, out, errs := b.with([]string{"ANTHROPIC_API_KEY=k", "ANTHROPIC_BASE_URL=" + server.URL, "PLUMB_MODELS_POLICY=model-only"}, "ask", "--db", b.db, "--json", "sure")
	if status != 0 || !strings.Contains(out, `"generated_by": "anthropic/claude-sonnet-4-5"`) {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}

// What is written for complex work is asked after a statement that failed; it
// sees what failed, and so does the next question.
func TestComplexWorkAndWhatFailed(t *testing.T) {
	b := newBench(t)
	b.configure("models: {task_routing: {sql_generation: {models: [anthropic/small], high_complexity_models: [anthropic/large]}, narration: {models: [anthropic/small]}}}")
	server := modeltest.NewScript(t, modeltest.Anthropic, `
step plan
want model has small
call plan_query {"reasoning": "r", "sql": "SELECT chanel FROM sales"}
stop tool
step repair
want model has large
want user has chanel
call plan_query {"reasoning": "r", "sql": "SELECT count(*) AS n FROM sales"}
stop tool
step tell
want model has small
call narrate_results {"narrative": "There are 60 sales."}
stop tool
step next question
want model has small
want user has Do not make the same mistakes again
want user has SELECT chanel FROM sales
call plan_query {"reasoning": "r", "missing": "nothing about that"}
stop tool
`)
	a, out, errs := b.app("unsure\nunicorns\n", "--db", b.db, "--json")
	a.Environ = []string{"ANTHROPIC_API_KEY=k", "ANTHROPIC_BASE_URL=" + server.URL}
	if status := a.main(t.Context()); status != 0 {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}

// Looking around goes along a chain too, and what one model began it ends.
func TestLookingAroundGoesAlongTheChain(t *testing.T) {
	x := newChain(t, "step no\nfail wrong_key\n", `step look
want tools has list_tables
call list_tables {}
usage input=1000 output=100
stop tool
step answer
say There are two tables.
usage input=1000 output=100
stop ended
`)
	x.configure(`models:
  task_routing:
    planning: {models: [anthropic/claude-sonnet-4-5, openai/gpt-4.1]}
    sql_generation: {models: [openai/gpt-4.1]}
  prices:
    openai/gpt-4.1: {input: 2, output: 8}
`)
	status, out, errs := x.ask("--explore", "--events", "what is in here?")
	if status != 0 || strings.Count(out, "model.escalated") != 1 {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	cell, err := session.ParseCell([]byte(lines[len(lines)-1]))
	if err != nil || cell.Metadata.Model != "openai/gpt-4.1" || cell.Metadata.CostUSD < 0.0055 || cell.Metadata.CostUSD > 0.0057 {
		t.Errorf("%v: %s", err, lines[len(lines)-1])
	}
}
