package sourcetest

import (
	"runtime"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Statements over a table of two thousand numbers: one that gives no row for
// hours, one that gives rows for hours.
const (
	endless = "SELECT count(*) AS n FROM numbers a, numbers b, numbers c, numbers d WHERE (a.n * b.n * c.n * d.n) % 1000003 = 5"
	torrent = "SELECT a.n AS a, b.n AS b, c.n AS c, 'some text to carry' AS d FROM numbers a, numbers b, numbers c"
)

func (e Engine) numbers() []string {
	return []string{"CREATE TABLE numbers (n BIGINT NOT NULL)", "INSERT INTO numbers " + e.SQL.Numbers("n", 2000)}
}

func testLimits(t *testing.T, e Engine) {
	db := e.Setup(t, e.numbers()...)
	t.Run("rows", func(t *testing.T) {
		got, err := e.try(t, db.Source, torrent, source.Limits{Rows: 10})
		if err != nil || len(got.Rows) != 10 || got.Truncated != table.ByRows {
			t.Errorf("got %d rows, cut by %q, %v; want 10, cut by rows", len(got.Rows), got.Truncated, err)
		}
		got, err = e.try(t, db.Source, "SELECT n FROM numbers", source.Limits{Rows: 2000})
		if err != nil || len(got.Rows) != 2000 || got.Truncated != table.Whole {
			t.Errorf("got %d rows, cut by %q, %v; want all 2000, not cut", len(got.Rows), got.Truncated, err)
		}
	})
	t.Run("bytes", func(t *testing.T) {
		const most = 100_000
		got, err := e.try(t, db.Source, torrent, source.Limits{Rows: 1_000_000, Bytes: most})
		if err != nil || got.Truncated != table.ByBytes {
			t.Fatalf("got %d rows, cut by %q, %v; want it cut by bytes", len(got.Rows), got.Truncated, err)
		}
		size := 0
		for _, r := range got.Rows {
			for _, v := range r {
				size += v.Size()
			}
		}
		if size > most || size < most/2 {
			t.Errorf("got %d bytes under a limit of %d", size, most)
		}
	})
	t.Run("time", func(t *testing.T) {
		_, err := e.try(t, db.Source, endless, source.Limits{Time: 200 * time.Millisecond})
		if f := fault.Of(err); f == nil || f.Code != fault.SQLTimeout || f.Hint == "" {
			t.Errorf("a statement past its time gave %v, want %s with a hint", f, fault.SQLTimeout)
		}
		idle(t, db)
	})
	t.Run("time while rows come", func(t *testing.T) {
		_, err := e.try(t, db.Source, torrent, source.Limits{Time: 200 * time.Millisecond, Rows: 1 << 40, Bytes: 1 << 50})
		if code := fault.CodeOf(err); code != fault.SQLTimeout {
			t.Errorf("a stream past its time gave %v, want %s", err, fault.SQLTimeout)
		}
		idle(t, db)
	})
	if got := e.must(t, db.Source, "SELECT count(*) AS n FROM numbers"); got.Rows[0][0].String() != "2000" {
		t.Errorf("after the limits, numbers has %v rows", got.Rows[0][0])
	}
}

// testHugeCell reads a value that is far larger than the byte limit: it must
// not come into this process's memory, and the source must stay well.
func testHugeCell(t *testing.T, e Engine) {
	const cell, most = 64 << 20, 1 << 20
	src := e.Setup(t, "CREATE TABLE huge (id INTEGER, cell "+e.SQL.Types[table.Text]+")",
		"INSERT INTO huge SELECT 1, "+e.SQL.Repeat(cell)).Source
	e.must(t, src, "SELECT id FROM huge")

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, err := e.try(t, src, "SELECT cell FROM huge", source.Limits{Bytes: most})
	runtime.ReadMemStats(&after)
	switch code := fault.CodeOf(err); {
	case err == nil && (got.Truncated != table.ByBytes || len(got.Rows) != 0):
		t.Errorf("a cell of %d bytes under a limit of %d came as %d rows, cut by %q", cell, most, len(got.Rows), got.Truncated)
	case err != nil && code != fault.ResultTruncated && code != fault.Memory:
		t.Errorf("a cell over the limit gave %s: %v", code, err)
	case err != nil && fault.Of(err).Hint == "":
		t.Errorf("no hint with %v", err)
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > cell/2 {
		t.Errorf("reading it allocated %d bytes", grown)
	}
	e.must(t, src, "SELECT id FROM huge")
}

// idle waits until the engine says that it runs nothing for this database.
func idle(tb testing.TB, db *Database) {
	tb.Helper()
	if db.Running == nil {
		return
	}
	since := time.Now()
	eventually(tb, "the engine stops working", func() bool { return db.Running(tb) == 0 })
	tb.Logf("the engine was idle after %s", time.Since(since).Round(time.Millisecond))
}

// patience bounds every wait; reaching it means that something never happens.
const patience = 10 * time.Minute

func eventually(tb testing.TB, what string, condition func() bool) {
	tb.Helper()
	end := time.NewTimer(patience)
	defer end.Stop()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-end.C:
			tb.Fatalf("waited %s in vain until %s", patience, what)
		case <-tick.C:
		}
	}
}
