package cli

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3" // makes the shop

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/terminal"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// scripted is a brain that answers what it was told to.
type scripted struct {
	answers map[string]*brain.Answer
	mu      sync.Mutex // a server looks for questions to offer while it is asked
	asked   []brain.Question
	ix      *index.Index
	during  func(ctx context.Context) // is called while it thinks
}

func (s *scripted) Read(ctx context.Context, q brain.Question) (*brain.Answer, error) {
	s.mu.Lock()
	s.asked = append(s.asked, q)
	s.mu.Unlock()
	if s.during != nil {
		s.during(ctx)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if a, ok := s.answers[q.Text]; ok {
		if len(a.Unsaid) > 0 {
			one := *a
			one.Unsaid = slices.Clone(a.Unsaid)
			for i := range one.Unsaid {
				one.Unsaid[i].Take(q.Said)
			}
			a = &one
		}
		return a, nil
	}
	return &brain.Answer{Outcome: brain.Declined, Confidence: 0.9, Missing: "Nothing in this database seems to hold " + q.Text + "."}, nil
}

func (s *scripted) Index() *index.Index { return s.ix }

func (s *scripted) open(ctx context.Context, c *connection.Connection, _ string) (brain.Brain, error) {
	snapshot, err := c.Schema(ctx, connection.Full)
	if err != nil {
		return nil, err
	}
	s.ix, err = index.Build(ctx, snapshot, index.FromConnection(c))
	return s, err
}

var (
	perProduct = brain.Reading{SQL: "SELECT p.name, sum(s.amount) AS total\nFROM sales s JOIN products p ON p.id = s.product_id GROUP BY p.name ORDER BY p.name",
		Sentence: "the total amount of sales by product.", Clauses: []brain.Clause{{Label: "show", Text: "total amount"}, {Label: "by", Text: "name of products"}},
		Tables: []string{"sales", "products"}, Probability: 0.6}
	perSale = brain.Reading{SQL: "SELECT id, amount FROM sales ORDER BY id", Sentence: "the amount of each sale", Probability: 0.25}
	average = brain.Reading{SQL: "SELECT avg(amount) AS mean FROM sales", Sentence: "the average amount of sales", Probability: 0.1,
		Notes: []string{"sales is joined over a key that nobody declared"}}
	onlyTents = brain.Reading{SQL: "SELECT count(*) AS n FROM products WHERE name = 'tent'", Sentence: "the number of products named tent", FollowUp: true, Probability: 0.9}
)

func answers() map[string]*brain.Answer {
	all := func() []brain.Reading { return []brain.Reading{perProduct, perSale, average} }
	return map[string]*brain.Answer{
		"sure":   {Outcome: brain.Sure, Confidence: 0.934, Readings: all()},
		"likely": {Outcome: brain.Likely, Confidence: 0.712, Readings: all()},
		"unsure": {Outcome: brain.Unsure, Confidence: 0.31, Readings: all()},
		"which":  {Outcome: brain.Unsure, Confidence: 0.31, Readings: all(), Clarify: &brain.Clarification{Question: "By sales, do you mean their amount or each of them?", Choices: []brain.Choice{{Text: "amount", Reading: 0}, {Text: "each of them", Reading: 1}}}},
		"vague": {Outcome: brain.Unsure, Confidence: 0.31, Readings: all()[:1], Unsaid: []brain.Unsaid{
			{Key: "size", Question: "Which sales count as large?", Choices: []brain.Saying{{Text: "at least 100", Value: "100"}, {Text: "at least 50", Value: "50"}}},
			{Key: "rows", Question: "How many of them?", Choices: []brain.Saying{{Text: "the first 5", Value: "5"}, {Text: "the first 10", Value: "10"}}}}},
		"noted":      {Outcome: brain.Likely, Confidence: 0.5, Readings: []brain.Reading{average}},
		"nothing":    {Outcome: brain.Sure, Confidence: 0.9, Readings: []brain.Reading{{SQL: "SELECT id FROM sales WHERE id < 0", Sentence: "sales below zero"}}},
		"broken":     {Outcome: brain.Sure, Confidence: 0.9, Readings: []brain.Reading{{SQL: "SELECT nope FROM sales", Sentence: "nope"}}},
		"only tents": {Outcome: brain.Sure, Confidence: 0.9, Readings: []brain.Reading{onlyTents}},
	}
}

// shop makes a small SQLite file.
func shop(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shop.db")
	testbed.SQLite(t, path, `
		CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL);
		INSERT INTO products VALUES (1, 'tent', 120), (2, 'stove', 45.5), (3, 'mat', 20);
		CREATE TABLE sales (id INTEGER PRIMARY KEY, product_id INTEGER REFERENCES products, amount REAL, channel TEXT);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 60)
		INSERT INTO sales SELECT i, 1 + i % 2, i * 1.5, CASE WHEN i % 3 THEN 'shop' ELSE 'web' END FROM n`)
	return path
}

// bench runs commands over the shop with a scripted brain and one home folder.
type bench struct {
	t     *testing.T
	db    string
	home  string
	brain *scripted
	keys  string // that are pressed; "" means that nobody types
	// around puts something around the brain; may be nil.
	around func(brain.Brain) brain.Brain
}

func newBench(t *testing.T) *bench {
	return &bench{t: t, db: shop(t), home: t.TempDir(), brain: &scripted{answers: answers()}}
}

func (b *bench) app(stdin string, args ...string) (*app, *strings.Builder, *strings.Builder) {
	var out, errs strings.Builder
	a := newApp(Process{Args: args, Dir: b.t.TempDir(), Home: b.home, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs,
		Now: func() time.Time { return time.Date(2025, 11, 15, 12, 0, 0, 0, time.UTC) }})
	a.intents = nil // its questions are single words
	a.brains = func(ctx context.Context, conn *connection.Connection, cache string) (brain.Brain, error) {
		made, err := b.brain.open(ctx, conn, cache)
		if err == nil && b.around != nil {
			made = b.around(made)
		}
		return made, err
	}
	a.servers = nil // whatever runs on the machine that tests
	if b.keys != "" {
		a.out = terminal.Screen{Width: 80}
		a.press = func(context.Context) (byte, error) {
			if b.keys == "" {
				return 0, io.EOF
			}
			k := b.keys[0]
			b.keys = b.keys[1:]
			return k, nil
		}
	}
	return a, &out, &errs
}

func (b *bench) run(stdin string, args ...string) (status int, out, errs string) {
	a, o, e := b.app(stdin, args...)
	status = a.main(b.t.Context())
	return status, o.String(), e.String()
}

// ask runs plumb ask over the shop.
func (b *bench) ask(args ...string) (status int, out, errs string) {
	return b.run("", append([]string{"ask", "--db", b.db}, args...)...)
}

func contains(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%s has no %q:\n%s", what, p, text)
		}
	}
}

func TestAskShowsTheWholeAnswer(t *testing.T) {
	status, out, errs := newBench(t).ask("sure")
	if status != 0 {
		t.Errorf("status %d: %s", status, errs)
	}
	contains(t, "output", out, "1,395", "tent", "\nRead as: the total amount of sales by product\n✓ sure, 93% · 2 rows · from products, sales · ", " figures match the rows\n")
	contains(t, "standard error", errs, "SELECT p.name, sum(s.amount) AS total\nFROM sales s JOIN", "tent   █", "stove  █")
}

func TestAskSaysHowSureItIs(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		question  string
		has, lack []string
	}{
		{"likely", []string{"I read this as: the total amount", "~ likely, 71%", "It could also mean:\n  1  The amount of each sale (25%)\n  2  The average amount of sales (10%)", "--reading N"}, []string{"sure"}},
		{"unsure", []string{"! I'm not sure how to read this (31%). Did you mean:", "  1  The total amount", "  2  The amount of each sale", "  3  The average", "     ──", "     …", "--reading N"}, []string{"SELECT"}},
		{"which", []string{"! By sales, do you mean their amount or each of them?\n  1  Amount (60%)\n  2  Each of them (25%)"}, []string{"SELECT", "──"}},
		{"noted", []string{"! sales is joined over a key that nobody declared"}, []string{"could also"}},
		{"unicorns", []string{"! Nothing in this database seems to hold unicorns."}, []string{"SELECT"}},
	} {
		status, out, errs := b.ask(c.question)
		if status != 0 {
			t.Errorf("%s: status %d: %s", c.question, status, errs)
		}
		contains(t, c.question, out+errs, c.has...)
		for _, l := range c.lack {
			if strings.Contains(out, l) {
				t.Errorf("%s has %q:\n%s", c.question, l, out)
			}
		}
	}
}

func TestAskBoundsWhatItShows(t *testing.T) {
	b := newBench(t)
	_, out, errs := b.ask("likely", "--reading", "1")
	if n := strings.Count(out, "\n"); n > maxShown+15 {
		t.Errorf("%d lines are shown", n)
	}
	contains(t, "standard error", errs, "the first 40 of 60")
	_, out, _ = b.ask("sure", "--reading", "1", "--limit", "7", "--json")
	var j session.Cell
	if err := json.Unmarshal([]byte(out), &j); err != nil || j.Result == nil || j.Result.RowCount != 7 || !j.Result.Truncated {
		t.Errorf("%v: %s", err, out)
	}
	_, _, errs = b.ask("nothing")
	contains(t, "standard error", errs, "no rows", "no row matches every part of the reading")
}

func TestAskInJSON(t *testing.T) {
	b := newBench(t)
	_, out, errs := b.ask("--json", "--now", "2024-02-29", "sure")
	c, err := session.ParseCell([]byte(out))
	if err != nil {
		t.Fatalf("%v: %s%s", err, out, errs)
	}
	if c.Question != "sure" || c.Reading.Outcome != "sure" || c.Reading.Confidence != 0.934 || c.Metadata.Now != "2024-02-29" || len(c.Reading.Clauses) != 2 ||
		len(c.Reading.Others) != 2 || c.Reading.Others[0].Probability != 0.25 || c.Result.RowCount != 2 || c.Chart.Kind != "bar" || len(c.Narrative.DataReferences) == 0 {
		t.Errorf("got\n%s", out)
	}
	contains(t, "JSON", out, `"tables": [`, `"sales"`, `"trace": [`)
	if b.brain.asked[0].Now.Format(time.DateOnly) != "2024-02-29" {
		t.Errorf("the brain was asked on %s", b.brain.asked[0].Now)
	}
	_, out, _ = b.ask("--json", "which")
	contains(t, "JSON", out, `"outcome": "unsure"`, `"question": "By sales, do you mean`, `"sentence": "the amount of each sale"`)
	status, out, _ := b.ask("--json", "unicorns")
	contains(t, "JSON", out, `"outcome": "declined"`, `"missing": "Nothing in this`)
	if status != 0 {
		t.Errorf("a decline ends with %d", status)
	}
	status, out, errs = b.ask("--json", "broken")
	if status != 1 {
		t.Errorf("status %d, output %q", status, out)
	}
	contains(t, "JSON", out, `"outcome": "failed"`, `"status": "refused"`, `"code": "VALIDATION_ERROR"`)
	contains(t, "standard error", errs, `"error": {`, `"exit":`)
}

func TestAskRefusesWhatIsNoQuestion(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{""}, "the question is empty"},
		{[]string{" \n\t "}, "the question is empty"},
		{[]string{"?!"}, "the question has no words"},
		{[]string{strings.Repeat("why ", 1100)}, "the question has 4,399 characters; at most 4,000 are read"},
		{[]string{"sure", "--now", "soon"}, `"soon" is not a date`},
		{[]string{"sure", "--limit", "0"}, "--limit takes a number from 1"},
		{[]string{"sure", "--reading", "9"}, "there is no reading 9"},
		{[]string{"noted", "--reading", "1"}, "there is no other reading of this question"},
	} {
		status, out, errs := b.ask(c.args...)
		if status != 2 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%q: status %d\n%s%s", c.args, status, out, errs)
		}
	}
	status, _, errs := b.run("", "ask", "anything")
	if status != 1 {
		t.Errorf("status %d", status)
	}
	contains(t, "standard error", errs, "no data is connected yet", "plumb demo")
}

func TestQuestionsComeInManyShapes(t *testing.T) {
	b := newBench(t)
	for _, args := range [][]string{{"only", "tents"}, {"only\n  tents\n"}, {"  only\ttents "}} {
		if status, _, errs := b.ask(args...); status != 0 {
			t.Errorf("%q: %s", args, errs)
		}
	}
	if status, out, errs := b.run("only\ntents\n", "ask", "--db", b.db); status != 0 || !strings.Contains(out, "Read as: the number of products named tent") {
		t.Errorf("standard input: %s%s", out, errs)
	}
	for _, q := range b.brain.asked {
		if q.Text != "only tents" {
			t.Errorf("the brain was asked %q", q.Text)
		}
	}
}

func TestAKeyShowsAnotherReading(t *testing.T) {
	b := newBench(t)
	b.keys = "2x"
	_, out, errs := b.ask("unsure")
	contains(t, "output", out, "press 1, 2 or 3 to see it", "I read this as: the amount of each sale", "as you chose; remembered for next time",
		"press 1 or 2 to see it")
	if strings.Contains(out, "--reading") {
		t.Errorf("a person at a terminal needs no flag:\n%s%s", out, errs)
	}
}

// What a question leaves open is asked in one round, can be skipped, is remembered, and is
// not asked where nobody answers.
func TestWhatIsUnsaidIsAsked(t *testing.T) {
	b := newBench(t)
	_, out, _ := b.ask("vague")
	contains(t, "output", out, "I read this as: the total amount of sales by product", "The question leaves open:", "1 at least 100; 2 at least 50", "plumb ask --answer 2,1")
	b.keys = "2\rx"
	_, out, _ = b.ask("vague")
	contains(t, "output", out, "Which sales count as large?", "Enter takes the first", "How many of them?", "the total amount of sales by product")
	last := b.brain.asked[len(b.brain.asked)-1]
	if want := []brain.Said{{Key: "size", Value: "50"}, {Key: "rows", Value: "5", Skipped: true}}; !slices.Equal(last.Said[:2], want) {
		t.Errorf("said %+v", last.Said)
	}
	b.keys = "\rx"
	_, out, _ = b.ask("vague")
	if strings.Contains(out, "! Which sales count as large?") || !strings.Contains(out, "How many of them?") {
		t.Errorf("what was said is asked again, or what was skipped is not:\n%s", out)
	}
	b.keys = ""
	if status, _, errs := b.ask("--answer", "3", "vague"); status != 2 || !strings.Contains(errs, "there is no answer 3 to “Which sales count as large?”") {
		t.Errorf("status %d: %s", status, errs)
	}
	if status, _, errs := b.ask("--answer", "1,1,1", "vague"); status != 2 || !strings.Contains(errs, "there are 3 answers to 2 questions") {
		t.Errorf("status %d: %s", status, errs)
	}
	if status, _, errs := b.ask("--answer", "1", "sure"); status != 2 || !strings.Contains(errs, "leaves nothing open") {
		t.Errorf("status %d: %s", status, errs)
	}
}

func TestASureAnswerNeedsNoKey(t *testing.T) {
	b := newBench(t)
	b.keys = "1"
	if _, out, _ := b.ask("sure"); strings.Contains(out, "press") || b.keys != "1" {
		t.Errorf("a sure answer asks back:\n%s", out)
	}
}

func TestChoicesAreRemembered(t *testing.T) {
	b := newBench(t)
	if status, _, errs := b.ask("--reading", "2", "unsure"); status != 0 {
		t.Fatal(errs)
	}
	_, out, _ := b.ask("Unsure ?")
	if strings.Contains(out, "chose before") {
		t.Error("the brain was asked another question, and a choice was found")
	}
	b.brain.answers["Unsure ?"] = b.brain.answers["unsure"]
	for _, q := range []string{"unsure", "Unsure ?"} {
		_, out, errs := b.ask(q)
		contains(t, q, out+errs, "I read this as: the amount of each sale", "✓ as you chose before", "  1  The total amount of sales by product")
	}
	_, out, _ = b.ask("unsure", "--json")
	contains(t, "JSON", out, `"outcome": "sure"`, `"remembered": true`)
	b.db = shop(t)
	if _, out, _ := b.ask("unsure"); strings.Contains(out, "chose before") {
		t.Error("a choice for another database was used")
	}
}

func TestAskAloneSuggests(t *testing.T) {
	b := newBench(t)
	b.brain.answers["How many sales are there per channel?"] = &brain.Answer{Outcome: brain.Likely, Readings: []brain.Reading{perSale}}
	b.brain.answers["Which product has the highest price?"] = &brain.Answer{Outcome: brain.Sure, Readings: []brain.Reading{{SQL: "SELECT name FROM products WHERE id < 0"}}}
	_, out, errs := b.ask()
	if want := "This database can answer, for example:\n  How many sales are there per channel?\n"; out != want {
		t.Errorf("got\n%swant\n%s\n%s", out, want, errs)
	}
	asked := len(b.brain.asked)
	_, out, _ = b.ask("--json")
	contains(t, "JSON", out, `"suggestions": [`, "per channel")
	if len(b.brain.asked) != asked {
		t.Error("what was found once is looked for again")
	}
	_, out, _ = b.ask("unicorns")
	contains(t, "a decline", out, "You could ask, for example:\n  How many sales are there per channel?")
}

// What there was no time for is said of a decline, too.
func TestADeclineSaysWhatThereWasNoTimeFor(t *testing.T) {
	b := newBench(t)
	b.brain.answers["griffins"] = &brain.Answer{Outcome: brain.Declined, Missing: "No griffins here.", Hurried: []string{"There was no time to read all."}}
	_, out, errs := b.ask("griffins")
	contains(t, "a decline", out+errs, "No griffins here.", "There was no time to read all.")
	_, out, _ = b.ask("griffins", "--json")
	contains(t, "its cell", out, `"severity": "warning"`, "There was no time to read all.")
}

// Whoever is declined is not kept waiting for suggestions.
func TestADeclineTriesNothing(t *testing.T) {
	b := newBench(t)
	_, out, _ := b.ask("unicorns")
	contains(t, "a decline", out, "You could ask, for example:\n", "How many sales are there per channel?")
	if len(b.brain.asked) != 1 {
		t.Errorf("the brain was asked %d times for one question", len(b.brain.asked))
	}
}

func TestABuildWithoutABrainSaysSo(t *testing.T) {
	b := newBench(t)
	a, _, errs := b.app("", "ask", "--db", b.db, "sure")
	a.brains = func(context.Context, *connection.Connection, string) (brain.Brain, error) {
		return nil, errors.New("no weights")
	}
	if status := a.main(t.Context()); status != 1 {
		t.Errorf("status %d", status)
	}
	contains(t, "standard error", errs.String(), "no weights")
}

// TestAnAnswerThatIsNotWritten is a failure, although it was found.
func TestAnAnswerThatIsNotWritten(t *testing.T) {
	b := newBench(t)
	a, _, errs := b.app("", "ask", "--db", b.db, "sure")
	a.answers.w = full{}
	if status := a.main(t.Context()); status == 0 {
		t.Error("status 0")
	}
	contains(t, "errors", errs.String(), "cannot be written: the disk is full")
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }
