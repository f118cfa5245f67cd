package search

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// What words say for sure of the figure itself: that it is a part of something,
// how many pieces there are, which end of time comes first, which hour of the
// day counts, and that a follow-up divides what was there before.

const (
	AShare    Kind = "share"    // a part of a whole
	APieces   Kind = "pieces"   // how many pieces, where a row may stand for several
	AnEnd     Kind = "end"      // the oldest or the newest
	AnHour    Kind = "hour"     // a time of day
	ADivision Kind = "division" // the groups of the turn before, divided further
)

// Certain is true for a demand that leaves one way to mend a form: it is as
// probable as the form that it came from.
func (d *Demand) Certain() bool {
	switch d.Kind {
	case AShare, APieces, AnEnd, AnHour, ADivision, ADirection, ATally, AState, AThing, AnyOnce, AnIdentifier:
		return true
	case AVersus:
		return len(d.tables) == 1
	case ACost, AnAmount:
		return len(d.columns) > 0
	case AnExtent:
		return len(d.things) > 0
	}
	return false
}

// figures lists these demands.
func (c *clues) figures(add func(*Demand)) {
	if i := c.shareAt(); i >= 0 {
		add(&Demand{Kind: AShare, First: i, End: i + 1})
	}
	if i, pieces := c.piecesAt(); len(pieces) > 0 {
		add(&Demand{Kind: APieces, First: i, End: i + 1, columns: pieces})
	}
	if i, desc := c.endAt(); i >= 0 {
		add(&Demand{Kind: AnEnd, First: i, End: i + 1, desc: desc})
	}
	if first, end, hour := c.hourAt(); end > 0 {
		add(&Demand{Kind: AnHour, First: first, End: end, number: hour})
	}
	if i := c.divisionAt(); i >= 0 {
		add(&Demand{Kind: ADivision, First: i, End: i + 1})
	}
}

// shareAt is the place of the word that asks for a part of something, or -1.
// Five percent is a number, and a percentage change no part.
func (c *clues) shareAt() int {
	for i := c.q.Context; i < len(c.low); i++ {
		if !is(c.low[i], "share shares percentage percentages percent proportion % pct") || c.namesNumber(i) || c.inside(&said{first: i, end: i + 1}, c.values) {
			continue
		}
		if slices.ContainsFunc(c.q.Spans, func(s span.Span) bool { return s.Kind == span.Number && s.First <= i && i <= s.End }) {
			continue
		}
		if is(c.low[i], "share shares") && is(c.at(i+1), "the a an same") {
			continue // what two of them share
		}
		if is(c.at(i+1), "change changes changed growth increase decrease difference points point discount off up down higher lower") || is(c.at(i-1), "in") && c.grows() {
			continue
		}
		return i
	}
	return -1
}

// namesNumber reports whether a word is part of the name of a number.
func (c *clues) namesNumber(i int) bool {
	return slices.ContainsFunc(c.mentions, func(m *mention) bool { return m.first <= i && i < m.end && c.holdsNumber(m) })
}

// grows reports whether the question speaks of a change.
func (c *clues) grows() bool {
	return slices.ContainsFunc(c.low[c.q.Context:], func(w string) bool {
		return is(w, "change changed changes grew grow grown growth increase increased decrease decreased rise rose fall fell drop dropped")
	})
}

// piecesAt finds pieces that were sold, and the columns that say how many of
// them a row stands for: there are as many sales as rows, but not as many
// tickets. The sales themselves are rows.
func (c *clues) piecesAt() (at int, columns []int) {
	for _, m := range c.mentions {
		if slices.ContainsFunc(m.columns, func(n int) bool { return c.ix.Columns[n].Measure }) {
			continue
		}
		sold := c.soldAfter(m.end)
		for n := 1; n < len(c.ix.Columns); n++ {
			t := c.ix.Columns[n].Table
			if !c.tellsPieces(n) || m.whole && slices.Contains(m.tables, t) {
				continue
			}
			leads := slices.ContainsFunc(m.tables, func(o int) bool { _, _, ok := keyTo(c.ix, t, o); return ok })
			part := slices.Contains(m.tables, t)
			if sold && (part || leads) || part && c.ofWhich(m, t) {
				columns = append(columns, n)
			}
		}
		if len(columns) > 0 {
			return m.first, columns
		}
	}
	return 0, nil
}

// tellsPieces reports whether a column says how many pieces a row stands for.
func (c *clues) tellsPieces(n int) bool {
	col := &c.ix.Columns[n]
	has := func(list string) bool {
		return slices.ContainsFunc(col.Words, func(w string) bool { return is(w, list) })
	}
	return col.Kind == index.Number && has("quantity qty pieces units copies") && !has("price cost stock hand available reserved minimum maximum")
}

// soldAfter reports whether the words at a place say that what stands before
// them was sold.
func (c *clues) soldAfter(i int) bool {
	passive := false
	for is(c.at(i), "were was been are have has") {
		passive = true
		i++
	}
	return c.at(i) == "sold" || passive && is(c.at(i), "ordered bought purchased shipped delivered returned")
}

// ofWhich reports whether a mention is what the rows of a table are sales of:
// the tickets of ticket sales.
func (c *clues) ofWhich(m *mention, t int) bool {
	words := c.ix.Tables[t].Words
	return m.first > c.q.Context && len(words) > 1 && m.end-m.first < len(words) && is(words[len(words)-1], "sale sales order orders purchase purchases booking bookings shipment shipments") &&
		strings.HasPrefix(c.low[m.end-1], strings.TrimSuffix(words[m.end-m.first-1], "s")) && is(c.at(m.first-1), "of many")
}

// endAt finds the word that says which end of time comes first; -1 where none
// or both ends are said.
func (c *clues) endAt() (at int, desc bool) {
	at = -1
	for i := c.q.Context; i < len(c.low); i++ {
		late := is(c.low[i], "youngest newest latest") || c.low[i] == "recent" && c.at(i-1) == "most"
		if !late && !is(c.low[i], "oldest eldest earliest") || c.named(i) || c.inside(&said{first: i, end: i + 1}, c.values) {
			continue
		}
		if at >= 0 && late != desc {
			return -1, false
		}
		at, desc = i, late
	}
	return at, desc
}

// hourAt finds a time of day after before, after, until: 9 am, 5 o'clock. The
// hour is that of a clock with 24; end is 0 where none is said.
func (c *clues) hourAt() (first, end int, hour float64) {
	for _, s := range c.q.Spans {
		n, ok := hourOf(s.Number)
		if s.Kind != span.Number || s.First < c.q.Context || !ok || !is(c.at(s.First-1), "before after until by since past") {
			continue
		}
		switch w := c.at(s.End); {
		case is(w, "am pm"), w == "a" && c.at(s.End+1) == "." && c.at(s.End+2) == "m", w == "o" && is(c.at(s.End+1), "' ’"), is(w, "o'clock oclock"):
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

// divisionAt is the place of the word that divides what the turn before showed,
// -1 where nothing is divided or there was one figure.
func (c *clues) divisionAt() int {
	before := c.q.Before()
	if before == nil || len(before.Group) == 0 {
		return -1
	}
	for i := c.q.Context; i < len(c.low); i++ {
		if is(c.low[i], "break breaks broken split drill slice divide") && slices.ContainsFunc(c.low[i:], func(w string) bool { return is(w, "by into per") }) {
			return i
		}
	}
	return -1
}

// kept are the groups of the turn before that a division keeps: all but times,
// where it names another time itself.
func (d *Demand) kept(query *form.Query) []*form.Expr {
	timed := func(e *form.Expr) bool {
		return e.Op != form.Column || e.Column > 0 && d.ix.Columns[e.Column].Kind == index.Time
	}
	var list []*form.Expr
	for _, e := range d.q.Before().Group {
		if !timed(e) || !slices.ContainsFunc(query.Group, func(o *form.Expr) bool { return timed(o) && !sameExpr(o, e) }) {
			list = append(list, e)
		}
	}
	return list
}
