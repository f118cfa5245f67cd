package files

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// Bounds of what is nested: levels of objects in objects, columns of one table,
// and child tables of one file.
const (
	mostLevels   = 6
	mostColumns  = 2000
	mostChildren = 40
)

// describe lists the columns of a SELECT.
func (b *build) describe(ctx context.Context, query string) ([]column, error) {
	found, err := b.Ask(ctx, "SELECT column_name, column_type FROM (DESCRIBE "+query+")")
	if err != nil {
		return nil, err
	}
	columns := make([]column, len(found.Rows))
	for i, r := range found.Rows {
		name := r[0].String()
		columns[i] = column{duckdb.Identifier(name), name, r[1].String()}
	}
	return columns, nil
}

// flatten makes columns of the fields of objects: author.id becomes author_id.
func (b *build) flatten(ctx context.Context, table string, columns []column) ([]column, error) {
	for range mostLevels {
		if !slices.ContainsFunc(columns, isObject) {
			break
		}
		var flat []column
		for _, c := range columns {
			if !isObject(c) || len(flat) > mostColumns {
				flat = append(flat, c)
				continue
			}
			fields, err := b.describe(ctx, fmt.Sprintf("SELECT unnest(%s) FROM %s", c.id, table))
			if err != nil {
				return nil, err
			}
			for _, field := range fields {
				name := field.name
				if c.name != "" {
					name = c.name + "_" + field.name
				}
				flat = append(flat, column{"(" + c.id + ")." + field.id, name, field.native})
			}
		}
		columns = flat
	}
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	for i, name := range cleanNames(names) {
		columns[i].name = name
	}
	return columns, nil
}

func isObject(c column) bool {
	return strings.HasPrefix(c.native, "STRUCT(") && !strings.HasSuffix(c.native, "]")
}

func isList(c column) bool { return strings.HasSuffix(c.native, "[]") }

func isListOfObjects(c column) bool { return isList(c) && strings.HasPrefix(c.native, "STRUCT(") }

// list is what becomes a child table: a cell with several values.
type list struct {
	name    string // of the column
	sql     string // the list, over the staged table
	example string
}

// key is what child tables refer to their parent by.
type key struct {
	finding
	added bool // it is the number of the row, which the file does not have
}

// keyWords end the names of keys.
var keyWords = []string{"id", "key", "uuid", "code", "number", "no", "isbn", "sku"}

// keyTypes are the types of keys.
var keyTypes = []string{"BIGINT", "INTEGER", "SMALLINT", "UINTEGER", "UBIGINT", "VARCHAR", "UUID"}

// rowKey is the name of a key that the file does not have.
const rowKey = "row_id"

// findKey finds a column that tells the rows of a staged table apart, by its name and
// its values. The first of equals counts.
func (b *build) findKey(ctx context.Context, s staged, findings []finding, table string) (key, error) {
	rank := func(f finding) int {
		words := wordsOf(f.name)
		switch last := words[len(words)-1]; {
		case len(words) == 1 && last == "id":
			return 0
		case last == "id" && len(words) > 1 && english.Singular(strings.Join(words[:len(words)-1], " ")) == english.Singular(strings.ToLower(table)):
			return 1
		case slices.Contains(keyWords, last):
			return 2
		}
		return 3 // the first column
	}
	const most = 12
	var able []finding
	for i, f := range findings {
		whole := slices.Contains(keyTypes, f.native) && !isList(f.column) && f.separator == ""
		if whole && len(wordsOf(f.name)) > 0 && f.odd == 0 && f.missing == 0 && (i == 0 || rank(f) < 3) {
			able = append(able, f)
		}
	}
	slices.SortStableFunc(able, func(a, b finding) int { return cmp.Compare(rank(a), rank(b)) })
	able = able[:min(len(able), most)]
	if len(able) > 0 {
		var parts []string
		for _, f := range able {
			parts = append(parts, fmt.Sprintf("count(DISTINCT %s) = count(*) AND max(length(%s::VARCHAR)) <= 64", f.id, f.id))
		}
		found, err := b.Ask(ctx, fmt.Sprintf("SELECT %s FROM %s", strings.Join(parts, ", "), s.table))
		if err != nil {
			return key{}, err
		}
		for i, f := range able {
			if v := found.Rows[0][i]; !v.IsNull() && v.Bool() {
				return key{finding: f}, nil
			}
		}
	}
	return key{finding{column: column{"rowid + 1", rowKey, "BIGINT"}, native: "BIGINT"}, true}, nil
}

// addChild makes a table of lists: the key of the parent, the position in the
// list, and the value or its fields.
func (b *build) addChild(ctx context.Context, f file, s staged, parent string, k key, l list) (string, error) {
	name := b.names.take(parent + "_" + plainName(l.name))
	sql := fmt.Sprintf("CREATE OR REPLACE TEMP TABLE child AS SELECT %s AS parent, generate_subscripts(%s, 1) AS position, unnest(%s) AS item FROM %s WHERE len(%s) > 0",
		k.id, l.sql, l.sql, s.table, l.sql)
	if _, err := b.Ask(ctx, sql); err != nil {
		return "", err
	}
	const child = "temp.main.child"
	columns, err := b.describe(ctx, "SELECT item FROM "+child)
	if err != nil {
		return "", err
	}
	item := columns[0]
	if isObject(item) {
		item.name = ""
		if columns, err = b.flatten(ctx, child, []column{item}); err != nil {
			return "", err
		}
	} else {
		columns[0].name = english.Singular(l.name)
	}
	keyName := k.name
	if slices.Contains(keyWords, strings.ToLower(keyName)) || k.added {
		keyName = english.Singular(parent) + "_" + strings.TrimPrefix(keyName, "row_")
	}
	names := []string{keyName, "position"}
	for _, c := range columns {
		names = append(names, c.name)
	}
	names = cleanNames(names)
	columns = slices.Concat([]column{{"parent", names[0], k.column.native}, {"position", names[1], "BIGINT"}}, columns)
	for i := range columns {
		columns[i].name = names[i]
	}
	known := k.finding
	known.column, known.example = columns[0], ""
	t := staged{table: child, columns: columns, usual: s.usual, known: []finding{known}, typed: s.typed}
	findings, err := b.findColumns(ctx, f, t)
	if err != nil {
		return "", err
	}
	b.unit.Relations = append(b.unit.Relations, duckdb.Relation{Name: name, ForeignKeys: []schema.ForeignKey{
		{Columns: []string{names[0]}, RefSchema: "main", RefTable: parent, RefColumns: []string{k.name}},
	}})
	return name, b.create(ctx, t, name, fmt.Sprintf("%s of %s, file %s", l.name, parent, f.shown), findings)
}
