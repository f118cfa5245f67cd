// Package storetest holds every adapter of the store port to what package
// store promises. An adapter's own test is a call of Run, and whatever only
// that adapter can show.
package storetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// Run runs the suite. Each call of open gives a fresh and empty store, which
// open's own clean-up closes.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	for _, c := range []struct {
		name string
		test func(*testing.T, store.Store)
	}{
		{"EventsComeBackAsWritten", eventsComeBackAsWritten},
		{"EventIDsGrow", eventIDsGrow},
		{"EventsInPages", eventsInPages},
		{"BigPayloadsInBoundedPages", bigPayloadsInBoundedPages},
		{"TimesInUTC", timesInUTC},
		{"Refusals", refusals},
		{"BatchesAreAtomic", batchesAreAtomic},
		{"EmptyBatch", emptyBatch},
		{"Cancelled", cancelled},
		{"ConcurrentWriters", concurrentWriters},
		{"ReadersSeeNoGaps", readersSeeNoGaps},
		{"Sessions", sessions},
		{"Cells", cells},
		{"CellPositions", cellPositions},
		{"Audit", audit},
		{"AuditFilters", auditFilters},
		{"BigAttemptsInBoundedPages", bigAttemptsInBoundedPages},
		{"SettledQueriesStay", settledQueriesStay},
		{"FilteredPages", filteredPages},
		{"Usage", usage},
		{"Closed", closed},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

// noon is an arbitrary time with all the precision that a store keeps.
var noon = time.Date(2026, 2, 6, 12, 0, 0, 123456000, time.UTC)

func session(id string) store.Session {
	return store.Session{ID: id, Name: "Q1 review", Source: "warehouse", CreatedAt: noon}
}

func event(session, payload string) store.Event {
	return store.Event{Session: session, Kind: "note", At: noon, Payload: json.RawMessage(payload)}
}

func cell(id, session string, position int) store.Cell {
	return store.Cell{ID: id, Session: session, Position: position, CreatedAt: noon, Hash: "sha256:" + id, Body: json.RawMessage(`{"id":"` + id + `"}`)}
}

func query(id, session string) store.Query {
	return store.Query{ID: id, Session: session, Tenant: "north", User: "ada", Source: "warehouse", Question: "how many?", Status: store.StatusOpen, CreatedAt: noon, UpdatedAt: noon}
}

func attempt(query string, number int) store.Attempt {
	return store.Attempt{QueryID: query, Number: number, SQL: fmt.Sprintf("SELECT %d", number), ValidationOK: true, ExecutionOK: true, CreatedAt: noon}
}

// write writes a batch that must be accepted.
func write(t *testing.T, s store.Store, b store.Batch) []int64 {
	t.Helper()
	ids, err := s.Write(t.Context(), b)
	if err != nil {
		t.Fatalf("Write: %v", err)
	}
	if len(ids) != len(b.Events) {
		t.Fatalf("Write returned %d ids for %d events", len(ids), len(b.Events))
	}
	return ids
}

// refuse writes a batch that must be refused with the code.
func refuse(t *testing.T, s store.Store, code fault.Code, b store.Batch) error {
	t.Helper()
	_, err := s.Write(t.Context(), b)
	if fault.CodeOf(err) != code {
		t.Fatalf("Write: got %v (%s), want a fault %s", err, fault.CodeOf(err), code)
	}
	return err
}

// allEvents pages through the events of a session.
func allEvents(t *testing.T, s store.Store, session string, limit int) []store.Event {
	t.Helper()
	var all []store.Event
	for after := int64(0); ; {
		page, err := s.Events(t.Context(), session, after, limit)
		if err != nil {
			t.Fatalf("Events: %v", err)
		}
		if len(page) == 0 {
			return all
		}
		if len(page) > store.Limit(limit) {
			t.Fatalf("a page of %d events for the limit %d", len(page), limit)
		}
		all = append(all, page...)
		after = page[len(page)-1].ID
	}
}

func equal[T any](t *testing.T, what string, got, want T, more ...cmp.Option) {
	t.Helper()
	given := cmp.Options{ // by the store
		cmpopts.IgnoreFields(store.Audit{}, "Number"), cmpopts.IgnoreFields(store.Attempt{}, "ID"),
	}
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty(), given, cmp.Options(more)); d != "" {
		t.Fatalf("%s (-want +got):\n%s", what, shorten(d))
	}
}

func shorten(s string) string {
	const most = 4000
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + " …"
}
