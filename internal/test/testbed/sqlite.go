package testbed

import (
	"database/sql"
	"testing"
)

// SQLite runs statements on a SQLite file, which it makes if it is not there.
// Whoever calls it brings the driver.
func SQLite(tb testing.TB, path, statements string) {
	tb.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(tb.Context(), statements); err != nil {
		tb.Fatal(err)
	}
}
