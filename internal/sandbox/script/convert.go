package script

import (
	"fmt"
	"math/big"

	"go.starlark.net/starlark"

	"github.com/plumbdata/plumb/internal/table"
)

// toStarlark makes a value of a program. Decimals become floats, because Starlark
// compares values of different types as unequal, and 10 would not be 10.00. What
// Starlark has no type for becomes its text.
func toStarlark(v table.Value) starlark.Value {
	switch v.Kind() {
	case table.Null:
		return starlark.None
	case table.Bool:
		return starlark.Bool(v.Bool())
	case table.Int:
		if i, ok := v.Int64(); ok {
			return starlark.MakeInt64(i)
		}
		if b, ok := new(big.Int).SetString(v.String(), 10); ok {
			return starlark.MakeBigInt(b)
		}
	case table.Decimal, table.Float:
		if f, ok := v.Float64(); ok {
			return starlark.Float(f)
		}
	case table.Date, table.Timestamp, table.TimestampTZ:
		if m, ok := toMoment(v); ok {
			return m
		}
	}
	if s := v.Raw(); s != "" && v.Kind() != table.Bytes {
		return starlark.String(s)
	}
	return starlark.String(v.String())
}

// fromStarlark makes a cell of a program's value. Lists and dicts become JSON.
func fromStarlark(thread *starlark.Thread, v starlark.Value) (table.Value, error) {
	switch v := v.(type) {
	case starlark.NoneType:
		return table.Value{}, nil
	case starlark.Bool:
		return table.NewBool(bool(v)), nil
	case starlark.Int:
		return table.NewBigInt(v.BigInt()), nil
	case starlark.Float:
		return table.NewFloat(float64(v)), nil
	case starlark.String:
		return table.NewText(string(v)), nil
	case starlark.Bytes:
		return table.NewBytes([]byte(v)), nil
	case *moment:
		return v.value(), nil
	case *starlark.List, *starlark.Dict, starlark.Tuple, *row:
		text, err := starlark.Call(thread, encodeJSON(), starlark.Tuple{plain(v)}, nil)
		if err != nil {
			return table.Value{}, err
		}
		s, _ := starlark.AsString(text)
		return table.NewJSON(s), nil
	}
	return table.Value{}, fmt.Errorf("a %s cannot be given back: use numbers, strings, booleans, dates, None, lists or dicts", v.Type())
}

// plain makes a dict of a row, for JSON.
func plain(v starlark.Value) starlark.Value {
	if r, ok := v.(*row); ok {
		return r.dict()
	}
	return v
}

// columnsOf gives each column of a table the kind of its values.
func columnsOf(names []string, rows []table.Row) []table.Column {
	columns := make([]table.Column, len(names))
	for i, name := range names {
		columns[i].Name = name
		for _, r := range rows {
			if !r[i].IsNull() {
				columns[i].Kind = r[i].Kind()
				break
			}
		}
	}
	return columns
}
