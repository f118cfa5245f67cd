package analyst

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
)

// dimension is a column by whose values a figure is split.
type dimension struct {
	column   int
	name     string
	distinct int
}

const (
	maxDimensions = 12
	maxValues     = 1000 // of a dimension
	maxPairValues = 60   // of one that is combined with others
)

// dimensions are the columns by which rows of a table can be split: few values,
// of the rows themselves or of what each of them belongs to. Those that a condition
// fixes already are left out.
func dimensions(ix *index.Index, base int, where []*form.Cond) []dimension {
	fixed := map[int]bool{}
	for _, c := range where {
		if c.Left != nil && c.Left.Op == form.Column && c.Op == form.Equal {
			fixed[c.Left.Column] = true
		}
	}
	var list []dimension
	for t := range ix.Tables {
		if ix.Tables[t].View || t != base && !ix.Leads(base, t) {
			continue
		}
		for _, c := range ix.Tables[t].Columns {
			if d, ok := dimensionOf(ix, c, t == base); ok && !fixed[c] {
				list = append(list, d)
			}
		}
	}
	list = dropRepeated(ix, list)
	slices.SortStableFunc(list, func(a, b dimension) int { return cmp.Compare(a.distinct, b.distinct) })
	list = reachedOnce(ix, base, where, list)
	slices.SortStableFunc(list, func(a, b dimension) int { // of equals, the one that names a thing is told
		return cmp.Compare(nameless(ix, a), nameless(ix, b))
	})
	return nameApart(ix, list)
}

// dimensionsOf are those by which a figure can be split: not by a column that it is
// computed from or conditioned on.
func dimensionsOf(ix *index.Index, f figure) []dimension {
	own := map[int]bool{}
	for _, e := range []*form.Expr{f.amount, f.weight} {
		if e != nil {
			edit.EachPart(e, func(p *form.Expr) {
				if p.Op == form.Column {
					own[p.Column] = true
				}
				for _, c := range p.If.Conjuncts() {
					if c.Left != nil && c.Left.Op == form.Column {
						own[c.Left.Column] = true
					}
				}
			})
		}
	}
	return slices.DeleteFunc(dimensions(ix, f.base, f.where), func(d dimension) bool { return own[d.column] })
}

// reachedOnce keeps the dimensions whose tables are joined without repeating a row
// of the base: each is added to those before it only if that still holds.
func reachedOnce(ix *index.Index, base int, where []*form.Cond, list []dimension) []dimension {
	var kept []dimension
	bad := map[int]bool{} // tables
	for _, d := range list {
		of := ix.Columns[d.column].Table
		if len(kept) == maxDimensions || bad[of] {
			continue
		}
		q := &form.Query{Keep: form.NoTable, Where: form.AllOf(where)}
		for _, k := range append(slices.Clone(kept), d) {
			q.Select = append(q.Select, &form.Expr{Op: form.Column, Column: k.column})
		}
		if repeats(ix, q, base) {
			bad[of] = true
			continue
		}
		kept = append(kept, d)
	}
	return kept
}

// repeats is true where a join of the query's tables repeats rows of the base.
func repeats(ix *index.Index, q *form.Query, base int) bool {
	q.Tables = tablesOf(ix, q, base)
	if len(q.Tables) > 1 {
		q.Keep = base
	}
	tree, err := render.Plan(ix, q)
	return err != nil || len(tree.Nodes) > 0 && tree.Nodes[0].Table != base || slices.ContainsFunc(tree.Nodes, func(n render.Node) bool { return n.Many })
}

func dimensionOf(ix *index.Index, at int, own bool) (dimension, bool) {
	c := &ix.Columns[at]
	d := dimension{column: at, name: strings.Join(c.Words, " "), distinct: c.Distinct}
	if d.distinct == 0 {
		d.distinct = len(c.Enum)
	}
	switch c.Kind {
	case index.Text, index.Boolean:
	case index.Number:
		// A number that is a code of a few kinds.
		if c.Measure || c.Foreign || c.Primary || d.distinct == 0 || d.distinct > 20 {
			return d, false
		}
	default:
		return d, false
	}
	if c.Kind == index.Boolean && d.distinct == 0 {
		d.distinct = 2
	}
	few := d.distinct >= 2 && d.distinct <= maxValues
	if slices.Contains(ix.Tables[c.Table].Display, at) {
		// Two of the same name are not one: customers are not split by their names.
		return d, few && !own && 10*int64(d.distinct) >= 9*ix.Tables[c.Table].Rows
	}
	return d, few && !c.Unique && !c.Primary && !c.Foreign
}

// nameless is 0 for a column that names the rows of its table, and 1 for another.
func nameless(ix *index.Index, d dimension) int {
	if slices.Contains(ix.Tables[ix.Columns[d.column].Table].Display, d.column) {
		return 0
	}
	return 1
}

// dropRepeated leaves out columns of the same name and as many values in a table
// that another one leads to: region of the order and of its customer are both kept
// only where they may differ.
func dropRepeated(ix *index.Index, list []dimension) []dimension {
	var kept []dimension
	for _, d := range list {
		same := slices.ContainsFunc(kept, func(o dimension) bool {
			return o.name == d.name && o.distinct == d.distinct && ix.Columns[o.column].Table == ix.Columns[d.column].Table
		})
		if !same {
			kept = append(kept, d)
		}
	}
	return kept
}

// nameApart adds the table's noun to names that say too little or that two
// dimensions share.
func nameApart(ix *index.Index, list []dimension) []dimension {
	count := map[string]int{}
	for _, d := range list {
		count[d.name]++
	}
	for i := range list {
		d := &list[i]
		noun := singular(ix.Tables[ix.Columns[d.column].Table].Words)
		generic := d.name == "name" || d.name == "title" || d.name == "type" || d.name == "code" || d.name == "status" || d.name == "label" || d.name == "full name"
		switch {
		case d.name == "name" || d.name == "title" || d.name == "full name" || d.name == "label":
			d.name = noun
		case (count[d.name] > 1 || generic && d.name != "status") && !strings.HasPrefix(d.name, noun):
			d.name = noun + " " + d.name
		}
		for n := 2; slices.ContainsFunc(list[:i], func(o dimension) bool { return o.name == d.name }); n++ {
			d.name = fmt.Sprintf("%s %d", strings.TrimRight(d.name, " 0123456789"), n)
		}
	}
	return list
}
