package postgres

import (
	"testing"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/pgtest"
	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

func TestTypesOfTheDatabasesOwn(t *testing.T) {
	src, _ := fresh(t, pgtest.Shared(t),
		`CREATE TYPE mood AS ENUM ('sad', 'ok', 'very happy')`,
		`CREATE DOMAIN price AS numeric(8,2) CHECK (VALUE >= 0)`,
		`CREATE DOMAIN fine_price AS price NOT NULL`,
		`CREATE DOMAIN moods AS mood[]`,
		`CREATE TYPE place AS (street text, "No" integer, tags text[], at timestamptz)`,
		`CREATE TYPE trip AS ("from" place, cost price, feeling mood)`,
		`CREATE TYPE single AS (a text)`,
		`CREATE TABLE t (m mood, p fine_price, ms moods, l place, r trip, rs trip[], s single, e single)`,
		`INSERT INTO t VALUES ('very happy', 1.5, '{sad,"very happy",NULL}', ('Main "St", (1)', 7, '{a,"b c"}', '2024-01-01 00:00+01'),
			(('x\y', NULL, NULL, NULL), 2, 'ok'), ARRAY[((NULL, 1, '{}', NULL)::place, 3.10, NULL)::trip], ROW(NULL), ROW(''))`)
	for _, c := range []struct {
		expression string
		kind       table.Kind
		native     string
		want       string
	}{
		{`m`, table.Text, "mood", "very happy"},
		{`p`, table.Decimal, "numeric(8,2)", "1.50"},
		{`ms`, table.JSON, "mood[]", `["sad","very happy",null]`},
		{`l`, table.JSON, "place", `{"street":"Main \"St\", (1)","No":7,"tags":["a","b c"],"at":"2023-12-31T23:00:00Z"}`},
		{`r`, table.JSON, "trip", `{"from":{"street":"x\\y","No":null,"tags":null,"at":null},"cost":2.00,"feeling":"ok"}`},
		{`rs`, table.JSON, "trip[]", `[{"from":{"street":null,"No":1,"tags":[],"at":null},"cost":3.10,"feeling":null}]`},
		{`s`, table.JSON, "single", `{"a":null}`},
		{`e`, table.JSON, "single", `{"a":""}`},
		{`ROW(1, 'two', NULL)`, table.JSON, "record", `["1","two",null]`},
		{`ARRAY[ROW(1, 'two')]`, table.JSON, "record[]", `[["1","two"]]`},
		{`ARRAY[]::place[]`, table.JSON, "place[]", `[]`},
		{`t`, table.JSON, "t", ""},
		{`'unknown'`, table.Text, "text", "unknown"},
		{`NULL`, table.Text, "text", ""},
		{`'a'::varchar(7)`, table.Text, "character varying(7)", "a"},
		{`1::numeric(5,-2)`, table.Decimal, "numeric(5,-2)", "0"},
		{`pg_catalog.pg_sleep(0)`, table.Text, "void", ""},
		{`interval 'infinity'`, table.Interval, "interval", "infinity"},
	} {
		got, err := sourcetest.Query(t, src, "SELECT "+c.expression+" FROM t", source.Limits{})
		if err != nil {
			t.Errorf("%s: %v", c.expression, err)
			continue
		}
		column, value := got.Columns[0], got.Rows[0][0]
		if column.Kind != c.kind || column.Native != c.native {
			t.Errorf("%s is %s (%s), want %s (%s)", c.expression, column.Kind, column.Native, c.kind, c.native)
		}
		if c.want != "" && value.String() != c.want {
			t.Errorf("%s gave %s, want %s", c.expression, value, c.want)
		}
	}
}

// A composite that changes its shape must not be read with the old one.
func TestCompositeChangesWhileOpen(t *testing.T) {
	server := pgtest.Shared(t)
	src, db := fresh(t, server, `CREATE TYPE pair AS (a integer, b integer)`)
	if got := one(t, src, "SELECT '(1,2)'::pair"); got != `{"a":1,"b":2}` {
		t.Fatal(got)
	}
	server.Exec(t, db, `ALTER TYPE pair ADD ATTRIBUTE c integer`)
	if got := one(t, src, "SELECT '(1,2,3)'::pair"); got != `["1","2","3"]` {
		t.Errorf("got %s: neither the new shape nor a plain list", got)
	}
}

func TestNotUTF8(t *testing.T) {
	server := pgtest.Shared(t)
	const db = "ascii"
	server.Exec(t, "postgres", `CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`)
	t.Cleanup(func() {
		ask[int](t, server, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = 'ascii'")
	})
	server.Exec(t, db, `CREATE TABLE t AS SELECT convert_from('\x61ff', 'SQL_ASCII') AS a, ARRAY[convert_from('\xff', 'SQL_ASCII')] AS b`)
	grantReader(t, server, db)
	src := openDSN(t, server.DSNAs(reader, readerPassword, db))
	got, err := sourcetest.Query(t, src, "SELECT a, b FROM t", source.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if v := got.Rows[0][0]; v.Raw() != "a\xff" || v.Clean() {
		t.Errorf("got %q", v.Raw())
	}
}

func FuzzLiteral(f *testing.F) {
	for _, text := range []string{`{1,2}`, `{{"a b",NULL},{x,"\""}}`, `[1:2]={3,4}`, `(1,"a ""b""",)`, `({},"{""(1,2)""}")`, `{`, `(`, `()`} {
		f.Add(text)
	}
	set := typeSet{
		1000: {oid: 1000, element: 25, delimiter: ','},
		1001: {oid: 1001, fields: []field{{"a", 23}, {"b", 1000}, {"c", 1003}}},
		1002: {oid: 1002, element: 1001, delimiter: ','},
		1003: {oid: 1003, base: 1002},
	}
	f.Fuzz(func(t *testing.T, text string) {
		for oid := range set {
			j, ok := set.appendJSON(nil, oid, text)
			if !ok {
				continue
			}
			if _, valid := table.Parse(table.JSON, string(j)); !valid {
				t.Errorf("%q became %q, which is not JSON", text, j)
			}
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte{0, 1, 0, 0, 0, 0, 0, 2, 0, 12})
	f.Add([]byte{0, 2, 0x7f, 0xff, 0x40, 0, 0x3f, 0xff, 0, 1, 0x27, 0x0f})
	f.Add([]byte{0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, s := range scalars {
			v, ok := s.decode(b)
			if !ok || s.kind == table.JSON || v.Kind() != s.kind {
				continue
			}
			back, ok := table.Parse(s.kind, v.String())
			if !ok && s.kind != table.Time && s.kind != table.Interval && s.kind != table.Timestamp && s.kind != table.TimestampTZ && s.kind != table.Date {
				t.Errorf("%s %q cannot be read back", s.name, v)
			}
			if ok && s.kind != table.Float && back.String() != v.String() {
				t.Errorf("%s %q is read back as %q", s.name, v, back)
			}
		}
	})
}
