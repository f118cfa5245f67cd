//go:build bench

package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// storyFigures checks the hand-written narratives, and a story of a thousand
// rows. The baseline looks every number up among the values.
func storyFigures(t *testing.T) []figure {
	var ours, plain rates
	for _, n := range readNarratives(t) {
		var wrong []story.Claim
		for _, c := range story.Check(n.text, n.table, n.context).Claims {
			if !c.Supported {
				wrong = append(wrong, c)
			}
		}
		ours.add(n, func(from, to int) bool {
			return slices.ContainsFunc(wrong, func(c story.Claim) bool { return c.Start < to && c.End > from })
		})
		plain.add(n, func(from, to int) bool { return !lookUp(n.text[from:to], n.table) })
	}
	big, text := thousandRows()
	took := median(t, 51, func() error {
		if r := story.Check(text, big, story.Context{Foreign: true}); len(r.Unsupported()) > 0 {
			return fmt.Errorf("%s", strings.Join(r.Reasons(), "; "))
		}
		return nil
	})
	search := median(t, 51, func() error { lookUp(text, big); return nil })
	baseline := " by looking numbers up among the values"
	return []figure{
		{fmt.Sprintf("false claims of %d narratives that are caught", ours.narratives), percent(ours.caught, ours.falses), percent(plain.caught, plain.falses) + baseline, "99%", ours.caught*100 >= ours.falses*99},
		{"true sentences that are refused", percent(ours.refused, ours.trues), percent(plain.refused, plain.trues) + baseline, "1%", ours.refused*100 <= ours.trues},
		{"a story of 1,000 rows checked", short(took), short(search) + baseline, "2 ms", took < 2*time.Millisecond},
	}
}

type rates struct{ narratives, falses, caught, trues, refused int }

// add counts the false places of a narrative that are found to be wrong, or, of
// a true one, whether anything is.
func (r *rates) add(n told, wrong func(from, to int) bool) {
	r.narratives++
	for _, p := range n.wrong {
		r.falses++
		if wrong(p[0], p[1]) {
			r.caught++
		}
	}
	if len(n.wrong) == 0 {
		r.trues++
		if wrong(0, len(n.text)) {
			r.refused++
		}
	}
}

func percent(n, of int) string { return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(max(of, 1))) }

var anyNumber = regexp.MustCompile(`\d[\d,]*(\.\d+)?`)

// lookUp reports whether every number of a text stands in a table as it is.
func lookUp(text string, t *table.Table) bool {
	have := map[string]bool{}
	for _, row := range t.Rows {
		for _, v := range row {
			have[v.String()] = true
		}
	}
	for _, n := range anyNumber.FindAllString(text, -1) {
		if !have[strings.ReplaceAll(n, ",", "")] {
			return false
		}
	}
	return true
}

func thousandRows() (*table.Table, string) {
	t := &table.Table{Columns: []table.Column{{Name: "store", Kind: table.Text}, {Name: "day", Kind: table.Date}, {Name: "revenue", Kind: table.Int}, {Name: "orders", Kind: table.Int}}}
	for i := range 1000 {
		t.Rows = append(t.Rows, table.Row{table.NewText(fmt.Sprintf("Store %d", i)), table.NewDate(20000 + int64(i)), table.NewInt(int64(1000 + 7*i)), table.NewInt(int64(3000 - i))})
	}
	return t, "Store 999 has the highest revenue, 7,993, and Store 0 the lowest, 1,000. In total the 1,000 stores made 4,496,500, an average of 4,496.50. " +
		"Store 500 made 4,500 from 2,500 orders. The top three stores are Store 999, Store 998 and Store 997. Store 10 is ahead of Store 9 by 7."
}

// told is a narrative of the story package's corpus; what is wrong in it is
// given by byte ranges.
type told struct {
	text    string
	wrong   [][2]int
	table   *table.Table
	context story.Context
}

// readNarratives reads the corpus: a head, a CSV, and lines that begin with +
// or -, with braces around what is false.
func readNarratives(t *testing.T) []told {
	files, err := filepath.Glob("../story/testdata/corpus/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	var list []told
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		head, rest, _ := strings.Cut(string(data), "columns: ")
		columns, rest, _ := strings.Cut(rest, "\n")
		rows, rest, _ := strings.Cut(rest, "\n\n")
		n := told{context: story.Context{Foreign: true}}
		var names []string
		var known []table.Column
		for c := range strings.SplitSeq(columns, ", ") {
			name, kind, _ := strings.Cut(c, " ")
			k, _ := table.ParseKind(kind)
			names, known = append(names, name), append(known, table.Column{Name: name, Kind: k})
		}
		if n.table, err = table.ReadCSV(strings.NewReader(strings.Join(names, ",")+"\n"+rows+"\n"), known, table.Limits{}); err != nil {
			t.Fatal(f, err)
		}
		for line := range strings.Lines(head) {
			switch key, value, _ := strings.Cut(strings.TrimSpace(line), ": "); key {
			case "question":
				n.context.Question = value
			case "now":
				n.context.Now, _ = time.Parse("2006-01-02", value)
			}
		}
		for line := range strings.Lines(rest) {
			_, text, found := strings.Cut(strings.TrimSpace(line), " ")
			if !found {
				continue
			}
			n.text, n.wrong = "", nil
			for i, part := range strings.FieldsFunc(text, func(r rune) bool { return r == '{' || r == '}' }) {
				if odd := i%2 == 1; odd != strings.HasPrefix(text, "{") && strings.Contains(text, "{") {
					n.wrong = append(n.wrong, [2]int{len(n.text), len(n.text) + len(part)})
				}
				n.text += part
			}
			list = append(list, n)
		}
	}
	return list
}
