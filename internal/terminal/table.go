package terminal

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/plumbdata/plumb/internal/table"
)

const (
	nullSign  = "null"
	narrowest = 6 // columns that a cut text keeps at least
	gutter    = 2
)

// Table draws a result: texts left, numbers right. Where it does not fit the
// window, texts are cut; where that is not enough, it is drawn expanded.
func (s Screen) Table(w io.Writer, t *table.Table) error {
	g := newGrid(t)
	if s.Width > 0 && !g.fit(s.Width) {
		return s.Expanded(w, t)
	}
	out := bufio.NewWriter(w)
	for i, name := range g.names {
		g.cell(out, i, s.Paint(Bold, pad(s.Cut(name, g.widths[i]), g.widths[i], g.right[i])))
	}
	for i := range g.names {
		g.cell(out, i, s.Paint(Dim, strings.Repeat(s.Sign("─", "-"), g.widths[i])))
	}
	for r, row := range g.rows {
		for i, text := range row {
			text = pad(s.Cut(text, g.widths[i]), g.widths[i], g.right[i])
			if t.Rows[r][i].IsNull() {
				text = s.Paint(Dim, text)
			}
			g.cell(out, i, text)
		}
	}
	return out.Flush()
}

// List draws a table whose last column is prose: it is wrapped, not cut. Where
// the window is too narrow for columns, each row becomes a few lines.
func (s Screen) List(w io.Writer, t *table.Table) error {
	g := newGrid(t)
	last := len(g.names) - 1
	left := 0
	for _, width := range g.widths[:last] {
		left += width + gutter
	}
	const least = 24 // a column of prose that is narrower cannot be read
	switch {
	case s.Width == 0:
		return s.Table(w, t)
	case s.Width-left < least:
		return s.stack(w, g)
	}
	out := bufio.NewWriter(w)
	g.widths[last] = 0 // prose needs no room to its right
	for i, name := range g.names {
		g.cell(out, i, s.Paint(Bold, pad(name, g.widths[i], g.right[i])))
	}
	for _, row := range g.rows {
		for i, text := range row[:last] {
			fmt.Fprint(out, pad(text, g.widths[i], g.right[i]), strings.Repeat(" ", gutter))
		}
		for i, line := range s.Wrap(row[last], s.Width-left) {
			if i > 0 {
				fmt.Fprint(out, strings.Repeat(" ", left))
			}
			fmt.Fprintln(out, line)
		}
	}
	return out.Flush()
}

// stack draws each row as its first cell, and under it the others that there
// are, wrapped. Names stay whole.
func (s Screen) stack(w io.Writer, g *grid) error {
	const indent = "  "
	out := bufio.NewWriter(w)
	for _, row := range g.rows {
		fmt.Fprintln(out, s.Paint(Bold, row[0]))
		var facts []string
		last := len(row) - 1
		for i, text := range row[:last] {
			if i > 0 && text != "" {
				facts = append(facts, strings.TrimSpace(g.names[i]+" "+text))
			}
		}
		for _, text := range []string{strings.Join(facts, ", "), row[last]} {
			if text == "" || last == 0 {
				continue
			}
			for _, line := range s.Wrap(text, s.Width-len(indent)) {
				fmt.Fprintln(out, indent+line)
			}
		}
	}
	return out.Flush()
}

// Expanded draws one column a line.
func (s Screen) Expanded(w io.Writer, t *table.Table) error {
	g := newGrid(t)
	label := 0
	for _, n := range g.names {
		label = max(label, Width(n))
	}
	if s.Width > 0 {
		label = min(label, s.Width/2)
	}
	out := bufio.NewWriter(w)
	for r, row := range g.rows {
		fmt.Fprintln(out, s.Paint(Dim, fmt.Sprintf("%s row %d", s.Sign("──", "--"), r+1)))
		for i := range row {
			name := g.names[i]
			for _, text := range g.lines(t.Rows[r][i], i) {
				if s.Width > 0 {
					text = s.Cut(text, max(narrowest, s.Width-label-gutter))
				}
				if t.Rows[r][i].IsNull() {
					text = s.Paint(Dim, text)
				}
				fmt.Fprintf(out, "%s%s%s\n", s.Paint(Bold, pad(s.Cut(name, label), label, false)), strings.Repeat(" ", gutter), text)
				name = ""
			}
		}
	}
	return out.Flush()
}

// grid is a table as cleaned text.
type grid struct {
	names  []string
	rows   [][]string
	widths []int
	right  []bool
	days   []bool // timestamps of the column are all at midnight
}

func newGrid(t *table.Table) *grid {
	g := &grid{widths: make([]int, len(t.Columns)), right: make([]bool, len(t.Columns)), days: make([]bool, len(t.Columns))}
	for i, c := range t.Columns {
		g.names = append(g.names, Clean(c.Name))
		g.widths[i] = max(1, Width(g.names[i]))
		g.right[i] = c.Kind.Numeric()
		g.days[i] = c.Kind == table.Timestamp && midnights(t, i)
	}
	for _, row := range t.Rows {
		texts := make([]string, len(row))
		for i, v := range row {
			texts[i] = Clean(g.text(v, i))
			g.widths[i] = max(g.widths[i], Width(texts[i]))
		}
		g.rows = append(g.rows, texts)
	}
	return g
}

// midnights reports whether a column of timestamps says nothing but days, as
// after date_trunc.
func midnights(t *table.Table, column int) bool {
	for _, row := range t.Rows {
		if text := row[column].String(); text != "" && !strings.HasSuffix(text, "T00:00:00") {
			return false
		}
	}
	return true
}

// text is a value as a person reads it.
func (g *grid) text(v table.Value, column int) string {
	switch v.Kind() {
	case table.Null:
		return nullSign
	case table.Timestamp, table.TimestampTZ:
		if g.days[column] {
			return strings.TrimSuffix(v.String(), "T00:00:00")
		}
		return strings.Replace(v.String(), "T", " ", 1)
	}
	return v.String()
}

// lines is a value on as many lines as it has.
func (g *grid) lines(v table.Value, column int) []string {
	lines := strings.Split(strings.TrimRight(g.text(v, column), "\n"), "\n")
	for i, l := range lines {
		lines[i] = Clean(l)
	}
	return lines
}

// fit narrows the widest text columns until the grid fits, and reports whether
// it does.
func (g *grid) fit(width int) bool {
	total := -gutter
	for _, w := range g.widths {
		total += w + gutter
	}
	for total > width {
		widest := -1
		for i, w := range g.widths {
			if !g.right[i] && w > max(narrowest, min(Width(g.names[i]), 20)) && (widest < 0 || w > g.widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return false
		}
		g.widths[widest]--
		total--
	}
	return true
}

// cell writes the text of column i, then a gutter or the line's end.
func (g *grid) cell(out *bufio.Writer, i int, text string) {
	if i == len(g.names)-1 {
		if !g.right[i] {
			text = strings.TrimRight(text, " ")
		}
		fmt.Fprintln(out, text)
		return
	}
	fmt.Fprint(out, text, strings.Repeat(" ", gutter))
}
