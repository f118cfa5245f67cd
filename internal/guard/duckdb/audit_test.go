package duckdb_test

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/guard/duckdb"
)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// syntax are names that the parser or the binder knows without there being a
// function.
var syntax = words(`coalesce columns try grouping grouping_id if ifnull nullif unnest -> ! !__postfix = <> != < > <= >= ~* !~ !~*
	row_number rank dense_rank rank_dense percent_rank cume_dist ntile lag lead first_value last_value nth_value fill
	current_date current_time current_timestamp localtime localtimestamp`)

// volatile are the functions on the list that give another answer each time
// they are called; they change nothing.
var volatile = words(`random uuid uuidv4 uuidv7 gen_random_uuid`)

func TestEveryAllowedFunctionOnlyComputes(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), `
		SELECT function_name, function_type, coalesce(bool_or(has_side_effects OR stability = 'VOLATILE'), false) FROM duckdb_functions() GROUP BY ALL`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	found := map[string]bool{}
	for rows.Next() {
		var name, kind string
		var effects bool
		if err := rows.Scan(&name, &kind, &effects); err != nil {
			t.Fatal(err)
		}
		name = strings.ToLower(name)
		found[kind+" "+name] = true
		if effects && duckdb.Functions[name] && !volatile[name] {
			t.Errorf("%s %s has side effects", kind, name)
		}
		if duckdb.Functions[name] && kind == "pragma" {
			t.Errorf("%s is a pragma", name)
		}
	}
	for name := range duckdb.Functions {
		if !found["scalar "+name] && !found["aggregate "+name] && !found["macro "+name] && !syntax[name] {
			t.Errorf("%s is no function of DuckDB", name)
		}
	}
	for name := range duckdb.TableFunctions {
		if !found["table "+name] && name != "unnest" && name != "generate_subscripts" {
			t.Errorf("%s is no table function of DuckDB", name)
		}
	}
}
