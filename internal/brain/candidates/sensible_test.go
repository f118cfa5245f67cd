package candidates

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

func TestNothingIsTestedForTwice(t *testing.T) {
	s := braintest.Ask(t, "x")
	city := s.At("customer", "city")
	spoken := equals(city, "Oslo")
	spoken.Right.Value.Stored = false // words of the question, beside a stored value
	oslo := &form.Value{Kind: form.Text, Text: "Oslo"}
	for name, c := range map[string]struct {
		where *form.Cond
		want  bool
	}{
		"one value":          {equals(city, "Oslo"), true},
		"either of two":      {&form.Cond{Op: form.Or, Args: []*form.Cond{equals(city, "Oslo"), equals(city, "Rome")}}, true},
		"either of one":      {&form.Cond{Op: form.Or, Args: []*form.Cond{equals(city, "Oslo"), spoken}}, false},
		"a list of the same": {&form.Cond{Op: form.AnyOf, Left: city, Values: []*form.Value{oslo, oslo}}, false},
	} {
		if got := isSensible(t, s.Index, &form.Query{Select: []*form.Expr{s.At("customer", "name")}, Where: c.where}); got != c.want {
			t.Errorf("%s is sensible: %t, want %t", name, got, c.want)
		}
	}
}

// The names of customers whose name is Smith tell nobody anything.
func TestMoreIsShownThanTheConditions(t *testing.T) {
	s := braintest.Ask(t, "x")
	city, name := s.At("customer", "city"), s.At("customer", "name")
	both := &form.Cond{Op: form.And, Args: []*form.Cond{equals(city, "Oslo"), equals(name, "Smith")}}
	either := &form.Cond{Op: form.Or, Args: []*form.Cond{equals(city, "Oslo"), equals(city, "Rome")}}
	for what, c := range map[string]struct {
		shown []*form.Expr
		where *form.Cond
		want  bool
	}{
		"a column that is tested":        {[]*form.Expr{name}, equals(name, "Smith"), false},
		"one that is tested with others": {[]*form.Expr{name}, both, false},
		"two that are tested":            {[]*form.Expr{name, city}, both, false},
		"one that is not":                {[]*form.Expr{name, city}, equals(name, "Smith"), true},
		"which of two":                   {[]*form.Expr{city}, either, true},
		"a number of rows":               {[]*form.Expr{{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}}, equals(name, "Smith"), true},
		"everything":                     {[]*form.Expr{name}, nil, true},
	} {
		if got := isSensible(t, s.Index, &form.Query{Select: c.shown, Where: c.where}); got != c.want {
			t.Errorf("%s is sensible: %t, want %t", what, got, c.want)
		}
	}
}

// Revenue of one region is not revenue.
func TestAPartOfATermDoesNotHaveItsName(t *testing.T) {
	s := braintest.Ask(t, "x")
	part, whole := braintest.Sum(&form.Expr{Op: form.If, Args: []*form.Expr{s.At("orders", "net_sales")}, If: equals(s.At("customer", "region"), "North")}), braintest.Sum(s.At("orders", "net_sales"))
	part.As, whole.As = "revenue", "revenue"
	hold(t, s.Index, &form.Query{Select: []*form.Expr{part, whole}}, s.Asked, "names of parts")
	if part.As != "" || whole.As != "revenue" {
		t.Errorf("%q and %q", part.As, whole.As)
	}
}

func TestNoFigureIsComparedWithItself(t *testing.T) {
	s := braintest.Ask(t, "x")
	net, gross := braintest.Sum(s.At("orders", "net_sales")), braintest.Sum(s.At("orders", "gross_sales"))
	for _, c := range []struct {
		figure *form.Expr
		want   bool
	}{
		{&form.Expr{Op: form.Change, Args: []*form.Expr{net, gross}}, true},
		{&form.Expr{Op: form.Change, Args: []*form.Expr{net, braintest.Sum(s.At("orders", "net_sales"))}}, false},
		{&form.Expr{Op: form.Mul, Args: []*form.Expr{net, net}}, true},
	} {
		if got := isSensible(t, s.Index, &form.Query{Select: []*form.Expr{c.figure}}); got != c.want {
			t.Errorf("%s of the same is sensible: %t", c.figure.Op, got)
		}
	}
}

// No number and no identifier is called by a name, where types are kept to.
func TestWordsThatAColumnHasNoRoomFor(t *testing.T) {
	for _, c := range []struct {
		dialect, column, text string
		stored, want          bool
	}{
		{"duckdb", "net_sales", "ada", false, false},
		{"duckdb", "net_sales", "12.50", false, true},
		{"duckdb", "order_date", "ada", false, true}, // nothing is known of dates
		{"duckdb", "net_sales", "none", true, true},
		{"sqlite", "net_sales", "ada", false, true},
	} {
		s := braintest.Ask(t, "x")
		s.Index.Dialect = c.dialect
		where := equals(s.At("orders", c.column), c.text)
		where.Right.Value.Stored = c.stored
		if got := isSensible(t, s.Index, &form.Query{Select: []*form.Expr{s.At("orders", "id")}, Where: where}); got != c.want {
			t.Errorf("%s = %q of %s is sensible: %t", c.column, c.text, c.dialect, got)
		}
	}
}
