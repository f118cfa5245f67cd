package schema

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// ChangeKind says what sort of change happened.
type ChangeKind string

const (
	TableAdded    ChangeKind = "table_added"
	TableRemoved  ChangeKind = "table_removed"
	TableChanged  ChangeKind = "table_changed" // its kind, keys or words
	ColumnAdded   ChangeKind = "column_added"
	ColumnRemoved ChangeKind = "column_removed"
	ColumnChanged ChangeKind = "column_changed" // its type, nullability or words
)

// Change is one difference between two snapshots of a database, in words.
type Change struct {
	Kind   ChangeKind `json:"kind"`
	Table  string     `json:"table"`
	Column string     `json:"column,omitempty"`
	Text   string     `json:"text"`
}

// Diff lists what changed, by table and column. It sees what Hash sees: the
// structure and what is written about it, not rows or statistics.
func Diff(old, new *Snapshot) []Change {
	d := &differ{old: old, new: new, added: map[int]*Table{}}
	eachPair(byName(old), byName(new), func(t *Table) string { return t.Schema + "\x00" + t.Name }, d.table)
	d.noteRenamedTables()
	return d.changes
}

type differ struct {
	old, new *Snapshot
	changes  []Change
	added    map[int]*Table // by the place of the change
	removed  []*Table
}

func (d *differ) add(k ChangeKind, t *Table, column, format string, args ...any) {
	d.changes = append(d.changes, Change{
		Kind: k, Table: t.QualifiedName(), Column: column, Text: "table " + d.new.DisplayName(t) + fmt.Sprintf(format, args...),
	})
}

// eachPair visits what has the same key in both lists, in the order of keys;
// what is only in one is visited with nil for the other.
func eachPair[T any](old, new []*T, key func(*T) string, visit func(was, is *T)) {
	type pair struct{ was, is *T }
	pairs := map[string]pair{}
	for _, o := range old {
		pairs[key(o)] = pair{was: o}
	}
	for _, n := range new {
		pairs[key(n)] = pair{pairs[key(n)].was, n}
	}
	for _, k := range slices.Sorted(maps.Keys(pairs)) {
		visit(pairs[k].was, pairs[k].is)
	}
}

func (d *differ) table(was, is *Table) {
	switch {
	case was == nil:
		d.added[len(d.changes)] = is
		d.add(TableAdded, is, "", " added (%s)", plural(int64(len(is.Columns)), "column"))
		return
	case is == nil:
		d.removed = append(d.removed, was)
		d.add(TableRemoved, was, "", " removed")
		return
	}
	if was.Kind != is.Kind {
		d.add(TableChanged, is, "", " changed from %s to %s", was.Kind, is.Kind)
	}
	d.words(TableChanged, is, "", ": ", "", writing{was.Comment, was.Description, "", was.Synonyms}, writing{is.Comment, is.Description, "", is.Synonyms})
	if a, b := sorted(was.PrimaryKey), sorted(is.PrimaryKey); !slices.Equal(a, b) {
		d.add(TableChanged, is, "", ": primary key changed from (%s) to (%s)", strings.Join(a, ", "), strings.Join(b, ", "))
	}
	d.lists(is, "unique", uniqueSets(was), uniqueSets(is))
	d.lists(is, "foreign key", declaredKeys(was), declaredKeys(is))
	d.columns(was, is)
}

func (d *differ) lists(t *Table, what string, was, is []string) {
	for _, x := range is {
		if !slices.Contains(was, x) {
			d.add(TableChanged, t, "", ": %s %s added", what, x)
		}
	}
	for _, x := range was {
		if !slices.Contains(is, x) {
			d.add(TableChanged, t, "", ": %s %s removed", what, x)
		}
	}
}

// writing is what may be written about a table or a column.
type writing struct {
	comment, description, unit string
	synonyms                   []string
}

func (d *differ) words(k ChangeKind, t *Table, column, before, of string, was, is writing) {
	for _, w := range []struct{ name, was, is string }{
		{"comment", was.comment, is.comment},
		{"description", was.description, is.description},
		{"unit", was.unit, is.unit},
		{"synonyms", fmt.Sprintf("%q", sorted(was.synonyms)), fmt.Sprintf("%q", sorted(is.synonyms))},
	} {
		if w.was != w.is {
			d.add(k, t, column, "%s%s%s changed", before, w.name, of)
		}
	}
}

func (d *differ) columns(was, is *Table) {
	var added, removed []*Column
	eachPair(columnsByName(was), columnsByName(is), func(c *Column) string { return c.Name }, func(a, b *Column) {
		switch {
		case a == nil:
			added = append(added, b)
		case b == nil:
			removed = append(removed, a)
		default:
			d.column(is, a, b)
		}
	})
	for _, c := range added {
		note := ""
		if r := guessRenamed(c, removed); r != "" && len(added) == len(removed) {
			note = "; it may be " + r + " renamed"
		}
		d.add(ColumnAdded, is, c.Name, ": column %s added (%s)%s", c.Name, cmp.Or(c.Type, "unknown type"), note)
	}
	for _, c := range removed {
		d.add(ColumnRemoved, is, c.Name, ": column %s removed", c.Name)
	}
}

func (d *differ) column(t *Table, was, is *Column) {
	if was.Type != is.Type {
		d.add(ColumnChanged, t, is.Name, ": type of %s changed from %s to %s", is.Name, cmp.Or(was.Type, "unknown"), cmp.Or(is.Type, "unknown"))
	}
	switch {
	case was.Nullable && !is.Nullable:
		d.add(ColumnChanged, t, is.Name, ": %s may no longer be null", is.Name)
	case !was.Nullable && is.Nullable:
		d.add(ColumnChanged, t, is.Name, ": %s may now be null", is.Name)
	}
	d.words(ColumnChanged, t, is.Name, ": ", " of "+is.Name,
		writing{was.Comment, was.Description, was.Unit, was.Synonyms}, writing{is.Comment, is.Description, is.Unit, is.Synonyms})
}

// guessRenamed guesses which removed column the added one was: of the same type,
// and with a similar name, or the only one that went.
func guessRenamed(added *Column, removed []*Column) string {
	var same []string
	for _, r := range removed {
		if r.Type == added.Type {
			same = append(same, r.Name)
		}
	}
	if len(same) == 1 && len(removed) == 1 {
		return same[0]
	}
	return fault.Nearest(added.Name, same)
}

// noteRenamedTables adds to a new table which vanished one had its columns.
func (d *differ) noteRenamedTables() {
	gone := map[string]string{}
	for _, t := range d.removed {
		if shape := shapeOf(t); shape != "" {
			gone[shape] = d.old.DisplayName(t)
		}
	}
	for at, t := range d.added {
		if was, ok := gone[shapeOf(t)]; ok {
			d.changes[at].Text += "; it may be " + was + " renamed"
		}
	}
}

func shapeOf(t *Table) string {
	var b strings.Builder
	for _, c := range columnsByName(t) {
		fmt.Fprintf(&b, "%q %q,", c.Name, c.Type)
	}
	return b.String()
}
