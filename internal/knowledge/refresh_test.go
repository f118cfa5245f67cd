package knowledge

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/vector"
)

func handbook() map[string]string {
	return map[string]string{
		"refunds.txt":  "# Refunds\n\nCustomers get their money back within 14 days.\n\nAfter that, a voucher is given.",
		"travel.txt":   "# Travel\n\nTrains are preferred to flights.\n\n## Hotels\n\nUp to 120 EUR a night are paid.",
		"security.txt": "# Passwords\n\nA password has at least 16 characters.",
	}
}

// counts are what a refresh did, without times and findings.
func counts(s Summary) Summary {
	s.Diagnostics, s.Took = nil, Times{}
	return s
}

func TestRefreshReadsWhatHasChanged(t *testing.T) {
	l := library(t, nil)
	place := &shelf{files: handbook(), marks: map[string]string{}}
	for _, c := range []struct {
		name   string
		change func()
		want   Summary
		read   []string
	}{
		{"first", func() {}, Summary{Listed: 3, Read: 3, Complete: true}, []string{"refunds.txt", "security.txt", "travel.txt"}},
		{"nothing", func() {}, Summary{Listed: 3, Same: 3, Complete: true}, nil},
		{"another mark, the same bytes", func() { place.marks["travel.txt"] = "new" }, Summary{Listed: 3, Same: 3, Complete: true}, []string{"travel.txt"}},
		{"the mark was kept", func() {}, Summary{Listed: 3, Same: 3, Complete: true}, nil},
		{"one changed", func() { place.files["security.txt"] = "# Passwords\n\nA password has at least 20 characters." },
			Summary{Listed: 3, Same: 2, Read: 1, Complete: true}, []string{"security.txt"}},
		{"one gone, one new", func() {
			delete(place.files, "refunds.txt")
			place.files["leave.txt"] = "# Leave\n\nThirty days a year."
		}, Summary{Listed: 3, Same: 2, Read: 1, Gone: 1, Complete: true}, []string{"leave.txt"}},
		{"the listing fails", func() {
			delete(place.files, "leave.txt")
			place.ends = fault.New(fault.Connect, "the server went away")
		}, Summary{Listed: 2, Same: 2}, nil},
		{"the listing ends at its bounds", func() { place.ends = fault.New(fault.ResultTruncated, "enough") },
			Summary{Listed: 2, Same: 2, Gone: 1, Complete: true}, nil},
		{"no marks", func() { place.ends, place.marks = nil, map[string]string{"travel.txt": ""} }, Summary{Listed: 2, Same: 2, Complete: true}, nil},
	} {
		place.read = nil
		c.change()
		s := refreshed(t, l, place)
		if d := cmp.Diff(c.want, counts(s)); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
		if !slices.Equal(place.read, c.read) && c.name != "no marks" {
			t.Errorf("%s: %q were read", c.name, place.read)
		}
		if (place.ends != nil) != (len(s.Diagnostics) > 0) {
			t.Errorf("%s: the findings are %v", c.name, s.Diagnostics)
		}
	}
	if r := search(t, l, Query{Text: "voucher"}); len(r.Hits) > 0 && r.Hits[0].Words > 0 {
		t.Errorf("what is gone is found: %+v", r.Hits[0])
	}
}

func TestVectorsAreMadeOnceAndDroppedWithTheirPassages(t *testing.T) {
	e, v := &counting{}, &points{kept: map[string]vector.Point{}}
	l := library(t, func(p *Parts) { p.Embedder, p.Vectors = e, v })
	place := &shelf{files: handbook()}
	refreshed(t, l, place)
	passages := len(e.asked)
	if len(v.kept) != passages || passages < 4 {
		t.Fatalf("%d vectors, %d texts", len(v.kept), passages)
	}
	e.asked = nil
	place.files["travel.txt"] = strings.Replace(place.files["travel.txt"], "120", "150", 1)
	refreshed(t, l, place)
	if len(e.asked) != 1 || !strings.Contains(e.asked[0], "150") {
		t.Errorf("after a change in one section, embedded: %q", e.asked)
	}
	e.asked = nil
	place.files["moved/travel.txt"] = place.files["travel.txt"]
	delete(place.files, "travel.txt")
	delete(place.files, "security.txt")
	refreshed(t, l, place)
	if len(e.asked) != 0 {
		t.Errorf("after a move, embedded: %q", e.asked)
	}
	if len(v.kept) != passages-1 {
		t.Errorf("%d vectors are left of %d", len(v.kept), passages)
	}
	other, err := Open(Parts{Store: l.Store, Extractor: plain{}, Embedder: e, Vectors: &points{kept: map[string]vector.Point{}}, VectorsName: "other", Folder: l.Folder, Now: l.Now})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := other.Embed(t.Context(), nil); err != nil || n != passages-1 || len(e.asked) != 0 {
		t.Errorf("another vector store got %d, %v; embedded %q", n, err, e.asked)
	}
}

func TestOneBadDocumentIsAFinding(t *testing.T) {
	l := library(t, nil)
	place := &shelf{files: handbook(), broken: map[string]error{"travel.txt": fault.New(fault.Connect, "travel.txt cannot be read")}}
	place.files["security.txt"] = "%broken"
	s := refreshed(t, l, place)
	if d := cmp.Diff(Summary{Listed: 3, Read: 1, Failed: 2, Complete: true}, counts(s)); d != "" {
		t.Error(d)
	}
	var found []string
	for _, x := range s.Diagnostics {
		found = append(found, x.File+": "+string(x.Code))
	}
	slices.Sort(found)
	if want := []string{"security.txt: BAD_DATA", "travel.txt: CONNECT_ERROR"}; !slices.Equal(found, want) {
		t.Errorf("found %q", found)
	}
	states, err := l.Documents(t.Context(), "ann", Filter{}, "", 0)
	if err != nil || len(states) != 2 {
		t.Fatalf("%v, %v", states, err)
	}
	for _, x := range states {
		if broken := x.Document.Address == "security.txt"; broken != (x.Failure != nil) {
			t.Errorf("%s: the failure is %v", x.Document.Address, x.Failure)
		}
	}

	// What is broken is not read again before it changes; what could not be reached is.
	place.broken, place.read = nil, nil
	s = refreshed(t, l, place)
	if !slices.Equal(place.read, []string{"travel.txt"}) || s.Same != 2 || s.Read != 1 {
		t.Errorf("read %q: %+v", place.read, counts(s))
	}
	// What breaks later keeps what was read of it.
	place.files["travel.txt"] = "%broken"
	if s = refreshed(t, l, place); s.Failed != 1 {
		t.Errorf("%+v", counts(s))
	}
	if got := addresses(search(t, l, Query{Text: "trains or flights", Limit: 1})); !slices.Equal(got, []string{"travel.txt"}) {
		t.Errorf("found %q", got)
	}
	place.files["travel.txt"] = handbook()["travel.txt"]
	if s = refreshed(t, l, place); s.Same != 3 || s.Failed != 0 {
		t.Errorf("repaired: %+v", counts(s))
	}
	if states, _ = l.Documents(t.Context(), "ann", Filter{}, "", 0); slices.ContainsFunc(states, func(s State) bool { return s.Failure != nil && s.Document.Address == "travel.txt" }) {
		t.Error("the failure stays after the repair")
	}
}

// stopping stops a refresh when something has been read.
type stopping struct {
	*shelf
	after int
	stop  context.CancelFunc
}

func (s stopping) Read(ctx context.Context, i Item) ([]byte, error) {
	if len(s.read) == s.after {
		s.stop()
	}
	return s.shelf.Read(ctx, i)
}

func TestAStoppedRefreshGoesOn(t *testing.T) {
	for _, walks := range []bool{false, true} {
		l := library(t, func(p *Parts) { p.Workers = 1 })
		place := &shelf{files: map[string]string{}, walks: walks}
		for i := range 20 {
			place.files[countOf(i, "files.txt")] = countOf(i, "files are here.")
		}
		ctx, cancel := context.WithCancel(t.Context())
		s, err := l.Refresh(ctx, store.Shared, "handbook", stopping{place, 12, cancel}, nil)
		if fault.CodeOf(err) != fault.Canceled || s.Gone != 0 {
			t.Fatalf("%+v, %v", s, err)
		}
		place.read = nil
		s = refreshed(t, l, place)
		if s.Read == 20 || s.Same+s.Read != 20 || len(place.read) != s.Read || s.Same < 8 {
			t.Errorf("walking %v: the second refresh did %+v and read %q", walks, counts(s), place.read)
		}
	}
}

func TestEmbedGoesOnWhereItFailed(t *testing.T) {
	e := &counting{}
	v := &points{kept: map[string]vector.Point{}}
	l := library(t, func(p *Parts) { p.Embedder, p.Vectors = e, v })
	if _, err := l.Refresh(t.Context(), store.Shared, "handbook", &shelf{files: handbook()}, nil); err != nil {
		t.Fatal(err)
	}
	for _, fails := range []func(error){func(err error) { e.fails = err }, func(err error) { v.fails = err }} {
		fails(errLost)
		if _, err := l.Embed(t.Context(), nil); err == nil {
			t.Error("a failure is no error")
		}
		if r := search(t, l, Query{Text: "How long is a password?"}); len(r.Hits) == 0 || r.Hits[0].Document.Address != "security.txt" || len(r.Warnings) != 1 {
			t.Errorf("without vectors: %q, %v", addresses(r), r.Warnings)
		}
		fails(nil)
	}
	made := len(e.asked)
	if n, err := l.Embed(t.Context(), nil); err != nil || n < 4 {
		t.Errorf("placed %d, %v", n, err)
	}
	if slices.ContainsFunc(e.asked[made:], func(s string) bool { return strings.Contains(s, "16 characters") }) {
		t.Error("what was embedded is embedded again")
	}
	s, err := l.Statistics(t.Context(), "ann")
	if err != nil || s.Unplaced != 0 || len(s.Sources) != 1 || s.Sources[0].Documents != 3 || s.Sources[0].RefreshedAt != noon {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestProgress(t *testing.T) {
	l := library(t, nil)
	place := &shelf{files: handbook()}
	var seen []Progress
	report := func(p Progress) { seen = append(seen, p) }
	if _, err := l.Refresh(t.Context(), store.Shared, "handbook", place, report); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Embed(t.Context(), report); err != nil {
		t.Fatal(err)
	}
	last := map[Stage]Progress{}
	what := map[string]bool{}
	for _, p := range seen {
		if p.Done < last[p.Stage].Done || p.Done > p.Total || p.Source != "handbook" {
			t.Errorf("%+v after %+v", p, last[p.Stage])
		}
		last[p.Stage] = p
		what[p.What] = true
	}
	if last[Reading].Done != 3 || last[Reading].Total != 3 || last[Embedding].Done != last[Embedding].Total || last[Embedding].Done < 4 {
		t.Errorf("ended with %+v", last)
	}
	for name := range maps.Keys(handbook()) {
		if !what[name] {
			t.Errorf("%s is not mentioned", name)
		}
	}
}

func TestOneRefreshOfASourceAtATime(t *testing.T) {
	l := library(t, nil)
	source(t, l, "ann", "handbook")
	lock, err := l.lock(t.Context(), "refresh\x00\x00handbook", "")
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if _, err := l.Refresh(t.Context(), store.Shared, "handbook", &shelf{}, nil); fault.CodeOf(err) != fault.Store || !strings.Contains(err.Error(), "refreshing handbook") {
		t.Errorf("the second refresh says %v", err)
	}
	if _, err := l.Refresh(t.Context(), "ann", "handbook", &shelf{}, nil); err != nil {
		t.Errorf("that of another source says %v", err)
	}
	if _, err := l.Refresh(t.Context(), "ann", "handbok", &shelf{}, nil); fault.CodeOf(err) != fault.NotFound || !strings.Contains(fault.Of(err).Hint, "handbook") {
		t.Errorf("an unknown source says %v", err)
	}
}
