package schema

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/table"
)

// maxPairs bounds how many pairs of tables are compared for composite keys.
const maxPairs = 40

// InferCompositeKeys adds undeclared foreign keys of several columns: a table that no
// column alone identifies shares columns with another, by name and type, that
// identify its rows together, and nearly all combinations of the other are
// there: flights and the weather by airport and hour. Tables with one row each
// for the same things and times are peers and not looked up in each other.
func InferCompositeKeys(ctx context.Context, s *Snapshot, rows Rows) (found int) {
	identified := combinations{rows: rows, known: map[string]bool{}}
	pairs := 0
	for i := range s.Tables {
		to := &s.Tables[i]
		if !isTarget(to) {
			continue
		}
		for j := range s.Tables {
			from := &s.Tables[j]
			shared, refs := sharedColumns(from, to)
			if i == j || shared == nil || from.Kind == View || from.Unsafe != "" || from.Schema != to.Schema || refersTo(from, to) || refersTo(to, from) {
				continue
			}
			if pairs++; pairs > maxPairs || ctx.Err() != nil {
				return found
			}
			if !identified.by(ctx, to, refs) || (from.Rows*2 > to.Rows || haveTime(to, refs)) && identified.by(ctx, from, shared) {
				continue
			}
			sampled, held, err := rows.Matched(ctx, from, shared, to, refs)
			if err != nil || sampled < 10 || held*10 < sampled*8 {
				continue
			}
			found++
			from.ForeignKeys = append(from.ForeignKeys, ForeignKey{
				Columns: shared, RefSchema: to.Schema, RefTable: to.Name, RefColumns: refs, Inferred: true,
				Evidence: fmt.Sprintf("together these columns differ in every row of %s; %d of %d sampled combinations found there", s.DisplayName(to), held, sampled),
			})
		}
	}
	return found
}

// combinations remembers which columns differ together in every row.
type combinations struct {
	rows  Rows
	known map[string]bool
}

func (c combinations) by(ctx context.Context, t *Table, columns []string) bool {
	key := t.QualifiedName() + "\x00" + strings.Join(columns, "\x00")
	differ, known := c.known[key]
	if !known {
		all, different, err := c.rows.Combinations(ctx, t, columns)
		differ = err == nil && all > 1 && different >= all-all/1000 // an hour that comes twice when clocks change
		c.known[key] = differ
	}
	return differ
}

// isTarget reports whether several columns may be needed to identify a row.
func isTarget(t *Table) bool {
	return t.Kind != View && t.Unsafe == "" && len(t.PrimaryKey) != 1 && soleKey(t).column < 0
}

func refersTo(a, b *Table) bool {
	return slices.ContainsFunc(a.ForeignKeys, func(f ForeignKey) bool {
		return f.RefTable == b.Name && f.RefSchema == b.Schema && len(f.Columns) > 1
	})
}

// sharedColumns are the columns of two tables that may identify rows of the
// second together: those of its primary key, or all of the same name and type
// that measure nothing. One of them must name something; months alone do not.
func sharedColumns(from, to *Table) (shared, refs []string) {
	const most = 6
	naming, yearly := false, false
	for i := range to.Columns {
		c := &to.Columns[i]
		in := from.Column(c.Name)
		if len(to.PrimaryKey) > 0 && !slices.Contains(to.PrimaryKey, c.Name) {
			continue
		}
		if in == nil || c.Unsafe != "" || in.Unsafe != "" || !identifies(c) || !sameKind(c.Kind, in.Kind) {
			if len(to.PrimaryKey) > 0 {
				return nil, nil
			}
			continue
		}
		naming = naming || !namesTime(c)
		yearly = yearly || calendar[lastWord(c.Called())] == yearLimit
		shared, refs = append(shared, in.Name), append(refs, c.Name)
	}
	if yearly && len(shared) == 2 && len(to.PrimaryKey) == 0 { // yearly figures of the same thing are peers
		return nil, nil
	}
	if !naming || len(shared) < 2 || len(shared) > most || len(shared) == len(to.Columns) {
		return nil, nil
	}
	return shared, refs
}

// identifies leaves out amounts, and what is there to be read.
func identifies(c *Column) bool {
	list := meanings(c.Called())
	if len(list) == 0 || c.Kind == table.Float || c.Kind == table.Decimal || c.Kind == table.JSON || c.Kind == table.Bytes {
		return false
	}
	if namesTime(c) {
		return true
	}
	_, amount := columns.Summarize(list)
	return !amount && !prose[list[len(list)-1]]
}

// namesTime reports whether a column holds times or parts of the calendar.
func namesTime(c *Column) bool {
	list := meanings(c.Called())
	return c.Kind.Temporal() || len(list) > 0 && (calendar[list[len(list)-1]] > 0 || moments[list[len(list)-1]]) || dateForm(c.Max) != ""
}

func haveTime(t *Table, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return namesTime(t.Column(name)) })
}

func sameKind(a, b table.Kind) bool { return a == b || a.Numeric() && b.Numeric() }
