package method

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Profile says what data are like and what is odd about them: values that are
// missing, blank, placeholders, out of range or written in several ways; rows that
// are there twice; keys that lead to no row; days without rows. Outliers are values
// more than three interquartile ranges beyond the quartiles; of amounts that are all
// above zero, also more than the third power of the quartiles' ratio. Findings are
// ranked by how serious they are, then by how many rows they concern.
var Profile = Method{
	Name:  "profile",
	About: "what data are like and what is odd about them: missing, repeated, orphaned, suspicious",
	Run:   profile,
}

// ProfileArguments say what the tables of the steps hold.
type ProfileArguments struct {
	Tables      []ProfiledTable `json:"tables"`
	Only        []string        `json:"only,omitempty"`    // kinds of findings; all where none is named
	Today       string          `json:"today,omitempty"`   // 2025-12-31
	Columns     bool            `json:"columns,omitempty"` // columns are listed, too
	Left        int             `json:"left,omitempty"`    // tables that there was no room for
	LeftColumns int             `json:"left_columns,omitempty"`
}

// ProfiledTable is a step of one row: the number of rows as n, and for the first
// column c1_filled, c1_distinct, c1_least and more.
type ProfiledTable struct {
	Name       string           `json:"name"`
	Step       string           `json:"step"`
	PrimaryKey bool             `json:"primary_key,omitempty"`
	Columns    []ProfiledColumn `json:"columns"`
}

// ProfiledColumn is a column of it.
type ProfiledColumn struct {
	Name    string      `json:"name"`
	Kind    ProfileKind `json:"kind"`
	Measure bool        `json:"measure,omitempty"` // a number that is added up or averaged
	Level   bool        `json:"level,omitempty"`   // its sums mean nothing, as those of temperatures
	Key     bool        `json:"key,omitempty"`
	Names   bool        `json:"names,omitempty"` // its name says that each value is of one thing
	Ahead   bool        `json:"ahead,omitempty"` // its dates may lie in the future
}

// ProfileKind is what a column holds.
type ProfileKind string

const (
	ProfileText   ProfileKind = "text"
	ProfileNumber ProfileKind = "number"
	ProfileTime   ProfileKind = "time"
	ProfileYear   ProfileKind = "year"
	ProfileFlag   ProfileKind = "flag"
	ProfileOther  ProfileKind = "other"
)

// Kinds of findings.
const (
	FindingOrphans     = "orphans"
	FindingDuplicates  = "duplicate rows"
	FindingRepeated    = "repeated identifiers"
	FindingGap         = "gaps in time"
	FindingMissing     = "missing values"
	FindingEmpty       = "empty column"
	FindingBlank       = "blank texts"
	FindingPlaceholder = "placeholder values"
	FindingEarly       = "placeholder dates"
	FindingFuture      = "dates in the future"
	FindingNegative    = "negative values"
	FindingOutliers    = "outliers"
	FindingVariants    = "spelling variants"
	FindingConstant    = "always the same value"
	findingColumn      = "column"
	findingTable       = "table"
)

const (
	colSeverity = "severity"
	colTable    = "table"
	colColumn   = "column"
	colFinding  = "finding"
	colShareOf  = "percent"
	colDistinct = "distinct"
	colLeast    = "least"
	colGreatest = "greatest"
	colDetail   = "detail"
)

type severity int

const (
	noted severity = iota // no finding
	low
	medium
	high
)

var severityNames = []string{"info", "low", "medium", "high"}

// profileFinding is something that was found.
type profileFinding struct {
	severity severity
	table    string
	column   string
	kind     string
	rows     float64
	share    float64 // percent of the rows; NaN where there is none
	detail   string
	stats    columnStats
}

// columnStats are what is known of a column.
type columnStats struct {
	ProfiledColumn
	of       map[string]table.Value
	rows     float64
	filled   float64
	distinct float64 // NaN where it was not counted
}

func (c columnStats) number(what string) float64 {
	x, ok := c.of[what].Float64()
	if !ok {
		return 0
	}
	return x
}

func (c columnStats) text(what string) string {
	v, ok := c.of[what]
	if !ok || v.IsNull() {
		return ""
	}
	const longest = 40
	text := []rune(v.String())
	if len(text) > longest {
		return string(text[:longest]) + "…"
	}
	return string(text)
}

func profile(_ context.Context, in Input) (*Output, error) {
	a := ProfileArguments{}
	if err := arguments(in, &a); err != nil {
		return nil, err
	}
	var found []profileFinding
	sizes := map[string]float64{}
	keyed := map[string]bool{}
	var order []string
	var columns []columnStats
	for _, t := range a.Tables {
		list, err := columnsOf(t, in.Table(t.Step))
		if err != nil {
			return nil, err
		}
		for _, c := range list {
			if _, ok := sizes[t.Name]; !ok {
				order = append(order, t.Name)
			}
			sizes[t.Name], keyed[t.Name] = c.rows, t.PrimaryKey
			for _, f := range judgeColumn(c) {
				f.table, f.column, f.stats = t.Name, c.Name, c
				found = append(found, f)
			}
		}
		columns = append(columns, list...)
	}
	for _, n := range in.Tables {
		switch {
		case strings.HasPrefix(n.Name, "duplicates_"):
			found = append(found, judgeDuplicates(n.Table, sizes, keyed)...)
		case strings.HasPrefix(n.Name, "orphans_"):
			found = append(found, judgeOrphans(n.Table)...)
		case strings.HasPrefix(n.Name, "days_"):
			found = append(found, judgeDays(n.Table)...)
		}
	}
	if len(a.Only) > 0 {
		found = slices.DeleteFunc(found, func(f profileFinding) bool { return !slices.Contains(a.Only, f.kind) })
	}
	slices.SortStableFunc(found, func(x, y profileFinding) int {
		return cmp.Or(cmp.Compare(y.severity, x.severity), cmp.Compare(y.rows, x.rows), cmp.Compare(x.table, y.table), cmp.Compare(x.column, y.column), cmp.Compare(x.kind, y.kind))
	})
	return a.output(found, order, sizes, columns), nil
}

// columnsOf reads the one row of a step.
func columnsOf(t ProfiledTable, from *table.Table) ([]columnStats, error) {
	if from == nil || len(from.Rows) != 1 {
		return nil, fault.New(fault.BadData, "the step %s gave no row about %s", t.Step, t.Name).WithHint("ask again")
	}
	at := map[string]table.Value{}
	for i, c := range from.Columns {
		at[c.Name] = from.Rows[0][i]
	}
	n, _ := at["n"].Float64()
	var list []columnStats
	for i, c := range t.Columns {
		s := columnStats{ProfiledColumn: c, of: map[string]table.Value{}, rows: n, distinct: math.NaN()}
		prefix := fmt.Sprintf("c%d_", i+1)
		for name, v := range at {
			if what, ok := strings.CutPrefix(name, prefix); ok {
				s.of[what] = v
			}
		}
		s.filled = s.number("filled")
		if _, ok := s.of["distinct"]; ok {
			s.distinct = s.number("distinct")
		}
		list = append(list, s)
	}
	return list, nil
}

func (a ProfileArguments) output(found []profileFinding, order []string, sizes map[string]float64, columns []columnStats) *Output {
	s := newSheet(textColumn(colSeverity, "severity", meaning.RoleDimension), textColumn(colTable, "table", meaning.RoleDimension), textColumn(colColumn, "column", meaning.RoleDimension), textColumn(colFinding, "finding", meaning.RoleDimension),
		numberColumn(colRows, "rows", "", 0), numberColumn(colShareOf, "percent of the rows", "%", 2), numberColumn(colDistinct, "different values", "", 0), textColumn(colLeast, "least", meaning.RoleDetail), textColumn(colGreatest, "greatest", meaning.RoleDetail), textColumn(colDetail, "detail", meaning.RoleDetail))
	const most = 200
	shown := found[:min(len(found), most)]
	for _, f := range shown {
		distinct := math.NaN()
		if f.stats.Name != "" {
			distinct = f.stats.distinct
		}
		s.add(severityNames[f.severity], f.table, f.column, f.kind, f.rows, f.share, distinct, f.stats.text("least"), f.stats.text("greatest"), f.detail)
	}
	if a.Columns {
		for _, c := range columns {
			s.add(severityNames[noted], order[0], c.Name, findingColumn, c.filled, percentOf(c.filled, c.rows), c.distinct, c.text("least"), c.text("greatest"), "rows that have a value")
		}
	}
	sized := map[string]int{}
	for _, name := range order {
		sized[name] = s.add(severityNames[noted], name, "", findingTable, sizes[name], math.NaN(), math.NaN(), "", "", "all rows")
	}
	out := &Output{Table: s.table, Meaning: s.meaning(meaning.RowGroup, "finding", "findings"), Chart: &chart.Plan{Kind: chart.Table}}
	w := &story.Writer{}
	a.tell(w, s, shown, order, sized)
	out.Story = w.Story()
	out.Assumptions = []string{"outliers are more than three interquartile ranges beyond the quartiles, in amounts above zero by their ratio too",
		"a finding is something to look at: what is a mistake and what is meant so, only people who know the data can tell"}
	if len(found) > most {
		out.Caveats = append(out.Caveats, fmt.Sprintf("There are %d findings; the %d most serious are listed.", len(found), most))
	}
	if a.Left > 0 {
		out.Caveats = append(out.Caveats, fmt.Sprintf("The database has more tables than fit into one profile: the %d smallest were not looked at. Ask for a profile of each.", a.Left))
	}
	if a.LeftColumns > 0 {
		out.Caveats = append(out.Caveats, fmt.Sprintf("%d columns of very wide tables were not looked at.", a.LeftColumns))
	}
	return out
}

func (a ProfileArguments) tell(w *story.Writer, s *sheet, shown []profileFinding, order []string, sized map[string]int) {
	what := "these data"
	if len(order) == 1 {
		what = order[0]
		w.Say("The table %s has %s rows.", order[0], s.cite(sized[order[0]], colRows))
	}
	if len(shown) == 0 {
		if len(a.Only) > 0 {
			w.Say("No %s were found in %s.", strings.Join(a.Only, " or "), what)
			return
		}
		w.Say("Nothing odd was found in %s.", what)
		return
	}
	rows := make([]int, len(shown))
	for i := range rows {
		rows[i] = i
	}
	noun := "things are"
	if len(rows) == 1 {
		noun = "thing is"
	}
	w.Say("%s %s worth a look.", story.Cite(number(float64(len(rows)), 0), story.Count, colFinding, rows...), noun)
	const told = 4
	for row, f := range shown[:min(told, len(shown))] {
		if row > 0 && f.severity < medium && shown[0].severity >= medium {
			break
		}
		w.Say("%s.", begin(f.sentence(s, row)))
	}
}

// begin writes the first word of a sentence with a capital, unless it is cited.
func begin(p story.Prose) story.Prose {
	for i := range p {
		if p[i].Text == "" {
			continue
		}
		if p[i].From == nil {
			p[i].Text = fault.Begin(p[i].Text)
		}
		break
	}
	return p
}

// sentence says a finding, without the full stop.
func (f profileFinding) sentence(s *sheet, row int) story.Prose {
	of := "the table " + f.table
	if f.column != "" {
		of = "the column " + f.column + " of " + f.table
	}
	n := s.cite(row, colRows)
	share := story.Prose{}
	if !math.IsNaN(f.share) {
		share = story.Compose(" (%s)", s.cite(row, colShareOf))
	}
	rows, have, are := "rows", "have", "are"
	if f.rows == 1 {
		rows, have, are = "row", "has", "is"
	}
	switch f.kind {
	case FindingOrphans:
		return story.Compose("%s %s%s of %s %s a %s that %s", n, rows, share, f.table, have, f.column, f.detail)
	case FindingDuplicates:
		return story.Compose("%s %s%s of %s %s there again, %s", n, rows, share, f.table, are, f.detail)
	case FindingGap:
		return story.Compose("the table %s has gaps in time, %s in all: %s", f.table, n, f.detail)
	case FindingVariants:
		return story.Compose("%s has values that differ from others only by case or by spaces, %s in all", of, n)
	case FindingEmpty:
		return story.Compose("%s is empty in all %s rows", of, n)
	case FindingConstant:
		return story.Compose("%s has the same value in all %s rows", of, n)
	}
	if f.detail != "" {
		return story.Compose("%s has %s in %s %s%s: %s", of, f.kind, n, rows, share, f.detail)
	}
	return story.Compose("%s has %s in %s %s%s", of, f.kind, n, rows, share)
}
