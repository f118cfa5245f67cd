// Package draw shows a plan's chart in a terminal, with letters and block
// characters.
//
// A drawing fits its width and has a bounded height, whatever the rows contain.
// A note below it says what was left out (too many categories, values that are
// not numbers). Series are distinguished by signs; colour only helps. Text from
// the data is sanitised first.
package draw

import (
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

// Options say what can be drawn on.
type Options struct {
	Width  int  // columns; 0 means 80, and fewer than 30 are drawn as 30
	Height int  // lines that a drawing should not exceed; 0 means that it fits the chart
	ASCII  bool // only ASCII may be used for drawing
	Color  bool // colours may be used
}

const (
	usualWidth = 80
	leastWidth = 30
	mostWidth  = 200 // wider drawings only scatter what belongs together
	barWidth   = 120 // longer bars are only more ink
	leastLines = 8
	mostLines  = 48
)

// Draw is the chart as lines of text, each ended. It is empty where the plan
// is a table, or names columns that the table lacks: then the rows say more.
func Draw(plan chart.Plan, t *table.Table, o Options) string {
	d := newDrawing(plan, t, o)
	if plan.Kind == chart.Table || !d.readable() {
		return ""
	}
	d.title()
	if len(t.Rows) == 0 {
		d.note("no rows to draw")
		return d.String()
	}
	switch plan.Kind {
	case chart.Value:
		d.values()
	case chart.Bar:
		d.bars()
	case chart.Line:
		d.lines()
	case chart.Area:
		d.area()
	case chart.Scatter:
		d.scatter()
	case chart.Histogram:
		d.histogram()
	case chart.Heatmap:
		d.heatmap()
	case chart.Pie:
		d.shares()
	default:
		return ""
	}
	d.remarks()
	return d.String()
}

// drawing is a chart while it is drawn.
type drawing struct {
	plan   chart.Plan
	table  *table.Table
	screen terminal.Screen
	width  int
	height int // the most lines, without title and notes
	asked  bool
	out    strings.Builder

	missing int // values that are absent
	endless int // values that are no finite number
	beyond  int // rows of more series or categories than are looked at
}

func newDrawing(plan chart.Plan, t *table.Table, o Options) *drawing {
	d := &drawing{plan: plan, table: t, width: o.Width, height: mostLines}
	if o.Width == 0 {
		d.width = usualWidth
	}
	d.width = min(max(d.width, leastWidth), mostWidth)
	if o.Height > 0 {
		d.asked = true
		d.height = min(max(o.Height-3, leastLines), mostLines)
	}
	if plan.Kind == chart.Bar || plan.Kind == chart.Pie {
		d.width = min(d.width, barWidth)
	}
	d.screen = terminal.Screen{Width: d.width, Color: o.Color, ASCII: o.ASCII}
	return d
}

func (d *drawing) String() string { return d.out.String() }

// readable reports whether the table has every column that the plan names.
func (d *drawing) readable() bool {
	p := d.plan
	for _, name := range append([]string{p.X, p.Series}, p.Y...) {
		if name != "" && d.column(name) < 0 {
			return false
		}
	}
	switch p.Kind {
	case chart.Value:
		return len(p.Y) > 0
	case chart.Histogram:
		return p.X != ""
	case chart.Heatmap:
		return p.X != "" && p.Series != "" && len(p.Y) > 0
	}
	return p.X != "" && len(p.Y) > 0
}

func (d *drawing) title() {
	title := clean(d.plan.Title)
	if title == "" || d.plan.Kind == chart.Value && len(d.plan.Y) > 1 && title == clean(d.plan.YTitle) {
		return // figures in a list have names of their own
	}
	d.line(d.screen.Paint(terminal.Bold, d.cut(title, d.width)))
	d.line("")
}

// line writes one finished line.
func (d *drawing) line(text string) {
	d.out.WriteString(text)
	d.out.WriteByte('\n')
}

// note says something beside the drawing.
func (d *drawing) note(text string) {
	for _, l := range d.screen.Wrap(clean(text), d.width) {
		d.line(d.screen.Paint(terminal.Dim, d.cut(l, d.width)))
	}
}

// remarks say what is a part, and which values are not in the drawing.
func (d *drawing) remarks() {
	if d.plan.Note != "" {
		d.note(d.plan.Note)
	}
	var parts []string
	if d.missing > 0 {
		parts = append(parts, count(d.missing, "missing value"))
	}
	if d.endless > 0 {
		parts = append(parts, count(d.endless, "value")+" that "+plural(d.endless, "is", "are")+" no finite number")
	}
	if d.beyond > 0 {
		parts = append(parts, count(d.beyond, "row")+" of more series or categories than fit")
	}
	if len(parts) > 0 {
		d.note("not drawn: " + strings.Join(parts, ", "))
	}
	if d.table.Truncated != table.Whole {
		d.note("drawn from the first " + count(len(d.table.Rows), "row") + " only")
	}
}
