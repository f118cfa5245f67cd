package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

// Databases that are scripts are made on a server, and are gone afterwards.
func TestPostgres(t *testing.T) {
	pg := pgtest.Shared(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"pier/pier.sql": `CREATE TABLE boats (id int PRIMARY KEY, name text, price numeric(10,2), built date);
			INSERT INTO boats VALUES (1, 'Heron', 10.50, '2019-05-01'), (2, 'Tern', 3, NULL);`,
		"questions.jsonl": `{"id":"1","db_name":"pier","question":"names","query":"SELECT {name, id} FROM boats","set":"basic"}
{"id":"2","db_name":"pier","question":"sum","query":"SELECT sum(price) FROM boats","set":"basic"}
{"id":"3","db_name":"pier","question":"month","query":"SELECT date_trunc('month', built) FROM boats WHERE id = 1","set":"basic"}
{"id":"4","db_name":"pier","question":"who am I?","query":"SELECT 'sorry'","set":"idk"}
`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	suite, err := Load(dir, Selection{})
	if err != nil {
		t.Fatal(err)
	}
	b := &scripted{say: func(r Request) (Answer, error) {
		return map[string]Answer{
			"names": {SQL: "SELECT name FROM boats"},
			"sum":   {SQL: "SELECT 13.5::float8"},
			"month": {SQL: "SELECT '2019-05'"},
		}[r.Question], nil
	}}
	r := &Run{Suite: suite, Brain: b, Open: open, Journal: NewJournal(), Now: time.Now()}
	if err := r.Do(t.Context()); fault.CodeOf(err) != fault.Usage {
		t.Errorf("without a server: %v", err)
	}
	r.Postgres = pg.Superuser()
	if err := r.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]Class{"1": Right, "2": Right, "3": Right, "4": NotAnswered} {
		if got, _ := r.Journal.Get(id, 0); got.Class != want {
			t.Errorf("%s: %+v, want %q", id, got, want)
		}
	}
	scratch, err := newScratch(t.Context(), pg.Superuser(), filepath.Join(dir, "pier", "pier.sql"))
	if err != nil {
		t.Fatal(err)
	}
	p := scratch.open()
	defer p.close()
	names, err := p.run(t.Context(), "SELECT datname FROM pg_database WHERE datname LIKE 'plumb_eval_%'")
	if err != nil || names.rows != 1 {
		t.Errorf("%d databases are there, want the new one alone (%v)", names.rows, err)
	}
	if err := scratch.drop(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestPostgresRefuses(t *testing.T) {
	pg := pgtest.Shared(t)
	script := filepath.Join(t.TempDir(), "broken.sql")
	if err := os.WriteFile(script, []byte("CREATE TABLE ("), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := newScratch(t.Context(), pg.Superuser(), script); fault.CodeOf(err) != fault.BadData {
		t.Errorf("a broken script: %v", err)
	}
	if _, err := newScratch(t.Context(), "postgres://u:secret@host:port/x", script); fault.CodeOf(err) != fault.Config || strings.Contains(err.Error(), "secret") {
		t.Errorf("a broken address: %v", err)
	}
}

func TestAddress(t *testing.T) {
	for dsn, want := range map[string]string{
		"postgres://u:p@h:1/postgres?sslmode=disable": "postgres://u:p@h:1/x?sslmode=disable",
		"host=h dbname=postgres":                      "host=h dbname=postgres dbname=x",
	} {
		if got := address(dsn, "x"); got != want {
			t.Errorf("address(%s) = %s", dsn, got)
		}
	}
}
