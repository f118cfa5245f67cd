package require

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/english"
)

// findGroups lists what the question wants a figure for each of.
func (c *reader) findGroups() []*Requirement {
	var list []*Requirement
	for _, m := range c.Mentions {
		if c.isGroup(m) && !c.isRankedByCount(m) {
			list = append(list, &Requirement{First: m.First, End: m.End, columns: m.Columns, tables: m.Tables})
		}
	}
	return append(list, c.findWords(Group)...)
}

// isGroup is true for a name after by, per or each that the question wants a
// figure for each of. By the artist X means something else, and so does a name
// that goes on in words which are not understood.
func (c *reader) isGroup(m *clue.Mention) bool {
	if m.Role != clue.Grouping || !m.Whole || len(m.Tables) == 0 && c.Index.Columns[m.Columns[0]].Kind == index.Time {
		return false // by order date says which date counts
	}
	at := c.wordBefore(m)
	if each := english.Among(c.At(at), "each every"); !english.Among(c.At(at), "by per") && !(each && english.Among(c.At(at-1), "for in per from")) {
		return false
	}
	return c.endsName(m.End) && !clue.Overlaps(&clue.Phrase{First: m.First, End: m.End + 1}, c.Values)
}

// showsGroup reports whether the form shows, groups or orders by what is named, or
// by something of its table, or by a key to it.
func (r *Requirement) showsGroup(query *form.Query) bool {
	if len(r.columns)+len(r.tables) == 0 {
		return r.guessesGroup(query)
	}
	found := false
	edit.EachShown(query, func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 {
			return
		}
		c := &r.ix.Columns[e.Column]
		last := r.q.Words[r.End-1].Text // each code, of document type codes
		if slices.Contains(r.columns, e.Column) || slices.Contains(r.tables, c.Table) || slices.Contains(c.Words, strings.ToLower(last)) {
			found = true
		}
		for _, name := range r.columns { // the same thing under another name
			o := &r.ix.Columns[name]
			if slices.Equal(o.Words, c.Words) || slices.Contains(r.ix.Tables[o.Table].Display, e.Column) || slices.Contains(r.ix.Tables[o.Table].PrimaryKey, e.Column) ||
				r.isKeyTo(name, c.Table) {
				found = true
			}
		}
		for _, t := range r.tables {
			found = found || r.isKeyTo(e.Column, t)
		}
	})
	return found
}

// guessesGroup reports whether a form that groups by what no word names may have
// understood a word that nothing answers to: it groups by something that no
// other word of the question names.
func (r *Requirement) guessesGroup(query *form.Query) bool {
	found := false
	query.EachQuery(func(q *form.Query) {
		for _, e := range slices.Concat(q.Group, q.Per, edit.OrderExprs(q)) {
			for len(e.Args) == 1 {
				e = e.Args[0]
			}
			found = found || e.Op == form.Column && e.Column > 0 && !slices.ContainsFunc(r.q.Names, func(n link.Name) bool {
				return n.Column && n.Number == e.Column && n.First >= r.q.Context && n.Kind == 1
			})
		}
	})
	return found
}

func (m *repairer) addGroup(query *form.Query, r *Requirement) {
	if len(r.columns)+len(r.tables) > 0 {
		m.group(query, m.dimension(query, r)...)
	}
}

// dimension is what a group word names, as the result shows it.
func (m *repairer) dimension(query *form.Query, r *Requirement) []*form.Expr {
	near := func(t int) bool { return slices.Contains(query.Tables, t) }
	for _, c := range r.columns {
		if near(m.ix.Columns[c].Table) {
			return []*form.Expr{edit.Column(c)}
		}
	}
	if len(r.tables) > 0 {
		return edit.Columns(edit.DisplayColumns(m.ix, r.tables[0]))
	}
	return []*form.Expr{edit.Column(r.columns[min(m.choice, len(r.columns)-1)])}
}

// group gives a figure for each of something: beside the groups that are there,
// or by the second choice in their place. What only lists rows is not grouped.
func (m *repairer) group(query *form.Query, by ...*form.Expr) {
	if len(query.Group) == 0 && !slices.ContainsFunc(query.Select, (*form.Expr).Aggregates) || len(by) == 0 {
		return
	}
	if m.choice == 1 {
		query.Select = slices.DeleteFunc(query.Select, func(e *form.Expr) bool { return !e.Aggregates() })
		query.Group, query.Order = nil, nil
	}
	for _, e := range slices.Backward(by) {
		if !slices.ContainsFunc(query.Group, func(o *form.Expr) bool { return edit.SameExpr(o, e) }) {
			query.Group = append(query.Group, e)
		}
		if !slices.ContainsFunc(query.Select, func(o *form.Expr) bool { return edit.SameExpr(o, e) }) {
			query.Select = append([]*form.Expr{e}, query.Select...)
		}
	}
}

// findBucket finds the word that asks for a figure for each part of time.
func (c *reader) findBucket() []*Requirement {
	if i := c.bucketAt(); i >= 0 {
		return []*Requirement{{First: i, End: i + 1, bucket: c.Grain}}
	}
	if first, end := c.trendAt(); end > 0 {
		return []*Requirement{{First: first, End: end, bucket: form.Month}}
	}
	return nil
}

// bucketAt is the place of the word that asks for a figure for each month, or
// -1.
func (c *reader) bucketAt() int {
	if c.Grain == "" {
		return -1
	}
	for i := c.Question.Context; i < len(c.Low); i++ {
		if clue.Grains[c.Low[i]] == string(c.Grain) && english.PerWords[c.At(i-1)] && !english.Among(c.At(i+1), "start end begin") {
			return i
		}
	}
	return -1
}

// trendAt finds words that ask how something went on; end is 0 where none do.
func (c *reader) trendAt() (first, end int) {
	for i := c.Question.Context; i < len(c.Low); i++ {
		switch {
		case c.InName(i):
		case c.Low[i] == "over" && c.At(i+1) == "time":
			return i, i + 2
		case english.Among(c.Low[i], "develop developed evolve evolved trend trends") && c.Grain == "":
			return i, i + 1
		}
	}
	return 0, 0
}

// hasBucket reports whether a form has a figure for each bucket of time, or shows
// the time itself. A date inside a duration is no bucket.
func (r *Requirement) hasBucket(query *form.Query) bool {
	found := false
	inside := map[*form.Expr]bool{}
	edit.EachShown(query, func(e *form.Expr) {
		switch e.Op {
		case r.bucket, form.Growth, form.Prev, form.Running, form.Moving:
			found = true
		case form.Month, form.MonthNum, form.Weekday, form.Day, form.Hour, form.Week, form.Quarter, form.Year:
			found = found || strings.HasPrefix(string(e.Op), string(r.bucket)) || r.bucket == form.Day && e.Op == form.Weekday || clue.Grains[strings.ToLower(r.q.Words[r.First].Text)] == ""
		case form.Days, form.Hours, form.Minutes, form.Months, form.Years:
			for _, a := range e.Args {
				inside[a] = true
			}
		case form.Column:
			found = found || e.Column > 0 && slices.Contains(r.ix.Columns[e.Column].Words, string(r.bucket))
			found = found || e.Column > 0 && r.ix.Columns[e.Column].Kind == index.Time && !inside[e]
		}
	})
	return found
}

func (m *repairer) addBucket(query *form.Query, r *Requirement) {
	if at := m.dateOf(query); at > 0 {
		m.group(query, edit.Call(r.bucket, edit.Column(at)))
	}
}

// isRankedByCount is true for a table after by that things are ranked by: the top five
// customers by orders. Sales and payments are amounts to most people.
func (c *reader) isRankedByCount(m *clue.Mention) bool {
	if c.Extreme == nil || m.First < c.Extreme.First || !m.Whole || !m.IsTable() || c.At(c.wordBefore(m)) != "by" || !c.endsName(m.End) {
		return false
	}
	if slices.ContainsFunc(c.Low[m.First:m.End], func(w string) bool {
		return english.Among(w, "sale sales payment payments purchase purchases spend spending invoice invoices transaction transactions revenue budget budgets donation donations")
	}) {
		return false
	}
	return slices.ContainsFunc(c.Mentions, func(o *clue.Mention) bool {
		return c.Extreme.First < o.First && o.End < m.First && !slices.ContainsFunc(o.Tables, func(t int) bool { return slices.Contains(m.Tables, t) })
	})
}
