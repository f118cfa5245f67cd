package config

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestMessagesOfFiles(t *testing.T) {
	for _, c := range []struct{ name, file, message, hint string }{
		{"unknown key", "limit:\n  rows: 5\n",
			"plumb.yaml:1: unknown key limit", "did you mean limits?"},
		{"unknown key inside", "# head\n\nlimits:\n  row: 5\n",
			"plumb.yaml:4: unknown key limits.row", "did you mean rows?"},
		{"unknown key of a connection", "connections:\n  shop:\n    dsn: a.db\n    exclud: [x]\n",
			"plumb.yaml:4: unknown key connections.shop.exclud", "did you mean exclude?"},
		{"key in the wrong place", "rows: 5\n",
			"plumb.yaml:1: unknown key rows", "did you mean limits.rows?"},
		{"key far from all", "wombat: 5\n",
			"plumb.yaml:1: unknown key wombat", "known keys: active, connections, limits, memory, schema, models, plans, documents, knowledge, memories, server"},
		{"number", "limits:\n  rows: many\n",
			`plumb.yaml:2: limits.rows expects a whole number of at least 1, not "many"`, ""},
		{"too small", "limits: {rows: 0}\n",
			`plumb.yaml:1: limits.rows expects a whole number of at least 1, not "0"`, ""},
		{"duration", "limits:\n  time: 30\n",
			`plumb.yaml:2: limits.time expects a duration of at least 1ms, such as 30s, not "30"`, ""},
		{"size", "memory: lots\n",
			`plumb.yaml:1: memory expects a size of at least 64MiB, such as 1GiB, not "lots"`, ""},
		{"small size", "memory: 1MiB\n",
			`plumb.yaml:1: memory expects a size of at least 64MiB, such as 1GiB, not "1MiB"`, ""},
		{"boolean", "connections: {a: {accept_writable: yes}}\n",
			`plumb.yaml:1: connections.a.accept_writable expects true or false, not "yes"`, ""},
		{"number for text", "active: 7\n",
			"plumb.yaml:1: active expects text, not a number", ""},
		{"list for text", "active: [a]\n",
			"plumb.yaml:1: active expects text, not a list", ""},
		{"text for list", "connections:\n  a:\n    include: x\n",
			"plumb.yaml:3: connections.a.include expects a list of texts, not text", ""},
		{"list in list", "connections:\n  a:\n    include:\n      - x\n      - [y]\n",
			"plumb.yaml:5: connections.a.include expects a list of texts, not a list", ""},
		{"text for section", "limits: 5\n",
			"plumb.yaml:1: limits expects keys (time, rows, bytes), not a number", ""},
		{"list for connections", "connections: [a]\n",
			"plumb.yaml:1: connections expects names, each with keys (dsn, include, exclude, preload, docs, accept_writable, public, functions), not a list", ""},
		{"dsn in place of keys", "connections:\n  shop: postgres://u:hunter2@h/db\n",
			"plumb.yaml:2: connections.shop expects keys (dsn, include, exclude, preload, docs, accept_writable, public, functions), not text", "write keys under it, such as dsn: …"},
		{"empty connection", "connections:\n  shop:\n",
			"plumb.yaml:2: connections.shop expects keys (dsn, include, exclude, preload, docs, accept_writable, public, functions), not nothing", "write keys under it, such as dsn: …"},
		{"bad name", "connections:\n  my shop: {dsn: a.db}\n",
			`plumb.yaml:2: "my shop" cannot be the name of a connection`, "use letters, digits, - and _, beginning with a letter"},
		{"dsn as name", "connections:\n  \"postgres://u:hunter2@h/db\": {dsn: a.db}\n",
			`plumb.yaml:2: "postgres://u:***@h/db" cannot be the name of a connection`, "use letters, digits, - and _, beginning with a letter"},
		{"duplicate key", "memory: 1GiB\nactive: a\nmemory: 2GiB\n",
			"plumb.yaml:3: memory is already set in line 1", "keep one of the two"},
		{"duplicate connection", "connections:\n  a: {dsn: x}\n  a: {dsn: y}\n",
			"plumb.yaml:3: connections.a is already set in line 2", "keep one of the two"},
		{"tab", "limits:\n\trows: 5\n",
			"plumb.yaml:2: the line is indented with a tab", "YAML allows only spaces there: replace each tab by two spaces"},
		{"alias", "connections:\n  a:\n    include: [*]\n",
			"plumb.yaml:3: * begins an alias in YAML, which a configuration may not have", "if it is part of a value, put the value in quotes"},
		{"anchor", "limits: &l\n  rows: 5\n",
			"plumb.yaml:1: & begins an anchor in YAML, which a configuration may not have", "if it is part of a value, put the value in quotes"},
		{"merge key", "limits:\n  <<: {rows: 5}\n",
			"plumb.yaml:2: << begins a merge key in YAML, which a configuration may not have", "if it is part of a value, put the value in quotes"},
		{"tag", "active: !!str 7\n",
			"plumb.yaml:1: !!str begins a tag in YAML, which a configuration may not have", "if it is part of a value, put the value in quotes"},
		{"two documents", "active: a\n---\nactive: b\n",
			"plumb.yaml:3: a second YAML document begins here", "keep one, and remove the line with ---"},
		{"not keys", "- a\n",
			"plumb.yaml:1: expected keys (active, connections, limits, memory, schema, models, plans, documents, knowledge, memories, server), found a list", ""},
		{"syntax", "active: \"open\nmemory: 1GiB\n",
			"plumb.yaml:1: could not find end character of double-quoted text", "check the indentation and the quotes of this line and the one before it"},
		{"not UTF-8", "active: \xff\n",
			"plumb.yaml is not UTF-8 text", "save it again as UTF-8 in your editor"},
		{"password", "connections:\n  shop-eu:\n    dsn: postgres://u:hunter2@h/db?sslmode=require\n",
			"plumb.yaml:3: connections.shop-eu.dsn holds a secret, and files must not",
			"write\n  dsn: postgres://u:${PLUMB_SHOP_EU_PASSWORD}@h/db?sslmode=require\nand set PLUMB_SHOP_EU_PASSWORD in the environment or in .env"},
		{"password as default", "connections:\n  shop:\n    dsn: postgres://u:${PW:-hunter2}@h/db\n",
			"plumb.yaml:3: connections.shop.dsn holds a secret, and files must not",
			"write\n  dsn: postgres://u:${PW}@h/db\nand set PW in the environment or in .env"},
		{"password as parameter", "connections:\n  shop:\n    dsn: host=h password='hunter2' dbname=d\n",
			"plumb.yaml:3: connections.shop.dsn holds a secret, and files must not",
			"write\n  dsn: host=h password='${PLUMB_SHOP_PASSWORD}' dbname=d\nand set PLUMB_SHOP_PASSWORD in the environment or in .env"},
		{"broken reference", "connections:\n  shop:\n    dsn: postgres://u:${PW@h/db\n",
			"plumb.yaml:3: connections.shop.dsn: a reference that begins with ${ does not end", "write ${NAME}, or $${ for the text ${"},
		{"nameless reference", "active: ${my var}\n",
			"plumb.yaml:1: active: a reference does not name a variable", "write ${NAME} or ${NAME:-default}, or $${ for the text ${"},
		{"missing variable", "\nactive: ${TARGET}\n",
			"plumb.yaml:2: active: the environment variable TARGET is not set", "export TARGET=…, or write TARGET=… into .env"},
		{"deep", "active: " + strings.Repeat("[", 40),
			"plumb.yaml:1: nested too deeply", "no setting is nested more than three levels"},
		{"deep on one line", strings.Repeat("- ", 40),
			"plumb.yaml:1: nested too deeply", "no setting is nested more than three levels"},
		{"many tokens", "connections: {" + strings.Repeat("a: b,", 6000) + "}",
			"plumb.yaml has more than 20000 tokens", "a configuration is a few lines; is this the right file?"},
		{"large", "# " + strings.Repeat("x", maxFile),
			"plumb.yaml is larger than 256KiB", "a configuration is a few lines; is this the right file?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, map[string]string{"plumb.yaml": c.file})
			_, err := Load(Input{Home: t.TempDir(), Dir: dir})
			f := fault.Of(err)
			if f == nil {
				t.Fatal("accepted")
			}
			if f.Message != c.message || f.Hint != c.hint || f.Code != fault.Config {
				t.Errorf("got  %s %q\nhint %q\nwant %q\nhint %q", f.Code, f.Message, f.Hint, c.message, c.hint)
			}
			if all := fmt.Sprintf("%v %#v %v", err, f, f.Cause); strings.Contains(all, "hunter2") {
				t.Errorf("the fault shows the secret: %s", all)
			}
		})
	}
}

func TestFilesThatSayNothing(t *testing.T) {
	for _, text := range []string{"", "\n\n", "# only a comment\n", "---\n", "limits:\n", "limits:\n  rows:\n", "connections: {}\n", "\ufeff# bom\n", "null\n"} {
		c, err := Load(Input{Home: t.TempDir(), Dir: folder(t, map[string]string{"plumb.yaml": text})})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if c.Limits.Rows != 1000 || c.Origin("limits.rows") != "built-in default" {
			t.Errorf("%q changed limits.rows to %d", text, c.Limits.Rows)
		}
	}
}

func TestYAMLForms(t *testing.T) {
	text := strings.ReplaceAll(`---
"active": 'shop'
connections:
  shop:
    dsn: >-
      duckdb:data
    include:
    - "*.orders"
    - "7"
    exclude: []
limits: {rows: 1_000_000, time: 1h30m, bytes: 4096}
memory: "1.5 GiB"
`, "\n", "\r\n")
	c, err := Load(Input{Home: t.TempDir(), Dir: folder(t, map[string]string{"plumb.yaml": text})})
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(c.Active, c.Connections["shop"], c.Limits, c.Memory)
	want := "shop{duckdb:data [*.orders 7] [] []  false false []} {1h30m0s 1000000 4KiB} 1536MiB"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if o := c.Origin("connections.shop.include"); o != "plumb.yaml:7" {
		t.Errorf("include comes from %s", o)
	}
}

// Lines must be right whatever stands above them, or the messages lie.
func TestLinesAreRight(t *testing.T) {
	above := []string{
		"# comment\n", "\n", "  \n", "active: x # note\n", "schema:\n  refresh: 1h\n\n\n", "connections:\n  a:\n    dsn: |-\n      one\n\n      two\n\n",
		"connections:\n  a:\n    dsn: \"one\n\n      two\"\n", "connections:\n  a:\n    include: [\n      x, # c\n\n      y,\n    ]\n",
		"connections:\n  a:\n    dsn: one\n      two\n", "active: 'it''s'\n# c\n\n# d\n",
	}
	for _, first := range above {
		for _, second := range above {
			if strings.Contains(first, ":") && strings.Contains(second, ":") && first[:6] == second[:6] {
				continue
			}
			text := first + second + "memory: 2GiB\n"
			want := bytes.Count([]byte(first+second), []byte("\n")) + 1
			for _, s := range mustParse(t, text) {
				if s.key == "memory" && s.from.line != want {
					t.Errorf("line %d instead of %d in %q", s.from.line, want, text)
				}
			}
		}
	}
}

func mustParse(t *testing.T, text string) []setting {
	t.Helper()
	settings, err := parseYAML([]byte(text), "test.yaml", "")
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return settings
}

func FuzzParseYAML(f *testing.F) {
	f.Add(Example)
	for _, s := range []string{"", "a: b", "limits: {rows: 5}\n", "connections:\n  a:\n    dsn: postgres://u:${P}@h/d\n", "- a", "? a", "a: [", "\t", "a:\n- b\n -c", "&a *a", "a: |\n b\n", "{a: {b: [c, d]}}", "'", "a: \"\\x\""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		settings, err := parseYAML(data, "fuzz.yaml", "")
		if err != nil {
			if fault.CodeOf(err) != fault.Config {
				t.Fatalf("%q: code %s: %v", data, fault.CodeOf(err), err)
			}
			return
		}
		c := &Config{origins: map[string]origin{}}
		if err := c.apply(settings); err != nil && fault.CodeOf(err) != fault.Config {
			t.Fatalf("%q: code %s: %v", data, fault.CodeOf(err), err)
		}
		for _, s := range settings {
			if n := bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r")) + 1; s.from.line < 1 || s.from.line > n {
				t.Fatalf("%q: %s in line %d of %d", data, s.key, s.from.line, n)
			}
		}
	})
}
