package storetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// Documents is a store that keeps documents.
type Documents interface {
	store.Shelf
	store.Catalogue
	store.Embeddings
}

// RunDocuments runs the suite of documents, as Run does that of sessions.
func RunDocuments(t *testing.T, open func(t *testing.T) Documents) {
	for _, c := range []struct {
		name string
		test func(*testing.T, Documents)
	}{
		{"DocumentsComeBackAsWritten", documentsComeBack},
		{"DocumentsAreReplaced", documentsAreReplaced},
		{"DocumentsBelongToTheirOwners", documentsBelong},
		{"DocumentFilters", documentFilters},
		{"DocumentRefusals", documentRefusals},
		{"TermsAreFound", termsAreFound},
		{"TermsAfterManyWrites", termsAfterManyWrites},
		{"PassagesArePlacedOnce", passagesArePlaced},
		{"VectorsAreKept", vectorsAreKept},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

var anybody = []string{store.Shared}

func documentSource(owner, name string) store.DocumentSource {
	return store.DocumentSource{Owner: owner, Name: name, Place: "docs/", Options: json.RawMessage(`{"depth": 2}`), CreatedAt: noon}
}

// written is a document of a source with a passage of each text, whose terms are its
// words.
func written(owner, source, id string, texts ...string) store.CutDocument {
	d := store.CutDocument{Document: store.Document{
		ID: id, Owner: owner, Source: source, Address: "docs/" + id, Title: "Title of " + id, Type: "text", Day: "2025-03-31",
		Mark: "m1", Hash: "h1", Size: 12, ReadAt: noon, Details: json.RawMessage(`{"a":1.50}`), Body: json.RawMessage(`{"blocks":[{"kind":"paragraph"}]}`),
	}}
	for i, text := range texts {
		d.Cut = append(d.Cut, store.Passage{
			ID: id + fmt.Sprint("-", i), Number: i, Kind: "paragraph", Path: []string{"Chapter", "Überschrift 🏔"}, Context: "ctx", Text: text,
			Page: i + 1, Sheet: "Sheet1", From: store.Position{Block: i, Offset: 3}, To: store.Position{Block: i + 1, Offset: 7},
			Hash: "hash of " + text[:min(len(text), 20)], Terms: strings.Fields(text),
		})
	}
	return d
}

func putDocument(t *testing.T, s Documents, list ...store.CutDocument) {
	t.Helper()
	if err := s.PutDocuments(t.Context(), list...); err != nil {
		t.Fatal(err)
	}
}

func putSource(t *testing.T, s Documents, x store.DocumentSource) {
	t.Helper()
	if err := s.PutSource(t.Context(), x); err != nil {
		t.Fatal(err)
	}
}

// asRead is what reading gives of what was written.
func asRead(d store.CutDocument) (store.Document, []store.Passage) {
	d.Passages = len(d.Cut)
	var list []store.Passage
	for _, p := range d.Cut {
		p.Owner, p.Document, p.Terms = d.Owner, d.ID, nil
		list = append(list, p)
	}
	return d.Document, list
}

func documentsOf(t *testing.T, s Documents, f store.DocumentFilter) []store.Document {
	t.Helper()
	list, err := s.Documents(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func idsOf(list []store.Document) []string {
	var out []string
	for _, d := range list {
		out = append(out, d.ID)
	}
	return out
}

func documentsComeBack(t *testing.T, s Documents) {
	source := documentSource("", "a")
	putSource(t, s, source)
	d := written("", "a", "one", "first words", "more words of it")
	putDocument(t, s, d, written("", "a", "two"))
	document, passages := asRead(d)
	equal(t, "with its body", documentsOf(t, s, store.DocumentFilter{Owners: anybody, IDs: []string{"one"}, Body: true}), []store.Document{document})
	document.Body = nil
	equal(t, "without its body", documentsOf(t, s, store.DocumentFilter{Owners: anybody, IDs: []string{"one"}}), []store.Document{document})
	for name, f := range map[string]store.PassageFilter{
		"by ids": {Owners: anybody, IDs: []string{"one-1", "one-0", "none"}}, "by document": {Owners: anybody, Document: "one"},
	} {
		got, err := s.Passages(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "passages "+name, got, passages)
	}
	after, err := s.Passages(t.Context(), store.PassageFilter{Owners: anybody, Document: "one", After: 1})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "passages of the next page", after, passages[1:])

	if err := s.MarkDocument(t.Context(), "", "one", "m2", json.RawMessage(`{"b":2}`)); err != nil {
		t.Fatal(err)
	}
	document.Mark, document.Details = "m2", json.RawMessage(`{"b":2}`)
	equal(t, "marked", documentsOf(t, s, store.DocumentFilter{Owners: anybody, IDs: []string{"one"}}), []store.Document{document})
	if err := s.MarkDocument(t.Context(), "ann", "one", "m3", nil); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("marking for somebody else: %v", err)
	}

	source.RefreshedAt, source.Place = noon.Add(time.Hour), "elsewhere/"
	putSource(t, s, source)
	got, err := s.DocumentSources(t.Context(), "", "ann")
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "sources", got, []store.DocumentSource{source})
	if n := len(documentsOf(t, s, store.DocumentFilter{Owners: anybody})); n != 2 {
		t.Errorf("after a change of the source there are %d documents", n)
	}
	counts, err := s.CountDocuments(t.Context(), store.DocumentFilter{Owners: anybody})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "counts", counts, []store.SourceCount{{Source: "a", Documents: 2, Passages: 2, Bytes: 24}})
}

func documentsAreReplaced(t *testing.T, s Documents) {
	putSource(t, s, documentSource("", "a"))
	putDocument(t, s, written("", "a", "one", "red green", "blue"))
	putDocument(t, s, written("", "a", "one", "blue yellow"))
	for term, want := range map[string][]string{"red": nil, "blue": {"one-0"}, "yellow": {"one-0"}} {
		equal(t, term, having(t, s, store.DocumentFilter{Owners: anybody}, term), want)
	}
	if n, err := s.RemoveDocuments(t.Context(), store.DocumentFilter{Owners: anybody, IDs: []string{"one", "none"}}); err != nil || n != 1 {
		t.Errorf("removed %d, %v", n, err)
	}
	equal(t, "removed", having(t, s, store.DocumentFilter{Owners: anybody}, "blue"), nil)
	putDocument(t, s, written("", "a", "two", "blue"), written("", "a", "one", "blue"))
	equal(t, "again", having(t, s, store.DocumentFilter{Owners: anybody}, "blue"), []string{"two-0", "one-0"})
	if err := s.RemoveSource(t.Context(), "", "a"); err != nil {
		t.Fatal(err)
	}
	list, err := s.DocumentSources(t.Context(), "")
	if err != nil || len(list) != 0 || len(documentsOf(t, s, store.DocumentFilter{Owners: anybody})) != 0 {
		t.Errorf("the source stays: %v, %v", list, err)
	}
}

// having are the passages that a term leads to.
func having(t *testing.T, s Documents, f store.DocumentFilter, terms ...string) []string {
	t.Helper()
	found, err := s.FindTerms(t.Context(), store.TermQuery{Terms: terms}, f)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, h := range found.Hits {
		list = append(list, h.Passage)
	}
	return list
}

func documentsBelong(t *testing.T, s Documents) {
	for _, owner := range []string{"", "ann", "bob"} {
		putSource(t, s, documentSource(owner, "a"))
		putDocument(t, s, written(owner, "a", "of "+owner, "secret"))
	}
	for name, c := range map[string]struct{ owners, want []string }{
		"nobody":        {nil, nil},
		"everybody":     {[]string{""}, []string{"of "}},
		"ann":           {[]string{"", "ann"}, []string{"of ", "of ann"}},
		"bob":           {[]string{"bob"}, []string{"of bob"}},
		"somebody else": {[]string{"eve"}, nil},
	} {
		f := store.DocumentFilter{Owners: c.owners}
		equal(t, name, idsOf(documentsOf(t, s, f)), c.want)
		var passages []string
		for _, id := range c.want {
			passages = append(passages, id+"-0")
		}
		equal(t, name+" by terms", having(t, s, f, "secret"), passages)
		got, err := s.Passages(t.Context(), store.PassageFilter{Owners: c.owners, IDs: []string{"of -0", "of ann-0", "of bob-0"}})
		if err != nil || len(got) != len(passages) {
			t.Errorf("%s reads %d passages, %v", name, len(got), err)
		}
		found, err := s.FindTerms(t.Context(), store.TermQuery{Terms: []string{"secret"}, Also: []string{"of bob-0"}}, f)
		if err != nil || found.Passages != len(c.want) || found.Having["secret"] != len(c.want) || len(found.Hits) != len(c.want) {
			t.Errorf("%s learns of %+v, %v", name, found, err)
		}
	}
	if n, err := s.RemoveDocuments(t.Context(), store.DocumentFilter{Owners: []string{"ann"}, IDs: []string{"of bob", "of "}}); err != nil || n != 0 {
		t.Errorf("ann removes %d documents of others, %v", n, err)
	}
	if err := s.RemoveSource(t.Context(), "ann", "a"); err != nil {
		t.Fatal(err)
	}
	equal(t, "after ann's source", idsOf(documentsOf(t, s, store.DocumentFilter{Owners: []string{"", "ann", "bob"}})), []string{"of ", "of bob"})
}

func documentFilters(t *testing.T, s Documents) {
	putSource(t, s, documentSource("", "a"))
	putSource(t, s, documentSource("", "b"))
	for i, day := range []string{"", "2024-12-31", "2025-01-01", "2025-06-30"} {
		d := written("", []string{"a", "b"}[i%2], fmt.Sprint("d", i), "word")
		d.Day, d.Type = day, []string{"pdf", "pdf", "html", "text"}[i]
		putDocument(t, s, d)
	}
	for name, c := range map[string]struct {
		f    store.DocumentFilter
		want []string
	}{
		"all":             {store.DocumentFilter{}, []string{"d0", "d1", "d2", "d3"}},
		"source":          {store.DocumentFilter{Sources: []string{"a"}}, []string{"d0", "d2"}},
		"no source":       {store.DocumentFilter{Sources: []string{}}, nil},
		"types":           {store.DocumentFilter{Types: []string{"html", "text"}}, []string{"d2", "d3"}},
		"from":            {store.DocumentFilter{From: "2025-01-01"}, []string{"d2", "d3"}},
		"until":           {store.DocumentFilter{Until: "2025-01-01"}, []string{"d1", "d2"}},
		"between":         {store.DocumentFilter{From: "2024-12-31", Until: "2024-12-31"}, []string{"d1"}},
		"together":        {store.DocumentFilter{Sources: []string{"b"}, Types: []string{"pdf"}, Until: "2025-12-31"}, []string{"d1"}},
		"no ids":          {store.DocumentFilter{IDs: []string{}}, nil},
		"ids with quotes": {store.DocumentFilter{IDs: []string{`d1","d2`, "d3"}}, []string{"d3"}},
	} {
		c.f.Owners = anybody
		equal(t, name, idsOf(documentsOf(t, s, c.f)), c.want)
		var found []string
		for _, p := range having(t, s, c.f, "word") {
			found = append(found, strings.TrimSuffix(p, "-0"))
		}
		equal(t, name+" by terms", found, c.want)
	}
	equal(t, "second page", idsOf(documentsOf(t, s, store.DocumentFilter{Owners: anybody, After: "d0", Limit: 2})), []string{"d1", "d2"})
}

func documentRefusals(t *testing.T, s Documents) {
	putSource(t, s, documentSource("", "a"))
	for name, change := range map[string]func(*store.CutDocument){
		"no id":                func(d *store.CutDocument) { d.ID = "" },
		"a NUL":                func(d *store.CutDocument) { d.Title = "a\x00b" },
		"no UTF-8":             func(d *store.CutDocument) { d.Cut[0].Text = "\xff" },
		"a day that is none":   func(d *store.CutDocument) { d.Day = "2025-02-30" },
		"a body that is none":  func(d *store.CutDocument) { d.Body = json.RawMessage("{") },
		"numbers out of order": func(d *store.CutDocument) { d.Cut[0].Number = 1 },
		"an empty term":        func(d *store.CutDocument) { d.Cut[0].Terms = []string{""} },
		"too many passages":    func(d *store.CutDocument) { d.Cut = make([]store.Passage, store.MaxPassages+1) },
		"a passage twice":      func(d *store.CutDocument) { d.Cut[1].ID = d.Cut[0].ID },
		"no such source":       func(d *store.CutDocument) { d.Source = "none" },
	} {
		d := written("", "a", "one", "word", "word")
		change(&d)
		err := s.PutDocuments(t.Context(), written("", "a", "good", "word"), d)
		if code := fault.CodeOf(err); code != fault.BadData && code != fault.NotFound && code != fault.Store {
			t.Errorf("%s: %v", name, err)
		}
		if n := len(documentsOf(t, s, store.DocumentFilter{Owners: anybody})); n != 0 {
			t.Fatalf("%s: %d documents are there after all", name, n)
		}
	}
}

func termsAreFound(t *testing.T, s Documents) {
	putSource(t, s, documentSource("", "a"))
	putDocument(t, s, written("", "a", "d", "rare common", "common common common", "common filler filler filler filler filler filler", "filler"))
	for name, c := range map[string]struct{ terms, want []string }{
		"one":               {[]string{"rare"}, []string{"d-0"}},
		"more often first":  {[]string{"common"}, []string{"d-1", "d-0", "d-2"}},
		"rare counts more":  {[]string{"common", "rare"}, []string{"d-0", "d-1", "d-2"}},
		"unknown":           {[]string{"none"}, nil},
		"nothing":           {nil, nil},
		"one of two":        {[]string{"none", "rare"}, []string{"d-0"}},
		"like no statement": {[]string{"'; DROP TABLE postings; --", "%", "*"}, nil},
	} {
		equal(t, name, having(t, s, store.DocumentFilter{Owners: anybody}, c.terms...), c.want)
	}
	found, err := s.FindTerms(t.Context(), store.TermQuery{Terms: []string{"common", "rare", "none"}, Also: []string{"d-3", "d-0"}},
		store.DocumentFilter{Owners: anybody, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i := range found.Hits {
		if found.Hits[i].Score < 0 || i > 0 && found.Hits[i].Score > found.Hits[0].Score {
			t.Errorf("the scores are %+v", found.Hits)
		}
	}
	equal(t, "found", found, store.Found{
		Passages: 4, Having: map[string]int{"common": 3, "rare": 1, "none": 0},
		Hits: []store.TermHit{{Passage: "d-0", Document: "d", Terms: []string{"common", "rare"}}, {Passage: "d-3", Document: "d"}},
	}, cmpopts.IgnoreFields(store.TermHit{}, "Score"))
	if !(found.Rarity("none") > found.Rarity("rare") && found.Rarity("rare") > found.Rarity("common") && found.Rarity("common") > 0) {
		t.Errorf("%v, %v, %v", found.Rarity("none"), found.Rarity("rare"), found.Rarity("common"))
	}
	var many []string
	for i := range 1000 {
		many = append(many, fmt.Sprint("t", i))
	}
	if _, err := s.FindTerms(t.Context(), store.TermQuery{Terms: many}, store.DocumentFilter{Owners: anybody}); err != nil {
		t.Error(err)
	}
}

// termsAfterManyWrites writes, changes and removes documents until an index would have
// been rearranged, and compares what is found with what is there.
func termsAfterManyWrites(t *testing.T, s Documents) {
	putSource(t, s, documentSource("", "a"))
	there := map[string][]string{} // documents that have a term
	remove := func(id string) {
		for term := range there {
			there[term] = slices.DeleteFunc(there[term], func(x string) bool { return x == id })
		}
	}
	for i := range 150 {
		id, term := fmt.Sprint("d", i%40), fmt.Sprint("t", i%7)
		remove(id)
		if i%11 == 10 {
			if _, err := s.RemoveDocuments(t.Context(), store.DocumentFilter{Owners: anybody, IDs: []string{id}}); err != nil {
				t.Fatal(err)
			}
			continue
		}
		text := term + " always"
		if i%13 == 0 {
			for n := range 2000 { // much that is soon outdated
				text += fmt.Sprint(" x", n)
			}
		}
		putDocument(t, s, written("", "a", id, text))
		there[term], there["always"] = append(there[term], id), append(there["always"], id)
	}
	for term, want := range there {
		got := having(t, s, store.DocumentFilter{Owners: anybody}, term)
		for i := range got {
			got[i] = strings.TrimSuffix(got[i], "-0")
		}
		slices.Sort(got)
		slices.Sort(want)
		equal(t, term, got, want)
	}
}

func unplaced(t *testing.T, s Documents, place string) []string {
	t.Helper()
	list, n, err := s.Unplaced(t.Context(), place, 0)
	if err != nil || n != len(list) {
		t.Fatalf("%d of %d, %v", len(list), n, err)
	}
	var out []string
	for _, p := range list {
		out = append(out, p.ID)
	}
	slices.Sort(out)
	return out
}

func passagesArePlaced(t *testing.T, s Documents) {
	putSource(t, s, documentSource("", "a"))
	putSource(t, s, documentSource("ann", "a"))
	putDocument(t, s, written("", "a", "x", "one", "two"), written("ann", "a", "y", "three"))
	list, _, err := s.Unplaced(t.Context(), "here", 1)
	if err != nil || len(list) != 1 || list[0].Source != "a" || list[0].Type != "text" || list[0].Day != "2025-03-31" || list[0].Text == "" {
		t.Fatalf("%+v, %v", list, err)
	}
	equal(t, "all", unplaced(t, s, "here"), []string{"x-0", "x-1", "y-0"})
	if err := s.Placed(t.Context(), "here", []string{"x-0", "x-1", "y-0"}); err != nil {
		t.Fatal(err)
	}
	equal(t, "none", unplaced(t, s, "here"), nil)
	equal(t, "elsewhere", unplaced(t, s, "there"), []string{"x-0", "x-1", "y-0"})

	putDocument(t, s, written("", "a", "x", "one", "changed"))
	equal(t, "what has another text", unplaced(t, s, "here"), []string{"x-1"})
	labelled := written("ann", "a", "y", "three")
	labelled.Day = "2026-01-01"
	putDocument(t, s, labelled)
	equal(t, "what is labelled otherwise", unplaced(t, s, "here"), []string{"x-1", "y-0"})
	gone := func() (list []store.GonePassage) {
		t.Helper()
		list, err := s.Gone(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	equal(t, "nothing is gone", gone(), nil)

	if err := s.Placed(t.Context(), "here", []string{"x-1", "y-0"}); err != nil {
		t.Fatal(err)
	}
	putDocument(t, s, written("", "a", "x", "one"))
	if err := s.RemoveSource(t.Context(), "ann", "a"); err != nil {
		t.Fatal(err)
	}
	equal(t, "gone", gone(), []store.GonePassage{{ID: "x-1"}, {ID: "y-0", Owner: "ann"}})
	putDocument(t, s, written("", "a", "x", "one", "two"))
	equal(t, "come back", gone(), []store.GonePassage{{ID: "y-0", Owner: "ann"}})
	if err := s.Forget(t.Context(), gone()); err != nil {
		t.Fatal(err)
	}
	equal(t, "forgotten", gone(), nil)
}

func vectorsAreKept(t *testing.T, s Documents) {
	putSource(t, s, documentSource("", "a"))
	putDocument(t, s, written("", "a", "x", "one"))
	if err := s.KeepVectors(t.Context(), "m", map[string][]float32{"hash of one": {1, -0.5, 1e-30}, "other": {1}}); err != nil {
		t.Fatal(err)
	}
	got := func(model string) map[string][]float32 {
		t.Helper()
		v, err := s.Vectors(t.Context(), model, []string{"hash of one", "other", "none"})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	equal(t, "vectors", got("m"), map[string][]float32{"hash of one": {1, -0.5, 1e-30}, "other": {1}})
	equal(t, "of another model", got("n"), map[string][]float32{})
	if err := s.KeepVectors(t.Context(), "m", map[string][]float32{"hash of one": {2}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	equal(t, "after a change, and what no passage has is forgotten", got("m"), map[string][]float32{"hash of one": {2}})
	for _, bad := range [][]float32{nil, make([]float32, store.MaxDimensions+1)} {
		if err := s.KeepVectors(t.Context(), "m", map[string][]float32{"bad": bad}); fault.CodeOf(err) != fault.BadData {
			t.Errorf("%d numbers: %v", len(bad), err)
		}
	}
}
