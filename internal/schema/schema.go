// Package schema is what Plumb knows about a database: its tables and columns,
// their relationships, the role of each column, and what people have written
// about them.
//
// A Snapshot is what an adapter read. InferKeys adds undeclared foreign keys,
// Enrich the roles of columns, Augment the contents of a project's documents. A
// snapshot has a canonical hash that changes with its structure, but not with
// its rows; Diff describes a change in words. XML is the snapshot as models read
// it, and Index finds the tables that a question is about.
package schema

import (
	"cmp"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/table"
)

// Snapshot is one look at a database.
type Snapshot struct {
	Dialect    string    `json:"dialect"`  // postgres, duckdb, sqlite
	Database   string    `json:"database"` // a name for people
	SearchPath []string  `json:"search_path,omitempty"`
	TakenAt    time.Time `json:"introspected_at"`
	Tables     []Table   `json:"tables"`
	Files      bool      `json:"files,omitempty"` // tables are data files, and their names those of files
	Documents  Documents `json:"documents,omitzero"`

	// Shadowed lists functions and operators of the database's own that could be
	// taken for built-in ones; the guard lets no statement reach them.
	Shadowed []string `json:"shadowed_functions,omitempty"`
	// Hurried lists what there was no time to find out, such as the statistics of
	// 20 tables.
	Hurried []string `json:"hurried,omitempty"`
	// Fingerprint is the adapter's cheap mark of this state of the catalog.
	Fingerprint string `json:"fingerprint,omitempty"`
}

// TableKind is what a relation is.
type TableKind string

const (
	BaseTable        TableKind = "table"
	View             TableKind = "view"
	MaterializedView TableKind = "materialized view"
	ForeignTable     TableKind = "foreign table"
)

// Table is a table or a view.
type Table struct {
	Schema  string    `json:"schema,omitempty"`
	Name    string    `json:"name"`
	Plain   string    `json:"plain,omitempty"` // see Called
	Kind    TableKind `json:"kind"`
	Comment string    `json:"comment,omitempty"`
	Rows    int64     `json:"rows"`              // approximate unless counted; -1 when unknown
	Counted bool      `json:"counted,omitempty"` // Rows was exact when it was read
	Columns []Column  `json:"columns"`
	// Unsafe says why the guard refuses to read it: that would run code which
	// is not the engine's own, or has an effect.
	Unsafe string `json:"unsafe,omitempty"`
	// Calls lists the database's own functions that make it unsafe, as
	// schema.name, where nothing else does.
	Calls []string `json:"calls,omitempty"`

	PrimaryKey  []string     `json:"primary_key,omitempty"`
	Unique      [][]string   `json:"unique,omitempty"`
	ForeignKeys []ForeignKey `json:"foreign_keys,omitempty"`
	Entities    []Entity     `json:"entities,omitempty"` // what its rows are about, found in them
	// Cells says that each row was a cell of a wide table: where there is no row, the value
	// is not known, rather than nothing.
	Cells bool `json:"cells,omitempty"`
	// Mark changes when the rows may have; "" where the source cannot say.
	Mark string `json:"mark,omitempty"`
	// Preload says that a person asked for it to be known in full.
	Preload bool `json:"preload,omitempty"`

	Description string   `json:"description,omitempty"` // from documents; Comment is the database's own
	Synonyms    []string `json:"synonyms,omitempty"`    // other names that people use
	Origins     *Origins `json:"origins,omitempty"`
}

// Column is a column with what is known of its values. Distinct, Values, Min
// and Max are estimates and samples, and empty where finding them out would
// have meant reading a large table.
type Column struct {
	Name     string     `json:"name"`
	Plain    string     `json:"plain,omitempty"` // see Called
	Type     string     `json:"type"`            // as the engine writes it
	Kind     table.Kind `json:"kind"`
	Nullable bool       `json:"nullable"`
	Default  string     `json:"default,omitempty"`
	Comment  string     `json:"comment,omitempty"`
	Distinct int64      `json:"distinct,omitempty"` // 0 when unknown
	Values   []string   `json:"values,omitempty"`   // of low-cardinality columns, most common first
	Min      string     `json:"min,omitempty"`
	Max      string     `json:"max,omitempty"`

	TypeSchema string   `json:"type_schema,omitempty"` // of a type that is not built in
	Extensions []string `json:"extensions,omitempty"`  // schemas in which extensions keep the type's operators
	Unsafe     string   `json:"unsafe,omitempty"`      // why the guard refuses to use it: what its type runs

	Role      Role   `json:"role,omitempty"`
	Aggregate string `json:"aggregate,omitempty"` // of a measure: sum, avg, …
	Why       string `json:"why,omitempty"`       // one line on how the role was found

	Description string   `json:"description,omitempty"` // from documents; Comment is the database's own
	Synonyms    []string `json:"synonyms,omitempty"`    // other names that people use
	Unit        string   `json:"unit,omitempty"`        // of a measure: USD, kg, …
	Examples    []string `json:"examples,omitempty"`    // values that a document mentions
	Origins     *Origins `json:"origins,omitempty"`
}

// Origins says which document gave what, as file:line. Nil when none did.
type Origins struct {
	Description string `json:"description,omitempty"`
	Synonyms    string `json:"synonyms,omitempty"`
	Unit        string `json:"unit,omitempty"`
	Examples    string `json:"examples,omitempty"`
	Values      string `json:"values,omitempty"`
	Role        string `json:"role,omitempty"`
	Aggregate   string `json:"aggregate,omitempty"`
}

// Role is what a column is for.
type Role string

const (
	Key           Role = "key"
	TimeDimension Role = "time_dimension"
	Categorical   Role = "categorical"
	Measure       Role = "measure_candidate"
	Other         Role = "other"
)

// ForeignKey says that columns of one table hold keys of another.
type ForeignKey struct {
	Columns    []string `json:"columns"`
	RefSchema  string   `json:"ref_schema,omitempty"`
	RefTable   string   `json:"ref_table"`
	RefColumns []string `json:"ref_columns"`
	Inferred   bool     `json:"inferred,omitempty"` // declared neither in the database nor in a document
	Evidence   string   `json:"evidence,omitempty"` // why it was inferred, or which document declares it
}

// ColumnRef names a column of a table.
type ColumnRef struct{ Schema, Table, Column string }

// Documents is what people have written, beside the descriptions that were
// merged into tables and columns.
type Documents struct {
	Text     []Document `json:"text,omitempty"`
	Examples []Example  `json:"examples,omitempty"`
}

var (
	said = lazyregexp.New(`(?i)(?:(\pL+)[^\pL\d.;\n]+)?\btoday["”']? is (\d{4}-\d{2}-\d{2})\b`)
	// supposed is a word before a day that is only an example: if today is …
	supposed = lazyregexp.New(`(?i)^(?:if|when|whenever|where|while|unless|suppose|supposing|assume|assuming|imagine|say|that|example|like)$`)
)

// Today is the day that counts as today for data that does not grow any more,
// where a document says so: today is 2025-12-31. Zero where none does.
func (d Documents) Today() (day time.Time, file string) {
	for _, doc := range d.Text {
		for _, m := range said.FindAllStringSubmatch(doc.Body, -1) {
			if day, err := time.Parse(time.DateOnly, m[2]); err == nil && !supposed.MatchString(m[1]) {
				return day, doc.File
			}
		}
	}
	return time.Time{}, ""
}

// Document is a piece of free text about the data.
type Document struct {
	File  string `json:"file"`
	Line  int    `json:"line,omitempty"` // of the body's beginning; 0 when unknown
	Title string `json:"title,omitempty"`
	Body  string `json:"body"`
}

// Example is a question that somebody answered with SQL.
type Example struct {
	File     string `json:"file"`
	Question string `json:"question"`
	SQL      string `json:"sql"`
}

// About is what is known in words of the table: the documents' description,
// else the database's comment.
func (t *Table) About() string { return cmp.Or(t.Description, t.Comment) }

// About is what is known in words of the column: the documents' description,
// else the database's comment.
func (c *Column) About() string { return cmp.Or(c.Description, c.Comment) }

// QualifiedName is schema.name, or the name alone where there is no schema.
func (t *Table) QualifiedName() string {
	if t.Schema == "" {
		return t.Name
	}
	return t.Schema + "." + t.Name
}

// Column finds a column by name; an exact match wins over one that differs in
// case.
func (t *Table) Column(name string) *Column {
	var folded *Column
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.Name == name {
			return c
		}
		if folded == nil && strings.EqualFold(c.Name, name) {
			folded = c
		}
	}
	return folded
}

// ColumnNames lists the columns in order.
func (t *Table) ColumnNames() []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return names
}

// Table finds a table by its name as a person would write it: name or
// schema.name, in any case. Unqualified names follow the search path.
func (s *Snapshot) Table(name string) *Table {
	var found *Table
	rank := len(s.SearchPath) + 1
	for i := range s.Tables {
		t := &s.Tables[i]
		if strings.EqualFold(t.QualifiedName(), name) {
			return t
		}
		if strings.EqualFold(t.Name, name) {
			if r := s.pathRank(t.Schema); r < rank || found == nil {
				found, rank = t, r
			}
		}
	}
	return found
}

func (s *Snapshot) pathRank(schemaName string) int {
	for i, p := range s.SearchPath {
		if p == schemaName {
			return i
		}
	}
	return len(s.SearchPath)
}

// TableNames lists the tables; those on the search path without their schema.
func (s *Snapshot) TableNames() []string {
	names := make([]string, len(s.Tables))
	for i := range s.Tables {
		names[i] = s.DisplayName(&s.Tables[i])
	}
	return names
}

// DisplayName is the shortest name that finds the table.
func (s *Snapshot) DisplayName(t *Table) string {
	if t.Schema == "" || (len(s.SearchPath) > 0 && s.SearchPath[0] == t.Schema) {
		return t.Name
	}
	return t.QualifiedName()
}
