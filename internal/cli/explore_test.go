package cli

import (
	"context"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/opinion"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

const lookAround = `
step look
want tools has execute_query
call list_tables {}
call execute_query {"sql": "SELECT channel, sum(amount) AS total FROM sales GROUP BY channel ORDER BY total DESC"}
usage input=500 output=30
stop tool
step say
want user has 1800
say shop leads with 1,800, and web has 945. Profits rose by 77%.
usage input=600 output=20
stop ended
step say again
want user has 77%
say shop leads with 1,800, and web has 945. Profits rose by 77%.
stop ended
`

func TestAModelLooksAround(t *testing.T) {
	status, out, errs := newBench(t).askModel(lookAround, "--explore", "what stands out?")
	if status != 0 {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	contains(t, "the answer", out, "shop leads with 1,800", "Sources", "[1] 2 rows from sales", "as anthropic/claude-sonnet-4-5 reads it")
	contains(t, "what is seen meanwhile", errs, "list_tables", "execute_query", "[1] 2 rows")
	if strings.Contains(out, "77") {
		t.Errorf("a claim that nothing supports was told:\n%s", out)
	}
}

func TestAQuestionThatNeedsLookingAroundTakesThatWay(t *testing.T) {
	b := newBench(t)
	status, out, errs := b.askModel(`
step plan
call plan_query {"reasoning": "the data must be looked at first", "explore": true}
usage input=100 output=10
stop tool
`+strings.TrimPrefix(lookAround, "\n"), "--json", "unsure")
	if status != 0 {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	c, err := session.ParseCell([]byte(out))
	if err != nil || len(c.Sources) != 1 || c.Metadata.Tokens == nil || c.Metadata.Tokens.Input < 1200 {
		t.Fatalf("%v\n%s", err, out)
	}
	_, list, _ := b.run("", "audit", "--json")
	if strings.Count(list, `"question"`) != 1 || !strings.Contains(list, `"success"`) {
		t.Errorf("the audit has\n%s", list)
	}
}

func TestLookingAroundNeedsAModel(t *testing.T) {
	status, out, errs := newBench(t).ask("what stands out?", "--explore")
	if status == 0 || out != "" || !strings.Contains(errs, "language model") || !strings.Contains(errs, "plumb models") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}

// doubter is a brain that has an opinion.
type doubter struct {
	brain.Brain
	opinion opinion.Opinion
	of      **brain.Answer
}

func (d doubter) Opinion(_ context.Context, _ brain.Question, _ string, a *brain.Answer) opinion.Opinion {
	*d.of = a
	return d.opinion
}

func TestASecondOpinionIsToldAndOverridesNothing(t *testing.T) {
	const script = `
step plan
call plan_query {"reasoning": "all sales", "sql": "SELECT count(*) AS n FROM sales"}
stop tool
step tell
call narrate_results {"narrative": "There are 60 sales."}
stop tool
`
	for _, c := range []struct {
		opinion opinion.Opinion
		want    []string
		outcome string
	}{
		{opinion.Opinion{Verdict: opinion.Agrees, Reading: "the number of sales", Confidence: 0.95}, []string{"in the same way"}, "sure"},
		{opinion.Opinion{Verdict: opinion.Differs, Reading: "the number of sales", Differences: []string{"another measure"}, Confidence: 0.4},
			[]string{"the built-in parser reads the question differently: another measure"}, "likely"},
		{opinion.Opinion{Verdict: opinion.CannotSay, Confidence: 0.42, Findings: []fault.Diagnostic{{Severity: fault.Warning, Code: opinion.NoSuchValue, Message: "no sale has the channel shopp"}}},
			[]string{"no sale has the channel shopp"}, "likely"},
	} {
		b := newBench(t)
		var heard *brain.Answer
		b.around = func(inner brain.Brain) brain.Brain { return doubter{inner, c.opinion, &heard} }
		status, out, errs := b.askModel(script, "--json", "unsure")
		if status != 0 {
			t.Fatalf("status %d: %s%s", status, out, errs)
		}
		cell, err := session.ParseCell([]byte(out))
		if err != nil || cell.SQL.Query != "SELECT count(*) AS n FROM sales" || cell.Reading.Outcome != c.outcome || cell.Reading.Confidence != c.opinion.Confidence {
			t.Errorf("%v\n%s", err, out)
		}
		contains(t, "the cell", out, c.want...)
		if heard == nil || len(heard.Readings) == 0 {
			t.Error("the opinion was not told how the brain reads the question")
		}
		if c.opinion.Verdict == opinion.Differs && len(cell.Reading.Others) == 0 {
			t.Error("the other reading is not offered")
		}
	}
}
