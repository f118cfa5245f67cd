package analyst

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
)

const (
	term     = `(?:(?:the |of )?(?:‹\d+›|\b\d+(?:\.\d+)?\b)(?: values?)?)`
	operator = `\s*(?:\bplus\b|\+|\bminus\b|−|–|-|\btimes\b|×|\*|\bmultiplied by\b|\bdivided by\b|÷|/|\bover\b)\s*`
)

var (
	// formula is a computation in words or signs, of at least one column.
	formula = lazyregexp.New(term + `(?:` + operator + term + `)+(?:\s*(?:plus|\+)\s*(?:one|1)\b)?`)
	// composed are computations that a noun names.
	composed     = lazyregexp.New(`(?:(sum|total|difference|ratio|product|quotient) (?:of|between) )(?:the )?‹(\d+)› (?:and|to|with|by) (?:the )?‹(\d+)›`)
	dividing     = lazyregexp.New(`dividing (?:the )?(?:\w+ )?‹(\d+)› by (?:the )?(?:\w+ )?‹(\d+)›`)
	multiplying  = lazyregexp.New(`multiplying (?:the )?‹(\d+)› (?:by|with|and) (?:the )?‹(\d+)›`)
	adding       = lazyregexp.New(`(?:adding|summing)(?: up)? (?:the )?‹(\d+)› (?:and|to|with) (?:the )?‹(\d+)›`)
	subtracting  = lazyregexp.New(`subtracting (?:the )?‹(\d+)› from (?:the )?‹(\d+)›`)
	calledName   = lazyregexp.New(`(?:called|named|column|feature|variable) ["'“‘]([^"'”’]{2,50})["'”’][^.;]{0,30}$|(?:called|named) ([a-z][\w]{1,40})[^.;]{0,30}$`)
	unlikelySign = lazyregexp.New(`› ?(?:over|-|–) ?‹`)
	operand      = lazyregexp.New(`‹\d+›|\d+(?:\.\d+)?`)
	sign         = lazyregexp.New(operator)
	// defines is what stands before a formula that makes a column.
	defines = lazyregexp.New(`(?:^|[.;:,!?(] ?|\b(?:create|compute|calculate|define|add|build|derive|make|let|called|named|as|feature|column|variable) )(?:(?:a|an|the|new|column|feature|variable|called|named|derived|as) )*["'“‘]?([a-z][a-z0-9_ \-]{1,40}?)["'”’]?,? (?:is|=|:=|as|equals|to be|defined as|calculated as|computed as|which is|that is|by|be|are|means)(?: (?:the|a|calculated as|computed as|defined as|equal to))* ?$`)
)

// readFormulas finds columns that the message defines from others.
func (r *request) readFormulas() {
	for _, at := range composed.FindAllStringSubmatchIndex(r.shown, -1) {
		word := r.shown[at[2]:at[3]]
		x, y := r.numbered(r.shown[at[4]:at[5]]), r.numbered(r.shown[at[6]:at[7]])
		if x == nil || y == nil || !r.isNumber(*x) || !r.isNumber(*y) {
			continue
		}
		before := r.shown[:at[0]]
		if word == "difference" && !defines.MatchString(before) {
			continue // of two groups, perhaps
		}
		op := map[string]string{"sum": "add", "total": "add", "difference": "sub", "ratio": "div", "product": "mul", "quotient": "div"}[word]
		r.define(before, &method.Formula{Op: op, Args: []*method.Formula{r.columnOf(*x), r.columnOf(*y)}}, word)
		return
	}
	for _, v := range []struct {
		when *lazyregexp.Regexp
		op   string
		swap bool
	}{{dividing, "div", false}, {multiplying, "mul", false}, {adding, "add", false}, {subtracting, "sub", true}} {
		m := v.when.FindStringSubmatchIndex(r.shown)
		if m == nil {
			continue
		}
		x, y := r.numbered(r.shown[m[2]:m[3]]), r.numbered(r.shown[m[4]:m[5]])
		if x == nil || y == nil || !r.isNumber(*x) || !r.isNumber(*y) {
			continue
		}
		if v.swap {
			x, y = y, x
		}
		r.define(r.shown[:m[0]], &method.Formula{Op: v.op, Args: []*method.Formula{r.columnOf(*x), r.columnOf(*y)}}, "")
		return
	}
	at := formula.FindStringIndex(r.shown)
	if at == nil || len(marks.FindAllString(r.shown[at[0]:at[1]], -1)) == 0 {
		return
	}
	g := r.parseFormula(r.shown[at[0]:at[1]])
	if unlikelySign.MatchString(r.shown[at[0]:at[1]]) && !defines.MatchString(r.shown[:at[0]]) {
		return
	}
	if g == nil || !defines.MatchString(r.shown[:at[0]]) && len(marks.FindAllString(r.shown[at[0]:at[1]], -1)) < 2 {
		return
	}
	r.define(r.shown[:at[0]], g, "")
}

func (r *request) numbered(n string) *mention {
	i, err := strconv.Atoi(n)
	if err != nil || i >= len(r.mentions) {
		return nil
	}
	return &r.mentions[i]
}

func (r *request) columnOf(m mention) *method.Formula {
	return &method.Formula{Op: "column", Column: r.use(m)}
}

// parseFormula reads operands and signs from left to right; products bind closer
// than sums.
func (r *request) parseFormula(text string) *method.Formula {
	operands := operand.FindAllStringIndex(text, -1)
	var args []*method.Formula
	var ops []string
	for i, at := range operands {
		piece := text[at[0]:at[1]]
		if m := marks.FindStringSubmatch(piece); m != nil {
			of := r.numbered(m[1])
			if of == nil || !r.isNumber(*of) {
				return nil
			}
			args = append(args, r.columnOf(*of))
		} else if x, err := strconv.ParseFloat(piece, 64); err == nil {
			args = append(args, &method.Formula{Op: "number", Number: x})
		}
		if i > 0 {
			between := strings.TrimSpace(sign.FindString(text[operands[i-1][1]:at[0]]))
			switch between {
			case "plus", "+":
				ops = append(ops, "add")
			case "minus", "−", "–", "-":
				ops = append(ops, "sub")
			case "times", "×", "*", "multiplied by":
				ops = append(ops, "mul")
			default:
				ops = append(ops, "div")
			}
		}
	}
	if len(args) < 2 || len(ops) != len(args)-1 {
		return nil
	}
	for _, level := range [][]string{{"mul", "div"}, {"add", "sub"}} {
		for i := 0; i < len(ops); {
			if !slices.Contains(level, ops[i]) {
				i++
				continue
			}
			args[i] = &method.Formula{Op: ops[i], Args: []*method.Formula{args[i], args[i+1]}}
			args, ops = slices.Delete(args, i+1, i+2), slices.Delete(ops, i, i+1)
		}
	}
	if strings.HasSuffix(text, "plus one") {
		args[0] = &method.Formula{Op: "add", Args: []*method.Formula{args[0], {Op: "number", Number: 1}}}
	}
	return args[0]
}

// define adds a column, which figures are of from then on.
func (r *request) define(before string, g *method.Formula, name string) {
	if m := calledName.FindStringSubmatch(before); m != nil {
		name = strings.TrimSpace(m[1] + m[2])
	} else if m := defines.FindStringSubmatch(before); m != nil {
		name = strings.TrimSpace(m[1])
	}
	name = cmp.Or(nameOf(name), "computed")
	r.prepare(len(before), method.Preparation{Do: "derive", Output: name, Formula: g})
	r.derived = append(r.derived, name)
}

// makes begins a sentence that makes a column, and is no part of its name.
var makes = lazyregexp.New(`^(?:(?:please|now|then|first|can you|could you) )*(?:create|compute|calculate|define|add|build|derive|make|let) (?:(?:me|a|an|the|new|column|feature|variable|called|named|derived|as) )*`)

// nameOf is the name of a column in the words that define it.
func nameOf(words string) string {
	if at := makes.FindStringIndex(words); at != nil {
		return words[at[1]:]
	}
	return words
}

// readBands finds bands of a column, by which figures are split.
func (r *request) readBands() {
	b := span.FindBands(r.text)
	if b == nil {
		return
	}
	var of *mention
	for i := range r.mentions {
		if m := &r.mentions[i]; r.isNumber(*m) && m.start < b.Start {
			of = m
		}
	}
	if of == nil || !strings.Contains(lower(r.text), "age") && r.formulaHas(r.ix.Columns[of.column].Name) {
		if age := r.age(); age > 0 {
			of = &mention{column: age}
		}
	}
	for i := range r.mentions {
		if m := &r.mentions[i]; of == nil && r.isNumber(*m) {
			of = m
		}
	}
	if of == nil {
		return
	}
	name := r.use(*of)
	p := method.Preparation{Do: "band", Column: name, Output: name + " band"}
	for i, label := range b.Labels {
		band := method.Band{Label: label}
		if i > 0 {
			band.Least = parsed(b.Cuts[i-1])
		} else if b.From != "" {
			band.Least = parsed(b.From)
		}
		if i < len(b.Cuts) {
			band.Below = parsed(b.Cuts[i])
		} else if b.To != "" {
			band.Below, band.Through = parsed(b.To), b.Through
		}
		p.Bands = append(p.Bands, band)
	}
	if b.Over && len(p.Bands) > 1 {
		p.Bands[len(p.Bands)-2].Through = true
	}
	r.prepare(b.Start, p)
	r.by, r.banded = p.Output, name
}

// twoSides are two groups on both sides of a number: 30 or more and under 30.
var twoSides = lazyregexp.New(`(\d+(?:\.\d+)?) (?:or|and) (?:more|older|over|above|higher)[^.;]*?\b(?:under|below|younger than|less than|fewer than) (\d+(?:\.\d+)?)|(?:under|below|younger than|less than|fewer than) (\d+(?:\.\d+)?)[^.;]*?\b(\d+(?:\.\d+)?) (?:or|and) (?:more|older|over|above|higher)`)

// readTwoSides finds groups on both sides of a number.
func (r *request) readTwoSides() {
	m := twoSides.FindStringSubmatchIndex(r.shown)
	if m == nil || r.by != "" {
		return
	}
	text := func(group int) string {
		if m[2*group] < 0 {
			return ""
		}
		return r.shown[m[2*group]:m[2*group+1]]
	}
	if text(1) != text(2) || text(3) != text(4) {
		return
	}
	x := parsed(text(1) + text(3))
	column := r.age()
	if near := r.marked(r.shown[max(0, m[0]-30):m[0]]); len(near) > 0 && r.isNumber(near[len(near)-1]) {
		column = near[len(near)-1].column
	}
	if x == nil || column <= 0 {
		return
	}
	name := r.use(mention{column: column})
	low, high := method.Band{Label: "under " + text(1) + text(3), Below: x}, method.Band{Label: text(1) + text(3) + " or more", Least: x}
	r.prepare(m[0], method.Preparation{Do: "band", Column: name, Output: name + " band", Bands: []method.Band{low, high}})
	r.by, r.banded = name+" band", name
}

// age is the column of people's ages, which "patients over 65" means; 0 if there is
// none.
func (r *request) age() int {
	for _, c := range r.ix.Tables[r.base].Columns {
		if col := &r.ix.Columns[c]; col.Kind == index.Number && slices.Contains(english.Split(col.Name), "age") {
			return c
		}
	}
	return 0
}

var (
	flags   = lazyregexp.New(`(?:mark|flag|label|classify|call|count|treat)[^.;]*? as ["'“]?([a-z][a-z \-]*?)["'”]? (?:if|when|where|whose|with)[^.;]*?‹(\d+)›([^.;]*)`)
	atLeast = lazyregexp.New(`(?:is |of |at )?(\d+(?:\.\d+)?)(?: ?[a-z/%°]+)? (?:or|and) (more|over|above|higher|older|less|below|under|younger|lower)`)
	versus  = lazyregexp.New(`(>=|<=|>|<|above|over|more than|greater than|at least|under|below|less than|at most) ?(\d+(?:\.\d+)?)`)
)

// readFlags finds a flag that the message defines: windy if the wind is 25 or more.
func (r *request) readFlags() {
	m := flags.FindStringSubmatch(r.shown)
	if m == nil {
		return
	}
	of := r.numbered(m[2])
	if of == nil || !r.isNumber(*of) {
		return
	}
	name := strings.TrimSpace(m[1])
	low, high := method.Band{Label: "not " + name}, method.Band{Label: name}
	var x *float64
	if c := atLeast.FindStringSubmatch(m[3]); c != nil {
		x = parsed(c[1])
		if slices.Contains([]string{"less", "below", "under", "younger", "lower"}, c[2]) {
			low, high = high, low
			low.Through = true
		}
	} else if c := versus.FindStringSubmatch(m[3]); c != nil {
		x = parsed(c[2])
		switch c[1] {
		case ">", "above", "over", "more than", "greater than":
			low.Through = true
		case "<", "under", "below", "less than":
			low, high = high, low
		case "<=", "at most":
			low, high = high, low
			low.Through = true
		}
	}
	if x == nil {
		return
	}
	low.Below, high.Least = x, x
	column := r.use(*of)
	r.prepare(flags.FindStringIndex(r.shown)[0], method.Preparation{Do: "band", Column: column, Output: name, Bands: []method.Band{low, high}})
	r.by, r.banded = name, column
}

func parsed(text string) *float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil
	}
	return &x
}

var (
	// groupsBy is how a message says that figures are split.
	groupsBy = lazyregexp.New(`\b(?:by|per|for each|in each|of each|within each|for every|in every|each|across(?: the)?(?: \w+)?|grouped by|group by|broken down by|separately for each)(?: of the)?(?: different)?(?: ([a-z]+|‹\d+›))? ‹(\d+)›`)
	// comparesBy is how it names the column whose groups are compared.
	comparesBy = lazyregexp.New(`(?:between|among|across|depends? on|dependent on|by|versus|vs\.?|against) (?:the |different |all )*(?:two |three |four |\w+ )?‹(\d+)›`)
)

// whichGroup asks for the group with the most of something.
var whichGroup = lazyregexp.New(`\b(?:which|name the|report the|the|and the) ‹(\d+)›s? (?:has|have|had|shows?|is|are|with|that has|having)(?: the)? (highest|largest|greatest|most|lowest|smallest|least|fewest)`)

// countOf is a number of things that a row has: 4 cylinders.
var countOf = lazyregexp.New(`\b(?:with|of|in|for|having|has|have) (\d+) ‹(\d+)›|‹(\d+)› (?:= ?|== ?|is |equals |equal to )(\d+)\b`)

// readGroups finds the column that figures are split by: it is named after by or
// each, or two of its values are named.
func (r *request) readGroups() {
	r.readTwoSides()
	if m := whichGroup.FindStringSubmatch(r.shown); m != nil && r.by == "" {
		if of := r.numbered(m[1]); of != nil && !r.isMeasure(*of) {
			r.by, r.best = r.use(*of), true
			r.args.Best = "highest"
			if slices.Contains([]string{"lowest", "smallest", "least", "fewest"}, m[2]) {
				r.args.Best = "lowest"
			}
		}
	}
	if m := groupsBy.FindStringSubmatch(r.shown); m != nil && r.by == "" {
		if of := r.numbered(m[2]); of != nil && !r.isMeasure(*of) && r.isOwner(m[1], *of) {
			r.by = r.use(*of)
		}
	}
	r.readValues()
}

// readValues finds stored values: two of a column make groups, one narrows the rows.
func (r *request) readValues() {
	words := span.Words(r.text)
	named := map[int][]string{}
	var order []int
	for _, v := range r.ix.Values(words) {
		c := &r.ix.Columns[v.Column]
		exact := v.Kind == index.Exact || v.Kind == index.Stemmed || v.Kind == index.Demonym || v.Kind == index.Aliased
		if !exact || c.Table != r.base || c.Kind == index.Number || c.Type.Numeric() {
			continue
		}
		text := strings.ToLower(r.text[words[v.First].Start:words[v.End-1].End])
		inMention := slices.ContainsFunc(r.mentions, func(m mention) bool {
			return words[v.First].Start < m.end && m.start < words[v.End-1].End && m.sure > byPart
		})
		if inMention || statisticWords[text] || len(text) < 2 && !r.mentioned(v.Column) || emptyWords[text] {
			continue
		}
		r.understood = append(r.understood, strings.Fields(text)...)
		if len(named[v.Column]) == 0 {
			order = append(order, v.Column)
		}
		if !slices.Contains(named[v.Column], v.Text) {
			named[v.Column] = append(named[v.Column], v.Text)
		}
	}
	for _, c := range order {
		values := named[c]
		switch name := r.ix.Columns[c].Name; {
		case name == r.by:
			if len(values) > 1 {
				r.only = values
			}
		case len(values) > 1 && r.by == "":
			r.use(mention{column: c})
			r.by, r.only = name, values
		case regresses.MatchString(r.shown) && r.mentioned(c): // yes = 1
		case len(values) == 1:
			r.keep(c, values[0], r.negated(values[0]))
		default:
			var list []*form.Value
			for _, v := range values {
				list = append(list, &form.Value{Kind: form.Text, Text: v, Stored: true})
			}
			r.where = append(r.where, &form.Cond{Op: form.AnyOf, Left: edit.Column(c), Values: list})
			r.conditions = append(r.conditions, "only rows whose "+name+" is "+english.JoinList(values, "or")+" count")
		}
	}
}

// keep narrows the rows to a value, or to all others.
func (r *request) keep(column int, value string, not bool) {
	op, said := form.Equal, "only rows whose "+r.ix.Columns[column].Name+" is "+value+" count"
	if not {
		op, said = form.NotEqual, "rows whose "+r.ix.Columns[column].Name+" is "+value+" do not count"
	}
	r.where = append(r.where, &form.Cond{Op: op, Left: edit.Column(column), Right: &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Text, Text: value, Stored: true}}})
	r.conditions = append(r.conditions, said)
}

var negates = lazyregexp.New(`(?i)\b(?:not|excluding|exclude|except(?: for)?|other than|without|ignoring|ignore|leav(?:e|ing) out|drop(?:ping)?|remov(?:e|ing)|non)[- ](?:the |all |any )*$`)

// negated is true for a value that the message leaves out.
func (r *request) negated(value string) bool {
	low := lower(r.text)
	stem := lower(value)
	at := strings.Index(low, stem)
	if at < 0 && len(stem) > 4 {
		at = strings.Index(low, stem[:len(stem)-2])
	}
	return at >= 0 && negates.MatchString(low[:at])
}

// emptyWords stand in messages for other things than stored values.
var emptyWords = english.NewSet("a of in is the or and by no yes rows test with without")

func (r *request) mentioned(column int) bool {
	return slices.ContainsFunc(r.mentions, func(m mention) bool { return m.column == column })
}

// isMeasure is true for a number of many values, which makes no groups.
func (r *request) isMeasure(m mention) bool {
	c := &r.ix.Columns[m.column]
	const few = 20
	return r.isNumber(m) && (c.Distinct == 0 || c.Distinct > few)
}

var comparisonOf = lazyregexp.New(`‹(\d+)›(?: (?:is|are|was|of|values?))* ?(>=|<=|>|<|=|above|over|more than|greater than|higher than|at least|under|below|less than|lower than|fewer than|at most|equal to|exactly|older than|younger than) ?(?:or equal to )?[$€£]?(\d+(?:[.,]\d+)*)`)

// peopleOf says how old people are without naming the column.
var peopleOf = lazyregexp.New(`(?:patients|people|players|customers|employees|passengers|students|persons|women|men|users|members) (?:aged )?(over|above|older than|under|below|younger than) (\d+)\b`)

var (
	// noThreshold follows a number that is no value of the column, unless it is a
	// thousand or a million.
	noThreshold = lazyregexp.New(`^ ?(?:(k|m|thousand|million)\b|%|th\b|st\b|nd\b|rd\b|standard|sd\b|times|×|x\b|iqr|inter|percentile|quantile|years?\b|σ|\.\d)`)
	aboutMean   = lazyregexp.New(`(?:mean|average|median|z-?scores?)(?: \w+)? $`)
)

// readFilters finds comparisons of a column with a number, which narrow the rows.
func (r *request) readFilters() {
	if m := peopleOf.FindStringSubmatch(r.shown); m != nil {
		if age := r.age(); age > 0 && r.ix.Columns[age].Name != r.banded {
			op := form.Greater
			if slices.Contains([]string{"under", "below", "younger than", "aged under"}, m[1]) {
				op = form.Less
			}
			r.where = append(r.where, edit.Compare(op, edit.Column(age), edit.Number(m[2])))
			r.conditions = append(r.conditions, fmt.Sprintf("only rows whose %s is %s %s count", r.ix.Columns[age].Name, m[1], m[2]))
		}
	}
	for _, m := range countOf.FindAllStringSubmatch(r.shown, -1) {
		of, x := r.numbered(m[2]+m[3]), m[1]+m[4]
		if of != nil && r.isNumber(*of) && r.name(*of) != r.banded && !r.formulaHas(r.name(*of)) {
			r.where = append(r.where, edit.Compare(form.Equal, edit.Column(of.column), edit.Number(x)))
			r.conditions = append(r.conditions, fmt.Sprintf("only rows whose %s is %s count", r.name(*of), x))
			r.fixed = append(r.fixed, r.ix.Columns[of.column].Name)
		}
	}
	for _, at := range comparisonOf.FindAllStringSubmatchIndex(r.shown, -1) {
		m := []string{"", r.shown[at[2]:at[3]], r.shown[at[4]:at[5]], r.shown[at[6]:at[7]]}
		of := r.numbered(m[1])
		unit := noThreshold.FindStringSubmatch(r.shown[at[1]:])
		if unit != nil && unit[1] == "" || aboutMean.MatchString(r.shown[:at[0]]) {
			continue
		}
		if of == nil || !r.isNumber(*of) || r.name(*of) == r.banded {
			continue
		}
		op := map[string]form.CondOp{">=": form.GreaterEqual, "at least": form.GreaterEqual, "<=": form.LessEqual, "at most": form.LessEqual, "<": form.Less, "under": form.Less, "below": form.Less, "less than": form.Less, "lower than": form.Less,
			"fewer than": form.Less, "younger than": form.Less, "=": form.Equal, "equal to": form.Equal, "exactly": form.Equal}[m[2]]
		op = cmp.Or(op, form.Greater)
		x := strings.ReplaceAll(m[3], ",", "")
		if unit != nil {
			x += map[string]string{"k": "000", "thousand": "000", "m": "000000", "million": "000000"}[unit[1]]
		}
		r.where = append(r.where, edit.Compare(op, edit.Column(of.column), edit.Number(x)))
		r.conditions = append(r.conditions, fmt.Sprintf("only rows whose %s is %s %s count", r.name(*of), m[2], x))
		if len(r.numbersOf(r.mentions)) > 1 {
			r.fixed = append(r.fixed, r.name(*of))
		}
	}
}

// clauseAround is the sentence that something was found in.
func clauseAround(text string, at []int) string {
	from := strings.LastIndexAny(text[:at[0]], ".;?!") + 1
	to := strings.IndexAny(text[at[1]:], ".;?!")
	if to < 0 {
		return text[from:]
	}
	return text[from : at[1]+to]
}
