package schema

import (
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/table"
)

// soleKey is the one column that identifies a row: the primary key, or where
// none is declared (files, careless tables) the column whose values all differ
// and whose name and place are most like those of a key.
func soleKey(t *Table) target {
	found := target{column: -1}
	if len(t.PrimaryKey) > 0 {
		if c := columnIndex(t, t.PrimaryKey[0]); len(t.PrimaryKey) == 1 && c >= 0 && referable(&t.Columns[c]) {
			return target{column: c, declared: true}
		}
		return found
	}
	entity := entityOf(t.Called())
	best := noKey
	for c := range t.Columns {
		declared := isDeclaredUnique(t, c)
		if !referable(&t.Columns[c]) || !declared && !differs(t, c) {
			continue
		}
		if r := rankKey(t, c, entity); r > best {
			best, found = r, target{column: c, declared: declared}
		}
	}
	return found
}

// keyRank is how much a column whose values all differ looks like the key of its table.
type keyRank int

const (
	noKey     keyRank = iota
	firstKey          // the first column, and no amount: faa of airports
	entityKey         // has the name of the table: store of stores
	wordKey           // the first column, named like a key: actid of activities
	partKey           // named like a key of what the table is about: order_id of customer_orders
	plainKey          // id, or named like the key of the table: customer_id of customers, jid of journals
)

func rankKey(t *Table, c int, entity []string) keyRank {
	col := &t.Columns[c]
	list := nounsOf(words(col.Called()))
	if len(list) == 0 {
		return noKey
	}
	head, key := splitKey(col.Called())
	last := list[len(list)-1]
	switch {
	case key != "" && (len(head) == 0 || slices.Equal(head, entity)), isInitialKey(col.Called(), entity):
		return plainKey
	case key != "" && slices.Contains(entity, head[len(head)-1]):
		return partKey
	case key != "" && c == 0:
		return wordKey
	case slices.Equal(list, entity), last == "name" && slices.Equal(list[:len(list)-1], entity):
		return entityKey
	}
	_, amount := columns.Summarize(list)
	if c != 0 || amount || col.Kind == table.Decimal || ordinals[last] || positions[last] || measured[last] && last != "name" || len(list) > 3 {
		return noKey
	}
	return firstKey
}

// isInitialKey reports whether a name is that of a key with the initials of what
// a table is about: jid of journals, diid of debit invoices.
func isInitialKey(name string, entity []string) bool {
	initials := ""
	for _, w := range entity {
		for _, r := range w {
			initials += string(r)
			break
		}
	}
	return initials != "" && strings.EqualFold(name, initials+"id")
}

func isDeclaredUnique(t *Table, c int) bool {
	return slices.ContainsFunc(t.Unique, func(u []string) bool { return len(u) == 1 && u[0] == t.Columns[c].Name })
}

// differs reports whether the values of a column are seen to differ in every
// row. Counts of large tables are estimates, hence the margin.
func differs(t *Table, c int) bool {
	distinct := t.Columns[c].Distinct
	if t.Counted {
		return distinct >= 2 && distinct >= t.Rows-t.Rows/1000
	}
	return distinct >= 3 && float64(distinct) >= 0.95*float64(t.Rows)
}

// CountKeys counts the values of the columns that may identify the rows of a
// table without a primary key, where statistics only estimate them.
func CountKeys(ctx context.Context, s *Snapshot, rows Rows) {
	const small, tables, columns = 10_000, 100, 3 // statistics of small tables are exact
	looked := 0
	for i := range s.Tables {
		t := &s.Tables[i]
		if len(t.PrimaryKey) > 0 || t.Kind == View || t.Unsafe != "" || t.Rows <= small {
			continue
		}
		if looked++; looked > tables || ctx.Err() != nil {
			return
		}
		tried := 0
		for c := range t.Columns {
			col := &t.Columns[c]
			likely := col.Distinct*5 >= t.Rows*4 && referable(col) && col.Unsafe == ""
			if !likely || rankKey(t, c, entityOf(t.Called())) == noKey && c > 0 {
				continue
			}
			if tried++; tried > columns {
				break
			}
			all, different, err := rows.Combinations(ctx, t, []string{col.Name})
			if err == nil && all > 0 {
				col.Distinct = max(1, int64(float64(different)/float64(all)*float64(max(t.Rows, all))))
			}
		}
	}
}

// isDistinctive reports whether other columns are unlikely to hold the values of
// this one by chance. Texts are, and numbers far from where counting begins
// that are not years; those from 1 to n are found in any table of n rows.
func isDistinctive(c *Column) bool {
	switch c.Kind {
	case table.Text, table.UUID:
		return true
	}
	low, ok := whole64(c.Min)
	high, known := whole64(c.Max)
	if !ok || !known || low < 0 {
		return false
	}
	const far, sparse = 1000, 20
	years := low >= 1500 && high <= 2200
	return !years && (low >= far || c.Distinct > 3 && (high-low) > sparse*c.Distinct)
}
