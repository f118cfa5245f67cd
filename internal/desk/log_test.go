package desk

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// TestAMistakeInAStatementCostsNoAnswer: a statement of the person's own that is
// refused or fails leaves the answer that it was written over. The audit has it.
func TestAMistakeInAStatementCostsNoAnswer(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	first := p.ask(Question{Notebook: b.ID, Text: "total by channel"})
	before, _ := first.Hash()
	for _, wrong := range []struct{ sql, says string }{
		{"SELECT chanel FROM sales", "chanel"},
		{"SELEC channel FROM sales", "SELEC"},
		{"DELETE FROM sales", "DELETE"},
	} {
		start := p.look(b.ID).LastEvent
		turn := p.begin(Question{Notebook: b.ID, Replaces: first.ID, SQL: wrong.sql})
		tried, _, err := p.Await(t.Context(), turn.ID)
		if err != nil || tried.Result != nil || tried.ID == first.ID {
			t.Errorf("%s: the attempt is %+v, %v", wrong.sql, tried, err)
		}
		now := p.look(b.ID)
		want(t, "cells", inShort(now), "total by channel")
		if hash, _ := now.Cells[0].Hash(); hash != before || len(now.Earlier) > 0 {
			t.Errorf("%s: the answer is not as it was: %+v", wrong.sql, now.Cells[0])
		}
		told := p.until(t.Context(), b.ID, start, turn.ID)
		if kinds := kindsOf(told, turn.ID); !strings.HasSuffix(kinds, " diagnostic turn.ended:failed") || strings.Contains(kinds, "notebook.changed") {
			t.Errorf("%s: told %s", wrong.sql, kinds)
		}
		for _, e := range told[len(told)-2:] {
			if text := string(e.Payload); !strings.Contains(text, wrong.says) || e.Kind == session.TurnEnded && strings.Contains(text, `"cell"`) {
				t.Errorf("%s: %s says %s", wrong.sql, e.Kind, text)
			}
		}
		audit, err := p.Audit(t.Context(), store.Filter{ID: turn.ID})
		if err != nil || len(audit) != 1 || audit[0].Status != store.StatusFailed || len(audit[0].Attempts) != 1 || audit[0].Attempts[0].SQL != wrong.sql {
			t.Errorf("%s: the audit has %+v, %v", wrong.sql, audit, err)
		}
	}
	// After a restart, too; and the next statement that works takes the place.
	p.open()
	want(t, "after a restart", inShort(p.look(b.ID)), "total by channel")
	edited := p.ask(Question{Notebook: b.ID, Replaces: first.ID, SQL: byMonth})
	if edited.ID != first.ID || edited.SQL.UserSQLOverride != byMonth {
		t.Errorf("got %+v", edited.SQL)
	}
}

// What has no answer has nothing to lose: the latest failure stands there.
func TestAMistakeTakesThePlaceOfAMistake(t *testing.T) {
	p := newPlace(t)
	first := p.ask(Question{SQL: "SELECT nope FROM sales"})
	b, err := p.Current(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	second := p.ask(Question{Notebook: b.ID, Replaces: first.ID, SQL: "SELECT never FROM sales"})
	now := p.look(b.ID)
	if len(now.Cells) != 1 || second.ID != first.ID || !strings.Contains(now.Cells[0].Diagnostics[0].Message, "never") {
		t.Errorf("got %+v", now.Cells)
	}
}

// TestANoteStaysInItsThread: what follows up on an answer comes below the notes
// about it, in the order in which it was written.
func TestANoteStaysInItsThread(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	first := p.ask(Question{Notebook: b.ID, Text: "total by channel"})
	p.ask(Question{Notebook: b.ID, Text: "how many"})
	follow := p.ask(Question{Notebook: b.ID, Text: "only web", Parent: first.ID})
	note := func(text, after string) {
		t.Helper()
		if _, err := p.Note(t.Context(), b.ID, text, after); err != nil {
			t.Fatal(err)
		}
	}
	note("about the first", first.ID)
	note("about the second", follow.ID)
	p.ask(Question{Notebook: b.ID, Text: "by month", Parent: first.ID})
	want(t, "cells", inShort(p.look(b.ID)), "total by channel, note about the first, only web, note about the second, by month, how many")
}
