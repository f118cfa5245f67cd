package index

import (
	"slices"
	"strings"
	"unicode"
)

// reader reads the first sentence of a definition by a small grammar:
//
//	definition = figure | rows | "by" column        { "," "over" rows | "," "by" column }
//	figure     = part { ("minus" | "plus") part }
//	part       = factor [ ("divided by" | "per" | "times") factor ]
//	factor     = ("sum of" | "average" | …) amount [ "over" rows ]
//	           | "number of" [ "distinct" ] (rows | column)
//	           | ("share of" | "percentage of") rows condition
//	           | term | amount | rows
//
// Whatever else the sentence says makes it one that is not understood, for half
// a definition is a wrong one.
type reader struct {
	d       *definer
	x       *Index
	name    []string // of the term that is defined, stems
	called  string
	tokens  []token
	at      int
	context []int // tables that were spoken of, the last one last
	deep    int   // brackets that are open
	percent bool  // the sentence says so
	work    int   // how much was tried
}

// token is a word in lower case, a sign, or a text in quotes or backticks as
// it is.
type token struct {
	text   string
	quoted bool
}

const (
	maxDefinition = 80 // tokens
	maxBrackets   = 4
	maxWork       = 20_000 // a sentence may be made so that everything is tried in vain
)

// lex takes a sentence apart; nil for one that is too long.
func lex(text string) []token {
	var list []token
	runes := []rune(text)
	for i := 0; i < len(runes); {
		r := runes[i]
		start := i
		switch {
		case unicode.IsSpace(r):
			i++
			continue
		case strings.ContainsRune("`\"“‘'", r):
			closing := map[rune]rune{'“': '”', '‘': '’'}[r]
			if closing == 0 {
				closing = r
			}
			end := slices.Index(runes[i+1:], closing)
			if end < 0 {
				return nil
			}
			list = append(list, token{string(runes[i+1 : i+1+end]), true})
			i += end + 2
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_':
			for i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsDigit(runes[i]) || runes[i] == '_' || isInnerPunctuation(runes, i)) {
				i++
			}
			list = append(list, token{strings.ReplaceAll(strings.ToLower(string(runes[start:i])), ",", ""), false})
		default:
			i++
			if i < len(runes) && strings.ContainsRune("<>!", r) && runes[i] == '=' {
				i++
			}
			list = append(list, token{string(runes[start:i]), false})
		}
		if len(list) > maxDefinition {
			return nil
		}
	}
	return list
}

// isInnerPunctuation is true for a point or comma between digits, and for a point between
// the names of a table and a column.
func isInnerPunctuation(runes []rune, i int) bool {
	if i == 0 || i+1 == len(runes) {
		return false
	}
	before, after := runes[i-1], runes[i+1]
	return (runes[i] == '.' || runes[i] == ',') && unicode.IsDigit(before) && unicode.IsDigit(after) ||
		runes[i] == '.' && (unicode.IsLetter(before) || before == '_') && unicode.IsLetter(after)
}

// word is the next token if it is a plain one, n tokens further on.
func (r *reader) word(n int) string {
	if r.at+n >= len(r.tokens) || r.tokens[r.at+n].quoted {
		return ""
	}
	return r.tokens[r.at+n].text
}

// take moves past one of the phrases, each of words between blanks; false when
// none of them is next.
func (r *reader) take(phrases ...string) bool {
	for _, p := range phrases {
		list := strings.Fields(p)
		same := true
		for i, w := range list {
			same = same && r.word(i) == w
		}
		if same {
			r.at += len(list)
			return true
		}
	}
	return false
}

func (r *reader) atEnd() bool { return r.at >= len(r.tokens) }

// tried gives back what f read, or returns to where it began.
func tried[T any](r *reader, f func() *T) *T {
	at, context := r.at, r.context
	if r.work++; r.work > maxWork {
		return nil
	}
	v := f()
	if v == nil {
		r.at, r.context = at, context
	}
	return v
}

// definition reads the whole sentence.
func (r *reader) definition() *Meaning {
	for _, kind := range []func() *Meaning{r.readDate, r.kindOfRows, r.anyFigure} {
		r.at, r.context, r.percent = 0, nil, false
		if m := kind(); m != nil && r.closing(m) && r.atEnd() {
			r.settle(m)
			return m
		}
	}
	return nil
}

// otherName reads a column of whatever kind, as the one that people mean by a word.
func (r *reader) otherName() *Meaning {
	r.at, r.context = 0, nil
	r.articles()
	c := r.column(anyColumn)
	if c == 0 || !r.atEnd() {
		return nil
	}
	return &Meaning{Column: c}
}

// readDate reads "by `customers.signup_date`", of a term that says whose rows they
// are: new customers are customers, and that is when they came.
func (r *reader) readDate() *Meaning {
	if !r.take("by", "according to", "counted by") {
		return nil
	}
	r.moment()
	c := r.column(anyColumn)
	if c == 0 || r.x.Columns[c].Kind != Time {
		return nil
	}
	t := r.x.Columns[c].Table
	for n := range r.name {
		if tail := r.name[n:]; r.x.isCalled(t, tail) {
			return &Meaning{Table: t, Time: c}
		}
	}
	return nil
}

// kindOfRows reads "a customer with at least one order", or "a customer" alone.
func (r *reader) kindOfRows() *Meaning {
	rows := r.rows()
	if rows == nil {
		return nil
	}
	return &Meaning{Table: rows.table, Where: rows.where}
}

// anyFigure reads a figure, or a column that the term is another name of.
func (r *reader) anyFigure() *Meaning {
	v := r.sum()
	if v == nil {
		return nil
	}
	if v.amount != nil && v.amount.Op == "" && r.atEnd() {
		return &Meaning{Column: v.amount.Column}
	}
	if v.rows != nil {
		return nil // a kind of rows, and of no certain ones
	}
	f := r.figure(v)
	if f == nil {
		return nil
	}
	return &Meaning{Figure: f}
}

// closing reads what is said of the whole at its end.
func (r *reader) closing(m *Meaning) bool {
	for !r.atEnd() {
		r.take(",")
		switch {
		case r.take("not by", "not according to"): // what it is not need not be understood
			for !r.atEnd() && r.word(0) != "," {
				r.at++
			}
		case r.take("in percent", "in %", "as a percentage", "as percentage", "as a share", "( % )"):
			r.percent = true
		case r.take("in euros", "in eur", "in dollars", "in usd", "in pounds", "in gbp"):
		case r.take("by", "according to", "counted by"):
			r.moment()
			if m.Time = r.column(anyColumn); m.Time == 0 || r.x.Columns[m.Time].Kind != Time {
				return false
			}
		case m.Figure != nil && r.take(over...):
			rows := r.rows()
			if rows == nil || !r.narrow(m.Figure, rows) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// over are words before the rows that a figure is taken over.
var over = []string{"over", "of", "for", "across", "among", "in", "on", "from", "where only"}

// moment skips "the date in" before a column of time.
func (r *reader) moment() {
	r.take("the")
	r.take("date in", "date of", "day in", "date", "day", "time in", "time of", "month of")
}

// narrow takes a figure over certain rows alone.
func (r *reader) narrow(f *Figure, rows *rowset) bool {
	for _, leaf := range f.Leaves() {
		if !r.x.Leads(leaf.Table, rows.table) {
			return false
		}
		leaf.Where = also(leaf.Where, rows.where)
	}
	return true
}

// settle says whether a quotient is a percentage, and brings the time to the
// rows that it is of.
func (r *reader) settle(m *Meaning) {
	f := m.Figure
	if f == nil || f.Op != Quotient {
		return
	}
	a, b := f.Args[0], f.Args[1]
	says := func(list ...string) bool {
		return slices.ContainsFunc(r.name, func(w string) bool { return slices.Contains(list, w) })
	}
	counts := a.Op == CountOf && b.Op == CountOf && a.Table == b.Table
	if r.percent || strings.Contains(r.called, "%") || says("percentage", "percent", "share") || counts && says("rate", "ratio", "proportion") {
		f.Op = Percent
	}
}
