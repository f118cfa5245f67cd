package files_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/plumbdata/plumb/internal/fault"
)

// Text in another encoding is read, and said.
func TestEncodedFiles(t *testing.T) {
	dir := folder(t, map[string]string{
		"latin.csv": "id,city\n1,M\xfcnchen\n2,K\xf6ln\n",
		"utf16.csv": "\xff\xfea\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x00",
	})
	s := open(t, dir)
	if got := rows(mustQuery(t, s, "SELECT city, b FROM latin, utf16 WHERE id = 1")); got != "München|2" {
		t.Errorf("got %s", got)
	}
	problems := s.Problems()
	for _, want := range []string{`latin.csv: the text is Windows-1252, such as "München"`, "utf16.csv: the text is UTF-16"} {
		if !slices.ContainsFunc(problems, func(d fault.Diagnostic) bool { return d.Message == want && d.Severity == fault.Info }) {
			t.Errorf("%q is not said in %+v", want, problems)
		}
	}
}

// Each sheet of a workbook is a table.
func TestWorkbook(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	if _, err := f.NewSheet("Second one"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		sheet, at string
		values    []any
	}{
		{"Sheet1", "A1", []any{"Report"}}, {"Sheet1", "A3", []any{"shop", "units", "share"}},
		{"Sheet1", "A4", []any{"North", 10, "12.5%"}}, {"Sheet1", "A5", []any{"South", 20, "87.5%"}},
		{"Second one", "A1", []any{"shop", "opened"}}, {"Second one", "A2", []any{"North", "2024-02-29"}},
	} {
		if err := f.SetSheetRow(c.sheet, c.at, &c.values); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "shops.xlsx")
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	s := open(t, path)
	if got := rows(mustQuery(t, s, "SELECT a.shop, units, share, opened FROM shops_Sheet1 a JOIN shops_Second_one b ON a.shop = b.shop")); got != "North|10|12.5|2024-02-29" {
		t.Errorf("got %s", got)
	}
	if !slices.ContainsFunc(s.Problems(), func(d fault.Diagnostic) bool {
		return strings.Contains(d.Message, "shops.xlsx (Sheet1): the header is row 3")
	}) {
		t.Errorf("%+v", s.Problems())
	}
}
