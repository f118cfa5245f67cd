package notebook

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/table"
)

// Difference is what is not the same in two results with the same columns.
type Difference struct {
	RowsBefore int         `json:"rows_before"`
	RowsAfter  int         `json:"rows_after"`
	Added      int         `json:"added"`
	Removed    int         `json:"removed"`
	Changed    int         `json:"changed"`
	First      []RowChange `json:"first,omitempty"`
	Totals     []Total     `json:"totals,omitempty"` // of columns of numbers whose totals differ
	Note       string      `json:"note,omitempty"`   // a difference that does not count
}

// RowChange is a row that is not as it was. Added ones have no before, removed
// ones no after.
type RowChange struct {
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
}

// Total is the sum of a column.
type Total struct {
	Column string `json:"column"`
	Before string `json:"before"`
	After  string `json:"after"`
}

const maxFirst = 5

// None reports whether the results say the same.
func (d *Difference) None() bool { return d.Added+d.Removed+d.Changed == 0 }

func (d *Difference) String() string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{d.Added, "added"}, {d.Removed, "removed"}, {d.Changed, "changed"}} {
		if p.n > 0 {
			parts = append(parts, rows(p.n)+" "+p.what)
		}
	}
	for _, t := range d.Totals {
		parts = append(parts, fmt.Sprintf("total %s %s → %s", t.Column, t.Before, t.After))
	}
	if parts == nil {
		return "a limit truncates the rows at another place"
	}
	return strings.Join(parts, "; ")
}

// Compare finds the rows that were added, removed or changed. Rows in another
// order are the same, and so are floats that differ by less than arithmetic
// can tell.
func Compare(before, after *table.Table) *Difference {
	d := &Difference{RowsBefore: len(before.Rows), RowsAfter: len(after.Rows)}
	gone, come := unmatchedRows(before, after)
	noise := 0
	changed := func(b, a table.Row) {
		if near(b, a) {
			noise++
			return
		}
		d.Changed++
		d.note(b, a)
	}
	for _, p := range pairs(before, after, gone, come) {
		switch {
		case p.after == nil:
			d.Removed++
			d.note(p.before, nil)
		case p.before == nil:
			d.Added++
			d.note(nil, p.after)
		default:
			changed(p.before, p.after)
		}
	}
	switch {
	case !d.None():
		d.Totals = totals(before, after)
	case noise > 0:
		d.Note = "the same except for the last digits of floating-point numbers"
	default:
		d.Note = "the same rows in another order"
	}
	return d
}

func (d *Difference) note(before, after table.Row) {
	if len(d.First) < maxFirst {
		d.First = append(d.First, RowChange{texts(before), texts(after)})
	}
}

func texts(row table.Row) []string {
	var list []string
	for _, v := range row {
		list = append(list, displayValue(v))
	}
	return list
}

// unmatchedRows are the rows that only one of the results has, each as often as it
// has it more.
func unmatchedRows(before, after *table.Table) (gone, come []table.Row) {
	left := map[string][]table.Row{}
	for _, r := range after.Rows {
		key := rowKey(before.Columns, r)
		left[key] = append(left[key], r)
	}
	for _, r := range before.Rows {
		key := rowKey(before.Columns, r)
		if same := left[key]; len(same) > 0 {
			left[key] = same[1:]
			continue
		}
		gone = append(gone, r)
	}
	for _, r := range after.Rows { // in their order
		key := rowKey(before.Columns, r)
		if same := left[key]; len(same) > 0 {
			left[key] = same[1:]
			come = append(come, r)
		}
	}
	return gone, come
}

// rowKey is the same for rows that say the same.
func rowKey(columns []table.Column, r table.Row) string {
	h := table.NewHasher(columns)
	h.Add(r)
	return h.Sum()
}

type pair struct{ before, after table.Row }

// pairs finds for rows that are gone those that came in their place: by the
// columns that tell rows apart, or, of a single row, by being the only one.
func pairs(before, after *table.Table, gone, come []table.Row) []pair {
	var list []pair
	key := keyColumns(before, after)
	if key == nil && !(len(before.Rows) == 1 && len(after.Rows) == 1) {
		for _, r := range gone {
			list = append(list, pair{before: r})
		}
		for _, r := range come {
			list = append(list, pair{after: r})
		}
		return list
	}
	byKey := map[string]int{}
	for i, r := range come {
		byKey[rowKey(nil, pick(r, key))] = i
	}
	taken := make([]bool, len(come))
	for _, r := range gone {
		p := pair{before: r}
		if i, ok := byKey[rowKey(nil, pick(r, key))]; ok && !taken[i] {
			p.after, taken[i] = come[i], true
		}
		list = append(list, p)
	}
	for i, r := range come {
		if !taken[i] {
			list = append(list, pair{after: r})
		}
	}
	return list
}

// keyColumns are columns that tell the rows of both results apart: all that
// are no measures, else the first alone. Nil if there are none.
func keyColumns(before, after *table.Table) []int {
	var labels []int
	for i, c := range before.Columns {
		if !c.Kind.Numeric() {
			labels = append(labels, i)
		}
	}
	for _, key := range [][]int{labels, {0}} {
		if len(key) > 0 && len(before.Columns) > 1 && unique(before, key) && unique(after, key) {
			return key
		}
	}
	return nil
}

func unique(t *table.Table, key []int) bool {
	seen := map[string]bool{}
	for _, r := range t.Rows {
		k := rowKey(nil, pick(r, key))
		if seen[k] {
			return false
		}
		seen[k] = true
	}
	return true
}

func pick(r table.Row, key []int) table.Row {
	var picked table.Row
	for _, i := range key {
		picked = append(picked, r[i])
	}
	return picked
}

// near reports whether rows differ only in the last digits of floats: the
// order in which an engine adds them up is not fixed.
func near(before, after table.Row) bool {
	const relative = 1e-12
	return slices.EqualFunc(before, after, func(b, a table.Value) bool {
		if rowKey(nil, table.Row{b}) == rowKey(nil, table.Row{a}) {
			return true
		}
		x, okX := b.Float64()
		y, okY := a.Float64()
		float := b.Kind() == table.Float || a.Kind() == table.Float
		most := math.Max(math.Abs(x), math.Abs(y))
		return float && okX && okY && !math.IsInf(most, 0) && math.Abs(x-y) <= relative*most
	})
}

// totals are those of the columns of numbers, where they differ.
func totals(before, after *table.Table) []Total {
	var list []Total
	for i, c := range before.Columns {
		if !c.Kind.Numeric() || !after.Columns[i].Kind.Numeric() {
			continue
		}
		b, a := total(before, i), total(after, i)
		if b != a {
			list = append(list, Total{c.Name, b, a})
		}
	}
	return list
}

// total adds up a column: exactly, where all its values are exact.
func total(t *table.Table, column int) string {
	exact, sum, places := new(big.Rat), 0.0, 0
	isExact := true
	for _, r := range t.Rows {
		v := r[column]
		f, ok := v.Float64()
		if !ok {
			continue
		}
		sum += f
		text := v.String()
		q, ok := new(big.Rat).SetString(text)
		if !ok || v.Kind() == table.Float || len(text) > 100 {
			isExact = false
			continue
		}
		exact.Add(exact, q)
		if _, frac, ok := strings.Cut(text, "."); ok {
			places = max(places, len(frac))
		}
	}
	if isExact {
		return exact.FloatString(places)
	}
	rounded, ok := new(big.Float).SetString(fmt.Sprintf("%.12g", sum))
	if !ok {
		return fmt.Sprint(sum) // infinite
	}
	f, _ := rounded.Float64()
	return table.NewFloat(f).String()
}
