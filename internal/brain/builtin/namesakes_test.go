package builtin

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// A name of two columns has its key once, behind both.
func TestAKeyIsShownOnce(t *testing.T) {
	s := script(t, "x")
	name, city := s.column("customer", "name"), s.column("customer", "city")
	of := &s.ix.Tables[s.ix.Columns[name].Table]
	of.Display = []int{name, city}
	s.ix.Columns[name].Distinct, s.ix.Columns[city].Distinct = 10, 5
	q, err := readback.Convert(s.ix, "SELECT name, city FROM customer", today)
	if err != nil {
		t.Fatal(err)
	}
	both := &table.Table{Columns: []table.Column{{Name: "name", Kind: table.Text}, {Name: "city", Kind: table.Text}}}
	for range 2 {
		both.Rows = append(both.Rows, table.Row{table.NewText("Ann"), table.NewText("Oslo")})
	}
	one := &candidates.Candidate{Query: q, Mass: 1, Result: both}
	s.ForPeople().findNamesakes(unhurried(t), []*candidates.Candidate{one}, today)
	var shown []int
	for _, e := range one.Figured.Select {
		shown = append(shown, e.Column)
	}
	if want := []int{name, city, of.PrimaryKey[0]}; !slices.Equal(shown, want) {
		t.Errorf("%v is shown, want %v", shown, want)
	}
}

// Of those with the same first name, who has the whole name of somebody counts;
// and what hundreds of rows are called is a kind, not a name.
func TestNamesakesShareTheWholeName(t *testing.T) {
	const per = "SELECT COUNT(*) FROM orders o JOIN customer c ON c.id = o.customer_id WHERE c.name = 'Ann'"
	for _, c := range []struct {
		name, sql string
		display   []string
		distinct  int
		note      string
	}{
		{"the whole name", per + " AND c.city = 'Oslo'", []string{"name", "city"}, 10, ""},
		{"a part of it", per, []string{"name", "city"}, 10, "3 customers are called Ann, and all of them count"},
		{"a kind", per, []string{"name"}, 2, ""},
	} {
		s := script(t, "x")
		s.run = census{}
		of := &s.ix.Tables[s.ix.Columns[s.column("customer", "name")].Table]
		of.Display, of.Rows = nil, 100
		for _, d := range c.display {
			of.Display = append(of.Display, s.column("customer", d))
			s.ix.Columns[s.column("customer", d)].Distinct = c.distinct
		}
		q, err := readback.Convert(s.ix, c.sql, today)
		if err != nil {
			t.Fatal(err)
		}
		one := &candidates.Candidate{Query: q, Mass: 1}
		s.ForPeople().findNamesakes(unhurried(t), []*candidates.Candidate{one}, today)
		if got := strings.Join(one.Namesakes, "; "); got != c.note {
			t.Errorf("%s: %q, want %q", c.name, got, c.note)
		}
	}
}

// census is a database in which three customers are called Ann, one of them in
// Oslo.
type census struct{}

func (census) Query(_ context.Context, sql string, _ source.Limits) (*table.Reader, guard.Statement, error) {
	n := int64(1)
	if strings.Contains(sql, "'Ann'") && !strings.Contains(sql, "'Oslo'") {
		n = 3
	}
	t := &table.Table{Columns: []table.Column{{Name: "n", Kind: table.Int}}, Rows: []table.Row{{table.NewInt(n)}}}
	return t.Reader(), guard.Statement{}, nil
}

func resultOf(list ...string) *table.Table {
	t := &table.Table{Columns: []table.Column{{Name: "name", Kind: table.Text}}}
	for _, n := range list {
		t.Rows = append(t.Rows, table.Row{table.NewText(n)})
	}
	return t
}

func TestNamesakes(t *testing.T) {
	const per = " FROM orders o JOIN customer c ON c.id = o.customer_id"
	for _, c := range []struct {
		name, sql string
		result    *table.Table
		note      string
		key       bool
	}{
		{"a condition", "SELECT COUNT(*)" + per + " WHERE c.name = 'Ann'", nil, "3 customers are called Ann, and all of them count", false},
		{"a name of one alone", "SELECT COUNT(*)" + per + " WHERE c.name = 'Bo'", nil, "", false},
		{"the first of them", "SELECT c.name" + per + " GROUP BY c.id, c.name ORDER BY COUNT(*) DESC LIMIT 1", resultOf("Ann"), "3 customers are called Ann; this is one of them", false},
		{"a name twice", "SELECT c.name" + per + " GROUP BY c.id, c.name ORDER BY COUNT(*) DESC LIMIT 3", resultOf("Ann", "Bo", "Ann"), "", true},
		{"each name once", "SELECT c.name" + per + " GROUP BY c.id, c.name ORDER BY COUNT(*) DESC LIMIT 3", resultOf("Ann", "Bo"), "", false},
		{"rows with a name twice", "SELECT name FROM customer WHERE city = 'Oslo'", resultOf("Ann", "Ann"), "", true},
		{"a row for each name", "SELECT c.name, COUNT(*)" + per + " GROUP BY c.name", resultOf("Ann", "Bo"), "", false},
	} {
		s := script(t, "x")
		s.run = census{}
		of := &s.ix.Columns[s.column("customer", "name")]
		of.Distinct, s.ix.Tables[of.Table].Display = 10, []int{s.column("customer", "name")}
		q, err := readback.Convert(s.ix, c.sql, today)
		if err != nil {
			t.Fatal(err)
		}
		one := &candidates.Candidate{Query: q, Mass: 1, Result: c.result}
		s.ForPeople().findNamesakes(unhurried(t), []*candidates.Candidate{one}, today)
		if got := strings.Join(one.Namesakes, "; "); got != c.note {
			t.Errorf("%s: %q, want %q", c.name, got, c.note)
		}
		key := one.Figured != nil && slices.ContainsFunc(one.Figured.Select, func(e *form.Expr) bool { return e.Column == s.column("customer", "id") })
		if key != c.key {
			t.Errorf("%s: the key is shown: %t\n%s", c.name, key, one.FiguredSQL)
		}
	}
}
