package connection

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"
	_ "github.com/mattn/go-sqlite3"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/source/postgres"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

func TestMain(m *testing.M) {
	duckdb.RunWorkerIfAsked()
	sqlite.RunWorkerIfAsked()
	os.Exit(pgtest.Main(m))
}

// undeclared are tables without any declared key: order lines, and flights with
// the weather by airport and hour.
func undeclared() []string {
	list := []string{
		`CREATE TABLE lines ("Order ID" TEXT, "Customer ID" TEXT, "Customer Name" TEXT, gift BOOLEAN, ordered DATE, product TEXT, quantity INTEGER, colour TEXT)`,
		`CREATE TABLE flights (origin TEXT, day INTEGER, hour INTEGER, delay INTEGER)`,
		`CREATE TABLE weather (origin TEXT, day INTEGER, hour INTEGER, temp INTEGER)`,
	}
	for order := range 60 {
		customer := order % 17
		for line := range 1 + order%4 {
			n := order*7 + line*2
			list = append(list, fmt.Sprintf(`INSERT INTO lines VALUES ('A-%d', 'C-%d', 'Customer %c', %t, '2024-01-%02d', 'P%d', %d, '%s')`,
				order, customer, 'a'+customer, order%3 == 0, 1+order%28, n%23, 1+n%5, []string{"red", "blue", "green"}[n%3]))
		}
	}
	for n := range 240 {
		origin, day, hour := []string{"AAA", "BBB"}[n%2], 1+n/2%10, n/20
		list = append(list, fmt.Sprintf(`INSERT INTO weather VALUES ('%s', %d, %d, %d)`, origin, day, hour, n*13%30))
		for flight := range n % 3 {
			list = append(list, fmt.Sprintf(`INSERT INTO flights VALUES ('%s', %d, %d, %d)`, origin, day, hour, (n+flight)%50))
		}
	}
	return list
}

func TestUndeclaredKeysAndEntities(t *testing.T) {
	script := undeclared()
	for name, dsn := range map[string]func(t *testing.T) (source.Driver, string){
		"sqlite": func(t *testing.T) (source.Driver, string) {
			return sqlite.Driver, filled(t, "sqlite3", "data.sqlite", script)
		},
		"duckdb": func(t *testing.T) (source.Driver, string) {
			return duckdb.Driver, filled(t, "duckdb", "data.duckdb", script)
		},
		"postgres": func(t *testing.T) (source.Driver, string) {
			server := pgtest.Shared(t)
			db := server.NewDatabase(t)
			server.Exec(t, db, append(slices.Clone(script), "ANALYZE")...)
			return postgres.Driver, server.DSN(db)
		},
	} {
		t.Run(name, func(t *testing.T) {
			driver, address := dsn(t)
			c, err := Open(t.Context(), Spec{Driver: driver, Config: source.Config{DSN: address, Name: "test", Limits: source.Limits{}.OrDefault()},
				Identity: address, Cache: schema.Cache{Dir: t.TempDir()}, Refresh: time.Hour, Now: time.Now})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			s, err := c.Schema(source.WithPatience(t.Context(), 20), Full)
			if err != nil {
				t.Fatal(err)
			}
			var keys []string
			for _, f := range s.Table("flights").ForeignKeys {
				keys = append(keys, fmt.Sprintf("%s → %s (%s)", strings.Join(f.Columns, ", "), f.RefTable, strings.Join(f.RefColumns, ", ")))
			}
			if diff := cmp.Diff([]string{"origin, day, hour → weather (origin, day, hour)"}, keys); diff != "" {
				t.Errorf("keys (-want +got)\n%s", diff)
			}
			want := []schema.Entity{
				{Key: "Order ID", Noun: "order", Attributes: attributes("Customer ID", "Customer Name", "gift", "ordered")},
				{Key: "Customer ID", Noun: "customer", Attributes: attributes("Customer Name")},
			}
			if diff := cmp.Diff(want, s.Table("lines").Entities); diff != "" {
				t.Errorf("entities (-want +got)\n%s", diff)
			}
		})
	}
}

func attributes(columns ...string) []schema.Attribute {
	list := make([]schema.Attribute, len(columns))
	for i, c := range columns {
		list[i].Column = c
	}
	return list
}

// filled makes a database file with a script.
func filled(t *testing.T, driver, name string, script []string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	db, err := sql.Open(driver, path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range script {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	return path
}
