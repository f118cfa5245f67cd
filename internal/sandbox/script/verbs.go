package script

import (
	"fmt"
	"slices"
	"sort"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// methods are those of a table.
func methods() map[string]function {
	return map[string]function{
		"column": tableColumn, "filter": tableFilter, "map": tableMap, "with_column": tableWith, "select": tableSelect,
		"head": tableHead, "group": tableGroup, "sort": tableSort, "join": tableJoin,
	}
}

func receiver(b *starlark.Builtin) *tableValue { return b.Receiver().(*tableValue) }

func tableColumn(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &name); err != nil {
		return nil, err
	}
	t := receiver(b)
	i, err := t.column(name)
	if err != nil {
		return nil, err
	}
	return starlark.NewList(t.columnValues(i)), nil
}

func tableFilter(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var keep starlark.Callable
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &keep); err != nil {
		return nil, err
	}
	t := receiver(b)
	result := &tableValue{columns: t.columns}
	for i, r := range t.rows {
		yes, err := starlark.Call(thread, keep, starlark.Tuple{t.Index(i)}, nil)
		if err != nil {
			return nil, err
		}
		if yes.Truth() {
			result.rows = append(result.rows, r)
		}
	}
	return result, nil
}

func tableMap(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var make starlark.Callable
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &make); err != nil {
		return nil, err
	}
	t := receiver(b)
	var list []starlark.Value
	for i := range t.rows {
		v, err := starlark.Call(thread, make, starlark.Tuple{t.Index(i)}, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	result, err := asTable(starlark.NewList(list), nil)
	if err != nil {
		return nil, fmt.Errorf("map: the function must return a dict: %w", err)
	}
	return result, nil
}

// tableWith adds a column, or replaces one.
func tableWith(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	var compute starlark.Callable
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &name, &compute); err != nil {
		return nil, err
	}
	t := receiver(b)
	result := &tableValue{columns: slices.Clone(t.columns)}
	at := slices.Index(t.columns, name)
	if at < 0 {
		at, result.columns = len(t.columns), append(result.columns, name)
	}
	for i, r := range t.rows {
		v, err := starlark.Call(thread, compute, starlark.Tuple{t.Index(i)}, nil)
		if err != nil {
			return nil, err
		}
		values := make([]starlark.Value, len(result.columns))
		copy(values, r)
		values[at] = v
		result.rows = append(result.rows, values)
	}
	return result, nil
}

func tableSelect(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var names starlark.Value = args
	if len(args) == 1 {
		names = args[0]
	}
	if len(kwargs) > 0 {
		return nil, fmt.Errorf("select takes the names of columns")
	}
	t := receiver(b)
	columns, list, err := t.find(names)
	if err != nil {
		return nil, err
	}
	result := &tableValue{columns: list, rows: make([][]starlark.Value, len(t.rows))}
	for i, r := range t.rows {
		result.rows[i] = pick(r, columns)
	}
	return result, nil
}

func tableHead(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	n := 10
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 0, &n); err != nil {
		return nil, err
	}
	t := receiver(b)
	return &tableValue{t.columns, t.rows[:max(0, min(n, len(t.rows)))]}, nil
}

// find returns the positions and the names of columns.
func (t *tableValue) find(names starlark.Value) ([]int, []string, error) {
	list, err := stringList(names)
	if err != nil {
		return nil, nil, err
	}
	columns := make([]int, len(list))
	for i, name := range list {
		if columns[i], err = t.column(name); err != nil {
			return nil, nil, err
		}
	}
	return columns, list, nil
}

func pick(r []starlark.Value, columns []int) []starlark.Value {
	values := make([]starlark.Value, len(columns))
	for i, c := range columns {
		values[i] = r[c]
	}
	return values
}

// key is a value for a dict: one for each combination.
func key(r []starlark.Value, columns []int) starlark.Value {
	if len(columns) == 1 {
		return r[columns[0]]
	}
	return starlark.Tuple(pick(r, columns))
}

// tableGroup is group(by, name=function, name=(column, function)). A function gets
// the table of the group, or the list of the column's values. Without any it gives
// a dict from key to table.
func tableGroup(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var by starlark.Value
	if err := starlark.UnpackPositionalArgs(b.Name(), args, nil, 1, &by); err != nil {
		return nil, err
	}
	t := receiver(b)
	columns, names, err := t.find(by)
	if err != nil {
		return nil, err
	}
	groups := starlark.NewDict(0) // in the order in which they first occur
	for _, r := range t.rows {
		k := key(r, columns)
		found, ok, err := groups.Get(k)
		if err != nil {
			return nil, err
		}
		if !ok {
			found = &tableValue{columns: t.columns}
			if err := groups.SetKey(k, found); err != nil {
				return nil, err
			}
		}
		g := found.(*tableValue)
		g.rows = append(g.rows, r)
	}
	if len(kwargs) == 0 {
		return groups, nil
	}
	result := &tableValue{columns: slices.Clone(names)}
	for _, k := range kwargs {
		result.columns = append(result.columns, string(k[0].(starlark.String)))
	}
	for _, item := range groups.Items() {
		g := item[1].(*tableValue)
		values := pick(g.rows[0], columns)
		for _, k := range kwargs {
			v, err := aggregate(thread, g, k[1])
			if err != nil {
				return nil, err
			}
			values = append(values, v)
		}
		result.rows = append(result.rows, values)
	}
	return result, nil
}

func aggregate(thread *starlark.Thread, g *tableValue, how starlark.Value) (starlark.Value, error) {
	if f, ok := how.(starlark.Callable); ok {
		return starlark.Call(thread, f, starlark.Tuple{g}, nil)
	}
	pair, ok := how.(starlark.Tuple)
	if ok && len(pair) == 2 {
		name, isName := starlark.AsString(pair[0])
		f, isFunction := pair[1].(starlark.Callable)
		if isName && isFunction {
			i, err := g.column(name)
			if err != nil {
				return nil, err
			}
			return starlark.Call(thread, f, starlark.Tuple{starlark.NewList(g.columnValues(i))}, nil)
		}
	}
	return nil, fmt.Errorf("group: an aggregate is a function or (column, function), as in total=(\"amount\", sum), not %s", cut(how.String()))
}

// tableSort is sort(by, reverse=False); by is a column, a list of columns or a
// function. None comes last.
func tableSort(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var by starlark.Value
	reverse := false
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "by", &by, "reverse?", &reverse); err != nil {
		return nil, err
	}
	t := receiver(b)
	keys := make([][]starlark.Value, len(t.rows))
	if f, ok := by.(starlark.Callable); ok {
		for i := range t.rows {
			v, err := starlark.Call(thread, f, starlark.Tuple{t.Index(i)}, nil)
			if err != nil {
				return nil, err
			}
			keys[i] = []starlark.Value{v}
		}
	} else {
		columns, _, err := t.find(by)
		if err != nil {
			return nil, err
		}
		for i, r := range t.rows {
			keys[i] = pick(r, columns)
		}
	}
	order := make([]int, len(t.rows))
	for i := range order {
		order[i] = i
	}
	var failed error
	sort.SliceStable(order, func(i, j int) bool {
		c, err := compareKeys(keys[order[i]], keys[order[j]], reverse)
		if err != nil {
			failed = err
		}
		return c < 0
	})
	result := &tableValue{columns: t.columns, rows: make([][]starlark.Value, len(order))}
	for i, o := range order {
		result.rows[i] = t.rows[o]
	}
	return result, failed
}

func compareKeys(a, b []starlark.Value, reverse bool) (int, error) {
	for i := range a {
		switch noA, noB := a[i] == starlark.None, b[i] == starlark.None; {
		case noA && noB:
			continue
		case noA:
			return 1, nil
		case noB:
			return -1, nil
		}
		less, err := starlark.Compare(syntax.LT, a[i], b[i])
		if err != nil {
			return 0, err
		}
		more, err := starlark.Compare(syntax.GT, a[i], b[i])
		if err != nil {
			return 0, err
		}
		if less == more {
			continue
		}
		if less != reverse {
			return -1, nil
		}
		return 1, nil
	}
	return 0, nil
}

// tableJoin is join(other, on, how="inner"). Columns of the other table whose names
// are taken end in "_right". None equals nothing.
func tableJoin(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var other *tableValue
	var on starlark.Value
	how := "inner"
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "other", &other, "on", &on, "how?", &how); err != nil {
		return nil, err
	}
	if how != "inner" && how != "left" {
		return nil, fmt.Errorf("join: how is %q, but must be inner or left", how)
	}
	t := receiver(b)
	left, right, err := joinColumns(t, other, on)
	if err != nil {
		return nil, err
	}
	var extra []int
	result := &tableValue{columns: slices.Clone(t.columns)}
	for i, name := range other.columns {
		if slices.Contains(right, i) {
			continue
		}
		for slices.Contains(result.columns, name) {
			name += "_right"
		}
		extra, result.columns = append(extra, i), append(result.columns, name)
	}
	index, err := other.index(right)
	if err != nil {
		return nil, err
	}
	missing := slices.Repeat([]starlark.Value{starlark.None}, len(extra))
	for _, r := range t.rows {
		matches, err := index.rows(key(r, left))
		if err != nil {
			return nil, err
		}
		for _, m := range matches {
			result.rows = append(result.rows, slices.Concat(r, pick(m, extra)))
		}
		if len(matches) == 0 && how == "left" {
			result.rows = append(result.rows, slices.Concat(r, missing))
		}
	}
	return result, nil
}

// joinColumns finds the columns of both sides: on is a name, a list of names, or a
// dict from the left name to the right one.
func joinColumns(t, other *tableValue, on starlark.Value) (left, right []int, err error) {
	pairs, ok := on.(*starlark.Dict)
	if !ok {
		if left, _, err = t.find(on); err != nil {
			return nil, nil, err
		}
		right, _, err = other.find(on)
		return left, right, err
	}
	if left, _, err = t.find(starlark.NewList(pairs.Keys())); err != nil {
		return nil, nil, err
	}
	var names []starlark.Value
	for _, pair := range pairs.Items() {
		names = append(names, pair[1])
	}
	right, _, err = other.find(starlark.NewList(names))
	return left, right, err
}

// rowIndex finds rows by their key.
type rowIndex struct{ dict *starlark.Dict }

func (t *tableValue) index(columns []int) (rowIndex, error) {
	index := rowIndex{starlark.NewDict(len(t.rows))}
	for _, r := range t.rows {
		k := key(r, columns)
		found, ok, err := index.dict.Get(k)
		if err != nil {
			return index, err
		}
		if !ok {
			found = &tableValue{columns: t.columns}
			if err := index.dict.SetKey(k, found); err != nil {
				return index, err
			}
		}
		same := found.(*tableValue)
		same.rows = append(same.rows, r)
	}
	return index, nil
}

func (x rowIndex) rows(k starlark.Value) ([][]starlark.Value, error) {
	if k == starlark.None {
		return nil, nil
	}
	if parts, ok := k.(starlark.Tuple); ok && slices.Contains(parts, starlark.Value(starlark.None)) {
		return nil, nil
	}
	found, ok, err := x.dict.Get(k)
	if err != nil || !ok {
		return nil, err
	}
	return found.(*tableValue).rows, nil
}
