package storetest

import (
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

func call(model, task string, at time.Time) store.Call {
	return store.Call{Task: task, Model: model, Tokens: store.CallTokens{Input: 900, Output: 40, Cached: 800}, WaitedMS: 0.5, FirstMS: 120, TotalMS: 700,
		Tries: 1, Priced: true, CostUSD: 0.0025, OccurredAt: at}
}

func usage(t *testing.T, s store.Store) {
	month := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	next := month.AddDate(0, 1, 0)
	second := call("anthropic/claude", "narration", noon)
	second.Session, second.Step, second.Complex = "anywhere", 1, true
	failed := call("anthropic/claude", "narration", noon.Add(time.Second))
	failed.Fault, failed.Tokens, failed.Priced, failed.CostUSD, failed.Tries = "LLM_OVERLOADED", store.CallTokens{}, false, 0, 3
	stopped := call("ollama/qwen3:8b", "sql_generation", noon)
	stopped.Fault, stopped.Tokens, stopped.CostUSD, stopped.Tries = string(fault.Canceled), store.CallTokens{}, 0, 1
	unpriced := call("ollama/qwen3:8b", "sql_generation", next.Add(-time.Microsecond))
	unpriced.Priced, unpriced.CostUSD = false, 0
	write(t, s, store.Batch{Calls: []store.Call{
		call("anthropic/claude", "sql_generation", month), second, failed, stopped, unpriced,
		call("anthropic/claude", "sql_generation", next), call("anthropic/claude", "sql_generation", month.Add(-time.Microsecond)),
	}})
	got, err := s.Usage(t.Context(), month, next)
	if err != nil {
		t.Fatal(err)
	}
	tokens := store.CallTokens{Input: 900, Output: 40, Cached: 800}
	equal(t, "usage", got, []store.Usage{
		{Model: "anthropic/claude", Task: "narration", Calls: 2, Failed: 1, Escalated: 1, Tries: 4, Tokens: tokens, TotalMS: 1400, CostUSD: 0.0025},
		{Model: "anthropic/claude", Task: "sql_generation", Calls: 1, Tries: 1, Tokens: tokens, TotalMS: 700, CostUSD: 0.0025},
		{Model: "ollama/qwen3:8b", Task: "sql_generation", Calls: 2, Tries: 2, Tokens: tokens, TotalMS: 1400, Unpriced: 1},
	})
	if got, err = s.Usage(t.Context(), next.AddDate(1, 0, 0), next.AddDate(2, 0, 0)); err != nil || len(got) != 0 {
		t.Fatalf("a time without calls: %v, %v", got, err)
	}
	for _, spoil := range []func(*store.Call){
		func(c *store.Call) { c.Model = "" },
		func(c *store.Call) { c.Tokens.Input = -1 },
		func(c *store.Call) { c.Tokens.Output = 1 << 60 },
		func(c *store.Call) { c.CostUSD = -1 },
		func(c *store.Call) { c.OccurredAt = time.Time{} },
	} {
		bad := call("a/b", "narration", noon)
		spoil(&bad)
		refuse(t, s, fault.BadData, store.Batch{Calls: []store.Call{bad}})
	}
}
