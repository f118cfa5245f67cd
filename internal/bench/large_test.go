//go:build bench

package bench

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"
)

// largeFigures asks about a database of 10,001 tables, beside one of 10.
func largeFigures(t *testing.T) []figure {
	dir := t.TempDir()
	plumb := build(t, dir, "plumb", "github.com/plumbdata/plumb/cmd/plumb")
	var memory int64
	ask := func(path, question, want string) func() error {
		return func() error {
			c := exec.CommandContext(t.Context(), plumb, "ask", "--db", path, question)
			c.Env = append(os.Environ(), "PLUMB_HOME="+filepath.Join(dir, "home"))
			out, err := c.Output()
			if err == nil && !strings.Contains(string(out), want) {
				err = fmt.Errorf("%s: %s", question, out)
			}
			if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
				memory = usage.Maxrss << 10
			}
			return err
		}
	}
	small, large := filepath.Join(dir, "small.db"), filepath.Join(dir, "large.db")
	makeManyTables(t, small, 10)
	makeManyTables(t, large, 10_001)
	const question, answer = "how many lighthouses are in Ruritania?", "10 lighthouses"
	few, many := ask(small, question, answer), ask(large, question, answer)
	const runs = 5
	if err := few(); err != nil {
		t.Fatal(err)
	}
	first := median(t, 1, many)
	baseline := median(t, runs, few)
	before := memory
	again := median(t, runs, many)
	used := memory
	changeTables(t, large, "INSERT INTO lighthouses VALUES (100, 'Pharos', 'Atlantis', 100, 1900)")
	changed := median(t, 1, ask(large, "how many lighthouses are in Atlantis?", "one lighthouse"))
	return []figure{
		{"plumb ask about 10,001 tables, after the first time, beyond the question", short(again - baseline), short(baseline) + " about 10 tables, " + short(first) + " the first time", "1 s", again-baseline < time.Second},
		{"the same when one table has changed", short(changed), short(first) + " the first time", "less", changed < first},
		{"memory of the process that asks", fmt.Sprintf("%d MB", used>>20), fmt.Sprintf("%d MB about 10 tables", before>>20), "450 MB", used < 450<<20},
	}
}

// makeManyTables is a database as companies have them: subjects repeated over many
// systems and copies, with keys between them, and one table of something else.
func makeManyTables(t *testing.T, path string, tables int) {
	t.Helper()
	subjects := strings.Fields(`customer order order_item product invoice payment shipment supplier employee department contract ticket session campaign budget
		asset vehicle sensor reading policy claim account transaction branch loan patient visit lab_result course student`)
	systems := strings.Fields("erp crm legacy stage mart hr ops fin web iot")
	name := func(i, subject int) string {
		text := systems[i/len(subjects)%len(systems)] + "_" + subjects[subject] + "s"
		if copyOf := i / len(subjects) / len(systems); copyOf > 0 {
			text += fmt.Sprint("_", copyOf)
		}
		return text
	}
	statements := []string{"BEGIN"}
	for i := range tables - 1 {
		at := i % len(subjects)
		parent := (at + 7) % len(subjects)
		statements = append(statements, fmt.Sprintf(`CREATE TABLE %[1]s (id INTEGER PRIMARY KEY, %[2]s_id INTEGER REFERENCES %[3]s(id), %[4]s_name TEXT NOT NULL,
			status TEXT, region TEXT, created_at TIMESTAMP, amount DECIMAL(12,2), unit_price DECIMAL(12,2), qty INTEGER, note TEXT)`, name(i, at), subjects[parent], name(i, parent), subjects[at]),
			fmt.Sprintf(`WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 20) INSERT INTO %s SELECT k, k, '%s %d no ' || k,
			CASE k %% 3 WHEN 0 THEN 'open' WHEN 1 THEN 'closed' ELSE 'late' END, CASE k %% 2 WHEN 0 THEN 'north' ELSE 'south' END,
			date('2024-01-01', k || ' days'), k * 1.5, k * 0.5, k %% 7, NULL FROM n`, name(i, at), subjects[at], i))
	}
	changeTables(t, path, append(statements, "CREATE TABLE lighthouses (id INTEGER PRIMARY KEY, name TEXT, country TEXT, height_m REAL, built INTEGER)",
		`WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 49) INSERT INTO lighthouses SELECT k, 'Light ' || k,
		CASE k % 5 WHEN 0 THEN 'Ireland' WHEN 1 THEN 'England' WHEN 2 THEN 'Scotland' WHEN 3 THEN 'France' ELSE 'Ruritania' END, 20 + k, 1800 + k FROM n`, "COMMIT")...)
}

func changeTables(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, s := range statements {
		if _, err := conn.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}
