package candidates

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/table"
)

func column(n int) *form.Expr { return &form.Expr{Op: form.Column, Column: n} }

func TestTextsAreNoAmounts(t *testing.T) {
	ix := &index.Index{Dialect: "duckdb", Tables: []index.Table{{Name: "players", Columns: []int{1, 2}}}, Columns: []index.Column{{Table: -1},
		{Name: "weight", Kind: index.Text, Type: table.Text}, {Name: "height", Kind: index.Number, Type: table.Int}}}
	ninety := &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Number, Text: "90"}}
	for name, c := range map[string]struct {
		q    *form.Query
		want int
	}{
		"average of texts":   {&form.Query{Select: []*form.Expr{{Op: form.Avg, Args: []*form.Expr{column(1)}}}}, 1},
		"average of numbers": {&form.Query{Select: []*form.Expr{{Op: form.Avg, Args: []*form.Expr{column(2)}}}}, 0},
		"texts over 90":      {&form.Query{Select: []*form.Expr{column(2)}, Where: &form.Cond{Op: form.Greater, Left: column(1), Right: ninety}}, 1},
		"numbers over 90":    {&form.Query{Select: []*form.Expr{column(2)}, Where: &form.Cond{Op: form.Greater, Left: column(2), Right: ninety}}, 0},
		"the last of texts":  {&form.Query{Select: []*form.Expr{{Op: form.Max, Args: []*form.Expr{column(1)}}}}, 0},
	} {
		if got := textAmount(ix, c.q); got != c.want {
			t.Errorf("%s: column %d, want %d", name, got, c.want)
		}
	}
	ix.Dialect = "sqlite"
	if got := textAmount(ix, &form.Query{Select: []*form.Expr{{Op: form.Sum, Args: []*form.Expr{column(1)}}}}); got != 0 {
		t.Error("SQLite adds up texts that are numbers")
	}
}

func TestNamesAreToldApart(t *testing.T) {
	ix := &index.Index{Tables: []index.Table{{Name: "lines", Columns: []int{1, 2, 3}, Entities: []index.Entity{{Key: 1, Noun: "customer", Attributes: []int{2}}}}},
		Columns: []index.Column{{Table: -1}, {Words: []string{"customer", "number"}, Kind: index.Text, Distinct: 219}, {Words: []string{"customer", "name"}, Kind: index.Text, Distinct: 109}, {Words: []string{"revenue"}, Kind: index.Number}}}
	q := &form.Query{Tables: []int{0}, Select: []*form.Expr{column(2), {Op: form.Sum, Args: []*form.Expr{column(3)}}}, Group: []*form.Expr{column(2)}}
	if shown := withKey(ix, q); len(shown.Group) != 2 || len(shown.Select) != 3 || shown.Select[1].Column != 1 {
		t.Errorf("customers with the same name are one: %+v", shown)
	}
	ix.Columns[2].Distinct = 219
	if shown := withKey(ix, q); shown != q {
		t.Error("names that nobody shares need no key")
	}
}

func TestAllParentsCount(t *testing.T) {
	ix := &index.Index{Tables: []index.Table{{Name: "issues", Columns: []int{1}}, {Name: "comments", Columns: []int{2}}},
		Columns: []index.Column{{Table: -1}, {Name: "id", Table: 0}, {Name: "issue_id", Table: 1}}, Keys: []index.Key{{From: []int{2}, To: []int{1}}}}
	rows := &form.Expr{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}
	different := &form.Expr{Op: form.Count, Distinct: true, Args: []*form.Expr{column(2)}}
	q := &form.Query{Tables: []int{1}, Keep: form.NoTable, Select: []*form.Expr{{Op: form.Div, Args: []*form.Expr{rows, different}}}}
	if shown := withAllParents(ix, q); shown == q || shown.Select[0].Args[1].Op != form.Scalar || shown.Select[0].Args[1].Query.Tables[0] != 0 {
		t.Errorf("issues without comments do not count: %+v", shown)
	}
	q.Where = &form.Cond{Op: form.NotNull, Left: column(2)}
	if shown := withAllParents(ix, q); shown != q {
		t.Error("under a condition, nobody knows which issues are meant")
	}
}

func TestFallsAreNoRises(t *testing.T) {
	in := func(year int) *form.Expr {
		period := &form.Value{Kind: form.Period, Period: span.Period{Start: time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), End: time.Date(year+1, 1, 1, 0, 0, 0, 0, time.UTC)}}
		return &form.Expr{Op: form.Sum, Args: []*form.Expr{{Op: form.If, Args: []*form.Expr{column(3)}, If: &form.Cond{Op: form.During, Left: column(2), Values: []*form.Value{period}}}}}
	}
	ask := func(words string) *Case {
		rise := &form.Expr{Op: form.Sub, Args: []*form.Expr{in(2023), in(2022)}}
		q := &form.Query{Select: []*form.Expr{column(1), rise}, Group: []*form.Expr{column(1)}, Order: []form.Order{{By: rise, Desc: true}}, Limit: &form.Value{Kind: form.Number, Text: "1"}}
		asked := &link.Question{}
		for _, w := range strings.Fields(words) {
			asked.Words = append(asked.Words, span.Word{Text: w})
		}
		return &Case{Candidate: &Candidate{Query: q}, Asked: asked}
	}
	c := ask("which country had the biggest drop")
	if ranksRises(c) == nil {
		t.Fatal("the greatest rise comes first")
	}
	if rankFalls(c); ranksRises(c) != nil || !c.Query.Order[0].Desc || c.Query.Select[1].Args[0].Args[0].If.Values[0].Period.Start.Year() != 2022 {
		t.Errorf("not turned: %+v", c.Query.Select[1])
	}
	if ranksRises(ask("which country had the biggest increase")) != nil {
		t.Error("a rise is turned")
	}
}

func TestTheGreatestChangeIsRankedByTheChange(t *testing.T) {
	sum := &form.Expr{Op: form.Sum, Args: []*form.Expr{column(3)}}
	change := &form.Expr{Op: form.Sub, Args: []*form.Expr{sum, {Op: form.Prev, Args: []*form.Expr{sum}}}}
	month := &form.Expr{Op: form.Month, Args: []*form.Expr{column(2)}}
	for words, desc := range map[string]bool{"in which month did sales drop the most": false, "in which month did sales grow the most": true} {
		asked := &link.Question{}
		for _, w := range strings.Fields(words) {
			asked.Words = append(asked.Words, span.Word{Text: w})
		}
		c := &Case{Candidate: &Candidate{Query: &form.Query{Select: []*form.Expr{month, sum, change}, Group: []*form.Expr{month},
			Order: []form.Order{{By: sum, Desc: true}}, Limit: &form.Value{Kind: form.Number, Text: "1"}}}, Asked: asked}
		if shownRise(c) == nil {
			t.Fatal(words)
		}
		if rankByRise(c); c.Query.Order[0].By != change || c.Query.Order[0].Desc != desc || ranksRises(c) != nil {
			t.Errorf("%s: %+v", words, c.Query.Order[0])
		}
	}
}
