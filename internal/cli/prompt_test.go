package cli

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
)

func TestPlumbAloneWithNothingToReadHelps(t *testing.T) {
	for _, input := range []string{"", "\n  \n"} {
		status, out, _ := newBench(t).run(input)
		if status != 0 || !strings.Contains(out, "plumb demo creates") {
			t.Errorf("%q: status %d\n%s", input, status, out)
		}
	}
}

func TestAConversation(t *testing.T) {
	b := newBench(t)
	status, out, errs := b.run("likely\n\nonly tents\n/sql\n/reading\n/new\nsure\n/quit\nnever\n", "--db", b.db)
	if status != 0 {
		t.Fatalf("status %d: %s", status, errs)
	}
	contains(t, "output", out, "› likely\n", "1,395", "I read this as: the total amount", "› only tents\n", "Read as: the number of products named tent", "follow-up", "1 figure matches the rows\n",
		"› /sql\nSELECT count(*) AS n", "› /reading\nThe number of products")
	if n := len(b.brain.asked); n != 3 {
		t.Fatalf("%d questions were asked", n)
	}
	if before := b.brain.asked[0].Before; before != nil {
		t.Errorf("the first question follows %q", before.SQL)
	}
	if before := b.brain.asked[1].Before; before == nil || before.SQL != perProduct.SQL {
		t.Errorf("the second question follows %v", before)
	}
	if before := b.brain.asked[2].Before; before != nil {
		t.Errorf("after /new a question follows %q", before.SQL)
	}
}

func TestUndoGoesBack(t *testing.T) {
	b := newBench(t)
	status, out, errs := b.run("sure\nonly tents\nunicorns\n/undo\nlikely\nundo\nunsure\n", "--db", b.db)
	if status != 0 || strings.Count(strings.ToLower(out), "the total amount of sales by product") != 5 { // asked twice, undone twice, offered
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
	want := map[string]string{"sure": "", "only tents": perProduct.SQL, "unicorns": onlyTents.SQL, "likely": perProduct.SQL, "unsure": perProduct.SQL}
	for _, q := range b.brain.asked {
		before, said := want[q.Text]
		if said && (q.Before == nil && before != "" || q.Before != nil && q.Before.SQL != before) {
			t.Errorf("%s follows %v, want %q", q.Text, q.Before, before)
		}
	}
}

// What is chosen is where the conversation goes on; what is only offered, or
// declined, is not.
func TestAConversationGoesOnFromWhatWasChosen(t *testing.T) {
	b := newBench(t)
	_, out, errs := b.run("sure\nunsure\nonly tents\nunsure\n2\nunicorns\nonly tents\n", "--db", b.db)
	contains(t, "output", out, "1, 2 or 3 shows it, and is remembered", "as you chose; remembered for next time")
	var got []string
	for _, q := range b.brain.asked {
		if q.Text == "only tents" {
			got = append(got, q.Before.SQL)
		}
	}
	if len(got) != 2 || got[0] != perProduct.SQL || got[1] != perSale.SQL {
		t.Errorf("follow-ups follow %q\n%s", got, errs)
	}
}

func TestCommandsOfAConversation(t *testing.T) {
	for _, c := range []struct{ input, want string }{
		{"/help", "/again N"},
		{"help", "/again N"},
		{"/tables", "products"},
		{"/sql", "there is no answer yet"},
		{"/again 2", "there is no question yet"},
		{"likely\n/again", "/again takes the number of a reading"},
		{"likely\n/again 7", "there is no reading 7"},
		{"likely\n/reading", "by    name of products"},
		{"likely\n1", "the amount of each sale"},
		{"likely\nonly tents\nUndo.\n/sql", "GROUP BY p.name ORDER BY p.name\n\n"},
		{"likely\n/undo\n/sql", "the next question starts over"},
		{"What tables are there?", "products"},
		{"?", "/again N"},
		{"/tabels", "did you mean /tables?"},
	} {
		b := newBench(t)
		_, out, errs := b.run(c.input+"\n", "--db", b.db)
		contains(t, c.input, out+errs, c.want)
	}
}

// A line that fails is told and does not end the conversation; the exit status
// tells scripts.
func TestAFailureEndsTheLineOnly(t *testing.T) {
	b := newBench(t)
	status, out, errs := b.run("broken\nsure\n", "--db", b.db)
	if status == 0 {
		t.Error("status 0")
	}
	contains(t, "output", out, "the total amount of sales by product", "nope")
	contains(t, "standard error", errs, "1 of 2 lines failed")
}

func TestAConversationInJSONIsALineEach(t *testing.T) {
	b := newBench(t)
	_, out, errs := b.run("sure\nbroken\n/tables\nunsure\n2\n", "--json", "--db", b.db)
	var outcomes []string
	for line := range strings.Lines(out) {
		var j struct {
			Reading struct{ Outcome string }
			Error   struct{ Code string }
		}
		if err := json.Unmarshal([]byte(line), &j); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		outcomes = append(outcomes, j.Reading.Outcome+j.Error.Code)
	}
	if got := strings.Join(outcomes, " "); !strings.HasPrefix(got, "sure ") || !strings.HasSuffix(got, " USAGE_ERROR unsure sure") || len(outcomes) != 5 {
		t.Errorf("%q\n%s", got, errs)
	}
}

// said are lines from a test, as if a person typed them.
type said []string

func (s *said) next(context.Context) (string, error) {
	if len(*s) == 0 {
		return "", io.EOF
	}
	line := (*s)[0]
	*s = (*s)[1:]
	return line, nil
}

func TestCtrlCStopsTheQuestionNotTheConversation(t *testing.T) {
	b := newBench(t)
	a, out, errs := b.app("")
	ctrlC := &attention{}
	b.brain.during = func(ctx context.Context) {
		if len(b.brain.asked) == 1 {
			ctrlC.interrupt()
			<-ctx.Done()
		}
	}
	if err := a.converse(t.Context(), askFlags{db: b.db}, &said{"likely", "sure"}, ctrlC, false); err != nil {
		t.Fatal(err)
	}
	contains(t, "standard error", errs.String(), "stopped")
	contains(t, "output", out.String(), "the total amount of sales by product")
	if ctrlC.interrupt() {
		t.Error("a question runs that has ended")
	}
}

func TestAPersonIsGreeted(t *testing.T) {
	b := newBench(t)
	b.brain.answers["How many sales are there per channel?"] = &brain.Answer{Outcome: brain.Likely, Readings: []brain.Reading{perSale}}
	a, out, _ := b.app("")
	if err := a.converse(t.Context(), askFlags{db: b.db}, &said{"broken"}, &attention{}, true); err != nil {
		t.Errorf("a person is told %v at the end", err)
	}
	contains(t, "output", out.String(), "Plumb on shop.", "For example:\n  How many sales are there per channel?")
}

// What the person wrote for a question answers it the next time, for this
// database, until they choose again.
func TestAnEditIsKnownLater(t *testing.T) {
	b := newBench(t)
	status, out, errs := b.run("sure\n/edit SELECT max(price) AS dearest FROM products\nonly tents\n", "--db", b.db)
	if status != 0 || !strings.Contains(out, "120") || !strings.Contains(out+errs, "starting a new question") {
		t.Fatalf("status %d\n%s%s", status, out, errs)
	}
	b.brain.answers["Sure?"] = b.brain.answers["sure"]
	const own, read = "  1  Your own statement for this question\n", "  1  The total amount"
	for _, step := range []struct {
		args  []string
		offer string
		is    bool // the person's own
	}{{nil, read, true}, {[]string{"--reading", "1"}, own, false}, {nil, own, false}, {[]string{"--reading", "1"}, read, true}, {nil, read, true}} {
		status, out, errs = b.ask(append([]string{"Sure?"}, step.args...)...)
		if status != 0 || strings.Contains(errs, "max(price)") != step.is || !strings.Contains(out, step.offer) {
			t.Errorf("%v: status %d\n%s%s", step, status, out, errs)
		}
	}
	// A question that is not understood is what they wrote.
	delete(b.brain.answers, "Sure?")
	if status, out, errs = b.ask("Sure?", "--json"); status != 0 || !strings.Contains(out, "max(price)") || !strings.Contains(out, `"remembered": true`) {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
	b.db = shop(t)
	b.brain.answers["Sure?"] = b.brain.answers["sure"]
	if _, out, _ := b.ask("Sure?", "--json"); strings.Contains(out, "max(price)") {
		t.Error("an edit for another database was used")
	}
}

// TestAnEditedFollowUpMeansNothingElsewhere: what the person wrote is offered
// after the same answer, and not after another.
func TestAnEditedFollowUpMeansNothingElsewhere(t *testing.T) {
	b := newBench(t)
	const edit = "/edit SELECT max(price) AS dearest FROM products\n"
	b.ok("sure\nonly tents\n"+edit+edit, "--db", b.db)
	if _, out, _ := b.ask("only tents", "--json"); strings.Contains(out, "max(price)") {
		t.Errorf("an edit of a follow-up was used without what it followed:\n%s", out)
	}
	if out, errs := b.ok("sure\nonly tents\n1\n", "--db", b.db); !strings.Contains(out, "Your own statement for this question") || !strings.Contains(errs, "max(price)") {
		t.Errorf("it was forgotten:\n%s%s", out, errs)
	}
}
