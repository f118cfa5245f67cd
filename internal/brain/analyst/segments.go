package analyst

import (
	"context"
	"encoding/json"
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
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

// segmentsQuestion asks to divide things into groups that resemble each other.
type segmentsQuestion struct {
	noun     string
	by       string // the words for the columns; "" where none are named
	rfm      bool
	clusters int // how many; 0 where the message does not say
}

var (
	asksRFM      = lazyregexp.New(`(?i)\brfm\b|\brecency,? frequency\b`)
	asksSegments = lazyregexp.New(`(?i)^(?:(?:please|can you|could you|let's|now) )*(?:do a |run a |make a |show me a |show a |create a )?(?:segment|cluster|segmentation of|segmentation for|clustering of|k-?means(?: clustering)?(?: of| on| for)?|cluster analysis of|divide|split|group)(?: all)?(?: the| our| my)? (?P<noun>[a-z]+(?: [a-z]+)?)(?: into (?P<n>\d+|two|three|four|five|six|seven|eight|nine|ten)? ?(?:segments|clusters|groups|similar groups|types|kinds))?(?:,? (?:by|on|using|based on|according to|with respect to) (?P<by>.+?))?(?: into (?P<m>\d+|two|three|four|five|six|seven|eight|nine|ten)? ?(?:segments|clusters|groups))?[?.! ]*$`)
	nounSegments = lazyregexp.New(`(?i)^(?:(?:do|run|make|show|create|give)(?: me)?(?: a| the)? )?(?P<noun>[a-z]+) (?:segmentation|clustering|cluster analysis)(?: analysis)?(?:,? (?:by|on|using|based on) (?P<by>.+?))?[?.! ]*$`)
	saysCluster  = lazyregexp.New(`(?i)\bcluster|\bk-?means\b`)
	// saysClusters are verbs that ask for nothing else.
	saysClusters = lazyregexp.New(`(?i)\bclusters?\b|\bclustering\b|\bsegmentation\b|\bk-?means\b|^(?:please |can you |could you |let's |now )*segment\b|\binto (?:[a-z0-9]+ )?(?:segments|clusters)\b|\bsimilar groups\b`)
)

// readSegments reads a message that asks for segments; nil for another.
func readSegments(text string) *segmentsQuestion {
	text = strings.TrimSpace(text)
	s := &segmentsQuestion{rfm: asksRFM.MatchString(text)}
	for _, way := range []*lazyregexp.Regexp{asksSegments, nounSegments} {
		m := way.FindStringSubmatch(text)
		if m == nil || !saysClusters.MatchString(text) {
			continue
		}
		part := func(name string) string {
			if i := way.SubexpIndex(name); i >= 0 {
				return strings.TrimSpace(m[i])
			}
			return ""
		}
		s.noun, s.by = strings.ToLower(part("noun")), part("by")
		for _, name := range []string{"n", "m"} {
			if n := part(name); n != "" {
				s.clusters = timesOf(n)
			}
		}
		if asksRFM.MatchString(s.by) {
			s.by = ""
		}
		return s
	}
	if s.rfm {
		return s
	}
	return nil
}

// segments plans RFM segments of those who buy, or clusters by columns.
func (a *Analyst) segments(ctx context.Context, q brain.Question) (*brain.Analysis, error) {
	w := readSegments(q.Text)
	if w == nil {
		return nil, nil
	}
	noun := w.noun
	if w.rfm && noun == "" {
		noun = "customer"
		for _, word := range span.Words(q.Text) {
			if _, ok := a.subjectOf(word.Text); ok && people[english.Singular(strings.ToLower(word.Text))] {
				noun = word.Text
			}
		}
	}
	s, ok := a.subjectOf(noun)
	if (!ok || s.table < 0) && !w.rfm && w.by != "" {
		s, ok = a.rowsSubject(noun)
	}
	if !ok {
		return nil, nil
	}
	if w.by == "" && (w.rfm || people[s.noun]) {
		return a.rfm(s, q)
	}
	return a.clusters(ctx, s, w, q)
}

// rowsSubject takes the rows of the only table for what a noun means: a file of players
// is not named after them.
func (a *Analyst) rowsSubject(noun string) (subject, bool) {
	if len(a.Index.Tables) != 1 || !english.IsPlural(noun) {
		return subject{}, false
	}
	columns := a.Index.Tables[0].Columns
	at := max(slices.IndexFunc(columns, func(c int) bool { return namesRows(a.Index, c) }), 0)
	return subject{table: 0, key: columns[at], noun: english.Singular(noun), plural: noun}, true
}

// rfm plans segments by when and how often somebody bought, and for how much.
func (a *Analyst) rfm(s subject, q brain.Question) (*brain.Analysis, error) {
	var e *events
	var worth *worth
	for _, found := range a.eventsOf(s, []string{"bought"}) {
		sells := found.unit > 0 || purchases[lastWord(a.Index.Tables[found.base].RowNoun())]
		if w := a.worthOf(found.base); w != nil && sells {
			e, worth = &found, w
			break
		}
	}
	if e == nil {
		return declined(fmt.Sprintf("Segments by recency, frequency and amount need what %s bought, with its date and its amount. Plumb finds no such table; name columns instead, such as: cluster %s by two of their columns.", s.plural, s.plural)), nil
	}
	_, last, ok := a.Index.Days(e.time.Column, time.UTC)
	if !ok {
		return nil, nil
	}
	if now := a.clock(q.Now); last.After(now) {
		last = now
	}
	only := a.scopeOf(q.Text, e.base, e.time, segmentWords, q.Now)
	count := e.howMany()
	if worth.base != e.base { // an order has several lines
		count = edit.Call(form.Count, edit.Column(worth.key))
		count.Distinct = true
	}
	lines := *e
	lines.base = worth.base
	query := lines.query(a.Index, only.where, e.entity, edit.Call(form.Max, edit.Call(form.Day, e.time)), count, edit.Call(form.Sum, worth.amount))
	query.Group, query.Order = []*form.Expr{e.entity}, []form.Order{{By: e.entity}}
	sql, err := a.render(query, q.Now)
	if err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(method.RFMArguments{Noun: s.noun, Plural: s.plural, Events: a.happened(e, true), Amount: worth.name, Unit: worth.unit, Last: last.Format(time.DateOnly)})
	if err != nil {
		return nil, err
	}
	p := &plan.Plan{Title: fmt.Sprintf("segments of %s by recency, frequency and amount of their %s", s.plural, a.happened(e, true)), Method: method.RFM.Name, By: By, Question: q.Text,
		Assumptions: []string{a.happens(e), "the amount is " + worth.name}}
	p.Steps = numbered([]plan.Step{
		{Language: plan.Read, Source: a.Source, Output: "entities", Code: sql, Goal: fmt.Sprintf("Find the last day, the number and the amount of the %s of each %s", a.happened(e, true), s.noun)},
		{Language: plan.Compute, Method: method.RFM.Name, Arguments: encoded, Inputs: []string{"entities"}, Output: "segments", Goal: "Score each from 1 to 5 by fifths, name the segments, and add them up"}})
	return only.analysis(p, 0.9), nil
}

var segmentWords = english.NewSet("segment segments segmentation cluster clusters clustering rfm recency frequency monetary value analysis amount k means kmeans customer user client divide split group groups similar kinds types")

// worth is what each event is worth, by its own column or by its lines.
type worth struct {
	base       int // the table of the amount
	key        int // of the lines: the column that leads to the event
	amount     *form.Expr
	name, unit string
}

// worthOf finds what rows of a table are worth; nil where nothing says.
func (a *Analyst) worthOf(t int) *worth {
	if w := a.worthIn(t); w != nil {
		return w
	}
	for l := range a.Index.Tables {
		key, _, ok := edit.KeyTo(a.Index, l, t)
		if !ok || l == t || a.Index.Tables[l].View {
			continue
		}
		if w := a.worthIn(l); w != nil {
			w.key = key
			return w
		}
	}
	return nil
}

// worthIn is the amount of a table's rows, or their quantity times price.
func (a *Analyst) worthIn(t int) *worth {
	if c := a.amountOf(t); c > 0 {
		return a.newWorth(t, c)
	}
	named := func(words string) int {
		for _, c := range a.Index.Tables[t].Columns {
			col := &a.Index.Columns[c]
			if col.Kind == index.Number && slices.ContainsFunc(col.Words, func(w string) bool { return english.Among(w, words) }) {
				return c
			}
		}
		return 0
	}
	price, quantity := named("price"), named("quantity qty pieces units")
	if price == 0 || quantity == 0 || price == quantity {
		return nil
	}
	name := strings.Join(a.Index.Columns[quantity].Words, " ") + " × " + strings.Join(a.Index.Columns[price].Words, " ")
	return &worth{base: t, amount: edit.Call(form.Mul, edit.Column(quantity), edit.Column(price)), name: name, unit: a.Index.Columns[price].Unit}
}

func (a *Analyst) newWorth(t, column int) *worth {
	c := &a.Index.Columns[column]
	name := strings.Join(c.Words, " ")
	if len(c.Words) == 1 {
		name = render.Table(a.Index, t, false) + " " + name
	}
	return &worth{base: t, amount: edit.Column(column), name: name, unit: c.Unit}
}

// amountOf is the column of a table whose name says that it is what a row is worth; 0
// where there is none.
func (a *Analyst) amountOf(t int) int {
	best, most := 0, 0
	for _, c := range a.Index.Tables[t].Columns {
		col := &a.Index.Columns[c]
		if col.Kind != index.Number || !col.Measure || col.Averages || col.Foreign || col.Primary {
			continue
		}
		score := 0
		for _, w := range col.Words {
			if english.Among(english.Singular(w), "total amount revenue value sale paid payment sum net gross subtotal") {
				score += 2
			}
			if english.Among(w, "tax fee shipping discount cost freight quantity unit") {
				score -= 3
			}
		}
		if score > most {
			best, most = c, score
		}
	}
	return best
}

// clusters plans k-means over columns of things, or of what happens to them.
func (a *Analyst) clusters(ctx context.Context, s subject, w *segmentsQuestion, q brain.Question) (*brain.Analysis, error) {
	if s.table < 0 {
		return nil, nil
	}
	query, names, unread, ok := a.clusterColumns(s, w.by)
	if (!ok || len(unread) > 0) && w.by != "" {
		read, figures, err := a.clusterFigures(ctx, s, w.by, q)
		if err != nil {
			return nil, err
		}
		if read != nil {
			query, names, unread, ok = read, figures, nil, true
		}
	}
	if !ok && w.by != "" && !saysCluster.MatchString(q.Text) {
		return nil, nil // by something that is no number: a plain grouping
	}
	if !ok {
		return declined(fmt.Sprintf("Clusters of %s need at least two columns of numbers, and Plumb finds fewer. Name them, such as: cluster %s by two of their columns.", s.plural, s.plural)), nil
	}
	sql, err := a.render(query, q.Now)
	if err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(method.ClusterArguments{Noun: s.noun, Plural: s.plural, Columns: names, Clusters: w.clusters})
	if err != nil {
		return nil, err
	}
	p := &plan.Plan{Title: fmt.Sprintf("clusters of %s by %s", s.plural, english.JoinList(names, "and")), Method: method.Cluster.Name, By: By, Question: q.Text}
	only := scope{unread: unread}
	p.Steps = numbered([]plan.Step{
		{Language: plan.Read, Source: a.Source, Output: "entities", Code: sql, Goal: fmt.Sprintf("Read %s of each %s", english.JoinList(names, "and"), s.noun)},
		{Language: plan.Compute, Method: method.Cluster.Name, Arguments: encoded, Inputs: []string{"entities"}, Output: "clusters", Goal: "Standardise the columns, find clusters by k-means, and describe them"}})
	return only.analysis(p, 0.85), nil
}

// clusterFigures lets the parser read several figures of each thing, such as its revenue
// and number of orders; nil where it sees no two.
func (a *Analyst) clusterFigures(ctx context.Context, s subject, by string, q brain.Question) (*form.Query, []string, error) {
	if id := &a.Index.Columns[s.key]; !id.Primary && !id.Unique {
		return nil, nil, nil
	}
	read, r, err := a.readForm(ctx, by+" by "+s.noun, q)
	if err != nil || read == nil || read.Set != form.NoSet || read.Having != nil || len(read.Group) == 0 || r.Meaning == nil {
		return nil, nil, err
	}
	key := edit.Column(s.key)
	query := *read
	query.Limit, query.Place, query.Order, query.Select, query.Group = nil, nil, []form.Order{{By: key}}, []*form.Expr{key}, []*form.Expr{key}
	var figures []*form.Expr
	for _, e := range read.Select {
		switch {
		case isFigure(e):
			figures = append(figures, e)
		case e.Op != form.Column || a.Index.Columns[e.Column].Table != s.table:
			return nil, nil, nil
		case e.Column != s.key:
			query.Select, query.Group = append(query.Select, e), append(query.Group, e)
		}
	}
	told := len(r.Meaning.Columns) - len(figures) // what they are called stands last
	if len(figures) < 2 || told < 0 || slices.ContainsFunc(read.Select[:len(read.Select)-len(figures)], isFigure) {
		return nil, nil, nil
	}
	var names []string
	for _, c := range r.Meaning.Columns[told:] {
		names = append(names, c.Label)
	}
	query.Select = append(query.Select, figures...)
	return &query, names, nil
}

// maxClusterColumns is how many columns are used where none are named.
const maxClusterColumns = 6

// clusterColumns are the numbers of each thing: its own columns, and what is added up or
// averaged over rows of one table that lead to it.
func (a *Analyst) clusterColumns(s subject, by string) (q *form.Query, names, unread []string, ok bool) {
	own := a.Index.Tables[s.table]
	numeric := func(c int) bool {
		col := &a.Index.Columns[c]
		return col.Kind == index.Number && col.Measure && !col.Foreign && !col.Primary
	}
	var columns []int
	other := -1 // the table of events
	if by == "" {
		columns = slices.DeleteFunc(slices.Clone(own.Columns), func(c int) bool { return !numeric(c) })
		columns = columns[:min(len(columns), maxClusterColumns)]
	}
	for part := range strings.FieldsFuncSeq(strings.NewReplacer(" and ", ",", " & ", ",", ";", ",").Replace(by), func(r rune) bool { return r == ',' }) {
		c := a.numberNamed(strings.TrimSpace(part), s, numeric, other)
		if c == 0 {
			unread = append(unread, strings.TrimSpace(part))
			continue
		}
		if t := a.Index.Columns[c].Table; t != s.table {
			other = t
		}
		columns = append(columns, c)
	}
	if len(columns) < 2 {
		return nil, nil, nil, false
	}
	key := edit.Column(s.key)
	q = &form.Query{Keep: form.NoTable, Select: []*form.Expr{key}}
	for _, d := range own.Display {
		if d != s.key {
			q.Select = append(q.Select, edit.Column(d))
			break
		}
	}
	q.Group = slices.Clone(q.Select)
	for _, c := range columns {
		col := &a.Index.Columns[c]
		name := strings.Join(col.Words, " ")
		how := form.Max
		if col.Table != s.table {
			if how, name = form.Sum, "total "+name; col.Averages {
				how, name = form.Avg, "average "+strings.Join(col.Words, " ")
			}
		}
		names = append(names, name)
		e := edit.Column(c)
		if other >= 0 {
			e = edit.Call(how, e)
		}
		q.Select = append(q.Select, e)
	}
	if other < 0 {
		q.Group = nil
	}
	base := s.table
	if other >= 0 {
		base = other
	}
	q.Order = []form.Order{{By: key}}
	q.Tables = tablesOf(a.Index, q, base)
	return q, names, unread, true
}

// numberNamed finds the column of numbers that words name: of the things themselves,
// else of a table that leads to them, the same for all.
func (a *Analyst) numberNamed(words string, s subject, numeric func(int) bool, other int) int {
	best, score := 0, 0
	for _, link := range a.Index.Names(span.Words(words)) {
		if link.Column == 0 || !numeric(link.Column) || link.Kind > index.Partly {
			continue
		}
		t := a.Index.Columns[link.Column].Table
		value := 10 - int(link.Kind)
		switch {
		case t == s.table:
			value += 20
		case a.Index.Tables[t].View || !a.Index.Leads(t, s.table) || other >= 0 && t != other:
			continue
		default:
			value += 10 - min(a.hops(t, s.table), 9)
		}
		if value > score {
			best, score = link.Column, value
		}
	}
	return best
}
