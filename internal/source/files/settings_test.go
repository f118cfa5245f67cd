package files_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/files"
)

// TestSettings reads files as the settings beside them say.
func TestSettings(t *testing.T) {
	for _, c := range []struct{ name, content, settings, types, want string }{
		{"text", "id,n\n1,2\n", "columns: {ID: {type: text}}", "VARCHAR BIGINT", "1|2"},
		{"number", "v\n0012\nx7\n", "columns: {v: {type: number}}", "BIGINT", "12\n"},
		{"decimal comma", "v\n\"1,200\"\n", "columns: {v: {type: number, format: \"1.234,5\"}}", "DECIMAL(18,3)", "1.200"},
		{"date", "d\n03/04/2025\n", "columns: {d: {type: date, format: DD/MM/YYYY}}", "DATE", "2025-04-03"},
		{"date and time", "d\n2025.3.4 8.15\n", "columns: {d: {type: date, format: YYYY.MM.DD hh.mm}}", "TIMESTAMP", "2025-03-04T08:15:00"},
		{"boolean", "b\nYes\nno\n", "columns: {b: {type: boolean}}", "BOOLEAN", "true\nfalse"},
		{"missing", "n\n1\nn.v.\n", "columns: {n: {missing: [n.v.], type: number}}", "BIGINT", "1\n"},
		{"delimiter", "a:b\n1:2,5\n", "delimiter: \":\"", "BIGINT DECIMAL(18,1)", "1|2.5"},
		{"header", "a title, long\nid,n\n1,2\n", "header: 2", "BIGINT BIGINT", "1|2"},
		{"no header", "x,y\nz,w\n", "header: 0", "VARCHAR VARCHAR", "x|y\nz|w"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, map[string]string{"t.csv": c.content, files.SettingsFile: "files:\n  't.*':\n    " + c.settings + "\n"})
			got := mustQuery(t, open(t, dir), "SELECT * FROM t")
			var types []string
			for _, column := range got.Columns {
				types = append(types, column.Native)
			}
			if list := strings.Join(types, " "); list != c.types || rows(got) != c.want {
				t.Errorf("got %s\n%s\nwant %s\n%s", list, rows(got), c.types, c.want)
			}
		})
	}
}

func TestBrokenSettings(t *testing.T) {
	for text, want := range map[string]string{
		"files:\n  t.csv:\n    delimeter: \";\"\n": "delimeter",
		"files: [\n": "files.yaml",
		"files:\n  t.csv:\n    delimiter: \"::\"\n":               "more than one character",
		"files:\n  t.csv:\n    columns: {v: {type: integer}}\n":   `the type "integer" is not one of`,
		"files:\n  t.csv:\n    columns: {v: {format: \"1,5\"}}\n": "a format needs the type date or number",
	} {
		dir := folder(t, map[string]string{"t.csv": "v\n1\n", files.SettingsFile: text})
		s, err := files.Open(t.Context(), source.Config{DSN: dir})
		if err == nil {
			s.Close()
			t.Errorf("%q was accepted", text)
			continue
		}
		if f := fault.Of(err); f.Code != fault.Config || !strings.Contains(f.Message, want) || !strings.Contains(f.Message, filepath.Join(dir, files.SettingsFile)) || f.Hint == "" {
			t.Errorf("%q gives %s %q, hint %q", text, f.Code, f.Message, f.Hint)
		}
	}
}

// TestChangedSettingsAreNoticed writes settings while the files are open.
func TestChangedSettingsAreNoticed(t *testing.T) {
	dir := folder(t, map[string]string{"t.csv": "v\n1\n"})
	s := open(t, dir)
	if got := mustQuery(t, s, "SELECT v FROM t").Columns[0].Native; got != "BIGINT" {
		t.Errorf("got %s", got)
	}
	write(t, filepath.Join(dir, files.SettingsFile), "files: {t.csv: {columns: {v: {type: text}}}}\n")
	if got := mustQuery(t, s, "SELECT v FROM t").Columns[0].Native; got != "VARCHAR" {
		t.Errorf("after the settings: %s", got)
	}
}
