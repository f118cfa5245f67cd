package postgres_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/plumbdata/plumb/internal/guard/postgres"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

// syntax are names that the grammar knows without there being a function.
var syntax = words(`coalesce nullif greatest least json_query json_value json_exists trim`)

// volatile are the functions on the list that give another answer each time
// they are called; they change nothing.
var volatile = words(`random random_normal clock_timestamp timeofday gen_random_uuid uuidv4 uuidv7 array_sample array_shuffle`)

// privileged are the names of functions that reach beyond their arguments,
// whatever they are declared as.
var privileged = regexp.MustCompile(`^(pg_|lo_|loread|lowrite|txid|dblink|current_|session_|inet_(client|server)|query_to|table_to|schema_to|database_to|cursor_to|ts_stat|ts_rewrite|set_config|setval|nextval|currval|lastval|has_|to_reg|row_security|version$|getpg|obj_desc|shobj|col_desc|brin_|gin_clean|xml|xpath)`)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

func query[T any](t *testing.T, sql string, args ...any) []T {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), pgtest.Shared(t).Superuser())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[T])
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestEveryAllowedFunctionOnlyComputes(t *testing.T) {
	type routine struct {
		Name, Signature, Volatility, Kind string
		Definer, Restricted               bool
		Arguments                         string
	}
	names := slices.Sorted(maps.Keys(postgres.Functions))
	found := map[string]bool{}
	for _, r := range query[routine](t, `
		SELECT proname, oid::regprocedure::text, provolatile::text, prokind::text, prosecdef, proacl IS NOT NULL, proargtypes::regtype[]::text
		FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY ($1)`, names) {
		found[r.Name] = true
		if r.Volatility == "v" && !volatile[r.Name] {
			t.Errorf("%s is volatile", r.Signature)
		}
		if r.Definer || r.Restricted {
			t.Errorf("%s runs with its owner's rights, or not everybody may call it", r.Signature)
		}
		if r.Kind == "p" {
			t.Errorf("%s is a procedure", r.Signature)
		}
		for _, a := range []string{"regclass", "regproc", "regprocedure", "regrole", "regnamespace", "refcursor", "internal", "trigger", "cstring"} {
			if slices.Contains(strings.FieldsFunc(r.Arguments, func(c rune) bool { return strings.ContainsRune("{},\"", c) }), a) {
				t.Errorf("%s takes a %s", r.Signature, a)
			}
		}
	}
	for _, n := range names {
		if !found[n] && !syntax[n] {
			t.Errorf("%s is no function of PostgreSQL %s", n, version(t))
		}
		if privileged.MatchString(n) && n != "pg_typeof" {
			t.Errorf("%s reaches beyond its arguments", n)
		}
	}
}

func version(t *testing.T) string {
	return fmt.Sprint(query[struct{ Version string }](t, "SELECT current_setting('server_version')")[0].Version)
}

func TestEveryAllowedOperatorOnlyComputes(t *testing.T) {
	type operator struct{ Name, Function, Volatility, Left, Right string }
	found := map[string]bool{}
	for _, o := range query[operator](t, `
		SELECT oprname, oprcode::text, provolatile::text, oprleft::regtype::text, oprright::regtype::text FROM pg_operator
		JOIN pg_proc ON pg_proc.oid = oprcode WHERE oprnamespace = 'pg_catalog'::regnamespace`) {
		found[o.Name] = true
		if postgres.Operators[o.Name] && o.Volatility == "v" {
			t.Errorf("%s %s %s calls %s, which is volatile", o.Left, o.Name, o.Right, o.Function)
		}
	}
	for name := range postgres.Operators {
		if !found[name] && !strings.Contains(name, "BETWEEN") && name != "!=" {
			t.Errorf("%s is no operator of PostgreSQL %s", name, version(t))
		}
	}
}

func TestEveryAllowedTypeHoldsPlainValues(t *testing.T) {
	type kind struct{ Name, Category string }
	found := map[string]bool{}
	for _, k := range query[kind](t, `
		SELECT typname, typcategory::text FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typname = ANY ($1)`,
		slices.Sorted(maps.Keys(postgres.Types))) {
		found[k.Name] = true
		if k.Name != "record" && k.Category == "P" {
			t.Errorf("%s is a pseudo-type", k.Name)
		}
	}
	spelled := words(`boolean smallint integer bigint int decimal real double character citext`)
	for name := range postgres.Types {
		if !found[name] && !spelled[name] {
			t.Errorf("%s is no type of PostgreSQL %s", name, version(t))
		}
		if strings.HasPrefix(name, "reg") {
			t.Errorf("a cast to %s looks into the catalogs", name)
		}
	}
}
