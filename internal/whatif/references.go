package whatif

import (
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

type (
	prose = story.Prose
	piece = story.Piece
)

// compose puts words, figures and prose in the places of a sentence.
func compose(format string, args ...any) prose { return story.Compose(format, args...) }

// begin is prose at the beginning of a sentence.
func begin(p prose) prose {
	p = slices.Clone(p)
	p[0].Text = capital(p[0].Text)
	return p
}

// say adds a sentence, and the references of its figures.
func (r *Result) say(format string, args ...any) {
	w := story.Writer{Sentences: r.Sentences, References: r.References}
	w.Say(format, args...)
	r.Sentences, r.References = w.Sentences, w.References
}

// fit records a figure and returns it, so that what a sentence says is what was
// recorded. A figure that is no number is left out.
func (r *Result) fit(name string, value float64, text string) piece {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return piece{Text: text}
	}
	r.Fit = append(r.Fit, Figure{Name: name, Value: value, Text: text})
	return piece{Text: text, From: &story.Reference{Figure: name, Source: strings.ReplaceAll(name, "_", " ") + " of what was computed"}}
}

// sum records the sum of a column over some rows.
func (r *Result) sum(name string, value float64, text string, column int, rows []int) piece {
	p := r.fit(name, value, text)
	if len(rows) == len(r.Table.Rows) {
		rows = nil // all of them
	}
	if p.From != nil {
		p.From.Operation, p.From.Columns, p.From.Rows = story.Sum, []string{r.Table.Columns[column].Name}, rows
	}
	return p
}

// value is a value of the table.
func (r *Result) value(row, column int) piece {
	v, name := r.Table.Rows[row][column], r.Table.Columns[column].Name
	if !v.Kind().Numeric() {
		return piece{Text: sayValue(v)}
	}
	return piece{Text: sayValue(v), From: &story.Reference{Operation: story.Value, Columns: []string{name}, Rows: []int{row},
		Source: phrase("%s, row %d of what was computed", name, row+1)}}
}

// Spoken is a table whose periods are written as people say them. A table
// without periods stays as it is.
func Spoken(t *table.Table, column string) *table.Table {
	at := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Name == column })
	if at < 0 {
		return t
	}
	line, ok := readTimeline(t, nil, at)
	if !ok || line.unit != Month && line.unit != Quarter {
		return t
	}
	out := &table.Table{Columns: slices.Clone(t.Columns), Truncated: t.Truncated}
	out.Columns[at].Kind = table.Text
	for i, row := range t.Rows {
		row = slices.Clone(row)
		if line.periods[i] != missing {
			row[at] = table.NewText(line.periodName(line.periods[i]))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
