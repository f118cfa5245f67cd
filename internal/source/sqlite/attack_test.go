package sqlite

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/worker"
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

// Sorting takes memory and no files: it ends at the bound.
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

// search is one call of a function that takes very long and does not look up.
const search = "SELECT instr(replace(hex(zeroblob(900000)), '00', 'aaaaaaaaaaaaaaaa'), replace(hex(zeroblob(400000)), '00', 'aaaaaaaaaaaaaaaa') || 'b')"

// A step of SQLite's that cannot be interrupted is ended with its process, and
// whoever comes next is served, however many of them there were.
func TestUnstoppableStatements(t *testing.T) {
	s := attacked(t)
	const many = 2 * worker.MaxWorkers
	failed := make(chan error, many)
	checked, err := guard.New(s.Grammar(), nil).Check(t.Context(), search)
	if err != nil {
		t.Fatal(err)
	}
	for range many {
		go func() {
			_, err := s.Query(t.Context(), checked, source.Limits{Time: 300 * time.Millisecond})
			failed <- err
		}()
	}
	for range many {
		if err := <-failed; fault.CodeOf(err) != fault.SQLTimeout {
			t.Errorf("got %v", err)
		}
	}
	if n := s.Workers().Running(); n != 0 {
		t.Errorf("%d statements still run", n)
	}
	must(t, s, "SELECT count(*) FROM sales")

	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, err := s.Query(ctx, checked, source.Limits{})
		failed <- err
	}()
	for s.Workers().Running() == 0 {
		runtime.Gosched()
	}
	cancel()
	if err := <-failed; fault.CodeOf(err) != fault.Canceled {
		t.Errorf("canceled, it gives %v", err)
	}
	must(t, s, "SELECT count(*) FROM sales")
}
