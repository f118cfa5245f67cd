package candidates

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

func TestFiguresThatMeanNothing(t *testing.T) {
	s := braintest.Ask(t, "x")
	region, sales := s.At("customer", "region"), s.At("orders", "net_sales")
	median := &form.Expr{Op: form.Median, Args: []*form.Expr{sales}}
	for what, c := range map[string]struct {
		query *form.Query
		want  bool
	}{
		"the median of what it is by": {&form.Query{Select: []*form.Expr{sales, median}, Group: []*form.Expr{sales}}, false},
		"the median by something":     {&form.Query{Select: []*form.Expr{region, median}, Group: []*form.Expr{region}}, true},
		"sales times sales":           {&form.Query{Select: []*form.Expr{braintest.Sum(&form.Expr{Op: form.Mul, Args: []*form.Expr{sales, s.At("orders", "gross_sales")}})}}, false},
	} {
		if got := isSensible(t, s.Index, c.query); got != c.want {
			t.Errorf("%s is sensible: %t, want %t", what, got, c.want)
		}
	}
}

// Of 1980 or 2020, and 1980, 2000 or 2020, the longer list is meant.
func TestTheLongerListCounts(t *testing.T) {
	s := braintest.Ask(t, "x")
	city := s.At("customer", "city")
	either := func(names ...string) *form.Cond {
		c := &form.Cond{Op: form.Or}
		for _, n := range names {
			c.Args = append(c.Args, equals(city, n))
		}
		return c
	}
	c := &Case{Candidate: &Candidate{Query: &form.Query{Where: form.AllOf([]*form.Cond{either("Oslo", "Rome"), either("Oslo", "Bonn", "Rome")})}}, Index: s.Index, Asked: s.Asked}
	dropPartsOfLists(c)
	if where := c.Query.Where; where.Op != form.Or || len(where.Args) != 3 {
		t.Errorf("what is left is %+v", where)
	}
}

func TestWhatIsComparedIsKeptApart(t *testing.T) {
	for question, want := range map[string]bool{"compare sales in Oslo and Rome by month": true, "sales in Oslo and Rome by month": false} {
		s := braintest.Ask(t, question)
		city := s.At("customer", "city")
		month := &form.Expr{Op: form.Month, Args: []*form.Expr{s.At("orders", "order_date")}}
		q := &form.Query{Select: []*form.Expr{month, braintest.Sum(s.At("orders", "net_sales"))}, Group: []*form.Expr{month},
			Where: &form.Cond{Op: form.AnyOf, Left: city, Values: []*form.Value{{Kind: form.Text, Text: "Oslo"}, {Kind: form.Text, Text: "Rome"}}}}
		c := &Case{Candidate: &Candidate{Query: q}, Index: s.Index, Asked: s.Asked}
		if got := compared(c) != nil; got != want {
			t.Errorf("%s: kept apart %v", question, got)
		}
		if want {
			if keepApart(c); len(q.Group) != 2 || len(q.Select) != 3 {
				t.Errorf("%s: %d groups and %d columns", question, len(q.Group), len(q.Select))
			}
		}
	}
}
