package analyst

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

// profiler writes the steps of a profile.
type profiler struct {
	*Analyst
	args  *method.ProfileArguments
	steps []plan.Step
	now   time.Time
	dated bool // some table has a date that says when its rows happened
}

func (b *profiler) dialect() render.Dialect { return render.Dialect(b.Index.Dialect) }

func (b *profiler) text(x string) string {
	return "CAST(" + x + " AS " + statement{dialect: b.dialect()}.text() + ")"
}

// rowsAs is the rows of some columns of a table, named c1, c2, …, as a part of WITH.
func (b *profiler) rowsAs(name string, t int, columns []int) (string, error) {
	q := &form.Query{Tables: []int{t}, Keep: form.NoTable, Select: edit.Columns(columns)}
	sql, _, err := render.Render(b.Index, b.dialect(), q, b.now)
	if err != nil {
		return "", err
	}
	names := make([]string, len(columns))
	for i := range columns {
		names[i] = fmt.Sprintf("c%d", i+1)
	}
	return fmt.Sprintf("%s(%s) AS (\n%s\n)", name, strings.Join(names, ", "), sql), nil
}

// identifies are words of columns whose values name one thing each.
var identifies = lazyregexp.New(`(?i)(?:^|[ _])(?:id|key|code|e ?-?mail|number|no|sku|isbn|iban|uuid|guid|serial|vin|ean)$`)

// later are words of columns whose dates may lie ahead.
var later = lazyregexp.New(`(?i)due|expir|valid|until|end|plan|expect|deadline|close|target|schedul|renew|next|matur|deliver|forecast|departure|arrival|check|event|start`)

func (b *profiler) profiled(column int) method.ProfiledColumn {
	c := &b.Index.Columns[column]
	p := method.ProfiledColumn{Name: c.Name, Kind: method.ProfileText, Key: c.Primary || c.Foreign || c.Unique, Names: identifies.MatchString(strings.Join(c.Words, " ")) || identifies.MatchString(c.Name)}
	switch {
	case c.Kind == index.Other:
		p.Kind = method.ProfileOther
	case c.Kind == index.Time && (c.Form == index.Native || c.Form == index.DateText || c.Form == index.StampText):
		p.Kind, p.Ahead = method.ProfileTime, later.MatchString(c.Name)
	case c.Kind == index.Time && c.Form == index.YearNumber && c.Type.Numeric():
		p.Kind, p.Ahead = method.ProfileYear, later.MatchString(c.Name)
	case c.Type.Numeric() && c.Kind == index.Number:
		p.Kind, p.Measure, p.Level = method.ProfileNumber, c.Measure, c.Averages || c.Averaged != ""
	case c.Type.Numeric():
		p.Kind = method.ProfileFlag
	case c.Kind == index.Boolean:
		p.Kind = method.ProfileFlag
	}
	return p
}

// columns adds the steps that look at the columns of a table; false where there is no
// room for them.
func (b *profiler) columns(t int) (bool, error) {
	all := b.Index.Tables[t].Columns
	if len(all) > maxColumnsOfEach {
		b.args.LeftColumns += len(all) - maxColumnsOfEach
		all = all[:maxColumnsOfEach]
	}
	chunks := b.chunks(all)
	if len(b.steps)+len(chunks) > maxProfiles {
		return false, nil
	}
	for _, chunk := range chunks {
		rows, err := b.rowsAs("plumb_rows", t, chunk)
		if err != nil {
			return false, err
		}
		step := method.ProfiledTable{Name: b.tableTitle(t), Step: fmt.Sprintf("profile_%d", len(b.args.Tables)+1), PrimaryKey: len(b.Index.Tables[t].PrimaryKey) > 0}
		var spread []int // columns that need quartiles
		values := []string{"COUNT(*) AS n"}
		for i, c := range chunk {
			p := b.profiled(c)
			step.Columns = append(step.Columns, p)
			values = append(values, b.ofColumn(i, p)...)
			if hasOutliers(p) {
				spread = append(spread, i)
			}
		}
		code, from := "WITH "+rows, "plumb_rows"
		if len(spread) > 0 {
			code, from = code+b.quartiles(spread), from+" CROSS JOIN plumb_quartiles"
		}
		b.args.Tables = append(b.args.Tables, step)
		b.read(step.Step, fmt.Sprintf("Count what is filled, different and out of range in %d columns of %s", len(chunk), step.Name), code+"\nSELECT "+strings.Join(values, ",\n  ")+"\nFROM "+from)
	}
	return true, nil
}

// chunks divides columns into those of one step each. SQLite copies what a column
// stands for to each of its uses, so that few of them can have quartiles.
func (b *profiler) chunks(all []int) (list [][]int) {
	spread := 0
	for _, c := range all {
		one := 0
		if b.dialect() == render.SQLite && hasOutliers(b.profiled(c)) {
			one = 1
		}
		if n := len(list); n == 0 || len(list[n-1]) == columnsEach || spread+one > quartilesEach {
			list, spread = append(list, nil), 0
		}
		spread += one
		list[len(list)-1] = append(list[len(list)-1], c)
	}
	return list
}

// hasOutliers is true for a column whose values may be outliers.
func hasOutliers(p method.ProfiledColumn) bool {
	return p.Kind == method.ProfileNumber && p.Measure && !p.Key
}

// ofColumn are the values that are computed of a column.
func (b *profiler) ofColumn(i int, p method.ProfiledColumn) (values []string) {
	x := fmt.Sprintf("c%d", i+1)
	add := func(what, how string, args ...any) {
		values = append(values, fmt.Sprintf(how, args...)+" AS "+column(i, what))
	}
	when := func(what, cond string) { add(what, "SUM(CASE WHEN %s THEN 1 ELSE 0 END)", cond) }
	add("filled", "COUNT(%s)", x)
	if p.Kind == method.ProfileOther {
		return values
	}
	written := b.text(x)
	add("distinct", "COUNT(DISTINCT %s)", written)
	switch p.Kind {
	case method.ProfileNumber, method.ProfileYear:
		add("least", "%s", b.text("MIN("+x+")"))
		add("greatest", "%s", b.text("MAX("+x+")"))
		when("negative", x+" < 0")
		when("sentinel", x+" IN (999, 9999, 99999, 999999, 9999999, -999, -9999, -99999)")
		if p.Kind == method.ProfileYear {
			when("early", x+" = 1900")
			when("ahead", fmt.Sprintf("%s > %d", x, b.now.Year()))
			break
		}
		if !hasOutliers(p) {
			break
		}
		low, high := column(i, "low"), column(i, "high")
		// Of amounts that are all above zero, the fences are factors: their spread
		// grows with their size.
		const far = "3"
		spread := fmt.Sprintf("(%s - %s)", high, low)
		factor := fmt.Sprintf("(%[1]s / NULLIF(%[2]s, 0))", high, low)
		power := strings.Join([]string{factor, factor, factor}, " * ")
		when("below", fmt.Sprintf("%s < %s - %s * %s AND (%s <= 0 OR %s <= 0 OR %s < %s / (%s))", x, low, far, spread, low, x, x, low, power))
		when("above", fmt.Sprintf("%s > %s + %s * %s AND (%s <= 0 OR %s > %s * %s)", x, high, far, spread, low, x, high, power))
	case method.ProfileTime:
		add("least", "MIN(%s)", written)
		add("greatest", "MAX(%s)", written)
		when("ahead", fmt.Sprintf("%s > %s", written, render.Literal(b.now.Format("2006-01-02")+" 99")))
		when("early", fmt.Sprintf("%[1]s LIKE '1900-01-01%%' OR %[1]s LIKE '1970-01-01%%' OR %[1]s LIKE '0001-01-01%%' OR %[1]s LIKE '9999-12-31%%'", written))
	case method.ProfileText:
		add("least", "MIN(%s)", written)
		add("greatest", "MAX(%s)", written)
		when("blank", "TRIM("+written+") = '' AND "+x+" IS NOT NULL")
		when("placeholder", "LOWER(TRIM("+written+")) IN ('n/a', '#n/a', 'na', '-', '--', '?', '??', 'null', 'nil', 'nan', 'undefined', 'tbd', 'xxx', 'dummy', 'test')")
		add("folded", "COUNT(DISTINCT LOWER(TRIM(%s)))", written)
	}
	return values
}

// quartiles are those of some columns, as parts of WITH. SQLite has no function for
// them: there, the rows are numbered in the order of each column, those without a
// value first.
func (b *profiler) quartiles(columns []int) string {
	number := statement{dialect: b.dialect()}.number()
	var ranked, quartiles []string
	for _, i := range columns {
		x, place, n := fmt.Sprintf("c%d", i+1), column(i, "place"), column(i, "count")
		ranked = append(ranked, fmt.Sprintf("%[1]s, ROW_NUMBER() OVER (ORDER BY %[1]s) - (COUNT(*) OVER () - COUNT(%[1]s) OVER ()) AS %[2]s, COUNT(%[1]s) OVER () AS %[3]s", x, place, n))
		for _, q := range []struct {
			name    string
			percent int
		}{{"low", 25}, {"high", 75}} {
			how := fmt.Sprintf("percentile_cont(0.%d) WITHIN GROUP (ORDER BY %s)", q.percent, x)
			if b.dialect() == render.SQLite {
				how = fmt.Sprintf("MIN(CASE WHEN %s > %s * %d / 100 THEN %s END)", place, n, q.percent, x)
			}
			quartiles = append(quartiles, fmt.Sprintf("CAST(%s AS %s) AS %s", how, number, column(i, q.name)))
		}
	}
	if b.dialect() == render.SQLite {
		return ", plumb_ranked AS (\nSELECT " + strings.Join(ranked, ",\n  ") + "\nFROM plumb_rows\n), plumb_quartiles AS (\nSELECT " + strings.Join(quartiles, ", ") + "\nFROM plumb_ranked\n)"
	}
	return ", plumb_quartiles AS (\nSELECT " + strings.Join(quartiles, ", ") + "\nFROM plumb_rows\n)"
}

// duplicates counts rows that are there again, but for their key.
func (b *profiler) duplicates(tables []int) error {
	var usable []int
	for _, t := range tables {
		if len(b.compared(t)) > 1 {
			usable = append(usable, t)
		}
	}
	for chunk := range slices.Chunk(usable, tablesEach) {
		var with, parts []string
		for k, t := range chunk {
			name := fmt.Sprintf("plumb_rows_%d", k+1)
			columns := b.compared(t)
			rows, err := b.rowsAs(name, t, columns)
			if err != nil {
				return err
			}
			list := make([]string, len(columns))
			for i := range columns {
				list[i] = fmt.Sprintf("c%d", i+1)
			}
			by := strings.Join(list, ", ")
			with = append(with, rows)
			parts = append(parts, fmt.Sprintf("SELECT %s AS table_name, COALESCE(SUM(n - 1), 0) AS again FROM (SELECT COUNT(*) AS n FROM %s GROUP BY %s HAVING COUNT(*) > 1) AS plumb_same", render.Literal(b.tableTitle(t)), name, by))
		}
		b.read(fmt.Sprintf("duplicates_%d", len(b.steps)), "Count rows of "+b.names(chunk)+" that are there more than once", "WITH "+strings.Join(with, ", ")+"\n"+strings.Join(parts, "\nUNION ALL\n")+"\nORDER BY 1")
	}
	return nil
}

// compared are the columns by which rows are the same: all but a key that only counts
// them; none where a column cannot be compared, or where the key says more.
func (b *profiler) compared(t int) []int {
	key := b.Index.Tables[t].PrimaryKey
	if len(key) > 1 || len(key) == 1 && b.Index.Columns[key[0]].Foreign {
		return nil
	}
	var list []int
	const most = 100
	for _, c := range b.Index.Tables[t].Columns {
		column := &b.Index.Columns[c]
		if column.Kind == index.Other {
			return nil
		}
		if !column.Primary {
			list = append(list, c)
		}
	}
	if len(list) > most {
		return nil
	}
	return list
}

// orphans counts rows whose key leads to no row.
func (b *profiler) orphans(tables []int) error {
	var keys []index.Key
	for _, t := range tables {
		for _, k := range b.Index.KeysFrom(t) {
			from, to := &b.Index.Columns[k.From[0]], &b.Index.Columns[k.To[0]]
			if len(k.From) == 1 && from.Type.Numeric() == to.Type.Numeric() && !b.Index.Tables[to.Table].View && len(keys) < maxKeys {
				keys = append(keys, k)
			}
		}
	}
	for chunk := range slices.Chunk(keys, keysEach) {
		var with, parts, names []string
		for i, k := range chunk {
			from, to := b.Index.Columns[k.From[0]].Table, b.Index.Columns[k.To[0]].Table
			rows, err := b.rowsAs(fmt.Sprintf("plumb_from_%d", i+1), from, k.From)
			if err != nil {
				return err
			}
			targets, err := b.rowsAs(fmt.Sprintf("plumb_to_%d", i+1), to, k.To)
			if err != nil {
				return err
			}
			with = append(with, rows, targets)
			parts = append(parts, fmt.Sprintf("SELECT %s AS table_name, %s AS column_name, %s AS target, (SELECT COUNT(*) FROM plumb_from_%[4]d WHERE c1 IS NOT NULL AND c1 NOT IN (SELECT c1 FROM plumb_to_%[4]d WHERE c1 IS NOT NULL)) AS orphans, (SELECT COUNT(c1) FROM plumb_from_%[4]d) AS filled",
				render.Literal(b.tableTitle(from)), render.Literal(b.Index.Columns[k.From[0]].Name), render.Literal(b.tableTitle(to)), i+1))
			names = append(names, b.tableTitle(from)+"."+b.Index.Columns[k.From[0]].Name)
		}
		b.read(fmt.Sprintf("orphans_%d", len(b.steps)), "Count keys that lead to no row: "+firstNames(names), "WITH "+strings.Join(with, ", ")+"\n"+strings.Join(parts, "\nUNION ALL\n")+"\nORDER BY 1, 2, 3")
	}
	return nil
}

// days counts the rows of each day.
func (b *profiler) days(tables []int) error {
	var usable []int
	for _, t := range tables {
		if at := b.ownWhen(t); at > 0 && finest(b.Index, at) != "year" {
			usable = append(usable, t)
		}
	}
	b.dated = len(usable) > 0
	for chunk := range slices.Chunk(usable, tablesEach) {
		var with, parts []string
		for i, t := range chunk {
			on := b.ownWhen(t)
			step := edit.Call(form.Op(finest(b.Index, on)), edit.Column(on))
			q := &form.Query{Tables: []int{t}, Keep: form.NoTable, Select: []*form.Expr{step, edit.CountAll()}, Group: []*form.Expr{step}}
			sql, _, err := render.Render(b.Index, b.dialect(), q, b.now)
			if err != nil {
				return err
			}
			with = append(with, fmt.Sprintf("plumb_days_%d(period, n) AS (\n%s\n)", i+1, sql))
			parts = append(parts, fmt.Sprintf("SELECT %s AS table_name, %s AS column_name, %s AS period, n FROM plumb_days_%d WHERE period IS NOT NULL", render.Literal(b.tableTitle(t)), render.Literal(b.Index.Columns[on].Name), b.text("period"), i+1))
		}
		b.read(fmt.Sprintf("days_%d", len(b.steps)), "Count the rows of each day of "+b.names(chunk), "WITH "+strings.Join(with, ", ")+"\n"+strings.Join(parts, "\nUNION ALL\n")+"\nORDER BY 1, 3")
	}
	return nil
}
