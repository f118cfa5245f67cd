// Package index is what the built-in brain knows of a database when a question
// comes: names split and spelt out, what columns hold, the keys between
// tables, and the stored values that a question may mention.
//
// An Index is built once for a schema and its data, can be kept on disk, does
// not change, and may be used by many at once.
package index

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/plumbdata/plumb/internal/gloss"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// Index describes a database. Tables are in the order of the snapshot;
// tables that nobody may read are left out.
type Index struct {
	Dialect string
	Tables  []Table
	Columns []Column // Columns[0] is *, of no table
	Keys    []Key
	Terms   []Term // that documents define
	Own     *Own   // what those who ask say of words, or nil; see With
	// Language is that of the names, where it is not English; see gloss.Named.
	Language string
	// Cut says that not all values could be kept, and why; "" when all were.
	Cut string
	// Unread are the columns that there was no time for, Rounds how often some
	// time was taken.
	Unread []int
	Rounds int
	// Hurried lists what there was no time to find out, such as the values of 20
	// columns. Columns that are slow by themselves do not count.
	Hurried []string

	database *Index // that With added something to, or nil
	stored   *storedValues
	find     *finder
	names    *nameIndex
	byTable  atomic.Pointer[keyIndex]
}

// Table is a table or a view.
type Table struct {
	Schema, Name string
	Words        []string   // the name spelt out, in lower case
	Forms        [][]string // every way to say the name, Words first
	Synonyms     []string
	About        string // what documents or comments say
	From         string // which document says that, as file:line; "" for a comment
	Noun         string // what one row is, where that is not the name of the table; see RowNoun
	Entities     []Entity
	Columns      []int
	PrimaryKey   []int
	Display      []int // columns that name a row for people; else its key
	Rows         int64 // approximate; -1 when unknown
	Counted      bool  // all rows were read, so that least and greatest values are exact
	View         bool
	Mark         string // of the rows, where the source tells when they change; see schema.Table
	Preloaded    bool   // its values were read in full
	Cells        bool   // no row means that a value is not known; see schema.Table
}

// Column is a column with what is known of its values.
type Column struct {
	Table    int // -1 for *
	Name     string
	Words    []string   // spelt out, without the table's own name before it
	Forms    [][]string // every way to say the name, Words first
	Synonyms []string
	About    string
	From     string // as of a table
	Kind     Kind
	Type     table.Kind
	Form     Form   // of a time: how it is stored
	Unit     string // cents, kg, %, …; "" when unknown
	Primary  bool   // is the primary key, or part of it
	Unique   bool
	Foreign  bool
	Nullable bool
	Measure  bool   // a number that is added up or averaged, not a code or key
	Averages bool   // of a measure: sums of its values mean nothing, as name, unit and values say
	Averaged string // the document that says its values are averaged; "" when none does
	Distinct int    // how many values; 0 when unknown
	Min, Max string // where known
	Enum     []Value
	Places   bool // it is about countries or states, so that two letters in it are one
}

// Calendar gives the values of a column of months or days of the week by name their
// places in the year or the week; nil for another column.
func (c *Column) Calendar() map[string]int {
	if c.Kind != Text || len(c.Enum) < 2 {
		return nil
	}
	for _, place := range []func(string) int{gloss.Month, gloss.Weekday} {
		places := map[string]int{}
		for _, v := range c.Enum {
			if n := place(v.Text); n > 0 {
				places[v.Text] = n
			}
		}
		if len(places) == len(c.Enum) {
			return places
		}
	}
	return nil
}

// Kind is what a column holds, whatever its type: a text column of dates is
// Time, a number column of 0 and 1 is Boolean.
type Kind uint8

const (
	Other Kind = iota
	Text
	Number
	Time
	Boolean
)

func (k Kind) String() string { return [...]string{"other", "text", "number", "time", "boolean"}[k] }

// Form is how a column stores time.
type Form uint8

const (
	NoForm      Form = iota
	Native           // a date or timestamp of the engine
	DateText         // '2025-10-31'
	StampText        // '2025-10-31 08:15:00', '2025-10-31T08:15'
	MonthText        // '2025-10'
	DayNumber        // 20251031, number or text
	MonthNumber      // 202510, number or text
	YearNumber       // 2025, number or text
	EpochSecond
	EpochMilli
	MonthOfYear // 1 to 12
	QuarterOfYear
	ClockText // '08:15'
)

// Value is a stored value, with other words that people use for it.
type Value struct {
	Text    string // as stored, in the text form of package table
	Kind    table.Kind
	Aliases []string
}

// Key says that columns of one table hold keys of another.
type Key struct {
	From, To []int // columns, pairwise
	Inferred bool  // declared neither in the database nor in a document
}

// Limits of an index.
const (
	maxPerColumn = 5_000
	maxValues    = 200_000 // beyond these, only a few of each column
	maxBytes     = 24 << 20
	maxLength    = 120 // runes; longer values are prose
	maxEnum      = 12
	maxTime      = 20 * time.Second // if the database is slow
	moreTime     = 2 * time.Second  // of each round after the first
	maxRounds    = 3
)

// Build reads the values and describes the database. What cannot be read
// within the limits is left out, and Cut says so; only an end of the context
// is an error.
func Build(ctx context.Context, s *schema.Snapshot, values Values) (*Index, error) {
	return build(ctx, s, values, nil, false, maxTime)
}

// Unfinished is true for an index that Resume can add to: a database that was
// slow once need not be known less for ever.
func (x *Index) Unfinished() bool { return len(x.Unread) > 0 && x.Rounds < maxRounds }

// Resume is the index of the same schema with more of what there was no time
// for.
func Resume(ctx context.Context, s *schema.Snapshot, values Values, before *Index) (*Index, error) {
	return build(ctx, s, values, before, true, moreTime)
}

// Update is the index of another state of the database: what was read of tables
// that have not changed since is taken over.
func Update(ctx context.Context, s *schema.Snapshot, values Values, before *Index) (*Index, error) {
	return build(ctx, s, values, before, false, maxTime)
}

// build makes an index, with what was read for the one before: all of it, where
// that is of the same state.
func build(ctx context.Context, s *schema.Snapshot, values Values, before *Index, same bool, most time.Duration) (*Index, error) {
	x := &Index{Dialect: s.Dialect, Hurried: slices.Clone(s.Hurried), Columns: []Column{{Table: -1, Name: "*", Words: []string{"*"}}}}
	b := &builder{Index: x, s: s, values: values, at: map[schema.ColumnRef]int{}}
	b.describe()
	columns := b.bySize()
	if before != nil {
		columns = b.takeOver(before, columns, same)
	}
	if err := b.read(ctx, columns, most); err != nil {
		return nil, err
	}
	b.judge()
	b.lookups()
	b.display()
	if err := b.alias(ctx); err != nil {
		return nil, err
	}
	b.judgePlaces()
	x.stored = packValues(b.stored)
	x.names, x.find = newNameIndex(x), newFinder(x)
	x.define(s.Documents.Text)
	return x, nil
}

// builder is an Index in the making.
type builder struct {
	*Index
	s      *schema.Snapshot
	values Values
	stored [][]Value                // by column: what was read, in order
	tables []*schema.Table          // by number
	column []*schema.Column         // by number; nil for *
	at     map[schema.ColumnRef]int // names in lower case
}

func refOf(schemaName, tableName, column string) schema.ColumnRef {
	return schema.ColumnRef{Schema: strings.ToLower(schemaName), Table: strings.ToLower(tableName), Column: strings.ToLower(column)}
}

// describe takes over what the snapshot says.
func (b *builder) describe() {
	b.column = []*schema.Column{nil}
	for i := range b.s.Tables {
		t := &b.s.Tables[i]
		if t.Unsafe != "" {
			continue
		}
		n := len(b.Tables)
		entry := Table{Schema: t.Schema, Name: t.Name, Synonyms: t.Synonyms, About: t.About(), From: origin(t.Description, t.Origins), Rows: t.Rows, Counted: t.Counted, Mark: t.Mark, Preloaded: t.Preload, Cells: t.Cells,
			View: t.Kind == schema.View || t.Kind == schema.MaterializedView}
		for j := range t.Columns {
			c := &t.Columns[j]
			if c.Unsafe != "" {
				continue
			}
			at := len(b.Columns)
			b.at[refOf(t.Schema, t.Name, c.Name)] = at
			entry.Columns = append(entry.Columns, at)
			b.column = append(b.column, c)
			b.Columns = append(b.Columns, Column{Table: n, Name: c.Name, Synonyms: c.Synonyms, About: c.About(), From: origin(c.Description, c.Origins), Type: c.Kind, Unit: c.Unit,
				Nullable: c.Nullable, Distinct: int(c.Distinct), Min: c.Min, Max: c.Max, Measure: c.Role == schema.Measure, Averages: schema.IsAveraged(c), Averaged: averagedBy(c)})
		}
		for _, name := range t.PrimaryKey {
			if at, ok := b.at[refOf(t.Schema, t.Name, name)]; ok {
				entry.PrimaryKey = append(entry.PrimaryKey, at)
				b.Columns[at].Primary = true
				b.Columns[at].Unique = len(t.PrimaryKey) == 1
			}
		}
		for _, u := range t.Unique {
			if len(u) == 1 {
				if at, ok := b.at[refOf(t.Schema, t.Name, u[0])]; ok {
					b.Columns[at].Unique = true
				}
			}
		}
		b.tables = append(b.tables, t)
		b.Tables = append(b.Tables, entry)
	}
	b.stored = make([][]Value, len(b.Columns))
	b.keys()
	b.spell()
	b.findEntities()
	b.learnSynonyms()
}

// keys takes over the foreign keys that lead to a table that is there.
func (b *builder) keys() {
	for _, t := range b.tables {
		own := len(b.Keys)
		for _, f := range t.ForeignKeys {
			k := Key{Inferred: f.Inferred}
			ok := len(f.Columns) == len(f.RefColumns) && len(f.Columns) > 0
			for i := range f.Columns {
				if !ok {
					break
				}
				from, found := b.at[refOf(t.Schema, t.Name, f.Columns[i])]
				to, there := b.at[refOf(f.RefSchema, f.RefTable, f.RefColumns[i])]
				if !there && f.RefSchema == "" {
					to, there = b.at[refOf(t.Schema, f.RefTable, f.RefColumns[i])]
				}
				ok = found && there
				k.From, k.To = append(k.From, from), append(k.To, to)
			}
			if !ok || slices.ContainsFunc(b.Keys[own:], func(o Key) bool { return slices.Equal(o.From, k.From) && slices.Equal(o.To, k.To) }) {
				continue
			}
			for _, from := range k.From {
				// The month of a key that was found of several columns is still a month.
				b.Columns[from].Foreign = b.Columns[from].Foreign || !k.Inferred || len(k.From) == 1
			}
			b.Keys = append(b.Keys, k)
		}
	}
}

// Column finds a column by the names of its table and itself, in any case; 0
// when there is none. schemaName may be "".
func (x *Index) Column(schemaName, tableName, column string) int {
	for i := range x.Tables {
		t := &x.Tables[i]
		if !strings.EqualFold(t.Name, tableName) || schemaName != "" && !strings.EqualFold(t.Schema, schemaName) {
			continue
		}
		for _, c := range t.Columns {
			if strings.EqualFold(x.Columns[c].Name, column) {
				return c
			}
		}
	}
	return 0
}

// CountStored is how many values are kept, and their bytes.
func (x *Index) CountStored() (values, bytes int) {
	for _, c := range x.stored.columns {
		values += c.count
		bytes += c.bytes
	}
	return values, bytes
}

// StoredValues lists the values of a column that are kept.
func (x *Index) StoredValues(column int) []Value { return x.stored.of(column) }

// origin is where a description is from.
func origin(description string, o *schema.Origins) string {
	if description == "" || o == nil {
		return ""
	}
	return o.Description
}

// averagedBy names the document that says that a column's values are averaged.
func averagedBy(c *schema.Column) string {
	if c.Origins == nil || c.Origins.Aggregate == "" || c.Aggregate != "avg" {
		return ""
	}
	file, _, _ := strings.Cut(c.Origins.Aggregate, ":")
	return file
}
