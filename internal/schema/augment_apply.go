package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// apply merges one claim. Claims come in the order of their rank, so what is
// already there is stronger.
func (a *augmenter) apply(c claim) {
	t := a.find.table(c.schema, c.table)
	if t == nil {
		a.unknownTable(c)
		return
	}
	a.touched[t] = true
	if c.column == "" {
		a.applyToTable(t, c)
		return
	}
	col := t.Column(c.column)
	if col == nil {
		a.unknownColumn(t, c)
		return
	}
	switch c.topic {
	case onUnique:
		a.applyUnique(t, []string{col.Name}, c)
	case onReference:
		a.applyReference(t, col, c)
	default:
		a.applyToColumn(t, col, c)
	}
}

func (a *augmenter) applyToTable(t *Table, c claim) {
	switch c.topic {
	case onDescription:
		a.setText(&t.Description, &origins(&t.Origins).Description, a.s.DisplayName(t), "description", c)
	case onSynonyms:
		t.Synonyms = union(t.Synonyms, c.list)
		keepFirst(&origins(&t.Origins).Synonyms, c.at)
	case onUnique:
		var columns []string
		for _, name := range c.list {
			col := t.Column(name)
			if col == nil {
				c.column = name
				a.unknownColumn(t, c)
				return
			}
			columns = append(columns, col.Name)
		}
		a.applyUnique(t, columns, c)
	}
}

func (a *augmenter) applyToColumn(t *Table, col *Column, c claim) {
	switch c.topic {
	case onName:
		return
	case onNotNull:
		col.Nullable = false
		return
	}
	o, name := origins(&col.Origins), a.s.DisplayName(t)+"."+col.Name
	switch c.topic {
	case onDescription:
		a.setText(&col.Description, &o.Description, name, "description", c)
	case onUnit:
		a.setText(&col.Unit, &o.Unit, name, "unit", c)
	case onAggregate:
		a.setText(&col.Aggregate, &o.Aggregate, name, "aggregate", c)
	case onRole:
		text := string(col.Role)
		a.setText(&text, &o.Role, name, "role", c)
		col.Role = Role(text)
	case onSynonyms:
		col.Synonyms = union(col.Synonyms, c.list)
		keepFirst(&o.Synonyms, c.at)
	case onExamples:
		col.Examples = union(col.Examples, c.list)
		keepFirst(&o.Examples, c.at)
	case onValues:
		a.applyValues(col, name, c)
	}
}

// origins makes the origins of a table or a column, if there are none.
func origins(o **Origins) *Origins {
	if *o == nil {
		*o = &Origins{}
	}
	return *o
}

func keepFirst(origin *string, at place) {
	if *origin == "" {
		*origin = at.String()
	}
}

// setText keeps the first text, and reports one that differs from it.
func (a *augmenter) setText(field, origin *string, name, what string, c claim) {
	switch {
	case *origin == "":
		*field, *origin = c.text, c.at.String()
	case !sameText(*field, c.text) && !c.loose:
		a.report(c.at, fault.Warning, fault.New(fault.DocConflict, "the %s of %s differs from the one in %s, which is used", what, name, *origin).
			WithHint("keep one of the two, or make them equal"))
	}
}

func sameText(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// applyValues adds the values that may occur to those that were seen.
func (a *augmenter) applyValues(col *Column, name string, c claim) {
	var strangers []string
	if col.Origins.Values == "" {
		for _, v := range col.Values {
			if !slices.Contains(c.list, v) {
				strangers = append(strangers, "'"+shorten(v, longestValue)+"'")
			}
		}
	}
	if len(strangers) > 0 {
		a.report(c.at, fault.Warning, fault.New(fault.DocConflict, "%s contains %s, which is not among the accepted values", name, strings.Join(strangers[:min(len(strangers), 5)], ", ")).
			WithHint("add them to the accepted values, or fix the data"))
	}
	col.Values = union(col.Values, c.list)
	keepFirst(&col.Origins.Values, c.at)
}

func union(list, more []string) []string {
	for _, m := range more {
		if !slices.Contains(list, m) {
			list = append(list, m)
		}
	}
	return list
}

func (a *augmenter) applyUnique(t *Table, columns []string, c claim) {
	if len(columns) == 1 {
		col := t.Column(columns[0])
		// A column with nulls may be unique with few values; how many nulls there are is not known.
		if !col.Nullable && t.Rows >= 10 && col.Distinct > 0 && float64(col.Distinct) < 0.9*float64(t.Rows) {
			a.report(c.at, fault.Warning, fault.New(fault.DocConflict, "%s.%s is said to be unique, but has about %d different values in %d rows",
				a.s.DisplayName(t), col.Name, col.Distinct, t.Rows).WithHint("correct the test, or fix the data"))
			return
		}
	}
	same := func(u []string) bool { return slices.Equal(sorted(u), sorted(columns)) }
	if !same(t.PrimaryKey) && !slices.ContainsFunc(t.Unique, same) {
		t.Unique = append(t.Unique, columns)
	}
}

// applyReference declares a foreign key. What the database declares stands;
// what was only inferred gives way.
func (a *augmenter) applyReference(t *Table, col *Column, c claim) {
	ref := a.find.table(c.to.Schema, c.to.Table)
	if ref == nil {
		a.unknownTable(claim{table: c.to.Table, at: c.at})
		return
	}
	refCol := ref.Column(c.to.Column)
	if refCol == nil {
		a.unknownColumn(ref, claim{column: c.to.Column, at: c.at})
		return
	}
	key := ForeignKey{
		Columns: []string{col.Name}, RefSchema: ref.Schema, RefTable: ref.Name, RefColumns: []string{refCol.Name},
		Evidence: "declared in " + c.at.String(),
	}
	for _, f := range t.ForeignKeys {
		if f.Inferred || !slices.Equal(f.Columns, key.Columns) {
			continue
		}
		if keyText(f) != keyText(key) {
			by := cmp.Or(strings.TrimPrefix(f.Evidence, "declared "), "in the database")
			a.report(c.at, fault.Warning, fault.New(fault.DocConflict, "%s.%s refers to %s as declared %s, not to %s",
				a.s.DisplayName(t), col.Name, a.s.refName(f)+"."+f.RefColumns[0], by, a.s.DisplayName(ref)+"."+refCol.Name).
				WithHint("correct the relationships test"))
		}
		return
	}
	if !joinable(col.Kind, refCol.Kind) {
		a.report(c.at, fault.Warning, fault.New(fault.DocConflict, "%s.%s (%s) cannot refer to %s.%s (%s): the types differ",
			a.s.DisplayName(t), col.Name, col.Type, a.s.DisplayName(ref), refCol.Name, refCol.Type).
			WithHint("correct the relationships test, or cast where you join"))
		return
	}
	t.ForeignKeys = slices.DeleteFunc(t.ForeignKeys, func(f ForeignKey) bool { return f.Inferred && slices.Equal(f.Columns, key.Columns) })
	t.ForeignKeys = append(t.ForeignKeys, key)
	inColumnOrder(t)
}

func (a *augmenter) unknownTable(c claim) {
	if !a.tell("table " + c.at.file + " " + strings.ToLower(c.table)) {
		return
	}
	hint := "correct the name, or remove the entry"
	if a.unknown++; a.unknown <= maxHints {
		hint = fault.DidYouMean(c.table, "tables", a.tableNames())
	}
	a.report(c.at, fault.Warning, fault.New(fault.DocConflict, "table %s is not in the database", c.table).WithHint("%s", hint))
}

// maxHints is for how many unknown tables a near name is looked for.
const maxHints = 25

func (a *augmenter) unknownColumn(t *Table, c claim) {
	if a.tell("column " + c.at.file + " " + t.QualifiedName() + " " + strings.ToLower(c.column)) {
		a.report(c.at, fault.Warning, fault.New(fault.DocConflict, "table %s has no column %s", a.s.DisplayName(t), c.column).
			WithHint("%s", fault.DidYouMean(c.column, "columns", t.ColumnNames())))
	}
}

// tell reports whether this is news.
func (a *augmenter) tell(what string) bool {
	if a.told[what] {
		return false
	}
	a.told[what] = true
	return true
}

func (a *augmenter) tableNames() []string {
	if a.names == nil {
		a.names = a.s.TableNames()
	}
	return a.names
}
