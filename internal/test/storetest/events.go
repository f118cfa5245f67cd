package storetest

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

func eventsComeBackAsWritten(t *testing.T, s store.Store) {
	// Payloads whose bytes a JSON column would rewrite.
	payloads := []string{
		`{"b":1,"a":2,"b":3}`,
		` { "spaced" : [ 1 , 2 ] } `,
		`12345678901234567890123.4500`,
		`"\u0000 \ud83d\ude00 \/"`,
		"\"naïve — 日本語 — 🧗 — \u202ertl — \u2028\"",
		`null`, `[]`, `""`,
	}
	const id = "séance-日本-🧭"
	want := []store.Event{}
	b := store.Batch{Sessions: []store.Session{session(id)}}
	for _, p := range payloads {
		b.Events = append(b.Events, event(id, p))
	}
	for i, n := range write(t, s, b) {
		e := b.Events[i]
		e.ID = n
		want = append(want, e)
	}
	equal(t, "events", allEvents(t, s, id, 0), want)
}

func eventIDsGrow(t *testing.T, s store.Store) {
	write(t, s, store.Batch{Sessions: []store.Session{session("a"), session("b")}})
	seen := map[int64]bool{}
	var last int64
	for i := range 20 {
		ids := write(t, s, store.Batch{Events: []store.Event{event("a", "1"), event("b", "2"), event("a", "3")}[:1+i%3]})
		for _, id := range ids {
			if id <= last || seen[id] {
				t.Fatalf("id %d came after %d", id, last)
			}
			last, seen[id] = id, true
		}
		// A batch that fails must not lead to an id being given twice.
		refuse(t, s, fault.NotFound, store.Batch{Events: []store.Event{event("a", `"lost"`), event("nobody", "0")}})
	}
	for _, e := range allEvents(t, s, "", 0) {
		if !seen[e.ID] {
			t.Fatalf("event %d was never acknowledged", e.ID)
		}
		delete(seen, e.ID)
	}
	if len(seen) > 0 {
		t.Fatalf("acknowledged but not there: %v", seen)
	}
}

func eventsInPages(t *testing.T, s store.Store) {
	write(t, s, store.Batch{Sessions: []store.Session{session("a"), session("b")}})
	var want []int64
	for i := range 25 {
		ids := write(t, s, store.Batch{Events: []store.Event{event("a", fmt.Sprint(i)), event("b", fmt.Sprint(i))}})
		want = append(want, ids[0])
	}
	for _, limit := range []int{0, 1, 7, 25, 26, 1 << 30, -1} {
		var got []int64
		for _, e := range allEvents(t, s, "a", limit) {
			got = append(got, e.ID)
		}
		equal(t, fmt.Sprintf("ids in pages of %d", limit), got, want)
	}
	if all := allEvents(t, s, "", 9); len(all) != 50 {
		t.Fatalf("the whole store has %d events, want 50", len(all))
	}
	if none := allEvents(t, s, "nobody", 0); len(none) != 0 {
		t.Fatalf("an unknown session has %d events", len(none))
	}
	over := store.Batch{}
	for range store.MaxLimit + 1 {
		over.Events = append(over.Events, event("b", "0"))
	}
	write(t, s, over)
	page, err := s.Events(t.Context(), "b", 0, store.MaxLimit+1)
	if err != nil || len(page) != store.MaxLimit {
		t.Fatalf("a page of %d events (%v), want the bound %d", len(page), err, store.MaxLimit)
	}
}

func bigPayloadsInBoundedPages(t *testing.T, s store.Store) {
	write(t, s, store.Batch{Sessions: []store.Session{session("a")}})
	const size, count = 1 << 20, store.PageBytes>>20 + 4
	for i := range count {
		write(t, s, store.Batch{Events: []store.Event{event("a", fmt.Sprintf(`"%d%s"`, i%10, strings.Repeat("é", size/2)))}})
	}
	first, err := s.Events(t.Context(), "a", 0, store.MaxLimit)
	if err != nil || len(first) == 0 || len(first) == count {
		t.Fatalf("the first page has %d of %d events of 1 MiB (%v)", len(first), count, err)
	}
	all := allEvents(t, s, "a", store.MaxLimit)
	if len(all) != count {
		t.Fatalf("got %d events, want %d", len(all), count)
	}
	for i, e := range all {
		var text string
		if err := json.Unmarshal(e.Payload, &text); err != nil || len(text) != size+1 || text[0] != byte('0'+i%10) {
			t.Fatalf("event %d: %d bytes, %v", i, len(text), err)
		}
	}
}

func timesInUTC(t *testing.T, s store.Store) {
	local := time.Date(2026, 7, 1, 1, 2, 3, 987654321, time.FixedZone("CEST", 2*60*60))
	first := session("a")
	first.CreatedAt = local
	e := event("a", "1")
	e.At = time.Date(1, 1, 1, 0, 0, 0, 1000, time.UTC)
	late := event("a", "2")
	late.At = time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC)
	write(t, s, store.Batch{Sessions: []store.Session{first}, Events: []store.Event{e, late}})
	got, err := s.Sessions(t.Context(), store.Filter{ID: "a"})
	if err != nil || len(got) != 1 {
		t.Fatalf("Sessions: %v, %v", got, err)
	}
	if want := local.UTC().Truncate(time.Microsecond); got[0].CreatedAt != want {
		t.Fatalf("got %v, want %v", got[0].CreatedAt, want)
	}
	events := allEvents(t, s, "a", 0)
	if events[0].At != e.At || events[1].At != late.At.Truncate(time.Microsecond) {
		t.Fatalf("got %v and %v", events[0].At, events[1].At)
	}
}

func refusals(t *testing.T, s store.Store) {
	write(t, s, store.Batch{Sessions: []store.Session{session("a")}, Queries: []store.Query{query("q", "a")}})
	bad := func(name string, b store.Batch) {
		t.Run(name, func(t *testing.T) { refuse(t, s, fault.BadData, b) })
	}
	for name, payload := range map[string]string{
		"no JSON": ``, "half JSON": `{"a":`, "two values": `1 2`, "NUL": "\"\x00\"", "invalid UTF-8": "\"\xff\"", "NaN": `NaN`,
	} {
		bad("payload: "+name, store.Batch{Events: []store.Event{event("a", payload)}})
		c := cell("c", "a", 0)
		c.Body = json.RawMessage(payload)
		bad("body: "+name, store.Batch{Cells: []store.Cell{c}})
	}
	for name, text := range map[string]string{"NUL": "a\x00b", "invalid UTF-8": "\xc3("} {
		x := session("b")
		x.Name = text
		bad("name: "+name, store.Batch{Sessions: []store.Session{x}})
		q := query("q2", "a")
		q.Question = text
		bad("question: "+name, store.Batch{Queries: []store.Query{q}})
		a := attempt("q", 1)
		a.DBError = text
		bad("database error: "+name, store.Batch{Attempts: []store.Attempt{a}})
	}
	timeless := event("a", "1")
	timeless.At = time.Time{}
	bad("no time", store.Batch{Events: []store.Event{timeless}})
	kindless := event("a", "1")
	kindless.Kind = ""
	bad("no kind", store.Batch{Events: []store.Event{kindless}})
	bad("no session id", store.Batch{Sessions: []store.Session{session("")}})
	bad("long id", store.Batch{Sessions: []store.Session{session(strings.Repeat("x", store.MaxID+1))}})
	bad("attempt 0", store.Batch{Attempts: []store.Attempt{attempt("q", 0)}})
	odd := query("q2", "a")
	odd.Status = "maybe"
	bad("unknown status", store.Batch{Queries: []store.Query{odd}})
	for name, spoil := range map[string]func(*store.Query){
		"no cost":         func(q *store.Query) { q.CostUSD = math.NaN() },
		"endless time":    func(q *store.Query) { q.Timings.Narrate = math.Inf(1) },
		"negative time":   func(q *store.Query) { q.Timings.Total = -1 },
		"negative tokens": func(q *store.Query) { q.Tokens.Output = -1 },
		"long cell id":    func(q *store.Query) { q.CellID = strings.Repeat("x", store.MaxID+1) },
		"odd model":       func(q *store.Query) { q.Model = "\xff" },
	} {
		q := query("q2", "a")
		spoil(&q)
		bad(name, store.Batch{Queries: []store.Query{q}})
	}
	for name, spoil := range map[string]func(*store.Attempt){
		"negative rows": func(a *store.Attempt) { a.RowCount = -1 },
		"no time taken": func(a *store.Attempt) { a.ExecutionMS = math.NaN() },
	} {
		a := attempt("q", 1)
		spoil(&a)
		bad(name, store.Batch{Attempts: []store.Attempt{a}})
	}
	bad("too many rows", store.Batch{Events: make([]store.Event, store.MaxRows+1)})

	refuse(t, s, fault.NotFound, store.Batch{Events: []store.Event{event("nobody", "1")}})
	refuse(t, s, fault.NotFound, store.Batch{Cells: []store.Cell{cell("c", "nobody", 0)}})
	refuse(t, s, fault.NotFound, store.Batch{Queries: []store.Query{query("q2", "nobody")}})
	refuse(t, s, fault.NotFound, store.Batch{Attempts: []store.Attempt{attempt("nothing", 1)}})
	cellless := query("q2", "a")
	cellless.CellID = "nowhere"
	refuse(t, s, fault.NotFound, store.Batch{Queries: []store.Query{cellless}})
	if left := allEvents(t, s, "", 0); len(left) != 0 {
		t.Fatalf("refused batches left %d events", len(left))
	}
}
