// Package story checks texts about results: every number, date, rank and
// comparison of a narrative is found in the rows or recomputed from them, and
// becomes a reference to them. What it cannot read in a text of a language model
// it does not accept. References of the built-in narrator are recomputed.
package story

// Story is a narrative, and what each of its claims comes from.
type Story struct {
	Text       string
	References []Reference
}

// Reference ties words of a story to the rows they come from.
type Reference struct {
	ID        string    // "ref1", "ref2", … in the order of the text
	Text      string    // the words, as they stand in the story
	At        int       // where they begin in it, in bytes
	Source    string    // where the figure comes from, for people
	Operation Operation // how it was found
	Columns   []string  // that it was found in
	Rows      []int     // that it was found in, from 0; none means all
	Among     []int     // rows that an extreme, a rank or a share is one of; none means all
	Figure    string    // the name of a figure of a what-if's fit
}

// Operation is how a claim follows from the rows.
type Operation string

const (
	Value      Operation = "value" // it stands in the rows
	Count      Operation = "count"
	Sum        Operation = "sum"
	Mean       Operation = "mean"
	Median     Operation = "median"
	Minimum    Operation = "minimum"
	Maximum    Operation = "maximum"
	Difference Operation = "difference"
	Ratio      Operation = "ratio"
	Change     Operation = "change" // in percent
	Share      Operation = "share"
	Rank       Operation = "rank"
	Trend      Operation = "trend"
	Fit        Operation = "fit"   // a correlation
	Scope      Operation = "scope" // the question or its reading says it: "top 5", "in 2025"
)
