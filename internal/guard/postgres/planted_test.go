package postgres

import (
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
)

// In PostgreSQL x.f calls f(x) where x has no column f.
func TestFieldsDoNotCallFunctions(t *testing.T) {
	known := &guard.Catalog{Snapshot: &schema.Snapshot{SearchPath: []string{"public"}, Shadowed: []string{"value", "peek"},
		Tables: []schema.Table{{Schema: "public", Name: "t", Columns: []schema.Column{{Name: "id", Type: "integer"}, {Name: "tags", Type: "text[]"}}}}}}
	for _, c := range []struct {
		sql         string
		open, shown bool // allowed without and with a schema
	}{
		{"SELECT x.pg_read_file FROM unnest(ARRAY['/etc/passwd']) x", false, false},
		{"SELECT json_agg(x.pg_ls_dir) FROM unnest(ARRAY['/']) AS x", false, false},
		{"SELECT (x).pg_read_file FROM unnest(ARRAY['/etc/passwd']) x", false, false},
		{"SELECT x.x FROM unnest(ARRAY['a']) x", true, true},
		{"SELECT x.a FROM unnest(ARRAY['a']) AS x(a)", true, true},
		{"SELECT g.g FROM generate_series(1, 3) g", true, true},
		{"SELECT (x).value FROM (SELECT t AS x FROM t) s", true, false},
		{"SELECT (s.x).peek FROM (SELECT t AS x FROM t) s", false, false},
		{"SELECT s.id FROM (SELECT * FROM t) s", true, true},
		{"SELECT 'x'::citext", false, false},
		{`SELECT 1::"integer"`, false, false},
		{"SELECT 1::integer, 2::double precision, true::boolean, 'x'::character varying", true, true},
	} {
		for catalog, want := range map[*guard.Catalog]bool{nil: c.open, known: c.shown} {
			_, err := guard.New(New(), catalog).Check(t.Context(), c.sql)
			if (err == nil) != want || err != nil && fault.CodeOf(err) != fault.Validation {
				t.Errorf("%s with a schema %v: %v, want allowed %v", c.sql, catalog != nil, err, want)
			}
		}
	}
}
