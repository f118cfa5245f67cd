package desk

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

// TestPostgreSQLFromAForm connects a real server: a login that can write is
// refused, one that can only read is used, and a question that is stopped stops
// on the server.
func TestPostgreSQLFromAForm(t *testing.T) {
	server := pgtest.Start(t)
	server.Exec(t, "postgres", "CREATE DATABASE shop", "CREATE ROLE reader LOGIN PASSWORD 's3cret@reader'", "CREATE ROLE writer LOGIN PASSWORD 'w'")
	server.Exec(t, "shop", "CREATE TABLE sales (id integer PRIMARY KEY, amount numeric)", "INSERT INTO sales SELECT n, n FROM generate_series(1, 10) n",
		"GRANT SELECT ON sales TO reader", "GRANT ALL ON sales TO writer")
	p := newPlace(t)
	form := func(user, password string) NewSource {
		return NewSource{Name: "pg", Kind: "postgres", Properties: map[string]string{"host": "127.0.0.1", "port": strconv.Itoa(server.Port()),
			"database": "shop", "user": user, "password": password, "sslmode": "disable"}}
	}
	wrong, err := p.TestSource(t.Context(), form("reader", "wrong"))
	if err != nil || wrong.OK || len(wrong.Steps) != 1 || wrong.Steps[0].Hint == "" {
		t.Errorf("got %+v, %v", wrong, err)
	}
	can, err := p.TestSource(t.Context(), form("writer", "w"))
	if err != nil || can.OK || can.ReadOnly || len(can.Steps) != 2 || !strings.Contains(can.Steps[1].Hint, "CREATE ROLE") {
		t.Errorf("got %+v, %v", can, err)
	}
	accepted := form("writer", "w")
	accepted.AcceptWritable = true
	if may, err := p.TestSource(t.Context(), accepted); err != nil || !may.OK || may.ReadOnly {
		t.Errorf("got %+v, %v", may, err)
	}
	if _, err := p.AddSource(t.Context(), form("writer", "w")); fault.CodeOf(err) != fault.Writable {
		t.Errorf("got %v", err)
	}
	good, err := p.TestSource(t.Context(), form("reader", "s3cret@reader"))
	if err != nil || !good.OK || !good.ReadOnly || good.Tables != 1 || good.Columns != 2 {
		t.Errorf("got %+v, %v", good, err)
	}
	if _, err := p.AddSource(t.Context(), form("reader", "s3cret@reader")); err != nil {
		t.Fatal(err)
	}
	c := p.ask(Question{SQL: "SELECT sum(amount) AS total FROM sales"})
	if c.Result == nil || string(c.Result.Data) != "[[55]]" {
		t.Errorf("got %+v", c.Result)
	}
	turn := p.begin(Question{SQL: "SELECT count(*) AS n FROM sales a, sales b, sales c, sales d, sales e, sales f, sales g, sales h, sales i, sales j, sales k, sales l"})
	p.executing(turn)
	if err := p.Cancel(t.Context(), turn.ID); err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Await(t.Context(), turn.ID); fault.CodeOf(err) != fault.Canceled {
		t.Errorf("got %v", err)
	}
	server.Exec(t, "shop", `DO $$ BEGIN
		WHILE EXISTS (SELECT FROM pg_stat_activity WHERE state = 'active' AND usename = 'reader') LOOP
			PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
		END LOOP;
	END $$`)
	err = filepath.WalkDir(p.path("home"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if strings.Contains(string(b), "s3cret") {
			t.Errorf("%s holds the password", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
