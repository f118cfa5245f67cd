package require

import (
	"slices"
	"strconv"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

func (c *reader) findHour() []*Requirement {
	if first, end, hour := c.hourAt(); end > 0 {
		return []*Requirement{{First: first, End: end, number: hour}}
	}
	return nil
}

// hourAt finds a time of day after before, after, until: 9 am, 5 o'clock. The
// hour is that of a clock with 24; end is 0 where none is said.
func (c *reader) hourAt() (first, end int, hour float64) {
	for _, s := range c.Question.Spans {
		n, ok := hourOf(s.Number)
		if s.Kind != span.Number || s.First < c.Question.Context || !ok || !english.Among(c.At(s.First-1), "before after until by since past") {
			continue
		}
		switch w := c.At(s.End); {
		case english.Among(w, "am pm"), w == "a" && c.At(s.End+1) == "." && c.At(s.End+2) == "m", w == "o" && english.Among(c.At(s.End+1), "' ’"), english.Among(w, "o'clock oclock"):
			if w == "pm" && n < 12 {
				n += 12
			}
			return s.First - 1, s.End + 1, n
		}
	}
	return 0, 0, 0
}

func hourOf(digits string) (float64, bool) {
	if len(digits) == 0 || len(digits) > 2 {
		return 0, false
	}
	n := 0.0
	for _, r := range digits {
		if r < '0' || r > '9' {
			return 0, false
		}
		n = 10*n + float64(r-'0')
	}
	return n, n <= 24
}

// testsHour reports whether a form tests an hour, or a column that holds nothing
// but times of day.
func (r *Requirement) testsHour(query *form.Query) bool {
	found := false
	query.EachExpr(func(e *form.Expr) {
		found = found || e.Op == form.Hour || e.Op == form.Column && e.Column > 0 && (r.ix.Columns[e.Column].Form == index.ClockText ||
			slices.ContainsFunc(r.ix.Columns[e.Column].Words, func(w string) bool { return english.Among(w, "hour hours") }))
	})
	return found
}

// testHour lets the hour of the main time be tested in the place of what was held
// against the number.
func (m *repairer) testHour(query *form.Query, r *Requirement) {
	at := 0
	for _, t := range query.Tables {
		for _, c := range clue.Dates(m.ix, t) {
			if f := m.ix.Columns[c].Form; at == 0 && (f == index.StampText || f == index.Native || f == index.EpochSecond || f == index.EpochMilli) {
				at = c
			}
		}
	}
	if at == 0 {
		return
	}
	edit.Walk(query, false, nil, func(c *form.Cond) {
		switch c.Op {
		case form.Less, form.LessEqual, form.Greater, form.GreaterEqual:
			if c.Right != nil && c.Right.Value != nil && c.Right.Value.Text == strconv.FormatFloat(r.number, 'f', -1, 64) {
				c.Left = edit.Call(form.Hour, edit.Column(at))
			}
		}
	})
}
