package builtin

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

var _ brain.Learner = (*Brain)(nil)

// Learn implements brain.Learner. What a correction changes must be one thing that words
// of the question explain: another column for the same words, another definition of a term,
// rows that are left out. And read again with what was learned, the question must give the rows
// of the correction: nothing is learned rather than something wrong. A question that
// had no answer, where wrong is "", teaches what its one unknown word means. It runs both
// statements under the small limits of trials.
func (b *Brain) Learn(ctx context.Context, q brain.Question, wrong, right string) (entries []brain.Entry) {
	defer func() {
		if recover() != nil {
			entries = nil // a statement that cannot be taken apart teaches nothing
		}
	}()
	if q.Now.IsZero() {
		q.Now = time.Now()
	}
	c, heard := b.hear(q)
	var err error
	var before *form.Query
	if wrong != "" {
		if before, err = readback.Convert(c.ix, wrong, q.Now); err != nil {
			return nil
		}
	}
	after, err := readback.Convert(c.ix, right, q.Now)
	if err != nil {
		return nil
	}
	l := &lesson{Brain: c, asked: c.linker.Read(heard.Text, q.Now, nil), before: before, after: after}
	for _, list := range l.proposals() {
		for i := range list {
			list[i].Origin = brain.Learned
		}
		if c.teaches(ctx, q, list, wrong, right) {
			return list
		}
	}
	return nil
}

// teaches is true for entries with which the question is read as it was corrected.
func (b *Brain) teaches(ctx context.Context, q brain.Question, list []brain.Entry, wrong, right string) bool {
	v := &brain.Vocabulary{}
	if q.Vocabulary != nil {
		v.Entries = slices.Clone(q.Vocabulary.Entries)
	}
	for _, e := range list {
		e.Origin = brain.Remembered // it counts before what is there, as long as it is tried
		v.Entries = append([]brain.Entry{e}, v.Entries...)
	}
	plain := *b
	plain.own = nil
	if b.own != nil { // as it was before the vocabulary
		plain.ix = b.ix.Database()
		plain.linker = b.linker.With(plain.ix)
	}
	taught := plain.compile(v.Entries)
	for i := range list {
		if taught.results[i].why != "" {
			return false
		}
	}
	want, ok := b.digest(ctx, right)
	if ok && wrong != "" {
		var was string
		was, ok = b.digest(ctx, wrong)
		ok = ok && was != want // where the rows are the same nothing can be told
	}
	if !ok {
		return false
	}
	q.Vocabulary = v
	a, err := plain.Read(ctx, q)
	if err != nil || len(a.Readings) == 0 {
		return false
	}
	got, ok := b.digest(ctx, a.Readings[0].SQL)
	return ok && got == want
}

// digest is what a statement finds, in short; false where it fails or finds too much.
func (b *Brain) digest(ctx context.Context, sql string) (string, bool) {
	r, _, err := b.run.Query(ctx, sql, source.Limits{Time: source.Patient(ctx, b.trial.Each), Rows: tuning.TryRows, Bytes: tuning.TryBytes})
	if err != nil {
		return "", false
	}
	defer r.Close()
	all, err := r.ReadAll()
	if err != nil || all.Truncated != table.Whole {
		return "", false
	}
	return candidates.Digest(all), true
}

// lesson is a reading and what a person made of it.
type lesson struct {
	*Brain
	asked         *link.Question
	before, after *form.Query
	swaps         [][2]int // columns of the reading, with those of the correction
	added, gone   []*form.Cond
	figure        bool // a figure is computed otherwise
}

// proposals are the entries that may explain a correction, the most special first.
func (l *lesson) proposals() [][]brain.Entry {
	x, y := l.before, l.after
	if x == nil { // the question had no answer
		if e, ok := l.unknownFigure(); ok {
			return [][]brain.Entry{{e}}
		}
		return nil
	}
	if x.Set != form.NoSet || y.Set != form.NoSet || x.Distinct != y.Distinct || len(x.Select) != len(y.Select) || len(x.Group) != len(y.Group) {
		return nil
	}
	if !form.SameValue(x.Limit, y.Limit) || !form.SameValue(x.Place, y.Place) {
		return nil
	}
	l.compareFigures()
	l.compareConditions()
	var list [][]brain.Entry
	add := func(e brain.Entry, ok bool) {
		if ok {
			list = append(list, []brain.Entry{e})
		}
	}
	switch {
	case len(l.swaps) == 1 && len(l.added)+len(l.gone) == 0 && !l.figure:
		add(l.anotherMeaning())
		add(l.anotherColumn())
		add(l.anotherName())
	case len(l.swaps) == 0 && len(l.added) == 1 && len(l.gone) == 0 && !l.figure:
		add(l.leftOut())
		add(l.anotherMeaning())
	case len(l.swaps) == 0 && !l.figure && len(l.added)+len(l.gone) == 0:
		add(l.anotherWay())
	default:
		add(l.anotherMeaning())
	}
	return list
}

// compareFigures finds the columns that are shown, grouped or ordered by in the place of
// others.
func (l *lesson) compareFigures() {
	for i, e := range l.before.Select {
		d := &form.Difference{}
		d.Exprs([]*form.Expr{e}, []*form.Expr{l.after.Select[i]})
		l.note(d)
	}
	d := &form.Difference{}
	d.Exprs(l.before.Group, l.after.Group)
	l.note(d)
}

func (l *lesson) note(d *form.Difference) {
	l.figure = l.figure || d.More
	for _, pair := range d.Columns {
		if !slices.Contains(l.swaps, pair) {
			l.swaps = append(l.swaps, pair)
		}
	}
}

// compareConditions finds the conditions that one of the two has alone, and the columns that
// stand in the place of others in the rest.
func (l *lesson) compareConditions() {
	rest := l.after.Where.Conjuncts()
	for _, c := range l.before.Where.Conjuncts() {
		at := slices.IndexFunc(rest, func(o *form.Cond) bool { return form.SameCond(c, o) })
		if at >= 0 {
			rest = slices.Delete(rest, at, at+1)
		} else {
			l.gone = append(l.gone, c)
		}
	}
	l.added = rest
	l.gone = slices.DeleteFunc(l.gone, func(c *form.Cond) bool {
		at := slices.IndexFunc(l.added, func(o *form.Cond) bool {
			d := &form.Difference{}
			d.Cond(c, o)
			return !d.More && len(d.Columns) == 1 && (c.Op == form.During || slices.Contains(l.swaps, d.Columns[0]))
		})
		if at < 0 {
			return false
		}
		d := &form.Difference{}
		d.Cond(c, l.added[at])
		l.note(d)
		l.added = slices.Delete(l.added, at, at+1)
		return true
	})
}

// wordsFor are the words of the question that name a column, "" where none do or where they
// say its whole name, which nobody takes for another.
func (l *lesson) wordsFor(column int) string {
	best := ""
	for _, n := range l.asked.Names {
		if !n.Column || n.Number != column || !n.OfName() || n.First < l.asked.Context {
			continue
		}
		words := l.text(n.First, n.End)
		whole := n.Kind == 1 && len(l.ix.Columns[column].Words) > 1
		if n.Literal || whole {
			return ""
		}
		if len(words) > len(best) {
			best = words
		}
	}
	return best
}

func (l *lesson) text(first, end int) string {
	var words []string
	for _, w := range l.asked.Words[first:end] {
		words = append(words, strings.ToLower(w.Text))
	}
	return strings.Join(words, " ")
}

func (l *lesson) name(column int) string {
	c := &l.ix.Columns[column]
	return "`" + l.ix.Tables[c.Table].Name + "." + c.Name + "`"
}

// anotherColumn is that a column is meant where the words name another, or leave open which.
func (l *lesson) anotherColumn() (brain.Entry, bool) {
	from, to := l.swaps[0][0], l.swaps[0][1]
	words := ""
	if l.ix.Columns[from].Kind == index.Time { // what happened says which time is meant
		words = l.subject()
	} else if words = l.wordsFor(from); words == "" {
		return brain.Entry{}, false
	}
	return brain.Entry{Kind: brain.Prefers, Term: words, Text: l.name(to) + ", not " + l.name(from)}, words != ""
}

// anotherName is that a word which names nothing means a column.
func (l *lesson) anotherName() (brain.Entry, bool) {
	to := l.swaps[0][1]
	unknown := l.unknownWords()
	if len(unknown) != 1 || l.wordsFor(l.swaps[0][0]) != "" || l.ix.Columns[to].Kind == index.Time {
		return brain.Entry{}, false
	}
	return brain.Entry{Kind: brain.Means, Term: unknown[0], Text: l.name(to)}, true
}

// unknownWords are the words of the question that name nothing in the database.
func (l *lesson) unknownWords() []string {
	return slices.DeleteFunc(l.asked.Unlinked(), func(w string) bool { return link.IsCommon(w) })
}

// unknownFigure is that the one word of the question that names nothing is a figure of the
// statement.
func (l *lesson) unknownFigure() (brain.Entry, bool) {
	unknown := l.unknownWords()
	if len(unknown) != 1 || l.after.Set != form.NoSet {
		return brain.Entry{}, false
	}
	var figures []*form.Expr
	for _, e := range l.after.Select {
		if e.Aggregates() {
			figures = append(figures, e)
		}
	}
	for _, o := range l.after.Order {
		if len(figures) == 0 && o.By.Aggregates() { // which carrier has the highest freight
			figures = append(figures, o.By)
		}
	}
	if len(figures) != 1 {
		return brain.Entry{}, false
	}
	text, ok := l.definition(figures[0], nil)
	return brain.Entry{Kind: brain.Means, Term: unknown[0], Text: text}, ok
}

// subject are the words for what a question is about: a term, a figure, or rows that are
// counted.
func (l *lesson) subject() string {
	for _, n := range l.asked.Defined() {
		return l.text(n.First, n.End)
	}
	for _, e := range l.before.Select {
		if !e.Aggregates() {
			continue
		}
		words := ""
		one := &form.Query{Select: []*form.Expr{e}}
		one.Visit(func(e *form.Expr) {
			if e.Op == form.Column && e.Column > 0 && words == "" {
				words = l.wordsFor(e.Column)
			}
		}, nil)
		if words != "" {
			return words
		}
	}
	if unknown := l.unknownWords(); len(unknown) == 1 {
		return unknown[0]
	}
	for _, n := range l.asked.Names {
		if !n.Column && n.Kind == 1 && slices.Contains(l.before.Tables, n.Number) {
			return l.text(n.First, n.End)
		}
	}
	return ""
}

// leftOut is that rows never count: a condition that leaves out some, which no word of the
// question names.
func (l *lesson) leftOut() (brain.Entry, bool) {
	c := l.added[0]
	if c.Left == nil || c.Left.Op != form.Column || c.Left.Column == 0 || l.isSaid(c) || !l.leavesOut(c) || l.belongs(l.ix.Columns[c.Left.Column].Table) {
		return brain.Entry{}, false
	}
	text, ok := l.condition(c)
	if !l.computes() {
		return brain.Entry{Kind: brain.Counted, Term: l.rowsLeftOut(c), Text: text}, ok
	}
	return brain.Entry{Kind: brain.Always, Term: l.rowsLeftOut(c), Text: text}, ok
}

// computes is true for a reading that computes something of its rows, rather than counting or
// listing them.
func (l *lesson) computes() bool {
	found := false
	l.before.Visit(func(e *form.Expr) { found = found || e.Op != form.Count && e.Op.Aggregates() }, nil)
	return found
}

// belongs is true where the rows of the reading belong to those of a table: what is left out
// of them says nothing of these in other questions.
func (l *lesson) belongs(table int) bool {
	return slices.ContainsFunc(l.before.Tables, func(t int) bool { return t != table && l.ix.Leads(t, table) })
}

// leavesOut is true for a condition that all but certain rows meet.
func (l *lesson) leavesOut(c *form.Cond) bool {
	switch c.Op {
	case form.NotEqual, form.NoneOf, form.NotContains, form.NotStartsWith, form.NotEndsWith, form.NotMatches:
		return true
	case form.IsNull: // what is discontinued or deleted has a date of that
		return l.ix.Columns[c.Left.Column].Kind == index.Time
	case form.Equal:
		flag := l.ix.Columns[c.Left.Column].Kind == index.Boolean
		return flag && c.Right != nil && c.Right.Value != nil && isNo(c.Right.Value.Text)
	}
	return false
}

func isNo(text string) bool {
	return slices.Contains([]string{"0", "false", "f", "no", "n"}, strings.ToLower(text))
}

// rowsLeftOut is what the rows are called that a condition leaves out, where the flag or the
// value says it: test customers.
func (l *lesson) rowsLeftOut(c *form.Cond) string {
	of := &l.ix.Columns[c.Left.Column]
	rows := l.ix.Tables[of.Table].Name
	name := ""
	switch {
	case c.Op == form.IsNull:
		if words := of.Words; len(words) > 1 && english.IsParticiple(words[0]) {
			name = words[0]
		}
	case of.Kind == index.Boolean:
		name = strings.Join(of.Words, " ")
		for _, verb := range []string{"is ", "has ", "was "} {
			name = strings.TrimPrefix(name, verb)
		}
	case c.Right != nil && c.Right.Value != nil:
		name = strings.ToLower(c.Right.Value.Text)
	case len(c.Values) == 1:
		name = strings.ToLower(c.Values[0].Text)
	}
	if name == "" || len(strings.Fields(name)) > 2 {
		return ""
	}
	return name + " " + strings.ToLower(rows)
}

// isSaid is true for a condition on a period, or of which the question says the value or the
// column: then the reading was wrong, and no rule is missing.
func (l *lesson) isSaid(c *form.Cond) bool {
	if c.Op == form.During || c.Op == form.NotDuring {
		return true
	}
	values := slices.Clone(c.Values)
	if c.Right != nil && c.Right.Value != nil {
		values = append(values, c.Right.Value)
	}
	return slices.ContainsFunc(values, func(v *form.Value) bool {
		return slices.ContainsFunc(l.asked.Items, func(i link.Item) bool {
			return i.First >= 0 && i.Column == c.Left.Column && strings.EqualFold(i.Text, v.Text)
		})
	}) || slices.ContainsFunc(l.asked.Names, func(n link.Name) bool { return n.Column && n.Number == c.Left.Column && n.OfName() })
}

// anotherMeaning is that the one figure of the question is defined otherwise.
func (l *lesson) anotherMeaning() (brain.Entry, bool) {
	var figures []*form.Expr
	for _, e := range l.after.Select {
		if e.Aggregates() {
			figures = append(figures, e)
		}
	}
	if len(figures) != 1 || l.after.Having != nil {
		return brain.Entry{}, false
	}
	var conds []*form.Cond // those that are part of what the figure means
	for _, c := range l.after.Where.Conjuncts() {
		if c.Left == nil || c.Left.Op != form.Column || !l.isSaid(c) {
			conds = append(conds, c)
		}
	}
	for _, c := range slices.Concat(l.added, l.gone) {
		if c.Left != nil && c.Left.Op == form.Column && l.isSaid(c) {
			return brain.Entry{}, false
		}
	}
	term := ""
	if defined := l.asked.Defined(); len(defined) == 1 {
		term = l.text(defined[0].First, defined[0].End)
	} else if unknown := l.unknownWords(); len(defined) == 0 && len(unknown) == 1 {
		term = unknown[0]
	} else if len(defined) == 0 && len(conds) > 0 && figures[0].Op != form.Count {
		term = l.subject()
	}
	text, ok := l.definition(figures[0], conds)
	return brain.Entry{Kind: brain.Means, Term: term, Text: text}, ok && term != ""
}

// anotherWay is that rows are joined by another key.
func (l *lesson) anotherWay() (brain.Entry, bool) {
	from, to, column := l.keysOf(l.before), l.keysOf(l.after), 0
	var gone, come []int
	for _, k := range from {
		if !slices.Contains(to, k) {
			gone = append(gone, k)
		}
	}
	for _, k := range to {
		if !slices.Contains(from, k) {
			come = append(come, k)
		}
	}
	if len(gone) != 1 || len(come) == 0 {
		return brain.Entry{}, false
	}
	target := l.targetOf(gone[0])
	for _, k := range come {
		if l.targetOf(k) == target {
			column = k
		}
	}
	if column == 0 || target < 0 {
		return brain.Entry{}, false
	}
	for _, n := range l.asked.Names {
		of := n.Number
		if n.Column {
			of = l.ix.Columns[n.Number].Table
		}
		if of == target && n.OfName() && n.First >= l.asked.Context {
			return brain.Entry{Kind: brain.Prefers, Term: l.text(n.First, n.End), Text: l.name(column) + ", not " + l.name(gone[0])}, true
		}
	}
	return brain.Entry{}, false
}
