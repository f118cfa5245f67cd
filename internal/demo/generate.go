package demo

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/duckdb/duckdb-go/v2"
)

//go:embed sql/*.sql
var scripts embed.FS

// stages are the scripts in the order in which they build on each other, with
// the words that progress shows for them.
var stages = []struct {
	words string
	files []string
}{
	{"tables", []string{"dice", "schema", "comments", "calendar"}},
	{"regions and products", []string{"company"}},
	{"customers", []string{"customers", "demand"}},
	{"orders", []string{"orders"}},
	{"order lines and returns", []string{"order_items"}},
	{"sales pipeline", []string{"sales"}},
	{"marketing", []string{"marketing"}},
	{"web sessions", []string{"web"}},
	{"support tickets", []string{"support"}},
	{"household expenses", []string{"households"}},
}

// generate writes the database at path, which must not exist, and counts its
// rows. Zero threads means as many as there are processors.
func generate(ctx context.Context, path string, threads int, progress Progress) ([]TableRows, error) {
	db, err := attach(ctx, path, "")
	if err != nil {
		return nil, err
	}
	defer db.Close()

	settings := []string{
		"SET TimeZone = 'UTC'",
		"SET memory_limit = '1GB'",
		"SET temp_directory = " + quote(filepath.Dir(path)),
	}
	if threads > 0 {
		settings = append(settings, fmt.Sprintf("SET threads = %d", threads))
	}
	for _, statement := range append(settings, variables()...) {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return nil, fmt.Errorf("%s: %w", statement, err)
		}
	}
	steps := len(stages) + 1
	for i, stage := range stages {
		progress(stage.words, i, steps)
		for _, name := range stage.files {
			if err := run(ctx, db, name); err != nil {
				return nil, fmt.Errorf("%s.sql: %w", name, err)
			}
		}
	}
	progress("writing to disk", len(stages), steps)
	tables, err := countIn(ctx, db)
	if err != nil {
		return nil, err
	}
	// Detaching needs another current database, and writes what is still in
	// the write-ahead log.
	if _, err := db.ExecContext(ctx, "CHECKPOINT warehouse; USE memory; DETACH warehouse"); err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	progress("done", steps, steps)
	return tables, nil
}

func run(ctx context.Context, db *sql.DB, name string) error {
	script, err := scripts.ReadFile("sql/" + name + ".sql")
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, string(script))
	return err
}

// attach opens the database file at path as the current database of a DuckDB
// in memory with a single connection. Unlike a DSN, ATTACH takes any path.
func attach(ctx context.Context, path, options string) (*sql.DB, error) {
	connector, err := duckdb.NewConnector("", nil)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	// Variables and temporary tables live in the one connection.
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, "ATTACH "+quote(path)+" AS warehouse "+options+"; USE warehouse"); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// count counts the rows of every table of the database at path.
func count(ctx context.Context, path string) ([]TableRows, error) {
	db, err := attach(ctx, path, "(READ_ONLY)")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return countIn(ctx, db)
}

// countIn counts the rows of every table of the current database: the known
// tables in the order of Tables, then any others by name.
func countIn(ctx context.Context, db *sql.DB) ([]TableRows, error) {
	names, err := tableNames(ctx, db)
	if err != nil {
		return nil, err
	}
	var counts []TableRows
	for _, t := range Tables {
		if i := slices.Index(names, t.Table); i >= 0 {
			counts = append(counts, TableRows{Table: t.Table})
			names = slices.Delete(names, i, i+1)
		}
	}
	for _, name := range names {
		counts = append(counts, TableRows{Table: name})
	}
	for i := range counts {
		query := `SELECT count(*) FROM "` + strings.ReplaceAll(counts[i].Table, `"`, `""`) + `"`
		if err := db.QueryRowContext(ctx, query).Scan(&counts[i].Rows); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

func tableNames(ctx context.Context, db *sql.DB) ([]string, error) {
	rows, err := db.QueryContext(ctx, `
		SELECT table_name FROM duckdb_tables()
		WHERE database_name = 'warehouse' AND schema_name = 'main'
		ORDER BY table_name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

func sameTables(found []TableRows) bool { return slices.Equal(found, Tables) }
