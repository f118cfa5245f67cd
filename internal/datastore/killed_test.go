package datastore

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// killedVariable makes this test binary write to the store in a folder until it is
// killed.
const killedVariable = "PLUMB_TEST_DATASTORE_KILLED"

// versionRows is how many rows each version of the table has.
const versionRows = 2000

// version is a table whose values all say which version of it they are from.
func version(n int64) *table.Table {
	t := &table.Table{Columns: []table.Column{{Name: "version", Kind: table.Int}, {Name: "n", Kind: table.Int}}}
	for i := range versionRows {
		t.Rows = append(t.Rows, table.Row{table.NewInt(n), table.NewInt(int64(i))})
	}
	return t
}

// writeUntilKilled replaces tables, and says after each that it is acknowledged.
func writeUntilKilled(folder string) {
	ctx := context.Background() // of a main function
	s, err := Open(ctx, Config{Folder: folder, Source: source.Config{Memory: 256 << 20}, Clock: time.Now})
	for n := int64(1); err == nil; n++ {
		if _, err = s.Put(ctx, Record{Name: "replaced", Step: 1, Description: fmt.Sprint(n)}, version(n).Reader()); err != nil {
			break
		}
		fmt.Println("put", n)
		if _, err = s.Make(ctx, Record{Name: "made", Step: 2, Description: fmt.Sprint(n)}, "SELECT * FROM replaced"); err != nil {
			break
		}
		fmt.Println("made", n)
	}
	fmt.Println(err)
	os.Exit(1)
}

// TestKilledWhileWriting kills a process at many moments. Whatever it was doing, tables are
// whole, what it acknowledged is there, and nothing else is left.
func TestKilledWhileWriting(t *testing.T) {
	folder := t.TempDir()
	for i := range 12 {
		acknowledged := runAndKill(t, folder, 1+i%3, time.Duration(i)*7*time.Millisecond)
		s, err := Open(t.Context(), Config{Folder: folder, Source: source.Config{Memory: 256 << 20}, Clock: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		if d := s.Diagnostics(); len(d) > 0 {
			t.Errorf("got %+v", d)
		}
		for what, name := range map[string]string{"put": "replaced", "made": "made"} {
			r, err := s.Table(name)
			if acknowledged[what] == 0 && err != nil {
				continue // it had not come to it
			}
			got := query(t, s, "SELECT count(*), min(version), max(version), count(DISTINCT n) FROM "+name).Rows[0]
			if fmt.Sprint(got) != fmt.Sprintf("[%d %s %s %d]", versionRows, r.Description, r.Description, versionRows) {
				t.Errorf("%s of version %s has %v", name, r.Description, got)
			}
			if at, _ := got[1].Int64(); at < acknowledged[what] {
				t.Errorf("%s is of version %d, though %d was acknowledged", name, at, acknowledged[what])
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		entries, err := os.ReadDir(filepath.Join(folder, buildFolder))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), lockEnding) {
				t.Errorf("%s is left", e.Name())
			}
		}
	}
}

// runAndKill lets a process write until it has said so much, and kills it a while later. It returns the last
// versions that were acknowledged.
func runAndKill(t *testing.T, folder string, lines int, later time.Duration) map[string]int64 {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), killedVariable+"="+folder)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewScanner(out)
	last := map[string]int64{}
	for n := 1; said.Scan(); n++ {
		var what string
		var at int64
		if _, err := fmt.Sscan(said.Text(), &what, &at); err != nil {
			t.Fatalf("the process says %q", said.Text())
		}
		last[what] = at
		if n == lines {
			time.AfterFunc(later, func() { _ = c.Process.Kill() })
		}
	}
	_ = c.Wait() // it was killed
	return last
}
