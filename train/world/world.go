// Package world makes the databases that the parser learns on: small worlds of
// trade and life, each with a schema as an adapter would see it, values, and a
// lexicon that says how people speak of every part of it.
//
// Make invents a world of a domain, with names and storage as untidy as those of
// real companies. FromIndex gives the same lexicon for a database that exists,
// as far as its index tells. Whoever writes questions needs no more than this
// file.
//
// Numbers are those of the index of the same schema: tables count from 0 in the
// order of the snapshot, columns from 1 over all tables; column 0 is *.
package world

import (
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// World is one database with the words for it. It also serves the values of its
// columns to index.Build. A world is not changed once made.
type World struct {
	Domain   string           // what it is about: bakery chain
	Snapshot *schema.Snapshot // nil in a world that FromIndex made
	Tables   []Table
	Columns  []Column // Columns[0] stands for *
	Keys     []Key
	Measures []Measure
	Missing  Missing // what people in this trade would ask for, and this database lacks

	First, Last time.Time // the days that events lie between; a clock near Last finds data

	stored map[[2]string][]table.Value // by table and column name
}

// Noun is a countable noun.
type Noun struct{ One, Many string }

// Phrase is a description that stands before or after a noun: "active"
// customers, customers "without an email". One that stands before also follows
// "is" and "are".
type Phrase struct {
	Text  string
	After bool
}

// TableKind is what the rows of a table are.
type TableKind string

const (
	Entity   TableKind = "entity"   // a customer, a truck
	Event    TableKind = "event"    // an order, a flight: something that happened at a time
	Line     TableKind = "line"     // a part of an event: an order's line
	Lookup   TableKind = "lookup"   // a code and what it means
	Link     TableKind = "link"     // which belongs with which
	History  TableKind = "history"  // what held from a day to a day
	Snapshot TableKind = "snapshot" // a reading or a balance at regular times
)

// Table is a table with the words for its rows.
type Table struct {
	Number  int
	Name    string // as stored
	Kind    TableKind
	Nouns   []Noun // for its rows, the plainest first, never empty
	Person  bool   // "who" asks for its rows
	Columns []int
	Primary []int
	Display []int // columns that name a row for people; two are a first and a last name
	When    int   // the column that says when the row happened, or 0
	Rows    int64
}

// Kind is what a column means.
type Kind string

const (
	ID        Kind = "id"
	Code      Kind = "code" // identifies a row, and people say it: a plate, a reference
	Name      Kind = "name" // names a row, or something that has no table of its own
	FirstName Kind = "first name"
	LastName  Kind = "last name"
	Category  Kind = "category" // one of a few values
	Status    Kind = "status"   // a category that changes: its values describe the row as adjectives do
	Flag      Kind = "flag"     // yes or no; Values has both, yes first
	Date      Kind = "date"
	Timestamp Kind = "timestamp"
	ValidFrom Kind = "valid from"
	ValidTo   Kind = "valid to" // null while it holds
	Amount    Kind = "amount"   // money
	Quantity  Kind = "quantity" // pieces, kilograms, points
	Rate      Kind = "rate"     // 0 to 1
	Percent   Kind = "percent"  // 0 to 100
	Duration  Kind = "duration"
	Year      Kind = "year"
	Month     Kind = "month" // of a year: 1 to 12, or text like 2024-03 (see Storage)
	Sequence  Kind = "sequence"
	Text      Kind = "text" // free text
	Email     Kind = "email"
	Phone     Kind = "phone"
	City      Kind = "city"
	Country   Kind = "country"
	Foreign   Kind = "foreign" // refers to another table; see Keys
	Parent    Kind = "parent"  // refers to its own table; see Keys
	Unknown   Kind = "unknown"
)

// Storage is how a date or time is stored, for the kinds that have one.
type Storage string

const (
	Native    Storage = ""          // a type of the engine, or does not matter
	ISOText   Storage = "iso text"  // 2024-03-31 or 2024-03-31 14:05 in text
	YearMonth Storage = "yearmonth" // 2024-03 in text
	Integer   Storage = "integer"   // of Year and Month
)

// Column is a column with the words for it.
type Column struct {
	Number  int
	Table   int
	Name    string // as stored
	Kind    Kind
	Storage Storage
	Phrases []string // what people call it, plainest first, without articles; never empty
	Unit    string   // cents, USD, kg, minutes, %; empty when unknown or of no use
	Numeric bool     // comparisons and aggregates make sense
	Sums    bool     // its sum makes sense; else only mean, smallest and largest
	Unique  bool

	Low, High float64   // of numbers: about the range of the values
	From, To  time.Time // of dates: about the range of the values

	Nullable bool
	Null     []Phrase // rows where it is null: "open", after: "without an email"
	NotNull  []Phrase

	Values []Value // all of a category's, some of a name's
	// Before says that a value may stand before the noun of the table: diesel
	// trucks, cancelled orders.
	Before bool

	Did    []string // of dates: participles that date the row: "shipped", "sent out" (in May)
	Degree Degree   // how people compare rows by it, where there is a way
	Pair   int      // of ValidFrom the ValidTo, and back; of a first name the last name; else 0
	// Lookup is, for a key to a lookup table, the column there that spells the code
	// out; Values then has the words too, so a question may be answered with or
	// without the join.
	Lookup int
}

// Degree is how people compare by a column: the most expensive, the cheapest,
// more expensive than, cheaper than. Empty where nobody says so.
type Degree struct {
	Most, Least string // "most expensive", "cheapest"
	More, Less  string // "more expensive", "cheaper"; followed by than
}

// Value is a stored value with the words for it.
type Value struct {
	Text   string // the literal as stored
	Number bool   // the literal is a number
	// Words are what people write for it, plainest first: the stored text itself
	// where it is readable. Empty for the values of a flag.
	Words []string
	As    []Phrase // descriptions that mean it: "cancelled", after: "in the cloud"
	Rate  []string // what people call the share of rows that have it: "cancellation rate"
}

// Key leads from a table to another by equal columns.
type Key struct {
	From, To           []int // columns; more than one in a composite key
	FromTable, ToTable int
	Declared           bool
	Roles              []Noun   // what the other row is to this one: manager, origin; never empty
	Role               bool     // the roles say more than the nouns of the other table
	Back               []Noun   // what rows of FromTable are to the other: direct reports; never empty
	Preps              []string // between the noun here and a name there: orders "by", "from"; flights "to"
	Acts               []Act    // what the other does to rows here: customers "place" orders
}

// Act is a verb with the row of the other table as its subject and rows of the
// key's table as its object.
type Act struct{ Base, Past, Participle string }

// Measure is an expression over one row that people have a word for.
type Measure struct {
	Phrases []string
	Table   int // whose rows it is computed for
	Row     *form.Expr
	// Ratio measures have no Row: they are Over by Under, each an aggregate over
	// the rows of a group.
	Over, Under *form.Expr
	Percent     bool   // Ratio in percent
	Unit        string // as for columns
	Sums        bool   // its sum makes sense
	Low, High   float64
	Degree      Degree
}

// Missing is what a question must be declined for.
type Missing struct {
	Tables   []Noun
	Columns  []MissingColumn
	Measures []string
}

// MissingColumn is an attribute that rows of a table could have.
type MissingColumn struct {
	Table   int
	Kind    Kind
	Phrases []string
}
