package script

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"go.starlark.net/lib/json"
	"go.starlark.net/starlark"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// tableValue is a table in a program. It does not change; what changes it gives a
// new one.
type tableValue struct {
	columns []string
	rows    [][]starlark.Value
}

var (
	_ starlark.Sequence  = (*tableValue)(nil)
	_ starlark.Indexable = (*tableValue)(nil)
	_ starlark.HasAttrs  = (*tableValue)(nil)
	_ starlark.Mapping   = (*row)(nil)
	_ starlark.HasAttrs  = (*row)(nil)
	_ starlark.Sequence  = (*row)(nil)
)

func newTableValue(t *table.Table) *tableValue {
	v := &tableValue{columns: t.Names(), rows: make([][]starlark.Value, len(t.Rows))}
	cells := make([]starlark.Value, len(t.Rows)*len(t.Columns))
	for i, r := range t.Rows {
		own := cells[i*len(r) : (i+1)*len(r) : (i+1)*len(r)]
		for j, c := range r {
			own[j] = toStarlark(c)
		}
		v.rows[i] = own
	}
	return v
}

func (t *tableValue) String() string {
	return fmt.Sprintf("table(%d rows: %s)", len(t.rows), strings.Join(t.columns, ", "))
}
func (t *tableValue) Type() string               { return "table" }
func (t *tableValue) Freeze()                    {}
func (t *tableValue) Truth() starlark.Bool       { return len(t.rows) > 0 }
func (t *tableValue) Hash() (uint32, error)      { return 0, fmt.Errorf("a table is no key") }
func (t *tableValue) Len() int                   { return len(t.rows) }
func (t *tableValue) Index(i int) starlark.Value { return &row{t, t.rows[i]} }
func (t *tableValue) Iterate() starlark.Iterator { return &rowIterator{t: t} }

type rowIterator struct {
	t *tableValue
	i int
}

func (it *rowIterator) Next(p *starlark.Value) bool {
	if it.i == len(it.t.rows) {
		return false
	}
	*p = it.t.Index(it.i)
	it.i++
	return true
}

func (it *rowIterator) Done() {}

// column finds a column by its name.
func (t *tableValue) column(name string) (int, error) {
	if i := slices.Index(t.columns, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("there is no column %q: %s", name, fault.DidYouMean(name, "the columns are", t.columns))
}

func (t *tableValue) columnValues(i int) []starlark.Value {
	list := make([]starlark.Value, len(t.rows))
	for j, r := range t.rows {
		list[j] = r[i]
	}
	return list
}

// Attr gives methods; "columns" and "rows" are lists.
func (t *tableValue) Attr(name string) (starlark.Value, error) {
	switch name {
	case "columns":
		list := make([]starlark.Value, len(t.columns))
		for i, c := range t.columns {
			list[i] = starlark.String(c)
		}
		return starlark.NewList(list), nil
	case "rows":
		list := make([]starlark.Value, len(t.rows))
		for i := range t.rows {
			list[i] = t.Index(i)
		}
		return starlark.NewList(list), nil
	}
	if m, ok := methods()[name]; ok {
		return starlark.NewBuiltin(name, m).BindReceiver(t), nil
	}
	return nil, nil
}

// AttrNames lists what Attr gives.
func (t *tableValue) AttrNames() []string {
	names := []string{"columns", "rows"}
	for name := range methods() {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// row is a row of a table: r["amount"] or r.amount.
type row struct {
	t      *tableValue
	values []starlark.Value
}

func (r *row) String() string        { return r.dict().String() }
func (r *row) Type() string          { return "row" }
func (r *row) Freeze()               {}
func (r *row) Truth() starlark.Bool  { return starlark.True }
func (r *row) Hash() (uint32, error) { return 0, fmt.Errorf("a row is no key: use one of its values") }
func (r *row) Len() int              { return len(r.values) }

// Iterate goes over the names, as in a dict.
func (r *row) Iterate() starlark.Iterator {
	names := make(starlark.Tuple, len(r.t.columns))
	for i, c := range r.t.columns {
		names[i] = starlark.String(c)
	}
	return names.Iterate()
}

// Get makes r["name"] work.
func (r *row) Get(key starlark.Value) (starlark.Value, bool, error) {
	name, ok := starlark.AsString(key)
	if !ok {
		return nil, false, fmt.Errorf("a row is indexed by the name of a column, not by a value of type %s", key.Type())
	}
	i, err := r.t.column(name)
	if err != nil {
		return nil, false, err
	}
	return r.values[i], true, nil
}

// Attr makes r.name work, and the methods of a dict that only read.
func (r *row) Attr(name string) (starlark.Value, error) {
	if i := slices.Index(r.t.columns, name); i >= 0 {
		return r.values[i], nil
	}
	switch name {
	case "get", "keys", "values", "items":
		return r.dict().Attr(name)
	}
	_, err := r.t.column(name)
	return nil, err
}

// AttrNames lists the columns.
func (r *row) AttrNames() []string { return r.t.columns }

func (r *row) dict() *starlark.Dict {
	d := starlark.NewDict(len(r.values))
	for i, c := range r.t.columns {
		_ = d.SetKey(starlark.String(c), r.values[i]) // a string is always a key
	}
	return d
}

// newTables is the dict of all tables. A name that is not in it gives an error
// that names those that are.
func newTables(tables map[string]*table.Table) *tableDict {
	d := &tableDict{dict: starlark.NewDict(len(tables))}
	for name := range tables {
		d.names = append(d.names, name)
	}
	sort.Strings(d.names)
	for _, name := range d.names {
		_ = d.dict.SetKey(starlark.String(name), newTableValue(tables[name])) // a string is always a key
	}
	d.dict.Freeze()
	return d
}

type tableDict struct {
	dict  *starlark.Dict
	names []string
}

func (d *tableDict) String() string             { return "tables(" + strings.Join(d.names, ", ") + ")" }
func (d *tableDict) Type() string               { return "tables" }
func (d *tableDict) Freeze()                    {}
func (d *tableDict) Truth() starlark.Bool       { return len(d.names) > 0 }
func (d *tableDict) Hash() (uint32, error)      { return 0, fmt.Errorf("tables are no key") }
func (d *tableDict) Len() int                   { return len(d.names) }
func (d *tableDict) Iterate() starlark.Iterator { return d.dict.Iterate() }

// Get makes tables["name"] work.
func (d *tableDict) Get(key starlark.Value) (starlark.Value, bool, error) {
	v, found, err := d.dict.Get(key)
	if err != nil || found {
		return v, found, err
	}
	name, _ := starlark.AsString(key)
	return nil, false, fmt.Errorf("there is no table %q: %s", name, fault.DidYouMean(name, "the tables are", d.names))
}

// Attr makes tables.name work, and the methods of a dict that only read.
func (d *tableDict) Attr(name string) (starlark.Value, error) {
	switch name {
	case "get", "keys", "values", "items":
		return d.dict.Attr(name)
	}
	v, _, err := d.Get(starlark.String(name))
	return v, err
}

// AttrNames lists the tables.
func (d *tableDict) AttrNames() []string { return d.names }

func encodeJSON() starlark.Value { return json.Module.Members["encode"] }
