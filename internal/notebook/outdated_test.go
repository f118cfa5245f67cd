package notebook

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/session"
)

func TestOutdated(t *testing.T) {
	parent, other := sample(0), sample(1)
	child, grandchild := sample(2), sample(3)
	child.Context = child.Context.Refining(parent)
	grandchild.Context = grandchild.Context.Refining(child)
	at := func(c session.Cell, change func(*session.Cell)) session.Cell {
		c.CreatedAt = morning.Add(time.Hour)
		statement, result := *c.SQL, *c.Result
		c.SQL, c.Result = &statement, &result
		change(&c)
		return c
	}
	before := func(c session.Cell) session.Cell { c.CreatedAt = morning; return c }
	data := func(c *session.Cell) { c.Result.DataHash = "sha256:other" }
	edit := func(c *session.Cell) { c.SQL.EditedByUser, c.SQL.UserSQLOverride = true, "SELECT 1" }
	old := child
	old.Context.RefinedSQL, old.Context.RefinedData = "", ""
	for name, c := range map[string]struct {
		cells []session.Cell
		want  string
	}{
		"nothing changed":                       {[]session.Cell{parent, other, child, grandchild}, ""},
		"edited":                                {[]session.Cell{at(parent, edit), other, child, grandchild}, "cell_2 cell_3"},
		"another reading":                       {[]session.Cell{at(parent, func(c *session.Cell) { c.SQL.Query = "SELECT 2" }), child}, "cell_2"},
		"other rows":                            {[]session.Cell{at(parent, data), child, grandchild}, "cell_2 cell_3"},
		"run again, the same rows":              {[]session.Cell{at(parent, func(*session.Cell) {}), child}, ""},
		"other rows, and the child is newer":    {[]session.Cell{before(at(parent, data)), child}, ""},
		"only the child in between":             {[]session.Cell{parent, at(child, data), grandchild}, "cell_3"},
		"the parent is gone":                    {[]session.Cell{other, child}, ""},
		"the child has a statement of its own":  {[]session.Cell{at(parent, edit), at(child, edit)}, ""},
		"from before hashes were kept":          {[]session.Cell{parent, old}, ""},
		"from before, and the parent was rerun": {[]session.Cell{at(parent, func(*session.Cell) {}), old}, "cell_2"},
	} {
		if got := strings.Join(Outdated(c.cells), " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	circle := parent
	circle.Context = circle.Context.Refining(child)
	if got := Outdated([]session.Cell{circle, child}); len(got) > 0 {
		t.Errorf("a circle: %q", got)
	}
}

// TestExportsSayWhatIsOutdated: a reader elsewhere must know, too.
func TestExportsSayWhatIsOutdated(t *testing.T) {
	parent, child := sample(0), sample(1)
	child.Context = child.Context.Refining(parent)
	n := &Notebook{Name: "Sales", Cells: []session.Cell{parent, child}}
	edited := slices.Clone(n.Cells)
	edited[0].SQL = &session.SQL{Query: "SELECT 1"}
	for name, write := range map[string]func(*bytes.Buffer, *Notebook) error{
		"html":    func(b *bytes.Buffer, n *Notebook) error { return WriteHTML(b, n) },
		"md":      func(b *bytes.Buffer, n *Notebook) error { return WriteMarkdown(b, n) },
		"jupyter": func(b *bytes.Buffer, n *Notebook) error { return WriteJupyter(b, n) },
	} {
		for _, c := range []struct {
			cells []session.Cell
			said  int
		}{{n.Cells, 0}, {edited, 1}} {
			var b bytes.Buffer
			if err := write(&b, &Notebook{Name: "Sales", Cells: c.cells}); err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(b.String(), OutdatedReason); got != c.said {
				t.Errorf("%s: said %d times, want %d", name, got, c.said)
			}
		}
	}
}
