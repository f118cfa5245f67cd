// Package turntest is what tests of the ways of answering share: a small shop in a
// real database, a real store that can be made to fail, and what a question left
// in them, in short.
package turntest

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3" // makes the shop

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	storesqlite "github.com/plumbdata/plumb/internal/store/sqlite"
)

// Bench is a shop with a session about it.
type Bench struct {
	T        *testing.T // nil outside of a test
	File     string     // of the shop
	Database *Database
	Kept     *Store
	Session  *session.Session
	NewID    func(prefix string) string
	Clock    func() time.Time
	Watched  []session.Entry
	Notice   func(session.Entry) // hears what is watched; may be nil
}

// New makes the shop, with what else a statement puts into it, and opens it until
// the test ends.
func New(t *testing.T, more string) *Bench {
	t.Helper()
	dir := t.TempDir()
	MakeShop(t, dir, more)
	b, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	b.T = t
	t.Cleanup(func() { _ = b.Database.Close(); _ = b.Kept.Close() })
	return b
}

func shopIn(dir string) string { return filepath.Join(dir, "shop.db") }

func storeIn(dir string) string { return filepath.Join(dir, "home", "plumb.db") }

// Open connects to the shop of a folder and begins a session in its store.
func Open(ctx context.Context, dir string) (*Bench, error) {
	c := &clock{now: time.Date(2025, 11, 15, 12, 0, 0, 0, time.UTC)}
	b := &Bench{File: shopIn(dir), Clock: c.tick, NewID: counted()}
	conn, err := connection.Open(ctx, connection.Spec{Driver: sqlite.Driver, Identity: b.File, Refresh: 100 * time.Hour, Now: c.tick,
		Config: source.Config{DSN: b.File, Name: "shop", Limits: source.Limits{}.OrDefault()}, Cache: schema.Cache{Dir: filepath.Join(dir, "cache")}})
	if err != nil {
		return nil, err
	}
	s, err := storesqlite.Open(ctx, storeIn(dir), storesqlite.Options{})
	if err != nil {
		return nil, err
	}
	b.Database, b.Kept = &Database{Connection: conn}, &Store{Store: s}
	b.Session, err = session.NewLog(b.Kept, session.Options{Clock: b.Clock, NewID: b.NewID}).Start(ctx, "shop", "shop")
	return b, err
}

// Resume is a bench to look at what a session left in the store of a folder; its
// shop stays closed.
func Resume(t *testing.T, dir, id string) *Bench {
	t.Helper()
	s, err := storesqlite.Open(t.Context(), storeIn(dir), storesqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	b := &Bench{T: t, Kept: &Store{Store: s}, Clock: (&clock{}).tick, NewID: counted()}
	if b.Session, err = session.NewLog(s, session.Options{Clock: b.Clock, NewID: b.NewID}).Resume(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	return b
}

// Watch is for a mode that tells what happens.
func (b *Bench) Watch(e session.Entry) {
	b.Watched = append(b.Watched, e)
	if b.Notice != nil {
		b.Notice(e)
	}
}

// MakeShop makes a small SQLite file in a folder: 60 sales of two products over a
// year, and what else a statement puts into it.
func MakeShop(t *testing.T, dir, more string) {
	t.Helper()
	db, err := sql.Open("sqlite3", shopIn(dir))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), `
		CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL);
		INSERT INTO products VALUES (1, 'tent', 120), (2, 'stove', 45.5), (3, 'mat', 20);
		CREATE TABLE sales (id INTEGER PRIMARY KEY, product_id INTEGER REFERENCES products, amount REAL, channel TEXT, day DATE);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 60)
		INSERT INTO sales SELECT i, 1 + i % 2, i * 2, CASE WHEN i % 3 THEN 'shop' ELSE 'web' END, date('2024-01-01', '+' || (i * 6) || ' days') FROM n;
		`+more); err != nil {
		t.Fatal(err)
	}
}

// Statements over the shop, and what is true of their rows.
const (
	ByChannel = "SELECT channel, sum(amount) AS total FROM sales GROUP BY channel ORDER BY channel" // shop 2,400, web 1,260
	ByMonth   = "SELECT date(day, 'start of month') AS month, sum(amount) AS total FROM sales GROUP BY 1 ORDER BY 1"
	ByProduct = "SELECT p.name AS product, count(*) AS orders FROM sales s JOIN products p ON p.id = s.product_id GROUP BY 1 ORDER BY 1"
	NoColumn  = "SELECT nope FROM sales"
	Overflow  = "SELECT sum(id * 0 + 9223372036854775807) AS total FROM sales"
	Endless   = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS n FROM n"
)
