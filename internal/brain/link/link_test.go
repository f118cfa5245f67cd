package link

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// shop has customers and their orders.
type shop map[string][]string

func (s shop) Distinct(_ context.Context, t *schema.Table, column string, limit int) ([]table.Value, error) {
	var list []table.Value
	for _, v := range s[t.Name+"."+column] {
		list = append(list, table.NewText(v))
	}
	return list, nil
}

func (s shop) Pairs(context.Context, *schema.Table, string, string, int) ([][2]table.Value, error) {
	return nil, nil
}

func newShop(t *testing.T) *Linker {
	t.Helper()
	snapshot := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Name: "CUST", Rows: 3, PrimaryKey: []string{"CUST_NO"}, Columns: []schema.Column{
			{Name: "CUST_NO", Kind: table.Int}, {Name: "CUST_NM", Kind: table.Text}, {Name: "CITY", Kind: table.Text}}},
		{Name: "ORD", Rows: 5, PrimaryKey: []string{"ORD_NO"}, ForeignKeys: []schema.ForeignKey{{Columns: []string{"CUST_NO"}, RefTable: "CUST", RefColumns: []string{"CUST_NO"}}},
			Columns: []schema.Column{{Name: "ORD_NO", Kind: table.Int}, {Name: "CUST_NO", Kind: table.Int}, {Name: "ORD_DT", Kind: table.Date},
				{Name: "AMT", Kind: table.Decimal}, {Name: "STAT", Kind: table.Text}}},
	}}
	ix, err := index.Build(t.Context(), snapshot, shop{"CUST.CITY": {"Oslo", "New York", "Rome"}, "CUST.CUST_NM": {"Acme", "Bolt"}, "ORD.STAT": {"OPN", "CNL"}})
	if err != nil {
		t.Fatal(err)
	}
	cut, err := neural.NewTokenizer()
	if err != nil {
		t.Fatal(err)
	}
	return New(ix, cut)
}

var today = time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)

func TestValuesPeriodsAndNumbersCanBePointedAt(t *testing.T) {
	l := newShop(t)
	q := l.Read("orders over 1,500 from New York customers last month that are not cancelled", today, nil)
	city, stat, date := l.ix.Column("", "CUST", "CITY"), l.ix.Column("", "ORD", "STAT"), l.ix.Column("", "ORD", "ORD_DT")
	for _, v := range []struct {
		value  *form.Value
		column int
	}{
		{&form.Value{Kind: form.Text, Text: "New York"}, city},
		{&form.Value{Kind: form.Text, Text: "CNL"}, stat},
		{&form.Value{Kind: form.Number, Text: "1500"}, 0},
	} {
		tokens, ok := q.Point(v.value, v.column)
		if !ok {
			t.Errorf("no pointer to %q", v.value.Text)
			continue
		}
		var got *form.Value
		if tokens[0].Kind == form.ItemToken {
			got, _ = q.Item(tokens[0].N)
		} else {
			got, _ = q.Span(tokens[0].N, tokens[1].N)
		}
		if got == nil || got.Text != v.value.Text {
			t.Errorf("the pointer to %q leads to %v", v.value.Text, got)
		}
	}
	at := slices.IndexFunc(q.Items, func(i Item) bool { return i.Kind == Period })
	if at < 0 {
		t.Fatal("last month was not found")
	}
	p := q.Items[at].Value.Period
	if !p.Start.Equal(time.Date(2025, 10, 1, 0, 0, 0, 0, time.UTC)) || !p.End.Equal(time.Date(2025, 11, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("last month is %v", p)
	}
	query := &form.Query{Tables: []int{0, 1}, Keep: form.NoTable, Select: []*form.Expr{{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}},
		Where: &form.Cond{Op: form.During, Left: &form.Expr{Op: form.Column, Column: date}, Values: []*form.Value{q.Items[at].Value}}}
	tokens, err := form.Write(query, q)
	if err != nil {
		t.Fatal(err)
	}
	s := q.Grammar().Start()
	for _, tok := range append(tokens, form.W("<eos>")) {
		if s = s.Next(tok); s == nil {
			t.Fatalf("%s: %v is not allowed", form.Sequence(tokens), tok)
		}
	}
}

func TestAFollowUpSeesTheTurnBefore(t *testing.T) {
	l := newShop(t)
	city := l.ix.Column("", "CUST", "CITY")
	before := &form.Query{Tables: []int{0}, Keep: form.NoTable, Select: []*form.Expr{{Op: form.Column, Column: city}},
		Where: &form.Cond{Op: form.Equal, Left: &form.Expr{Op: form.Column, Column: city},
			Right: &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Text, Text: "Rome", Stored: true}}}}
	q := l.Read("and in Oslo?", today, &Previous{Query: before, Reading: "city of customer where city is Rome"})
	if q.Context != 7 {
		t.Fatalf("the reading has %d words", q.Context)
	}
	for text, kind := range map[string]ItemKind{"Rome": Earlier, "Oslo": Exact} {
		i := slices.IndexFunc(q.Items, func(i Item) bool { return i.Text == text })
		if i < 0 || q.Items[i].Kind != kind || q.Items[i].First < 0 {
			t.Errorf("%s is not among the items as it should: %+v", text, q.Items)
		}
	}
}

// The layout is what training checks its own against; this holds its shape.
func TestLayout(t *testing.T) {
	l := newShop(t)
	q := l.Read("orders in Oslo", today, nil)
	in := q.Input()
	if want := len(q.Words) + 2 + 9 + len(q.Items); in.Items != want || len(in.Relations) != want*want || len(in.Features) != want {
		t.Fatalf("%d items, %d relations, %d features; want %d", in.Items, len(in.Relations), len(in.Features), want)
	}
	if len(in.IDs) != len(in.Seg) || in.IDs[0] != pieceCLS || in.IDs[in.QuestionTokens-1] != pieceSEP {
		t.Errorf("pieces %v, question %d", in.IDs, in.QuestionTokens)
	}
	seen := make([]bool, in.Items)
	for _, s := range in.Seg {
		if s >= 0 {
			seen[s] = true
		}
	}
	for i, ok := range seen {
		if star := i == len(q.Words)+2; !ok && !star {
			t.Errorf("item %d has no pieces", i)
		}
	}
}

// A month without a year is that of the year in force.
func TestAMonthAfterAYear(t *testing.T) {
	l := newShop(t)
	date := l.ix.Column("", "ORD", "ORD_DT")
	in := func(from, to string) *form.Cond {
		start, _ := time.Parse(time.DateOnly, from)
		end, _ := time.Parse(time.DateOnly, to)
		return &form.Cond{Op: form.During, Left: &form.Expr{Op: form.Column, Column: date}, Values: []*form.Value{{Kind: form.Period, Text: "then", Period: span.Period{Start: start, End: end}}}}
	}
	for _, c := range []struct {
		where   *form.Cond
		message string
		want    string
	}{
		{in("2024-01-01", "2025-01-01"), "just december", "2024-12-01"},
		{in("2023-03-01", "2023-04-01"), "and q4?", "2023-10-01"},
		{in("2024-01-01", "2025-01-01"), "just december 2022", "2022-12-01"},
		{in("2023-07-01", "2024-07-01"), "just december", "2024-12-01"}, // two years: the last one that has begun
		{nil, "just december", "2024-12-01"},
		{nil, "in march", "2025-03-01"},
	} {
		q := l.Read(c.message, today, &Previous{Query: &form.Query{Tables: []int{1}, Keep: form.NoTable, Where: c.where}, Reading: "orders then"})
		i := slices.IndexFunc(q.Items, func(i Item) bool { return i.Kind == Period && i.First >= q.Context })
		if i < 0 || q.Items[i].Value.Period.Start.Format(time.DateOnly) != c.want {
			t.Errorf("%s: %+v, want %s", c.message, q.Items, c.want)
		}
	}
}

func TestWriter(t *testing.T) {
	q := newShop(t).Read("How many customers are there?", today, nil)
	countAll := []*form.Expr{{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}}
	g := q.Grammar()
	got := q.Writer().Write(&form.Query{Tables: []int{0}, Keep: form.NoTable, Select: countAll})
	want := []int{g.Number(form.W("from")), g.Number(form.Token{Kind: form.TableToken}), g.Number(form.W("select")), g.Number(form.W("count")),
		g.Number(form.Token{Kind: form.ColumnToken}), form.End()}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	other := len(q.Grammar().Columns) - 1 // of the last table
	if got := q.Writer().Write(&form.Query{Tables: []int{0}, Keep: form.NoTable, Select: []*form.Expr{{Op: form.Column, Column: other}}}); got != nil {
		t.Errorf("a column of another table is written as %v", got)
	}
}
