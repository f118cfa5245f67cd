package sqlite

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/test/sourcetest"
)

// A worker may use only the files that there were when it started. Another
// program may bring the file into a mode that needs others; a fresh worker
// then takes over, and nobody notices.
func TestJournalModeChanges(t *testing.T) {
	path := newFile(t, "CREATE TABLE t (x)", "INSERT INTO t VALUES (1)")
	s := openFile(t, path)
	want := int64(1)
	for _, mode := range []string{"DELETE", "PERSIST", "WAL", "DELETE", "WAL", "TRUNCATE", "PERSIST"} {
		if mode != "WAL" {
			killWorkers(t, s) // one that reads the log keeps others from leaving it
		}
		write(t, path, "PRAGMA journal_mode = "+mode, "INSERT INTO t VALUES (1)")
		want++
		if got, _ := must(t, s, "SELECT count(*) FROM t").Rows[0][0].Int64(); got != want {
			t.Errorf("in mode %s there are %d rows, want %d", mode, got, want)
		}
		write(t, path, "INSERT INTO t VALUES (1)")
		want++
		if got, _ := must(t, s, "SELECT count(*) FROM t").Rows[0][0].Int64(); got != want {
			t.Errorf("in mode %s there are %d rows after another, want %d", mode, got, want)
		}
	}
}

func killWorkers(t *testing.T, s *Source) {
	t.Helper()
	pids := s.Workers().Processes()
	sourcetest.Kill(t, pids)
	for _, pid := range pids {
		for syscall.Kill(pid, 0) == nil {
			runtime.Gosched()
		}
	}
}

// A worker sees what a writer that stays connected has committed.
func TestWriterBeside(t *testing.T) {
	for _, mode := range []string{"DELETE", "WAL"} {
		path := newFile(t, "PRAGMA journal_mode = "+mode, "CREATE TABLE t (x)")
		s := openFile(t, path)
		writer, err := (&sqlite3.SQLiteDriver{}).Open("file:" + strings.ReplaceAll(path, "?", "%3F"))
		if err != nil {
			t.Fatal(err)
		}
		for want := range int64(20) {
			if got, _ := must(t, s, "SELECT count(*) FROM t").Rows[0][0].Int64(); got != want {
				t.Errorf("in mode %s there are %d rows, want %d", mode, got, want)
			}
			if _, err := writer.(*sqlite3.SQLiteConn).Exec("INSERT INTO t VALUES (1); PRAGMA wal_checkpoint(PASSIVE)", nil); err != nil {
				t.Fatal(err)
			}
		}
		if err := writer.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Local time is that of this process, though the worker has none of its
// environment and cannot read the zone's file.
func TestLocalTime(t *testing.T) {
	t.Setenv("TZ", "America/New_York")
	s := openFile(t, newFile(t))
	if got := must(t, s, "SELECT datetime('2024-07-01 12:00:00', 'localtime')").Rows[0][0].String(); got != "2024-07-01 08:00:00" {
		t.Errorf("got %s", got)
	}
}

func TestWorkerKnowsNoSecrets(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	t.Setenv("PLUMB_TEST_SECRET", "hunter2")
	s := openFile(t, newFile(t, "CREATE TABLE t (x)"))
	must(t, s, "SELECT * FROM t")
	for _, pid := range s.Workers().Processes() {
		environment, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "environ"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(environment), "hunter2") {
			t.Errorf("the worker's environment is %q", environment)
		}
	}
}
