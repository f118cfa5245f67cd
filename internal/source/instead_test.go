package source

import (
	"strings"
	"testing"
)

func TestInstead(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"/data/Budget 2025.ODS", "save it as .xlsx"},
		{"notes.txt", ".tsv"},
		{"all.tar", "unpack"},
		{"shop.sql", "load it into a database"},
		{"x.orc", "Parquet"},
		{"picture.png", ""},
		{"noending", ""},
		{"", ""},
	} {
		if got := Instead(c.path); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
}
