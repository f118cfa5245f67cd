package storetest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

func audit(t *testing.T, s store.Store) {
	write(t, s, store.Batch{Sessions: []store.Session{session("a")}, Cells: []store.Cell{cell("c", "a", 0)}})
	asked := query("q", "a")
	asked.Question = "Wie viel Umsatz? 💶 '; DROP TABLE analysis_queries; --"
	write(t, s, store.Batch{Queries: []store.Query{asked}})

	failed := store.Attempt{QueryID: "q", Number: 1, SQL: "SELECT revnue FROM orders", ValidationOK: true,
		DBError: "column revnue not found", Reason: "sum the revenue", ExecutionMS: 1.25, Tokens: store.Tokens{Input: 900, Output: 40}, CreatedAt: noon.Add(time.Second)}
	unsafe := store.Attempt{QueryID: "q", Number: 2, SQL: "DELETE FROM orders", ValidationReason: "only SELECT may run", CreatedAt: noon.Add(2 * time.Second)}
	right := store.Attempt{QueryID: "q", Number: 3, SQL: "SELECT revenue FROM orders", ValidationOK: true, ExecutionOK: true,
		ExecutionMS: 0.125, RowCount: 1 << 40, CreatedAt: noon.Add(3 * time.Second)}
	write(t, s, store.Batch{Attempts: []store.Attempt{failed}})
	write(t, s, store.Batch{Attempts: []store.Attempt{unsafe}})
	meanwhile, err := s.Audit(t.Context(), store.Filter{ID: "q"})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "what a crash would leave", meanwhile, []store.Audit{{Query: asked, AttemptCount: 2, Attempts: []store.Attempt{failed, unsafe}}})

	settled := asked
	settled.Status, settled.FinalSQL, settled.Answer, settled.UpdatedAt = store.StatusSuccess, right.SQL, "42 €", right.CreatedAt
	settled.Model, settled.CellID, settled.Tokens, settled.CostUSD = "some-model", "c", store.Tokens{Input: 1200, Output: 80}, 0.0123
	settled.Timings = store.Timings{Plan: 1.5, Check: 0.25, Execute: 12.125, Chart: 0.5, Narrate: 3, Total: 18.75}
	written := settled
	written.Question, written.Tenant, written.User, written.CreatedAt = "something else", "south", "eve", noon.Add(time.Hour)
	written.Source = "elsewhere"
	write(t, s, store.Batch{Queries: []store.Query{written}, Attempts: []store.Attempt{right}})

	got, err := s.Audit(t.Context(), store.Filter{Session: "a", Number: meanwhile[0].Number})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "audit", got, []store.Audit{{Query: settled, AttemptCount: 3, Attempts: []store.Attempt{failed, unsafe, right}}})
	if ids := []int64{got[0].Attempts[0].ID, got[0].Attempts[1].ID, got[0].Attempts[2].ID}; ids[0] < 1 || ids[1] <= ids[0] || ids[2] <= ids[1] {
		t.Fatalf("the attempts have the ids %v", ids)
	}

	if err := refuse(t, s, fault.Store, store.Batch{Attempts: []store.Attempt{right}}); !errors.Is(err, store.ErrConflict) {
		t.Fatalf("an attempt recorded twice: %v is not a conflict", err)
	}
}

func settledQueriesStay(t *testing.T, s store.Store) {
	write(t, s, store.Batch{Sessions: []store.Session{session("a"), session("b")}})
	for _, status := range store.Statuses() {
		if status == store.StatusOpen {
			continue
		}
		id := "q-" + string(status)
		write(t, s, store.Batch{Queries: []store.Query{query(id, "a")}})
		stolen, settled, reopened := query(id, "b"), query(id, "a"), query(id, "a")
		settled.Status = status
		for _, c := range []struct {
			q  store.Query
			ok bool
		}{{stolen, false}, {settled, true}, {reopened, false}, {settled, false}} {
			_, err := s.Write(t.Context(), store.Batch{Queries: []store.Query{c.q}})
			if c.ok != (err == nil) || !c.ok && !errors.Is(err, store.ErrConflict) {
				t.Fatalf("writing %+v: %v", c.q, err)
			}
		}
		got, err := s.Audit(t.Context(), store.Filter{ID: id})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "audit", got, []store.Audit{{Query: settled}})
	}
}

func auditFilters(t *testing.T, s store.Store) {
	b := store.Batch{Sessions: []store.Session{session("a"), session("b")}}
	for i, q := range []store.Query{
		{ID: "q1", Session: "a", Status: store.StatusSuccess, Source: "shop", Question: "Umsatz in Österreich?"},
		{ID: "q2", Session: "a", Status: store.StatusFailed, Source: "shop", Question: "100% of _all_ it's"},
		{ID: "q3", Session: "b", Status: store.StatusDeclined, Source: "demo", Question: "umsatz"},
		{ID: "q4", Session: "b", Status: store.StatusOpen, Source: "demo", Question: "weather"},
	} {
		q.CreatedAt = noon.Add(time.Duration(i) * time.Hour)
		q.UpdatedAt = q.CreatedAt
		b.Queries = append(b.Queries, q)
	}
	write(t, s, b)
	for name, c := range map[string]struct {
		filter store.Filter
		want   []string
	}{
		"status":                {store.Filter{Status: store.StatusDeclined}, []string{"q3"}},
		"no such status":        {store.Filter{Status: store.StatusCanceled}, nil},
		"since":                 {store.Filter{Since: noon.Add(2 * time.Hour)}, []string{"q3", "q4"}},
		"since, elsewhere":      {store.Filter{Since: noon.Add(2*time.Hour + 1000).In(time.FixedZone("", -7*60*60))}, []string{"q4"}},
		"source":                {store.Filter{Source: "shop"}, []string{"q1", "q2"}},
		"text in other case":    {store.Filter{Contains: "UMSATZ"}, []string{"q1", "q3"}},
		"text beyond ASCII":     {store.Filter{Contains: "ÖSTERREICH"}, []string{"q1"}},
		"signs mean nothing":    {store.Filter{Contains: "% of _"}, []string{"q2"}},
		"nor does a single one": {store.Filter{Contains: "%"}, []string{"q2"}},
		"a quote":               {store.Filter{Contains: "it's"}, []string{"q2"}},
		"all together":          {store.Filter{Session: "b", Source: "demo", Contains: "umsatz", Status: store.StatusDeclined, Since: noon}, []string{"q3"}},
		"newest of a page":      {store.Filter{Source: "demo", Newest: true, Limit: 1}, []string{"q4"}},
		"the page after it":     {store.Filter{Source: "demo", Newest: true, After: "q4"}, []string{"q3"}},
	} {
		list, err := s.Audit(t.Context(), c.filter)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, a := range list {
			got = append(got, a.ID)
		}
		equal(t, name, got, c.want)
	}
}

// bigAttemptsInBoundedPages has queries that are small and attempts that are
// not.
func bigAttemptsInBoundedPages(t *testing.T, s store.Store) {
	write(t, s, store.Batch{Sessions: []store.Session{session("a")}})
	const count = store.PageBytes>>20 + 4
	for i := range count {
		a := attempt(fmt.Sprint("q", i), 1)
		a.SQL = strings.Repeat("x", 1<<20)
		write(t, s, store.Batch{Queries: []store.Query{query(a.QueryID, "a")}, Attempts: []store.Attempt{a}})
	}
	seen, pages := 0, 0
	for after := ""; ; pages++ {
		page, err := s.Audit(t.Context(), store.Filter{After: after})
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, a := range page {
			if a.ID != fmt.Sprint("q", seen) || a.AttemptCount != 1 || len(a.Attempts) != 1 {
				t.Fatalf("query %d is %s with %d of %d attempts", seen, a.ID, len(a.Attempts), a.AttemptCount)
			}
			after, seen = a.ID, seen+1
		}
	}
	if seen != count || pages < 2 {
		t.Fatalf("%d of %d queries on %d pages", seen, count, pages)
	}
}
