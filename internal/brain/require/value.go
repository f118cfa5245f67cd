package require

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// findValues lists the values that are surely meant, and words that are written as
// names though nothing in the database answers to them.
func (c *reader) findValues() []*Requirement {
	list, _ := c.statedValues()
	known := len(list)
	for _, r := range c.findWords(Value) {
		if n := len(list); n > known && list[n-1].End == r.First {
			list[n-1].End++ // first and last name
			continue
		}
		list = append(list, r)
	}
	return list
}

// findNotValues lists the values that rows must not have.
func (c *reader) findNotValues() []*Requirement {
	_, denied := c.statedValues()
	return append(denied, c.findWords(NotValue)...)
}

func (c *reader) statedValues() (wanted, denied []*Requirement) {
	for _, v := range c.Values {
		if !c.isCertain(v) {
			continue
		}
		r := &Requirement{First: v.First, End: v.End, items: v.Items}
		if c.isDenied(v, denied) {
			denied = append(denied, r)
		} else {
			wanted = append(wanted, r)
		}
	}
	return wanted, denied
}

// isCertain is true for a value that is surely meant: written as a name or in
// quotes, or denied; and not the name of a table or column as well.
func (c *reader) isCertain(v *clue.Phrase) bool {
	if c.isKindOfRows(v) {
		return true
	}
	here := c.isDenied(v, nil)
	if c.Question.Items[v.Items[0]].Kind != link.Exact && !c.isExcluded(v.First) || clue.Overlaps(v, c.Periods) || !strings.ContainsFunc(c.Low[v.First], letter) {
		return false
	}
	if slices.ContainsFunc(c.Mentions, func(m *clue.Mention) bool { return m.First < v.End && v.First < m.End }) {
		return false
	}
	if here {
		return true
	}
	alone := v.End-v.First == 1 && c.startsSentence(v.First) // a capital that every sentence has
	return c.IsProper(v.First, v.End) && !alone
}

// isKindOfRows is true for a word that is one of the kinds which a column of types or
// categories tells apart: the runs among activities, however it is written.
func (c *reader) isKindOfRows(v *clue.Phrase) bool {
	word := c.Low[v.First]
	if v.End-v.First != 1 || len(word) < 3 || english.Among(word, "new old other all standard normal regular general main first last full total average high low open free") || c.InName(v.First) || clue.Overlaps(v, c.Periods) {
		return false
	}
	return slices.ContainsFunc(v.Items, func(n int) bool {
		item := c.Question.Items[n]
		k := &c.Index.Columns[item.Column]
		kinds := len(k.Enum) > 1 && len(k.Words) > 0 && english.Among(k.Words[len(k.Words)-1], "type kind category class sport genre species mode")
		return kinds && english.Stem(strings.ToLower(item.Text)) == english.Stem(word)
	})
}

// isDenied reports whether a word that denies stands right before a value,
// with nothing between them but articles, prepositions, the name of what the
// value is of, and values that are denied themselves.
func (c *reader) isDenied(v *clue.Phrase, denied []*Requirement) bool {
	for i := v.First - 1; i >= c.Question.Context; i-- {
		if slices.ContainsFunc(c.Question.Spans, func(s span.Span) bool {
			return s.End == i+1 && (s.Kind == span.Negation || s.Kind == span.Comparison && s.Op == "!=") && !c.InComparison(i)
		}) {
			return true
		}
		if slices.ContainsFunc(denied, func(r *Requirement) bool { return r.End == i+1 }) && english.Among(c.At(i+1), "and or , nor") {
			return true
		}
		if w := c.At(i); !english.Among(w, clue.Articles) && !english.Among(w, "in from for of at on with by and or nor , those ones") && !c.namesColumnOf(v, i) {
			return false
		}
	}
	return false
}

// namesColumnOf reports whether a word names the column or the table of a value.
func (c *reader) namesColumnOf(v *clue.Phrase, i int) bool {
	return slices.ContainsFunc(c.Mentions, func(m *clue.Mention) bool {
		return m.First <= i && i < m.End && slices.ContainsFunc(v.Items, func(n int) bool {
			col := c.Question.Items[n].Column
			return slices.Contains(m.Columns, col) || slices.Contains(m.Tables, c.Index.Columns[col].Table)
		})
	})
}

// usesValue reports whether a form tests for the value, or shows its column.
func (r *Requirement) usesValue(query *form.Query) bool {
	return r.testsValue(query, false) || r.showsValue(query)
}

// excludesValue reports whether a form tests against the value, or against
// something that may stand for it.
func (r *Requirement) excludesValue(query *form.Query) bool {
	return r.testsValue(query, true) || !r.testsValue(query, false) && r.deniesValue(query)
}

// testsValue reports whether the form tests for one of the values, or for words of
// the question that say it; denied, that it tests against one.
func (r *Requirement) testsValue(query *form.Query, denied bool) bool {
	found := false
	edit.Walk(query, false, func(v *form.Value, against bool) {
		if v.Kind == form.Text && r.matches(v.Text) && (!denied || against) {
			found = true
		}
	}, nil)
	return found
}

// deniesValue reports whether a form tests that something of the value's table is not
// so: values have codes that no word says. A key that is not some number says
// nothing.
func (r *Requirement) deniesValue(query *form.Query) bool {
	found := false
	edit.Walk(query, false, nil, func(c *form.Cond) {
		switch c.Op {
		case form.NotEqual, form.NoneOf, form.NotContains, form.NotStartsWith, form.NotEndsWith, form.NotMatches, form.IsNull:
			if c.Left == nil || c.Left.Op != form.Column || c.Left.Column == 0 || r.ix.Columns[c.Left.Column].Kind != index.Text {
				return
			}
			if c.Right != nil && c.Right.Value != nil && slices.ContainsFunc(r.q.Items, func(i link.Item) bool {
				return i.First >= r.q.Context && (i.First >= r.End || i.End <= r.First) && i.Text == c.Right.Value.Text
			}) {
				return // it denies what other words say
			}
			for _, i := range r.items {
				found = found || r.ix.Columns[r.q.Items[i].Column].Table == r.ix.Columns[c.Left.Column].Table
			}
		case form.NotIn:
			found = true
		}
	})
	for q := query; q != nil; q = q.Other {
		found = found || q.Set == form.Except
	}
	return found
}

// matches reports whether a text is one of the requirement's values, or the words.
func (r *Requirement) matches(text string) bool {
	text = strings.ToLower(text)
	for _, i := range r.items {
		if value := strings.ToLower(r.q.Items[i].Text); value == text {
			return true
		}
	}
	if len(r.items) > 0 && r.q.Items[r.items[0]].Kind == link.Earlier {
		return false
	}
	words := strings.ToLower(strings.TrimPrefix(r.Text(), "not "))
	return text == words || len(text) > 2 && (strings.Contains(words, text) || strings.Contains(text, words))
}

// showsValue reports whether the values' column is shown, so that each has its
// own row, and nothing else is asked of it.
func (r *Requirement) showsValue(query *form.Query) bool {
	found := false
	for _, i := range r.items {
		column := r.q.Items[i].Column
		tested := false
		edit.Walk(query, false, nil, func(c *form.Cond) {
			tested = tested || c.Left != nil && c.Left.Op == form.Column && c.Left.Column == column
		})
		edit.EachShown(query, func(e *form.Expr) { found = found || e.Op == form.Column && e.Column == column && !tested })
	}
	return found
}

func (m *repairer) addValue(query *form.Query, r *Requirement) {
	if item := m.itemFor(query, r); item != nil {
		m.addCond(query, edit.Compare(form.Equal, edit.Column(item.Column), item.Value))
	}
}

func (m *repairer) excludeValue(query *form.Query, r *Requirement) {
	if item := m.itemFor(query, r); item != nil {
		m.dropConds(query, func(c *form.Cond) bool { return testsItem(c, *item) })
		m.addCond(query, edit.Compare(form.NotEqual, edit.Column(item.Column), item.Value))
	}
}

// itemFor is the value that a requirement means: one that the form reaches, else
// that of the choice; nil where nobody knows what its words mean.
func (m *repairer) itemFor(query *form.Query, r *Requirement) *link.Item {
	if len(r.items) == 0 {
		return nil
	}
	if item := m.nearestItem(query, r); item != nil {
		return item
	}
	return &r.q.Items[r.items[min(m.choice, len(r.items)-1)]]
}

// nearestItem is the item of a requirement whose table the form reads already, else one
// whose table a key leads to from there.
func (m *repairer) nearestItem(query *form.Query, r *Requirement) *link.Item {
	for _, near := range []func(int) bool{
		func(t int) bool { return slices.Contains(query.Tables, t) },
		func(t int) bool {
			return slices.ContainsFunc(query.Tables, func(from int) bool { _, _, ok := edit.KeyTo(m.ix, from, t); return ok })
		},
	} {
		for _, i := range r.items {
			if item := &r.q.Items[i]; item.Column > 0 && near(m.ix.Columns[item.Column].Table) {
				return item
			}
		}
	}
	return nil
}

func testsItem(c *form.Cond, item link.Item) bool {
	return c.Op == form.Equal && c.Left != nil && c.Left.Op == form.Column && c.Left.Column == item.Column &&
		c.Right != nil && c.Right.Value != nil && c.Right.Value.Text == item.Text
}
