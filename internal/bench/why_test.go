//go:build bench

package bench

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	storesqlite "github.com/plumbdata/plumb/internal/store/sqlite"
)

// whyDimensions are the columns that a change may come from, with how many values
// each has.
var whyDimensions = []struct {
	name   string
	values int
}{{"device", 3}, {"region", 4}, {"channel", 5}, {"payment", 5}, {"segment", 6}, {"carrier", 7}, {"category", 8}, {"promotion", 12}, {"brand", 20}, {"city", 40}}

// whyCause is the value that revenue falls in.
const whyCause = "city 7"

// whyFigures goes from the question to the cell over a million rows, all of which are
// in one of the two years that are compared, with a store as people have it.
func whyFigures(t *testing.T) []figure {
	onCores(t, 2)
	dir := t.TempDir()
	path := filepath.Join(dir, "sales.duckdb")
	makeWhySales(t, path)
	c := connect(t, duckdb.Driver, path, "")
	ours := brainOver(t, c)
	kept, err := storesqlite.Open(t.Context(), filepath.Join(dir, "plumb.db"), storesqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	log, err := session.NewLog(kept, session.Options{Clock: time.Now, NewID: numbered}).Start(t.Context(), "bench", "bench")
	if err != nil {
		t.Fatal(err)
	}
	mode := &analyze.Mode{Database: c, Log: log, Limits: source.Limits{}.OrDefault(), NewID: numbered, Clock: time.Now}
	asked := brain.Question{Text: "why did revenue drop in 2025?", Now: time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC)}
	const runs = 5
	took := median(t, runs, func() error {
		start := time.Now()
		found, err := ours.Analyze(t.Context(), asked)
		if err != nil || found == nil || found.Plan == nil {
			return fmt.Errorf("%s: %+v, %v", asked.Text, found, err)
		}
		planned := time.Since(start)
		turn, err := mode.Ask(t.Context(), analyze.Question{Text: asked.Text, Now: asked.Now, Plan: found.Plan, Sentence: found.Sentence, Confidence: found.Confidence})
		if err != nil {
			return err
		}
		if turn.Cell.Narrative == nil || !strings.Contains(turn.Cell.Narrative.Text, whyCause) {
			return fmt.Errorf("the cause is not found: %+v, %+v", turn.Cell.Narrative, turn.Cell.Diagnostics)
		}
		t.Logf("planned in %s", short(planned))
		for _, s := range turn.Cell.Analysis.Steps {
			t.Logf("step %d, %s: %d rows, %.0f ms", s.Number, s.Output, s.RowCount, s.TookMS)
		}
		return nil
	})
	db, err := sql.Open("duckdb", path+"?access_mode=read_only&threads=2")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	bare := median(t, runs, func() error {
		for _, d := range whyDimensions {
			if err := scanAll(db, fmt.Sprintf("SELECT %s, year(sold_on), sum(revenue) FROM sales GROUP BY ALL", d.name), 3); err != nil {
				return err
			}
		}
		return nil
	})
	return []figure{{fmt.Sprintf("analysis, why over a million rows by %d columns and all pairs of them, two cores", len(whyDimensions)), short(took),
		short(bare) + " for GROUP BY each of them by the bare driver", "3 s", took <= 3*time.Second}}
}

// makeWhySales makes the rows: the columns do not depend on each other, and the cause
// loses half of its revenue in the second year.
func makeWhySales(t *testing.T, path string) {
	t.Helper()
	columns := []string{"i AS sale_id", "DATE '2024-01-01' + (hash(i) % 731)::INTEGER AS sold_on"}
	for n, d := range whyDimensions {
		columns = append(columns, fmt.Sprintf("'%s ' || (1 + hash(i * 16 + %d) %% %d) AS %s", d.name, n+1, d.values, d.name))
	}
	makeDuckDB(t, path, fmt.Sprintf(`CREATE TABLE sales AS SELECT *, ((10 + hash(sale_id * 16) %% 9000 / 100.0) * CASE WHEN city = '%s' AND year(sold_on) = 2025 THEN 0.5 ELSE 1 END)::DECIMAL(12, 2) AS revenue
		FROM (SELECT %s FROM range(%d) AS t(i))`, whyCause, strings.Join(columns, ", "), million))
}
