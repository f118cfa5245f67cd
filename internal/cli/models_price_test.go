package cli

import (
	"testing"

	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// What a model without a price took is told as unknown, wherever costs are.
func TestAnUnknownPriceIsNoCostOfNothing(t *testing.T) {
	for _, c := range []struct{ yaml, cost, one, list string }{
		{"", "cost                   unknown", "unknown: the configuration has no price for anthropic/claude-sonnet-4-5", "1650  null"},
		{"models: {prices: {anthropic/claude-sonnet-4-5: {input: 1, output: 2}}}", "cost                   $0.0018", "0.0018 USD", "1650  0.0018"},
	} {
		b := newBench(t)
		b.configure(c.yaml)
		server := modeltest.NewScript(t, modeltest.Anthropic, "key sk-right\n"+planned+told)
		env := []string{"ANTHROPIC_API_KEY=sk-right", "ANTHROPIC_BASE_URL=" + server.URL}
		run := func(stdin string, args ...string) string {
			a, out, errs := b.app(stdin, args...)
			a.Environ = env
			if status := a.main(t.Context()); status != 0 {
				t.Fatalf("status %d: %s", status, errs)
			}
			return out.String()
		}
		contains(t, "the conversation", run("unsure\n/cost\n", "--db", b.db), c.cost)
		contains(t, "the question", run("", "audit", "1"), c.one)
		contains(t, "the list", run("", "audit"), c.list)
	}
}
