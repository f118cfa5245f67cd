package datastore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/table"
)

func TestMain(m *testing.M) {
	duckdb.RunWorkerIfAsked()
	if folder := os.Getenv(killedVariable); folder != "" {
		writeUntilKilled(folder)
	}
	os.Exit(m.Run())
}

var allRows = source.Limits{Time: 10 * time.Minute, Rows: 1 << 40, Bytes: 1 << 40}

// testClock gives a time that is later at each call.
type testClock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *testClock { return &testClock{at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

func (c *testClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(time.Second)
	return c.at
}

func (c *testClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func open(tb testing.TB, folder string, l Limits) *Store {
	tb.Helper()
	return openAt(tb, folder, l, newClock())
}

func openAt(tb testing.TB, folder string, l Limits, c *testClock) *Store {
	tb.Helper()
	s, err := Open(tb.Context(), Config{Folder: folder, Source: source.Config{Memory: 512 << 20}, Limits: l, Clock: c.now})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

// numbers is a table of a column n with the numbers from 1, and one of texts.
func numbers(count int) *table.Table {
	t := &table.Table{Columns: []table.Column{{Name: "n", Kind: table.Int}, {Name: "label", Kind: table.Text}}}
	for i := range count {
		t.Rows = append(t.Rows, table.Row{table.NewInt(int64(i + 1)), table.NewText(fmt.Sprint("number ", i+1))})
	}
	return t
}

func put(tb testing.TB, s *Store, step int, name string, t *table.Table) Record {
	tb.Helper()
	r, err := s.Put(tb.Context(), Record{Name: name, Step: step}, t.Reader())
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func query(tb testing.TB, s *Store, sql string) *table.Table {
	tb.Helper()
	r, err := s.Query(tb.Context(), sql, allRows)
	if err != nil {
		tb.Fatalf("%s: %v", sql, err)
	}
	t, err := r.ReadAll()
	if err != nil {
		tb.Fatalf("%s: %v", sql, err)
	}
	return t
}

// wantFault checks the code of an error, that it has a hint, and what it says.
func wantFault(tb testing.TB, err error, code fault.Code, words ...string) {
	tb.Helper()
	if fault.CodeOf(err) != code {
		tb.Errorf("got %v (%s), want %s", err, fault.CodeOf(err), code)
		return
	}
	f := fault.Of(err)
	for _, w := range words {
		if !strings.Contains(f.Message+" "+f.Hint, w) {
			tb.Errorf("%q (%s) does not say %q", f.Message, f.Hint, w)
		}
	}
	if f.Hint == "" {
		tb.Errorf("%q has no hint", f.Message)
	}
}

// left lists all files of the store but for locks and views.
func left(tb testing.TB, folder string) []string {
	tb.Helper()
	var list []string
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, path)
		if err == nil && !e.IsDir() && !strings.HasSuffix(name, ".lock") && name != useFile && !strings.HasPrefix(name, viewsFolder) {
			list = append(list, name)
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return list
}

func TestTableIsKeptWithItsOrigin(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder, Limits{})
	in := Record{Name: "sales", Description: "it's \"all\" sales", Step: 1, Turn: "t1", Sources: []string{"shop.orders"}, SQL: "SELECT 1", Language: "sql", By: "model"}
	stored, err := s.Put(t.Context(), in, numbers(3).Reader())
	if err != nil {
		t.Fatal(err)
	}
	if stored.Rows != 3 || stored.Bytes == 0 || stored.Hash != numbers(3).Hash() || len(stored.Columns) != 2 || stored.CreatedAt.IsZero() {
		t.Errorf("got %+v", stored)
	}
	if got := query(t, s, "SELECT * FROM sales"); got.Hash() != stored.Hash {
		t.Errorf("got %v", got.Rows)
	}
	made, err := s.Make(t.Context(), Record{Name: "total", Step: 2}, "SELECT sum(n) AS total, count(*) AS count FROM sales")
	if err != nil {
		t.Fatal(err)
	}
	if made.Rows != 1 || !slices.Equal(made.Sources, []string{"sales"}) || made.Columns[0].Kind != table.Int || made.Hash != "" {
		t.Errorf("got %+v", made)
	}
	if sum, err := s.Hash(t.Context(), "total"); err != nil || sum != query(t, s, "SELECT * FROM total").Hash() {
		t.Errorf("got %s, %v", sum, err)
	}
	if err := s.Publish(t.Context(), "total", true); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, folder, Limits{})
	list, err := again.Tables()
	if err != nil || len(list) != 2 || list[0].Description != in.Description || list[0].SQL != in.SQL || !list[1].Published || list[1].Hash == "" {
		t.Errorf("got %+v, %v", list, err)
	}
	if rows := query(t, again, "SELECT total FROM total").Rows; rows[0][0].String() != "6" {
		t.Errorf("got %v", rows)
	}
	if _, err := s.Tables(); err == nil {
		t.Error("a closed store has tables")
	}
}

func TestOnlyGuardedStatementsRun(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	put(t, s, 1, "n1", numbers(2))
	for _, sql := range []string{
		"DROP TABLE n1", "CREATE TABLE x AS SELECT 1", "SELECT * FROM read_text('/etc/passwd')", "COPY n1 TO '/tmp/x'",
		"SELECT * FROM 'tables/n1.parquet'", "SELECT 1; SELECT 2", "SELECT * FROM n2",
	} {
		_, err := s.Query(t.Context(), sql, allRows)
		if code := fault.CodeOf(err); code != fault.Validation && code != fault.SQLParse {
			t.Errorf("Query of %s gives %v", sql, err)
		}
		_, err = s.Make(t.Context(), Record{Name: "made", Step: 2}, sql)
		if code := fault.CodeOf(err); code != fault.Validation && code != fault.SQLParse {
			t.Errorf("Make of %s gives %v", sql, err)
		}
	}
	if got := query(t, s, "SELECT 1 AS one"); len(got.Rows) != 1 {
		t.Errorf("got %v", got.Rows)
	}
}

func TestStoreIsASource(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	c, err := connection.Open(t.Context(), connection.Spec{Driver: s.Driver(), Now: time.Now, Cache: schema.Cache{}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := s.Put(t.Context(), Record{Name: "n1", Description: "some numbers", Step: 1}, numbers(5).Reader()); err != nil {
		t.Fatal(err)
	}
	snapshot, err := c.Schema(t.Context(), connection.Full)
	if err != nil || len(snapshot.Tables) != 1 || snapshot.Tables[0].Rows != 5 || snapshot.Tables[0].Comment != "some numbers" {
		t.Errorf("got %+v, %v", snapshot, err)
	}
	if err := c.ProbeWrite(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestNamesAreChecked(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder, Limits{})
	long := strings.Repeat("x", maxName)
	for _, name := range []string{"", "../x", "a b", "a-b", "a.b", "1a", "ä", "a/b", "x\x00", long + "x", `a"b`, "con\n"} {
		_, err := s.Put(t.Context(), Record{Name: name}, numbers(1).Reader())
		wantFault(t, err, fault.Usage, "letters, digits")
		_, err = s.Make(t.Context(), Record{Name: name}, "SELECT 1 AS one")
		wantFault(t, err, fault.Usage)
		wantFault(t, s.Set(t.Context(), 1, name, 1), fault.Usage)
		wantFault(t, s.AddArtifact(t.Context(), Artifact{Name: name}), fault.Usage)
	}
	if files := left(t, folder); len(files) != 0 {
		t.Errorf("there are files %v", files)
	}
	for _, name := range []string{long, "_", "select", "Order", "a1"} {
		put(t, s, 1, name, numbers(2))
		if got := query(t, s, "SELECT count(*) FROM "+duckdb.Identifier(name)); got.Rows[0][0].String() != "2" {
			t.Errorf("%s: got %v", name, got.Rows)
		}
	}
	_, err := s.Table("ordr")
	wantFault(t, err, fault.NotFound, "did you mean Order?")
	wantFault(t, s.Drop(t.Context(), "nothing"), fault.NotFound)
	wantFault(t, s.Publish(t.Context(), "nothing", true), fault.NotFound)
}

func TestANameBelongsToAStep(t *testing.T) {
	clock := newClock()
	folder := t.TempDir()
	s := openAt(t, folder, Limits{}, clock)
	put(t, s, 1, "sales", numbers(2))
	_, err := s.Put(t.Context(), Record{Name: "SALES", Step: 2}, numbers(3).Reader())
	wantFault(t, err, fault.Store, "belongs to step 1", "another name")
	_, err = s.Make(t.Context(), Record{Name: "sales", Step: 2}, "SELECT 1 AS one")
	wantFault(t, err, fault.Store, "belongs to step 1")
	r, err := s.Query(t.Context(), "SELECT * FROM sales", allRows)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, 1, "sales", numbers(3))
	if old, err := r.ReadAll(); err != nil || len(old.Rows) != 2 {
		t.Errorf("the statement that was running gives %v, %v", old.Rows, err)
	}
	if got := query(t, s, "SELECT * FROM sales"); len(got.Rows) != 3 {
		t.Errorf("got %v", got.Rows)
	}
	// A table may be made of its former self.
	if _, err := s.Make(t.Context(), Record{Name: "sales", Step: 1}, "SELECT n * 10 AS n FROM sales"); err != nil {
		t.Fatal(err)
	}
	if got := query(t, s, "SELECT sum(n) FROM sales"); got.Rows[0][0].String() != "60" {
		t.Errorf("got %v", got.Rows)
	}
	if files := left(t, folder); len(files) != 4 {
		t.Errorf("former files are kept for a while: %v", files)
	}
	clock.advance(keepOld)
	if err := s.Set(t.Context(), 1, "x", 1); err != nil {
		t.Fatal(err)
	}
	if files := left(t, folder); len(files) != 2 {
		t.Errorf("and then no longer: %v", files)
	}
	if err := s.Drop(t.Context(), "sales"); err != nil {
		t.Fatal(err)
	}
	put(t, s, 2, "sales", numbers(4))
	if got := query(t, s, "SELECT * FROM sales"); len(got.Rows) != 4 {
		t.Errorf("got %v", got.Rows)
	}
}

// slow gives rows as long as its gate is closed, and then ends.
type slow struct{ begun, gate chan struct{} }

func (s *slow) Next() (table.Row, error) {
	close(s.begun)
	<-s.gate
	return nil, errors.New("the end")
}
func (s *slow) Close() error { return nil }

func TestOneStepWritesATableAtATime(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder, Limits{})
	other := open(t, folder, Limits{}) // as another process would
	rows := &slow{begun: make(chan struct{}), gate: make(chan struct{})}
	failed := make(chan error)
	go func() {
		_, err := s.Put(t.Context(), Record{Name: "t", Step: 1}, table.NewReader([]table.Column{{Name: "a"}}, rows, table.Limits{}))
		failed <- err
	}()
	<-rows.begun
	for _, second := range []*Store{s, other} {
		_, err := second.Put(t.Context(), Record{Name: "T", Step: 2}, numbers(1).Reader())
		wantFault(t, err, fault.Store, "being written")
	}
	third := open(t, folder, Limits{}) // who tidies up leaves alone what is being written
	if entries, err := os.ReadDir(filepath.Join(folder, buildFolder)); err != nil || len(entries) != 2 {
		t.Errorf("got %v, %v", entries, err)
	}
	put(t, third, 3, "u", numbers(1))
	close(rows.gate)
	if err := <-failed; err == nil || err.Error() != "the end" {
		t.Errorf("got %v", err)
	}
	if files := left(t, folder); len(files) != 2 {
		t.Errorf("there is left %v", files)
	}
	put(t, s, 2, "t", numbers(1))
}

func TestManyWriteAtOnce(t *testing.T) {
	folder := t.TempDir()
	stores := []*Store{open(t, folder, Limits{}), open(t, folder, Limits{})}
	put(t, stores[0], 1, "base", numbers(1000))
	var all sync.WaitGroup
	for i := range 8 {
		s := stores[i%2]
		all.Go(func() {
			name := fmt.Sprint("t", i)
			var err error
			if i < 4 {
				_, err = s.Put(t.Context(), Record{Name: name, Step: i}, numbers(100*(i+1)).Reader())
			} else {
				_, err = s.Make(t.Context(), Record{Name: name, Step: i}, fmt.Sprintf("SELECT * FROM base WHERE n <= %d", 100*(i+1)))
			}
			if err != nil {
				t.Error(err)
			}
			if err := s.Note(t.Context(), i, "made "+name); err != nil {
				t.Error(err)
			}
			r, err := s.Query(t.Context(), "SELECT count(*) FROM "+name, allRows)
			if err != nil {
				t.Error(err)
				return
			}
			if got, err := r.ReadAll(); err != nil || got.Rows[0][0].String() != fmt.Sprint(100*(i+1)) {
				t.Errorf("%s has %v, %v", name, got.Rows, err)
			}
		})
	}
	all.Wait()
	for _, s := range stores {
		if list, err := s.Tables(); err != nil || len(list) != 9 {
			t.Errorf("got %d tables, %v", len(list), err)
		}
		if notes, err := s.Notes(); err != nil || len(notes) != 8 {
			t.Errorf("got %d notes, %v", len(notes), err)
		}
	}
}

func TestClean(t *testing.T) {
	folder := t.TempDir()
	clock := newClock()
	for _, name := range []string{"old", "kept", "open", "new"} {
		if name == "new" {
			clock.advance(time.Hour)
		}
		s := openAt(t, filepath.Join(folder, name), Limits{}, clock)
		if name != "open" {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "foreign"), 0o700); err != nil {
		t.Fatal(err)
	}
	keep := func(name string) bool { return name == "kept" }
	removed, err := Clean(folder, clock.now().Add(-time.Minute), keep)
	if err != nil || !slices.Equal(removed, []string{"old"}) {
		t.Errorf("got %v, %v", removed, err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 4 {
		t.Errorf("got %v, %v", entries, err)
	}
	s := openAt(t, filepath.Join(folder, "old"), Limits{}, clock)
	if list, err := s.Tables(); err != nil || len(list) != 0 {
		t.Errorf("got %v, %v", list, err)
	}
	if removed, err := Clean(filepath.Join(folder, "none"), clock.now(), nil); err != nil || removed != nil {
		t.Errorf("got %v, %v", removed, err)
	}
}
