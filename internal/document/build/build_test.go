package build_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/documenttest"
)

// done is the document, which keeps to the bounds.
func done(t *testing.T, b *build.Builder) *document.Document {
	t.Helper()
	d := b.Document()
	if err := build.Check(d); err != nil {
		t.Error(err)
	}
	return d
}

var compare = documenttest.Compare

func TestBlocks(t *testing.T) {
	b := &build.Builder{Page: 2, Sheet: "S"}
	b.Heading(0, " A\n heading ")
	b.Heading(99, "Deep")
	b.Paragraph("one  two\r\n\r\n three\x00\xff")
	b.Paragraph(" \n ")
	b.Item(-1, "item")
	b.Code("\n\tx\r\n  y\n\n")
	b.Link(" https://example.com ")
	b.Link("https://example.com")
	b.Link("java\nscript:")
	b.Link(strings.Repeat("x", build.MaxLink+1))
	d := done(t, b)
	compare(t, d, `
heading 1 p2 [S]: A heading
heading 9 p2 [S]: Deep
paragraph p2 [S]: one two⏎three`+"\ufffd"+`
item 1 p2 [S]: item
code p2 [S]: 	x⏎  y
`)
	if diff := cmp.Diff([]string{"https://example.com"}, d.Links); diff != "" || d.Title != "A heading" {
		t.Error(d.Title, diff)
	}
}

func TestTables(t *testing.T) {
	for _, c := range []struct {
		rows   string // cells between bars, rows between semicolons
		header build.Header
		want   string
	}{
		{"Name|Age;Ada|36;Bob|", build.HeaderUnknown, "<Name:text> <Age:integer> / Ada | 36 / Bob | "},
		{"Ada|36;Bob|40", build.HeaderUnknown, "<column 1:text> <column 2:integer> / Ada | 36 / Bob | 40"},
		{"1|2;3|4", build.HeaderFirst, "<1:integer> <2:integer> / 3 | 4"},
		{"Name|Age;Ada|36", build.HeaderNone, "<column 1:text> <column 2:text> / Name | Age / Ada | 36"},
		{"a|A||a 2|a;1|2|3|4|5", build.HeaderFirst, "<a:integer> <A 2:integer> <column 3:integer> <a 2 2:integer> <a 3:integer> / 1 | 2 | 3 | 4 | 5"},
		{"x|y|;| |;1", build.HeaderFirst, "<x:integer> <y:text> / 1 | "},
		{"Sum|Day|Zip|Code;1,234.50|2024-02-30|01234|1e5;−7|2024-02-28|1|2", build.HeaderFirst, "<Sum:decimal> <Day:text> <Zip:text> <Code:text> / 1234.50 | 2024-02-30 | 01234 | 1e5 / -7 | 2024-02-28 | 1 | 2"},
	} {
		var rows [][]string
		for row := range strings.SplitSeq(c.rows, ";") {
			rows = append(rows, strings.Split(row, "|"))
		}
		b := &build.Builder{}
		b.Table(" ", rows, c.header)
		compare(t, done(t, b), "table "+c.want+"\n")
	}
}

func TestFullDocuments(t *testing.T) {
	blocks := &build.Builder{}
	for range build.MaxBlocks + 5 {
		blocks.Paragraph("x")
	}
	text := &build.Builder{}
	part := strings.Repeat("x", 1<<20)
	for !text.Full() {
		text.Paragraph(part)
	}
	text.Table("", [][]string{{"a"}, {"b"}}, build.HeaderFirst)
	for name, b := range map[string]*build.Builder{"blocks": blocks, "text": text} {
		if d := done(t, b); !b.Full() || len(d.Notes) != 1 || !strings.Contains(d.Notes[0], "its end was left out") {
			t.Errorf("%s: %d blocks, %q", name, len(d.Blocks), d.Notes)
		}
	}
	for range 2 * build.MaxNotes {
		text.Note("%s", part[:5000])
	}
	text.Title(part[:5000])
	done(t, text)
}

// TestLargeTables makes tables that are small where they come from: the same long cell
// again and again, and very many columns of the same name.
func TestLargeTables(t *testing.T) {
	cell := strings.Repeat("long ", 1<<18)
	row := make([]string, 200)
	for i := range row {
		row[i] = cell
	}
	b := &build.Builder{}
	b.Table("", [][]string{{"a"}, row, row, row, row}, build.HeaderFirst)
	d := done(t, b)
	if got := d.Blocks[0].Table; len(got.Rows) != 0 || got.Truncated != table.ByRows || len(d.Notes) != 1 {
		t.Errorf("%d rows, %q", len(got.Rows), d.Notes)
	}

	names := make([]string, build.MaxColumns+1)
	for i := range names {
		names[i] = "The same"
	}
	rows := make([][]string, build.MaxCells/build.MaxColumns)
	for i := range rows {
		rows[i] = make([]string, build.MaxColumns)
		rows[i][0], rows[i][build.MaxColumns-1] = "1", "2"
	}
	b = &build.Builder{}
	b.Table("", [][]string{names}, build.HeaderFirst)
	b.Table("", rows, build.HeaderNone)
	b.Table("", [][]string{names}, build.HeaderFirst)
	d = done(t, b)
	if diff := cmp.Diff([]string{
		"a table has more than 1000 columns: the rest was left out",
		"a table is longer than Plumb keeps, and has 998 rows now: the rest was left out",
		"a table has more cells than Plumb keeps of a document: the rest was left out",
	}, d.Notes); diff != "" || len(d.Blocks) != 2 {
		t.Error(len(d.Blocks), diff)
	}
	if last := d.Blocks[0].Table.Columns[build.MaxColumns-1].Name; last != fmt.Sprintf("The same %d", build.MaxColumns) {
		t.Errorf("the last column is %q", last)
	}
	if got := d.Blocks[1].Table; len(got.Rows) != 998 || got.Truncated != table.ByRows {
		t.Errorf("%d rows", len(got.Rows))
	}
}

func TestCheck(t *testing.T) {
	text := table.NewText("x")
	column := []table.Column{{Name: "a", Kind: table.Text}}
	for name, d := range map[string]*document.Document{
		"unknown kind":       {Blocks: []document.Block{{Kind: "script", Text: "x"}}},
		"no text":            {Blocks: []document.Block{{Kind: document.Paragraph}}},
		"text with a table":  {Blocks: []document.Block{{Kind: document.Code, Text: "x", Table: &table.Table{Columns: column}}}},
		"no table":           {Blocks: []document.Block{{Kind: document.Table, Text: "x"}}},
		"no columns":         {Blocks: []document.Block{{Kind: document.Table, Table: &table.Table{}}}},
		"a short row":        {Blocks: []document.Block{{Kind: document.Table, Table: &table.Table{Columns: column, Rows: []table.Row{{}}}}}},
		"a wrong value":      {Blocks: []document.Block{{Kind: document.Table, Table: &table.Table{Columns: []table.Column{{Name: "a", Kind: table.Int}}, Rows: []table.Row{{text}}}}}},
		"a strange value":    {Blocks: []document.Block{{Kind: document.Table, Table: &table.Table{Columns: []table.Column{{Name: "a", Kind: table.Bool}}, Rows: []table.Row{{table.NewBool(true)}}}}}},
		"text that is none":  {Blocks: []document.Block{{Kind: document.Paragraph, Text: "\xff"}}},
		"a name that is no":  {Blocks: []document.Block{{Kind: document.Table, Table: &table.Table{Columns: []table.Column{{Name: "\xff", Kind: table.Text}}}}}},
		"a negative page":    {Blocks: []document.Block{{Kind: document.Paragraph, Text: "x", Page: -1}}},
		"a deep level":       {Blocks: []document.Block{{Kind: document.Heading, Text: "x", Level: 99}}},
		"a long sheet":       {Blocks: []document.Block{{Kind: document.Heading, Text: "x", Sheet: strings.Repeat("x", 1000)}}},
		"a long title":       {Title: strings.Repeat("x", build.MaxTitle+1)},
		"a long note":        {Notes: []string{strings.Repeat("x", 5000)}},
		"many notes":         {Notes: make([]string, build.MaxNotes+1)},
		"many links":         {Links: make([]string, build.MaxLinks+1)},
		"a link with breaks": {Links: []string{"a\nb"}},
		"much text":          {Blocks: []document.Block{{Kind: document.Paragraph, Text: strings.Repeat("x", 2*build.MaxText+1)}}},
	} {
		if build.Check(d) == nil {
			t.Errorf("%s: is allowed", name)
		}
	}
	if err := build.Check(&document.Document{}); err != nil {
		t.Error(err)
	}
}
