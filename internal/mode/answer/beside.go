package answer

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// oneColumn is a statement that shows one column of a table and nothing else.
var oneColumn = regexp.MustCompile(`(?i)^SELECT\s+(\w+)\s+FROM\s+(\w+)\s*;?\s*$`)

// besideName puts the names of the things beside their figures, where a change is
// to be reckoned row by row: prices without products say nothing.
func (t *Turn) besideName(ctx context.Context) {
	if t.q.Ahead == nil || t.q.Ahead.Technique != whatif.Scale {
		return
	}
	shows := oneColumn.FindStringSubmatch(t.Draft.SQL)
	if shows == nil {
		return
	}
	s, err := t.m.Database.Schema(ctx, connection.Structure)
	if err != nil {
		return // the figures alone will do
	}
	at := slices.IndexFunc(s.Tables, func(t schema.Table) bool { return strings.EqualFold(t.Name, shows[2]) })
	if at < 0 {
		return
	}
	if name := nameOf(&s.Tables[at]); name != "" && !strings.EqualFold(name, shows[1]) {
		d := *t.Draft
		d.SQL = "SELECT " + name + ", " + shows[1] + " FROM " + shows[2]
		t.Draft = &d
	}
}

var (
	named = regexp.MustCompile(`(?i)^\w*(?:name|title)$`)
	plain = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)
)

// nameOf is the column that says what the rows of a table are called.
func nameOf(t *schema.Table) string {
	at := slices.IndexFunc(t.Columns, func(c schema.Column) bool {
		return c.Kind == table.Text && named.MatchString(c.Name) && plain.MatchString(c.Name)
	})
	if at < 0 {
		return ""
	}
	return t.Columns[at].Name
}
