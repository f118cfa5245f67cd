package whatif

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

const (
	mostGroups = 1_000 // that are distinguished
	saidGroups = 3     // that are looked ahead for by themselves
)

// groupColumn is the column that parts rows of the same period, or -1.
func groupColumn(t *table.Table, times []int) int {
	for i := range t.Columns {
		if contains(times, i) || numeric(t, i) || unique(t, i) {
			continue
		}
		return i
	}
	return -1
}

// kindOf is what the values of a column are, in the plural: regions of
// region_name.
func kindOf(column string) string {
	list := words(column)
	if n := len(list); n > 1 && list[n-1] == "name" {
		list = list[:n-1]
	}
	name := strings.Join(list, " ")
	switch {
	case name == "":
		return "groups"
	case strings.HasSuffix(name, "y") && !strings.HasSuffix(name, "ay") && !strings.HasSuffix(name, "ey") && !strings.HasSuffix(name, "oy"):
		return strings.TrimSuffix(name, "y") + "ies"
	case strings.HasSuffix(name, "s") || strings.HasSuffix(name, "x") || strings.HasSuffix(name, "ch") || strings.HasSuffix(name, "sh"):
		return name + "es"
	}
	return name + "s"
}

// group is the rows with one value of a column.
type group struct {
	name  string
	rows  []table.Row
	total float64
}

// groupsOf parts the rows, the largest group first. It gives none where there
// are too many, or where some rows have no value.
func groupsOf(t *table.Table, by, column int) []group {
	at := map[string]int{}
	var list []group
	for _, row := range t.Rows {
		if row[by].IsNull() {
			return nil
		}
		name := row[by].String()
		i, known := at[name]
		if !known {
			if i = len(list); i == mostGroups {
				return nil
			}
			at[name] = i
			list = append(list, group{name: name})
		}
		list[i].rows = append(list[i].rows, row)
		if f, ok := finite(row[column]); ok {
			list[i].total += f
		}
	}
	slices.SortStableFunc(list, func(a, b group) int { return cmp.Compare(b.total, a.total) })
	return list
}

// tellGroups adds what the largest groups come to by themselves, where a look
// ahead is about all of them together.
func (r *Result) tellGroups(t *table.Table, m *meaning.Meaning, req Request, run func(*table.Table) (*Result, error)) {
	line, err := findTimeline(t, m, req.Time)
	if err != nil {
		return
	}
	by := groupColumn(t, line.columns)
	column, _, err := measureColumn(t, m, req.Measure, line.columns...)
	if by < 0 || err != nil {
		return
	}
	groups := groupsOf(t, by, column)
	if len(groups) < 2 {
		return
	}
	end := r.Table.Rows[len(r.Table.Rows)-1]
	var parts []prose
	for _, g := range groups[:min(saidGroups, len(groups))] {
		own, err := run(&table.Table{Columns: t.Columns, Rows: g.rows})
		if err != nil {
			continue // it is too short to say anything of
		}
		last := own.Table.Rows[len(own.Table.Rows)-1]
		figure := slices.IndexFunc(own.Table.Columns, func(c table.Column) bool { return c.Name == own.Roles.Y })
		if last[0].String() != end[0].String() || figure < 0 {
			continue // it ends at another time
		}
		f, ok := finite(last[figure])
		if !ok {
			continue
		}
		comes := "comes to"
		if len(parts) > 0 {
			comes = "to"
		}
		parts = append(parts, compose("%s %s %s", g.name, comes, r.fit("ahead of "+g.name, f, sayValue(last[figure]))))
	}
	if len(parts) == 0 {
		return
	}
	list := parts[0]
	for i, part := range parts[1:] {
		between := ", "
		if i == len(parts)-2 {
			between = " and "
		}
		list = compose("%s"+between+"%s", list, part)
	}
	r.say("Each on its own: %s.", list)
}
