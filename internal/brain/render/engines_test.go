package render_test

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"
	_ "github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/source/postgres"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

func TestMain(m *testing.M) {
	duckdb.RunWorkerIfAsked()
	sqlite.RunWorkerIfAsked()
	os.Exit(pgtest.Main(m))
}

// today is the day of every test.
var today = time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)

// engine is a database with the tests' data in it.
type engine struct {
	dialect render.Dialect
	ix      *index.Index
	conn    *connection.Connection
}

// types are what the engines call the types of the tests' tables.
var types = map[render.Dialect]*strings.Replacer{
	render.SQLite:   strings.NewReplacer("STAMP", "TIMESTAMP", "MONEY", "DECIMAL(10,2)", "FLAG", "INTEGER", "FLOAT", "REAL"),
	render.DuckDB:   strings.NewReplacer("STAMP", "TIMESTAMP", "MONEY", "DECIMAL(10,2)", "FLAG", "BOOLEAN", "FLOAT", "DOUBLE"),
	render.Postgres: strings.NewReplacer("STAMP", "TIMESTAMP", "MONEY", "NUMERIC(10,2)", "FLAG", "BOOLEAN", "FLOAT", "DOUBLE PRECISION"),
}

// shop is the tests' schema. Keys are declared but for visits, whose keys are
// to be found.
const shop = `
CREATE TABLE region (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, region_id INTEGER REFERENCES region(id), active FLAG NOT NULL,
	joined DATE NOT NULL, referred_by INTEGER REFERENCES customer(id));
CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, price MONEY NOT NULL, weight FLOAT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer(id), status TEXT NOT NULL,
	ordered_at STAMP NOT NULL, shipped_at STAMP, freight MONEY NOT NULL, noted_on TEXT);
CREATE TABLE order_line (order_id INTEGER NOT NULL REFERENCES orders(id), line_no INTEGER NOT NULL, product_id INTEGER NOT NULL REFERENCES product(id),
	quantity INTEGER NOT NULL, amount MONEY NOT NULL, PRIMARY KEY (order_id, line_no));
CREATE TABLE order_return (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL, line_no INTEGER NOT NULL, reason TEXT,
	FOREIGN KEY (order_id, line_no) REFERENCES order_line (order_id, line_no));
CREATE TABLE airport (code TEXT PRIMARY KEY, city TEXT NOT NULL, region_id INTEGER REFERENCES region(id));
CREATE TABLE flight (id INTEGER PRIMARY KEY, origin_code TEXT NOT NULL REFERENCES airport(code), destination_code TEXT NOT NULL REFERENCES airport(code),
	departed STAMP NOT NULL);
CREATE TABLE price_history (id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES product(id), price MONEY NOT NULL,
	valid_from TEXT NOT NULL, valid_to TEXT);
CREATE TABLE "Odd Table" (id INTEGER PRIMARY KEY, "Group" TEXT, "a ""b" INTEGER, customer_id INTEGER REFERENCES customer(id));`

// rows makes the data: the same for every engine.
func rows() []string {
	r := rand.New(rand.NewPCG(7, 11))
	var list []string
	add := func(t, format string, args ...any) {
		list = append(list, fmt.Sprintf("INSERT INTO %s VALUES (%s)", t, fmt.Sprintf(format, args...)))
	}
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	maybe := func(s string, chance float64) string {
		if r.Float64() < chance {
			return s
		}
		return "NULL"
	}
	for i, n := range []string{"North", "South", "East", "Islands"} {
		add("region", "%d, '%s'", i+1, n)
	}
	for i := 1; i <= 24; i++ {
		referred := "NULL"
		if i > 4 && i%3 != 0 {
			referred = strconv.Itoa(1 + r.IntN(i-1))
		}
		add("customer", "%d, '%s %c', %s, %s, '%s', %s", i, pick("Ann", "Bob", "Cleo", "O''Hara", "50%% Off", "Zoë"), 'A'+i, maybe(strconv.Itoa(1+r.IntN(3)), 0.9),
			pick("TRUE", "FALSE"), today.AddDate(0, 0, -r.IntN(2500)).Format("2006-01-02"), referred)
	}
	for i := 1; i <= 12; i++ {
		add("product", "%d, 'Product %d', '%s', %d.%02d, %s", i, i, pick("Toys", "Tools", "Food"), 3+r.IntN(90), r.IntN(100), maybe(fmt.Sprintf("%.3f", r.Float64()*9), 0.8))
	}
	line := 0
	for i := 1; i <= 160; i++ {
		at := time.Date(2023, 10, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(r.IntN(770*24*60)) * time.Minute)
		shipped := maybe("'"+at.Add(time.Duration(r.IntN(9*24*60))*time.Minute).Format("2006-01-02 15:04:05")+"'", 0.8)
		add("orders", "%d, %d, '%s', '%s', %s, %d.%02d, %s", i, 1+r.IntN(20), pick("paid", "paid", "open", "cancelled"), at.Format("2006-01-02 15:04:05"),
			shipped, 2+r.IntN(20), r.IntN(100), maybe("'"+at.Format("2006-01-02")+"'", 0.9))
		for n := 1; n <= 1+r.IntN(4); n++ {
			add("order_line", "%d, %d, %d, %d, %d.%02d", i, n, 1+r.IntN(11), 1+r.IntN(6), 5+r.IntN(300), r.IntN(100))
			if r.IntN(9) == 0 {
				line++
				add("order_return", "%d, %d, %d, %s", line, i, n, maybe("'"+pick("broken", "late")+"'", 0.7))
			}
		}
	}
	for i, c := range []string{"Bern", "Oslo", "Rome", "Lima"} {
		add("airport", "'%s', '%s', %d", strings.ToUpper(c[:3]), c, 1+i%3)
	}
	for i := 1; i <= 30; i++ {
		add("flight", "%d, '%s', '%s', '2025-%02d-%02d %02d:30:00'", i, pick("BER", "OSL", "ROM"), pick("ROM", "LIM", "OSL"), 1+r.IntN(11), 1+r.IntN(28), r.IntN(24))
	}
	for i := 1; i <= 12; i++ {
		add("price_history", "%d, %d, 10.50, '2023-01-01', '2024-06-30'", 2*i-1, i)
		add("price_history", "%d, %d, %d.00, '2024-07-01', NULL", 2*i, i, 10+i)
	}
	for i := 1; i <= 9; i++ {
		add(`"Odd Table"`, "%d, '%s', %d, %s", i, pick("x", "y"), r.IntN(50), maybe(strconv.Itoa(i), 0.7))
	}
	return list
}

// statements make the tests' database on an engine.
func statements(d render.Dialect) []string {
	var list []string
	for _, s := range strings.Split(shop, ";\n") {
		list = append(list, types[d].Replace(strings.TrimSuffix(s, ";")))
	}
	for _, s := range rows() {
		if d == render.SQLite {
			s = strings.NewReplacer(", TRUE,", ", 1,", ", FALSE,", ", 0,").Replace(s)
		}
		list = append(list, s)
	}
	return list
}

// create makes a database file.
func create(t testing.TB, driver, path string, list []string) {
	t.Helper()
	db, err := sql.Open(driver, path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, s := range append(append([]string{"BEGIN"}, list...), "COMMIT") {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// lite opens the SQLite database alone.
func lite(t testing.TB) *engine {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shop.sqlite")
	create(t, "sqlite3", path, statements(render.SQLite))
	return connect(t, render.SQLite, sqlite.Driver, path)
}

// engines opens the three databases.
func engines(t testing.TB) []*engine {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shop.duckdb")
	create(t, "duckdb", path, statements(render.DuckDB))
	server := pgtest.Shared(t)
	name := server.NewDatabase(t)
	server.Exec(t, name, strings.Join(statements(render.Postgres), ";\n")+"; ANALYZE")
	return []*engine{
		lite(t),
		connect(t, render.DuckDB, duckdb.Driver, path),
		connect(t, render.Postgres, postgres.Driver, server.DSN(name)),
	}
}

func connect(t testing.TB, d render.Dialect, driver source.Driver, dsn string) *engine {
	t.Helper()
	c, err := connection.Open(t.Context(), connection.Spec{
		Driver: driver, Config: source.Config{DSN: dsn, Name: "shop", Memory: 256 << 20, Limits: source.Limits{}.OrDefault()},
		Identity: dsn, Cache: schema.Cache{Dir: t.TempDir()}, Refresh: time.Hour, Now: func() time.Time { return today },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	s, err := c.Schema(t.Context(), connection.Full)
	if err != nil {
		t.Fatal(err)
	}
	ix, err := index.Build(t.Context(), s, index.FromConnection(c))
	if err != nil {
		t.Fatal(err)
	}
	return &engine{d, ix, c}
}

// ask renders a form and runs it through the guard.
func (e *engine) ask(t testing.TB, build func(*names) *form.Query) ([]string, string, error) {
	t.Helper()
	text, _, err := render.Render(e.ix, e.dialect, build(&names{t, e.ix}), today)
	if err != nil {
		return nil, "", err
	}
	r, _, err := e.conn.Query(t.Context(), text, source.Limits{}.OrDefault())
	if err != nil {
		return nil, text, err
	}
	defer r.Close()
	all, err := r.ReadAll()
	if err != nil {
		return nil, text, err
	}
	var list []string
	for _, row := range all.Rows {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = cell(v)
		}
		list = append(list, strings.Join(cells, " | "))
	}
	return list, text, nil
}

// cell writes a value so that equal values of different engines are equal.
func cell(v table.Value) string {
	if v.IsNull() {
		return "∅"
	}
	if v.Kind() == table.Bool {
		if v.Bool() {
			return "1"
		}
		return "0"
	}
	if f, ok := v.Float64(); ok {
		return strconv.FormatFloat(math.Round(f*1e6)/1e6, 'f', -1, 64)
	}
	s := strings.Replace(v.String(), "T", " ", 1)
	if v.Kind() == table.Timestamp || v.Kind() == table.Text && len(s) > 10 {
		s = strings.TrimSuffix(s, ".000000")
	}
	return s
}

// equalRows compares results, in order where the query has one.
func equalRows(a, b []string, ordered bool) bool {
	if !ordered {
		a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	}
	return slices.Equal(a, b)
}
