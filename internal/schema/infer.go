package schema

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/table"
)

// Included tells how many of a bounded sample of one column's distinct values
// occur in another.
type Included func(ctx context.Context, from, to ColumnRef) (sampled, found int, err error)

// Inference is what InferKeys did.
type Inference struct {
	Found   int // foreign keys added
	Checked int // candidates whose values were compared
	Skipped int // candidates skipped because time or the number of checks ran out
	Late    int // of these, for lack of time
}

// maxChecks bounds how many candidates are compared in the database.
const maxChecks = 1000

// InferKeys finds undeclared foreign keys, by name, type, uniqueness
// of the target and inclusion of the values, and adds them to the snapshot,
// marked as inferred and with their evidence. The strongest candidates are
// compared first, until the context ends or a fixed number is reached. Without
// included, and where values cannot be compared, only names that leave no doubt
// count.
func InferKeys(ctx context.Context, s *Snapshot, included Included) Inference {
	var done Inference
	ix := newKeyIndex(s)
	taken := map[[2]int]bool{}
	list := ix.all()
	for _, c := range list {
		at := [2]int{c.from, c.column}
		if taken[at] {
			continue
		}
		evidence, all, ok := ix.weigh(ctx, c, included, &done)
		if !ok {
			continue
		}
		taken[at] = true
		if !all {
			for _, o := range list { // reviews of most orders have their numbers, too
				if o.from != c.from || o.column != c.column || o.to == c.to || o.strength > likely {
					continue
				}
				if better, all, ok := ix.weigh(ctx, o, included, &done); ok && all {
					c, evidence = o, better
					break
				}
			}
		}
		if c.strength == cut && slices.ContainsFunc(list, func(o candidate) bool {
			if o.from != c.from || o.column != c.column || o.to == c.to {
				return false
			}
			_, _, fits := ix.weigh(ctx, o, included, &done)
			return fits
		}) {
			continue // what is cut short may be either
		}
		done.Found++
		ix.addKey(c, evidence)
	}
	ix.byPart(ctx, included, taken, &done)
	ix.byLikeness(ctx, included, taken, &done)
	ix.byValues(ctx, included, taken, &done)
	for i := range s.Tables {
		inColumnOrder(&s.Tables[i])
	}
	return done
}

func (ix *keyIndex) addKey(c candidate, evidence string) {
	from, to := &ix.s.Tables[c.from], &ix.s.Tables[c.to]
	from.ForeignKeys = append(from.ForeignKeys, ForeignKey{
		Columns: []string{from.Columns[c.column].Name}, RefSchema: to.Schema, RefTable: to.Name,
		RefColumns: []string{to.Columns[c.ref].Name}, Inferred: true, Evidence: evidence,
	})
}

// all lists the candidates of every column that has no key yet, the strongest
// first.
func (ix *keyIndex) all() []candidate {
	var list []candidate
	for i := range ix.s.Tables {
		t := &ix.s.Tables[i]
		for j := range t.Columns {
			if !hasKey(t, t.Columns[j].Name) {
				list = append(list, ix.candidates(i, j)...)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return int(a.strength - b.strength) })
	return list
}

// withoutKey goes over the columns of tables that have no key yet and are not the key
// of their table.
func (ix *keyIndex) withoutKey(taken map[[2]int]bool) iter.Seq2[int, int] {
	return func(yield func(t, c int) bool) {
		for t := range ix.s.Tables {
			from := &ix.s.Tables[t]
			for c := range from.Columns {
				if from.Kind == View || taken[[2]int{t, c}] || ix.own[t].column == c || hasKey(from, from.Columns[c].Name) {
					continue
				}
				if !yield(t, c) {
					return
				}
			}
		}
	}
}

func hasKey(t *Table, column string) bool {
	return slices.ContainsFunc(t.ForeignKeys, func(f ForeignKey) bool { return slices.Contains(f.Columns, column) })
}

// weigh decides on one candidate. all is true where no sampled value is missing, or none
// was looked for.
func (ix *keyIndex) weigh(ctx context.Context, c candidate, included Included, done *Inference) (evidence string, all, ok bool) {
	from, to := &ix.s.Tables[c.from], &ix.s.Tables[c.to]
	joins := joinable(from.Columns[c.column].Kind, to.Columns[c.ref].Kind)
	match := "name and type match"
	if !joins {
		match = "name matches, though not the type,"
	}
	if c.strength == cut {
		match = strings.Replace(match, "name", "the shortened name", 1)
	}
	match += fmt.Sprintf(" %s.%s", ix.s.DisplayName(to), to.Columns[c.ref].Name)
	if !c.declared {
		match += ", whose values all differ"
	}
	beyondDoubt := c.strength <= named && c.declared && c.lonely && joins
	switch {
	case included == nil, from.Kind == View, // a view would have to be computed
		from.Unsafe != "", to.Unsafe != "", from.Columns[c.column].Unsafe != "", to.Columns[c.ref].Unsafe != "":
		return match + "; values were not compared", true, beyondDoubt
	case ctx.Err() != nil || done.Checked >= maxChecks:
		done.Skipped++
		if ctx.Err() != nil {
			done.Late++
		}
		return match + "; values were not compared for lack of time", true, beyondDoubt
	}
	done.Checked++
	sampled, found, err := included(ctx,
		ColumnRef{from.Schema, from.Name, from.Columns[c.column].Name}, ColumnRef{to.Schema, to.Name, to.Columns[c.ref].Name})
	switch {
	case err != nil:
		return match + "; values could not be compared", true, beyondDoubt
	case sampled == 0:
		return match + "; there are no values to compare yet", true, beyondDoubt
	}
	return fmt.Sprintf("%s; %d of %d sampled values found there", match, found, sampled), found == sampled, ix.enough(c, sampled, found)
}

// enough weighs the values against the name. Whole numbers from a small range
// are found in any table numbered from one, so weak names need many of them.
// Values that are not found by chance may miss some rows, as lookup files do.
func (ix *keyIndex) enough(c candidate, sampled, found int) bool {
	const large = 20
	distinctive := isDistinctive(&ix.s.Tables[c.to].Columns[c.ref])
	switch all := sampled == found || sampled >= large && found*100 >= sampled*95; {
	case all:
	case !distinctive || c.strength > named || found < 5 || found*100 < sampled*60:
		return false
	}
	if c.strength == possible && !c.declared && !distinctive && c.from != c.to {
		return false
	}
	least := map[strength]int{certain: 1, named: 1, likely: 2, cut: 3, possible: 3}[c.strength]
	if k := ix.s.Tables[c.from].Columns[c.column].Kind; c.strength >= cut && k != table.Text && k != table.UUID && c.from != c.to {
		least = 8
	}
	return sampled >= least
}

// inColumnOrder puts inferred keys after declared ones, in the order of their
// columns.
func inColumnOrder(t *Table) {
	position := map[string]int{}
	for i, c := range t.Columns {
		position[c.Name] = i
	}
	slices.SortStableFunc(t.ForeignKeys, func(a, b ForeignKey) int {
		if a.Inferred != b.Inferred {
			if b.Inferred {
				return -1
			}
			return 1
		}
		if !a.Inferred {
			return 0
		}
		return position[a.Columns[0]] - position[b.Columns[0]]
	})
}
