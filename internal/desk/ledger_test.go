package desk

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
)

// outlineOf is a notebook whose cells are letters, each with its version.
func outlineOf(cells string) *notebook.Outline {
	o := &notebook.Outline{}
	for f := range strings.FieldsSeq(cells) {
		o.Has = append(o.Has, notebook.Part{ID: f[:1], Hash: f})
	}
	return o
}

func ledgerOf(cells string) *ledger {
	l := newLedger()
	for _, c := range l.changes(outlineOf(cells), nil) {
		l.apply(c)
	}
	return l
}

func TestChangesAreFew(t *testing.T) {
	for _, c := range []struct {
		was, is string
		known   map[string]hint
		want    string
	}{
		{"", "", nil, ""},
		{"", "a b", nil, "added a@0 added b@1"},
		{"a b c", "a b c", nil, ""},
		{"a b c", "a c", nil, "removed b@1"},
		{"a b c", "", nil, "removed c@2 removed b@1 removed a@0"},
		{"a b c", "x a b c", nil, "added x@0"},
		{"a b c", "c a b", nil, "moved c@0"},
		{"a b c d", "b c d a", map[string]hint{"a": {session.Moved, ""}}, "moved a@3"},
		{"a b c", "a b2 c", nil, "replaced b@1"},
		{"a b c", "a b2 c", map[string]hint{"b": {session.Replaced, "x"}}, "replaced b@1 (x)"},
		{"a b c", "a b2 c", map[string]hint{"b": {session.Noted, "x"}}, "noted b@1 (x)"},
		{"a b", "a x b", map[string]hint{"x": {session.Restored, ""}}, "restored x@1"},
	} {
		var list []string
		for _, x := range ledgerOf(c.was).changes(outlineOf(c.is), c.known) {
			text := fmt.Sprintf("%s %s@%d", x.Change, x.Cell, x.Position)
			if x.Recorded != "" {
				text += " (" + x.Recorded + ")"
			}
			list = append(list, text)
		}
		want(t, c.was+" → "+c.is, strings.Join(list, " "), c.want)
	}
}

// TestChangesLeadThere: applied one after the other, they give the notebook,
// whatever it was before.
func TestChangesLeadThere(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() string {
		letters := strings.Split("abcdefgh", "")
		r.Shuffle(len(letters), func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
		letters = letters[:r.IntN(len(letters)+1)]
		for i := range letters {
			letters[i] += fmt.Sprint(r.IntN(3))
		}
		return strings.Join(letters, " ")
	}
	for range 2000 {
		was, is := random(), random()
		l := ledgerOf(was)
		known := map[string]hint{}
		if r.IntN(2) == 0 {
			known[string(rune('a'+r.IntN(8)))] = hint{change: []session.Change{session.Moved, session.Noted, session.Restored}[r.IntN(3)]}
		}
		list := l.changes(outlineOf(is), known)
		for _, c := range list {
			l.apply(c)
		}
		var got []string
		for _, id := range l.order {
			got = append(got, l.hash[id])
		}
		if strings.Join(got, " ") != is {
			t.Fatalf("%q became %q, not %q, by %+v", was, got, is, list)
		}
		if more := l.changes(outlineOf(is), nil); len(more) > 0 || len(list) > 24 || slices.ContainsFunc(list, func(c session.ChangedPayload) bool { return c.Cell == "" }) {
			t.Fatalf("%q to %q: %+v, then %+v", was, is, list, more)
		}
	}
}
