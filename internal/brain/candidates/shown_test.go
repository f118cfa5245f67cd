package candidates

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

func TestRankingsShowWhatTheyRankBy(t *testing.T) {
	const per = " FROM orders o JOIN customer c ON c.id = o.customer_id GROUP BY c.id, c.name ORDER BY "
	for sql, more := range map[string]bool{
		"SELECT c.name" + per + "SUM(o.net_sales) DESC LIMIT 5":                   true,
		"SELECT c.name" + per + "COUNT(*) DESC":                                   true,
		"SELECT c.name, SUM(o.net_sales)" + per + "SUM(o.net_sales) DESC LIMIT 5": false,
		"SELECT id FROM orders ORDER BY net_sales DESC LIMIT 3":                   true,
		"SELECT id FROM orders ORDER BY order_date DESC LIMIT 1":                  true,
		"SELECT id FROM orders ORDER BY order_date":                               false,
		"SELECT name FROM customer ORDER BY name":                                 false,
		"SELECT name FROM customer ORDER BY id":                                   false,
		"SELECT DISTINCT customer_id FROM orders ORDER BY net_sales DESC":         false,
		"SELECT SUM(net_sales) FROM orders":                                       false,
	} {
		s := braintest.Ask(t, "x")
		q, err := readback.Convert(s.Index, sql, braintest.Today)
		if err != nil {
			t.Fatal(err)
		}
		shown := withFigure(s.Index, q)
		if got := len(shown.Select) > len(q.Select); got != more {
			t.Errorf("%s: one column more: %t, want %t", sql, got, more)
		}
		if _, _, err := render.Render(s.Index, render.SQLite, shown, braintest.Today); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

func TestListsOfFiguresSayWhatTheyAreOf(t *testing.T) {
	ix, err := index.Build(t.Context(), &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{{Name: "dog", Rows: 30, PrimaryKey: []string{"id"},
		Columns: []schema.Column{{Name: "id", Kind: table.Int}, {Name: "name", Kind: table.Text}, {Name: "weight", Kind: table.Decimal}}}}}, braintest.Values{})
	if err != nil {
		t.Fatal(err)
	}
	for sql, want := range map[string]string{
		"SELECT weight FROM dog":                    "SELECT name, weight FROM dog",
		"SELECT weight FROM dog ORDER BY weight":    "",
		"SELECT weight FROM dog WHERE name = 'Rex'": "",
		"SELECT AVG(weight) FROM dog":               "",
		"SELECT DISTINCT weight FROM dog":           "",
		"SELECT name, weight FROM dog":              "",
		"SELECT id FROM dog":                        "",
	} {
		q, err := readback.Convert(ix, sql, braintest.Today)
		if err != nil {
			t.Fatal(err)
		}
		shown := withName(ix, q)
		if want == "" {
			if shown != q {
				t.Errorf("%s shows another column", sql)
			}
			continue
		}
		got, _, err := render.Render(ix, render.SQLite, shown, braintest.Today)
		if got = strings.Join(strings.Fields(got), " "); err != nil || got != want {
			t.Errorf("%s: %s, %v", sql, got, err)
		}
	}
}

func TestSeveralThingsAreAHandful(t *testing.T) {
	const sql = "SELECT c.name FROM orders o JOIN customer c ON c.id = o.customer_id GROUP BY c.id, c.name ORDER BY SUM(o.net_sales) DESC LIMIT 1"
	for question, want := range map[string]string{
		"customers with the highest net sales":           "5",
		"Which customers have the most net sales?":       "5",
		"Which customer has the most net sales?":         "1",
		"Which of our customers has the most net sales?": "1",
		"Which one of the customers has most net sales?": "1",
		"the customer with the most orders":              "1",
	} {
		s := braintest.Ask(t, question)
		q, err := readback.Convert(s.Index, sql, braintest.Today)
		if err != nil {
			t.Fatal(err)
		}
		hold(t, s.Index, q, s.Asked, "several rows")
		if q.Limit.Text != want {
			t.Errorf("%s: the first %s, want %s", question, q.Limit.Text, want)
		}
	}
}

func TestTheSameToPeopleIsOneReading(t *testing.T) {
	a, b := &Candidate{SQL: "x", FiguredSQL: "y", Mass: 0.5}, &Candidate{SQL: "y", FiguredSQL: "y", Mass: 0.2}
	s := braintest.Ask(t, "x")
	q, err := readback.Convert(s.Index, "SELECT name FROM customer", braintest.Today)
	if err != nil {
		t.Fatal(err)
	}
	a.Query, b.Query = q, q
	JoinSameToPeople(&index.Index{}, &link.Question{}, []*Candidate{a, b})
	if a.Mass != 0.7 || b.Mass != 0 || !strings.EqualFold(a.SQL, "X") {
		t.Errorf("%f and %f", a.Mass, b.Mass)
	}
}

// Whose name is said, and not that of the rows that are counted, decides.
func TestOneThingOfManyIsOne(t *testing.T) {
	for question, want := range map[string]string{"which city has the most customers?": "1", "which cities have the most customers?": "5"} {
		s := braintest.Ask(t, question)
		q, err := readback.Convert(s.Index, "SELECT city FROM customer GROUP BY city ORDER BY COUNT(*) DESC LIMIT 1", braintest.Today)
		if err != nil {
			t.Fatal(err)
		}
		hold(t, s.Index, q, s.Asked, "several rows")
		if q.Limit.Text != want {
			t.Errorf("%s: the first %s, want %s", question, q.Limit.Text, want)
		}
	}
}
