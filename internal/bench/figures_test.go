//go:build bench

package bench

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "github.com/plumbdata/plumb/cmd/plumb/confined" // as the program itself
	"github.com/plumbdata/plumb/internal/cli"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

func TestMain(m *testing.M) {
	cli.RunWorkerIfAsked()
	os.Exit(pgtest.Main(m))
}

// figure is one promise and what was measured.
type figure struct {
	what     string
	ours     string
	baseline string
	limit    string
	kept     bool
}

// TestFigures prints the table of figures, and fails when a limit is missed.
func TestFigures(t *testing.T) {
	var list []figure
	taken := processorTime()
	for _, m := range []struct {
		name    string
		measure func(*testing.T) []figure
	}{{"guard", guardFigures}, {"start", startFigures}, {"stream", streamFigures}, {"cap", capFigures}, {"soak", soakFigures}, {"schema", schemaFigures}, {"large", largeFigures},
		{"kernel", kernelFigures}, {"vectors", vectorFigures}, {"knowledge", knowledgeFigures}, {"embed", embedFigures}, {"memory", memoryFigures}, {"brain", brainFigures}, {"story", storyFigures}, {"answer", answerFigures},
		{"analysis-route", routeFigures}, {"analysis-plan", planFigures}, {"analysis-steps", stepsFigures}, {"analysis-handover", handoverFigures},
		{"analysis-why", whyFigures}, {"analysis-sandbox", sandboxFigures},
		{"models", modelFigures}, {"server", serverFigures}, {"page", pageFigures}} {
		t.Run(m.name, func(t *testing.T) {
			more := m.measure(t)
			for _, f := range more {
				fmt.Fprintf(os.Stderr, "· %s: %s (%s)\n", f.what, f.ours, f.baseline)
			}
			list = append(list, more...)
		})
	}
	show := &table.Table{}
	for _, name := range []string{"what", "ours", "baseline in the same run", "limit", ""} {
		show.Columns = append(show.Columns, table.Column{Name: name, Kind: table.Text})
	}
	var missed []string
	for _, f := range list {
		mark := "✓"
		if !f.kept {
			mark = "✗ missed"
			missed = append(missed, fmt.Sprintf("%s: %s, limit %s", f.what, f.ours, f.limit))
		}
		row := table.Row{}
		for _, s := range []string{f.what, f.ours, f.baseline, f.limit, mark} {
			row = append(row, table.NewText(s))
		}
		show.Rows = append(show.Rows, row)
	}
	fmt.Println()
	if err := (terminal.Screen{}).Table(os.Stdout, show); err != nil {
		t.Fatal(err)
	}
	if len(missed) > 0 {
		t.Errorf("%d of %d limits missed; on a busy machine, measure again when it is idle:\n%s", len(missed), len(list), strings.Join(missed, "\n"))
		if after := processorTime(); after.all > taken.all {
			t.Logf("other machines on the same host took %d%% of the processors meanwhile", 100*(after.stolen-taken.stolen)/(after.all-taken.all))
		}
	}
}

// ticks is the processor time since the machine started, and how much of it the
// host gave to other virtual machines.
type ticks struct{ stolen, all int }

// processorTime is zero where the system does not say.
func processorTime() (t ticks) {
	stat, _ := os.ReadFile("/proc/stat")
	line, _, _ := strings.Cut(string(stat), "\n")
	const stolen = 8
	for i, field := range strings.Fields(line) {
		n, err := strconv.Atoi(field)
		if err != nil || i > stolen { // guests, which are among the others
			continue
		}
		t.all += n
		if i == stolen {
			t.stolen = n
		}
	}
	return t
}

// median runs something several times and takes the middle time.
func median(t *testing.T, runs int, run func() error) time.Duration {
	t.Helper()
	times := make([]time.Duration, runs)
	for i := range times {
		start := time.Now()
		if err := run(); err != nil {
			t.Fatal(err)
		}
		times[i] = time.Since(start)
	}
	slices.Sort(times)
	return times[runs/2]
}

func short(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return fmt.Sprintf("%.0f µs", float64(d)/float64(time.Microsecond))
	case d < time.Second:
		return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
	}
	return fmt.Sprintf("%.2f s", d.Seconds())
}
