package source

import (
	"strings"
	"testing"
)

func TestInstead(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"/data/Budget 2025.XLSX", "save each sheet as CSV"},
		{"notes.txt", ".tsv"},
		{"all.tar", "unpack"},
		{"shop.sql", "load it into a database"},
		{"x.feather", "Parquet"},
		{"picture.png", ""},
		{"noending", ""},
		{"", ""},
	} {
		if got := Instead(c.path); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
}
