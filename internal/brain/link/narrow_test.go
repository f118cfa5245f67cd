package link

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/core"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// works is a database of many tables: two of them are shipments and the ports
// they leave from, joined through voyages; the others have invented names and
// columns that all resemble each other.
func works(t testing.TB, tables int) *Linker {
	t.Helper()
	s := &schema.Snapshot{Dialect: "sqlite"}
	add := func(name string, columns ...schema.Column) *schema.Table {
		s.Tables = append(s.Tables, schema.Table{Name: name, Rows: 10, PrimaryKey: []string{columns[0].Name}, Columns: columns})
		return &s.Tables[len(s.Tables)-1]
	}
	number := func(n string) schema.Column { return schema.Column{Name: n, Kind: table.Int} }
	text := func(n string) schema.Column { return schema.Column{Name: n, Kind: table.Text} }
	subjects := strings.Fields("ledger payroll turbine archive audit permit asset tariff sensor roster depot valve kiln lathe")
	parts := strings.Fields("entry batch log plan sheet unit item step note rule")
	for i := range tables - 3 {
		name := subjects[i%len(subjects)] + "_" + parts[i/len(subjects)%len(parts)]
		if i >= len(subjects)*len(parts) {
			name += fmt.Sprint("_", i)
		}
		columns := []schema.Column{number(name + "_id"), text("status"), text("remark"), {Name: "changed_on", Kind: table.Date}}
		for j := range 10 {
			columns = append(columns, number(fmt.Sprintf("%s_%s_%d", subjects[(i+j)%len(subjects)], parts[j], j)))
		}
		add(name, columns...)
	}
	key := func(column, to, ref string) schema.ForeignKey {
		return schema.ForeignKey{Columns: []string{column}, RefTable: to, RefColumns: []string{ref}}
	}
	add("harbour", number("harbour_id"), text("harbour_name"), text("country"))
	add("voyage", number("voyage_id"), number("harbour_id"), text("vessel")).ForeignKeys = []schema.ForeignKey{key("harbour_id", "harbour", "harbour_id")}
	add("consignment", number("consignment_id"), number("voyage_id"), schema.Column{Name: "gross_weight", Kind: table.Decimal},
		schema.Column{Name: "loaded_on", Kind: table.Date}, text("state")).ForeignKeys = []schema.ForeignKey{key("voyage_id", "voyage", "voyage_id")}
	ix, err := index.Build(t.Context(), s, shop{"harbour.country": {"Norway", "Chile"}, "consignment.state": {"HELD", "GONE"}})
	if err != nil {
		t.Fatal(err)
	}
	cut, err := neural.NewTokenizer()
	if err != nil {
		t.Fatal(err)
	}
	return New(ix, cut)
}

func TestALargeDatabaseIsNarrowed(t *testing.T) {
	l := works(t, 150)
	if n := len(l.ix.Columns); n < 2000 {
		t.Fatalf("the database has only %d columns", n)
	}
	q := l.Read("total gross weight of consignments for each harbour in Norway since 2024", today, nil)
	weight, name, country := l.ix.Column("", "consignment", "gross_weight"), l.ix.Column("", "harbour", "harbour_name"), l.ix.Column("", "harbour", "country")
	seen := 0
	n, err := q.Narrow(t.Context(), func(in core.Input) ([]float32, error) {
		seen++
		if len(in.IDs) > window-1 || len(in.IDs) != len(in.Seg) || in.Items > core.MaxItems {
			t.Errorf("chunk %d has %d pieces and %d items", seen, len(in.IDs), in.Items)
		}
		return make([]float32, in.Items), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen == 0 || seen > tuning.MaxChunks {
		t.Errorf("%d chunks were scored", seen)
	}
	in := n.Input()
	if len(in.IDs) >= window {
		t.Errorf("%d pieces", len(in.IDs))
	}
	if len(in.IDs) < window*3/4 {
		t.Errorf("only %d pieces: more could be kept", len(in.IDs))
	}
	for _, c := range []int{weight, name, country, l.ix.Column("", "consignment", "voyage_id"), l.ix.Column("", "voyage", "voyage_id"),
		l.ix.Column("", "voyage", "harbour_id"), l.ix.Column("", "harbour", "harbour_id")} {
		if n.view.columnAt(c) < 0 {
			t.Errorf("column %s is not kept", l.ix.Columns[c].Name)
		}
	}

	// A form over the index can be written in the numbers of the view, is
	// allowed there, and comes back the same.
	harbour, consignment := l.ix.Columns[name].Table, l.ix.Columns[weight].Table
	at := slices.IndexFunc(n.Items, func(i Item) bool { return i.Text == "Norway" })
	if at < 0 {
		t.Fatalf("Norway is not among the items: %+v", n.Items)
	}
	query := &form.Query{Tables: []int{harbour, consignment}, Keep: form.NoTable, Group: []*form.Expr{{Op: form.Column, Column: name}},
		Select: []*form.Expr{{Op: form.Column, Column: name}, {Op: form.Sum, Args: []*form.Expr{{Op: form.Column, Column: weight}}}},
		Where: &form.Cond{Op: form.Equal, Left: &form.Expr{Op: form.Column, Column: country},
			Right: &form.Expr{Op: form.Literal, Value: n.Items[at].Value}}}
	tokens, err := form.Write(query, n)
	if err != nil {
		t.Fatal(err)
	}
	g := n.Grammar()
	state := g.Start()
	for _, tok := range append(tokens, form.W("<eos>")) {
		local, ok := n.ViewToken(tok)
		if !ok {
			t.Fatalf("%v is not seen", tok)
		}
		if back := n.Whole(g.Token(g.Number(local))); back != tok {
			t.Fatalf("%v came back as %v", tok, back)
		}
		if state = state.Next(local); state == nil {
			t.Fatalf("%s: %v is not allowed", form.Sequence(tokens), local)
		}
	}
	if again, err := form.Read(tokens, n); err != nil || !slices.Equal(again.Tables, query.Tables) {
		t.Errorf("read back as %+v, %v", again, err)
	}
}

// What the model finds likely is kept although no word points there.
func TestTheModelDecides(t *testing.T) {
	l := works(t, 150)
	q := l.Read("how heavy is what we sent, by place?", today, nil)
	want := []int{l.ix.Column("", "consignment", "gross_weight"), l.ix.Column("", "harbour", "harbour_name")}
	tables := []int{l.ix.Columns[want[0]].Table, l.ix.Columns[want[1]].Table}
	chunks, at, covered := q.chunks(q.likelihood()), 0, 0
	n, err := q.Narrow(t.Context(), func(in core.Input) ([]float32, error) {
		chunk, p := chunks[at], make([]float32, in.Items)
		at++
		for _, c := range tables {
			if i := chunk.view.tableAt(c); i >= 0 {
				covered++
				p[len(chunk.Words)+i] = 0.9
			}
		}
		return p, nil
	})
	if covered != len(tables) {
		t.Errorf("the chunks show %d of %d tables", covered, len(tables))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range append(want, l.ix.Column("", "voyage", "harbour_id"), l.ix.Column("", "consignment", "voyage_id")) {
		if n.view.columnAt(c) < 0 {
			t.Errorf("column %s is not kept", l.ix.Columns[c].Name)
		}
	}
}

func TestNarrowLeavesSmallDatabasesAlone(t *testing.T) {
	q := newShop(t).Read("orders in Oslo", today, nil)
	n, err := q.Narrow(t.Context(), func(core.Input) ([]float32, error) { return nil, errors.New("must not be asked") })
	if err != nil || n != q {
		t.Errorf("got %p for %p, %v", n, q, err)
	}
}

func TestNarrowStops(t *testing.T) {
	q := works(t, 150).Read("consignments", today, nil)
	failure := errors.New("broken")
	if _, err := q.Narrow(t.Context(), func(core.Input) ([]float32, error) { return nil, failure }); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := q.Narrow(ctx, func(core.Input) ([]float32, error) { return nil, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A table wider than the window is spread over chunks, and its likely columns
// are kept.
func TestAWideTable(t *testing.T) {
	s := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{{Name: "survey", Rows: 5, PrimaryKey: []string{"survey_id"}, Columns: []schema.Column{{Name: "survey_id", Kind: table.Int}}}}}
	for i := range 600 {
		s.Tables[0].Columns = append(s.Tables[0].Columns, schema.Column{Name: fmt.Sprintf("answer_to_question_%d", i), Kind: table.Int})
	}
	s.Tables[0].Columns = append(s.Tables[0].Columns, schema.Column{Name: "household_income", Kind: table.Decimal})
	ix, err := index.Build(t.Context(), s, shop{})
	if err != nil {
		t.Fatal(err)
	}
	cut, err := neural.NewTokenizer()
	if err != nil {
		t.Fatal(err)
	}
	l := New(ix, cut)
	q := l.Read("what is the average household income?", today, nil)
	for i, c := range q.chunks(q.likelihood()) {
		if n := len(c.Input().IDs); n >= window {
			t.Errorf("chunk %d has %d pieces", i, n)
		}
	}
	n, err := q.Narrow(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if n.view.columnAt(ix.Column("", "survey", "household_income")) < 0 || len(n.Input().IDs) >= window {
		t.Errorf("%d pieces, the income is seen at %d", len(n.Input().IDs), n.view.columnAt(ix.Column("", "survey", "household_income")))
	}
}

func BenchmarkNarrow(b *testing.B) {
	for _, tables := range []int{150, 5000} {
		b.Run(fmt.Sprint(tables), func(b *testing.B) {
			l := works(b, tables)
			for b.Loop() {
				q := l.Read("total gross weight of consignments for each harbour in Norway since 2024", today, nil)
				if _, err := q.Narrow(b.Context(), func(in core.Input) ([]float32, error) { return make([]float32, in.Items), nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A follow-up changes what was asked before, whatever else its words name.
func TestWhatTheTurnBeforeSpeaksOfStaysInSight(t *testing.T) {
	l := works(t, 150)
	weight, loaded := l.ix.Column("", "consignment", "gross_weight"), l.ix.Column("", "consignment", "loaded_on")
	before := &form.Query{Keep: form.NoTable, Tables: []int{l.ix.Columns[weight].Table}, Select: []*form.Expr{{Op: form.Sum, Args: []*form.Expr{{Op: form.Column, Column: weight}}}}}
	q := l.Read("and for ledger entries, payroll entries, turbine entries, archive entries, audit entries and permit entries in 2024", today, &Previous{Query: before, Reading: "what was said before"})
	n, err := q.Narrow(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []int{weight, loaded} {
		if _, ok := n.ViewToken(form.Token{Kind: form.ColumnToken, N: c}); !ok {
			t.Errorf("%s is not seen", l.ix.Columns[c].Name)
		}
	}
}

// TestOfThousandsOfTablesTheNamedOnesAreLookedAt scores no chunk of tables that
// nothing points at, where not all of them can be looked at.
func TestOfThousandsOfTablesTheNamedOnesAreLookedAt(t *testing.T) {
	l := works(t, 2000)
	q := l.Read("total gross weight of consignments for each harbour in Norway", today, nil)
	seen := 0
	n, err := q.Narrow(t.Context(), func(in core.Input) ([]float32, error) {
		seen++
		return make([]float32, in.Items), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen == 0 || seen > tuning.FewChunks {
		t.Errorf("%d chunks were scored", seen)
	}
	for _, c := range []int{l.ix.Column("", "consignment", "gross_weight"), l.ix.Column("", "harbour", "country"), l.ix.Column("", "voyage", "harbour_id")} {
		if n.view.columnAt(c) < 0 {
			t.Errorf("column %s is not kept", l.ix.Columns[c].Name)
		}
	}
}
