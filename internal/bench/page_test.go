//go:build bench

package bench

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/weights"
	"github.com/plumbdata/plumb/internal/demo"
	"github.com/plumbdata/plumb/internal/test/browsertest"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// pageFigures opens the page of the real program in a real browser.
func pageFigures(t *testing.T) []figure {
	if _, err := weights.Parser(); err != nil {
		t.Skipf("the page is not measured: %v", err)
	}
	dir := t.TempDir()
	warehouse := filepath.Join(dir, "warehouse")
	if _, err := demo.Build(t.Context(), warehouse, nil); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "figures.json")
	web := filepath.Join(testbed.Root(t), "web")
	cmd := exec.CommandContext(t.Context(), "node", filepath.Join(web, "node_modules", "vitest", "vitest.mjs"), "run", "--config", "e2e/vitest.config.ts")
	cmd.Dir = web
	cmd.Env = append(os.Environ(), "PLUMB_E2E_FIGURES="+file, "PLUMB_E2E_DEMO="+warehouse, "PLUMB_E2E_CHROMIUM="+browsertest.Chromium(t),
		"PLUMB_E2E_PROGRAM="+build(t, dir, "plumb", "github.com/plumbdata/plumb/cmd/plumb"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var f struct {
		Paint       float64 `json:"paint_ms"`
		Interactive float64 `json:"interactive_ms"`
		Script      float64 `json:"script_bytes"`
		FirstChart  float64 `json:"first_chart_ms"`
		Chart       float64 `json:"chart_ms"`
		Large       float64 `json:"large_ms"`
		Frame       float64 `json:"frame_ms"`
		Rows        float64 `json:"rows_ms"`
		FewRows     float64 `json:"few_rows_ms"`
		Sort        float64 `json:"sort_ms"`
		RowsFrame   float64 `json:"rows_frame_ms"`
		FewFrame    float64 `json:"few_rows_frame_ms"`
	}
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	ms := func(n float64) string { return short(time.Duration(n * float64(time.Millisecond))) }
	return []figure{
		{"page in a browser that has not seen it: first paint", ms(f.Paint), "a question can be asked after " + ms(f.Interactive), "1 s and 2 s", f.Paint < 1000 && f.Interactive < 2000},
		{"script before the first chart, compressed", fmt.Sprintf("%.0f kB", f.Script/1000), "charts and the SQL editor come when they are needed", "450 kB", f.Script <= 450_000},
		{"from Enter to the drawn chart, beyond the brain's own time", ms(f.Chart), ms(f.FirstChart) + " for the first, which brings the chart library and opens the database", "300 ms", f.Chart < 300},
		{"notebook of 1,000 answers: until it can be used", ms(f.Large), "95% of its frames while it scrolls come within " + ms(f.Frame), "2 s and 50 ms", f.Large < 2000 && f.Frame < 50},
		{"table of 100,000 rows: 95% of its frames while it scrolls come within", ms(f.RowsFrame), fmt.Sprintf("%s for 100 rows; it shows after %s (100 rows: %s) and is sorted by names in %s", ms(f.FewFrame), ms(f.Rows), ms(f.FewRows), ms(f.Sort)), "50 ms", f.RowsFrame < 50},
	}
}
