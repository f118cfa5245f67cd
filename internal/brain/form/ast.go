// Package form is the intermediate form between a question and SQL: what is
// asked, free of any engine's way to write it. Tables and columns are numbers of
// a database's index (column 0 is *). How tables are joined is left to the
// renderer, which knows the keys; a form names only the tables that matter.
//
// A form has two shapes: the tree in this file, and a sequence of tokens
// (tokens.go) that the neural decoder writes. Grammar (grammar.go) keeps every
// sequence readable, Write and Read turn one shape into the other.
package form

import "github.com/plumbdata/plumb/internal/brain/span"

// Query is one select with what may follow it.
type Query struct {
	Tables   []int  // in ascending order; tables that only bridge others may be left out
	Keep     int    // the table that keeps rows without a match, or NoTable
	Joins    []Join // pairs that hold where the keys would not lead to them
	Distinct bool
	Select   []*Expr
	Where    *Cond
	Group    []*Expr
	Having   *Cond
	Order    []Order
	Limit    *Value  // a number
	Place    *Value  // a number, instead of a limit: only the row at this place of the order, 2 for the second
	Per      []*Expr // the limit holds within each of these: the top three per region
	Once     int     // the column whose rows of one value count as one row, or 0; set after reading, no token says it
	Set      SetOp
	Other    *Query // the right side of Set
	Plain    *Plain `json:"-"` // what this was made of, where terms of documents were put into it
	// Included are rows that those who ask leave out by a rule, and that they asked for in
	// this conversation, by the rule's text.
	Included []string `json:"-"`
}

// Plain is a query before the definitions of terms went into it: what a
// follow-up changes, and what is read out where a definition would be too long.
type Plain struct {
	Query *Query
	Terms []string // their names
}

// NoTable stands where no table does.
const NoTable = -1

// Join says that two columns are equal.
type Join struct{ Left, Right int }

// Order is one key of an order.
type Order struct {
	By   *Expr
	Desc bool
}

// SetOp combines two queries.
type SetOp string

const (
	NoSet     SetOp = ""
	Union     SetOp = "union"
	Intersect SetOp = "intersect"
	Except    SetOp = "except"
)

// Expr is a value that is computed from a row or a group.
type Expr struct {
	Op       Op
	Column   int  // of Column
	Via      int  // of Column: the key column that leads to its table, 0 for the plain join
	Distinct bool // of Count, Sum and Avg
	Named    bool `json:",omitempty"` // of Weekday: Monday, not 1; set after reading, no token says it
	// Years are those of the people who ask, of Quarter and Year; set after reading.
	Years span.Years `json:",omitzero"`
	As    string     `json:",omitempty"` // what the person calls it, where a document defines that; set after reading
	Cuts  []Cut      `json:",omitempty"` // of Band, instead of a width: the bands that a question lists; set after reading
	Args  []*Expr    // operands in order
	Value *Value     // of Literal; the amount of Percentile and Moving, the width of Band
	If    *Cond      // of If: the operand counts only where this holds
	Query *Query     // of Scalar
}

// Cut is one of several bands that follow each other.
type Cut struct {
	Below   string // the number that it ends before; "" of the last one
	Through bool   // it ends with that number
	Label   string
}

// Op is what an expression does.
type Op string

const (
	Column  Op = "column"  // a stored column; Column 0 is *, in Count
	Literal Op = "literal" // a number or text
	Today   Op = "today"   // the date of the clock
	Groups  Op = "groups"  // inside Count only: the number of groups the query makes
	Scalar  Op = "scalar"  // a query of one value

	// Aggregates. One inside another is taken over the groups of the query:
	// avg(sum(x)) with a group is the average of the groups' sums, and the query
	// then has one row.
	Count      Op = "count"
	Max        Op = "max"
	Min        Op = "min"
	Sum        Op = "sum"
	Avg        Op = "avg"
	Median     Op = "median"
	Percentile Op = "percentile" // nearest rank; Value says which, 0 to 100
	Stdev      Op = "stdev"      // of a sample
	Corr       Op = "corr"       // Pearson's, of two operands

	Add Op = "add"
	Sub Op = "sub"
	Mul Op = "mul"
	Div Op = "div" // never integer division; null when the divisor is zero

	Band Op = "band" // the multiple of Value at or below the operand: ages by ten

	Pct    Op = "pct"    // 100 a / b
	Change Op = "change" // 100 (a - b) / b: from b to a

	// Parts of a date.
	Day      Op = "day"     // 2025-03-31
	Week     Op = "week"    // the Monday
	Month    Op = "month"   // 2025-03
	Quarter  Op = "quarter" // 2025-Q1
	Year     Op = "year"    // 2025
	MonthNum Op = "monthnum"
	Weekday  Op = "weekday" // 0 is Sunday
	Hour     Op = "hour"

	// Time from the second operand to the first.
	Days    Op = "days"
	Hours   Op = "hours"
	Minutes Op = "minutes"
	Months  Op = "months"
	Years   Op = "years"

	// Over the rows of the result.
	Share   Op = "share"   // percent of the sum over all rows
	ShareIn Op = "sharein" // percent of the sum over rows with the same second operand
	Running Op = "running" // sum so far, in the order of the time group
	Moving  Op = "moving"  // mean of the last Value rows, in the order of the time group
	Prev    Op = "prev"    // the value of the row before, in the order of the time group
	Growth  Op = "growth"  // percent change from the row before
	Rank    Op = "rank"    // 1 is the largest

	If    Op = "if"    // the operand where If holds, else nothing
	Lower Op = "lower" // text without difference of case
	Row   Op = "row"   // several columns side by side, on the left of In; made after reading, no token says it
)

// Cond is a condition: And and Or have Args, the others test Left.
type Cond struct {
	Op     CondOp
	Args   []*Cond
	Left   *Expr
	Right  *Expr    // of a comparison; of AsOf the column that ends the validity (Left begins it)
	Values []*Value // of Between (two), AnyOf, NoneOf, Like…, During, AsOf (one; none means today)
	Query  *Query   // of In and NotIn
}

// CondOp is what a condition tests.
type CondOp string

const (
	And CondOp = "and"
	Or  CondOp = "or"

	Equal        CondOp = "="
	NotEqual     CondOp = "!="
	Less         CondOp = "<"
	Greater      CondOp = ">"
	LessEqual    CondOp = "<="
	GreaterEqual CondOp = ">="

	Between       CondOp = "between"
	AnyOf         CondOp = "anyof"
	NoneOf        CondOp = "noneof"
	In            CondOp = "in"
	NotIn         CondOp = "notin" // rows where the inner query yields null do not count against it
	IsNull        CondOp = "isnull"
	NotNull       CondOp = "notnull"
	Contains      CondOp = "contains"
	StartsWith    CondOp = "startswith"
	EndsWith      CondOp = "endswith"
	Matches       CondOp = "matches" // equal without difference of case
	NotContains   CondOp = "notcontains"
	NotStartsWith CondOp = "notstartswith"
	NotEndsWith   CondOp = "notendswith"
	NotMatches    CondOp = "notmatches"

	During    CondOp = "during" // a date or time lies in the period
	NotDuring CondOp = "notduring"
	AsOf      CondOp = "asof" // valid on a day: Left <= day, and Right is null or >= day
)

// Value is a literal.
type Value struct {
	Kind   ValueKind
	Text   string      // the number's digits or the text
	Stored bool        // the text is stored so in the database; else it is what the question says
	Period span.Period // of Period
}

// ValueKind is what a literal is.
type ValueKind string

const (
	Text   ValueKind = "text"
	Number ValueKind = "number"
	Period ValueKind = "period"
)
