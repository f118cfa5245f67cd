// Package meaning describes what a statement returns, as data: which rows it
// keeps, what a row of its result is, and what each column holds. Whoever
// narrates, draws, extends or checks a result reads it here, never from the
// text of the statement or from words that Plumb itself wrote.
//
// A Meaning is made in one place, brain/render, from the form of a question or
// of a statement that was read back. It is stored in cells as JSON, so fields
// are only ever added.
package meaning

import (
	"slices"
	"time"
)

// Meaning is what one statement says.
type Meaning struct {
	Row     Row      `json:"row"`
	Columns []Column `json:"columns,omitempty"` // in the order of the result
	Filters []Filter `json:"filters,omitempty"` // all of them hold
	Order   []Order  `json:"order,omitempty"`
	Limit   Limit    `json:"limit,omitzero"`
	// Set is true where the statement combines the rows of several queries: the
	// columns are described as the first has them, and only filters that all of
	// them have are listed.
	Set bool `json:"set,omitempty"`
	// Partial is true where some of the statement could not be described: what is
	// not said here may hold all the same.
	Partial bool `json:"partial,omitempty"`
}

// Named is the meaning of a result whose columns have these names. Where their
// number is another one, what is said of columns is left out: nobody knows which
// they are of.
func (m *Meaning) Named(columns []string) *Meaning {
	if m == nil {
		return nil
	}
	named := *m
	if len(columns) != len(m.Columns) {
		named.Columns, named.Order = nil, slices.Clone(m.Order)
		for i := range named.Order {
			named.Order[i].Column = -1
		}
		return &named
	}
	named.Columns = slices.Clone(m.Columns)
	for i, name := range columns {
		named.Columns[i].Name = name
	}
	return &named
}

// Combine makes the meaning of a query that of a set operation of which it is the
// first operand. Order and limit of an operand are not those of all rows.
func (m *Meaning) Combine(others ...*Meaning) {
	m.Set, m.Order, m.Limit = true, nil, Limit{}
	for _, o := range others {
		m.Filters = slices.DeleteFunc(m.Filters, func(f Filter) bool {
			return o == nil || !slices.ContainsFunc(o.Filters, func(g Filter) bool { return f.Column == g.Column && f.Text == g.Text })
		})
	}
}

// Lists is true for a statement that shows stored values, and no figure of several
// rows.
func (m *Meaning) Lists() bool {
	return m != nil && (m.Row.Kind == RowRecord || m.Row.Kind == RowValue)
}

// Column is what the column of a name holds; nil where that is not known.
func (m *Meaning) Column(name string) *Column {
	if m == nil || name == "" {
		return nil
	}
	if i := slices.IndexFunc(m.Columns, func(c Column) bool { return c.Name == name }); i >= 0 {
		return &m.Columns[i]
	}
	return nil
}

// Record is what each row of the result is, one and several, where the result
// holds every record that fulfils the filters; "" where it does not, or where
// that is not known.
func (m *Meaning) Record() (one, many string) {
	if m == nil || m.Partial || m.Row.Kind != RowRecord || m.Set || m.Limit.Rows > 0 || m.Limit.Place > 0 {
		return "", ""
	}
	return m.Row.Noun, m.Row.Plural
}

// Row is what a row of the result is.
type Row struct {
	Kind   RowKind `json:"kind,omitempty"`
	Noun   string  `json:"noun,omitempty"` // singular: "order", of a record or of what is counted
	Plural string  `json:"plural,omitempty"`
	Table  string  `json:"table,omitempty"` // whose rows are records
}

// RowKind is what a row stands for.
type RowKind string

const (
	RowRecord RowKind = "record" // a row of a table, as it is stored
	RowGroup  RowKind = "group"  // a group of rows
	RowTotal  RowKind = "total"  // all rows that were kept
	RowValue  RowKind = "value"  // a different value of some columns
)

// Column is what a column of the result holds.
type Column struct {
	Name       string     `json:"name,omitempty"` // in the result
	Label      string     `json:"label"`          // in words: "revenue", "region"
	Role       Role       `json:"role"`
	Aggregate  Aggregate  `json:"aggregate,omitempty"`
	Distinct   bool       `json:"distinct,omitempty"` // values that occur several times count once
	Unit       string     `json:"unit,omitempty"`     // EUR, kg, %, days
	Additivity Additivity `json:"additivity,omitempty"`
	Grain      Grain      `json:"grain,omitempty"`    // of a time
	Entity     string     `json:"entity,omitempty"`   // singular: what it describes ("region") or counts ("order")
	Origins    []Origin   `json:"origins,omitempty"`  // stored columns that it is computed from
	Period     *Period    `json:"period,omitempty"`   // that this column alone is limited to
	Coverage   *Coverage  `json:"coverage,omitempty"` // of a time with a grain, or of the time of Period
	Part       *Part      `json:"part,omitempty"`     // of a share
	Duration   *Duration  `json:"duration,omitempty"` // of a time between two others
	Change     bool       `json:"change,omitempty"`   // compares with another period or row
	Running    bool       `json:"running,omitempty"`  // adds up from row to row
	Term       string     `json:"term,omitempty"`     // the defined term that it is
}

// Role is what a column is for.
type Role string

const (
	RoleMeasure   Role = "measure"   // a figure
	RoleDimension Role = "dimension" // whose figures they are
	RoleTime      Role = "time"      // of when they are
	RoleKey       Role = "key"       // an identifier
	RoleDetail    Role = "detail"    // something else that is stored
)

// Aggregate is how a measure sums up rows.
type Aggregate string

const (
	Count      Aggregate = "count"
	Sum        Aggregate = "sum"
	Avg        Aggregate = "avg"
	Median     Aggregate = "median"
	Percentile Aggregate = "percentile"
	Stdev      Aggregate = "stdev"
	Min        Aggregate = "min"
	Max        Aggregate = "max"
	Ratio      Aggregate = "ratio"   // of two aggregates
	Percent    Aggregate = "percent" // the same, times 100
	Other      Aggregate = "other"
)

// Additivity is across what the values of a measure may be added up.
type Additivity string

const (
	Additive     Additivity = "additive"
	SemiAdditive Additivity = "semi-additive" // across groups, not across time: stock, headcount
	NonAdditive  Additivity = "non-additive"  // rates, averages, distinct counts
)

// Grain is the unit of time that a column or period is in.
type Grain string

const (
	Hour     Grain = "hour" // of the day
	Day      Grain = "day"
	Weekday  Grain = "weekday"
	Week     Grain = "week"
	Month    Grain = "month"
	MonthNum Grain = "month number" // of the year
	Quarter  Grain = "quarter"
	Half     Grain = "half"
	Year     Grain = "year"
)

// Origin is a stored column.
type Origin struct {
	Table  string `json:"table,omitempty"`
	Column string `json:"column"`
}

// Period is a stretch of time. End is the first moment after it; either may be
// zero.
type Period struct {
	Start time.Time `json:"start,omitzero"`
	End   time.Time `json:"end,omitzero"`
	Grain Grain     `json:"grain,omitempty"` // that it is a whole one of: a month, a year
	Name  string    `json:"name,omitempty"`  // "March 2025", where it has one
	Every string    `json:"every,omitempty"` // of one that comes again: "Mondays", "December"
}

// NeedsWhole reports whether the figure of a part of a period is less than that of
// all of it: sums and counts, and changes of them. An average is not.
func (c Column) NeedsWhole() bool {
	return c.Additivity == Additive || c.Aggregate == Count || c.Change
}

// Coverage is from which day to which the data tell of something, so that a period
// that begins before or ends after is known in part.
type Coverage struct {
	First time.Time `json:"first"`
	Last  time.Time `json:"last"`
	Slack int       `json:"slack,omitempty"` // days without data that say nothing, as data do not come every day
}

// CutsStart reports whether a period begins before the data, so that its sums lack
// something. End is the first moment after it.
func (c *Coverage) CutsStart(start, end time.Time) bool {
	return c != nil && !start.IsZero() && c.lacks(days(start, c.First), start, end)
}

// CutsEnd reports whether a period goes on after the data.
func (c *Coverage) CutsEnd(start, end time.Time) bool {
	return c != nil && !end.IsZero() && c.lacks(days(c.Last, end)-1, start, end)
}

// lacks reports whether so many missing days of a period matter: a day of a month
// does not, nor does a week of a year.
func (c *Coverage) lacks(missing int, start, end time.Time) bool {
	ignored := c.Slack
	if length := days(start, end); !start.IsZero() && !end.IsZero() && length >= 28 {
		ignored = max(ignored, 1, length/50)
	}
	return missing > ignored
}

func days(from, to time.Time) int {
	day := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	return int(day(to).Sub(day(from)).Hours() / 24)
}

// Part says what a percentage is of: the rows of Entity for which Condition
// holds, or what these add up to.
type Part struct {
	Entity    string `json:"entity"` // plural
	Condition string `json:"condition"`
	Who       string `json:"who,omitempty"` // the name that the condition asks for: West
	Of        string `json:"of,omitempty"`  // what is added up: sales
}

// Duration is the time from one moment to another.
type Duration struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Filter is one condition that all rows of the result fulfil.
type Filter struct {
	Column  Origin   `json:"column,omitzero"`
	Label   string   `json:"label,omitempty"` // of what is tested, in words
	Entity  string   `json:"entity,omitempty"`
	Op      Op       `json:"op"`
	Values  []string `json:"values,omitempty"`
	Period  *Period  `json:"period,omitempty"` // of Within and NotWithin
	Text    string   `json:"text"`             // the condition in words: "region is North", "in 2025", "without orders"
	OfGroup bool     `json:"of_group,omitempty"`
	// OwnTime is true of a period that the rows themselves happened in, so that
	// Text need not say of which time it is: orders in 2025, but doctors in 2016
	// (hire date).
	OwnTime bool `json:"own_time,omitempty"`
	// Coverage is that of the column of Period.
	Coverage *Coverage `json:"coverage,omitempty"`
}

// Op is what a filter tests.
type Op string

const (
	Equal     Op = "="
	NotEqual  Op = "!="
	Less      Op = "<"
	LessEq    Op = "<="
	Greater   Op = ">"
	GreaterEq Op = ">="
	Between   Op = "between"
	AnyOf     Op = "any of"
	NoneOf    Op = "none of"
	Known     Op = "known"
	Unknown   Op = "unknown"
	Like      Op = "like" // contains, begins or ends with
	NotLike   Op = "not like"
	Within    Op = "within" // lies in the period
	NotWithin Op = "not within"
	Related   Op = "related" // has rows in another table; Text says "with orders"
	Unrelated Op = "unrelated"
	Compound  Op = "compound" // several conditions, one of which holds; or a comparison of two columns
)

// Order is one key of the order of the rows.
type Order struct {
	Column int    `json:"column"` // its place in Columns, -1 where it is not shown
	Label  string `json:"label"`
	Desc   bool   `json:"desc,omitempty"`
	Of     Role   `json:"of,omitempty"`     // what is ordered: a measure, a time, a name
	Things string `json:"things,omitempty"` // of a count, or a total of what is counted: what the first have most of, "orders"
}

// Limit is how many rows are taken. The zero Limit takes all.
type Limit struct {
	Rows  int      `json:"rows,omitempty"`
	Place int      `json:"place,omitempty"` // only the row at this place: 2 for the second
	Per   []string `json:"per,omitempty"`   // within each of these, by label
}
