package sqlite

import (
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// attacked is a database with a table of two thousand rows.
func attacked(tb testing.TB) *Source {
	tb.Helper()
	return openFile(tb, newFile(tb, "CREATE TABLE sales (id INTEGER PRIMARY KEY, state TEXT)",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO sales SELECT i, 'state ' || i FROM n"))
}

// Legal SQL that would run for hours, fill the memory or never end: the guard
// passes it, and the session's limits hold it.
func TestLegalAttacksAreBounded(t *testing.T) {
	s := attacked(t)
	limits := source.Limits{Time: 300 * time.Millisecond, Rows: 100, Bytes: 1 << 20}
	unhurried := limits // where another limit must be met first, on any machine
	unhurried.Time = time.Minute
	for sql, want := range map[string][]fault.Code{
		"WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT max(i) FROM r":                                                  {fault.SQLTimeout},
		"WITH RECURSIVE r(i) AS (SELECT 1 UNION SELECT i + 1 FROM r) SELECT count(*) FROM r":                                                    {fault.SQLTimeout},
		"SELECT count(*) FROM sales a, sales b, sales c, sales d WHERE a.state || b.state LIKE '%9%8%7%' AND c.state GLOB '*1*2*3*' || d.state": {fault.SQLTimeout},
		"SELECT sum(length(hex(randomblob(900)))) FROM sales a, sales b, sales c":                                                               {fault.SQLTimeout},
		"SELECT a.id FROM sales a, sales b, sales c GROUP BY a.id, b.id, c.id HAVING count(*) > 1":                                              {fault.SQLTimeout},
		"SELECT min(x) FROM (SELECT a.state || b.state || c.state AS x FROM sales a, sales b, sales c ORDER BY x)":                              {fault.SQLTimeout, fault.Memory},
		"SELECT group_concat(hex(zeroblob(9000))) FROM sales a, sales b":                                                                        {fault.Memory, fault.SQLTimeout},
		"SELECT json_group_array(hex(zeroblob(9000))) FROM sales a, sales b":                                                                    {fault.Memory, fault.SQLTimeout},
		"SELECT zeroblob(1000000 * 900)":     {fault.Memory},
		"SELECT printf('%*d', 900000000, 1)": {fault.Memory},
		"SELECT replace(hex(zeroblob(1000000)), '0', '0123456789012345678901234567890123456789')":                           {fault.Memory},
		"SELECT length(a) FROM (SELECT replace(a, '0', a) AS a FROM (SELECT replace(hex(zeroblob(9000)), '0', '00') AS a))": {fault.Memory},
		"WITH RECURSIVE r(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM r) SELECT max(length(s)) FROM r":                   {fault.Memory, fault.SQLTimeout},
	} {
		limits := limits
		if !slices.Contains(want, fault.SQLTimeout) {
			limits = unhurried
		}
		got, err := ask(t, s, sql, limits)
		if err == nil {
			t.Errorf("%s gives %d rows", sql, len(got.Rows))
			continue
		}
		if f := fault.Of(err); !slices.Contains(want, f.Code) || f.Hint == "" {
			t.Errorf("%s\ngives %s: %s (%s), want %v", sql, f.Code, f.Message, f.Hint, want)
		}
	}
	for sql, want := range map[string]table.Cap{
		"SELECT a.id FROM sales a, sales b, sales c":                                      table.ByRows,
		"WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT i FROM r": table.ByRows,
		"SELECT randomblob(900000) FROM sales":                                            table.ByBytes,
		"SELECT replace(hex(zeroblob(300000)), '0', 'abcdefgh') AS big FROM sales":        table.ByBytes,
	} {
		got, err := ask(t, s, sql, unhurried)
		if err != nil || got.Truncated != want {
			t.Errorf("%s is cut by %q, %v; want %q", sql, got.Truncated, err, want)
		}
	}
	if n := must(t, s, "SELECT count(*) FROM sales").Rows[0][0].String(); n != "2000" {
		t.Errorf("afterwards there are %s rows", n)
	}
}

// Sorting takes memory and no files: it ends at the bound, which is one for
// the process.
func TestMemoryIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("fills half a gigabyte")
	}
	s := attacked(t)
	_, err := ask(t, s, "SELECT hex(randomblob(4000)) AS x FROM sales a, sales b ORDER BY x", source.Limits{Time: time.Minute})
	if fault.CodeOf(err) != fault.Memory {
		t.Errorf("got %v", err)
	}
	must(t, s, "SELECT count(*) FROM sales")
}

// One call of a function cannot be interrupted. Whoever waits for it gets an
// answer all the same, and others are served meanwhile.
func TestUnstoppableStatement(t *testing.T) {
	s := attacked(t)
	const search = "SELECT instr(hay, substr(hay, 1, 220000) || 'x') FROM (SELECT replace(hex(zeroblob(220000)), '0', 'a') AS hay)"
	_, err := ask(t, s, search, source.Limits{Time: 50 * time.Millisecond})
	if fault.CodeOf(err) != fault.SQLTimeout {
		t.Errorf("got %v", err)
	}
	must(t, s, "SELECT count(*) FROM sales")
	if err := s.Close(); err != nil {
		t.Errorf("closing meanwhile: %v", err)
	}
	s.work.Wait() // so that it does not outlive the test
}

// The session has defences of its own against what should never reach it.
func TestSettingsHold(t *testing.T) {
	s := attacked(t)
	c, err := s.pool.take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.pool.put(c, true)
	for _, sql := range []string{
		"PRAGMA trusted_schema = ON", "PRAGMA query_only = OFF", "PRAGMA temp_store_directory = '.'", "ATTACH ':memory:' AS x", "SELECT load_extension('x')",
		"INSERT INTO sales (state) VALUES ('x')", "CREATE TEMP TABLE x (y)", "SELECT * FROM sqlite_schema", "BEGIN",
	} {
		if _, err := c.Exec(sql, nil); err == nil {
			t.Errorf("%s is possible", sql)
		}
	}
}
