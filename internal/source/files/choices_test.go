package files_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/files"
)

// choiceOf finds the choice of a column, or of a file.
func choiceOf(t *testing.T, s *files.Source, column, as string) source.ReadChoice {
	t.Helper()
	for _, c := range s.Choices() {
		if c.Column == column && (column != "" || c.As == as) {
			return c
		}
	}
	t.Fatalf("there is no choice for %q: %+v", column, s.Choices())
	return source.ReadChoice{}
}

// TestReadings chooses how files are read, keeps that, and opens them again.
func TestReadings(t *testing.T) {
	genres := "film,genres\n"
	for _, line := range strings.Fields("Drama|Comedy Drama Comedy|Crime Crime Drama|Crime Comedy Drama Crime Comedy|Drama Drama Crime") {
		genres += "a," + line + "\n"
	}
	for _, c := range []struct {
		name, file, content string
		column, before      string // and how it is read without a choice
		options             string
		reading             string
		query, want         string
		kept                string
	}{
		{"text", "t.csv", "id,n\n1,200\n2,300\n", "n", "number", "text number date time boolean", "n: text",
			"SELECT n || '!' FROM t", "200!\n300!", "  t.csv:\n    columns:\n      \"n\":\n        type: text\n"},
		{"decimal comma", "t.csv", "id;n\n1;\"1,200\"\n", "n", "number 1.234,5", "text number 1,234.5 number 1.234,5 date time boolean", "t.csv/n: number 1,234.5",
			"SELECT n FROM t", "1200", "type: number\n        format: 1,234.5\n"},
		{"day first", "t.csv", "id,d\n1,03/04/2025\n", "d", "date month first", "text number date day first date month first time boolean", "D: date day first",
			"SELECT d FROM t", "2025-04-03", "format: day first\n"},
		{"as it is written", "t.csv", "id,v\n1,abc\n2,-\n", "v", "text", "text number date time boolean", "v: text",
			"SELECT v FROM t", "abc\n-", "type: text"},
		{"nothing fits", "t.csv", "id,v\n1,abc\n", "v", "text", "text number date time boolean", "v: number",
			"SELECT v FROM t", "abc", "type: number"},
		{"a list", "t.csv", genres, "genres", "list", "list text number date time boolean", "genres: text",
			"SELECT count(*) FROM t", "11", "type: text"},
		{"columns", "t.csv", "k,2015,2016,2017,2018\na,1,2,3,4\n", "", "rows", "rows columns", "t.csv: columns",
			`SELECT "2015" FROM t`, "1", "  t.csv:\n    wide: false\n"},
		{"indicators", "t.csv", "year,variable,value\n2020,births,7\n2020,deaths,3\n2021,births,8\n", "", "indicator columns", "indicator columns indicator rows", "t.csv: indicator rows",
			"SELECT count(*) FROM t", "3", "  t.csv:\n    indicators: false\n"},
		{"encoding", "t.csv", "id,v\n1,Stra\xdfe\n2,K\xe4se\n3,\xdcbung\n", "", "encoding windows-1252", "", "t.csv: encoding iso-8859-2",
			"SELECT v FROM t", "Straße\nKäse\nÜbung", "  t.csv:\n    encoding: iso-8859-2\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, map[string]string{c.file: c.content})
			got := choiceOf(t, open(t, dir), c.column, c.before)
			if got.As != c.before || c.options != "" && strings.Join(got.Options, " ") != c.options {
				t.Errorf("got %+v", got)
			}
			reading, err := files.ParseReading(c.reading)
			if err != nil {
				t.Fatal(err)
			}
			s, err := files.Open(t.Context(), source.Config{DSN: dir, Readings: []source.ReadAs{reading}})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if list := rows(mustQuery(t, s, c.query)); list != c.want {
				t.Errorf("got %s", list)
			}
			paths, err := s.KeepReadings()
			if err != nil || len(paths) != 1 || paths[0] != filepath.Join(dir, files.SettingsFile) {
				t.Fatal(paths, err)
			}
			text, err := os.ReadFile(paths[0])
			if err != nil || !strings.Contains(string(text), c.kept) {
				t.Errorf("kept %s, %v", text, err)
			}
			if list := rows(mustQuery(t, open(t, dir), c.query)); list != c.want {
				t.Errorf("again: got %s", list)
			}
		})
	}
}

// TestFilesOfOneShapeAreChosenTogether reads them by a pattern.
func TestFilesOfOneShapeAreChosenTogether(t *testing.T) {
	dir := folder(t, map[string]string{"sales_2015.csv": "id,n\n1,2\n", "sales_2016.csv": "id,n\n1,2\n", "other.csv": "n,m\n3,4\n"})
	if c := choiceOf(t, open(t, dir), "", "one table"); c.File != "sales_201*.csv" {
		t.Errorf("got %+v", c)
	}
	for _, c := range []struct {
		reading source.ReadAs
		want    string
	}{
		{source.ReadAs{File: "sales_201*.csv", Column: "n", As: "text"}, "other sales"},
		{source.ReadAs{File: "sales_201*.csv", As: "separate tables"}, "other sales_2015 sales_2016"},
		{source.ReadAs{File: "sales_201*.csv", As: "one table"}, "other sales"},
	} {
		s, err := files.Open(t.Context(), source.Config{DSN: dir, Readings: []source.ReadAs{c.reading}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.KeepReadings(); err != nil {
			t.Error(err)
		}
		_ = s.Close()
		again := open(t, dir)
		var names []string
		for _, table := range introspect(t, again).Tables {
			names = append(names, table.Name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%+v: got %s", c.reading, got)
		}
		if got := rows(mustQuery(t, again, "SELECT typeof(n) FROM other")); got != "BIGINT" {
			t.Errorf("%+v: other has %s", c.reading, got)
		}
	}
}

// TestSettingsKeepWhatPeopleWrote edits a file with comments, and one that cannot
// be written.
func TestSettingsKeepWhatPeopleWrote(t *testing.T) {
	const before = `# ours
union: false # as they are
files:
  # all of them
  '*.csv':
    delimiter: ","
    columns:
      Zip: {type: text, missing: ["-"]}
`
	const after = `# ours
union: false # as they are
files:
  # all of them
  "*.csv":
    delimiter: ","
    columns:
      Zip:
        type: text
        missing:
        - "-"
  t.csv:
    delimiter: ","
    columns:
      Zip:
        type: number
        missing:
        - "-"
`
	dir, own := folder(t, map[string]string{"t.csv": "zip,n\n1,2\n", files.SettingsFile: before}), t.TempDir()
	keep := func(as string) (string, string) {
		t.Helper()
		s, err := files.Open(t.Context(), source.Config{DSN: dir, Settings: own, Readings: []source.ReadAs{{Column: "zip", As: as}}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		paths, err := s.KeepReadings()
		if err != nil || len(paths) != 1 {
			t.Fatal(paths, err)
		}
		text, err := os.ReadFile(paths[0])
		if err != nil {
			t.Fatal(err)
		}
		return paths[0], string(text)
	}
	path, text := keep("number")
	if d := cmp.Diff(after, text); d != "" || path != filepath.Join(dir, files.SettingsFile) {
		t.Errorf("%s: %s", path, d)
	}
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700)
	if path, text = keep("text"); !strings.HasPrefix(path, own) || !strings.Contains(text, "type: text\n") {
		t.Errorf("%s: %s", path, text)
	}
}

func TestReadingsThatAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "does not say how to read",
		"amount":               "does not say how to read",
		": text":               "does not say how to read",
		"amount: integer":      `amount cannot be read as "integer"`,
		"amount: text 1":       `amount cannot be read as "text 1"`,
		"t.csv: number":        `a file cannot be read as "number"`,
		"t.csv: encoding klin": "a file cannot be read as",
	} {
		if _, err := files.ParseReading(text); fault.CodeOf(err) != fault.Usage || !strings.Contains(err.Error(), want) || fault.Of(err).Hint == "" {
			t.Errorf("%s: %v", text, err)
		}
	}
	dir := folder(t, map[string]string{"t.csv": "amount\n1\n"})
	for want, r := range map[string]source.ReadAs{
		"there is no column amuont": {Column: "amuont", As: "text"},
		"neither a file nor":        {As: "rows"},
		"there is no file u.csv":    {File: "u.csv", Column: "amount", As: "text"},
	} {
		s, err := files.Open(t.Context(), source.Config{DSN: dir, Readings: []source.ReadAs{r}})
		if f := fault.Of(err); f == nil || !strings.Contains(f.Message, want) || f.Hint == "" {
			t.Errorf("%+v: %v", r, err)
		}
		if s != nil {
			s.Close()
		}
	}
}
