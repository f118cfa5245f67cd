package index

import (
	"strings"
)

// takeOver begins with what was read for the index before, and lists the columns
// that are still to be read. Of another state it takes over the tables whose
// rows have not changed since.
func (b *builder) takeOver(before *Index, columns []int, same bool) (unread []int) {
	b.Cut = before.Cut
	if b.Cut == noTime {
		b.Cut = ""
	}
	later := map[int]bool{}
	for _, n := range before.Unread {
		later[n] = true
	}
	if same {
		b.Rounds = before.Rounds
		for n := range b.Columns {
			b.takeColumn(n, before, n)
		}
		return before.Unread
	}
	tables := make(map[string]int, len(before.Tables))
	for i := range before.Tables {
		tables[nameOf(&before.Tables[i])] = i
	}
	taken := map[int]bool{}
	for i := range b.Tables {
		old, ok := tables[nameOf(&b.Tables[i])]
		if !ok || b.Tables[i].Mark == "" || b.Tables[i].Mark != before.Tables[old].Mark || b.Tables[i].Preloaded != before.Tables[old].Preloaded {
			continue
		}
		for _, n := range b.Tables[i].Columns {
			for _, was := range before.Tables[old].Columns {
				if before.Columns[was].Name == b.Columns[n].Name && before.Columns[was].Type == b.Columns[n].Type && !later[was] {
					b.takeColumn(n, before, was)
					taken[n] = true
				}
			}
		}
	}
	for _, n := range columns {
		if !taken[n] {
			unread = append(unread, n)
		}
	}
	return unread
}

func (b *builder) takeColumn(n int, before *Index, was int) {
	b.stored[n] = before.stored.of(was)
	if b.Columns[n].Distinct == 0 {
		b.Columns[n].Distinct = before.Columns[was].Distinct
	}
}

// nameOf is a table's name for comparing.
func nameOf(t *Table) string { return strings.ToLower(t.Schema) + "\x00" + strings.ToLower(t.Name) }
