package notebook

import (
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

func TestFork(t *testing.T) {
	s := filled(t, 3)
	of, err := s.Load("sales")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ take, want int }{"None": {0, 0}, "Two": {2, 2}, "More": {9, 3}} {
		made, err := s.Fork(t.Context(), of, c.take, name)
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.Load(name)
		if err != nil || len(again.Cells) != c.want || made.ID == of.ID || again.Connection != of.Connection {
			t.Errorf("%s: %d cells, %v", name, len(again.Cells), err)
		}
		for i := range again.Cells {
			was, _ := of.Cells[i].Hash()
			if is, _ := again.Cells[i].Hash(); is != was {
				t.Errorf("%s: cell %d is another one", name, i)
			}
		}
	}
	if _, err := s.Fork(t.Context(), of, 1, "two"); fault.CodeOf(err) != fault.Usage {
		t.Errorf("over another notebook: %v", err)
	}
}

func TestReplaceRemembersTheSchema(t *testing.T) {
	s := filled(t, 2)
	c := sample(0)
	c.Metadata.SchemaVersion = "sha256:bb"
	if err := s.Replace(t.Context(), "sales", c); err != nil {
		t.Fatal(err)
	}
	n, err := s.Load("sales")
	if err != nil || n.Connection.SchemaHash != "sha256:bb" || n.Cells[0].Metadata.SchemaVersion != "sha256:bb" || n.Cells[1].ID != "cell_1" {
		t.Errorf("%+v, %v", n.Connection, err)
	}
}

func TestAgain(t *testing.T) {
	edited, cut, long, declined := sample(0), sample(1), sample(2), session.Cell{Question: "why?"}
	edited.SQL.UserSQLOverride = "SELECT 1"
	cut.Result.Truncated = true
	long.Result.RowCount = session.MaxRows + 7
	for name, c := range map[string]struct {
		cell session.Cell
		sql  string
		rows int
	}{
		"as it was": {sample(3), sample(3).SQL.Query, 0}, "edited": {edited, "SELECT 1", 0}, "cut": {cut, cut.SQL.Query, 3},
		"long": {long, long.SQL.Query, session.MaxRows + 7}, "declined": {declined, "", 0},
	} {
		if sql, rows := Again(c.cell); sql != c.sql || rows != c.rows {
			t.Errorf("%s: %q, %d rows", name, sql, rows)
		}
	}
}

func TestHold(t *testing.T) {
	other, renamed := regions(), regions()
	other.Rows = other.Rows[:2]
	renamed.Columns[0] = table.Column{Name: "area", Kind: table.Text}
	for name, c := range map[string]struct {
		after *table.Table
		want  Verdict
	}{"same": {regions(), Same}, "a row less": {other, DataChanged}, "another column": {renamed, SchemaChanged}} {
		if o := Hold(sample(0), c.after, nil); o.Verdict != c.want || o.Fine() != (c.want == Same) || o.Cell != "cell_0" {
			t.Errorf("%s: %+v", name, o)
		}
	}
}
