package engine

import (
	"net/url"
	"path/filepath"
	"testing"

	"github.com/mattn/go-sqlite3"
)

// The session has defences of its own against what should never reach it.
func TestSettingsHold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.db")
	address := url.URL{Scheme: "file", Path: path}
	writer, err := (&sqlite3.SQLiteDriver{}).Open(address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if _, err := writer.(*sqlite3.SQLiteConn).Exec("CREATE TABLE sales (id INTEGER PRIMARY KEY, state TEXT)", nil); err != nil {
		t.Fatal(err)
	}
	c, err := (&file{path: path, memory: 512 << 20}).open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, sql := range []string{
		"PRAGMA trusted_schema = ON", "PRAGMA query_only = OFF", "PRAGMA temp_store_directory = '.'", "ATTACH ':memory:' AS x", "SELECT load_extension('x')",
		"INSERT INTO sales (state) VALUES ('x')", "CREATE TEMP TABLE x (y)", "SELECT * FROM sqlite_schema", "BEGIN",
	} {
		if _, err := c.Exec(sql, nil); err == nil {
			t.Errorf("%s is possible", sql)
		}
	}
}
