package cli

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/terminal"
)

// everything are lines that show every kind of answer and most commands; /code
// prints JSON as it is, to be copied.
var everything = said{
	"sure", "likely", "unsure", "which", "noted", "nothing", "unicorns", "broken", "many", "only tents", "/reading", "/help", "/tables", "/schema sales", "/ideas",
	"/query SELECT date('2025-01-01', '+' || id || ' days') AS day, sum(amount) AS amount_of_all_the_sales_of_that_day, count(*) AS number_of_sales FROM sales WHERE channel = 'shop' OR channel = 'web' GROUP BY id",
	"/sql", "/show 5", "/chart line", "/chart pie", "/whatif trend 3", "/whatif correlation", "/edit SELECT nope FROM sales", "/undo", "/errors", "/cost", "/sources",
	"/notebook a notebook with a rather long name that goes on and on", "/tabels", "/whatif magic", "/reset",
}

var escapes = regexp.MustCompile(`\x1b\[[0-9;?]*[a-zA-Z]`)

// Under a terminal of any width, no line is longer than the window, nothing is
// left of the sign that turns, and no two empty lines follow each other.
func TestEveryLineFitsTheWindow(t *testing.T) {
	for _, width := range []int{60, 80, 120, 200} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			shown := escapes.ReplaceAllString(atTerminal(t, width, everything), "")
			empty := 0
			for line := range strings.Lines(shown) {
				line = strings.TrimRight(line, "\r\n")
				line = line[strings.LastIndexByte(line, '\r')+1:] // what was there before is erased
				if n := terminal.Width(line); n > width {
					t.Errorf("%d columns: %q", n, line)
				}
				if empty++; line != "" {
					empty = 0
				}
				if empty > 1 {
					t.Errorf("two empty lines in\n%s", shown)
					break
				}
			}
			contains(t, "the terminal", shown, "1,395", "not sure how to read this", "forecast", "there is no technique")
		})
	}
}

// atTerminal is what a person sees who says the lines in a window of a width.
func atTerminal(t *testing.T, width int, lines said) string {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	defer master.Close()
	defer slave.Close()
	if err := pty.Setsize(master, &pty.Winsize{Rows: 50, Cols: uint16(width)}); err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	b.brain.answers["many"] = &brain.Answer{Outcome: brain.Likely, Confidence: 0.5, Readings: []brain.Reading{{
		SQL:      "SELECT s.id, s.amount, s.channel, p.name AS name_of_the_product, p.price AS price_of_the_product FROM sales s JOIN products p ON p.id = s.product_id",
		Sentence: "id, amount and channel of each sale, with the name and the price of the product that was sold, in the order in which they were recorded",
		Notes:    []string{"sales and products are joined over a key that nobody declared, so look at a few of the rows before you rely on what they add up to"},
	}, perSale}}
	a := newApp(Process{Dir: t.TempDir(), Home: b.home, Environ: []string{"LANG=C.UTF-8"}, Stdin: slave, Stdout: slave, Stderr: slave,
		Now: func() time.Time { return time.Date(2025, 11, 15, 12, 0, 0, 0, time.UTC) }})
	a.brains, a.intents = b.brain.open, nil
	const end = "that is all"
	failed := make(chan error, 1)
	go func() {
		lines := slices.Clone(lines)
		failed <- a.converse(t.Context(), askFlags{db: b.db}, &lines, &attention{}, true)
		_, _ = io.WriteString(slave, end)
	}()
	shown := ""
	for !strings.HasSuffix(shown, end) {
		shown += read(t, master)
	}
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
	return shown
}

func TestStatementsAreBrokenWhereTheyStillRun(t *testing.T) {
	for _, c := range []struct {
		line  string
		width int
		want  []string
	}{
		{"SELECT a, b FROM t", 40, []string{"SELECT a, b FROM t"}},
		{"SELECT a, b FROM t", 0, []string{"SELECT a, b FROM t"}},
		{"SELECT a, b FROM t", 12, []string{"SELECT a, b", "    FROM t"}},
		{"  WHERE a = 'x y z w v u' AND b", 20, []string{"  WHERE a =", "    'x y z w v u'", "    AND b"}},
		{"SELECT 'all of this is one text'", 20, []string{"SELECT", "    'all of this is one text'"}},
		{"SELECT a -- and more than fits", 12, []string{"SELECT a -- and more than fits"}},
		{"averyveryverylongnamewithoutaspace", 12, []string{"averyveryverylongnamewithoutaspace"}},
	} {
		if got := wrapSQL(c.line, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d: got %q", c.line, c.width, got)
		}
	}
}
