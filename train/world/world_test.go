package world

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/plumbdata/plumb/internal/brain/form"
)

func newRand(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 7)) }

func TestEveryDomainMakesSoundWorlds(t *testing.T) {
	for _, name := range Domains() {
		t.Run(name, func(t *testing.T) {
			for seed := range 12 {
				w := Make(newRand(seed), name)
				if w.Domain != name {
					t.Fatalf("made a world of %q", w.Domain)
				}
				checkWorld(t, w)
				if seed == 0 {
					t.Log(w)
				}
			}
		})
	}
}

// checkWorld holds what the users of a world rely on.
func checkWorld(t *testing.T, w *World) {
	t.Helper()
	if len(w.Tables) < 3 {
		t.Errorf("only %d tables", len(w.Tables))
	}
	number := 1
	for i, told := range w.Tables {
		stored := w.Snapshot.Tables[i]
		if told.Name != stored.Name || told.Number != i || len(told.Nouns) == 0 {
			t.Errorf("table %d: %+v is not %s", i, told, stored.Name)
		}
		for j, c := range stored.Columns {
			col := w.Columns[number]
			if told.Columns[j] != number || col.Number != number || col.Name != c.Name || col.Table != i {
				t.Errorf("column %s.%s is not number %d", stored.Name, c.Name, number)
			}
			checkColumn(t, w, &col)
			number++
		}
	}
	checkWords(t, w)
	for _, k := range w.Keys {
		if w.Columns[k.From[0]].Table != k.FromTable || w.Columns[k.To[0]].Table != k.ToTable || len(k.Roles) == 0 || len(k.Back) == 0 {
			t.Errorf("key %+v is not sound", k)
		}
	}
	for _, m := range w.Measures {
		for _, e := range []*form.Expr{m.Row, m.Over, m.Under} {
			if e == nil {
				continue
			}
			walk(e, func(x *form.Expr) {
				if x.Value != nil && x.Op == form.Column {
					t.Errorf("measure %s: %s is not bound", m.Phrases[0], x.Value.Text)
				}
			})
		}
		if (m.Row == nil) == (m.Over == nil) {
			t.Errorf("measure %s is neither of a row nor a ratio", m.Phrases[0])
		}
	}
}

// checkWords holds that a word means one thing.
func checkWords(t *testing.T, w *World) {
	t.Helper()
	nouns := map[string]string{}
	for _, told := range w.Tables {
		for _, n := range told.Nouns {
			if other := nouns[n.One]; other != "" {
				t.Errorf("%q means %s and %s", n.One, other, told.Name)
			}
			nouns[n.One] = told.Name
		}
		phrases, descriptions := map[string]bool{}, map[string]bool{}
		describe := func(list []Phrase) {
			for _, p := range list {
				if descriptions[p.Text] {
					t.Errorf("%s: %q means two things", told.Name, p.Text)
				}
				descriptions[p.Text] = true
			}
		}
		for _, n := range told.Columns {
			c := &w.Columns[n]
			for _, p := range c.Phrases {
				if phrases[p] {
					t.Errorf("%s: %q is said of two columns", told.Name, p)
				}
				phrases[p] = true
			}
			for _, v := range c.Values {
				describe(v.As)
			}
			describe(c.Null)
			describe(c.NotNull)
		}
	}
}

func checkColumn(t *testing.T, w *World, c *Column) {
	t.Helper()
	at := fmt.Sprintf("%s.%s", w.Tables[c.Table].Name, c.Name)
	if len(c.Phrases) == 0 || slices.ContainsFunc(c.Phrases, func(p string) bool { return strings.TrimSpace(p) == "" }) {
		t.Errorf("%s has no phrases", at)
	}
	if len(w.stored[[2]string{w.Tables[c.Table].Name, c.Name}]) == 0 {
		t.Errorf("%s has no values", at)
	}
	if c.Numeric && c.High <= c.Low {
		t.Errorf("%s has the range %g to %g", at, c.Low, c.High)
	}
	if (c.Kind == Date || c.Kind == Timestamp) && !c.To.After(c.From) {
		t.Errorf("%s has no range", at)
	}
	if c.Kind == Flag && (len(c.Values) != 2 || !c.Values[0].Number && c.Values[0].Text == c.Values[1].Text) {
		t.Errorf("flag %s lacks words: %v", at, c.Values)
	}
	seen := map[string]bool{}
	for _, v := range c.Values {
		if v.Text == "" || seen[v.Text] {
			t.Errorf("%s: value %q is empty or there twice", at, v.Text)
		}
		seen[v.Text] = true
	}
}

func TestSameSeedSameWorld(t *testing.T) {
	for seed := range 40 {
		a, b := Make(newRand(seed), ""), Make(newRand(seed), "")
		if d := cmp.Diff(a.String(), b.String()); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff(a.Snapshot, b.Snapshot); d != "" {
			t.Error(d)
		}
	}
}

func TestDomainFilesSayWhatTheyLack(t *testing.T) {
	for text, want := range map[string]string{
		"table a : entity":                               "no domain yet",
		"domain x\nid":                                   "before the first table",
		"domain x\ntable a : thing":                      "unknown kind",
		"domain x\ntable a : entity\nblob b":             "unknown kind of column",
		"domain x\ntable a : entity\nfk b":               `no table "b"`,
		"domain x\ntable a : entity\nqty b ; in 1-2":     "bad range",
		"domain x\ntable a : entity\nqty b ; colour red": "unknown option",
		"domain x\ntable a : entity\nmeasure m = b *":    "an operand is missing",
		"domain x\ntable a : entity\nmeasure m = b":      `no column "b"`,
		"domain x\ntable a : entity\ncat b":              "has no values",
		"domain x\ntable a : entity\nname ; of unicorns": `no names of the sort "unicorns"`,
	} {
		if _, err := parseDomains(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func BenchmarkMake(b *testing.B) {
	for i := range b.N {
		Make(newRand(i), "")
	}
}
