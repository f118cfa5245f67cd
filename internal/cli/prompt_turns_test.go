package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/session"
)

// shaky is a question whose second reading does not run.
func (b *bench) shaky() {
	wrong := brain.Reading{SQL: "SELECT nope FROM sales", Sentence: "nope", Probability: 0.3}
	b.brain.answers["shaky"] = &brain.Answer{Outcome: brain.Likely, Confidence: 0.6, Readings: []brain.Reading{perProduct, wrong}}
	b.brain.answers["unsteady"] = &brain.Answer{Outcome: brain.Unsure, Confidence: 0.3, Readings: []brain.Reading{wrong, wrong}}
}

func TestAChoiceThatFailsLeavesTheConversationWhereItWas(t *testing.T) {
	b := newBench(t)
	b.shaky()
	_, out, _ := b.run("sure\nunsteady\n1\nonly tents\nshaky\n1\nshaky\n", "--db", b.db)
	contains(t, "output", out, "No statement answered this")
	for _, q := range b.brain.asked {
		if q.Text == "only tents" && (q.Before == nil || q.Before.SQL != perProduct.SQL) {
			t.Errorf("%s follows %v", q.Text, q.Before)
		}
	}
	if strings.Contains(out, "as you chose") {
		t.Errorf("a reading that does not run is remembered:\n%s", out)
	}
}

// A question that follows one that was asked back changes its likeliest reading, in
// a conversation and in a notebook.
func TestAFollowUpGoesOnFromWhatWasAskedBack(t *testing.T) {
	for name, ask := range map[string]func(b *bench){
		"conversation": func(b *bench) { b.run("sure\nunsteady\nonly tents\n", "--db", b.db) },
		"notebook": func(b *bench) {
			for _, q := range []string{"sure", "unsteady", "only tents"} {
				b.run("", "ask", "--db", b.db, "--notebook", "Kept", q)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.shaky()
			ask(b)
			last := b.brain.asked[len(b.brain.asked)-1]
			if last.Text != "only tents" || last.Before == nil || last.Before.Sentence != "nope" {
				t.Errorf("%s follows %v", last.Text, last.Before)
			}
		})
	}
}

// The only reading of a question is given with its doubt; of several, yes says none.
func TestTheOnlyReadingIsGiven(t *testing.T) {
	b := newBench(t)
	b.brain.answers["doubtful"] = &brain.Answer{Outcome: brain.Unsure, Confidence: 0.3, Doubt: "I did not use “red”.", Readings: []brain.Reading{perProduct}}
	_, out, _ := b.run("doubtful\n", "--db", b.db)
	contains(t, "output", out, "! I did not use “red”.", "unsure, 30%", "2 rows")
	if strings.Contains(out, "as you chose") {
		t.Errorf("one reading is offered as a choice:\n%s", out)
	}
	_, out, _ = b.run("which\nyes\n", "--db", b.db)
	if strings.Contains(out, "as you chose") {
		t.Errorf("yes chose one of several readings:\n%s", out)
	}
}

// cellsOf are the cells of a stream of JSON lines; every line must be one JSON
// value.
func cellsOf(t *testing.T, out string) (cells []session.Cell, others []map[string]any) {
	t.Helper()
	for line := range strings.Lines(out) {
		if c, err := session.ParseCell([]byte(line)); err == nil && c.ID != "" {
			cells = append(cells, c)
			continue
		}
		var other map[string]any
		if err := json.Unmarshal([]byte(line), &other); err != nil {
			t.Fatalf("%q is no JSON: %v", line, err)
		}
		others = append(others, other)
	}
	return cells, others
}

func TestEventsAreNothingButLinesOfJSON(t *testing.T) {
	b := newBench(t)
	_, out, _ := b.run("sure\n/nosuch\nunicorns\n/tables\n/notebook kept\n/save kept\n/db\n", "--db", b.db, "--events")
	cells, others := cellsOf(t, out)
	if len(cells) != 2 {
		t.Fatalf("%d cells:\n%s", len(cells), out)
	}
	hash, err := cells[0].Hash()
	if err != nil {
		t.Fatal(err)
	}
	contains(t, "output", out, `"cell.recorded","payload":{"cell":"`+cells[0].ID+`","position":0,"hash":"`+hash, `"there is no command /nosuch"`, `/tables has no JSON form`,
		`"done":"2 answers saved in kept"`)
	if last := others[len(others)-1]; last["name"] == nil {
		t.Errorf("/db says %v", last)
	}
}

func TestWhatIsShownAnotherWayRefines(t *testing.T) {
	b := newBench(t)
	status, out, errs := b.run("sure\n/chart pie\n/rerun\n/whatif scale 1.1\n", "--db", b.db, "--json")
	cells, _ := cellsOf(t, out)
	if status != 0 || len(cells) != 4 {
		t.Fatalf("status %d, %d cells: %s", status, len(cells), errs)
	}
	for i, c := range cells[1:] {
		if before := cells[i].ID; c.Context.ParentCellID != before || c.Context.RefinementOf != before {
			t.Errorf("%q refines %q after %q, want %q", c.Question, c.Context.RefinementOf, c.Context.ParentCellID, before)
		}
	}
}

func TestAYearAloneIsAQuestion(t *testing.T) {
	b := newBench(t)
	b.run("likely\n2025\n", "--db", b.db)
	if !slices.ContainsFunc(b.brain.asked, func(q brain.Question) bool { return q.Text == "2025" }) {
		t.Error("it was not asked")
	}
}

func TestAnAnswerThatCannotBeKeptIsShown(t *testing.T) {
	b := newBench(t)
	if err := os.MkdirAll(filepath.Join(b.home, ".plumb"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.home, ".plumb", "notebooks"), nil, 0o600); err != nil { // where a folder should be
		t.Fatal(err)
	}
	status, out, errs := b.run("/notebook kept\nsure\n", "--db", b.db)
	if status == 0 || !strings.Contains(out, "Read as: the total amount of sales") {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
}

func TestAKeyThatShowsAnotherReadingKeepsItToo(t *testing.T) {
	b := newBench(t)
	b.keys = "1q"
	if status, _, errs := b.ask("likely", "--notebook", "kept"); status != 0 {
		t.Fatal(errs)
	}
	b.keys = ""
	_, out, errs := b.run("", "notebook", "show", "kept", "2", "--json")
	contains(t, "the second cell "+errs, out, "the amount of each sale")
	if status, out, _ := b.run("", "notebook", "show", "kept", "2x"); status == 0 {
		t.Errorf("2x is a cell:\n%s", out)
	}
}

func TestWhatIsKeptAfterChangingTheDatabaseOutlivesTheLine(t *testing.T) {
	b := newBench(t)
	a, _, _ := b.app("")
	a.settings, _ = a.config()
	talk, err := a.startTalk(t.Context(), askFlags{db: b.db})
	if err != nil {
		t.Fatal(err)
	}
	c := &conversation{dialogue: talk, ctrlC: &attention{}}
	if err := c.handle(t.Context(), "/db "+b.db); err != nil {
		t.Fatal(err)
	}
	defer c.close()
	if err := c.life.Err(); err != nil {
		t.Errorf("the conversation has ended: %v", err)
	}
}

func TestArtifactsHaveAJSONForm(t *testing.T) {
	b := newBench(t)
	_, out, _ := b.run("sure\n/artifacts\n", "--db", b.db, "--json")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var list []session.Artifact
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &list); err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}
