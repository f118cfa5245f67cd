package reply

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

var (
	// asksMeaning are messages that want to know what something means.
	asksMeaning = lazyregexp.New(`(?i)^(?:(?:and|but|so|ok|okay|please|plumb|hi|hello|hey),? )*(?:` +
		`what (?:does|do|did|is|are) (.+?) (?:mean|stand for|refer to|meant to be)|` +
		`what(?:'s| is| are) (?:the )?(?:meaning|definitions?|formula) (?:of|for|behind) (.+)|` +
		`what(?:'s| is| are) meant (?:by|with) (.+)|what do (?:you|we|they) mean (?:by|with) (.+)|` +
		`(?:give me |show me |tell me |show )?(?:the )?(?:meaning|definition) of (.+)|define (.+)|` +
		`how (?:is|are|was|were) (.+?) (?:defined|calculated|computed|measured|determined|worked out)|` +
		`how (?:do|does|did|would) (?:you|we|they|plumb|one) (?:define|calculate|compute|measure|determine|work out) (.+)|` +
		`where (?:is|are) (.+?) defined)$`)
	// asksWhat is a name and nothing else. With an article it is a figure that is
	// asked for: what is the revenue.
	asksWhat = lazyregexp.New(`(?i)^(?:what(?:'s| is| are)|explain|describe) (.+)$`)

	aroundName = lazyregexp.New("^[\"'“”‘’`]+|[\"'“”‘’`]+$")
	article    = lazyregexp.New(`(?i)^(?:the|a|an|our|your|my|this|that) `)
	kindOfName = lazyregexp.New(`(?i)^(?:term|word|column|field|table|measure|metric|figure|kpi|name) | (?:term|column|field|table|measure|metric|kpi)$`)
	ofTable    = lazyregexp.New(`(?i)^(\S+) (?:in|of|from|on) (?:the )?(?:table )?(\S+?)(?: table)?$`)
)

// explainWord answers a question about what a term, a column or a table means. It is
// nil for all others, figures and stored values included.
func explainWord(ix *index.Index, q brain.Question) *brain.Answer {
	text := strings.TrimRight(strings.Join(strings.Fields(strings.ReplaceAll(q.Text, "’", "'")), " "), " ?!.")
	if m := asksMeaning.FindStringSubmatch(text); m != nil {
		name := bareName(cmp.Or(m[1:]...))
		if pointing[strings.ToLower(cmp.Or(m[1:]...))] {
			return explainBefore(q.Before)
		}
		if told := explain(ix, name, true); told != "" {
			return tell(told)
		}
		return declineUndefined(ix, name)
	}
	if m := asksWhat.FindStringSubmatch(text); m != nil && !article.MatchString(m[1]) {
		if told := explain(ix, bareName(m[1]), false); told != "" {
			return tell(told)
		}
	}
	return nil
}

// bareName is a name without what people put around it.
func bareName(name string) string {
	name = aroundName.ReplaceAllString(name, "")
	name = article.ReplaceAllString(name, "")
	name = kindOfName.ReplaceAllString(name, "")
	return strings.TrimSpace(aroundName.ReplaceAllString(name, ""))
}

// explain says what a name means: a term as documents define it, else a column or
// a table. Of words that are no term and no identifier it does so only if surely
// nothing else is asked. It is "" where nothing is called so.
func explain(ix *index.Index, name string, surely bool) string {
	words := span.Words(name)
	for _, d := range ix.Defined(words) {
		if d.First == 0 && d.End == len(words) {
			return explainTerm(ix, d.Term)
		}
	}
	var tables, columns []int
	table, column, dotted := strings.Cut(name, ".")
	if m := ofTable.FindStringSubmatch(name); m != nil {
		column, table, dotted = m[1], m[2], true
	}
	if c := ix.Column("", table, column); dotted && c > 0 {
		return explainColumn(ix, c)
	}
	names := ix.Names(words)
	literal := slices.ContainsFunc(names, func(n index.NameLink) bool { return n.Literal })
	if strings.Contains(name, "_") && !literal {
		return "" // an identifier that nothing has
	}
	for _, n := range names {
		switch {
		case n.Kind != index.Whole || n.First > 0 || n.End < len(words) || (literal || !surely) && !n.Literal:
		case n.Column > 0:
			columns = append(columns, n.Column)
		default:
			tables = append(tables, n.Table)
		}
	}
	var said []string
	for _, t := range tables {
		said = append(said, explainTable(ix, t))
	}
	if len(tables) == 0 {
		for _, c := range columns {
			said = append(said, explainColumn(ix, c))
		}
	}
	const most = 3
	if more := len(said) - most; more > 0 {
		said = append(said[:most], fmt.Sprintf("%d more have this name.", more))
	}
	return strings.Join(said, " ")
}

// explainTerm is a definition, where it stands, and how it is followed.
func explainTerm(ix *index.Index, t *index.Term) string {
	text := fmt.Sprintf("%s is defined in %s: “%s”.", upperFirst(t.Called), fileLine(t.File, t.Line), strings.TrimSuffix(t.Whole, "."))
	if t.By > 0 {
		text = fmt.Sprintf("%s %s as “%s”.", t.Defines(), t.Called, strings.TrimSuffix(t.Whole, "."))
	}
	if t.Meaning == nil {
		return text + " Plumb cannot follow this definition, so it computes no figure from it."
	}
	switch m := t.Meaning; {
	case m.Figure != nil:
		text += " Plumb computes it as " + Spell(ix, m) + "."
		text += fmt.Sprintf(" For the figure, ask: what is the %s?", t.Called)
	case m.Column > 0:
		text += " Plumb reads it as " + Spell(ix, m) + "."
	default:
		text += " Plumb takes " + Spell(ix, m) + "."
	}
	return text
}

// Spell says what a meaning computes or keeps, with the names of the database.
func Spell(ix *index.Index, m *index.Meaning) string {
	d := describer{ix}
	switch {
	case m.Figure != nil:
		return d.figure(m.Figure)
	case m.Column > 0:
		return "the column " + d.column(m.Column)
	case m.Where != nil:
		return fmt.Sprintf("the rows of %s with %s", ix.Tables[m.Table].Name, d.test(m.Where))
	}
	return fmt.Sprintf("the rows of %s", ix.Tables[m.Table].Name)
}

// SpellTest says a condition, with the names of the database.
func SpellTest(ix *index.Index, t *index.Test) string { return describer{ix}.test(t) }

// fileLine is where something stands in a file.
func fileLine(file string, line int) string {
	if line == 0 {
		return file
	}
	return file + ", line " + strconv.Itoa(line)
}

// describeText is what is written about a table or column, and where.
func describeText(text, from string) string {
	if text = strings.TrimRight(strings.Join(strings.Fields(text), " "), "."); text == "" {
		return "It has no description."
	}
	if from == "" {
		return fmt.Sprintf("The database says: “%s”.", text)
	}
	file, line, _ := strings.Cut(from, ":")
	n, _ := strconv.Atoi(line)
	return fmt.Sprintf("It is described in %s: “%s”.", fileLine(file, n), text)
}

func explainTable(ix *index.Index, n int) string {
	const most = 12
	t := &ix.Tables[n]
	var columns []string
	for _, c := range t.Columns {
		columns = append(columns, ix.Columns[c].Name)
	}
	if more := len(columns) - most; more > 0 {
		columns = append(columns[:most], fmt.Sprintf("%d more", more))
	}
	what := "table"
	if t.View {
		what = "view"
	}
	if t.Rows >= 0 {
		what += fmt.Sprintf(" of about %s", rowCount(t.Rows))
	}
	return fmt.Sprintf("%s is a %s. %s Its columns are %s.", t.Name, what, describeText(t.About, t.From), english.JoinList(columns, "and"))
}

func rowCount(n int64) string {
	if n == 1 {
		return "one row"
	}
	return fmt.Sprintf("%d rows", n)
}

func explainColumn(ix *index.Index, n int) string {
	const most = 6
	c := &ix.Columns[n]
	role := map[index.Kind]string{index.Text: "text", index.Number: "numbers", index.Time: "times", index.Boolean: "yes or no"}[c.Kind]
	switch {
	case c.Primary:
		role = "the key of its rows"
	case c.Foreign:
		role = "keys"
		for _, k := range ix.KeysFrom(c.Table) {
			if len(k.From) == 1 && k.From[0] == n {
				role = "keys of " + ix.Tables[ix.Columns[k.To[0]].Table].Name
			}
		}
	case c.Measure:
		role = "a figure of each row"
	}
	text := fmt.Sprintf("%s is a column of %s", c.Name, ix.Tables[c.Table].Name)
	if role != "" {
		text += " and holds " + role
	}
	text += ". " + describeText(c.About, c.From)
	if c.Unit != "" {
		text += " Its unit is " + c.Unit + "."
	}
	var values []string
	for _, v := range c.Enum {
		shown := "'" + v.Text + "'"
		if len(v.Aliases) > 0 {
			shown += " (" + v.Aliases[0] + ")"
		}
		values = append(values, shown)
	}
	switch more := len(values) - most; {
	case more > 0:
		text += fmt.Sprintf(" Its values are %s and %d more.", strings.Join(values[:most], ", "), more)
	case len(values) > 0:
		text += fmt.Sprintf(" Its values are %s.", english.JoinList(values, "and"))
	case c.Min != "" && c.Max != "":
		text += fmt.Sprintf(" Its values go from %s to %s.", c.Min, c.Max)
	}
	return text
}

// declineUndefined says that nothing is called so, and what is nearly called so. It is nil
// where words of the name mean something in the database: then a stored value or
// a figure may be asked for.
func declineUndefined(ix *index.Index, name string) *brain.Answer {
	const longest, most = 4, 3
	words := span.Words(name)
	if len(words) == 0 || len(words) > longest || len(ix.Values(words)) > 0 {
		return nil
	}
	var near []string
	for _, t := range ix.Terms {
		if sharesWord(t.Called, name) && !slices.Contains(near, t.Called) {
			near = append(near, t.Called)
		}
	}
	for _, n := range ix.Names(words) {
		called := ""
		if n.Column > 0 {
			called = describer{ix}.column(n.Column)
		} else {
			called = ix.Tables[n.Table].Name
		}
		if n.Kind > index.Partly {
			continue
		}
		if !slices.Contains(near, called) {
			near = append(near, called)
		}
	}
	text := fmt.Sprintf("“%s” is unknown: no document defines it, and no table or column has that name.", name)
	if len(near) > 0 {
		text += " Near it are " + english.JoinList(near[:min(most, len(near))], "and") + "."
	}
	return Decline(text + " You can define it in docs.md beside the data: - **" + name + "**: the sum of …")
}

// pointing are words for what was spoken of before.
var pointing = english.NewSet("it this that these those they")

// explainBefore says how the turn before was read.
func explainBefore(before *brain.Reading) *brain.Answer {
	if before == nil || before.Sentence == "" {
		return Decline("There is no previous answer to explain. Name the word that you want explained.")
	}
	text := "The previous answer shows " + strings.TrimSuffix(before.Sentence, ".") + "."
	for _, a := range before.Assumptions {
		text += " " + upperFirst(strings.TrimSuffix(a, ".")) + "."
	}
	return tell(text)
}

func sharesWord(a, b string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(a)) {
		if len(w) > 3 && slices.Contains(strings.Fields(strings.ToLower(b)), w) {
			return true
		}
	}
	return false
}

// describer writes meanings for people, with the names of the database.
type describer struct{ ix *index.Index }

func (d describer) column(n int) string {
	c := &d.ix.Columns[n]
	return d.ix.Tables[c.Table].Name + "." + c.Name
}

func (d describer) figure(f *index.Figure) string {
	if len(f.Args) == 2 {
		word := map[index.FigureOp]string{index.Plus: "plus", index.Minus: "minus", index.Quotient: "divided by", index.Percent: "as a percentage of"}[f.Op]
		return d.figure(f.Args[0]) + ", " + word + " " + d.figure(f.Args[1])
	}
	what := map[index.FigureOp]string{index.SumOf: "the sum of", index.MeanOf: "the average of", index.MedianOf: "the median of", index.MaxOf: "the highest", index.MinOf: "the lowest", index.CountOf: "the number of"}[f.Op]
	switch {
	case f.Of == nil:
		what += " rows of " + d.ix.Tables[f.Table].Name
	case f.Distinct:
		what += " different values of " + d.amount(f.Of)
	default:
		what += " " + d.amount(f.Of)
	}
	if f.Where != nil {
		what += " where " + d.test(f.Where)
	}
	return what
}

func (d describer) amount(a *index.Amount) string {
	if a.Op == "" {
		return d.column(a.Column)
	}
	sign := map[string]string{"add": " + ", "sub": " - ", "mul": " * "}[a.Op]
	var parts []string
	for _, p := range a.Args {
		parts = append(parts, d.amount(p))
	}
	return strings.Join(parts, sign)
}

func (d describer) test(t *index.Test) string {
	quoted := make([]string, len(t.Values))
	for i, v := range t.Values {
		quoted[i] = "'" + v + "'"
	}
	switch t.Op {
	case "and", "or":
		var parts []string
		for _, a := range t.Args {
			parts = append(parts, d.test(a))
		}
		return strings.Join(parts, " "+t.Op+" ")
	case index.Has, index.HasNot:
		rows := "rows of " + d.ix.Tables[d.ix.Columns[d.ix.Keys[t.Key].From[0]].Table].Name
		if t.Where != nil {
			rows += " (" + d.test(t.Where) + ")"
		}
		if t.Op == index.HasNot {
			return "there are no " + rows
		}
		if t.Least > 1 {
			return fmt.Sprintf("there are at least %d %s", t.Least, rows)
		}
		return "there are " + rows
	case "isnull":
		return d.column(t.Column) + " is empty"
	case "notnull":
		return d.column(t.Column) + " is not empty"
	case "anyof":
		return d.column(t.Column) + " is " + english.JoinList(quoted, "or")
	case "noneof":
		return d.column(t.Column) + " is neither " + english.JoinList(quoted, "nor")
	case "contains", "startswith", "endswith", "notcontains", "notstartswith", "notendswith":
		word := map[string]string{"contains": "contain", "startswith": "start with", "endswith": "end with"}[strings.TrimPrefix(t.Op, "not")]
		if strings.HasPrefix(t.Op, "not") {
			return d.column(t.Column) + " does not " + word + " " + strings.Join(quoted, ", ")
		}
		verb, rest, _ := strings.Cut(word, " ")
		return d.column(t.Column) + " " + strings.TrimSpace(verb+"s "+rest) + " " + strings.Join(quoted, ", ")
	case "between":
		return d.column(t.Column) + " is between " + english.JoinList(quoted, "and")
	case "during":
		return d.column(t.Column) + " is in " + strings.Join(t.Values, ", ")
	}
	return d.column(t.Column) + " " + t.Op + " " + strings.Join(quoted, ", ")
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
