package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// RunRecords runs the suite of the port to records. Each call of open gives a fresh and
// empty store.
func RunRecords(t *testing.T, open func(t *testing.T) store.Records) {
	for _, c := range []struct {
		name string
		test func(*testing.T, store.Records)
	}{
		{"ComeBackAsWritten", recordsComeBack},
		{"AreReplaced", recordsAreReplaced},
		{"OfOneOwner", recordsOfOneOwner},
		{"Filters", recordFilters},
		{"Pages", recordPages},
		{"BigBodiesInBoundedPages", bigRecords},
		{"Refusals", recordRefusals},
		{"Cancelled", recordsCancelled},
		{"Together", recordsTogether},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

func record(owner, id string) store.Record {
	return store.Record{Kind: "note", Owner: owner, Scope: "shop", ID: id, Body: json.RawMessage(`{"of":"` + id + `"}`), CreatedAt: noon, UpdatedAt: noon}
}

func put(t *testing.T, s store.Records, list ...store.Record) {
	t.Helper()
	if err := s.Put(t.Context(), list...); err != nil {
		t.Fatalf("Put: %v", err)
	}
}

func remove(t *testing.T, s store.Records, f store.RecordFilter, want int) {
	t.Helper()
	if n, err := s.Remove(t.Context(), f); err != nil || n != want {
		t.Fatalf("Remove of %+v: %d, %v; want %d", f, n, err, want)
	}
}

// found pages through what a filter chooses, and counts it.
func found(t *testing.T, s store.Records, f store.RecordFilter) []store.Record {
	t.Helper()
	n, err := s.CountRecords(t.Context(), f)
	if err != nil {
		t.Fatalf("CountRecords: %v", err)
	}
	var all []store.Record
	for {
		page, err := s.Records(t.Context(), f)
		if err != nil {
			t.Fatalf("Records: %v", err)
		}
		if len(page) > store.Limit(f.Limit) {
			t.Fatalf("a page of %d records for the limit %d", len(page), f.Limit)
		}
		if len(page) == 0 {
			break
		}
		all = append(all, page...)
		f.After = page[len(page)-1].ID
	}
	if len(all) != n {
		t.Fatalf("%d records, but %d were counted", len(all), n)
	}
	return all
}

func ids(list []store.Record) string {
	var all []string
	for _, r := range list {
		all = append(all, r.ID)
	}
	return strings.Join(all, " ")
}

func recordsComeBack(t *testing.T, s store.Records) {
	var want []store.Record
	for i, body := range []string{
		`{"b":1,"a":2,"b":3}`, ` { "spaced" : [ 1 , 2 ] } `, `12345678901234567890123.4500`,
		`"\u0000 \ud83d\ude00 \/"`, "\"naïve — 日本語 — \u202ertl — \u2028\"", `null`,
	} {
		r := record("ada", fmt.Sprintf("é'; DROP TABLE records; -- %d", i))
		r.Scope, r.Body = "Überblick 🏔", json.RawMessage(body)
		r.CreatedAt = time.Date(2026, 2, 6, 13, 0, 0, 123456789, time.FixedZone("", 3600))
		put(t, s, r)
		r.CreatedAt = noon
		want = append(want, r)
	}
	equal(t, "records", found(t, s, store.RecordFilter{Kind: "note", Owner: "ada"}), want)
	put(t, s) // nothing at all
}

func recordsAreReplaced(t *testing.T, s store.Records) {
	put(t, s, record("ada", "1"), record("ada", "2"))
	changed := record("ada", "1")
	changed.Scope, changed.Body, changed.UpdatedAt = "", json.RawMessage(`{"of":"later"}`), noon.Add(time.Hour)
	again := record("ada", "3")
	put(t, s, changed, record("ada", "3"), again)
	equal(t, "records", found(t, s, store.RecordFilter{Kind: "note", Owner: "ada"}), []store.Record{changed, record("ada", "2"), again})
	equal(t, "the old scope", ids(found(t, s, store.RecordFilter{Kind: "note", Owner: "ada", Scopes: []string{"shop"}})), "2 3")
}

// recordsOfOneOwner uses owners that an adapter might take for another, or for all.
func recordsOfOneOwner(t *testing.T, s store.Records) {
	owners := []string{
		"ada", "ADA", "ada ", " ada", "ad", "adaa", store.Shared, store.Local, "%", "a%", "_da", "*", "ada' OR '1'='1",
		`ada"`, "ada/1", "ada\n", "ada:note", "null", "0", "ádá", "a\u0301da\u0301", "аda", `["ada","bob"]`,
	}
	for _, o := range owners {
		r := record(o, "1")
		r.Body = mustJSON(t, o)
		put(t, s, r)
	}
	for _, o := range owners {
		got := found(t, s, store.RecordFilter{Kind: "note", Owner: o})
		if len(got) != 1 || got[0].Owner != o || string(got[0].Body) != string(mustJSON(t, o)) {
			t.Fatalf("owner %q finds %+v", o, got)
		}
	}
	for i, o := range owners {
		remove(t, s, store.RecordFilter{Kind: "other", Owner: o}, 0)
		remove(t, s, store.RecordFilter{Kind: "note", Owner: o, IDs: []string{"1"}}, 1)
		for j, other := range owners {
			if n := len(found(t, s, store.RecordFilter{Kind: "note", Owner: other})); (n == 1) != (j > i) {
				t.Fatalf("when %q was removed, %q has %d records", o, other, n)
			}
		}
	}
}

func mustJSON(t *testing.T, v any) json.RawMessage {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func recordFilters(t *testing.T, s store.Records) {
	for i, scope := range []string{"shop", "", "wine", "shop", "Shop"} {
		r := record("ada", fmt.Sprint(i))
		r.Scope = scope
		put(t, s, r)
	}
	other := record("ada", "1")
	other.Kind = "rule"
	put(t, s, other)
	base := store.RecordFilter{Kind: "note", Owner: "ada"}
	for _, c := range []struct {
		name   string
		narrow func(*store.RecordFilter)
		want   string
	}{
		{"all", func(f *store.RecordFilter) {}, "0 1 2 3 4"},
		{"of a scope", func(f *store.RecordFilter) { f.Scopes = []string{"shop"} }, "0 3"},
		{"of a scope or all", func(f *store.RecordFilter) { f.Scopes = []string{"", "shop"} }, "0 1 3"},
		{"of no scope", func(f *store.RecordFilter) { f.Scopes = []string{} }, ""},
		{"by id", func(f *store.RecordFilter) { f.IDs = []string{"3", "1", "1", "9"} }, "1 3"},
		{"by no id", func(f *store.RecordFilter) { f.IDs = []string{} }, ""},
		{"both", func(f *store.RecordFilter) { f.IDs, f.Scopes = []string{"0", "1"}, []string{"shop"} }, "0"},
		{"after", func(f *store.RecordFilter) { f.After = "2" }, "3 4"},
		{"after one that is not there", func(f *store.RecordFilter) { f.After = "15" }, "2 3 4"},
		{"another kind", func(f *store.RecordFilter) { f.Kind = "rule" }, "1"},
	} {
		f := base
		c.narrow(&f)
		equal(t, c.name, ids(found(t, s, f)), c.want)
	}
	f := base
	f.IDs = []string{}
	remove(t, s, f, 0)
	f.IDs, f.Limit = []string{"0", "2", "9"}, 1
	remove(t, s, f, 2)
	f = base
	f.Scopes = []string{"shop"}
	remove(t, s, f, 1)
	equal(t, "what is left", ids(found(t, s, base)), "1 4")
	remove(t, s, base, 2)
	equal(t, "of the other kind", ids(found(t, s, store.RecordFilter{Kind: "rule", Owner: "ada"})), "1")
}

func recordPages(t *testing.T, s store.Records) {
	var list []store.Record
	var want []string
	for i := range 1203 {
		id := fmt.Sprint((i * 7) % 1203)
		list = append(list, record("ada", id))
		want = append(want, id)
	}
	put(t, s, list...)
	slices.Sort(want)
	for _, limit := range []int{-1, 0, 7, 1203, math.MaxInt} {
		equal(t, fmt.Sprintf("limit %d", limit), ids(found(t, s, store.RecordFilter{Kind: "note", Owner: "ada", Limit: limit})), strings.Join(want, " "))
	}
	remove(t, s, store.RecordFilter{Kind: "note", Owner: "ada", Limit: 1}, len(want))
}

func bigRecords(t *testing.T, s store.Records) {
	body := json.RawMessage(`"` + strings.Repeat("x", store.PageBytes/4) + `"`)
	for i := range 7 {
		r := record("ada", fmt.Sprint(i))
		r.Body = body
		put(t, s, r)
	}
	f := store.RecordFilter{Kind: "note", Owner: "ada"}
	page, err := s.Records(t.Context(), f)
	if err != nil || len(page) == 0 || len(page) > 5 {
		t.Fatalf("a page of %d records of %d bytes each, %v", len(page), len(body), err)
	}
	equal(t, "records", ids(found(t, s, f)), "0 1 2 3 4 5 6")
}

func recordRefusals(t *testing.T, s store.Records) {
	for name, spoil := range map[string]func(*store.Record){
		"no id":          func(r *store.Record) { r.ID = "" },
		"no kind":        func(r *store.Record) { r.Kind = "" },
		"a long id":      func(r *store.Record) { r.ID = strings.Repeat("x", store.MaxID+1) },
		"a long owner":   func(r *store.Record) { r.Owner = strings.Repeat("x", store.MaxID+1) },
		"a long scope":   func(r *store.Record) { r.Scope = strings.Repeat("x", store.MaxID+1) },
		"a NUL":          func(r *store.Record) { r.Owner = "ada\x00" },
		"broken text":    func(r *store.Record) { r.Scope = "\xff" },
		"broken JSON":    func(r *store.Record) { r.Body = json.RawMessage(`{`) },
		"no body":        func(r *store.Record) { r.Body = nil },
		"no time":        func(r *store.Record) { r.UpdatedAt = time.Time{} },
		"a distant time": func(r *store.Record) { r.CreatedAt = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) },
	} {
		bad := record("ada", "2")
		spoil(&bad)
		if err := s.Put(t.Context(), record("ada", "1"), bad); fault.CodeOf(err) != fault.BadData {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.Put(t.Context(), slices.Repeat([]store.Record{record("ada", "1")}, store.MaxRows+1)...); fault.CodeOf(err) != fault.BadData {
		t.Errorf("too many records: %v", err)
	}
	equal(t, "after refusals", ids(found(t, s, store.RecordFilter{Kind: "note", Owner: "ada"})), "")
	for name, f := range map[string]store.RecordFilter{
		"no kind":     {Owner: "ada"},
		"a NUL":       {Kind: "note", Owner: "ada\x00"},
		"broken text": {Kind: "note", IDs: []string{"\xff"}},
	} {
		_, read := s.Records(t.Context(), f)
		_, count := s.CountRecords(t.Context(), f)
		_, removal := s.Remove(t.Context(), f)
		for _, err := range []error{read, count, removal} {
			if fault.CodeOf(err) != fault.BadData {
				t.Errorf("a filter with %s: %v", name, err)
			}
		}
	}
}

func recordsCancelled(t *testing.T, s store.Records) {
	put(t, s, record("ada", "1"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f := store.RecordFilter{Kind: "note", Owner: "ada"}
	_, read := s.Records(ctx, f)
	_, count := s.CountRecords(ctx, f)
	_, removal := s.Remove(ctx, f)
	for _, err := range []error{s.Put(ctx, record("ada", "2")), read, count, removal} {
		if fault.CodeOf(err) != fault.Canceled {
			t.Errorf("got %v, want a fault %s", err, fault.Canceled)
		}
	}
	equal(t, "records", ids(found(t, s, f)), "1")
}

// recordsTogether lets several write, read and remove at once: each Put is seen whole.
func recordsTogether(t *testing.T, s store.Records) {
	const writers, rounds, size = 6, 15, 5
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			f := store.RecordFilter{Kind: "note", Owner: fmt.Sprint(w)}
			for i := range rounds {
				var list []store.Record
				for j := range size {
					list = append(list, record(f.Owner, fmt.Sprintf("%d-%d", i, j)))
				}
				if err := s.Put(t.Context(), list...); err != nil {
					t.Errorf("Put: %v", err)
					return
				}
				if n, err := s.CountRecords(t.Context(), f); err != nil || n%size != 0 || n == 0 {
					t.Errorf("%d records, %v", n, err)
				}
				if i%3 == 2 {
					if n, err := s.Remove(t.Context(), f); err != nil || n != 3*size {
						t.Errorf("Remove: %d, %v", n, err)
					}
				}
			}
		})
	}
	group.Wait()
}
