package source

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestForm(t *testing.T) {
	f := Form{Properties: []Property{
		{Name: "host", Title: "Host", Kind: "text", Required: true, Help: "where"},
		{Name: "port", Title: "Port", Kind: "number", Default: "5432", Help: "which"},
		{Name: "mode", Title: "Mode", Kind: "choice", Options: []string{"a", "b"}, Help: "how"},
		{Name: "password", Title: "Password", Kind: "password"},
	}, DSN: func(v map[string]string) string {
		return v["host"] + ":" + v["port"] + "/" + v["mode"] + "#" + v["password"]
	}}
	for _, c := range []struct {
		name   string
		values map[string]string
		want   string // the address, or what is wrong
	}{
		{"the least", map[string]string{"host": " db "}, "db:5432/#"},
		{"all", map[string]string{"host": "db", "port": "1", "mode": "b", "password": " x "}, "db:1/b# x "},
		{"nothing", nil, "! Host is missing"},
		{"only space", map[string]string{"host": "  "}, "! Host is missing"},
		{"no number", map[string]string{"host": "db", "port": "x"}, "! Port takes a number"},
		{"no option", map[string]string{"host": "db", "mode": "c"}, `! Mode cannot be "c"`},
		{"two lines", map[string]string{"host": "db\nx"}, "! Host is too long, or has more than one line"},
		{"too long", map[string]string{"host": strings.Repeat("x", maxValue+1)}, "! Host is too long, or has more than one line"},
		{"unknown", map[string]string{"host": "db", "hots": "x"}, `! there is no field "hots"`},
	} {
		got, err := f.Address(c.values)
		if err != nil {
			got = "! " + err.Error()
			if fault.CodeOf(err) != fault.Usage || fault.Of(err).Hint == "" {
				t.Errorf("%s: %v has the code %s, or no hint", c.name, err, fault.CodeOf(err))
			}
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
