package cli

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// A model that cannot be forced to call a tool is asked to, and that is learned.
func TestAModelThatCannotBeForced(t *testing.T) {
	const refused = `step refused
want force has plan_query
answer 400
  {"type": "error", "error": {"type": "invalid_request_error", "message": "tool_choice: forced tool use is not supported for this model"}}
`
	const words = `want not force has plan_query
want system has Answer with one call of the tool plan_query
call plan_query {"reasoning": "sales by channel", "sql": "SELECT channel, sum(amount) AS total FROM sales GROUP BY channel"}
usage input=900 output=40
stop tool
`
	const story = `step tell
want system has Answer with one call of the tool narrate_results
call narrate_results {"narrative": "shop leads with 1,800."}
stop tool
`
	status, out, errs := newBench(t).askModel(refused+"step asked\n"+words+story, "--model", "anthropic/claude-sonnet-5-5", "unsure")
	if status != 0 || !strings.Contains(out, "1,800") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
	// A request that is wrong in another way is refused each time, and said once.
	const wrong = "step wrong\ntimes 3\nanswer 400\n  {\"type\": \"error\", \"error\": {\"type\": \"invalid_request_error\", \"message\": \"messages: too odd\"}}\n"
	if status, out, errs = newBench(t).askModel(wrong, "unsure"); status != 0 || !strings.Contains(errs, "anthropic refused the request") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}

// A model that turns out to know no tools is told of them in words.
func TestAModelThatKnowsNoTools(t *testing.T) {
	b := newBench(t)
	server := modeltest.NewScript(t, modeltest.OpenAI, `
keyless
compatible
step refused, forced and asked
times 2
want tools has plan_query
answer 400
  {"error": {"message": "registry.ollama.ai/library/odd:1b does not support tools", "type": "invalid_request_error", "param": null, "code": null}}
step in words
want not tools has plan_query
want system has plan_query
say {"calls": [{"name": "plan_query", "arguments": {"reasoning": "by channel", "sql": "SELECT channel, sum(amount) AS total FROM sales GROUP BY channel"}}]}
step told in words at once
want not tools has narrate_results
say {"calls": [{"name": "narrate_results", "arguments": {"narrative": "shop leads with 1,800."}}]}
`)
	status, out, errs := b.with([]string{"OLLAMA_HOST=" + server.URL}, "ask", "--db", b.db, "--model", "ollama/odd:1b", "unsure")
	if status != 0 || !strings.Contains(out, "1,800") || !strings.Contains(out, "ollama/odd:1b") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}
