package script

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"github.com/plumbdata/plumb/internal/table"
)

// emitter makes emit(name, rows): rows are a table, a list of dicts or rows, or a
// list of lists with the names of their columns.
func emitter(out Output) function {
	return func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var name string
		var rows starlark.Value
		var columns *starlark.List
		if err := starlark.UnpackArgs(b.Name(), args, kwargs, "name", &name, "rows", &rows, "columns?", &columns); err != nil {
			return nil, err
		}
		t, err := asTable(rows, columns)
		if err != nil {
			return nil, fmt.Errorf("emit: %w", err)
		}
		result := &table.Table{Rows: make([]table.Row, len(t.rows))}
		for i, r := range t.rows {
			result.Rows[i] = make(table.Row, len(r))
			for j, v := range r {
				if result.Rows[i][j], err = fromStarlark(thread, v); err != nil {
					return nil, fmt.Errorf("emit: column %q: %w", t.columns[j], err)
				}
			}
		}
		result.Columns = columnsOf(t.columns, result.Rows)
		out.Table(name, result)
		return starlark.None, nil
	}
}

// valuer makes value(name, x).
func valuer(out Output) function {
	return func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var name string
		var x starlark.Value
		if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &name, &x); err != nil {
			return nil, err
		}
		v, err := fromStarlark(thread, x)
		if err != nil {
			return nil, fmt.Errorf("value: %w", err)
		}
		out.Value(name, v)
		return starlark.None, nil
	}
}

// makeTable is table(rows, columns).
func makeTable(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var rows starlark.Value
	var columns *starlark.List
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "rows", &rows, "columns?", &columns); err != nil {
		return nil, err
	}
	return asTable(rows, columns)
}

// asTable makes a table of what a program has.
func asTable(rows starlark.Value, columns *starlark.List) (*tableValue, error) {
	if t, ok := rows.(*tableValue); ok && columns == nil {
		return t, nil
	}
	list, ok := rows.(starlark.Iterable)
	if _, isDict := rows.(*starlark.Dict); !ok || isDict {
		return nil, fmt.Errorf("rows are a table or a list of dicts, not a %s", rows.Type())
	}
	t := &tableValue{}
	fixed := columns != nil
	if fixed {
		var err error
		if t.columns, err = stringList(columns); err != nil {
			return nil, err
		}
	}
	it := list.Iterate()
	defer it.Done()
	for v := starlark.Value(nil); it.Next(&v); {
		if err := t.add(v, fixed); err != nil {
			return nil, fmt.Errorf("row %d: %w", len(t.rows)+1, err)
		}
	}
	// Columns that came with later rows.
	for i, r := range t.rows {
		for len(r) < len(t.columns) {
			r = append(r, starlark.None)
		}
		t.rows[i] = r
	}
	return t, nil
}

// add appends a row. Unless the columns are given, a dict with a new key adds one.
func (t *tableValue) add(v starlark.Value, fixed bool) error {
	switch v := v.(type) {
	case *row:
		return t.add(v.dict(), fixed)
	case starlark.IterableMapping:
		values := make([]starlark.Value, len(t.columns), len(t.columns)+1)
		for i := range values {
			values[i] = starlark.None
		}
		for _, item := range v.Items() {
			name, ok := starlark.AsString(item[0])
			if !ok {
				name = item[0].String()
			}
			i := slices.Index(t.columns, name)
			switch {
			case i >= 0:
				values[i] = item[1]
			case !fixed:
				t.columns, values = append(t.columns, name), append(values, item[1])
			}
		}
		t.rows = append(t.rows, values)
		return nil
	case starlark.Indexable:
		if _, isText := v.(starlark.String); isText {
			break
		}
		if !fixed {
			return fmt.Errorf("a list of lists needs columns=[…]")
		}
		if v.Len() != len(t.columns) {
			return fmt.Errorf("it has %d values for %d columns", v.Len(), len(t.columns))
		}
		values := make([]starlark.Value, v.Len())
		for i := range values {
			values[i] = v.Index(i)
		}
		t.rows = append(t.rows, values)
		return nil
	}
	return fmt.Errorf("it is a %s, not a dict", v.Type())
}

// stringList reads a name, or a list of names.
func stringList(v starlark.Value) ([]string, error) {
	if s, ok := starlark.AsString(v); ok {
		return []string{s}, nil
	}
	list, ok := v.(starlark.Iterable)
	if !ok {
		return nil, fmt.Errorf("want the name of a column or a list of names, not a %s", v.Type())
	}
	var names []string
	it := list.Iterate()
	defer it.Done()
	for x := starlark.Value(nil); it.Next(&x); {
		s, ok := starlark.AsString(x)
		if !ok {
			return nil, fmt.Errorf("want names of columns, not a %s", x.Type())
		}
		if slices.Contains(names, s) {
			return nil, fmt.Errorf("the column %q is named twice", s)
		}
		names = append(names, s)
	}
	return names, nil
}
