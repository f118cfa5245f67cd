// Package chart decides how a result is shown: which chart fits a question and
// its rows, whether a foreign specification is valid and safe, and what a
// renderer needs to draw it.
//
// A Plan says what to draw; it becomes Vega-Lite for pages and pictures, and a
// terminal draws it directly. A specification never contains or loads data: rows
// are bound by name.
package chart

import "time"

// Kind is what a chart looks like.
type Kind string

const (
	Table     Kind = "table" // no chart says more than the rows
	Value     Kind = "value" // one row of figures, set large
	Bar       Kind = "bar"
	Line      Kind = "line"
	Area      Kind = "area"
	Scatter   Kind = "scatter"
	Histogram Kind = "histogram"
	Heatmap   Kind = "heatmap"
	Pie       Kind = "pie"
)

// Period is how long the steps of a time axis are.
type Period string

const (
	NoPeriod Period = "" // not a time axis
	Year     Period = "year"
	Quarter  Period = "quarter"
	Month    Period = "month"
	Week     Period = "week"
	Day      Period = "day"
	Hour     Period = "hour"
	Minute   Period = "minute"
	Second   Period = "second"
)

// Order is in which order the values of X stand.
type Order string

const (
	ByRow       Order = ""           // as the rows come: the query ordered them
	ByX         Order = "x"          // by X itself: time, numbers, or Ranks
	ByValueDown Order = "value_desc" // by the first measure, largest first
)

// Style is how numbers of the measure are written.
type Style string

const (
	Plain    Style = ""         // 1,234.5
	Short    Style = "short"    // 1.2k, 3.4M, 5.6B
	Fraction Style = "fraction" // 0.25 is 25%
	Percent  Style = "percent"  // 25 is 25%
)

// Format is how the numbers of an axis are written.
type Format struct {
	Style    Style `json:"style,omitempty"`
	Decimals int   `json:"decimals,omitempty"` // after the point, at most; of the shortened number too
}

// Bins are the intervals of a histogram: the first begins at Start, each is
// Step wide, and the end of one belongs to the next. The last one holds its
// own end.
type Bins struct {
	Start float64 `json:"start"`
	Step  float64 `json:"step"`
	Count int     `json:"count"`
}

// Whole is a stretch of time. From is the first moment of it, and To the first
// moment after; either may be zero.
type Whole struct {
	From time.Time `json:"from,omitzero"`
	To   time.Time `json:"to,omitzero"`
}

// Plan is a chart in the reader's terms. Columns are named as the result names
// them; where a name occurs twice, the first is meant.
type Plan struct {
	Kind  Kind   `json:"kind"`
	Title string `json:"title,omitempty"` // in plain words, such as "Revenue by month"

	// X is the category, time or number along which the chart runs; the slices
	// of a pie; what a histogram counts; the name beside a value, if it has one.
	X      string `json:"x,omitempty"`
	XTitle string `json:"x_title,omitempty"`
	// Y are the measures; more than one means a series for each. A histogram
	// has none. A heat map has one, shown as shade. The columns of a value are
	// shown beside each other, and may be of any kind.
	Y      []string `json:"y,omitempty"`
	YTitle string   `json:"y_title,omitempty"`
	// Series is the column that tells several series apart, or the vertical
	// axis of a heat map.
	Series      string `json:"series,omitempty"`
	SeriesTitle string `json:"series_title,omitempty"`

	// Period is the step of X where X is time: a date, a timestamp, a text such
	// as 2025-03 or 2025-Q1, or a number that is a year. TimeOf reads it.
	Period Period `json:"period,omitempty"`
	// XNumber says that X is a measured number on a continuous axis.
	XNumber bool `json:"x_number,omitempty"`

	Order Order `json:"order,omitempty"`
	// Ranks is the natural order of X where it is neither alphabet nor number:
	// the months by name, the days of the week.
	Ranks []string `json:"ranks,omitempty"`
	// XCount is how many different values X has.
	XCount int `json:"x_count,omitempty"`
	// Limit is how many values of X are drawn, after ordering; 0 means all.
	// Where there are series, values are ordered by the total of theirs.
	Limit int `json:"limit,omitempty"`
	// SeriesLimit is how many series are drawn, those with the largest totals
	// of the first measure; 0 means all.
	SeriesLimit int `json:"series_limit,omitempty"`
	// Repeats says that X has values which occur in several rows; each row is a
	// mark of its own, and labels are numbered.
	Repeats bool `json:"repeats,omitempty"`

	Horizontal bool `json:"horizontal,omitempty"` // bars lie, for long or many labels
	Stacked    bool `json:"stacked,omitempty"`    // series stand on each other, not side by side
	// Zero says that the axis of the measure begins at zero. Bars and areas
	// always do; a line whose values differ little does not.
	Zero bool `json:"zero,omitempty"`

	// Note says what a reader must know of the marks: which periods are partial.
	Note string `json:"note,omitempty"`
	// Whole bounds the periods that the data tell of in full, where others are
	// drawn, too: those are marked.
	Whole *Whole `json:"whole,omitempty"`

	XFormat Format `json:"x_format,omitzero"` // where XNumber, and in a histogram
	YFormat Format `json:"y_format,omitzero"`
	Bins    *Bins  `json:"bins,omitempty"` // of a histogram
}
