package brain

import (
	"context"

	"github.com/plumbdata/plumb/internal/table"
)

// Reviewer holds a reading against the words of its question, whoever made the reading.
type Reviewer interface {
	// Review is nil for a reading that cannot be read back. rows are what its statement
	// returned, or nil.
	Review(ctx context.Context, q Question, r *Reading, rows *table.Table) (*Review, error)
}

// Review is what a reading makes of its question. It judges nothing.
type Review struct {
	Text    string        // the question as it was read: in English, and without slips
	Words   []Word        // of it, in order
	Unmet   []Requirement // what the question says for sure, and the reading leaves out
	Numbers []Number      // of the question, where the reading compares something with them
	Subject []string      // what it reads, in words: names of tables, the first first
	// Reads are the names of all tables and columns that it reads.
	Reads []string

	// What the question names, and the reading does not use.
	UnusedNames, UnusedValues int
	// What the reading has, and no word of the question says.
	UnnamedColumns, UnnamedTables int
	Excess                        int // words of the names of its columns
	UnsaidValues                  int
	UnsaidNumbers                 int // that it compares something with
	UnsaidPeriods                 int
	Unexplained                   bool // a condition of which no word says anything
	// Operations that the question asks for by a word of their own, and those of the reading
	// that no word asks for.
	Missing, Unasked []Operation

	// What the networks think of it, as logarithms. Verified is how much more probable the
	// reading is than none at all, Fits how probable the parser thinks each of its tokens,
	// Weakest the least probable of them, and Declines how probable it thinks that the data
	// cannot answer.
	// Behind is how much less probable it is than what the parser would have written.
	Verified, Fits, Weakest, Declines, Behind float64
	// Written is false where the parser has no words for the reading: Fits and Weakest say
	// nothing then.
	Written bool
}

// Word is a word of a question, and what it stands for in a reading of it.
type Word struct {
	Text       string
	Start, End int // in Review.Text, in bytes
	Stands     Stands
	// Of a word that stands for nothing: what it does in the question, how near it is in
	// meaning to what the reading reads, and to anything that the database has (cosines).
	Place    Place
	Near     float32
	Anywhere float32
	Measured bool // Near and Anywhere are known
	Known    bool // something in the database is called so, or holds it
}

// Stands is what a word stands for in a reading.
type Stands string

const (
	StandsForNothing Stands = ""
	Connecting       Stands = "connecting" // it asks, connects, or has no meaning of its own
	StandsForName    Stands = "name"
	StandsForValue   Stands = "value"
	StandsForTime    Stands = "time"
	StandsForFigure  Stands = "operation"
	StandsForTerm    Stands = "definition"
	StandsForPart    Stands = "requirement" // something that the question says for sure
	StandsForSynonym Stands = "synonym"
)

// Place is what a word does in a question.
type Place string

const (
	NoPlace  Place = ""
	AskedFor Place = "asked for" // the noun after "how many", "total" and their like
	Modifies Place = "modifies"  // before the name of things: refurbished phones
	InPhrase Place = "in phrase" // beside another word that stands for nothing
	Noun     Place = "noun"      // after an article or a preposition
	Done     Place = "done"      // a participle: flights were cancelled
)

// Requirement is something that a question says for sure.
type Requirement struct {
	Kind string // value, period, bound, group, …
	Text string
}

// Number is a number of the question that a reading compares a column with, or takes so
// many rows by.
type Number struct {
	Text string
	// Of is the noun that it stands right behind, as in "household 7" or "order no. 7"; "" for
	// none, such as "more than 7".
	Of     string
	Column string // in words; "" of a limit
	Key    bool   // the column tells rows apart, or leads to others
	Amount bool   // it holds figures that are added up or averaged
	Named  bool   // a word of the question names the column
	Same   bool   // Of is part of the column's name, or of that of the table whose key it is
}

// Operation is what a reading computes.
type Operation string

const (
	Averages Operation = "average"
	Sums     Operation = "total"
	Counts   Operation = "count"
	Highest  Operation = "highest"
	Lowest   Operation = "lowest"
	Distinct Operation = "different"
	Shares   Operation = "share"
	Groups   Operation = "group"
	Limits   Operation = "limit"
)
