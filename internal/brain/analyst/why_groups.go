package analyst

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// groupsQuestion asks why a figure is not the same in two groups.
type groupsQuestion struct {
	figure string
	groups [2]string // the one that is spoken of, and the one that it is held against
	when   *span.Period
}

const (
	comparative = `(?:so much |much |far |a lot |significantly )?(?:lower|higher|less|more|smaller|larger|bigger|greater|worse|better|weaker|stronger|fewer|shorter|longer|cheaper)`
	relation    = `(?:in|for|at|on|among|of|with|via|from|by|through)`
)

// asksGroups are ways to ask, after the words that ask why. Where no figure is named, a
// verb stands for it: how many do it, how often, or how much.
var asksGroups = []*lazyregexp.Regexp{
	lazyregexp.New(`(?i)^(?:is|are|was|were|do|does|did) (?:there )?(?:the |our )?(?P<figure>.+?) ` + comparative + ` ` + relation + ` (?:the )?(?P<one>.+?) than (?:` + relation + ` )?(?:the )?(?P<other>.+)$`),
	lazyregexp.New(`(?i)^(?:is|are|was|were) (?:the |our )?(?P<figure>.+?) ` + relation + ` (?:the )?(?P<one>.+?) ` + comparative + ` than (?:` + relation + ` )?(?:the )?(?P<other>.+)$`),
	lazyregexp.New(`(?i)^(?:is there|are there|was there|were there|do we have|did we have) ` + comparative + ` (?P<figure>.+?) ` + relation + ` (?:the )?(?P<one>.+?) than (?:` + relation + ` )?(?:the )?(?P<other>.+)$`),
	lazyregexp.New(`(?i)^(?:do|does|did) (?:more|fewer|less) (?P<one>.+?) (?P<do>[a-z]+) than (?:the )?(?P<other>.+)$`),
	lazyregexp.New(`(?i)^(?:do|does|did) (?:the )?(?P<one>.+?) (?P<often>[a-z]+) (?:so much |much |far |a lot |significantly )?(?:more|less) (?:often|frequently) than (?:the )?(?P<other>.+)$`),
	lazyregexp.New(`(?i)^(?:do|does|did) (?:the )?(?P<one>.+?) (?P<verb>[a-z]+) (?:so much |much |far |a lot |significantly )?(?:more|less) than (?:the )?(?P<other>.+)$`),
	lazyregexp.New(`(?i)^(?:do|does|did|has|have|had) (?:the )?(?P<one>.+?) (?:have|has|had|get|make|bring|show)? ?(?:a )?` + comparative + ` (?P<figure>.+?) than (?:the )?(?P<other>.+)$`),
	lazyregexp.New(`(?i)^(?:do|does|did) (?:the |our )?(?P<figure>.+?) (?:differ|vary|deviate)(?: so much| a lot)? between (?:the )?(?P<one>.+?) and (?:the )?(?P<other>.+)$`),
	lazyregexp.New(`(?i)^(?:the |a |such a )?(?:difference|gap) (?:in|of) (?:the |our )?(?P<figure>.+?) between (?:the )?(?P<one>.+?) and (?:the )?(?P<other>.+)$`),
	lazyregexp.New(`(?i)^(?:is|are|was|were) (?:the |our )?(?P<figure>.+?) (?:so )?(?:different|not the same) (?:in|between|for) (?:the )?(?P<one>.+?) (?:and|than in|from|than for) (?:the )?(?P<other>.+)$`),
}

// sharedNoun is a noun that both groups begin with: players of.
var sharedNoun = lazyregexp.New(`(?i)^([a-z]+) (?:of|in|from|at|with|on) (?:the )?(.+)$`)

// takeNoun takes the noun that both groups share from them: players of Brazil and
// players of France.
func (g *groupsQuestion) takeNoun() string {
	one, other := sharedNoun.FindStringSubmatch(g.groups[0]), sharedNoun.FindStringSubmatch(g.groups[1])
	if one == nil || other != nil && !strings.EqualFold(one[1], other[1]) {
		return ""
	}
	g.groups[0] = one[2]
	if other != nil {
		g.groups[1] = other[2]
	}
	return strings.ToLower(one[1]) + " "
}

// readWhyGroups reads a message that asks why two groups differ; nil for another. Now is
// the person's clock.
func readWhyGroups(text string, now time.Time) *groupsQuestion {
	text = strings.NewReplacer("’", "'", "‘", "'").Replace(strings.TrimRight(strings.TrimSpace(text), "?!. "))
	lead := asksWhy.FindStringIndex(text)
	if lead == nil {
		return nil
	}
	rest := strings.TrimSpace(text[lead[1]:])
	words := span.Words(rest)
	g := &groupsQuestion{}
	switch periods := periodsOf(words, now); {
	case len(periods) > 1:
		return nil // periods are compared
	case len(periods) == 1:
		p := periods[0]
		g.when = &p.Period
		rest = strings.TrimSpace(rest[:words[p.First].Start] + rest[words[p.End-1].End:])
		rest = trailing.ReplaceAllString(rest, "")
	}
	for _, way := range asksGroups {
		m := way.FindStringSubmatch(rest)
		if m == nil {
			continue
		}
		g.groups = [2]string{strings.TrimSpace(m[way.SubexpIndex("one")]), strings.TrimSpace(m[way.SubexpIndex("other")])}
		noun := g.takeNoun()
		if at := way.SubexpIndex("figure"); at >= 0 {
			g.figure = strings.TrimSpace(m[at])
		} else if at := way.SubexpIndex("do"); at >= 0 {
			g.figure = "how many " + noun + m[at]
		} else if at := way.SubexpIndex("often"); at >= 0 {
			g.figure = "what percentage of " + cmp.Or(noun, "rows ") + m[at]
		} else {
			g.figure = "how much do " + cmp.Or(noun, "they ") + m[way.SubexpIndex("verb")] + " on average"
		}
		return g
	}
	return nil
}

// whyGroups plans what the difference of a figure between two groups comes from.
func (a *Analyst) whyGroups(ctx context.Context, q brain.Question) (*brain.Analysis, error) {
	now := a.clock(q.Now)
	w := readWhyGroups(q.Text, now)
	if w == nil {
		return nil, nil
	}
	if pronoun.MatchString(w.figure) {
		w.figure = ""
	}
	if w.figure == "" && q.Before == nil {
		return nil, nil
	}
	f, read, err := a.readFigure(ctx, w.figure, nil, q)
	if err != nil {
		return nil, err
	}
	if read == nil {
		return nil, nil
	}
	if w.figure == "" && w.when == nil {
		f.where = append(f.where, periodOf(f.query)...) // that of the answer which is spoken of
	}
	column, values, known := a.sameColumn(f.base, w.groups)
	switch {
	case known == 1:
		return declined(fmt.Sprintf("Plumb can compare two groups, but it finds no column of %s that has both “%s” and “%s” among its values.", rowsOfTable(a.Index, f.base), w.groups[0], w.groups[1])), nil
	case known == 0:
		return nil, nil
	}
	var said []string
	if len(f.where) > 0 && read.Sentence != "" {
		said = append(said, "the figure is "+read.Sentence)
	}
	if w.when != nil {
		on := f.time
		if on == nil {
			at := a.Index.TimeOf(f.base)
			if at == 0 {
				at = a.whenOf(f.base)
			}
			if at == 0 {
				return declined(fmt.Sprintf("Plumb can compare the two, but the %s have no date that says when they happened.", rowsOfTable(a.Index, f.base))), nil
			}
			on = edit.Column(at)
		}
		f.where = append(f.where, during(on, *w.when))
	}
	is := func(text string) *form.Cond {
		return edit.Compare(form.Equal, edit.Column(column), &form.Value{Kind: form.Text, Text: text, Stored: true})
	}
	held := f
	held.where = append(slices.Clone(f.where), is(values[0]))
	dims := dimensionsOf(a.Index, held)
	if len(dims) == 0 {
		return declined(fmt.Sprintf("The data record nothing else of %s by which the difference could be split.", rowsOfTable(a.Index, f.base))), nil
	}
	by := sides{{values[1], is(values[1])}, {values[0], is(values[0])}}
	f.query = withTable(a.Index, f.query, column)
	made, err := a.planWhy(f, read, "", by, dims, true, q.Now)
	if err != nil {
		return nil, err
	}
	if w.when != nil {
		made.Title += " " + render.PeriodPhrase(*w.when)
	}
	made.Question = q.Text
	made.Assumptions = append(said, read.Assumptions...)
	return &brain.Analysis{Plan: made, Sentence: made.Title, Confidence: read.Probability}, nil
}

// pronoun stands for the figure of the answer before.
var pronoun = lazyregexp.New(`(?i)^(?:it|that|this|they|these|those|the (?:figure|number|value))$`)

// periodOf is the condition of a form on its period, if it has one.
func periodOf(q *form.Query) []*form.Cond {
	for _, c := range q.Where.Conjuncts() {
		if c.Op == form.During && c.Left != nil {
			return []*form.Cond{c}
		}
	}
	return nil
}

// withTable is a form that may use a column.
func withTable(ix *index.Index, q *form.Query, column int) *form.Query {
	own := *q
	own.Tables = append(slices.Clone(q.Tables), ix.Columns[column].Table)
	slices.Sort(own.Tables)
	own.Tables = slices.Compact(own.Tables)
	return &own
}

// sameColumn finds the column that has both texts among its values, of the rows
// themselves or of what each belongs to; the nearest one. Known is 2 then, 1 where only
// some column has one of them, and 0 where none has.
func (a *Analyst) sameColumn(base int, texts [2]string) (column int, values [2]string, known int) {
	var found [2][]index.Match
	for i, text := range texts {
		words := span.Words(text)
		for _, m := range a.Index.Values(words) {
			// Women are female: another word for a value says enough where both are such.
			if (m.Kind <= index.Demonym || m.Kind == index.Akin) && a.onlyNames(m.Column, words, m.First, m.End) {
				found[i] = append(found[i], m)
				known = 1
			}
		}
	}
	best := 1 << 20
	for _, x := range found[0] {
		for _, y := range found[1] {
			of := a.Index.Columns[x.Column].Table
			if x.Column != y.Column || x.Text == y.Text || (x.Kind == index.Akin) != (y.Kind == index.Akin) || a.Index.Columns[x.Column].Kind != index.Text || of != base && !a.Index.Leads(base, of) {
				continue
			}
			far := a.hops(base, of)
			q := &form.Query{Keep: form.NoTable, Select: []*form.Expr{edit.Column(x.Column)}}
			if far < best && !repeats(a.Index, q, base) {
				column, values, best, known = x.Column, [2]string{x.Text, y.Text}, far, 2
			}
		}
	}
	return column, values, known
}

// onlyNames is true where the words beside a value only name its column or table: the
// business customers, the channel web.
func (a *Analyst) onlyNames(column int, words []span.Word, first, end int) bool {
	c := &a.Index.Columns[column]
	names := append(slices.Clone(c.Words), a.Index.Tables[c.Table].Words...)
	for i, w := range words {
		if i >= first && i < end {
			continue
		}
		one := english.Singular(strings.ToLower(w.Text))
		if one != "the" && !slices.ContainsFunc(names, func(n string) bool { return english.Singular(n) == one }) {
			return false
		}
	}
	return true
}

// hops is how many keys lead from one table to another.
func (a *Analyst) hops(from, to int) int {
	far := map[int]int{from: 0}
	for list := []int{from}; len(list) > 0; list = list[1:] {
		if list[0] == to {
			return far[to]
		}
		for _, k := range a.Index.KeysFrom(list[0]) {
			next := a.Index.Columns[k.To[0]].Table
			if _, seen := far[next]; !seen {
				far[next] = far[list[0]] + 1
				list = append(list, next)
			}
		}
	}
	return 1 << 10
}
