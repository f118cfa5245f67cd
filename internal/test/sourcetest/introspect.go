package sourcetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

const (
	shopRows  = 500
	customers = 40
)

// shop is a small database with every kind of constraint. orders.buyer holds
// ids of customers without saying so.
func (e Engine) shop() []string {
	text, decimal, date := e.SQL.Types[table.Text], e.SQL.Types[table.Decimal], e.SQL.Types[table.Date]
	key, unique, reference := " PRIMARY KEY", " UNIQUE", " REFERENCES customers (id)"
	pair := ", PRIMARY KEY (order_id, line), FOREIGN KEY (order_id) REFERENCES orders (id)"
	if e.NoKeys {
		key, unique, reference, pair = "", "", "", ""
	}
	statements := []string{
		"CREATE TABLE customers (id INTEGER NOT NULL" + key + ", email " + text + " NOT NULL" + unique + ", country " + text + ")",
		"CREATE TABLE orders (id INTEGER NOT NULL" + key + ", customer_id INTEGER NOT NULL" + reference +
			", buyer INTEGER, status " + text + " DEFAULT 'open', revenue " + decimal + ", placed " + date + ")",
		"CREATE TABLE lines (order_id INTEGER NOT NULL, line INTEGER NOT NULL, note " + text + pair + ")",
	}
	var rows []string
	for i := range customers {
		rows = append(rows, fmt.Sprintf("(%d, 'person%d@example.com', '%s')", i+1, i+1, []string{"DE", "FR", "JP"}[i%3]))
	}
	statements = append(statements, insert("customers", rows)...)
	rows = nil
	for i := range shopRows {
		rows = append(rows, fmt.Sprintf("(%d, %d, %d, '%s', %d.50, '2024-%02d-%02d')", i+1, i%customers+1, i%30+1,
			[]string{"open", "paid", "paid", "returned"}[i%4], i, i%12+1, i%28+1))
	}
	statements = append(statements, insert("orders", rows)...)
	statements = append(statements, "INSERT INTO lines VALUES (1, 1, 'first'), (1, 2, NULL)")
	if e.SQL.Comment != nil {
		statements = append(statements,
			e.SQL.Comment("orders", "", "what people bought; it's \"all\" of it"),
			e.SQL.Comment("orders", "revenue", "in euro"))
	}
	return statements
}

func testIntrospect(t *testing.T, e Engine) {
	t.Run("fresh", func(t *testing.T) { lookAtShop(t, e, e.shop()) })
	if e.SQL.Analyze != "" {
		t.Run("analysed", func(t *testing.T) { lookAtShop(t, e, append(e.shop(), e.SQL.Analyze)) })
	}
}

func lookAtShop(t *testing.T, e Engine, statements []string) {
	s := introspect(t, e.Setup(t, statements...).Source, source.Filter{})
	if s.TakenAt.IsZero() || s.Dialect == "" || s.Database == "" {
		t.Errorf("the snapshot lacks its time, dialect or database: %v %q %q", s.TakenAt, s.Dialect, s.Database)
	}
	if len(s.Tables) != 3 {
		t.Errorf("found tables %v, want three", s.TableNames())
	}
	orders := tableOf(t, s, "orders")
	if orders.Kind != schema.BaseTable {
		t.Errorf("orders is a %s", orders.Kind)
	}
	if orders.Rows < shopRows*9/10 || orders.Rows > shopRows*11/10 {
		t.Errorf("orders has about %d rows, want about %d", orders.Rows, shopRows)
	}
	if orders.Counted && orders.Rows != shopRows {
		t.Errorf("orders was counted, %d rows, but has %d", orders.Rows, shopRows)
	}
	if got, want := orders.ColumnNames(), []string{"id", "customer_id", "buyer", "status", "revenue", "placed"}; !slices.Equal(got, want) {
		t.Errorf("orders has columns %v, want %v", got, want)
	}
	lookAtValues(t, s)
	if !e.NoKeys {
		lookAtKeys(t, s)
	}
	if e.SQL.Comment != nil {
		if want := `what people bought; it's "all" of it`; orders.Comment != want {
			t.Errorf("orders is described as %q, want %q", orders.Comment, want)
		}
		if c := columnOf(t, s, "orders", "revenue").Comment; c != "in euro" {
			t.Errorf("orders.revenue is described as %q", c)
		}
	}
}

func lookAtValues(t *testing.T, s *schema.Snapshot) {
	status := columnOf(t, s, "orders", "status")
	values := slices.Sorted(slices.Values(status.Values))
	if !slices.Equal(values, []string{"open", "paid", "returned"}) || status.Values[0] != "paid" {
		t.Errorf("orders.status has values %v, want paid first, then open and returned", status.Values)
	}
	if status.Distinct < 2 || status.Distinct > 4 {
		t.Errorf("orders.status has about %d distinct values, want 3", status.Distinct)
	}
	placed := columnOf(t, s, "orders", "placed")
	if placed.Min < "2024-01-01" || placed.Min > "2024-01-31" || placed.Max < "2024-12-01" || placed.Max > "2024-12-31" {
		t.Errorf("orders.placed ranges from %q to %q, want from January to December 2024", placed.Min, placed.Max)
	}
	revenue := columnOf(t, s, "orders", "revenue")
	low, ok1 := table.ParseDecimal(revenue.Min)
	high, ok2 := table.ParseDecimal(revenue.Max)
	least, _ := low.Float64()
	most, _ := high.Float64()
	if !ok1 || !ok2 || least < 0 || least > 50 || most < 450 || most > 500 {
		t.Errorf("orders.revenue ranges from %q to %q, want from about 0.5 to about 499.5", revenue.Min, revenue.Max)
	}
	if email := columnOf(t, s, "customers", "email"); len(email.Values) > 0 {
		t.Errorf("customers.email differs in every row, and yet its values are listed: %v", email.Values)
	}
}

func lookAtKeys(t *testing.T, s *schema.Snapshot) {
	orders, lines, people := tableOf(t, s, "orders"), tableOf(t, s, "lines"), tableOf(t, s, "customers")
	if !slices.Equal(orders.PrimaryKey, []string{"id"}) || !slices.Equal(lines.PrimaryKey, []string{"order_id", "line"}) {
		t.Errorf("primary keys are %v and %v", orders.PrimaryKey, lines.PrimaryKey)
	}
	if want := [][]string{{"email"}}; !cmp.Equal(people.Unique, want) {
		t.Errorf("customers is unique by %v, want %v", people.Unique, want)
	}
	if k := orders.ForeignKeys; len(k) != 1 || k[0].RefTable != "customers" || k[0].RefSchema != people.Schema || k[0].Inferred ||
		!slices.Equal(k[0].Columns, []string{"customer_id"}) || !slices.Equal(k[0].RefColumns, []string{"id"}) {
		t.Errorf("orders has foreign keys %+v", k)
	}
	if d := columnOf(t, s, "orders", "status").Default; !strings.Contains(d, "open") {
		t.Errorf("orders.status has the default %q, want 'open'", d)
	}
	if columnOf(t, s, "orders", "customer_id").Nullable || !columnOf(t, s, "orders", "revenue").Nullable {
		t.Errorf("nullability is wrong: customer_id must not be null, revenue may")
	}
}

func testFilter(t *testing.T, e Engine) {
	src := e.Setup(t, e.shop()...).Source
	bare := introspect(t, src, source.Filter{Structure: true})
	if c := columnOf(t, bare, "orders", "status"); len(bare.Tables) != 3 || c.Kind != table.Text || c.Values != nil || c.Distinct != 0 {
		t.Errorf("the bare structure has %v, and status as %+v", bare.TableNames(), c)
	}
	for _, c := range []struct {
		filter source.Filter
		want   []string
	}{
		{source.Filter{Include: []string{"order*", "lines"}}, []string{"lines", "orders"}},
		{source.Filter{Exclude: []string{"order*"}}, []string{"customers", "lines"}},
		{source.Filter{Include: []string{"*s"}, Exclude: []string{"lines"}}, []string{"customers", "orders"}},
		{source.Filter{Include: []string{"nothing"}}, nil},
	} {
		s := introspect(t, src, c.filter)
		var got []string
		for i := range s.Tables {
			got = append(got, s.Tables[i].Name)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v finds %v, want %v", c.filter, got, c.want)
		}
	}
}

func testSchemas(t *testing.T, e Engine) {
	if !e.SQL.Schemas {
		t.Skip("the engine has no schemas")
	}
	src := e.Setup(t,
		`CREATE SCHEMA north`, `CREATE SCHEMA "South Side"`,
		`CREATE TABLE things (id INTEGER)`, `INSERT INTO things VALUES (1)`,
		`CREATE TABLE north.things (id INTEGER, extra INTEGER)`, `INSERT INTO north.things VALUES (2, 0)`,
		`CREATE TABLE "South Side".things (id INTEGER)`, `INSERT INTO "South Side".things VALUES (3)`).Source
	for name, want := range map[string]string{`things`: "1", `north.things`: "2", `"South Side".things`: "3"} {
		if got := e.must(t, src, "SELECT id FROM "+name); len(got.Rows) != 1 || got.Rows[0][0].String() != want {
			t.Errorf("%s holds %v, want %s", name, got.Rows, want)
		}
	}
	s := introspect(t, src, source.Filter{})
	if len(s.Tables) != 3 || len(s.SearchPath) == 0 {
		t.Errorf("found %v with search path %v", s.TableNames(), s.SearchPath)
	}
	if n := len(tableOf(t, s, "north.things").Columns); n != 2 {
		t.Errorf("north.things has %d columns, want 2", n)
	}
	if n := len(tableOf(t, s, "things").Columns); n != 1 {
		t.Errorf("things on the search path has %d columns, want 1", n)
	}
	if s := introspect(t, src, source.Filter{Include: []string{"north.*"}}); len(s.Tables) != 1 || s.Tables[0].Schema != "north" {
		t.Errorf("north.* finds %v", s.TableNames())
	}
}

func testFingerprint(t *testing.T, e Engine) {
	db := e.Setup(t, e.shop()...)
	f, ok := db.Source.(source.Fingerprinter)
	if !ok {
		t.Skip("the adapter has no fingerprint")
	}
	mark := func() string {
		t.Helper()
		m, err := f.Fingerprint(t.Context())
		if err != nil {
			t.Fatalf("fingerprint: %v", err)
		}
		return m
	}
	first := mark()
	if first == "" || mark() != first {
		t.Fatalf("the fingerprint changes by itself: %q", first)
	}
	if s := introspect(t, db.Source, source.Filter{}); s.Fingerprint != first {
		t.Errorf("introspection notes the fingerprint %q, want %q", s.Fingerprint, first)
	}
	if db.Exec == nil {
		t.Skip("the database cannot be changed while it is open")
	}
	for _, change := range []string{
		"CREATE TABLE more (id INTEGER)",
		"ALTER TABLE more ADD COLUMN extra INTEGER",
		"ALTER TABLE more RENAME COLUMN extra TO further",
		"DROP TABLE more",
	} {
		before := mark()
		db.Exec(t, change)
		if mark() == before {
			t.Errorf("the fingerprint does not see %s", change)
		}
	}
}

func testIncluded(t *testing.T, e Engine) {
	src := e.Setup(t, e.shop()...).Source
	in, ok := src.(source.Includer)
	if !ok {
		t.Skip("the adapter does not compare columns")
	}
	s := introspect(t, src, source.Filter{})
	ref := func(tableName, column string) schema.ColumnRef {
		return schema.ColumnRef{Schema: tableOf(t, s, tableName).Schema, Table: tableName, Column: column}
	}
	sampled, found, err := in.Included(Patience(t), ref("orders", "buyer"), ref("customers", "id"))
	if err != nil || sampled == 0 || found != sampled {
		t.Errorf("orders.buyer in customers.id: %d of %d found, %v; want all", found, sampled, err)
	}
	sampled, found, err = in.Included(Patience(t), ref("orders", "id"), ref("customers", "id"))
	if err != nil || sampled == 0 || found >= sampled {
		t.Errorf("orders.id in customers.id: %d of %d found, %v; want only some", found, sampled, err)
	}
	if _, _, err = in.Included(Patience(t), ref("orders", "absent"), ref("customers", "id")); err == nil {
		t.Errorf("a column that does not exist gave no error")
	}
}
