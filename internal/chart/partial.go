package chart

import (
	"fmt"
	"time"

	"github.com/plumbdata/plumb/internal/meaning"
)

// markParts notes what is only a part: slices of the first few, and periods within
// which the data begin or end. An average does not suffer from that.
func (c *chooser) markParts(p *Plan) {
	y := c.y[0].known
	switch m := c.meaning; {
	case m == nil:
	case p.Kind == Pie && m.Limit.Rows > 0 && c.rows >= m.Limit.Rows:
		p.Note = fmt.Sprintf("Shares of the %d shown, not of the whole.", c.rows)
	case p.Period != NoPeriod && y != nil && y.NeedsWhole() && c.x.known != nil:
		c.markPeriods(p, c.x.known.Coverage)
	}
}

// markPeriods marks the first and the last period where the data tell of a part of
// them.
func (c *chooser) markPeriods(p *Plan, covered *meaning.Coverage) {
	first, last, ok := c.ends(p.X)
	if covered == nil || !ok || first.Equal(last) {
		return
	}
	whole := Whole{}
	if end := after(first, p.Period); covered.CutsStart(first, end) {
		whole.From = end
		p.Note = fmt.Sprintf("%s is partial: the data begin on %s.", periodText(first, p.Period), covered.First.Format(dayText))
	}
	if end := after(last, p.Period); covered.CutsEnd(last, end) {
		whole.To = last
		note := fmt.Sprintf("%s is partial: the data end on %s.", periodText(last, p.Period), covered.Last.Format(dayText))
		if p.Note != "" {
			note = p.Note + " " + note
		}
		p.Note = note
	}
	if whole != (Whole{}) {
		p.Whole = &whole
	}
}

// ends are the first and the last moment of a column.
func (c *chooser) ends(column string) (first, last time.Time, ok bool) {
	at := -1
	for i := len(c.table.Columns) - 1; i >= 0; i-- {
		if c.table.Columns[i].Name == column {
			at = i
		}
	}
	for _, row := range c.table.Rows {
		when, _, known := TimeOf(row[at])
		if !known {
			continue
		}
		if !ok || when.Before(first) {
			first = when
		}
		if !ok || when.After(last) {
			last = when
		}
		ok = true
	}
	return first, last, ok
}

// after is the end of a period that begins at a moment.
func after(start time.Time, p Period) time.Time {
	switch p {
	case Year:
		return start.AddDate(1, 0, 0)
	case Quarter:
		return start.AddDate(0, 3, 0)
	case Month:
		return start.AddDate(0, 1, 0)
	case Week:
		return start.AddDate(0, 0, 7)
	}
	return start.AddDate(0, 0, 1)
}

const dayText = "2 January 2006"

// periodText is a period in words.
func periodText(start time.Time, p Period) string {
	switch p {
	case Year:
		return start.Format("2006")
	case Quarter:
		return fmt.Sprintf("Q%d %d", (int(start.Month())+2)/3, start.Year())
	case Month:
		return start.Format("January 2006")
	case Week:
		return "The week of " + start.Format(dayText)
	}
	return start.Format(dayText)
}

// outside is an expression that is true of a mark in a period that is known in
// part; "" where all are whole.
func (r *renderer) outside() string {
	w := r.plan.Whole
	if w == nil {
		return ""
	}
	at := "toDate(" + datum(r.plan.X) + ")"
	switch {
	case w.To.IsZero():
		return fmt.Sprintf("%s < %s", at, utc(w.From))
	case w.From.IsZero():
		return fmt.Sprintf("%s >= %s", at, utc(w.To))
	}
	return fmt.Sprintf("%s < %s || %s >= %s", at, utc(w.From), at, utc(w.To))
}

// beside is an expression that is true of the marks that a dashed line joins: those
// outside, and their neighbours inside.
func (r *renderer) beside() (early, late string) {
	w, at := r.plan.Whole, "toDate("+datum(r.plan.X)+")"
	if !w.From.IsZero() {
		early = fmt.Sprintf("%s <= %s", at, utc(w.From))
	}
	if !w.To.IsZero() {
		late = fmt.Sprintf("%s >= %s", at, utc(before(w.To, r.plan.Period)))
	}
	return early, late
}

func before(t time.Time, p Period) time.Time {
	switch p {
	case Year:
		return t.AddDate(-1, 0, 0)
	case Quarter:
		return t.AddDate(0, -3, 0)
	case Month:
		return t.AddDate(0, -1, 0)
	case Week:
		return t.AddDate(0, 0, -7)
	}
	return t.AddDate(0, 0, -1)
}

// utc is a moment in an expression.
func utc(t time.Time) string {
	return fmt.Sprintf("utc(%d, %d, %d)", t.Year(), int(t.Month())-1, t.Day())
}

// dashed draws a line whose ends are known in part: solid within, dashed beyond.
func (r *renderer) dashed(mark object) []any {
	solid := object{"mark": mark, "transform": []any{object{"filter": "!(" + r.outside() + ")"}}}
	layers := []any{solid}
	early, late := r.beside()
	for _, part := range []string{early, late} {
		if part != "" {
			layers = append(layers, object{"mark": object{"type": "line", "strokeDash": []any{4, 4}, "opacity": 0.6}, "transform": []any{object{"filter": part}}})
		}
	}
	return layers
}
