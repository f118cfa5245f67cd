package schema

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/table"
)

// byValues adds the keys of columns whose name says nothing about where they
// lead, if their values do: they are unlikely to be found by chance, and all of
// them are keys of one table and of no other. A column of the same name that has
// a key says where to look.
func (ix *keyIndex) byValues(ctx context.Context, included Included, taken map[[2]int]bool, done *Inference) {
	if included == nil {
		return
	}
	others := ix.namesakes()
	for t, c := range ix.withoutKey(taken) {
		from := &ix.s.Tables[t]
		if !referable(&from.Columns[c]) {
			continue
		}
		k, evidence, ok := ix.targetOfNamesake(ctx, others, t, c, included, done)
		if !ok && mayRefer(&from.Columns[c]) {
			k, evidence, ok = ix.onlyHolder(ctx, t, c, included, done)
		}
		if ok {
			taken[[2]int{t, c}] = true
			done.Found++
			others.insert(from.Columns[c].Name, foreignKeyAt{t, len(from.ForeignKeys)})
			ix.addKey(candidate{from: t, to: k.table, column: c, ref: k.column}, evidence)
		}
	}
}

// targetOfNamesake is where a column of the same name leads, if the values of
// this one are there too.
func (ix *keyIndex) targetOfNamesake(ctx context.Context, namesakes namesakes, t, c int, included Included, done *Inference) (found target, evidence string, ok bool) {
	from := &ix.s.Tables[t]
	name := from.Columns[c].Name
	if specificName(name) == "" {
		return found, "", false
	}
	for _, at := range namesakes[strings.ToLower(name)] {
		other := &ix.s.Tables[at.table]
		f := other.ForeignKeys[at.key]
		k, ok := ix.targetOf(f)
		if at.table == t || !ok || k.table == t || !ix.fits(t, c, k) || !isDistinctive(&ix.s.Tables[k.table].Columns[k.column]) {
			continue
		}
		m, ok := ix.compare(ctx, t, c, k, included, done)
		if ok && m.sampled >= 2 && m.held == m.sampled {
			return k, fmt.Sprintf("%s.%s leads there; %s", ix.s.DisplayName(other), f.Columns[0], ix.describe(m)), true
		}
		return found, "", false
	}
	return found, "", false
}

// foreignKeyAt is the place of a foreign key of one column.
type foreignKeyAt struct{ table, key int }

// namesakes are the foreign keys of one column by its name in lower case, in the
// order of the tables.
type namesakes map[string][]foreignKeyAt

func (ix *keyIndex) namesakes() namesakes {
	list := namesakes{}
	for i := range ix.s.Tables {
		for j, f := range ix.s.Tables[i].ForeignKeys {
			if len(f.Columns) == 1 {
				list.insert(f.Columns[0], foreignKeyAt{i, j})
			}
		}
	}
	return list
}

func (n namesakes) insert(name string, k foreignKeyAt) {
	name = strings.ToLower(name)
	at := len(n[name])
	for at > 0 && n[name][at-1].table > k.table {
		at--
	}
	n[name] = slices.Insert(n[name], at, k)
}

// targetOf is the column that a key of one column leads to.
func (ix *keyIndex) targetOf(f ForeignKey) (target, bool) {
	i, ok := ix.place[[2]string{f.RefSchema, f.RefTable}]
	if !ok || len(f.RefColumns) != 1 {
		return target{}, false
	}
	c := columnIndex(&ix.s.Tables[i], f.RefColumns[0])
	return target{table: i, column: c}, c >= 0
}

// compare looks for the values of a column in a key, if there is time left.
func (ix *keyIndex) compare(ctx context.Context, t, c int, k target, included Included, done *Inference) (match, bool) {
	if ctx.Err() != nil || done.Checked >= maxChecks {
		done.Skipped++
		return match{}, false
	}
	done.Checked++
	from, to := &ix.s.Tables[t], &ix.s.Tables[k.table]
	sampled, held, err := included(ctx, ColumnRef{from.Schema, from.Name, from.Columns[c].Name}, ColumnRef{to.Schema, to.Name, to.Columns[k.column].Name})
	return match{k, sampled, held}, err == nil
}

func (ix *keyIndex) describe(m match) string {
	to := &ix.s.Tables[m.table]
	return fmt.Sprintf("%d of %d sampled values found in %s.%s", m.held, m.sampled, ix.s.DisplayName(to), to.Columns[m.column].Name)
}

// mayRefer leaves out columns that hold too few values to tell, and those whose
// name says that they measure something or are there to be read.
func mayRefer(c *Column) bool {
	const least = 4
	if !referable(c) || c.Kind == table.Decimal || c.Distinct > 0 && c.Distinct < least {
		return false
	}
	list := nounsOf(words(c.Called()))
	if len(list) == 0 || measured.HasAny(list) || ordinals[list[len(list)-1]] || prose[list[len(list)-1]] {
		return false
	}
	_, amount := columns.Summarize(list)
	return !amount
}

// onlyHolder is the one key that holds all values of a column, or nearly all of its texts:
// lookup files miss some.
func (ix *keyIndex) onlyHolder(ctx context.Context, t, c int, included Included, done *Inference) (found target, evidence string, ok bool) {
	const most = 12                                   // keys that are tried
	least := 5                                        // values that must be found
	if ix.s.Tables[t].Columns[c].Kind == table.Text { // short words are found in several lists
		least = 8
	}
	from := &ix.s.Tables[t]
	tried := 0
	var matches []match
	span := spanOf(&from.Columns[c])
	for i := range ix.rare {
		k := &ix.rare[i]
		if !joinable(from.Columns[c].Kind, k.kind) || !span.within(k.span) || !ix.fits(t, c, k.target) {
			continue
		}
		if tried++; tried > most {
			return found, "", false
		}
		if m, ok := ix.compare(ctx, t, c, k.target, included, done); ok && m.sampled >= least && (m.held == m.sampled || k.kind == table.Text && k.table != t && m.held*100 >= m.sampled*85) {
			matches = append(matches, m)
		}
	}
	if len(matches) != 1 {
		return found, "", false
	}
	return matches[0].target, ix.describe(matches[0]) + ", and in no other key", true
}

// rareKey is the key of a table whose values are unlikely to be found by chance.
type rareKey struct {
	target
	kind table.Kind
	span span
}

func (ix *keyIndex) listRareKeys() {
	for _, k := range ix.own {
		if k.column < 0 {
			continue
		}
		if c := &ix.s.Tables[k.table].Columns[k.column]; isDistinctive(c) {
			ix.rare = append(ix.rare, rareKey{k, c.Kind, spanOf(c)})
		}
	}
}

// span is the range of a column's numbers, where that is known.
type span struct {
	numeric, known bool
	low, high      int64
}

func spanOf(c *Column) span {
	s := span{numeric: c.Kind.Numeric()}
	var low, high bool
	if s.numeric {
		s.low, low = whole64(c.Min)
		s.high, high = whole64(c.Max)
	}
	s.known = low && high
	return s
}

// within reports whether the numbers of one column lie in the range of another.
// What are no numbers lie anywhere.
func (s span) within(other span) bool {
	return !s.numeric || s.known && other.known && other.low <= s.low && s.low <= s.high && s.high <= other.high
}
