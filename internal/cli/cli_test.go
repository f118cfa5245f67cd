package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/source"
)

// The defaults that people read in the configuration are those that sources
// use when nothing is set.
func TestDefaultLimitsAgree(t *testing.T) {
	c, err := config.Load(config.Input{Home: t.TempDir(), Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := limits(c), (source.Limits{}).OrDefault(); got != want {
		t.Errorf("configuration says %+v, sources say %+v", got, want)
	}
	if int64(c.Memory) != source.DefaultMemory {
		t.Errorf("configuration says %d bytes of memory, sources say %d", c.Memory, source.DefaultMemory)
	}
}

func TestNameFor(t *testing.T) {
	for dsn, want := range map[string]string{
		"postgres://u:p@host:5432/shop?sslmode=disable": "shop",
		"host=localhost dbname=sales user=x":            "sales",
		"warehouse/data.duckdb":                         "warehouse",
		"data.csv":                                      "data",
		"sqlite:my-file.db":                             "my-file",
		"exports/*.parquet":                             "data",
		"exports/":                                      "exports",
		"Über.csv":                                      "ber",
	} {
		if got := nameFor(dsn); got != want {
			t.Errorf("nameFor(%q) = %q, want %q", dsn, got, want)
		}
	}
}

func TestMainReportsInJSONWhenAsked(t *testing.T) {
	var out, errs strings.Builder
	status := Main(t.Context(), Process{
		Args: []string{"--json", "sql", "SELECT 1"}, Dir: t.TempDir(), Home: t.TempDir(),
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Now: time.Now,
	})
	if status != 1 || out.String() != "" || !strings.Contains(errs.String(), `"code": "NOT_FOUND"`) {
		t.Errorf("status %d\n%s\n%s", status, out.String(), errs.String())
	}
}

func TestASCIIOnly(t *testing.T) {
	env := func(m map[string]string) func(string) string { return func(k string) string { return m[k] } }
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, false},
		{map[string]string{"LANG": "en_GB.UTF-8"}, false},
		{map[string]string{"LANG": "C"}, true},
		{map[string]string{"LANG": "C", "LC_ALL": "C.utf8"}, false},
	} {
		if got := asciiOnly(env(c.env)); got != c.want {
			t.Errorf("asciiOnly(%v) = %v", c.env, got)
		}
	}
}
