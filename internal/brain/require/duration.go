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

const (
	slowWords = "slowest"
	fastWords = "fastest quickest"
	// extentWords are words of columns that hold how long something takes, or how
	// fast it is.
	extentWords = "duration time times minutes mins min seconds secs sec hours hrs hr days day weeks months milliseconds ms lap speed pace velocity mph kmh knots delay latency response length age latencies rank position"
)

// findDuration finds the word for the longest or the shortest time.
func (c *reader) findDuration() []*Requirement {
	if c.asksChange() {
		return nil // what grew the fastest
	}
	for i := c.Question.Context; i < len(c.Low); i++ {
		slow, fast := english.Among(c.Low[i], slowWords), english.Among(c.Low[i], fastWords)
		if takes := english.Among(c.At(i-1), "the") && english.Among(c.At(i-2), "takes take took taking") || c.At(i+1) == "time" && english.Among(c.At(i+2), "to"); takes {
			slow, fast = slow || c.Low[i] == "longest", fast || c.Low[i] == "shortest"
		}
		if !slow && !fast || clue.Overlaps(&clue.Phrase{First: i, End: i + 1}, c.Values) || c.partOfNumber(i) {
			continue
		}
		r := &Requirement{First: i, End: i + 1, desc: slow, total: slices.ContainsFunc(c.Low[c.Question.Context:], func(w string) bool { return english.Among(w, clue.SumWords) })}
		c.readDates(i, r)
		return []*Requirement{r}
	}
	return nil
}

// partOfNumber is true for a word that names a number of its own: the fastest lap.
func (c *reader) partOfNumber(i int) bool {
	return slices.ContainsFunc(c.Question.Names, func(n link.Name) bool {
		return n.Column && n.First <= i && i < n.End && c.Index.Columns[n.Number].Kind == index.Number
	})
}

// datesOfVerb finds when what the question speaks of began and ended: the verb names the
// end, and the date before it in the table is the beginning.
func (c *reader) datesOfVerb() (start, end int, ok bool) {
	for i := c.Question.Context; i < len(c.Low); i++ {
		stem := english.VerbStem(c.Low[i])
		if len(stem) < 3 || english.Among(c.Low[i], clue.Articles) {
			continue
		}
		for t := range c.Index.Tables {
			if !c.isAbout(t) {
				continue
			}
			before := 0
			for _, n := range c.Index.Tables[t].Columns {
				k := &c.Index.Columns[n]
				if k.Kind != index.Time || k.Form == index.ClockText {
					continue
				}
				if before > 0 && slices.ContainsFunc(k.Words, func(w string) bool { return english.VerbStem(w) == stem }) {
					if ok && end != n {
						return 0, 0, false
					}
					start, end, ok = before, n, true
				}
				before = n
			}
		}
	}
	return start, end, ok
}

// isAbout is true for a table that the question names, or one whose rows lead to
// what it names.
func (c *reader) isAbout(t int) bool {
	return slices.ContainsFunc(c.Mentions, func(m *clue.Mention) bool {
		return slices.ContainsFunc(m.Tables, func(o int) bool { return t == o || c.Index.Leads(t, o) }) ||
			slices.ContainsFunc(m.Columns, func(n int) bool { o := c.Index.Columns[n].Table; return t == o || c.Index.Leads(t, o) })
	})
}

// readDates says between which dates a requirement's time lies, and who or what takes it.
// Without a verb they are the only two dates of the rows that the thing is of.
func (c *reader) readDates(at int, r *Requirement) {
	for _, m := range c.Mentions { // the fastest finish, where finish is in seconds
		if k := slices.IndexFunc(m.Columns, func(n int) bool { return lasts(&c.Index.Columns[n]) }); k >= 0 {
			r.columns, r.tables = []int{m.Columns[k]}, []int{c.Index.Columns[m.Columns[k]].Table}
			r.things = c.rankedColumns(at, r.tables[0])
			return
		}
	}
	start, end, ok := c.datesOfVerb()
	if !ok {
		for _, m := range c.askedFor(at) {
			for _, n := range m.Columns {
				if days := clue.Dates(c.Index, c.Index.Columns[n].Table); !ok && c.Index.Columns[n].Kind == index.Text && len(days) == 2 {
					slices.Sort(days) // as the table has them
					start, end, ok = days[0], days[1], true
				}
			}
		}
	}
	if ok {
		r.columns, r.tables = []int{start, end}, []int{c.Index.Columns[end].Table}
		r.things = c.rankedColumns(at, r.tables[0])
		return
	}
	if n := c.onlyExtent(at); n > 0 {
		r.columns, r.tables = []int{n}, []int{c.Index.Columns[n].Table}
		r.things = c.rankedColumns(at, r.tables[0])
	}
}

// onlyExtent is the one column that says how long something takes, of the table
// that has what is asked for; 0 where there is none, or several.
func (c *reader) onlyExtent(at int) int {
	found := 0
	for _, m := range c.askedFor(at) {
		for _, of := range m.Columns {
			for _, n := range c.Index.Tables[c.Index.Columns[of].Table].Columns {
				if !lasts(&c.Index.Columns[n]) || n == found {
					continue
				}
				if found > 0 {
					return 0
				}
				found = n
			}
		}
	}
	return found
}

// lasts is true for a column of lengths of time.
func lasts(k *index.Column) bool {
	u, _ := english.UnitOf(strings.ToLower(k.Unit))
	return k.Kind == index.Number && k.Measure && u.Dimension == "time"
}

// askedFor are the names of what is asked for: right after the word, or after which.
// A name that follows one without a break belongs to it.
func (c *reader) askedFor(at int) []*clue.Mention {
	var list []*clue.Mention
	for _, m := range c.Mentions {
		if m.First == at+1 || english.Among(c.At(m.First-1), "which what") || m.First == c.Question.Context || m.First == c.Question.Context+1 && english.Among(c.At(c.Question.Context), clue.Articles) ||
			len(list) > 0 && list[len(list)-1].End == m.First {
			list = append(list, m)
		}
	}
	return list
}

// rankedColumns is who or what takes so long: a column of the rows with the dates, or what
// these lead to.
func (c *reader) rankedColumns(at, of int) []int {
	for _, m := range c.askedFor(at) {
		for _, t := range m.Tables {
			if t != of && c.Index.Leads(of, t) {
				return edit.DisplayColumns(c.Index, t)
			}
		}
		for _, n := range m.Columns {
			k := &c.Index.Columns[n]
			if k.Kind == index.Text && (k.Table == of || c.Index.Leads(of, k.Table)) {
				return []int{n}
			}
		}
	}
	return nil
}

// ranksByDuration reports whether a form ranks by how long something takes, the right end
// first, or shows the longest or shortest. What takes longer each time, not
// altogether, is slower.
func (r *Requirement) ranksByDuration(query *form.Query) bool {
	found := false
	query.EachQuery(func(q *form.Query) {
		for _, o := range q.Order {
			found = found || r.isDuration(o.By, o.Desc)
		}
		for _, e := range q.Select {
			found = found || (e.Op == form.Max || e.Op == form.Min) && r.isDuration(e, e.Op == form.Max)
		}
	})
	return found
}

func (r *Requirement) isDuration(by *form.Expr, desc bool) bool {
	found := false
	edit.EachPart(by, func(e *form.Expr) {
		switch e.Op {
		case form.Days, form.Hours, form.Minutes, form.Months, form.Years:
			found = found || desc == r.desc && (r.total || by.Op != form.Sum)
		case form.Column:
			found = found || e.Column > 0 && slices.ContainsFunc(r.ix.Columns[e.Column].Words, func(w string) bool { return english.Among(w, extentWords) }) ||
				e.Column > 0 && lasts(&r.ix.Columns[e.Column]) && desc == r.desc
		}
	})
	return found
}

// rankByDuration ranks by the average time from the one date to the other.
func (m *repairer) rankByDuration(query *form.Query, r *Requirement) {
	if len(r.columns) == 0 || len(r.things) == 0 || query.Other != nil {
		return
	}
	by := edit.Call(form.Avg, edit.Column(r.columns[0]))
	if len(r.columns) == 2 {
		start, end := r.columns[0], r.columns[1]
		unit := form.Days
		if f := m.ix.Columns[end].Form; f != index.DateText && f != index.DayNumber {
			unit = form.Hours
		}
		by = edit.Call(form.Avg, edit.Call(unit, edit.Column(end), edit.Column(start)))
	}
	limit := query.Limit
	if limit == nil {
		limit = edit.Number("1")
	}
	where := query.Where.Conjuncts()
	where = slices.DeleteFunc(where, func(c *form.Cond) bool { return c.Op == form.NotNull || c.Op == form.IsNull })
	*query = form.Query{Keep: form.NoTable, Tables: query.Tables, Select: edit.Columns(r.things), Group: edit.Columns(r.things), Where: form.AllOf(where),
		Order: []form.Order{{By: by, Desc: r.desc}}, Limit: limit}
	if key := m.ix.Tables[m.ix.Columns[r.things[0]].Table].PrimaryKey; len(key) == 1 && m.ix.Columns[r.things[0]].Table != r.tables[0] && !slices.Contains(r.things, key[0]) {
		query.Group = append(edit.Columns(key), query.Group...)
	}
}
