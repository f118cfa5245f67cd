package files_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/files"
)

var broken = []struct{ name, content, message string }{
	{"ragged.csv", "id,name\n1,a\n2,b,c\n", "ragged.csv, line 3: it has 3 fields, but the first line has 2"},
	{"short.csv", "a,b,c\n1,2,3\n4,5\n6,7,8\n", "short.csv, line 3: it has 2 fields, but the first line has 3"},
	{"title.csv", "id,name\n1,a\n2,b\n3,c,d\n", "title.csv, line 4: it has 3 fields, but the first line has 2"},
	{"unclosed.csv", "a,b\n1,\"unclosed\n2,3\n", "unclosed.csv, line 2: a quoted field does not end"},
	{"binary.csv", "\x00\x01\x02\x03", "binary.csv contains 1 zero byte"},
	{"text.xlsx", "a,b", "text.xlsx is not an Excel file"},
	{"empty.csv", "", "empty.csv is empty"},
	{"blank.csv", "\n \n", "blank.csv is empty"},
	{"one.csv", "a,b\n1,2\n3\n", "one.csv, line 3: it has 1 field, but the first line has 2"},
	{"bad.json", `{"a": 1` + "\n{", "bad.json is not valid JSON from byte "},
	{"words.json", "no JSON at all", "words.json is not valid JSON from byte "},
	{"blank.json", "\n", "blank.json is empty"},
	{"bad.jsonl", "{\"a\": 1}\n{\"a\":\n", "bad.jsonl "},
	{"cut.parquet", "PAR1 nothing of the kind", "cut.parquet is incomplete: its end is missing"},
	{"bad.parquet", "PAR1 nothing of the kind PAR1", "bad.parquet cannot be read as Parquet"},
	{"secret.parquet", "PARE nothing of the kind PARE", "secret.parquet is encrypted"},
	{"text.parquet", "a,b", "text.parquet is not a Parquet file"},
	{"empty.parquet", "", "empty.parquet is empty"},
	{"bad.csv.gz", "not compressed", "bad.csv.gz is not a gzip file"},
}

func TestBrokenFileAlone(t *testing.T) {
	for _, c := range broken {
		dir := folder(t, map[string]string{c.name: c.content})
		s, err := files.Open(t.Context(), source.Config{DSN: filepath.Join(dir, c.name)})
		if err == nil {
			s.Close()
			t.Errorf("%s was opened", c.name)
			continue
		}
		f := fault.Of(err)
		if f.Code != fault.BadData || !strings.Contains(f.Message, c.message) || f.Hint == "" || strings.Contains(f.Message+f.Hint, "\n") {
			t.Errorf("%s gave %s: %q, hint %q; want %q", c.name, f.Code, f.Message, f.Hint, c.message)
		}
	}
}

func TestBrokenFilesAmongGoodOnes(t *testing.T) {
	dir := folder(t, map[string]string{"good.csv": "n\n1\n", "other.csv": "m\n2\n"})
	if os.Geteuid() != 0 { // root reads everything
		write(t, filepath.Join(dir, "locked.csv"), "n\n1\n")
		if err := os.Chmod(filepath.Join(dir, "locked.csv"), 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "nowhere.csv"), filepath.Join(dir, "dangling.csv")); err != nil {
		t.Fatal(err)
	}
	for _, c := range broken {
		write(t, filepath.Join(dir, c.name), c.content)
	}
	s := open(t, dir)
	if got := rows(mustQuery(t, s, "SELECT n, m FROM good, other")); got != "1|2" {
		t.Errorf("the good files give %s", got)
	}
	if got := tables(t, s); len(got) != 2 {
		t.Errorf("the tables are %v", got)
	}
	problems := s.Problems()
	for _, c := range broken {
		if !slices.ContainsFunc(problems, func(d fault.Diagnostic) bool {
			return strings.Contains(d.Message, c.message) && filepath.Base(d.File) == c.name && d.Severity == fault.Warning &&
				(d.Line > 0) == strings.Contains(d.Message, ", line ")
		}) {
			t.Errorf("%s is not reported in %+v", c.name, problems)
		}
	}
	// A fixed file comes back, and its problem goes.
	write(t, filepath.Join(dir, "ragged.csv"), "id,name\n1,a\n")
	if got := rows(mustQuery(t, s, "SELECT name FROM ragged")); got != "a" {
		t.Errorf("the fixed file gives %s", got)
	}
	if after := s.Problems(); len(after) != len(problems)-1 {
		t.Errorf("there are %d problems, before there were %d", len(after), len(problems))
	}
}

func TestNothingToOpen(t *testing.T) {
	dir := folder(t, map[string]string{"sales.csv": "n\n1\n", "notes.txt": "x"})
	bare := t.TempDir()
	database, sheets, deep := folder(t, map[string]string{"Shop.DB": "x", "b.ods": "x"}), folder(t, map[string]string{"budget.ods": "x"}), t.TempDir()
	if err := os.MkdirAll(filepath.Join(deep, "2025"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(deep, "2025", "a.csv"), "n\n1\n")
	many := t.TempDir()
	for i := range 1001 {
		write(t, filepath.Join(many, fmt.Sprintf("f%04d.csv", i)), "n\n1\n")
	}
	for _, c := range []struct{ dsn, message, hint string }{
		{filepath.Join(dir, "sale.csv"), "does not exist", "did you mean sales.csv?"},
		{filepath.Join(dir, "*.parquet"), "no data file matches", ".parquet"},
		{filepath.Join(dir, "[.csv"), "is not a valid glob", "* matches any characters, ? matches one, [a-z] matches a range"},
		{filepath.Join(dir, "notes.txt"), "is not a kind of file", ".csv"},
		{filepath.Join(sheets, "budget.ods"), "is not a kind of file", "save it as .xlsx"},
		{filepath.Join(database, "Shop.DB"), "is a database, not a data file", "connect it as SQLite"},
		{bare, "has no data files", ".csv"},
		{database, "has no data files", "Shop.DB is a database: connect to " + filepath.Join(database, "Shop.DB")},
		{sheets, "has no data files", "it holds budget.ods: save it as .xlsx"},
		{deep, "has no data files", "not looked into: connect to " + filepath.Join(deep, "2025")},
		{many, "more than 1000 data files", "glob"},
		{"files:", "names no file", "glob"},
		{" , ", "names no file", "glob"},
	} {
		s, err := files.Open(t.Context(), source.Config{DSN: c.dsn})
		if err == nil {
			s.Close()
			t.Errorf("%s was opened", c.dsn)
			continue
		}
		if f := fault.Of(err); f.Code != fault.Connect || !strings.Contains(f.Message, c.message) || !strings.Contains(f.Hint, c.hint) {
			t.Errorf("%s gave %s: %q, hint %q; want %q, hint %q", c.dsn, f.Code, f.Message, f.Hint, c.message, c.hint)
		}
	}
}

// TestTroubleFarBelow has lines that do not fit far behind the rows of the sample.
func TestTroubleFarBelow(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,text\n")
	for i := range 400_000 {
		fmt.Fprintf(&b, "%d,a line of text number %d\n", i, i)
	}
	good := b.String()
	s := open(t, folder(t, map[string]string{
		"type.csv":   good + "oops,not a number\n",
		"ragged.csv": good + "1,2,3\n",
		"quote.csv":  good + "400000,\"quoted, late\"\n",
	}))
	want := "warning ragged.csv, line 400002: it has 3 fields, but the first line has 2\n" +
		"warning id of type.csv is read as numbers; 1 of 400001 values are not, and are left empty, such as \"oops\""
	if said(s) != want {
		t.Errorf("said %s\nwant %s", said(s), want)
	}
	if n := introspect(t, s).Table("quote").Rows; n != 400_001 {
		t.Errorf("a file of 400001 rows counts as %d", n)
	}
	if got := rows(mustQuery(t, s, "SELECT text FROM quote WHERE id = 400000")); got != "quoted, late" {
		t.Errorf("the late quote gives %s", got)
	}
}
