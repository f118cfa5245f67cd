package line

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/terminal"
)

func remembering(entries ...string) func(*Options) {
	return func(o *Options) {
		o.History = &History{}
		for _, e := range entries {
			_ = o.History.Add(e)
		}
	}
}

func TestWalkingThroughTheHistory(t *testing.T) {
	atEveryWidth(t, func(t *testing.T, columns int) {
		p := sit(t, columns, 10, remembering("first", "two\nlines", "third")).prompted()
		p.press("draft\x1b[A")
		p.sees("plumb> third▌")
		p.press("\x10")
		p.sees("plumb> two", "  ...> lines▌")
		p.press("\x1b[A")
		p.sees("plumb> two▌", "  ...> lines")
		p.press("\x1b[A\x1b[A\x1b[A")
		p.sees("plumb> first▌")
		p.press("\x1b[B\x0e\x0e")
		p.sees("plumb> draft▌")
		p.press("\x1b[B!\r")
		p.gets("draft!", nil)
	})
}

func TestSearchingTheHistory(t *testing.T) {
	p := sit(t, 80, 10, remembering("Total sales by month", "orders per region", "total refunds", "orders per region", "tables")).prompted()
	p.press("dra\x12")
	p.sees("plumb> dra▌", "history:   (type part of an earlier line)")
	p.press("tot")
	p.sees("plumb> ▌total refunds", "history: tot  (Ctrl-R older, Enter runs it, Esc cancels)")
	p.press("al s")
	p.sees("plumb> ▌Total sales by month", "history: total s  (Ctrl-R older, Enter runs it, Esc cancels)")
	p.press("\x7f\x7f\x12")
	p.sees("plumb> ▌Total sales by month", "history: total  (Ctrl-R older, Enter runs it, Esc cancels)")
	p.press("\x12")
	p.sees("plumb> ▌Total sales by month", "history: total  (no match; Esc cancels)")
	p.press("\x13")
	p.sees("plumb> ▌total refunds", "history: total  (Ctrl-R older, Enter runs it, Esc cancels)")
	p.press("\x1b")
	p.sees("plumb> dra▌")
	p.press("\x12reg\x05?")
	p.sees("plumb> orders per region?▌")
	p.press("\x1b[A") // goes on from what was found
	p.sees("plumb> total refunds▌")
	p.press("\x03\x12tab\r")
	p.gets("tables", nil)
	p.sees("plumb> tables", "▌")
}

func TestTheSearchFitsTheWindow(t *testing.T) {
	p := sit(t, 40, 10, remembering("total sales")).prompted()
	p.press("\x12tot")
	p.sees("plumb> ▌total sales", "history: tot  (Ctrl-R older, Enter run…")
}

func words(list ...string) func(*Options) {
	return func(o *Options) {
		o.Complete = func(text string, cursor int) []Candidate {
			from := strings.LastIndexAny(text[:cursor], " \n") + 1
			var found []Candidate
			for _, w := range list {
				word, about, _ := strings.Cut(w, "|")
				if strings.HasPrefix(strings.ToLower(word), strings.ToLower(text[from:cursor])) {
					found = append(found, Candidate{From: from, Text: word, About: about})
				}
			}
			return found
		}
	}
}

func TestCompletion(t *testing.T) {
	p := sit(t, 80, 10, words("order_items", "order_day", "Orders", "products", "売上高", "売上日")).prompted()
	p.press("how many pr\t")
	p.sees("plumb> how many products▌")
	p.press(" nothing\t")
	p.until(func() bool { return p.screen.bells == 1 }, "a bell")
	p.press("\x15売\t") // what all share comes first
	p.sees("plumb> 売上▌", "売上高  売上日")
	p.press("\t")
	p.sees("plumb> 売上高▌", "売上高  売上日")
	p.press("\x15x order_ y\x02\x02\t")
	p.sees("plumb> x order_▌ y", "order_items  order_day")
	p.press("\t")
	p.sees("plumb> x order_items▌ y", "order_items  order_day")
	p.press("\t")
	p.sees("plumb> x order_day▌ y", "order_items  order_day")
	p.press("\t\x1b[Z")
	p.sees("plumb> x order_day▌ y", "order_items  order_day")
	p.press("\x1b")
	p.sees("plumb> x order_▌ y")
	p.press("\t\t!")
	p.sees("plumb> x order_items!▌ y")
	p.press("\x15or\t\t\t\t") // a name that is spelt otherwise replaces what was typed
	p.sees("plumb> Orders▌ y", "order_items  order_day    Orders")
	p.press("\r")
	p.gets("Orders y", nil)
	p.until(func() bool { return strings.HasSuffix(p.screen.text(), "plumb> Orders y\n▌") }, "no list")
}

func TestCandidatesAreExplained(t *testing.T) {
	list := words("/sql|the SQL of the last answer", "/sources|where the answer comes from, table by table and column by column")
	p := sit(t, 60, 10, list).prompted()
	p.press("/s\t")
	p.sees("plumb> /s▌", "/sql      the SQL of the last answer",
		"/sources  where the answer comes from, table by table and …")
	p.press("\x03")
	p.sees("plumb> ▌")
	ascii := sit(t, 60, 10, func(o *Options) { list(o); o.Screen = terminal.Screen{ASCII: true} }).prompted()
	ascii.press("/s\t")
	ascii.sees("plumb> /s▌", "/sql      the SQL of the last answer",
		"/sources  where the answer comes from, table by table and ~")
}

func TestManyCandidates(t *testing.T) {
	var list []string
	for i := range 300 {
		list = append(list, fmt.Sprintf("column_%03d|words", i))
	}
	for _, c := range []struct {
		columns, across int
	}{{60, 4}, {80, 6}, {200, 16}} {
		p := sit(t, c.columns, 24, words(list...)).prompted()
		p.press("col\t")
		line := func(first int) string {
			var cells []string
			for i := first; i < first+c.across; i++ {
				cells = append(cells, fmt.Sprintf("column_%03d", i))
			}
			return strings.Join(cells, "  ")
		}
		page := func(text string, first int) []string {
			rows := []string{"plumb> " + text + "▌"}
			for r := range 7 {
				rows = append(rows, line(first+r*c.across))
			}
			return append(rows, fmt.Sprintf("%d-%d of 300; type more to see fewer", first+1, first+7*c.across))
		}
		p.sees(page("column_", 0)...)
		p.press(strings.Repeat("\t", 7*c.across+1))
		p.sees(page(fmt.Sprintf("column_%03d", 7*c.across), 7*c.across)...)
	}
}

// A list never pushes the text out of a low window.
func TestAListInALowWindow(t *testing.T) {
	p := sit(t, 60, 4, words("aa|first", "ab|second", "ac|third", "ad")).prompted()
	p.press("\x1b[200~1\n2\n3\na\x1b[201~\t")
	p.sees("  ...> 2", "  ...> 3", "  ...> a▌", "aa  ab  ac  ad")
}
