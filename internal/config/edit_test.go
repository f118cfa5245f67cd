package config

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestEditsKeepWhatTheyDoNotChange(t *testing.T) {
	shop := Connection{DSN: "postgres://u:${PLUMB_SHOP_PASSWORD}@h/db"}
	for _, c := range []struct {
		name, before, after string
		edits               []Edit
	}{
		{"new file", header, header + "active: shop\nconnections:\n  shop:\n    dsn: postgres://u:${PLUMB_SHOP_PASSWORD}@h/db\n",
			[]Edit{Activate("shop"), Put("shop", shop)}},
		{"all keys", "", "connections:\n  a:\n    dsn: \"x y\"\n    include: [public.t, \"*.b\", \"a{b}\"]\n    docs: \"~/d\"\n    functions: [f]\n    accept_writable: true\n",
			[]Edit{Put("a", Connection{DSN: "x y", Include: []string{"public.t", "*.b", "a{b}"}, Docs: "~/d", Functions: []string{"f"}, AcceptWritable: true})}},
		{"one more", "# mine\nconnections:\n    # the old one\n    old:\n        dsn: a.db   # keep\n\n# limits below\nlimits:\n  rows: 5\n",
			"# mine\nconnections:\n    # the old one\n    old:\n        dsn: a.db   # keep\n    shop:\n      dsn: postgres://u:${PLUMB_SHOP_PASSWORD}@h/db\n\n# limits below\nlimits:\n  rows: 5\nactive: shop\n",
			[]Edit{Put("shop", shop), Activate("shop")}},
		{"change", "connections:\n  shop:\n    exclude:\n    - a\n    - b\n    dsn: old.db # note\n    docs: d\n",
			"connections:\n  shop:\n    dsn: postgres://u:${PLUMB_SHOP_PASSWORD}@h/db # note\n    accept_writable: true\n",
			[]Edit{Put("shop", Connection{DSN: shop.DSN, AcceptWritable: true})}},
		{"change a list", "connections:\n  shop:\n    exclude:\n    - a # x\n    - b\n\n    dsn: old.db\n",
			"connections:\n  shop:\n    exclude: [c]\n\n    dsn: old.db\n",
			[]Edit{Put("shop", Connection{DSN: "old.db", Exclude: []string{"c"}})}},
		{"switch", "active: 'a # b' # the # best\nmemory: 1GiB\n", "active: shop # the # best\nmemory: 1GiB\n", []Edit{Activate("shop")}},
		{"empty braces", "connections: {} # none yet\n", "connections: # none yet\n  shop:\n    dsn: postgres://u:${PLUMB_SHOP_PASSWORD}@h/db\n", []Edit{Put("shop", shop)}},
		{"nothing but comments", "connections:\n  # shop:\n  #   dsn: x\n\nmemory: 1GiB\n", "connections:\n  # shop:\n  #   dsn: x\n  shop:\n    dsn: postgres://u:${PLUMB_SHOP_PASSWORD}@h/db\n\nmemory: 1GiB\n", []Edit{Put("shop", shop)}},
		{"remove", "active: b\nconnections:\n  # a is first\n  a:\n    dsn: a.db\n    # inside a\n\n  # b is second\n  b:\n    dsn: >-\n      long\n\n      text\n  # c is last\n  c:\n    dsn: c.db\n",
			"connections:\n  # a is first\n  a:\n    dsn: a.db\n    # inside a\n\n  # c is last\n  c:\n    dsn: c.db\n",
			[]Edit{Remove("b")}},
		{"remove the last", header + "connections:\n  a:\n    dsn: a.db\n", header + "connections:\n", []Edit{Remove("a")}},
		{"remove keeps another active", "active: a\nconnections:\n  a: {dsn: a.db}\n  b: {dsn: b.db}\n", "active: a\nconnections:\n  a: {dsn: a.db}\n", []Edit{Remove("b")}},
		{"line ends", "memory: 1GiB\r\nconnections:\r\n  a:\r\n    dsn: a.db\r\n", "memory: 1GiB\r\nconnections:\r\n  a:\r\n    dsn: b.db\r\nactive: a\r\n",
			[]Edit{Put("a", Connection{DSN: "b.db"}), Activate("a")}},
		{"no line end", "memory: 1GiB", "memory: 1GiB\nactive: a\n", []Edit{Activate("a")}},
		{"word that YAML would take for another", "", "active: \"on\"\n", []Edit{Activate("on")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := edit([]byte(c.before), "config.yaml", c.edits)
			if err != nil {
				t.Fatalf("%v (%s)", err, fault.Of(err).Hint)
			}
			if string(got) != c.after {
				t.Errorf("got\n%s\nwant\n%s", got, c.after)
			}
		})
	}
}

func TestEditsThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		name, before, message string
		code                  fault.Code
		edit                  Edit
	}{
		{"braces", "connections: {a: {dsn: a.db}}\n", "config.yaml is written in a way that Plumb does not edit: line 1 has its keys in braces", fault.Config, Put("b", Connection{DSN: "b.db"})},
		{"braces on remove", "connections: {a: {dsn: a.db}}\n", "config.yaml is written in a way that Plumb does not edit: line 1 has its keys in braces", fault.Config, Remove("a")},
		{"mixed line ends", "memory: 1GiB\r\nactive: a\n", "config.yaml is written in a way that Plumb does not edit: its lines end in different ways", fault.Config, Activate("b")},
		{"broken file", "limit: 5\n", "config.yaml:1: unknown key limit", fault.Config, Activate("a")},
		{"no such connection", "active: a\n", "config.yaml has no connection named b", fault.NotFound, Remove("b")},
		{"bad name", "", `"b c" cannot be the name of a connection`, fault.Config, Put("b c", Connection{DSN: "x"})},
		{"secret", "", "the dsn of connection b holds a secret and cannot be written", fault.Internal, Put("b", Connection{DSN: "postgres://u:hunter2@h/db"})},
	} {
		got, err := edit([]byte(c.before), "config.yaml", []Edit{c.edit})
		if f := fault.Of(err); f == nil || f.Message != c.message || f.Code != c.code || got != nil {
			t.Errorf("%s: got %+v, %q", c.name, f, got)
		}
	}
}

// Over random files, an edit does what it says and nothing else, or refuses.
func TestRandomEdits(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	refused := 0
	const rounds = 400
	for range rounds {
		var b strings.Builder
		gap := func(indent string) string {
			return pick("", "", "\n", indent+"# note\n", "# far left\n", "\n"+indent+"# a\n\n")
		}
		pad := pick("  ", "    ", " ")
		b.WriteString(pick("", header, "---\n") + gap(""))
		for _, part := range []int{0, 1, 2} {
			switch part {
			case random.IntN(3):
				b.WriteString(pick("active: a\n", "active: \"b\" # x\n", "active:\n"))
			case 1:
				b.WriteString("connections:" + pick("\n", " # all\n") + gap(pad))
				for _, name := range []string{"a", "b", "c"}[:1+random.IntN(3)] {
					b.WriteString(pad + name + ":\n" + gap(pad+pad) + pad + pad + pick("dsn: x.db\n", "dsn: 'x # y' # z\n", "dsn: >-\n"+pad+pad+pad+"x\n\n"+pad+pad+pad+"y\n") + gap(pad+pad))
					b.WriteString(pick("", pad+pad+"include:\n"+pad+pad+"- p\n"+pad+pad+"- q\n", pad+pad+"exclude: [p,\n"+pad+pad+pad+"q]\n") + gap(pad))
				}
			default:
				b.WriteString("limits:\n" + pad + "rows: 7\n")
			}
			b.WriteString(gap(""))
		}
		text := b.String()
		name := pick("a", "b", "c", "new")
		edits := map[string]Edit{"put": Put(name, Connection{DSN: "z.db", Include: []string{"i"}}), "remove": Remove(name), "activate": Activate(name)}
		what := pick("put", "remove", "activate")
		if _, err := parseYAML([]byte(text), "f", ""); err != nil {
			continue // such as two actives
		}
		after, err := edit([]byte(text), "f", []Edit{edits[what]})
		if err != nil {
			if fault.CodeOf(err) != fault.NotFound {
				refused++
			}
			continue
		}
		// The document has verified the values; here the comments are counted.
		if lost := strings.Count(text, "# note") - strings.Count(string(after), "# note"); lost > 0 && what != "remove" && !strings.Contains(text, "exclude: [p,") && !strings.Contains(text, "include:") {
			t.Errorf("%s %s lost %d comments of\n%s\nin\n%s", what, name, lost, text, after)
		}
		if got := fmt.Sprint(parseYAML(after, "f", "")); what == "put" && !strings.Contains(got, "connections."+name+".dsn z.db") {
			t.Errorf("put is not there: %s", got)
		}
	}
	if refused > rounds/20 {
		t.Errorf("%d of %d edits of ordinary files were refused", refused, rounds)
	}
}

func FuzzEdit(f *testing.F) {
	f.Add(Example, "shop")
	f.Add([]byte("connections:\n  a:\n    dsn: x\n"), "a")
	f.Add([]byte("active: x\n"), "b")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		for _, e := range []Edit{Put(name, Connection{DSN: "z.db"}), Activate(name), Remove(name)} {
			after, err := edit(data, "f", []Edit{e})
			if err != nil {
				if code := fault.CodeOf(err); code != fault.Config && code != fault.NotFound {
					t.Fatalf("%q: %s: %v", data, code, err)
				}
				continue
			}
			if _, err := parseYAML(after, "f", ""); err != nil {
				t.Fatalf("%q became %q: %v", data, after, err)
			}
		}
	})
}
