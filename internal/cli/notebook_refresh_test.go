package cli

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/test/testbed"
	"github.com/plumbdata/plumb/internal/whatif"
)

// change runs statements on the shop.
func (b *bench) change(statements string) {
	b.t.Helper()
	testbed.SQLite(b.t, b.db, statements)
}

// book is a notebook of the bench.
func (b *bench) book(name string) *notebook.Notebook {
	b.t.Helper()
	a, _, _ := b.app("")
	s, _, err := a.notebooks("")
	if err != nil {
		b.t.Fatal(err)
	}
	n, err := s.Load(name)
	if err != nil {
		b.t.Fatal(err)
	}
	return n
}

// ok runs a command that must end well.
func (b *bench) ok(stdin string, args ...string) (out, errs string) {
	b.t.Helper()
	status, out, errs := b.run(stdin, args...)
	if status != 0 {
		b.t.Fatalf("%q: status %d\n%s%s", args, status, out, errs)
	}
	return out, errs
}

func TestRefreshPutsNewResultsInPlace(t *testing.T) {
	b := newBench(t)
	b.ok("sure\nonly tents\nunicorns\n/edit SELECT channel, count(*) AS n FROM sales GROUP BY channel\n", "--db", b.db, "--notebook", "Kept")
	was := b.book("kept")
	out, errs := b.ok("", "notebook", "refresh", "kept")
	contains(t, "output", out, "✓ 1 same · sure\n", "✓ 2 same · only tents\n", "· 3 nothing to run · unicorns\n", "✓ 4 same")
	contains(t, "standard error", errs, "4 cells, 0 with changed rows")

	asked := len(b.brain.asked)
	b.change(`INSERT INTO sales VALUES (61, 1, 1000, 'fair')`)
	out, errs = b.ok("", "notebook", "refresh", "kept")
	contains(t, "output", out, "! 1 data changed · sure\n", "1 row changed; total total", "✓ 2 same", "! 4 data changed", "1 row added", "+ fair, 1")
	contains(t, "standard error", errs, "4 cells, 2 with changed rows")
	if len(b.brain.asked) != asked {
		t.Error("a question was read again")
	}
	now := b.book("kept")
	for i, c := range now.Cells {
		old := was.Cells[i]
		if c.ID != old.ID || c.Context != old.Context || c.Question != old.Question {
			t.Errorf("cell %d stands elsewhere: %+v", i+1, c.Context)
		}
		if f, err := notebook.Verify(t.Context(), c); err != nil || !f.OK {
			t.Errorf("cell %d: %v, %v", i+1, f.Problems, err)
		}
	}
	first, edited := now.Cells[0], now.Cells[3]
	if !strings.Contains(first.Narrative.Text, "2,395") || first.Narrative.Text == was.Cells[0].Narrative.Text || first.Reading.Confidence != 0.934 || len(first.Reading.Others) != 2 {
		t.Errorf("%s\n%+v", first.Narrative.Text, first.Reading)
	}
	if !edited.SQL.EditedByUser || edited.SQL.UserSQLOverride == "" || edited.Reading.Outcome != "edited" || edited.Result.RowCount != 3 || edited.Chart.Kind != "bar" {
		t.Errorf("the edited cell: %+v %+v", edited.SQL, edited.Reading)
	}
	out, _ = b.ok("", "audit", "--json", "--contains", "only tents")
	if n := strings.Count(out, `"final_sql"`); n != 6 { // asked, and edited; each refreshed twice
		t.Errorf("the audit has it %d times", n)
	}
}

func TestRefreshOfOneCell(t *testing.T) {
	b := newBench(t)
	b.ok("sure\nonly tents\n", "--db", b.db, "--notebook", "Kept")
	id := b.book("kept").Cells[0].ID
	b.change(`INSERT INTO sales VALUES (61, 1, 1000, 'fair'); INSERT INTO products VALUES (4, 'tent', 1)`)
	for _, cell := range []string{"2", id} {
		out, _ := b.ok("", "notebook", "refresh", "kept", "--cell", cell, "--json")
		var list []notebook.Outcome
		if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != 1 || list[0].Verdict != notebook.DataChanged || list[0].Difference == nil {
			t.Errorf("%s: %v\n%s", cell, err, out)
		}
	}
	status, _, errs := b.run("", "notebook", "refresh", "kept", "--cell", "3")
	if status != 1 || !strings.Contains(errs, "has no cell 3") {
		t.Errorf("status %d: %s", status, errs)
	}
}

func TestRefreshKeepsWhatFails(t *testing.T) {
	b := newBench(t)
	b.ok("sure\nonly tents\n", "--db", b.db, "--notebook", "Kept")
	was, err := b.book("kept").Cells[0].Hash()
	if err != nil {
		t.Fatal(err)
	}
	b.change(`ALTER TABLE sales RENAME COLUMN amount TO paid`)
	status, out, errs := b.run("", "notebook", "refresh", "kept")
	if status != 1 {
		t.Errorf("status %d", status)
	}
	contains(t, "output", out, "✗ 1 failed · sure\n", "amount", "✓ 2 same")
	contains(t, "standard error", errs, "1 of 2 cells could not be refreshed and were left unchanged")
	if is, _ := b.book("kept").Cells[0].Hash(); is != was {
		t.Error("the cell that failed is another one")
	}
	out, _ = b.ok("", "audit", "--status", "failed", "--json")
	contains(t, "the audit", out, `"question": "sure"`)
}

// A what-if is computed again as it was. A cell that does not say how is asked in
// words, which may not be enough.
func TestRefreshOfAWhatIf(t *testing.T) {
	b := newBench(t)
	const question = "what if total by product rises by 10%?"
	r, _ := whatif.Parse(question)
	b.brain.answers[r.Data] = b.brain.answers["sure"]
	b.ok("sure\n"+question+"\n/whatif scale 1.2\n", "--db", b.db, "--notebook", "Kept")
	if c := b.book("kept").Cells[1]; c.WhatIf == nil {
		t.Fatalf("there is no what-if: %+v", c.Diagnostics)
	}
	b.change(`UPDATE sales SET amount = amount + 1000 WHERE id = 1`)
	out, _ := b.ok("", "notebook", "refresh", "kept")
	contains(t, "output", out, "! 2 data changed · "+question, "! 3 data changed · scale: "+b.brain.answers["sure"].Readings[0].Sentence)
	for i, factor := range []float64{1.1, 1.2} {
		c := b.book("kept").Cells[i+1]
		observed, _, _ := c.Result.Table()
		ahead, _, err := c.WhatIf.Result.Table()
		if err != nil || len(ahead.Rows) != len(observed.Rows) {
			t.Fatalf("%v, %v", ahead, err)
		}
		for i, row := range ahead.Rows {
			was, _ := observed.Rows[i][1].Float64()
			if is, _ := row[len(row)-2].Float64(); math.Abs(is-factor*was) > 1e-9 {
				t.Errorf("%v becomes %v", was, is)
			}
		}
		c.WhatIf.Request = nil
		if r, ok := talk.AheadAgain(c); ok != (i == 0) {
			t.Errorf("from %q alone: %v, %v", c.Question, r, ok)
		}
	}
}

// How far a forecast looked is found in its rows, with a month that was not
// over and without.
func TestRefreshOfAForecast(t *testing.T) {
	for _, day := range []string{"2025-07-01", "2025-06-30"} {
		b := newBench(t)
		b.change(`CREATE TABLE months (month TEXT, total REAL); INSERT INTO months VALUES ('2025-01', 10), ('2025-02', 13), ('2025-03', 15), ('2025-04', 19), ('2025-05', 20), ('2025-06', 24)`)
		b.brain.answers["by month"] = &brain.Answer{Outcome: brain.Sure, Confidence: 0.9, Readings: []brain.Reading{{SQL: "SELECT month, total FROM months ORDER BY month"}}}
		b.ok("by month\n/whatif trend 2\n", "--db", b.db, "--notebook", "Kept", "--now", day)
		b.change(`UPDATE months SET total = 25 WHERE month = '2025-05'`)
		out, _ := b.ok("", "notebook", "refresh", "kept")
		contains(t, day, out, "! 2 data changed · trend: by month")
		c := b.book("kept").Cells[1]
		if rows, _, err := c.WhatIf.Result.Table(); err != nil || len(whatif.Expected(rows, "kind").Rows) < 2 || c.Narrative == nil {
			t.Errorf("%s: %v, %v", day, rows, err)
		}
	}
}

func TestRefreshStaysWithTheDatesOfAQuestion(t *testing.T) {
	b := newBench(t)
	b.brain.answers["sales of last month"] = &brain.Answer{Outcome: brain.Sure, Confidence: 0.9, Readings: []brain.Reading{perSale}}
	b.ok("", "ask", "--db", b.db, "--notebook", "Kept", "--now", "2025-03-10", "sales of last month")
	b.ok("", "ask", "--db", b.db, "--notebook", "Kept", "--now", "2025-03-10", "sure")
	out, _ := b.ok("", "notebook", "refresh", "kept")
	contains(t, "output", out, "its dates are those of 2025-03-10, when it was asked")
	n := b.book("kept")
	if first, second := n.Cells[0].Metadata.Now, n.Cells[1].Metadata.Now; first != "2025-03-10" || second != "2025-11-15" {
		t.Errorf("the days are %s and %s", first, second)
	}
}

func TestAForkGoesAnotherWay(t *testing.T) {
	b := newBench(t)
	b.ok("sure\nas a pie\nonly tents\n", "--db", b.db, "--notebook", "Kept")
	out, _ := b.ok("", "notebook", "fork", "kept", "Another way", "--cell", "2")
	contains(t, "output", out, "Another way starts with 2 cells of Kept", "plumb --notebook another-way continues from there")
	was, forked := b.book("kept"), b.book("another way")
	if len(was.Cells) != 3 || len(forked.Cells) != 2 || forked.ID == was.ID || forked.Connection != was.Connection || forked.Cells[1].ID != was.Cells[1].ID {
		t.Fatalf("%d and %d cells", len(was.Cells), len(forked.Cells))
	}

	b.brain.asked = nil
	out, _ = b.ok("", "ask", "--notebook", "another-way", "only tents") // the notebook knows its data
	contains(t, "output", out, "follow-up")
	if n := len(b.brain.asked); n != 2 { // the first cell again, whose rows the second shows, and the follow-up
		t.Fatalf("%d questions were read", n)
	}
	if before := b.brain.asked[1].Before; before == nil || before.SQL != perProduct.SQL {
		t.Errorf("the follow-up follows %v", before)
	}
	last := b.book("another-way").Cells[2]
	if last.Context.ParentCellID != forked.Cells[1].ID || last.Context.RefinementOf != forked.Cells[1].ID {
		t.Errorf("%+v", last.Context)
	}
	if n := len(b.book("kept").Cells); n != 3 {
		t.Errorf("the other notebook has %d cells now", n)
	}
	b.ok("", "notebook", "fork", "kept", "All of it")
	if n := len(b.book("all-of-it").Cells); n != 3 {
		t.Errorf("%d cells", n)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"kept", "all of it"}, "already exists"},
		{[]string{"kept", "New", "--cell", "9"}, "has no cell 9"},
		{[]string{"missing", "New"}, "there is no notebook"},
	} {
		if status, _, errs := b.run("", append([]string{"notebook", "fork"}, c.args...)...); status == 0 || !strings.Contains(errs, c.want) {
			t.Errorf("%q: status %d %s", c.args, status, errs)
		}
	}
}

func TestAConversationGoesOnFromANotebook(t *testing.T) {
	b := newBench(t)
	b.ok("sure\nunsure\n2\nunicorns\n", "--db", b.db, "--notebook", "Kept") // the last answer is the chosen reading
	for _, c := range []struct{ input, want, follows string }{
		{"only tents\n", "follow-up", perSale.SQL},
		{"/sql\n", "SELECT id, amount", ""},
		{"as a line\n", "60 rows", ""},
		{"/reset\nonly tents\n", "the number of products", "-"},
		{"only tents\n/undo\n/sql\n", "SELECT id, amount", perSale.SQL},
	} {
		b.brain.asked = nil
		b.ok("", "notebook", "fork", "kept", "Fork")
		out, errs := b.ok(c.input, "--db", b.db, "--notebook", "Fork", "--now", "2025-11-15")
		contains(t, c.input, out+errs, c.want, "continuing from: unsure")
		for _, q := range b.brain.asked {
			if q.Text == "only tents" && (q.Before == nil) != (c.follows == "-") || q.Before != nil && q.Before.SQL != c.follows {
				t.Errorf("%q follows %v", c.input, q.Before)
			}
		}
		b.ok("", "notebook", "delete", "fork")
	}
}

// What the brain reads otherwise by now, what a person wrote and what is about
// other data are no ground for a follow-up.
func TestAConversationGoesOnOnlyFromWhatIsUnderstood(t *testing.T) {
	b := newBench(t)
	follows := func() *brain.Reading {
		t.Helper()
		b.brain.asked = nil
		b.ok("", "notebook", "fork", "kept", "Fork")
		b.ok("", "ask", "--db", b.db, "--notebook", "Fork", "only tents")
		b.ok("", "notebook", "delete", "fork")
		return b.brain.asked[len(b.brain.asked)-1].Before
	}
	b.ok("sure\n", "--db", b.db, "--notebook", "Kept")
	if r := follows(); r == nil || r.SQL != perProduct.SQL {
		t.Errorf("it follows %v", r)
	}
	was := b.db
	b.db = shop(t) // of the same name
	if r := follows(); r != nil {
		t.Errorf("the data is other, and %q is followed", r.SQL)
	}
	b.db = was
	b.brain.answers["sure"] = b.brain.answers["noted"]
	if r := follows(); r != nil {
		t.Errorf("the cell has other SQL, and %q is followed", r.SQL)
	}
	b.brain.answers = answers()
	b.ok("/edit SELECT count(*) AS n FROM sales\n", "--db", b.db, "--notebook", "Kept")
	if r := follows(); r != nil {
		t.Errorf("the person wrote it, and %q is followed", r.SQL)
	}
}

// A cell does not keep the rows of a long result; they are read again.
func TestAConversationGoesOnFromALongResult(t *testing.T) {
	b := newBench(t)
	b.change(`WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i+1 FROM n WHERE i < 2000) INSERT INTO sales SELECT i, 1, i, 'fair' FROM n`)
	b.brain.answers["each"] = &brain.Answer{Outcome: brain.Sure, Confidence: 0.9, Readings: []brain.Reading{perSale}}
	b.ok("", "ask", "--db", b.db, "--notebook", "Kept", "--limit", "5000", "each")
	if c := b.book("kept").Cells[0]; c.Result.Data != nil {
		t.Fatal("the rows were kept")
	}
	_, errs := b.ok("/show 5\nonly tents\n", "--notebook", "Kept")
	contains(t, "standard error", errs, "5 of 1,961 rows")
	if before := b.brain.asked[len(b.brain.asked)-1].Before; before == nil || before.SQL != perSale.SQL {
		t.Errorf("the follow-up follows %v", before)
	}
	b.change(`ALTER TABLE sales RENAME COLUMN amount TO paid`)
	b.ok("", "notebook", "delete", "kept", "--cell", b.book("kept").Cells[1].ID)
	b.ok("only tents\n", "--notebook", "Kept") // there is nothing to follow
	if before := b.brain.asked[len(b.brain.asked)-1].Before; before != nil {
		t.Errorf("it follows %q, which cannot be run", before.SQL)
	}
}
