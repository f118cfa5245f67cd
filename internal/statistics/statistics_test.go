package statistics

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

var now = time.Date(2026, 2, 14, 12, 0, 0, 0, time.UTC)

// kept is a store of cells that gives small pages.
type kept struct {
	store.Store
	cells []store.Cell
	reads int
}

func (k *kept) Cells(_ context.Context, f store.Filter) ([]store.Cell, error) {
	k.reads++
	list := slices.Clone(k.cells)
	if f.Newest {
		slices.Reverse(list)
	}
	from := 0
	if f.After != "" {
		from = slices.IndexFunc(list, func(c store.Cell) bool { return c.ID == f.After }) + 1
	}
	return list[from:min(len(list), from+2)], nil
}

func (k *kept) Usage(context.Context, time.Time, time.Time) ([]store.Usage, error) {
	return []store.Usage{{Calls: 2, CostUSD: 0.5}, {Calls: 1, Unpriced: 1}}, nil
}

func (k *kept) add(at time.Time, c session.Cell) {
	c.ID = fmt.Sprintf("cell_%d", len(k.cells))
	body, err := json.Marshal(c)
	if err != nil {
		panic(err)
	}
	k.cells = append(k.cells, store.Cell{ID: c.ID, Session: "s" + c.Metadata.Source, CreatedAt: at, Body: body})
}

func judged(mode, decision string, ms float64, reasons ...string) session.Cell {
	c := session.Cell{Verdict: &session.JudgedPayload{Mode: mode, Decision: decision}, Metadata: session.Metadata{Timings: &session.Timings{Total: ms}}}
	for _, r := range reasons {
		c.Verdict.Findings = append(c.Verdict.Findings, session.JudgedFinding{Kind: r})
	}
	return c
}

func TestReport(t *testing.T) {
	k := &kept{}
	k.add(now.AddDate(0, 0, -60), judged("data", session.Accept, 900))
	for i := range 20 {
		c := judged("data", session.Accept, float64(i+1)*10)
		if i == 3 {
			c.Recalled = []session.Known{{ID: "m"}}
		}
		k.add(now.AddDate(0, 0, -1), c)
	}
	rejected := judged("data", session.Reject, 5, "left_out", "off_topic")
	rejected.Metadata.RetryCount = 1
	k.add(now, rejected)
	both := judged("documents", session.Accept, 7)
	both.Metadata.Mode = session.ModeBoth
	k.add(now, both)
	k.add(now, session.Cell{Note: "a note"})
	k.add(now, session.Cell{Analysis: &session.AnalysisRun{}, Metadata: session.Metadata{Source: "other"}})
	k.cells = append(k.cells, store.Cell{ID: "torn", CreatedAt: now, Body: []byte("{")})

	c := New(Source{Store: k, Now: func() time.Time { return now }})
	r, err := c.Report(t.Context(), 30)
	if err != nil {
		t.Fatal(err)
	}
	if r.Answers != 23 || r.Sessions != 2 || r.Memory.Recalled != 1 || r.Usage.Calls != 3 || r.Usage.Unpriced != 1 || r.Usage.CostUSD != 0.5 {
		t.Errorf("%+v", r)
	}
	want := []Path{
		{Path: "data", Answers: 21, Judged: 21, Accepted: 20, Rejected: 1, Retried: 1, MedianMS: 100, P95MS: 190},
		{Path: "analysis", Answers: 1},
		{Path: "both", Answers: 1, Judged: 1, Accepted: 1, MedianMS: 7, P95MS: 7},
	}
	if !slices.Equal(r.Paths, want) {
		t.Errorf("paths %+v", r.Paths)
	}
	if v := (Verdicts{Path: "data", Decision: "reject", Reason: "left_out", Answers: 1}); !slices.Contains(r.Verdicts, v) {
		t.Errorf("verdicts %+v", r.Verdicts)
	}
	if r.Memory.AcceptedWith != 1 || r.Memory.AcceptedWithout >= 1 {
		t.Errorf("accepted with memories %v, without %v", r.Memory.AcceptedWith, r.Memory.AcceptedWithout)
	}

	// What comes later is read alone.
	before := k.reads
	k.add(now, judged("general", session.Accept, 1))
	if r, err = c.Report(t.Context(), 0); err != nil || r.Answers != 25 || k.reads-before > 2 {
		t.Errorf("%d answers in %d reads, %v", r.Answers, k.reads-before, err)
	}
}

func TestNothing(t *testing.T) {
	r, err := New(Source{Store: &kept{}, Now: func() time.Time { return now }}).Report(t.Context(), 7)
	if err != nil || r.Answers != 0 || r.Paths == nil || r.Verdicts == nil || r.ByDay == nil || r.Memory.ByType == nil || r.Memory.Growth == nil {
		t.Errorf("%+v, %v", r, err)
	}
}
