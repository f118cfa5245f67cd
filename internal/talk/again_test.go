package talk

import (
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
)

func TestTheLineToACellIsShort(t *testing.T) {
	n := &notebook.Notebook{}
	for i := range 2 * maxLine {
		c := session.Cell{ID: string(rune('a' + i)), SQL: &session.SQL{Query: "SELECT 1"}}
		if i > 0 {
			c.Context = session.Lineage{ParentCellID: n.Cells[i-1].ID, RefinementOf: n.Cells[i-1].ID}
		}
		n.Cells = append(n.Cells, c)
	}
	n.Cells[0].Context.ParentCellID = n.Cells[len(n.Cells)-1].ID // a file may say anything
	line := lineTo(n, n.Cells[len(n.Cells)-1])
	if len(line) != maxLine || line[0].ID != "f" || line[maxLine-1].ID != "j" {
		t.Errorf("%d cells, from %s", len(line), line[0].ID)
	}
	n.Cells[9].Context.RefinementOf, n.Cells[9].SQL = "", &session.SQL{Query: "SELECT 2"}
	if line := lineTo(n, n.Cells[9]); len(line) != 1 {
		t.Errorf("a question of its own has %d before it", len(line)-1)
	}
}

func TestTheDayOfACell(t *testing.T) {
	now := time.Date(2025, 11, 15, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		question, asked, want string
		dated                 bool
	}{
		{"sales last month", "2025-06-30", "2025-06-30", true},
		{"sales last month", "2025-11-15", "2025-11-15", false},
		{"sales in May 2024", "2025-06-30", "2025-11-15", false},
		{"sales", "", "2025-11-15", false},
		{"sales last month", "soon", "2025-11-15", false},
	} {
		day, dated := DayOf(session.Cell{Question: c.question, Metadata: session.Metadata{Now: c.asked}}, now)
		if day.Format(time.DateOnly) != c.want || dated != c.dated {
			t.Errorf("%s on %s: %s, %v", c.question, c.asked, day, dated)
		}
	}
}
