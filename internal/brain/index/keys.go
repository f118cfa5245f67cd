package index

import "slices"

// keyIndex is the keys by table, so that a form over a few of thousands of
// tables costs what it costs over those few.
type keyIndex struct {
	of    []Key
	at    [][]Key      // of each table, in the order of their columns
	from  [][]Key      // that lead from each table, as they come
	found map[int]bool // columns that keys of one column, found in the data, lead to
}

// KeysAt lists the keys that lead from a table or to it, as their columns stand
// in the tables: engines tell them in orders of their own.
func (x *Index) KeysAt(table int) []Key {
	if table < 0 { // of *
		return nil
	}
	return x.keyIndex().at[table]
}

// KeysFrom lists the keys that lead from a table, as they come.
func (x *Index) KeysFrom(table int) []Key {
	if table < 0 {
		return nil
	}
	return x.keyIndex().from[table]
}

// LeadsTo reports whether values of another column were found to be those of
// this one.
func (x *Index) LeadsTo(column int) bool { return x.keyIndex().found[column] }

// keyIndex is made when it is first needed, and again for other keys; two that
// are made at once are the same.
func (x *Index) keyIndex() *keyIndex {
	if k := x.byTable.Load(); k != nil && len(k.of) == len(x.Keys) && (len(k.of) == 0 || &k.of[0] == &x.Keys[0]) {
		return k
	}
	k := &keyIndex{of: x.Keys, at: make([][]Key, len(x.Tables)), from: make([][]Key, len(x.Tables)), found: map[int]bool{}}
	sorted := slices.SortedStableFunc(slices.Values(x.Keys), func(a, b Key) int { return slices.Compare(a.From, b.From) })
	for _, key := range sorted {
		from, to := x.Columns[key.From[0]].Table, x.Columns[key.To[0]].Table
		k.at[from] = append(k.at[from], key)
		if to != from {
			k.at[to] = append(k.at[to], key)
		}
		if key.Inferred && len(key.To) == 1 {
			k.found[key.To[0]] = true
		}
	}
	for _, key := range x.Keys {
		from := x.Columns[key.From[0]].Table
		k.from[from] = append(k.from[from], key)
	}
	x.byTable.Store(k)
	return k
}
