package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

func sessions(t *testing.T, s store.Store) {
	a, b := session("a"), session("b")
	a.Name, a.Source = "Überblick 🏔", "postgres://analyst@db/sales"
	ids := write(t, s, store.Batch{Sessions: []store.Session{a, b}, Events: []store.Event{event("b", "1"), event("b", "2")}})
	b.LastEvent = ids[1]
	got, err := s.Sessions(t.Context(), store.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "sessions", got, []store.Session{a, b})

	a.Name, a.Source = "renamed", "sales"
	later := a
	later.CreatedAt = noon.Add(time.Hour)
	write(t, s, store.Batch{Sessions: []store.Session{later}})
	got, err = s.Sessions(t.Context(), store.Filter{ID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "a renamed session keeps its place and its age", got, []store.Session{a})
}

func cells(t *testing.T, s store.Store) {
	write(t, s, store.Batch{Sessions: []store.Session{session("a"), session("b")}})
	first, second, other := cell("c0", "a", 0), cell("c1", "a", 1), cell("c2", "b", 0)
	first.Body = json.RawMessage(`{"b":1.50,"a":"ñ \u2028 <b>&"}`)
	write(t, s, store.Batch{Cells: []store.Cell{first, second, other}})
	for name, c := range map[string]struct {
		filter store.Filter
		want   []store.Cell
	}{
		"all":        {store.Filter{}, []store.Cell{first, second, other}},
		"of a":       {store.Filter{Session: "a"}, []store.Cell{first, second}},
		"last of a":  {store.Filter{Session: "a", Newest: true, Limit: 1}, []store.Cell{second}},
		"by id":      {store.Filter{ID: "c2"}, []store.Cell{other}},
		"elsewhere":  {store.Filter{ID: "c2", Session: "a"}, nil},
		"after c0":   {store.Filter{Session: "a", After: "c0"}, []store.Cell{second}},
		"before c1":  {store.Filter{Session: "a", After: "c1", Newest: true}, []store.Cell{first}},
		"after what": {store.Filter{After: "what"}, nil},
	} {
		got, err := s.Cells(t.Context(), c.filter)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, name, got, c.want)
	}
}

func cellPositions(t *testing.T, s store.Store) {
	write(t, s, store.Batch{Sessions: []store.Session{session("a"), session("b")}, Cells: []store.Cell{cell("c0", "a", 0), cell("c1", "a", 1)}})
	for _, c := range []store.Cell{
		cell("c0", "a", 2), // an id that exists
		cell("c0", "b", 0), // also in another session
		cell("c2", "a", 1), // a position that is taken
		cell("c2", "a", 3), // a gap
		cell("c2", "a", -1),
	} {
		if err := refuse(t, s, fault.Store, store.Batch{Cells: []store.Cell{c}}); !errors.Is(err, store.ErrConflict) {
			t.Fatalf("cell %s at %d of %s: %v is not a conflict", c.ID, c.Position, c.Session, err)
		}
	}
	write(t, s, store.Batch{Cells: []store.Cell{cell("c2", "a", 2), cell("c3", "a", 3)}})
}

func filteredPages(t *testing.T, s store.Store) {
	const count = 23
	var want []string
	for i := range count {
		id := fmt.Sprintf("s%02d", (i*7)%count) // ids do not sort as they were recorded
		want = append(want, id)
		write(t, s, store.Batch{
			Sessions: []store.Session{session(id)}, Cells: []store.Cell{cell(id, id, 0)}, Queries: []store.Query{query(id, id)},
		})
	}
	reads := map[string]func(store.Filter) ([]string, error){
		"sessions": func(f store.Filter) (ids []string, err error) {
			list, err := s.Sessions(t.Context(), f)
			for _, x := range list {
				ids = append(ids, x.ID)
			}
			return ids, err
		},
		"cells": func(f store.Filter) (ids []string, err error) {
			list, err := s.Cells(t.Context(), f)
			for _, x := range list {
				ids = append(ids, x.ID)
			}
			return ids, err
		},
		"queries": func(f store.Filter) (ids []string, err error) {
			list, err := s.Audit(t.Context(), f)
			for _, x := range list {
				ids = append(ids, x.ID)
			}
			return ids, err
		},
	}
	for name, read := range reads {
		for _, newest := range []bool{false, true} {
			var got []string
			for f := (store.Filter{Newest: newest, Limit: 5}); ; {
				ids, err := read(f)
				if err != nil {
					t.Fatal(err)
				}
				if len(ids) == 0 {
					break
				}
				if len(ids) > f.Limit {
					t.Fatalf("%s: a page of %d for the limit %d", name, len(ids), f.Limit)
				}
				got = append(got, ids...)
				f.After = ids[len(ids)-1]
			}
			if newest {
				slices.Reverse(got)
			}
			equal(t, name, got, want)
		}
		one, err := read(store.Filter{Session: want[3]})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, name+" of one session", one, want[3:4])
	}
}
