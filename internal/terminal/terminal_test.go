package terminal

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

func sample() *table.Table {
	return &table.Table{
		Columns: []table.Column{{Name: "region", Kind: table.Text}, {Name: "revenue", Kind: table.Decimal}},
		Rows: []table.Row{
			{table.NewText("North"), table.NewDecimal(123450, 2)},
			{table.NewText("日本"), table.Value{}},
		},
	}
}

func TestTableAlignsNumbersRight(t *testing.T) {
	var b strings.Builder
	if err := (Screen{}).Table(&b, sample()); err != nil {
		t.Fatal(err)
	}
	want := "region  revenue\n──────  ───────\nNorth   1234.50\n日本       null\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestTableCutsTextsToTheWindow(t *testing.T) {
	tab := sample()
	tab.Rows[0][0] = table.NewText(strings.Repeat("long ", 30))
	var b strings.Builder
	if err := (Screen{Width: 30, ASCII: true}).Table(&b, tab); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(b.String(), "\n") {
		if Width(line) > 30 {
			t.Errorf("line is %d wide: %q", Width(line), line)
		}
	}
	if !strings.Contains(b.String(), "long ~") {
		t.Errorf("no sign of a cut text in\n%s", b.String())
	}
}

func TestWideTablesAreExpanded(t *testing.T) {
	tab := &table.Table{Rows: []table.Row{{}}}
	for range 40 {
		tab.Columns = append(tab.Columns, table.Column{Name: "measure_of_something", Kind: table.Int})
		tab.Rows[0] = append(tab.Rows[0], table.NewInt(7))
	}
	var b strings.Builder
	if err := (Screen{Width: 80}).Table(&b, tab); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(b.String(), "\n"); lines != 41 {
		t.Errorf("got %d lines, want one a column and a rule", lines)
	}
}

func TestDataCannotTamperWithTheTerminal(t *testing.T) {
	for _, evil := range []string{"\x1b[2J\x1b]0;title\x07", "a\rb", "x\x00y", "\u202egnp.exe", "\xff\xfe", "\u009b31m", "line\nline"} {
		clean := Clean(evil)
		for _, r := range clean {
			if r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0 || r == '\u202e' {
				t.Errorf("Clean(%q) = %q still holds %U", evil, clean, r)
			}
		}
	}
	if got := Clean("Grüße, 日本"); got != "Grüße, 日本" {
		t.Errorf("honest text was changed to %q", got)
	}
}

func TestFaultSaysWhatAndNext(t *testing.T) {
	var b strings.Builder
	(Screen{ASCII: true}).Fault(&b, fault.New(fault.SQLError, "column revnue not found in orders").WithHint("did you mean revenue?"))
	want := "error: column revnue not found in orders\n  next: did you mean revenue?\n  SQL_ERROR\n"
	if b.String() != want {
		t.Errorf("got %q", b.String())
	}
}

func TestAFileIsNamedOnce(t *testing.T) {
	for _, c := range []struct {
		given fault.Diagnostic
		want  string
	}{
		{fault.Diagnostic{Severity: fault.Warning, Message: "two tables are meant", File: "/d/docs.md", Line: 3}, "! /d/docs.md:3: two tables are meant\n"},
		{fault.Diagnostic{Severity: fault.Warning, Message: "it is empty", File: "/d/a.csv"}, "! /d/a.csv: it is empty\n"},
		{fault.Diagnostic{Severity: fault.Warning, Message: "a.csv, line 3: it has 1 field", File: "/d/a.csv", Line: 3}, "! a.csv, line 3: it has 1 field\n"},
	} {
		var b strings.Builder
		(Screen{}).Diagnostic(&b, c.given)
		if b.String() != c.want {
			t.Errorf("got %q, want %q", b.String(), c.want)
		}
	}
}

func TestMessagesAreCleanedToo(t *testing.T) {
	var b strings.Builder
	screen := Screen{ASCII: true}
	screen.Fault(&b, fault.New(fault.SQLError, "invalid input \"\x1b[2J\"").WithHint("try\x1b]0;x\x07\nagain"))
	screen.Diagnostic(&b, fault.Diagnostic{Message: "a\x1bb"})
	screen.Done(&b, "%s", "a\x1bb")
	screen.Note(&b, "%s", "a\x1bb")
	if strings.ContainsAny(b.String(), "\x1b\x07") {
		t.Errorf("got %q", b.String())
	}
}

func TestColoursOnlyWhereAsked(t *testing.T) {
	if got := (Screen{}).Paint(Red, "x"); got != "x" {
		t.Errorf("got %q", got)
	}
	if got := (Screen{Color: true}).Paint(Red, "x"); got != "\x1b[31mx\x1b[0m" {
		t.Errorf("got %q", got)
	}
}

func TestProgressOffTerminalIsOneLineAStage(t *testing.T) {
	var b strings.Builder
	p := (Screen{ASCII: true}).Progress(&b)
	p.Step("orders", 1, 10)
	p.Step("orders", 2, 10)
	p.Step("returns", 3, 10)
	p.End()
	if b.String() != "- orders\n- returns\n" {
		t.Errorf("got %q", b.String())
	}
}

func TestListWrapsProse(t *testing.T) {
	tab := sample()
	tab.Columns[0], tab.Columns[1] = tab.Columns[1], tab.Columns[0]
	tab.Rows = []table.Row{{table.NewDecimal(123450, 2), table.NewText("a long story about one thing and then about another one")}}
	var b strings.Builder
	if err := (Screen{Width: 40}).List(&b, tab); err != nil {
		t.Fatal(err)
	}
	want := "revenue  region\n1234.50  a long story about one thing\n         and then about another one\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// A window too narrow for columns cuts no names.
func TestListInANarrowWindow(t *testing.T) {
	tab := &table.Table{
		Columns: []table.Column{{Name: "table", Kind: table.Text}, {Name: "rows", Kind: table.Int}, {Name: "about", Kind: table.Text}},
		Rows: []table.Row{
			{table.NewText("order_line_items"), table.NewInt(57025), table.NewText("One row a product of an order")},
			{table.NewText("regions"), table.NewInt(5), table.NewText("")},
		},
	}
	var b strings.Builder
	if err := (Screen{Width: 30}).List(&b, tab); err != nil {
		t.Fatal(err)
	}
	want := "order_line_items\n  rows 57025\n  One row a product of an\n  order\nregions\n  rows 5\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
