package cli

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// asked runs plumb ask over the shop with a scripted provider behind the
// scripted brain.
func (b *bench) askModel(script string, args ...string) (status int, out, errs string) {
	b.t.Helper()
	server := modeltest.NewScript(b.t, modeltest.Anthropic, script)
	a, o, e := b.app("", append([]string{"ask", "--db", b.db, "--model", "anthropic/claude-sonnet-4-5"}, args...)...)
	a.Environ = []string{"ANTHROPIC_API_KEY=sk-right", "ANTHROPIC_BASE_URL=" + server.URL}
	status = a.main(b.t.Context())
	return status, o.String(), e.String()
}

func TestAModelAnswersWhatTheBuiltInBrainIsNotSureOf(t *testing.T) {
	b := newBench(t)
	status, out, errs := b.askModel(`
key sk-right
step plan
want system has <schema
want user has unsure
want force has plan_query
call plan_query {"reasoning": "sales by channel", "sql": "SELECT channel, sum(amount) AS total FROM sales GROUP BY channel", "assumption": "all years count"}
usage input=900 output=40
stop tool
step tell
want user has sum(amount)
want not user has product_id
call narrate_results {"narrative": "shop leads with 1,800, and web has 945."}
usage input=200 output=20
stop tool
`, "--json", "unsure")
	if status != 0 {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	c, err := session.ParseCell([]byte(out))
	if err != nil {
		t.Fatal(err)
	}
	if c.SQL.GeneratedBy != "anthropic/claude-sonnet-4-5" || c.Reading.Outcome != "likely" || len(c.Reading.Assumptions) != 1 || c.Metadata.Tokens == nil ||
		c.Metadata.Tokens.Input != 1100 || c.Narrative == nil || len(c.Narrative.DataReferences) < 2 {
		t.Errorf("got\n%s", out)
	}
}

func TestWhatTheBuiltInBrainIsSureOfCostsNothing(t *testing.T) {
	status, out, errs := newBench(t).askModel("key sk-right\n", "sure")
	if status != 0 || !strings.Contains(out, "1,395") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}

func TestAModelRepairsItsStatement(t *testing.T) {
	status, out, errs := newBench(t).askModel(`
step plan
call plan_query {"reasoning": "r", "sql": "SELECT chanel FROM sales"}
stop tool
step repair
want user has not found
call plan_query {"reasoning": "r", "sql": "DELETE FROM sales"}
stop tool
step repair again
want user has DELETE
call plan_query {"reasoning": "r", "sql": "SELECT count(*) AS n FROM sales"}
stop tool
step tell
call narrate_results {"narrative": "There are 60 sales, and they fell 40%."}
stop tool
step tell again
want user has 40%
call narrate_results {"narrative": "There are 60 sales. They fell 40%."}
stop tool
`, "--json", "unicorns")
	if status != 0 {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	c, err := session.ParseCell([]byte(out))
	if err != nil {
		t.Fatal(err)
	}
	if c.Metadata.RetryCount != 2 || len(c.Metadata.Attempts) != 3 || c.Metadata.Attempts[1].Status != "refused" || c.Narrative == nil || c.Narrative.Text != "There are 60 sales." {
		t.Errorf("got\n%s", out)
	}
}

// A model that cannot be asked does not take away what the built-in brain reads.
func TestWithoutItsModelPlumbAnswersAllTheSame(t *testing.T) {
	status, out, errs := newBench(t).askModel("step no\nfail wrong_key\n", "likely")
	if status != 0 || !strings.Contains(out, "1,395") || !strings.Contains(errs, "the model could not be used") || strings.Contains(errs, "sk-right") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}

// Nor what it says of a question that it cannot answer, and why nobody else was
// asked.
func TestWithoutItsModelPlumbSaysWhatCanBeAsked(t *testing.T) {
	for question, want := range map[string]string{
		"unicorns": "! Nothing in this database seems to hold unicorns.",
		"unsure":   "! I'm not sure how to read this",
	} {
		status, out, errs := newBench(t).askModel("step no\nfail wrong_key\n", question)
		if status != 0 || !strings.Contains(out, want) || !strings.Contains(errs, "the model could not be used: anthropic does not accept the key") {
			t.Errorf("%s: status %d: %s%s", question, status, out, errs)
		}
	}
}

func TestNoKeyWrongNames(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ model, want string }{
		{"anthropic/claude-sonnet-4-5", "ANTHROPIC_API_KEY"},
		{"antropic/claude", "anthropic"},
		{"gpt", "provider/model"},
	} {
		status, out, errs := b.ask("sure", "--model", c.model)
		if status == 0 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%s: status %d: %s%s", c.model, status, out, errs)
		}
	}
}
