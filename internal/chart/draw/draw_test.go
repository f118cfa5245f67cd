package draw

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/terminal"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestDrawings(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) {
			var b strings.Builder
			for _, width := range []int{60, 80, 120, 200} {
				for _, ascii := range []bool{false, true} {
					text := Draw(s.plan, s.table, Options{Width: width, ASCII: ascii})
					checkLines(t, text, width)
					fmt.Fprintf(&b, "-- %d columns, %s --\n%s\n", width, map[bool]string{true: "ASCII", false: "Unicode"}[ascii], text)
				}
			}
			testbed.Golden(t, *update, filepath.Join("testdata", s.name+".txt"), b.String())
		})
	}
}

// checkLines holds a drawing without colours to its promises.
func checkLines(t *testing.T, text string, width int) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if w := terminal.Width(line); w > width {
			t.Errorf("a line takes %d of %d columns: %q", w, width, line)
		}
		if strings.ContainsFunc(line, func(r rune) bool { return r < 0x20 || r == 0x7f }) {
			t.Errorf("a line holds control characters: %q", line)
		}
	}
	if n := strings.Count(text, "\n"); n > 80 {
		t.Errorf("%d lines", n)
	}
}

func BenchmarkDrawTenThousandRows(b *testing.B) {
	for _, s := range samples() {
		if len(s.table.Rows) < 10000 {
			continue
		}
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				Draw(s.plan, s.table, Options{Width: 120})
			}
		})
	}
}
