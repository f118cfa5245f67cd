package analyst

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

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

// correlationQuestion is a message that asks which columns go together.
type correlationQuestion struct {
	target string // words for the column that others are held against; "" for all pairs
	table  string // words for the table; "" where none is named
}

const (
	anyColumn   = `(?:columns?|variables?|factors?|fields?|features?|attributes?|measures?|metrics?|numbers|properties|characteristics|things)`
	goesWith    = `(?:correlates?|correlated|relates?|related|associated|linked|connected|goes together|go together|goes along|go along)`
	howStrongly = `(?:most |strongly |closely |best |significantly |highly |at all )*`
)

var (
	whatCorrelates = phrase(`(?:what(?: else)?|which (?:other )?` + anyColumn + `|what (?:other )?` + anyColumn + `|whatever) (?:(?:is|are|do|does|might be|may be|could be) )?` + howStrongly + goesWith + ` ` + howStrongly + `(?:with|to) (?:the |our |my )*(.+)`)
	whatInfluences = phrase(`(?:what|which ` + anyColumn + `) (?:seems? to |might |may |could )?` + howStrongly + `(?:influences?|affects?|impacts?|predicts?) (?:the |our |my )*(.+)`)
	columnsRelated = phrase(`(?:which|what) ` + anyColumn + `(?: (?:of|in) (?:the )?(.+?))? (?:are|is|do|have|go) ` + howStrongly + `(?:` + goesWith + `|correlations?|together)(?: (?:to|with) (?:each other|one another))?(?: (?:in|of|within) (?:the |our |my )*(.+))?`)
	allCorrelated  = phrase(`(?:(?:scan|search|look|check) (?:for )?)?(?:are there |is there )?(?:an? |any |all |the )*(?:correlations|correlation (?:matrix|scan|analysis|table|heat ?map))(?: (?:of|in|for|between|among|across|within|on) (?:all |the |our |my )*(.+))?`)
	// exactly are words of someone who wants one coefficient, which statistics gives.
	exactly   = lazyregexp.New(`\b(?:pearson|spearman|kendall|coefficients?|decimals?|p-?values?|strongest|highest|lowest|alpha|significance)\b|\b\d{1,3}\b`)
	numberAll = lazyregexp.New(`^(?:(?:numeric|numerical) )?` + anyColumn + `(?: (?:of|in|for) (?:the |our |my )*(.+))?$`)
)

// readCorrelations reads a message that asks which columns go together; nil for
// another.
func readCorrelations(text string) *correlationQuestion {
	text = plainText(text)
	if exactly.MatchString(text) {
		return nil
	}
	for _, p := range []*lazyregexp.Regexp{whatCorrelates, whatInfluences} {
		if m := p.FindStringSubmatch(text); m != nil && !eachOther.MatchString(m[1]) {
			return &correlationQuestion{target: m[1]}
		}
	}
	if m := columnsRelated.FindStringSubmatch(text); m != nil {
		return &correlationQuestion{table: cmp.Or(m[1], m[2])}
	}
	if m := allCorrelated.FindStringSubmatch(text); m != nil {
		if of := numberAll.FindStringSubmatch(m[1]); of != nil {
			return &correlationQuestion{table: of[1]}
		}
		return &correlationQuestion{table: m[1]}
	}
	return nil
}

var eachOther = lazyregexp.New(`^(?:each other|one another)`)

// correlations plans which columns go together.
func (a *Analyst) correlations(ctx context.Context, q brain.Question) (*brain.Analysis, error) {
	w := readCorrelations(q.Text)
	if w == nil {
		return nil, nil
	}
	base, target, sure := -1, 0, 0.85
	var where *form.Cond
	if w.target != "" {
		var err error
		if target, where, sure, err = a.numberColumn(ctx, w.target, q); err != nil || target == 0 {
			return nil, err
		}
		base = a.Index.Columns[target].Table
	} else if base = a.tableNamed(w.table); base < 0 {
		if w.table != "" && !onlyData.MatchString(w.table) {
			return nil, nil // two columns, or something else that the parser may know
		}
		return declined("Plumb can hold all numbers of a table against each other. Say of which table, such as: correlations in " + a.largest() + "."), nil
	}
	columns, skipped := a.scannable(base, target, where)
	if len(columns) < 2 {
		return declined(fmt.Sprintf("Besides keys, names and dates, the %s have too few numbers to hold against each other.", rowsOfTable(a.Index, base))), nil
	}
	made, err := a.planCorrelations(base, target, columns, skipped, where, q)
	if err != nil {
		return nil, err
	}
	sentence := made.Title
	if where != nil {
		sentence += ": " + render.Sentence(a.Index, &form.Query{Tables: []int{base}, Keep: form.NoTable, Select: []*form.Expr{edit.Column(target)}, Where: where})
	}
	return &brain.Analysis{Plan: made, Sentence: sentence, Confidence: sure}, nil
}

// numberColumn finds the one column of numbers, or of two values, that words name, and
// which rows they are about; 0 where there is none.
func (a *Analyst) numberColumn(ctx context.Context, words string, q brain.Question) (column int, where *form.Cond, sure float64, err error) {
	if r := newRequest(a.Index, words); r != nil && len(r.mentions) == 1 && r.mentions[0].sure >= byWords && saysNoMore(r) && isScannable(a.Index, r.mentions[0].column) {
		return r.mentions[0].column, nil, 0.85, nil
	}
	read, r, err := a.readForm(ctx, "average "+a.withoutDegree(words), q)
	if err != nil || read == nil || len(read.Select) != 1 || read.Select[0].Op != form.Avg || len(read.Group) > 0 || read.Having != nil || read.Limit != nil || read.Set != form.NoSet {
		return 0, nil, 0, err
	}
	of := read.Select[0].Args[0]
	if of.Op != form.Column || !isScannable(a.Index, of.Column) || repeats(a.Index, &form.Query{Keep: form.NoTable, Select: []*form.Expr{of}, Where: read.Where}, a.Index.Columns[of.Column].Table) {
		return 0, nil, 0, nil
	}
	return of.Column, read.Where, min(r.Probability, 0.85), nil
}

var degree = lazyregexp.New(`(?i)^(?:(?:an?|the|our|very) )*(?:high|higher|highest|low|lower|lowest|large|larger|small|smaller|big|bigger|good|better|bad|worse|long|longer|short|shorter)\s+`)

// withoutDegree leaves out an adjective before a number: a high rating is about the
// rating, and not about the tickets whose priority is high.
func (a *Analyst) withoutDegree(words string) string {
	rest := degree.ReplaceAllString(words, "")
	for _, n := range a.Index.Names(span.Words(rest)) {
		if n.First == 0 && n.Column > 0 && a.Index.Columns[n.Column].Kind == index.Number {
			return rest
		}
	}
	return words
}

// saysNoMore is true where a text names columns, and nothing that may narrow them down.
func saysNoMore(r *request) bool {
	for _, w := range span.Words(marks.ReplaceAllString(r.shown, " ")) {
		if !english.StopWords[w.Text] {
			return false
		}
	}
	return true
}

// tableNamed is the table that words name as a whole; the only one where they name
// none; -1 where it is not clear.
func (a *Analyst) tableNamed(text string) int {
	text = strings.TrimSuffix(strings.TrimSuffix(text, " table"), " data")
	words := span.Words(text)
	for _, l := range a.Index.Names(words) {
		if l.Column == 0 && l.Table >= 0 && l.First == 0 && l.End == len(words) && l.Kind <= index.Synonym {
			return l.Table
		}
	}
	if t := a.onlyPart(words); t >= 0 {
		return t
	}
	only := -1
	for t := range a.Index.Tables {
		if a.Index.Tables[t].View {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = t
	}
	if text == "" || onlyData.MatchString(text) {
		return only
	}
	return -1
}

// onlyPart is the table whose name the words are a part of, where no other's is: flights
// for nycflights; else -1.
func (a *Analyst) onlyPart(words []span.Word) int {
	only := -1
	for _, l := range a.Index.Names(words) {
		if l.Column > 0 || l.Table < 0 || l.First > 0 || l.End < len(words) || l.Kind > index.Partly || a.Index.Tables[l.Table].View {
			continue
		}
		if only >= 0 && only != l.Table {
			return -1
		}
		only = l.Table
	}
	return only
}

// largest is the name of the table with the most rows.
func (a *Analyst) largest() string {
	best := 0
	for t := range a.Index.Tables {
		if !a.Index.Tables[t].View && (a.Index.Tables[t].Rows > a.Index.Tables[best].Rows || a.Index.Tables[best].View) {
			best = t
		}
	}
	return render.Table(a.Index, best, true)
}

// isScannable is true for a column of numbers that are no keys or codes, and for one
// of two values.
func isScannable(ix *index.Index, column int) bool {
	c := &ix.Columns[column]
	if c.Primary || c.Foreign || c.Unique || ix.LeadsTo(column) {
		return false
	}
	switch c.Kind {
	case index.Number:
		return c.Measure || c.Distinct != 1
	case index.Boolean:
		return true
	case index.Time:
		return c.Form == index.YearNumber && c.Type.Numeric()
	case index.Text:
		return c.Distinct == 2
	}
	return false
}

const maxScanned = 30

// scannable are the columns that are held against each other: of the table, and of
// those that each of its rows belongs to.
func (a *Analyst) scannable(base, target int, where *form.Cond) (columns []int, skipped []string) {
	ix := a.Index
	if target > 0 {
		columns = append(columns, target)
	}
	for _, c := range ix.Tables[base].Columns {
		switch {
		case c == target:
		case isScannable(ix, c) && len(columns) < maxScanned:
			columns = append(columns, c)
		default:
			skipped = append(skipped, strings.Join(ix.Columns[c].Words, " "))
		}
	}
	for t := range ix.Tables {
		if t == base || ix.Tables[t].View || !ix.Leads(base, t) {
			continue
		}
		for _, c := range ix.Tables[t].Columns {
			if len(columns) == maxScanned || !isScannable(ix, c) {
				continue
			}
			if repeats(ix, &form.Query{Keep: form.NoTable, Select: edit.Columns(append(slices.Clone(columns), c)), Where: where}, base) {
				break
			}
			columns = append(columns, c)
		}
	}
	return columns, skipped
}

// manyRows is how many rows are read; of more, one of several.
const manyRows = 50_000

func (a *Analyst) planCorrelations(base, target int, columns []int, skipped []string, where *form.Cond, q brain.Question) (*plan.Plan, error) {
	ix := a.Index
	args := method.CorrelationsArguments{Things: rowsOfTable(ix, base), Skipped: skipped}
	var dims []dimension
	for _, c := range columns {
		dims = append(dims, dimension{column: c, name: strings.Join(ix.Columns[c].Words, " ")})
	}
	var names []string
	for i, d := range nameApart(ix, dims) {
		one := method.ScannedColumn{Name: d.name}
		if t := ix.Columns[d.column].Table; t != base {
			one.Rows = max(ix.Tables[t].Rows, 0)
		}
		if d.column == target {
			args.Target = d.name
		}
		args.Columns = append(args.Columns, one)
		names = append(names, fmt.Sprintf("c%d", i+1))
	}
	query := &form.Query{Keep: form.NoTable, Select: edit.Columns(columns), Where: where}
	order := len(columns)
	for _, c := range ix.Tables[base].PrimaryKey {
		query.Select = append(query.Select, edit.Column(c))
		names = append(names, fmt.Sprintf("k%d", len(names)-order+1))
	}
	query.Tables = tablesOf(ix, query, base)
	if len(query.Tables) > 1 {
		query.Keep = base
	}
	sql, _, err := render.Render(ix, render.Dialect(ix.Dialect), query, q.Now)
	if err != nil {
		return nil, err
	}
	goal := fmt.Sprintf("Read the numbers of all %s", args.Things)
	if rows := ix.Tables[base].Rows; rows > manyRows {
		args.Sampled = int((rows + manyRows - 1) / manyRows)
		goal = fmt.Sprintf("Read the numbers of one of every %d %s", args.Sampled, args.Things)
	}
	last, err := computeStep(method.Correlations.Name, args, "correlations", "Hold every two of them against each other, and adjust for their number", "numbers")
	if err != nil {
		return nil, err
	}
	title := "which columns of the " + args.Things + " go together"
	if args.Target != "" {
		title = "what goes together with " + args.Target
	}
	p := &plan.Plan{Title: title, Method: method.Correlations.Name, By: By, Question: q.Text}
	p.Steps = numbered([]plan.Step{{Language: plan.Read, Source: a.Source, Output: "numbers", Code: sampled(sql, names, order, args.Sampled), Goal: goal}, last})
	return p, nil
}

// sampled reads the first so many columns of every so many-th row, in the order of
// the columns that follow them, or of all where none does.
func sampled(sql string, names []string, columns, every int) string {
	list, keys := strings.Join(names[:columns], ", "), strings.Join(names[columns:], ", ")
	all := strings.Join(names, ", ")
	if every < 2 {
		return fmt.Sprintf("WITH plumb_rows(%s) AS (\n%s\n)\nSELECT %s\nFROM plumb_rows\nORDER BY %s", all, sql, list, cmp.Or(keys, list))
	}
	return fmt.Sprintf("WITH plumb_rows(%s) AS (\n%s\n), plumb_numbered AS (\nSELECT %s, ROW_NUMBER() OVER (ORDER BY %s) AS plumb_row\nFROM plumb_rows\n)\nSELECT %s\nFROM plumb_numbered\nWHERE plumb_row %% %d = 0\nORDER BY plumb_row", all, sql, list, cmp.Or(keys, list), list, every)
}
