package knowledge

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/neural/embed"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
)

func cutter(t testing.TB) Cutter {
	t.Helper()
	p, err := embed.NewPieces()
	if err != nil {
		t.Fatal(err)
	}
	return Cutter{Count: p.Count, Most: embed.Window}
}

func heading(level int, text string) document.Block {
	return document.Block{Kind: document.Heading, Level: level, Text: text}
}

func paragraph(text string) document.Block {
	return document.Block{Kind: document.Paragraph, Text: text}
}

// prose is a paragraph of so many different sentences.
func prose(seed uint64, sentences int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	words := strings.Fields("profit growth market region store customer order ship return price quality supplier team plan budget risk policy travel")
	var b strings.Builder
	for range sentences {
		for i := range 8 + r.IntN(8) {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(words[r.IntN(len(words))])
		}
		b.WriteString(fmt.Sprintf(" %d. ", r.IntN(10000)))
	}
	return strings.TrimSpace(b.String())
}

func texts(list []store.Passage) []string {
	var out []string
	for _, p := range list {
		out = append(out, p.Text)
	}
	return out
}

func TestCutKeepsTheStructure(t *testing.T) {
	d := &document.Document{Title: "Handbook", Blocks: []document.Block{
		paragraph("Welcome."),
		heading(1, "Money"),
		heading(2, "Refunds"),
		paragraph("Within 14 days. No longer."),
		{Kind: document.Item, Level: 1, Text: "by card", Page: 2},
		{Kind: document.Item, Level: 1, Text: "by voucher", Page: 2},
		{Kind: document.Code, Text: "plumb ask\n  --json\n"},
		heading(2, "Travel"),
		{Kind: document.Table, Text: "Rates", Page: 3, Sheet: "S", Table: tableOf("city | rate\nOslo | 140\nRome | 120")},
		heading(1, "Money"),
		paragraph("Within 14 days. No longer."),
		heading(1, "Appendix"),
	}}
	list, whole := cutter(t).Cut("d", "Handbook", d)
	type brief struct {
		Path, Kind, Text string
		Page             int
		From, To         store.Position
	}
	var got []brief
	ids := map[string]bool{}
	for i, p := range list {
		got = append(got, brief{strings.Join(p.Path, "/"), p.Kind, p.Text, p.Page, p.From, p.To})
		if p.Number != i || p.Document != "d" || ids[p.ID] {
			t.Errorf("%+v", p)
		}
		ids[p.ID] = true
	}
	want := []brief{
		{"", "paragraph", "Welcome.", 0, store.Position{}, store.Position{Offset: 8}},
		{"Money/Refunds", "paragraph", "Within 14 days. No longer.\n- by card\n- by voucher\n\nplumb ask\n  --json", 0, store.Position{Block: 3}, store.Position{Block: 6, Offset: 18}},
		{"Money/Travel", "table", "Rates\ncity | rate\nOslo | 140\nRome | 120", 3, store.Position{Block: 8}, store.Position{Block: 8, Offset: 2}},
		{"Money", "paragraph", "Within 14 days. No longer.", 0, store.Position{Block: 10}, store.Position{Block: 10, Offset: 26}},
		{"Appendix", "heading", "Appendix", 0, store.Position{Block: 11}, store.Position{Block: 11, Offset: 8}},
	}
	if !slices.Equal(got, want) || !whole {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if c := list[1].Context; c != "Handbook › Money › Refunds" {
		t.Errorf("the context is %q", c)
	}
	if p := list[2]; p.Sheet != "S" {
		t.Errorf("the sheet is %q", p.Sheet)
	}
}

// Whatever a document is like, its passages fit the window, positions lead to what they
// say, and nothing is lost.
func TestPassagesFitAndLoseNothing(t *testing.T) {
	long := &table.Table{}
	for i := range 30 {
		long.Columns = append(long.Columns, table.Column{Name: fmt.Sprint("column ", i), Kind: table.Text})
	}
	for i := range 10 {
		var row table.Row
		for j := range 30 {
			row = append(row, table.NewText(fmt.Sprintf("cell%dx%d", i, j)))
		}
		long.Rows = append(long.Rows, row)
	}
	c := cutter(t)
	for name, d := range map[string]*document.Document{
		"long paragraphs":  {Title: "T", Blocks: []document.Block{heading(1, "H"), paragraph(prose(1, 80)), paragraph(prose(2, 3)), paragraph(prose(3, 50))}},
		"one long word":    {Blocks: []document.Block{paragraph(strings.Repeat("x9", 4000))}},
		"no blanks":        {Blocks: []document.Block{paragraph(strings.Repeat("東京は日本の首都", 300))}},
		"no stops":         {Blocks: []document.Block{paragraph(strings.Repeat("profit and loss ", 400))}},
		"long headings":    {Title: prose(4, 20), Blocks: []document.Block{heading(1, prose(5, 20)), heading(2, prose(6, 3)), paragraph(prose(7, 30))}},
		"code":             {Blocks: []document.Block{{Kind: document.Code, Text: strings.Repeat("if x > 1 {\n\treturn y\n}\n", 100)}}},
		"a wide table":     {Blocks: []document.Block{{Kind: document.Table, Text: "Wide", Table: long}}},
		"a table, no rows": {Blocks: []document.Block{{Kind: document.Table, Table: &table.Table{Columns: long.Columns[:3]}}}},
		"many items":       {Blocks: slices.Repeat([]document.Block{{Kind: document.Item, Text: prose(8, 2)}}, 40)},
		"odd levels":       {Blocks: []document.Block{heading(0, "a"), heading(-3, "b"), heading(9, "c"), paragraph("d"), heading(4, "e"), paragraph("f")}},
		"empty":            {Blocks: []document.Block{paragraph(""), paragraph(" \n"), {Kind: document.Table}}},
	} {
		list, _ := c.Cut("d", d.Title, d)
		said := " " + strings.Join(texts(list), " ") + " "
		for _, p := range list {
			if n := c.Count(p.Context) + c.Count(p.Text); n > c.Most || strings.TrimSpace(p.Text) == "" {
				t.Errorf("%s: a passage of %d pieces: %.60q", name, n, p.Text)
			}
			if b := d.Blocks[p.From.Block]; b.Table == nil && !strings.HasPrefix(strings.TrimPrefix(p.Text, "- "), b.Text[p.From.Offset:min(len(b.Text), p.From.Offset+5)]) {
				t.Errorf("%s: %+v does not lead to %.60q", name, p.From, p.Text)
			}
			if b := d.Blocks[p.To.Block]; b.Table == nil && !strings.HasSuffix(p.Text, b.Text[max(0, p.To.Offset-5):p.To.Offset]) {
				t.Errorf("%s: %+v does not lead to the end of %q", name, p.To, p.Text)
			}
		}
		for _, b := range d.Blocks {
			if b.Kind == document.Heading {
				continue
			}
			for _, word := range strings.Fields(b.Text) {
				if len(word) < 100 && !strings.Contains(said, word) {
					t.Errorf("%s: %q is lost", name, word)
				}
			}
			for i := range 10 {
				if cell := fmt.Sprintf("cell%dx29", i); b.Table != nil && len(b.Table.Rows) > 0 && !strings.Contains(said, cell) {
					t.Errorf("%s: %q is lost", name, cell)
				}
			}
		}
	}
}

func TestTablesAreCutByRowsWithTheirHeader(t *testing.T) {
	text := "city | population | mayor"
	for i := range 200 {
		text += fmt.Sprintf("\ncity%d | %d | mayor%d", i, i*1000, i)
	}
	list, _ := cutter(t).Cut("d", "", &document.Document{Blocks: []document.Block{{Kind: document.Table, Table: tableOf(text)}}})
	if len(list) < 5 {
		t.Fatalf("%d passages", len(list))
	}
	row := 0
	for _, p := range list {
		if !strings.HasPrefix(p.Text, "city | population | mayor\ncity") || p.From.Offset != row {
			t.Errorf("%+v: %.60q", p.From, p.Text)
		}
		row = p.To.Offset
	}
	if row != 200 {
		t.Errorf("the last passage ends at row %d", row)
	}
	var many strings.Builder
	many.WriteString("n | text")
	for i := range 4000 {
		many.WriteString(fmt.Sprintf("\n%d | %s", i, prose(uint64(i), 2)))
	}
	if list, whole := cutter(t).Cut("d", "", &document.Document{Blocks: []document.Block{{Kind: document.Table, Table: tableOf(many.String())}}}); len(list) != maxOfTable || whole {
		t.Errorf("a huge table has %d passages, whole %v", len(list), whole)
	}
}

func TestPassagesOverlap(t *testing.T) {
	list, _ := cutter(t).Cut("d", "", &document.Document{Blocks: []document.Block{paragraph(prose(1, 60))}})
	for i := range len(list) - 1 {
		last := Sentences(list[i].Text)
		end := strings.TrimSpace(last[len(last)-1])
		if cutter(t).Count(end) <= overlap && !strings.HasPrefix(list[i+1].Text, end) && !strings.Contains(list[i+1].Text[:200], end) {
			t.Errorf("passage %d does not repeat %q: %.80q", i+1, end, list[i+1].Text)
		}
	}
}

// A change changes the passages where it was made, and the ids of few others.
func TestIDsAreStable(t *testing.T) {
	c := cutter(t)
	var blocks []document.Block
	for i := range 120 {
		blocks = append(blocks, paragraph(prose(uint64(i), 4)))
	}
	long := &document.Document{Blocks: blocks}
	before, _ := c.Cut("d", "T", long)
	same := func(list []store.Passage) int {
		n := 0
		for _, p := range before {
			if slices.ContainsFunc(list, func(x store.Passage) bool { return x.ID == p.ID && x.Hash == p.Hash }) {
				n++
			}
		}
		return n
	}
	for name, change := range map[string][]document.Block{
		"a paragraph at the top":    append([]document.Block{paragraph(prose(1000, 3))}, blocks...),
		"a heading at the top":      append([]document.Block{heading(1, "New"), paragraph("Hello."), heading(1, "Old")}, blocks...),
		"one in the middle is gone": slices.Delete(slices.Clone(blocks), 40, 41),
	} {
		after, _ := c.Cut("d", "T", &document.Document{Blocks: change})
		lost := len(before) - same(after)
		if most := 8; name != "a heading at the top" && lost > most {
			t.Errorf("%s: %d of %d passages have other ids", name, lost, len(before))
		}
	}
	again, _ := c.Cut("d", "T", long)
	other, _ := c.Cut("e", "T", long)
	if same(again) != len(before) || same(other) != 0 {
		t.Errorf("again %d, in another document %d of %d ids are the same", same(again), same(other), len(before))
	}
}

func TestCleanText(t *testing.T) {
	d := &document.Document{
		Title: "A\x1b[31m\nB", Notes: []string{"n\x07"},
		Blocks: []document.Block{
			{Kind: document.Heading, Text: "a\nb\u202e c"},
			{Kind: document.Code, Text: "x\r\n\ty\x00\u2066z"},
			{Kind: document.Paragraph, Text: "hidden\U000e0041\U000e0042 \u2028line می\u200cخواهم \xff", Sheet: "s\x1b"},
		},
	}
	clean(d)
	got := []string{d.Title, d.Notes[0], d.Blocks[0].Text, d.Blocks[1].Text, d.Blocks[2].Text, d.Blocks[2].Sheet}
	if want := []string{"A[31m B", "n", "a b c", "x\n\tyz", "hidden \nline می\u200cخواهم \ufffd", "s"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
