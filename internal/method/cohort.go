package method

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Cohort is retention: those whose first event is in the same period are a cohort, and
// the share of it that has an event k periods later is what remains. Only periods that
// the data cover from their first to their last day count. Over all cohorts, the share
// after k periods is that of all members of the cohorts that are old enough.
var Cohort = Method{
	Name:  "cohort",
	About: "which part of those who came in a period is there in later periods",
	Run:   cohort,
}

// CohortArguments say what the table of cohorts is about. It has a row for each cohort
// and period with the number of members that had an event.
type CohortArguments struct {
	Noun   string `json:"noun"`
	Plural string `json:"plural"`
	Event  string `json:"event"` // one of what they do: order
	Grain  string `json:"grain"`
	First  string `json:"first"` // the first and the last day of the data
	Last   string `json:"last"`
	// From and Until are the days between which cohorts are asked for; "" for all.
	From  string `json:"from,omitempty"`
	Until string `json:"until,omitempty"`
}

const (
	colCohort  = "cohort"
	colMembers = "members"
	colEver    = "ever_back"
	// maxLater is how many periods later are shown.
	maxLater   = 12
	maxCohorts = 60
)

func cohort(_ context.Context, in Input) (*Output, error) {
	var a CohortArguments
	if err := arguments(in, &a); err != nil {
		return nil, err
	}
	t := in.Table("cohorts")
	if t == nil || len(t.Columns) != 3 {
		return nil, fault.New(fault.BadData, "the table of cohorts is missing").WithHint("ask again")
	}
	periods, err := fullPeriods(a.Grain, a.First, a.Last)
	if err != nil {
		return nil, err
	}
	if len(periods) < 2 {
		return nil, fault.New(fault.EmptyResult, "the data cover %d full %ss, and retention needs two", len(periods), a.Grain).WithHint("ask for retention by a shorter period, such as by week")
	}
	at := map[string]int{}
	for i, p := range periods {
		at[p.label] = i
	}
	counts := make([][]float64, len(periods)) // by cohort and periods later
	for i := range counts {
		counts[i] = make([]float64, len(periods)-i)
	}
	for _, row := range t.Rows {
		c, ok := at[row[0].String()]
		p, full := at[row[1].String()]
		if n, is := row[2].Float64(); ok && full && is && p >= c {
			counts[c][p-c] = n
		}
	}
	ever := make([]float64, len(periods))
	if r := in.Table("returned"); r != nil {
		for _, row := range r.Rows {
			if c, ok := at[row[0].String()]; ok {
				ever[c], _ = row[1].Float64()
			}
		}
	}
	return a.output(periods, counts, ever)
}

// calendarPeriod is a period as SQL labels it, with its first day.
type calendarPeriod struct {
	label string
	start time.Time
}

// fullPeriods are those that lie between two days as a whole.
func fullPeriods(grain, first, last string) ([]calendarPeriod, error) {
	from, err := time.Parse(time.DateOnly, first)
	to, err2 := time.Parse(time.DateOnly, last)
	if err != nil || err2 != nil {
		return nil, fault.New(fault.BadData, "the days %q and %q of the data cannot be read", first, last).WithHint("ask again")
	}
	end := to.AddDate(0, 0, 1)
	var list []calendarPeriod
	for start := periodStart(grain, from); start.Before(end); start = nextPeriod(grain, start) {
		if !start.Before(from) && !nextPeriod(grain, start).After(end) {
			list = append(list, calendarPeriod{periodLabel(grain, start), start})
		}
	}
	return list, nil
}

func periodStart(grain string, day time.Time) time.Time {
	y, m, d := day.Date()
	switch grain {
	case "week":
		d -= (int(day.Weekday()) + 6) % 7
	case "month":
		d = 1
	case "quarter":
		m, d = m-(m-1)%3, 1
	case "year":
		m, d = 1, 1
	}
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

func nextPeriod(grain string, start time.Time) time.Time {
	switch grain {
	case "week":
		return start.AddDate(0, 0, 7)
	case "month":
		return start.AddDate(0, 1, 0)
	case "quarter":
		return start.AddDate(0, 3, 0)
	case "year":
		return start.AddDate(1, 0, 0)
	}
	return start.AddDate(0, 0, 1)
}

// periodLabel is a period as the statements of Plumb name it.
func periodLabel(grain string, start time.Time) string {
	switch grain {
	case "month":
		return start.Format("2006-01")
	case "quarter":
		return fmt.Sprintf("%d-Q%d", start.Year(), (start.Month()+2)/3)
	case "year":
		return strconv.Itoa(start.Year())
	}
	return start.Format(time.DateOnly)
}

func (a *CohortArguments) output(periods []calendarPeriod, counts [][]float64, ever []float64) (*Output, error) {
	var kept []int
	for i, p := range periods {
		day := p.start.Format(time.DateOnly)
		if counts[i][0] > 0 && (a.From == "" || day >= a.From && day < a.Until) {
			kept = append(kept, i)
		}
	}
	if len(kept) == 0 {
		return nil, fault.New(fault.EmptyResult, "no %s has its first %s in these periods", a.Noun, a.Event).WithHint("choose periods that the data cover, from %s to %s", a.First, a.Last)
	}
	later := min(maxLater, len(periods)-1-kept[0])
	if later == 0 {
		return nil, fault.New(fault.EmptyResult, "the data end with the first %s of these %s", a.Grain, a.Plural).WithHint("ask for an earlier %s", a.Grain)
	}
	t, m := a.columns(later)
	if len(kept) > 1 {
		t.Rows = append(t.Rows, a.row("all", kept, counts, ever, later))
	}
	for _, c := range kept[max(0, len(kept)-maxCohorts):] {
		t.Rows = append(t.Rows, a.row(periods[c].label, []int{c}, counts, ever, later))
	}
	out := &Output{Table: t, Meaning: m, Story: a.tell(t, later, len(kept) > 1), Chart: &chart.Plan{Kind: chart.Table}}
	out.Assumptions = []string{fmt.Sprintf("a cohort is the %s whose first %s is in the same %s; only %ss count that the data cover as a whole", a.Plural, a.Event, a.Grain, a.Grain),
		fmt.Sprintf("the share of all after some %ss is that of the cohorts that are old enough", a.Grain)}
	out.Caveats = []string{"Later cohorts had less time to come back."}
	if kept[0] == 0 {
		out.Caveats = append(out.Caveats, fmt.Sprintf("The data begin on %s: who came before that counts as new in the first %s.", a.First, a.Grain))
	}
	return out, nil
}

func (a *CohortArguments) columns(later int) (*table.Table, *meaning.Meaning) {
	t := &table.Table{Columns: []table.Column{{Name: colCohort, Kind: table.Text}, {Name: colMembers, Kind: table.Int}, {Name: colEver, Kind: table.Float}}}
	percent := func(name, label string) meaning.Column {
		return meaning.Column{Name: name, Label: label, Role: meaning.RoleMeasure, Unit: "%", Additivity: meaning.NonAdditive}
	}
	m := &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowGroup, Noun: "cohort", Plural: "cohorts"}, Partial: true, Columns: []meaning.Column{
		{Name: colCohort, Label: "cohort", Role: meaning.RoleDimension, Entity: "cohort"}, {Name: colMembers, Label: a.Plural, Role: meaning.RoleMeasure, Additivity: meaning.NonAdditive},
		percent(colEver, "back in any later "+a.Grain)}}
	for k := 1; k <= later; k++ {
		t.Columns = append(t.Columns, table.Column{Name: a.after(k), Kind: table.Float})
		m.Columns = append(m.Columns, percent(a.after(k), fmt.Sprintf("%d %s later", k, a.plural(k))))
	}
	return t, m
}

// row is one cohort, or several together: of these, each share is of those that are
// old enough.
func (a *CohortArguments) row(name string, cohorts []int, counts [][]float64, ever []float64, later int) table.Row {
	var members, returned float64
	for _, c := range cohorts {
		members, returned = members+counts[c][0], returned+ever[c]
	}
	row := table.Row{table.NewText(name), table.NewInt(int64(members)), percentOf(returned, members)}
	for k := 1; k <= later; k++ {
		var still, of float64
		for _, c := range cohorts {
			if k < len(counts[c]) {
				still, of = still+counts[c][k], of+counts[c][0]
			}
		}
		row = append(row, percentOf(still, of))
	}
	return row
}

func (a *CohortArguments) after(k int) string { return fmt.Sprintf("%s_%d", a.Grain, k) }

func (a *CohortArguments) plural(k int) string {
	if k == 1 {
		return a.Grain
	}
	return a.Grain + "s"
}

// tell says what remains of all cohorts, and which cohort stays most and least.
func (a *CohortArguments) tell(t *table.Table, later int, several bool) story.Story {
	w := &story.Writer{}
	w.Say("%s %s had their first %s in these %ss; %s of them had another one in a later %s.", cite(t, 0, colMembers, 0, ""), a.Plural, a.Event, a.Grain, cite(t, 0, colEver, 1, "%"), a.Grain)
	w.Say("One %s later, %s are there.", a.Grain, cite(t, 0, a.after(1), 1, "%"))
	if k := min(later, 6); k > 1 {
		w.Say("%s %s later, it is %s.", fault.Begin(english.SpellNumber(k)), a.plural(k), cite(t, 0, a.after(k), 1, "%"))
	}
	if !several {
		return w.Story()
	}
	if best, worst := a.extremes(t); best > 0 && worst > 0 && best != worst {
		w.Say("After one %s, the cohort %s keeps most, %s, and %s the fewest, %s.", a.Grain, t.Rows[best][0], cite(t, best, a.after(1), 1, "%"), t.Rows[worst][0], cite(t, worst, a.after(1), 1, "%"))
	}
	return w.Story()
}

// extremes are the rows of the cohorts that keep most and fewest after one period. Small
// cohorts say little.
func (a *CohortArguments) extremes(t *table.Table) (best, worst int) {
	const few = 30
	high, low := math.Inf(-1), math.Inf(1)
	at := slices.IndexFunc(t.Columns, func(c table.Column) bool { return strings.EqualFold(c.Name, a.after(1)) })
	for i, row := range t.Rows[1:] {
		x, ok := row[at].Float64()
		if n, _ := row[1].Float64(); !ok || n < few {
			continue
		}
		if x > high {
			best, high = i+1, x
		}
		if x < low {
			worst, low = i+1, x
		}
	}
	return best, worst
}
