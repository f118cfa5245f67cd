package builtin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// result is what an entry comes to: what it says of the database, or why that is not
// understood.
type result struct {
	text      string
	tables    []int
	columns   []int
	why, hint string
}

// entryReader makes entries part of what those who ask say.
type entryReader struct {
	b   *Brain
	v   *vocabulary
	own *index.Own
	ix  *index.Index // with the definitions
	any bool
}

func (r *entryReader) read(i int, e brain.Entry) {
	by := i + 1
	switch e.Kind {
	case brain.Means:
		r.means(by, e)
	case brain.Called:
		r.called(by, e)
	case brain.Always, brain.Counted:
		r.always(by, e)
	case brain.Prefers:
		r.prefers(by, e)
	case brain.FiscalYear:
		r.fiscalYear(by, e)
	default:
		r.fail(by, fmt.Sprintf("Plumb knows no entries of the kind %q.", e.Kind), "an entry says what a word means or is called, which rows are left out, what is preferred, or when the fiscal year begins")
	}
}

func (r *entryReader) fail(by int, why, hint string) {
	r.v.results[by-1] = result{why: why, hint: hint}
}

func (r *entryReader) done(by int, text string, tables, columns []int) {
	r.any = true
	slices.Sort(columns)
	columns = slices.Compact(columns)
	for _, c := range columns {
		tables = append(tables, r.b.ix.Columns[c].Table)
	}
	slices.Sort(tables)
	r.v.results[by-1] = result{text: text, tables: slices.Compact(tables), columns: columns}
}

// said is how people are told who says so.
func said(o brain.Origin) index.Source {
	switch o {
	case brain.Approved:
		return index.Source{Defines: "The glossary defines", Aside: "the glossary"}
	case brain.Learned:
		return index.Source{Defines: "A correction defines", Aside: "learned from corrections"}
	}
	return index.Source{Defines: "You define", Aside: "as you said"}
}

// bare is a name without its article and quotes.
func bare(name string) string {
	name = strings.Trim(strings.TrimSpace(name), "\"'“”‘’ .")
	for _, a := range []string{"the ", "a ", "an ", "our ", "The ", "A ", "An ", "Our "} {
		name = strings.TrimPrefix(name, a)
	}
	return strings.TrimSpace(name)
}

// means keeps a definition. What it comes to is known when all of them are read.
func (r *entryReader) means(by int, e brain.Entry) {
	r.own.Definitions = append(r.own.Definitions, index.Definition{Name: bare(e.Term), Text: e.Text, Source: said(e.Origin), By: by})
}

// define reads the definitions, and takes what is none for another name of what it says.
func (r *entryReader) define() {
	r.ix = r.b.ix.With(r.own)
	understood := map[int]*index.Term{}
	for i := range r.ix.Terms {
		if t := &r.ix.Terms[i]; t.By > 0 {
			understood[t.By] = t
		}
	}
	kept := r.own.Definitions[:0]
	for _, d := range r.own.Definitions {
		e := r.v.entries[d.By-1]
		t := understood[d.By]
		switch {
		case t != nil && (t.Meaning.Figure != nil || t.Meaning.Column > 0 || t.Meaning.Where != nil || t.Meaning.Time > 0):
			kept = append(kept, d)
			tables, columns := readBy(r.ix, t.Meaning)
			r.done(d.By, fmt.Sprintf("%s is %s", d.Name, reply.Spell(r.ix, t.Meaning)), tables, columns)
		case t == nil && slices.ContainsFunc(kept, func(o index.Definition) bool { return slices.Equal(index.Stems(o.Name), index.Stems(d.Name)) }):
			r.fail(d.By, fmt.Sprintf("“%s” is defined by another entry that counts first.", d.Name), "remove one of the two")
		default:
			r.called(d.By, e)
		}
	}
	r.own.Definitions = kept
	r.ix = r.b.ix.With(r.own)
}

// readBy are the tables and columns of a meaning.
func readBy(ix *index.Index, m *index.Meaning) (tables, columns []int) {
	test := func(t *index.Test) { columns = append(columns, t.AllColumns(ix)...) }
	switch {
	case m.Column > 0:
		columns = append(columns, m.Column)
	case m.Figure == nil:
		tables = append(tables, m.Table)
	}
	if m.Where != nil {
		test(m.Where)
	}
	if m.Time > 0 {
		columns = append(columns, m.Time)
	}
	for _, l := range m.Figure.Leaves() {
		tables = append(tables, l.Table)
		columns = append(columns, l.Of.Columns()...)
		if l.Where != nil {
			test(l.Where)
		}
	}
	return tables, columns
}

// called reads words as the name of something else.
func (r *entryReader) called(by int, e brain.Entry) {
	term, text := bare(e.Term), bare(e.Text)
	from := index.Stems(term)
	switch {
	case len(from) == 0 || len(from) > maxNameWords || text == "":
		r.fail(by, "It does not say which word stands for what.", "give both, such as guests for customers")
		return
	case slices.Equal(from, index.Stems(text)):
		r.fail(by, fmt.Sprintf("“%s” is what it is called already.", term), "give another word")
		return
	}
	n := renaming{from: from, to: text, table: -1, by: by, text: fmt.Sprintf("“%s” is read as “%s” (%s)", term, text, said(e.Origin).Aside)}
	if t, ok := r.ix.TableNamed(text); ok {
		n.table = t
		one := english.Singular(strings.ToLower(term))
		r.own.Nouns = append(r.own.Nouns, index.Noun{Table: t, One: one, By: by,
			Text: fmt.Sprintf("%s are called %s (%s)", english.Plural(strings.Join(r.ix.Tables[t].Words, " ")), english.Plural(one), said(e.Origin).Aside)})
		r.done(by, fmt.Sprintf("%s is the table %s", term, r.ix.Tables[t].Name), []int{t}, nil)
	} else if c, ok := r.ix.Named(text); ok {
		r.done(by, fmt.Sprintf("%s is the column %s.%s", term, r.ix.Tables[r.ix.Columns[c].Table].Name, r.ix.Columns[c].Name), nil, []int{c})
	} else if d := r.termNamed(text); d != nil {
		tables, columns := readBy(r.ix, d.Meaning)
		r.done(by, fmt.Sprintf("%s is %s: %s", term, d.Called, reply.Spell(r.ix, d.Meaning)), tables, columns)
	} else if list, c := r.values(text); c > 0 {
		if len(list) > 1 {
			n.to = english.JoinList(list, "and")
		}
		r.done(by, fmt.Sprintf("%s is %s in %s.%s", term, english.JoinList(quotedAll(list), "or"), r.ix.Tables[r.ix.Columns[c].Table].Name, r.ix.Columns[c].Name), nil, []int{c})
	} else {
		r.failDefinition(by, e)
		return
	}
	r.v.renamed = append(r.v.renamed, n)
}

// maxNameWords is how many words a name has that questions are searched for.
const maxNameWords = 5

func quotedAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = "'" + s + "'"
	}
	return out
}

// termNamed is the defined term of a name, nil where there is none that is understood.
func (r *entryReader) termNamed(name string) *index.Term {
	words := span.Words(name)
	for _, d := range r.ix.Defined(words) {
		if d.First == 0 && d.End == len(words) && d.Term.Meaning != nil {
			return d.Term
		}
	}
	return nil
}

var listed = lazyregexp.New(`(?i)\s*(?:,\s*(?:and|or)\s+|,\s*|\s+(?:and|or)\s+)`)

// values are stored values of one column that a text lists, with the column; 0 where it is
// no such list. The name of the column may stand beside one: north region.
func (r *entryReader) values(text string) (list []string, column int) {
	var columns []int
	for i, part := range strings.Split(listed.ReplaceAllString(text, "\n"), "\n") {
		words := span.Words(part)
		found := map[int]string{}
		for _, m := range r.ix.Values(words) {
			whole := m.First == 0 && m.End == len(words)
			named := !whole && slices.ContainsFunc(r.ix.Names(words), func(n index.NameLink) bool {
				of := n.Column
				beside := n.First == m.End && n.End == len(words) && m.First == 0 || n.End == m.First && n.First == 0 && m.End == len(words)
				return beside && (of == m.Column || of == 0 && n.Table == r.ix.Columns[m.Column].Table || of > 0 && r.ix.Columns[of].Table == r.ix.Columns[m.Column].Table)
			})
			if m.Kind <= index.Aliased && (whole || named) && found[m.Column] == "" {
				found[m.Column] = m.Text
				if i == 0 {
					columns = append(columns, m.Column)
				}
			}
		}
		columns = slices.DeleteFunc(columns, func(c int) bool { return found[c] == "" })
		if len(columns) == 0 {
			return nil, 0
		}
		list = append(list, found[columns[0]])
	}
	return list, columns[0]
}

// failDefinition says why a definition or a name is not understood.
func (r *entryReader) failDefinition(by int, e brain.Entry) {
	for _, name := range quotedName.FindAllString(e.Text, -1) {
		name = strings.Trim(name, "`")
		if _, ok := r.ix.Named("`" + name + "`"); ok {
			continue
		}
		if _, ok := r.ix.TableNamed("`" + name + "`"); ok || r.isValue(name) {
			continue
		}
		r.fail(by, fmt.Sprintf("Nothing in this database is called “%s”, or several columns are.", name), "name a column with its table, such as "+r.example())
		return
	}
	r.fail(by, fmt.Sprintf("Plumb does not understand “%s” as a definition, and nothing in this database is called so.", strings.TrimSpace(e.Text)),
		fmt.Sprintf("say it as in: the sum of %s over rows whose column is a value; or name a table, a column or a stored value", r.example()))
}

var quotedName = lazyregexp.New("`[^`]+`|\\b[\\pL\\d]+(?:[_.][\\pL\\d_.]*[\\pL\\d])\\b")

func (r *entryReader) isValue(text string) bool {
	_, c := r.values(text)
	return c > 0
}

// example is a column of amounts, with its table.
func (r *entryReader) example() string {
	for n := range r.ix.Columns {
		if c := &r.ix.Columns[n]; n > 0 && c.Measure && c.Kind == index.Number && !r.ix.Tables[c.Table].View {
			return "`" + r.ix.Tables[c.Table].Name + "." + c.Name + "`"
		}
	}
	return "`table.column`"
}

// always leaves out rows.
func (r *entryReader) always(by int, e brain.Entry) {
	rule := index.Rule{By: by, Name: index.Stems(bare(e.Term)), Table: -1, Learned: e.Origin == brain.Learned, Counted: e.Kind == brain.Counted}
	var ok bool
	table, out, named := -1, (*index.Test)(nil), false
	if e.Term != "" {
		if table, out, named = r.ix.Rows(bare(e.Term)); !named {
			table, out, named = r.rowsWith(bare(e.Term))
		}
	}
	switch {
	case strings.TrimSpace(e.Text) != "":
		if rule.Table, rule.Where, ok = r.ix.Rows(bare(e.Text)); ok && rule.Where == nil {
			r.fail(by, fmt.Sprintf("“%s” are all rows of their table, so that nothing would be left out.", e.Text), "say which rows are left out, such as cancelled orders")
			return
		}
		if !ok {
			rule.Table, rule.Where, ok = r.ix.Condition(table, e.Text)
		}
		if !ok {
			rule.Table, rule.Where, ok = r.rowsWith(e.Text)
		}
		if ok {
			rule.Out = r.ix.Without(rule.Where)
		}
	case named && out != nil:
		rule.Table, rule.Out, rule.Where = table, out, r.ix.Without(out)
		ok = true
	}
	if !ok || rule.Where == nil || rule.Out == nil {
		what := strings.TrimSpace(e.Text)
		if what == "" {
			what = strings.TrimSpace(e.Term)
		}
		r.fail(by, fmt.Sprintf("Plumb cannot tell from this database which rows “%s” are.", what), "say it as a condition, such as: `"+r.flagExample()+"` is false")
		return
	}
	name := reply.SpellTest(r.ix, rule.Out)
	rule.What = fmt.Sprintf("rows of %s where %s", r.ix.Tables[rule.Table].Name, name)
	rule.Text = fmt.Sprintf("%s are left out (%s)", rule.What, said(e.Origin).Aside)
	if e.Term != "" {
		rule.What = bare(e.Term)
		rule.Text = fmt.Sprintf("%s are left out: %s (%s)", rule.What, name, said(e.Origin).Aside)
	}
	r.own.Rules = append(r.own.Rules, rule)
	columns := rule.Where.AllColumns(r.ix)
	r.done(by, fmt.Sprintf("rows of %s count where %s", r.ix.Tables[rule.Table].Name, reply.SpellTest(r.ix, rule.Where)), []int{rule.Table}, columns)
}

// rowsWith are the rows of one stored value, where it is stored in one column alone: the UK.
// If there is none, only the table is known that the words name.
func (r *entryReader) rowsWith(text string) (table int, with *index.Test, ok bool) {
	words := span.Words(bare(text))
	found := map[int]string{}
	for _, m := range r.ix.Values(words) {
		if m.First == 0 && m.End == len(words) && m.Kind <= index.Aliased && !r.ix.Tables[r.ix.Columns[m.Column].Table].View {
			found[m.Column] = m.Text
		}
	}
	if len(found) != 1 {
		return r.rowsOf(bare(text)), nil, false
	}
	for c, v := range found {
		table, with = r.ix.Columns[c].Table, &index.Test{Op: "=", Column: c, Values: []string{v}}
	}
	return table, with, true
}

// rowsOf is the table that the last words of a name name: the customers of test customers.
func (r *entryReader) rowsOf(name string) int {
	words := strings.Fields(name)
	for i := range words {
		if t, ok := r.ix.TableNamed(strings.Join(words[i:], " ")); ok {
			return t
		}
	}
	return -1
}

// flagExample is a column of yes and no, else of a few values.
func (r *entryReader) flagExample() string {
	for n := range r.ix.Columns {
		if c := &r.ix.Columns[n]; c.Kind == index.Boolean {
			return r.ix.Tables[c.Table].Name + "." + c.Name
		}
	}
	return "customers.is_test"
}

var (
	rather      = lazyregexp.New(`(?i)^\s*(.+?)\s*(?:,?\s+(?:and not|not|instead of|rather than|over|before)\s+)(.+?)\s*$`)
	monthName   = lazyregexp.New(`(?i)\b(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b`)
	monthNumber = lazyregexp.New(`^\s*(1[0-2]|[1-9])\s*$`)
	endsIn      = lazyregexp.New(`(?i)^[^,;(]*\b(?:ends?|ending|closes)\b`)
	byStart     = lazyregexp.New(`(?i)\b(?:named|called|numbered)\b.*\b(?:starts?|begins?)\b`)
	byEnd       = lazyregexp.New(`(?i)\b(?:named|called|numbered)\b.*\bends?\b`)
)

// prefers takes one column, currency or unit where there are several.
func (r *entryReader) prefers(by int, e brain.Entry) {
	if m := rather.FindStringSubmatch(e.Text); m != nil {
		r.prefersColumn(by, e, m[1], m[2])
		return
	}
	text := strings.ToLower(bare(e.Text))
	for _, w := range []string{"amounts in ", "figures in ", "in ", "amounts ", "figures "} {
		text = strings.TrimPrefix(text, w)
	}
	if english.CurrencyCode(text) != "" {
		r.prefersCurrency(by, e, text)
		return
	}
	if _, ok := english.UnitOf(text); ok || scales[text] {
		r.own.Units = append(r.own.Units, index.Unit{Word: text, By: by, Text: "figures are in " + text + " (" + said(e.Origin).Aside + ")"})
		r.done(by, "figures are shown in "+text+" where that can be computed", nil, nil)
		return
	}
	r.fail(by, fmt.Sprintf("Plumb does not understand the preference “%s”.", strings.TrimSpace(e.Text)), "name two columns, such as `net_amount`, not `gross_amount`; or a currency or a unit")
}

var scales = english.NewSet("thousand thousands million millions billion billions")

func (r *entryReader) prefersColumn(by int, e brain.Entry, to, from string) {
	columns := [2]int{}
	for i, name := range []string{to, from} {
		c, ok := r.ix.Named(name)
		if !ok {
			r.fail(by, fmt.Sprintf("No column of this database is called “%s”, or several are.", name), "name each column with its table, such as "+r.example())
			return
		}
		columns[i] = c
	}
	x, y := &r.ix.Columns[columns[0]], &r.ix.Columns[columns[1]]
	switch {
	case columns[0] == columns[1]:
		r.fail(by, "Both names are of the same column.", "name two different columns")
		return
	case x.Kind != y.Kind:
		r.fail(by, fmt.Sprintf("%s and %s hold different kinds of values, so that one cannot stand for the other.", x.Name, y.Name), "name two columns of amounts, of dates, or of names")
		return
	}
	name := func(c *index.Column) string { return r.ix.Tables[c.Table].Name + "." + c.Name }
	swap := index.Swap{From: columns[1], To: columns[0], Name: index.Stems(bare(e.Term)), By: by,
		Text: fmt.Sprintf("%s is read, not %s (%s)", name(x), name(y), said(e.Origin).Aside)}
	if a, _ := r.ix.KeyTarget(columns[0]); a >= 0 {
		b, _ := r.ix.KeyTarget(columns[1])
		swap.Join = a == b
	}
	r.own.Swaps = append(r.own.Swaps, swap)
	text := fmt.Sprintf("%s is read in the place of %s", name(x), name(y))
	if e.Term != "" {
		text += fmt.Sprintf(" where a question says “%s”", bare(e.Term))
	}
	r.done(by, text, nil, columns[:])
}

// prefersCurrency takes the amounts in a currency, where the data have them.
func (r *entryReader) prefersCurrency(by int, e brain.Entry, word string) {
	code := strings.ToUpper(english.CurrencyCode(word))
	aside := said(e.Origin).Aside
	c := &index.Currency{Code: code, By: by}
	var columns []int
	for _, pair := range r.ix.AmountsIn(code) {
		to, from := &r.ix.Columns[pair.To], &r.ix.Columns[pair.From]
		r.own.Swaps = append(r.own.Swaps, index.Swap{From: pair.From, To: pair.To, Currency: true, By: by,
			Text: fmt.Sprintf("amounts are in %s: %s is read, not %s (%s)", code, to.Name, from.Name, aside)})
		columns = append(columns, pair.To)
	}
	for _, rows := range r.ix.RowsIn(code) {
		c.Rows = append(c.Rows, rows)
		columns = append(columns, rows.Column)
	}
	c.Text = fmt.Sprintf("amounts in %s alone count (%s)", code, aside)
	if c.Shown = r.ix.AmountsInNone(); len(columns) == 0 {
		columns = c.Shown
	}
	c.ShownText = fmt.Sprintf("amounts are shown in %s: the data name no currency (%s)", code, aside)
	r.own.Currency = c
	text := "amounts are in " + code + " where the data have them in several currencies, or name none"
	if len(columns) == 0 {
		text = "nothing changes in this database, which has no amounts in several currencies of which one is " + code + ": Plumb knows no exchange rates"
	}
	r.done(by, text, nil, columns)
}

// fiscalYear counts time in years of their own.
func (r *entryReader) fiscalYear(by int, e brain.Entry) {
	month := 0
	if m := monthNumber.FindStringSubmatch(e.Text); m != nil {
		month, _ = strconv.Atoi(m[1])
	} else if m := monthName.FindStringSubmatch(e.Text); m != nil {
		month = int(english.Months[strings.ToLower(m[1])])
		if endsIn.MatchString(e.Text) {
			month = month%12 + 1
		}
	}
	if month == 0 {
		r.fail(by, fmt.Sprintf("“%s” names no month in which a year begins.", strings.TrimSpace(e.Text)), "give a month, such as April")
		return
	}
	years := span.FiscalYears(time.Month(month))
	switch {
	case byStart.MatchString(e.Text):
		years.ByStart = true
	case byEnd.MatchString(e.Text):
		years.ByStart = false
	}
	if r.own.YearsBy > 0 {
		r.fail(by, "Another entry says when the fiscal year begins.", "remove one of the two")
		return
	}
	r.own.Years, r.own.YearsBy = years, by
	r.done(by, span.Describe(years), nil, nil)
}
