package candidates

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

// asking is a form as an answer to a question.
func asking(ix *index.Index, words string, q *form.Query) *Case {
	asked := &link.Question{}
	for _, w := range strings.Fields(words) {
		asked.Words = append(asked.Words, span.Word{Text: w})
	}
	return &Case{Candidate: &Candidate{Query: q}, Index: ix, Asked: asked}
}

func call(op form.Op, args ...*form.Expr) *form.Expr { return &form.Expr{Op: op, Args: args} }

// Running totals beside what each day adds: columns 2 and 3, by country 4 and date 1.
var epidemic = &index.Index{Tables: []index.Table{{Name: "cases", Columns: []int{1, 2, 3, 4}}}, Columns: []index.Column{{Table: -1},
	{Name: "date", Kind: index.Time}, {Name: "confirmed", Kind: index.Number, Measure: true}, {Name: "cumulative_confirmed", Kind: index.Number}, {Name: "country", Kind: index.Text}}}

func TestOnADayIsTheRunningTotal(t *testing.T) {
	day := span.Period{Start: time.Date(2021, 12, 31, 0, 0, 0, 0, time.UTC), End: time.Date(2022, 1, 1, 0, 0, 0, 0, time.UTC), Grain: span.Day}
	year := span.Period{Start: day.Start.AddDate(0, -11, -30), End: day.End, Grain: span.Year}
	in := func(p span.Period) *form.Cond {
		return &form.Cond{Op: form.During, Left: column(1), Values: []*form.Value{{Kind: form.Period, Period: p}}}
	}
	latest := &form.Cond{Op: form.Equal, Left: column(1), Right: &form.Expr{Op: form.Scalar, Query: &form.Query{Tables: []int{0}, Select: []*form.Expr{call(form.Max, column(1))}}}}
	for words, c := range map[string]struct {
		where *form.Cond
		want  int
	}{
		"how many confirmed on 31 December":      {in(day), 3},
		"how many new confirmed on 31 December":  {in(day), 2},
		"how many confirmed in 2021":             {in(year), 2},
		"confirmed by country at the last count": {latest, 3},
	} {
		k := asking(epidemic, words, &form.Query{Tables: []int{0}, Select: []*form.Expr{call(form.Sum, column(2))}, Where: c.where})
		if useRunningTotals(k); k.Query.Select[0].Args[0].Column != c.want {
			t.Errorf("%s: column %d, want %d", words, k.Query.Select[0].Args[0].Column, c.want)
		}
	}
}

func TestRisesOfTotalsAreAddedUp(t *testing.T) {
	for name, c := range map[string]struct {
		words string
		rise  *form.Expr
		want  bool
	}{
		"of the total":           {"cases by month", call(form.Sub, call(form.Max, column(3)), call(form.Prev, call(form.Max, column(3)))), true},
		"over a time":            {"cases in May", call(form.Sub, call(form.Max, column(3)), call(form.Min, column(3))), true},
		"of what a day adds":     {"new cases by day", call(form.Sub, call(form.Sum, column(2)), call(form.Prev, call(form.Sum, column(2)))), true},
		"a change from day to …": {"how did the cases of a day change", call(form.Sub, call(form.Sum, column(2)), call(form.Prev, call(form.Sum, column(2)))), false},
	} {
		k := asking(epidemic, c.words, &form.Query{Tables: []int{0}, Select: []*form.Expr{c.rise}})
		if addUpRises(k); (c.rise.Op == form.Sum && c.rise.Args[0].Column == 2) != c.want {
			t.Errorf("%s: %+v", name, c.rise)
		}
	}
}

func TestTheWorldIsNoCountry(t *testing.T) {
	s := &schema.Snapshot{Dialect: "duckdb", Tables: []schema.Table{{Name: "stats", Columns: []schema.Column{
		{Name: "Country Name", Kind: table.Text}, {Name: "gdp", Kind: table.Int, Role: schema.Measure}}}}}
	names := []string{"World", "High income", "Sub-Saharan Africa"}
	for i := range 25 {
		names = append(names, fmt.Sprintf("Land %d", i))
	}
	ix, err := index.Build(t.Context(), s, kenneltest.Values{"stats.Country Name": names})
	if err != nil {
		t.Fatal(err)
	}
	ranked := func() *form.Query {
		return &form.Query{Tables: []int{0}, Select: []*form.Expr{column(1), column(2)}, Order: []form.Order{{By: column(2), Desc: true}}}
	}
	k := asking(ix, "top 5 countries by gdp", ranked())
	n, groups := groupsAmong(k)
	if n != 1 || len(groups) != 3 || groups[0].Text != "World" {
		t.Fatalf("column %d, %d groups", n, len(groups))
	}
	if leaveOutGroups(k); k.Query.Where == nil || k.Query.Where.Op != form.NoneOf || len(k.Assumed) != 1 {
		t.Errorf("%+v", k.Query.Where)
	}
	if n, _ := groupsAmong(k); n != 0 {
		t.Error("they are left out twice")
	}
	if n, _ := groupsAmong(asking(ix, "the highest gdp", ranked())); n != 0 {
		t.Error("the question is not about countries")
	}
}

func TestNoIsNotUnknown(t *testing.T) {
	ix := &index.Index{Tables: []index.Table{{Columns: []int{1}}}, Columns: []index.Column{{Table: -1}, {Name: "loan", Kind: index.Text, Enum: []index.Value{{Text: "Yes"}, {Text: "No"}, {Text: "unknown"}}}}}
	for words, want := range map[string]string{"customers who have no loan": "No", "customers whose loan is unknown": "unknown"} {
		value := &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Text, Text: "unknown", Stored: true}}
		k := asking(ix, words, &form.Query{Tables: []int{0}, Where: &form.Cond{Op: form.Equal, Left: column(1), Right: value}})
		if sayNo(k); k.Query.Where.Right.Value.Text != want {
			t.Errorf("%s: %s, want %s", words, k.Query.Where.Right.Value.Text, want)
		}
	}
}

func TestFewNumbersNeedNoBands(t *testing.T) {
	ix := &index.Index{Tables: []index.Table{{Columns: []int{1, 2}}}, Columns: []index.Column{{Table: -1}, {Name: "products", Kind: index.Number, Distinct: 4}, {Name: "age", Kind: index.Number, Distinct: 60}}}
	for words, want := range map[string][]int{"customers by number of products": {1}, "customers by products in bands": nil} {
		bands := []*form.Expr{call(form.Band, column(1)), call(form.Band, column(2))}
		var got []int
		for _, e := range needlessBands(asking(ix, words, &form.Query{Tables: []int{0}, Select: bands})) {
			got = append(got, e.Args[0].Column)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", words, got, want)
		}
	}
}

// Figures by agency and by its name are one reading, that of the column which the question
// names.
func TestFiguresUnderTwoNamesAreOneReading(t *testing.T) {
	ix := &index.Index{Tables: []index.Table{{Columns: []int{1, 2}}}, Columns: []index.Column{{Table: -1}, {Words: []string{"agency", "name"}, Kind: index.Text}, {Words: []string{"agency"}, Kind: index.Text}}}
	found := func(n int, names ...string) *Candidate {
		t := &table.Table{Columns: []table.Column{{Name: "name", Kind: table.Text}, {Name: "n", Kind: table.Int}}}
		for i, name := range names {
			t.Rows = append(t.Rows, table.Row{table.NewText(name), table.NewInt(int64(10 * (i + 1)))})
		}
		return &Candidate{SQL: names[0], Result: t, Query: &form.Query{Tables: []int{0}, Select: []*form.Expr{column(n), call(form.Count, column(0))}, Group: []*form.Expr{column(n)}}}
	}
	long, short := found(1, "Police", "Parks", "Health"), found(2, "NYPD", "DPR", "DOHMH")
	long.Mass, short.Mass = 0.4, 0.3
	JoinSameToPeople(ix, asking(ix, "requests by agency", nil).Asked, []*Candidate{long, short})
	if long.Mass != 0 || short.Mass < 0.69 {
		t.Errorf("%f and %f", long.Mass, short.Mass)
	}
}

func TestMatchesOfATeamAreOnBothSides(t *testing.T) {
	s := &schema.Snapshot{Dialect: "duckdb", Tables: []schema.Table{{Name: "matches", Columns: []schema.Column{
		{Name: "HomeTeam", Kind: table.Text}, {Name: "AwayTeam", Kind: table.Text}, {Name: "home_goals", Kind: table.Int, Role: schema.Measure}}}}}
	ix, err := index.Build(t.Context(), s, kenneltest.Values{"matches.HomeTeam": {"Leeds", "York"}, "matches.AwayTeam": {"Leeds", "York"}})
	if err != nil {
		t.Fatal(err)
	}
	for words, c := range map[string]struct {
		figure *form.Expr
		both   bool
	}{
		"how many matches did Leeds play": {call(form.Count, column(0)), true},
		"home matches of Leeds":           {call(form.Count, column(0)), false},
		"goals of Leeds":                  {call(form.Sum, column(3)), false},
	} {
		leeds := &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Text, Text: "Leeds", Stored: true}}
		k := asking(ix, words, &form.Query{Tables: []int{0}, Select: []*form.Expr{c.figure}, Where: &form.Cond{Op: form.Equal, Left: column(1), Right: leeds}})
		if takeBothSides(k); (k.Query.Where.Op == form.Or) != c.both {
			t.Errorf("%s: %+v", words, k.Query.Where)
		}
	}
}
