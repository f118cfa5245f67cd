package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// instead counts rows of the table that is asked for where those of another one
// were counted, at the time of its own.
func (m *mender) instead(query *form.Query, d *Demand) {
	table := d.tables[0]
	days := dates(m.ix, table)
	foreign := false // something of the other table stays
	swap := func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 || slices.Contains(query.Tables, table) {
			return
		}
		of := m.ix.Columns[e.Column].Table
		if _, _, leads := keyTo(m.ix, table, of); leads || of == table {
			return
		}
		if foreign = foreign || len(days) == 0 || !slices.Contains(dates(m.ix, of), e.Column); !foreign {
			e.Column = days[0]
		}
	}
	everywhere(query, swap)
	if foreign {
		return
	}
	m.also = append(m.also, table)
	for _, t := range query.Tables {
		if _, _, leads := keyTo(m.ix, table, t); !leads {
			m.without = append(m.without, t)
		}
	}
}
