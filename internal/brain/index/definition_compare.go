package index

import (
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// readComparison reads a condition on a column: "`status` is `paid`", "`total` above
// 500", "closing date is known", "`converted`".
func (r *reader) readComparison(table int) *Test {
	r.articles()
	c := r.column(func(c *Column) bool { return r.x.Leads(table, c.Table) }, table)
	if c == 0 {
		return nil
	}
	if t := r.partOfText(c); t != nil {
		return t
	}
	verb := r.take("is", "are", "was", "were", "equals", "=", "of", "equal to", "being", ":")
	different := r.take("!=", "< >", "≠")
	not := r.take("not", "n't") || different
	t := r.test(c, verb || not)
	switch {
	case t == nil:
		return nil
	case not && len(t.Args) > 0:
		return nil
	case not:
		return t.opposite()
	}
	return t
}

// partOfText reads what the texts of a column begin with, end with or have in them.
func (r *reader) partOfText(c int) *Test {
	return tried(r, func() *Test {
		not := r.take("does not", "do not", "not")
		op := ""
		switch {
		case r.take("ends with", "end with", "ending with", "ends in", "ending in"):
			op = "endswith"
		case r.take("starts with", "start with", "starting with", "begins with", "begin with", "beginning with"):
			op = "startswith"
		case r.take("contains", "contain", "containing"):
			op = "contains"
		}
		if op == "" || r.atEnd() || r.x.Columns[c].Type != table.Text {
			return nil
		}
		text := r.tokens[r.at].text
		if !r.tokens[r.at].quoted && strings.Contains("@.#-/", text) && r.word(1) != "" { // @example.com
			text += r.word(1)
			r.at++
		}
		r.at++
		if not {
			op = "not" + op
		}
		return &Test{Op: op, Column: c, Values: []string{text}}
	})
}

// test reads what a column is compared with. verb says that something must
// follow.
func (r *reader) test(c int, verb bool) *Test {
	column := &r.x.Columns[c]
	for _, s := range signs {
		if !r.take(s.words...) {
			continue
		}
		n, ok := r.number()
		if !ok || !column.Type.Numeric() || column.Unit == "cents" {
			return nil
		}
		return &Test{Op: s.op, Column: c, Values: []string{n}}
	}
	switch {
	case r.take("known", "set", "filled", "filled in", "present", "given", "recorded", "not null", "not empty"):
		return &Test{Op: "notnull", Column: c}
	case r.take("empty", "missing", "null", "unknown", "blank", "unset"):
		return &Test{Op: "isnull", Column: c}
	case r.take("between"):
		return r.parseBetween(c)
	}
	if column.Kind == Time {
		return r.lately(c)
	}
	if column.Kind == Boolean {
		return r.flag(c, verb)
	}
	if t := r.several(c); t != nil {
		return t
	}
	return nil
}

var signs = []struct {
	op    string
	words []string
}{
	{">=", []string{"at least", "no less than", "> =", ">=", "≥", "from"}},
	{"<=", []string{"at most", "no more than", "up to", "<=", "≤"}},
	{">", []string{"above", "over", "more than", "greater than", "higher than", "larger than", "exceeding", "exceeds", ">"}},
	{"<", []string{"below", "under", "less than", "lower than", "fewer than", "smaller than", "<"}},
}

func (r *reader) parseBetween(c int) *Test {
	low, ok := r.number()
	if !ok || !r.take("and", "to") || !r.x.Columns[c].Type.Numeric() {
		return nil
	}
	high, ok := r.number()
	if !ok {
		return nil
	}
	return &Test{Op: "between", Column: c, Values: []string{low, high}}
}

// flag reads yes or no; a flag that nothing is said of is yes.
func (r *reader) flag(c int, verb bool) *Test {
	switch {
	case r.take("true", "yes", "1"):
	case r.take("false", "no", "0"):
		return &Test{Op: "=", Column: c, Values: []string{"false"}}
	case !r.atEnd() && r.tokens[r.at].quoted && strings.EqualFold(r.tokens[r.at].text, "true"):
		r.at++
	case !r.atEnd() && r.tokens[r.at].quoted && strings.EqualFold(r.tokens[r.at].text, "false"):
		r.at++
		return &Test{Op: "=", Column: c, Values: []string{"false"}}
	case verb:
		return nil
	}
	return &Test{Op: "=", Column: c, Values: []string{"true"}}
}

// several reads one value of a column, or a list of them.
func (r *reader) several(c int) *Test {
	listed := r.take("one of", "any of", "either", "in", "among")
	brackets := r.take("(")
	var list []string
	for {
		v, ok := r.value(c)
		if !ok {
			break
		}
		list = append(list, v)
		at := r.at
		if r.take(", or", "or", "and/or") || (listed || brackets) && r.take(", and", "and", ",") || r.word(0) == "," && r.take(",") {
			if _, ok := r.peek(c); ok {
				continue
			}
		}
		r.at = at
		break
	}
	if len(list) == 0 || brackets && !r.take(")") {
		return nil
	}
	if len(list) == 1 {
		if r.x.Columns[c].Type.Numeric() && r.take("or more", "and more", "or above") {
			return &Test{Op: ">=", Column: c, Values: list}
		}
		return &Test{Op: "=", Column: c, Values: list}
	}
	return &Test{Op: "anyof", Column: c, Values: list}
}

// peek is the value that comes next, without moving past it. One before a
// comparison is a column: `a` is `x` or `b` is `y`.
func (r *reader) peek(c int) (string, bool) {
	at := r.at
	v, ok := r.value(c)
	if ok && english.Among(r.word(0), "is are was were equals = above below over under") {
		ok = false
	}
	r.at = at
	return v, ok
}

// value reads a value of a column: a number, a text in quotes, or words that
// are stored there.
func (r *reader) value(c int) (string, bool) {
	column := &r.x.Columns[c]
	if column.Type.Numeric() {
		if n, ok := r.number(); ok {
			return n, true
		}
	}
	if r.atEnd() {
		return "", false
	}
	if w := r.tokens[r.at]; w.quoted {
		v, ok := r.x.storedAs(c, w.text)
		if ok {
			r.at++
		}
		return v, ok
	}
	for length := 3; length > 0; length-- {
		list := r.tokensAt(r.at, length)
		if list == nil {
			continue
		}
		if v, ok := r.x.holds(c, strings.Join(list, " ")); ok {
			r.at += length
			return v, true
		}
	}
	return "", false
}
