package analyst

import (
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
	"github.com/plumbdata/plumb/internal/plan"
)

// scope is which rows a message is about, beside what it wants of them.
type scope struct {
	where  []*form.Cond
	said   []string // the same in words
	unread []string // words that nothing explains
}

// scopeOf reads periods and stored values of a message as conditions on rows of a table.
// The words of the analysis itself are known.
func (a *Analyst) scopeOf(text string, base int, at *form.Expr, known english.Set, now time.Time) scope {
	words := span.Words(text)
	covered := make([]bool, len(words))
	cover := func(first, end int) {
		for i := first; i < end; i++ {
			covered[i] = true
		}
	}
	var s scope
	for i, w := range words {
		low := strings.ToLower(w.Text)
		covered[i] = known[low] || known[english.Singular(low)] || english.StopWords[low] || english.RequestWords[low] || !isLetters(low)
	}
	for _, p := range periodsApart(words, a.clock(now)) {
		cover(p.First, p.End)
		if at == nil || len(s.said) > 0 {
			s.unread = append(s.unread, p.Text)
			continue
		}
		s.where = append(s.where, during(at, p.Period))
		s.said = append(s.said, "only what happened "+render.PeriodPhrase(p.Period))
	}
	names := a.Index.Names(words)
	for _, m := range a.Index.Values(words) {
		if m.Kind > index.Demonym || slices.Contains(covered[m.First:m.End], true) || !a.reaches(base, m.Column) {
			continue
		}
		named := slices.ContainsFunc(names, func(n index.NameLink) bool { return n.Kind <= index.Synonym && n.First <= m.First && n.End >= m.End })
		if named {
			continue
		}
		cover(m.First, m.End)
		s.where = append(s.where, edit.Compare(form.Equal, edit.Column(m.Column), &form.Value{Kind: form.Text, Text: m.Text, Stored: true}))
		s.said = append(s.said, "only where "+strings.Join(a.Index.Columns[m.Column].Words, " ")+" is "+m.Text)
	}
	for _, n := range names {
		if n.Kind <= index.Rooted {
			cover(n.First, n.End)
		}
	}
	for i, w := range words {
		if !covered[i] {
			s.unread = append(s.unread, w.Text)
		}
	}
	return s
}

func isLetters(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return r >= 'a' && r <= 'z' || r > 127 })
}

// reaches is true for a column with few values of the rows of a table, or of what each
// belongs to.
func (a *Analyst) reaches(base, column int) bool {
	d, ok := dimensionOf(a.Index, column, a.Index.Columns[column].Table == base)
	if !ok || d.distinct > maxValues || a.Index.Columns[column].Kind != index.Text {
		return false
	}
	of := a.Index.Columns[column].Table
	q := &form.Query{Keep: form.NoTable, Select: []*form.Expr{edit.Column(column)}}
	return of == base || a.Index.Leads(base, of) && !repeats(a.Index, q, base)
}

// analysis is that of a plan about these rows.
func (s *scope) analysis(p *plan.Plan, sure float64) *brain.Analysis {
	p.Assumptions = append(p.Assumptions, s.assumptions()...)
	return &brain.Analysis{Plan: p, Sentence: p.Title, Confidence: s.sure(sure)}
}

// sure is how sure an analysis can be with words that were not understood.
func (s *scope) sure(of float64) float64 {
	if len(s.unread) > 0 {
		return min(of, 0.5)
	}
	return of
}

// assumptions say which rows count, and which words were not used.
func (s *scope) assumptions() []string {
	list := slices.Clone(s.said)
	if len(s.unread) > 0 {
		list = append(list, "not understood and not used: "+strings.Join(english.Quoted(s.unread), ", "))
	}
	return list
}
