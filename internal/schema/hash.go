package schema

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
)

// Hash is the canonical mark of a schema: names, types, nullability, declared
// keys, and what is written about them. Rows, statistics, samples, roles,
// inferred keys, defaults, the time of the look and the order of tables and
// columns do not count. Two snapshots have the same hash if and only if Diff
// finds nothing between them.
func Hash(s *Snapshot) string {
	sum := sha256.New()
	var w canonical
	for _, t := range byName(s) {
		w.write("table", t.Schema, t.Name, string(t.Kind), t.Comment, t.Description)
		w.set("synonyms", t.Synonyms)
		w.set("primary", t.PrimaryKey)
		for _, u := range uniqueSets(t) {
			w.write("unique", u)
		}
		for _, f := range declaredKeys(t) {
			w.write("foreign", f)
		}
		for _, c := range columnsByName(t) {
			w.write("column", c.Name, c.Type, yesNo(c.Nullable), c.Comment, c.Description, c.Unit)
			w.set("synonyms", c.Synonyms)
		}
		sum.Write(w)
		w = w[:0]
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}

// canonical is fields written so that no two different lists give the same
// bytes.
type canonical []byte

func (w *canonical) write(fields ...string) {
	*w = binary.AppendUvarint(*w, uint64(len(fields)))
	for _, f := range fields {
		*w = append(binary.AppendUvarint(*w, uint64(len(f))), f...)
	}
}

func (w *canonical) set(name string, members []string) {
	if len(members) > 0 {
		w.write(append([]string{name}, sorted(members)...)...)
	}
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

func byName(s *Snapshot) []*Table {
	list := make([]*Table, len(s.Tables))
	for i := range s.Tables {
		list[i] = &s.Tables[i]
	}
	slices.SortStableFunc(list, func(a, b *Table) int {
		return cmp.Or(strings.Compare(a.Schema, b.Schema), strings.Compare(a.Name, b.Name))
	})
	return list
}

func columnsByName(t *Table) []*Column {
	list := make([]*Column, len(t.Columns))
	for i := range t.Columns {
		list[i] = &t.Columns[i]
	}
	slices.SortStableFunc(list, func(a, b *Column) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// uniqueSets writes each unique constraint as its sorted columns.
func uniqueSets(t *Table) []string {
	list := make([]string, len(t.Unique))
	for i, u := range t.Unique {
		list[i] = "(" + strings.Join(sorted(u), ", ") + ")"
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// declaredKeys writes each foreign key that was not inferred as from → to.
func declaredKeys(t *Table) []string {
	var list []string
	for _, f := range t.ForeignKeys {
		if !f.Inferred {
			list = append(list, keyText(f))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// keyText writes a foreign key as people read it, its columns in an order that
// does not depend on how they were listed.
func keyText(f ForeignKey) string {
	type pair struct{ from, to string }
	pairs := make([]pair, min(len(f.Columns), len(f.RefColumns)))
	for i := range pairs {
		pairs[i] = pair{f.Columns[i], f.RefColumns[i]}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	from, to := make([]string, len(pairs)), make([]string, len(pairs))
	for i, p := range pairs {
		from[i], to[i] = p.from, p.to
	}
	table := (&Table{Schema: f.RefSchema, Name: f.RefTable}).QualifiedName()
	if len(pairs) == 1 {
		return from[0] + " → " + table + "." + to[0]
	}
	return "(" + strings.Join(from, ", ") + ") → " + table + "(" + strings.Join(to, ", ") + ")"
}
