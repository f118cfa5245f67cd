package analyst

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/english"
)

// subject is what an analysis follows over time: customers, users, products.
type subject struct {
	table        int // whose rows they are; -1 where only a key tells them apart
	key          int // the column that tells them apart
	noun, plural string
}

// events are rows that tell when something happened to a subject.
type events struct {
	subject
	base   int        // the table of the events
	entity *form.Expr // the key of the subject, in a row of the base
	time   *form.Expr
	// unit is the key of what happened, where several rows are about it, as the lines of
	// an invoice are; 0 where a row is an event.
	unit int
	sure bool // the message names them, or nothing else is there
	// guessed says that other tables would do as well.
	guessed bool
}

var (
	// people are nouns for those who buy or use something. Where a database has one
	// of them, the others mean the same.
	people = english.NewSet("customer client buyer shopper user member subscriber visitor patient guest player student person account")
	// purchases are tables in which somebody buys something.
	purchases = english.NewSet("order purchase sale transaction invoice receipt payment booking reservation checkout rental bill ticket_sale line item")
	// activities are tables in which somebody does something.
	activities = english.NewSet("session visit login event activity view click log usage play stream watch")

	buying = english.NewSet("buy bought buys buying purchase purchased purchases purchasing order ordered orders ordering sold sell sells spend spent pay paid")
	acting = english.NewSet("active visit visited visits visiting log logged login sign signed use used uses using play played")
)

// subjectOf finds what a noun means; false where the database has nothing of the
// kind that can be told apart.
func (a *Analyst) subjectOf(noun string) (subject, bool) {
	noun = english.Singular(strings.ToLower(strings.TrimSpace(noun)))
	if noun == "people" {
		noun = "person"
	}
	names := []string{noun}
	if people[noun] {
		names = append(names, slices.Sorted(maps.Keys(people))...)
	}
	for _, find := range []func(string) (subject, bool){a.tableSubject, a.keySubject} {
		if s, ok := find(noun); ok {
			return s, true
		}
		var found []subject
		for _, other := range names[1:] {
			if s, ok := find(other); ok && !slices.ContainsFunc(found, func(f subject) bool { return f.key == s.key }) {
				found = append(found, s)
			}
		}
		if len(found) == 1 {
			return found[0], true
		}
	}
	return subject{}, false
}

// tableSubject finds a table whose rows are called so.
func (a *Analyst) tableSubject(noun string) (subject, bool) {
	for t := range a.Index.Tables {
		table := &a.Index.Tables[t]
		if !table.View && len(table.PrimaryKey) == 1 && isNamed(table, noun) {
			return subject{table: t, key: table.PrimaryKey[0], noun: noun, plural: english.Plural(noun)}, true
		}
	}
	return subject{}, false
}

// keySubject finds the key of such things in a table of something else.
func (a *Analyst) keySubject(noun string) (subject, bool) {
	if e := a.Index.EntityNamed(noun); e != nil {
		return subject{table: -1, key: e.Key, noun: noun, plural: english.Plural(noun)}, true
	}
	found := 0
	for c := range a.Index.Columns {
		if c == 0 || !a.tellsApart(c, noun) {
			continue
		}
		if found > 0 {
			return subject{}, false
		}
		found = c
	}
	return subject{table: -1, key: found, noun: noun, plural: english.Plural(noun)}, found > 0
}

func isNamed(t *index.Table, noun string) bool {
	return t.RowNoun() == noun || slices.ContainsFunc(t.Forms, func(f []string) bool { return english.Singular(strings.Join(f, " ")) == noun })
}

// tellsApart is true for a column that holds the keys of such things, in rows that are
// about something else.
func (a *Analyst) tellsApart(column int, noun string) bool {
	c := &a.Index.Columns[column]
	if a.Index.Tables[c.Table].View || c.Unique || c.Primary || c.Measure || c.Kind != index.Text && c.Kind != index.Number {
		return false
	}
	parts := english.Split(c.Name)
	if n := len(parts); n > 1 && english.Among(parts[n-1], "id key no nr number code") {
		parts = parts[:n-1]
	}
	return english.Singular(strings.ToLower(strings.Join(parts, " "))) == noun
}

// eventsOf lists what happens to a subject, the likeliest first: what the words of a
// message name, then what people usually do.
func (a *Analyst) eventsOf(s subject, words []string) []events {
	type scored struct {
		events
		score int
	}
	var list []scored
	for t := range a.Index.Tables {
		e, direct, ok := a.eventsIn(s, t)
		if !ok {
			continue
		}
		score := a.likelyEvent(t, words)
		e.sure = score >= byNoun
		if direct {
			score += 10
		}
		list = append(list, scored{e, score})
	}
	slices.SortStableFunc(list, func(x, y scored) int {
		return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(a.Index.Tables[y.base].Rows, a.Index.Tables[x.base].Rows))
	})
	var out []events
	for i := range list {
		if len(list) == 1 {
			list[i].sure = true
		}
		list[i].guessed = len(list) > 1 && list[i].score < perhaps
		out = append(out, list[i].events)
	}
	return out
}

// Scores of likelyEvent.
const (
	byNoun  = 100 // words name the table
	byVerb  = 50  // words name what is done in such a table
	usually = 20
	perhaps = 15
)

func (a *Analyst) likelyEvent(t int, words []string) int {
	table := &a.Index.Tables[t]
	head := lastWord(table.RowNoun())
	score, sells := 0, purchases[head]
	switch {
	case sells:
		score = usually
	case activities[head]:
		score = perhaps
	}
	for _, w := range words {
		switch {
		case english.Stem(w) == english.Stem(head) || english.Singular(w) == head:
			return byNoun
		case buying[w] && sells, acting[w] && activities[head]:
			score = max(score, byVerb)
		}
	}
	return score
}

// eventsIn are the rows of one table as events of a subject. They are direct where the
// table itself has the key.
func (a *Analyst) eventsIn(s subject, t int) (e events, direct, ok bool) {
	if a.Index.Tables[t].View || t == s.table {
		return e, false, false
	}
	e = events{subject: s, base: t, entity: edit.Column(s.key)}
	switch {
	case s.table < 0:
		if a.Index.Columns[s.key].Table != t {
			return e, false, false
		}
		direct, e.unit = true, a.unitIn(t, s.key)
	case !a.Index.Leads(t, s.table):
		return e, false, false
	default:
		if foreign, key, has := edit.KeyTo(a.Index, t, s.table); has && key == s.key {
			e.entity, direct = edit.Column(foreign), true
		}
	}
	at := a.whenOf(t)
	if at == 0 {
		return e, false, false
	}
	e.time = edit.Column(at)
	q := &form.Query{Keep: form.NoTable, Select: []*form.Expr{e.entity, e.time}}
	return e, direct, !repeats(a.Index, q, t)
}

// unitIn is the key of purchases in a table of their lines; 0 where there is none.
func (a *Analyst) unitIn(t, but int) int {
	for _, c := range a.Index.Tables[t].Columns {
		for _, noun := range slices.Sorted(maps.Keys(basketNouns)) {
			if c != but && a.tellsApart(c, noun) {
				return c
			}
		}
	}
	return 0
}

// howMany is how many events there are among rows.
func (e *events) howMany() *form.Expr {
	if e.unit == 0 {
		return edit.CountAll()
	}
	n := edit.Call(form.Count, edit.Column(e.unit))
	n.Distinct = true
	return n
}

// happened is what an event is called, one or several.
func (a *Analyst) happened(e *events, several bool) string {
	if e.unit == 0 {
		return render.Table(a.Index, e.base, several)
	}
	for _, noun := range slices.Sorted(maps.Keys(basketNouns)) {
		if a.tellsApart(e.unit, noun) {
			if several {
				return english.Plural(noun)
			}
			return noun
		}
	}
	return render.Table(a.Index, e.base, several)
}

// whenOf is the column that says when rows of a table happened: its own, or that of
// what each row belongs to. It is 0 where none does.
func (a *Analyst) whenOf(t int) int {
	if at := a.ownWhen(t); at > 0 {
		return at
	}
	for _, k := range a.Index.KeysFrom(t) {
		to := a.Index.Columns[k.To[0]].Table
		head := lastWord(a.Index.Tables[to].RowNoun())
		// When a product was launched is not when it was sold.
		if at := a.ownWhen(to); at > 0 && (purchases[head] || activities[head]) {
			return at
		}
	}
	return 0
}

// happenedWords begin the names of columns that tell when a row came about.
var happenedWords = english.NewSet("created ordered issued placed opened started booked sold purchased registered posted paid logged occurred happened received submitted recorded date day timestamp start starts begin begins began pickup")

// ownWhen prefers the only time of a table, then the first that every row has, then one
// whose name tells when a row came about.
func (a *Analyst) ownWhen(t int) int {
	if at := a.Index.TimeOf(t); at > 0 {
		return at
	}
	for _, fits := range []func(*index.Column) bool{
		func(c *index.Column) bool { return !c.Nullable },
		func(c *index.Column) bool { return happenedWords.HasAny(c.Words) },
	} {
		for _, c := range a.Index.Tables[t].Columns {
			col := &a.Index.Columns[c]
			dated := col.Form == index.Native || col.Form == index.DateText || col.Form == index.StampText || col.Form == index.DayNumber
			if col.Kind == index.Time && dated && fits(col) {
				return c
			}
		}
	}
	return 0
}

// query selects from the events that have a subject.
func (e *events) query(ix *index.Index, where []*form.Cond, columns ...*form.Expr) *form.Query {
	q := &form.Query{Keep: form.NoTable, Select: columns}
	q.Where = form.AllOf(append([]*form.Cond{{Op: form.NotNull, Left: e.entity}}, where...))
	q.Tables = tablesOf(ix, q, e.base)
	return q
}

// render writes a form as SQL of this database.
func (a *Analyst) render(q *form.Query, now time.Time) (string, error) {
	sql, _, err := render.Render(a.Index, render.Dialect(a.Index.Dialect), q, now)
	return sql, err
}

// happens says what counts as an event, as an assumption.
func (a *Analyst) happens(e *events) string {
	said := a.happened(e, true) + " count by their " + strings.Join(a.Index.Columns[e.time.Column].Words, " ")
	if slices.ContainsFunc(a.Index.Tables[e.base].Columns, func(c int) bool { return strings.HasSuffix(strings.ToLower(a.Index.Columns[c].Name), "status") }) {
		said += ", whatever their status"
	}
	return said
}

// surely is how sure an analysis of events can be.
func (e *events) surely() float64 {
	switch {
	case e.guessed:
		return 0.5
	case e.sure:
		return 0.92
	}
	return 0.75
}

// clock is when a message is read: at the end of the data, where that is long ago.
func (a *Analyst) clock(now time.Time) time.Time {
	if end, old := a.Index.DataEnd(now); old {
		return end
	}
	return now
}
