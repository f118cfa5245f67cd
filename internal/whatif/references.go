package whatif

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// prose is words and figures in their order.
type prose []piece

// piece is a figure as a sentence writes it with what it comes from, or words,
// which come from nothing.
type piece struct {
	text string
	from *story.Reference
}

func (p piece) String() string { return p.text }

// compose puts words, figures and prose in the places of a sentence, each of
// which is %s.
func compose(format string, args ...any) prose {
	var p prose
	for _, arg := range args {
		before, after, _ := strings.Cut(format, "%s")
		p, format = append(p, piece{text: before}), after
		switch arg := arg.(type) {
		case prose:
			p = append(p, arg...)
		case piece:
			p = append(p, arg)
		default:
			p = append(p, piece{text: fmt.Sprint(arg)})
		}
	}
	return append(p, piece{text: format})
}

// begin is prose at the beginning of a sentence.
func begin(p prose) prose {
	p = slices.Clone(p)
	p[0].text = capital(p[0].text)
	return p
}

// say adds a sentence, and the references of its figures.
func (r *Result) say(format string, args ...any) {
	start := 0
	for _, s := range r.Sentences {
		start += len(s) + len(" ")
	}
	var text strings.Builder
	for _, p := range compose(format, args...) {
		if p.from != nil {
			ref := *p.from
			ref.ID, ref.Text, ref.At = "ref"+strconv.Itoa(len(r.References)+1), p.text, start+text.Len()
			r.References = append(r.References, ref)
		}
		text.WriteString(p.text)
	}
	r.Sentences = append(r.Sentences, text.String())
}

// fit records a figure and returns it, so that what a sentence says is what was
// recorded. A figure that is no number is left out.
func (r *Result) fit(name string, value float64, text string) piece {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return piece{text: text}
	}
	r.Fit = append(r.Fit, Figure{Name: name, Value: value, Text: text})
	return piece{text, &story.Reference{Figure: name, Source: strings.ReplaceAll(name, "_", " ") + " of what was computed"}}
}

// sum records the sum of a column over some rows.
func (r *Result) sum(name string, value float64, text string, column int, rows []int) piece {
	p := r.fit(name, value, text)
	if len(rows) == len(r.Table.Rows) {
		rows = nil // all of them
	}
	if p.from != nil {
		p.from.Operation, p.from.Columns, p.from.Rows = story.Sum, []string{r.Table.Columns[column].Name}, rows
	}
	return p
}

// value is a value of the table.
func (r *Result) value(row, column int) piece {
	v, name := r.Table.Rows[row][column], r.Table.Columns[column].Name
	if !v.Kind().Numeric() {
		return piece{text: sayValue(v)}
	}
	return piece{sayValue(v), &story.Reference{Operation: story.Value, Columns: []string{name}, Rows: []int{row},
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
