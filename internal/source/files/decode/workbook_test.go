package decode

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/plumbdata/plumb/internal/fault"
)

// book makes a workbook with one sheet of rows; nil is an empty cell.
func book(t testing.TB, rows ...[]any) *excelize.File {
	t.Helper()
	f := excelize.NewFile()
	t.Cleanup(func() { _ = f.Close() })
	fillSheet(t, f, "Sheet1", rows...)
	return f
}

func fillSheet(t testing.TB, f *excelize.File, sheet string, rows ...[]any) {
	t.Helper()
	for i, r := range rows {
		for j, v := range r {
			if v == nil {
				continue
			}
			at, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err == nil {
				err = f.SetCellValue(sheet, at, v)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func style(t testing.TB, f *excelize.File, from, to, format string) {
	t.Helper()
	id, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
	if err == nil {
		err = f.SetCellStyle("Sheet1", from, to, id)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func merge(t testing.TB, f *excelize.File, ranges ...string) {
	t.Helper()
	for _, r := range ranges {
		from, to, _ := strings.Cut(r, ":")
		if err := f.MergeCell("Sheet1", from, to); err != nil {
			t.Fatal(err)
		}
	}
}

// sheets decodes a workbook, and returns its parts and their CSV as rows joined
// by |.
func sheets(t testing.TB, f *excelize.File) ([]Part, [][]string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "book.xlsx")
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	parts, err := Open(t.Context(), path, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return parts, tables(t, parts)
}

func tables(t testing.TB, parts []Part) (all [][]string) {
	t.Helper()
	for _, p := range parts {
		records, err := csv.NewReader(strings.NewReader(content(t, p))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var rows []string
		for _, r := range records {
			rows = append(rows, strings.Join(r, "|"))
		}
		all = append(all, rows)
	}
	return all
}

func TestValuesOfCells(t *testing.T) {
	day := time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)
	f := book(t,
		[]any{"id", "day", "at", "clock", "worked", "share", "amount", "zip", "ok", "note", "month"},
		[]any{1, day, day.Add(13*time.Hour + 5*time.Minute + 7*time.Second), 0.25, 1.5, 0.07, 0.1 + 0.2, 1234, true, "a \"b\", c\nd", day},
		[]any{2, day.AddDate(0, 0, 1), day, 0.999988425925926, 0.0625, 1.125, -1234.5, 98765, false, "  x <&> é 日本", day},
		[]any{3, day, day, 0.5, 2, 0.5, 1e22, 7, true, "_x0041_b", day},
	)
	for column, format := range map[string]string{"B": "dd.mm.yyyy", "C": "yyyy-mm-dd hh:mm:ss", "D": "hh:mm:ss", "E": "[h]:mm", "F": "0.0%", "G": `#,##0.00 "m€"`, "H": "00000", "K": "[$-409]mmm-yy;@"} {
		style(t, f, column+"2", column+"4", format)
	}
	if err := f.SetCellValue("Sheet1", "J4", "A_b"); err != nil {
		t.Fatal(err)
	}
	parts, got := sheets(t, f)
	want := []string{
		"id|day|at|clock|worked|share|amount|zip|ok|note|month",
		"1|2024-02-29|2024-02-29 13:05:07|06:00:00|36:00:00|7%|0.3|01234|true|a \"b\", c\nd|2024-02-29",
		"2|2024-03-01|2024-02-29 00:00:00|23:59:59|01:30:00|112.5%|-1234.5|98765|false|  x <&> é 日本|2024-02-29",
		"3|2024-02-29|2024-02-29 00:00:00|12:00:00|48:00:00|50%|1e+22|00007|true|A_b|2024-02-29",
	}
	if diff := cmp.Diff(want, got[0]); diff != "" {
		t.Error(diff)
	}
	if len(parts[0].Notes) != 0 || parts[0].Name != "Sheet1" || parts[0].Kind != CSV {
		t.Errorf("%+v", parts[0])
	}
}

func TestFormatsOfNumbers(t *testing.T) {
	for _, c := range []struct {
		format, raw, want string
		since1904         bool
	}{
		{"General", "12", "12", false},
		{"General", "0.10000000000000001", "0.1", false},
		{"General", "1234567890123", "1234567890123", false},
		{"General", "6.0221e23", "6.0221e+23", false},
		{"d/m/yy", "1", "1900-01-01", false},
		{"d/m/yy", "59", "1900-02-28", false},
		{"d/m/yy", "61", "1900-03-01", false},
		{"d/m/yy", "45351", "2024-02-29", false},
		{"d/m/yy", "43889", "2024-02-29", true},
		{"d/m/yy", "45351.5", "2024-02-29 12:00:00", false},
		{"h:mm AM/PM", "45351.5", "2024-02-29 12:00:00", false},
		{"mm:ss.0", "0.0000115856", "00:00:01.001", false},
		{"yyyy", "-5", "-5", false},
		{"d mmm", "9999999", "9999999", false},
		{`"day" 0`, "5", "5", false},
		{`0\d`, "5", "5", false},
		{"[Red]0.00", "5.25", "5.25", false},
		{"0.00E+00", "5.25", "5.25", false},
		{"#,##0;[Red]-#,##0", "-1200", "-1200", false},
		{"_-* #,##0.00 €_-", "9.5", "9.5", false},
		{"0%", "0.29", "29%", false},
		{"0000", "42", "0042", false},
		{"0000", "-42", "-42", false},
		{"0000", "4.2", "4.2", false},
	} {
		if got, _ := parseFormat(c.format).format(c.raw, c.since1904); got != c.want {
			t.Errorf("%s in the format %s is %s, want %s", c.raw, c.format, got, c.want)
		}
	}
}

// A report: a title, what it is about, a header, data with gaps, a total and notes.
func TestReport(t *testing.T) {
	f := book(t,
		[]any{"Sales report 2024"},
		[]any{"Region:", "all"},
		nil,
		[]any{nil, "Shop", "Units", nil, "Revenue", "Manager", nil},
		[]any{nil, "North", 10, nil, 100.5, "Ann"},
		[]any{nil, "South", 20, nil, 50.25, nil},
		nil,
		[]any{nil, "East", 30, nil, nil, "Bob"},
		[]any{nil, "West", 5, nil, 7, "Cid"},
		[]any{nil, "Total", 65, nil, 157.75},
		nil,
		[]any{"* provisional figures"},
		[]any{"Source: accounting"},
	)
	parts, got := sheets(t, f)
	want := []string{"Shop|Units|Revenue|Manager", "North|10|100.5|Ann", "South|20|50.25|", "East|30||Bob", "West|5|7|Cid"}
	if diff := cmp.Diff(want, got[0]); diff != "" {
		t.Error(diff)
	}
	wantNotes := []Note{
		{Subject: Header, Row: 4, Count: 2, Example: "Sales report 2024"},
		{Subject: DroppedRows, Why: "notes", Row: 12, Count: 2, Example: "* provisional figures"},
		{Subject: DroppedRows, Why: "a total", Row: 10, Count: 1, Example: "Total"},
	}
	if diff := cmp.Diff(wantNotes, parts[0].Notes); diff != "" {
		t.Error(diff)
	}
}

// What only looks like a total stays, with a warning.
func TestUncertainTotalIsKept(t *testing.T) {
	parts, got := sheets(t, book(t, []any{"team", "score"}, []any{"Red", 10}, []any{"Blue", 20}, []any{"Green", 40}, []any{"Total", 55}))
	if got[0][4] != "Total|55" || len(parts[0].Notes) != 1 || parts[0].Notes[0].Subject != SuspectedTotal || !parts[0].Notes[0].Uncertain() {
		t.Errorf("%v %v", got, parts[0].Notes)
	}
	parts, got = sheets(t, book(t, []any{"team", "score"}, []any{"Red", 10}, []any{"Blue", 20}, []any{"Total Fitness", 30}))
	if len(got[0]) != 4 || len(parts[0].Notes) != 0 {
		t.Errorf("%v %v", got, parts[0].Notes)
	}
}

func TestJoinedHeaders(t *testing.T) {
	merged := book(t,
		[]any{"Results by year"},
		[]any{"Region", "2023", nil, "2024", nil, "Manager"},
		[]any{nil, "Sales", "Cost", "Sales", "Cost", nil},
		[]any{"North", 1, 2, 3, 4, "Ann"},
		[]any{"South", 5, 6, 7, 8, "Bob"},
	)
	merge(t, merged, "A1:F1", "A2:A3", "B2:C2", "D2:E2", "F2:F3")
	years := book(t,
		[]any{"Region", 2023, nil, 2024, nil},
		[]any{nil, "Sales", "Cost", "Sales", "Cost"},
		[]any{"North", 1, 2, 3, 4},
		[]any{"South", 5, 6, 7, 8},
	)
	merge(t, years, "A1:A2", "B1:C1", "D1:E1")
	spaced := book(t, // without merged cells
		[]any{nil, 2023, nil, 2024, nil},
		[]any{"Region", "Sales", "Cost", "Sales", "Cost"},
		[]any{"North", 1, 2, 3, 4},
		[]any{"South", 5, 6, 7, 8},
	)
	for name, c := range map[string]struct {
		f    *excelize.File
		want string
	}{
		"merged": {merged, "Region|2023 Sales|2023 Cost|2024 Sales|2024 Cost|Manager"},
		"years":  {years, "Region|2023 Sales|2023 Cost|2024 Sales|2024 Cost"},
		"spaced": {spaced, "Region|2023 Sales|2023 Cost|2024 Sales|2024 Cost"},
	} {
		parts, got := sheets(t, c.f)
		if got[0][0] != c.want || len(got[0]) != 3 {
			t.Errorf("%s: %v %v", name, got[0], parts[0].Notes)
		}
		if !slices.ContainsFunc(parts[0].Notes, func(n Note) bool { return n.Subject == JoinedHeader && n.Count == 2 }) {
			t.Errorf("%s: %v", name, parts[0].Notes)
		}
	}
}

// Tables whose first row must be the header, and nothing else.
func TestPlainHeaders(t *testing.T) {
	for name, c := range map[string]struct {
		rows [][]any
		want string
	}{
		"all text":       {[][]any{{"name", "city"}, {"Ann", "Rome"}, {"Bob", "Oslo"}}, "name|city"},
		"years":          {[][]any{{"country", 2019, 2020, 2021}, {"Peru", 1, 2, 3}, {"Chile", 4, 5, 6}}, "country|2019|2020|2021"},
		"one column":     {[][]any{{"name"}, {"Ann"}, {"Bob"}}, "name"},
		"one row":        {[][]any{{"name", "n"}, {"Ann", 1}}, "name|n"},
		"no first name":  {[][]any{{nil, "x", "y"}, {0, 1, 2}, {1, 3, 4}}, "Column A|x|y"},
		"repeated names": {[][]any{{"x", "x", "X"}, {0, 1, 2}, {1, 3, 4}}, "x|x 2|X 3"},
		"lines in names": {[][]any{{"net\namount", "  n "}, {0, 1}, {1, 3}}, "net amount|n"},
		"sparse rows":    {[][]any{{"a", "b", "c", "d"}, {1}, {nil, 2}, {nil, nil, 3}}, "a|b|c|d"},
		"empty column":   {[][]any{{"a", "b", "c"}, {1, nil, 2}, {3, nil, 4}}, "a|b|c"},
		"numbers only":   {[][]any{{10, 20.5}, {11, 21.5}, {12, 3}}, "Column A|Column B"},
	} {
		parts, got := sheets(t, book(t, c.rows...))
		rows := len(c.rows) - 1
		if name == "numbers only" {
			rows++
		}
		if got[0][0] != c.want || len(got[0]) != rows+1 {
			t.Errorf("%s: %q %v", name, got[0], parts[0].Notes)
		}
		if wantNotes := map[bool]int{true: 1}[name == "numbers only"]; len(parts[0].Notes) != wantNotes {
			t.Errorf("%s: %v", name, parts[0].Notes)
		}
	}
}

func TestFilterButtonsShowTheHeader(t *testing.T) {
	f := book(t, []any{"Created", "by", "Ann", "on Monday"}, []any{"name", "a", "b", "c"}, []any{"x", 1, 2, 3}, []any{"y", 1, 2, 3})
	if err := f.AutoFilter("Sheet1", "A2:D4", nil); err != nil {
		t.Fatal(err)
	}
	if _, got := sheets(t, f); got[0][0] != "name|a|b|c" || len(got[0]) != 3 {
		t.Error(got)
	}
}

func TestMergedCellsOfData(t *testing.T) {
	f := book(t, []any{"region", "shop", "n"}, []any{"North", "a", 1}, []any{nil, "b", 2}, []any{nil, "c", 3}, []any{"South", "d", 4})
	merge(t, f, "A2:A4")
	_, got := sheets(t, f)
	if diff := cmp.Diff([]string{"region|shop|n", "North|a|1", "North|b|2", "North|c|3", "South|d|4"}, got[0]); diff != "" {
		t.Error(diff)
	}
}

func TestErrorsAndFormulas(t *testing.T) {
	f := book(t, []any{"a", "b"}, []any{1, 2}, []any{3, nil})
	if err := f.SetCellFormula("Sheet1", "B3", "A3*2"); err != nil {
		t.Fatal(err)
	}
	parts, got := sheets(t, f)
	if diff := cmp.Diff([]string{"a|b", "1|2", "3|"}, got[0]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Note{{Subject: FormulasWithoutValues, Count: 1}}, parts[0].Notes); diff != "" {
		t.Error(diff)
	}
}

func TestSheets(t *testing.T) {
	f := book(t, []any{"a", "b"}, []any{1, 2})
	for _, name := range []string{"Kunden & Käufer", "Secret", "Empty", "Read me", "Only names"} {
		if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
	}
	fillSheet(t, f, "Kunden & Käufer", []any{"name"}, []any{"Müller"})
	fillSheet(t, f, "Secret", []any{"x"}, []any{"y"})
	fillSheet(t, f, "Read me", []any{strings.Repeat("This workbook explains itself. ", 5)}, []any{strings.Repeat("Please read it with care. ", 5)})
	fillSheet(t, f, "Only names", []any{"a", "b", "c"})
	if err := f.SetSheetVisible("Secret", false); err != nil {
		t.Fatal(err)
	}
	parts, got := sheets(t, f)
	if len(parts) != 2 || parts[1].Name != "Kunden & Käufer" || got[1][1] != "Müller" {
		t.Fatalf("%+v", parts)
	}
	want := []Note{
		{Subject: Skipped, What: "sheet Secret", Why: "it is hidden"},
		{Subject: Skipped, What: "sheet Read me", Why: "it holds text, not a table"},
		{Subject: Skipped, What: "sheet Only names", Why: "it has no rows below its header"},
	}
	if diff := cmp.Diff(want, parts[0].Notes); diff != "" {
		t.Error(diff)
	}
}

// rawBook makes a workbook of the XML of one sheet, as programs other than Excel
// write it.
func rawBook(t testing.TB, sheet string, more ...member) []byte {
	t.Helper()
	return zipped(t, append([]member{
		{"[Content_Types].xml", []byte(`<?xml version="1.0"?><Types/>`)},
		{"xl/workbook.xml", []byte(`<?xml version="1.0" encoding="utf-8"?><x:workbook xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:r="x"><x:workbookPr date1904="true"/><x:sheets><x:sheet name='One &gt; Two' sheetId="1" r:id="rId7"/></x:sheets></x:workbook>`)},
		{"xl/_rels/workbook.xml.rels", []byte(`<Relationships><Relationship Id="rId7" Type="worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>`)},
		{"xl/worksheets/sheet1.xml", []byte(sheet)},
	}, more...)...)
}

func TestWorkbooksOfOtherPrograms(t *testing.T) {
	sheet := `<?xml version="1.0"?><!-- by hand --><x:worksheet xmlns:x="main"><x:sheetData>
	<x:row><x:c t="inlineStr"><x:is><x:t>na</x:t><x:r><x:t xml:space="preserve">me </x:t></x:r></x:is></x:c><x:c t="str"><x:f>"b>" &amp; "c"</x:f><x:v>b&gt;c</x:v></x:c><x:c t="s"><x:v>0</x:v></x:c><x:c r="E1" t="inlineStr"><x:is><x:t><![CDATA[d<e]]></x:t></x:is></x:c></x:row>
	<x:row r="5"><x:c t="b"><x:v>1</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c><x:c t="d"><x:v>2024-01-02T03:04:05Z</x:v></x:c><x:c r="E5"><x:v>5</x:v></x:c></x:row>
	<x:row r="6" spans="1:5"><x:c/><x:c r="B6" s="99"><x:v>7</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c></x:row>
	</x:sheetData></x:worksheet>`
	shared := `<sst><si><t>Tokyo</t><rPh sb="0" eb="1"><t>TOKYO</t></rPh></si><si><r><t>ri</t></r><r><rPr><b/></rPr><t>ch &#x263a;_x000D_</t></r></si></sst>`
	parts, err := Open(t.Context(), write(t, "book.xlsx", rawBook(t, sheet, member{"xl/SharedStrings.xml", []byte(shared)})), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"name|b>c|Tokyo|d<e", "true||2024-01-02 03:04:05|5", "|7|rich ☺\r|"}
	got := tables(t, parts)[0]
	for i := range got {
		got[i] = strings.ReplaceAll(got[i], "\n", "\r") // the reader of CSV makes one of a line's end
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if parts[0].Name != "One > Two" {
		t.Errorf("%+v", parts[0])
	}
	if diff := cmp.Diff([]Note{{Subject: ErrorValues, Count: 1, Example: "#N/A"}}, parts[0].Notes); diff != "" {
		t.Error(diff)
	}
}

func TestHostileWorkbooks(t *testing.T) {
	small := limits{bytes: 1 << 20, parts: 1, cells: 100, columns: 10, strings: 1 << 10}
	row := `<row><c><v>1</v></c><c><v>2</v></c></row>`
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"document type": {rawBook(t, `<!DOCTYPE x [<!ENTITY a "aaa">]><sheetData>`+row), "document type"},
		"many cells":    {rawBook(t, `<sheetData>`+strings.Repeat(row, 60)+`</sheetData>`), "more cells than Plumb reads"},
		"many bytes":    {rawBook(t, `<sheetData>`+strings.Repeat(" ", 2<<20)), "more than 1 MiB"},
		"many strings": {rawBook(t, `<sheetData/>`, member{"xl/sharedStrings.xml", []byte(`<sst>` + strings.Repeat(`<si><t>abcdefgh</t></si>`, 200) + `</sst>`)}),
			"texts of book.xlsx take more than 1024 bytes"},
		"cut":     {rawBook(t, `<sheetData>`+row+`<row><c r="A`), "not a complete Excel file"},
		"nothing": {rawBook(t, `<sheetData/>`), "are empty"},
		"binary":  {zipped(t, member{"xl/workbook.bin", nil}), "a format that Plumb does not read"},
	} {
		dir := t.TempDir()
		_, err := open(t.Context(), write(t, "book.xlsx", c.data), dir, small, nil)
		if f := fault.Of(err); f == nil || f.Code != fault.BadData || f.Hint == "" || !strings.Contains(f.Message, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s: %v is left", name, left)
		}
	}
}

func FuzzSheet(f *testing.F) {
	f.Add(`<sheetData><row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="s"><v>0</v></c></row><row r="2"><c r="A2" s="1"><v>45351.5</v></c><c t="b"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells><autoFilter ref="A1:B2"/>`)
	f.Add(`<row><c t="inlineStr"><is><t>x</t></is></c></row><row r="9"><c r="XFD9"><v>1e400</v></c><c r="ZZZZ1"><v>-1</v></c></row><mergeCell ref="A1:A9"/>`)
	styles := member{"xl/styles.xml", []byte(`<styleSheet><numFmts><numFmt numFmtId="170" formatCode="d.m.yy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="9"/></cellXfs></styleSheet>`)}
	shared := member{"xl/sharedStrings.xml", []byte(`<sst><si><t>Total</t></si></sst>`)}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, sheet string) {
		data := rawBook(t, sheet, styles, shared)
		archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		d := &decoder{ctx: t.Context(), dir: dir, limits: standard, left: standard.bytes}
		defer d.removeAll()
		parts, err := d.workbook(item{name: "book.xlsx"}, archive)
		if err != nil {
			if fault.CodeOf(err) != fault.BadData {
				t.Fatal(err)
			}
			return
		}
		if _, err := csv.NewReader(strings.NewReader(content(t, parts[0]))).ReadAll(); err != nil {
			t.Fatal(err)
		}
	})
}

// BenchmarkWorkbook converts a sheet of 200,000 rows and 10 columns.
func BenchmarkWorkbook(b *testing.B) {
	path := filepath.Join(b.TempDir(), "large.xlsx")
	if err := os.WriteFile(path, largeBook(b, 200_000), 0o600); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Open(b.Context(), path, b.TempDir()); err != nil {
			b.Fatal(err)
		}
	}
}

func largeBook(t testing.TB, rows int) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	format := "yyyy-mm-dd"
	date, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
	if err != nil {
		t.Fatal(err)
	}
	header := []any{"id", "day", "customer", "city", "product", "quantity", "price", "discount", "paid", "comment"}
	for i := range rows + 1 {
		cells := header
		if i > 0 {
			cells = []any{i, excelize.Cell{StyleID: date, Value: 44000 + i%700}, fmt.Sprintf("Customer %d", i%5000), "Zürich", fmt.Sprintf("Product %d", i%300), i % 17, float64(i) * 0.37, 0.1, i%2 == 0, fmt.Sprintf("order %d was delivered", i)}
		}
		if err := w.SetRow(fmt.Sprintf("A%d", i+1), cells); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
