package route

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

func TestTotalsOfAMonth(t *testing.T) {
	var sums Totals
	november := time.Date(2026, 11, 30, 23, 0, 0, 0, time.UTC)
	for _, r := range []Record{
		{Time: november, Model: "b/y", Task: Narration, Tries: 1},
		{Time: november, Model: "a/x", Task: Planning, Tries: 1, Tokens: Tokens{Input: 10, Output: 2, Cached: 5}, Cost: Cost{true, 7}, Total: time.Second},
		{Time: november, Model: "a/x", Task: Planning, Tries: 3, Step: 1, Fault: model.Overloaded, Total: time.Second},
		{Time: november.Add(2 * time.Hour), Model: "a/x", Task: Planning, Cost: Cost{true, 100}},
	} {
		sums.Record(t.Context(), r)
	}
	want := []Total{
		{Month: "2026-11", Model: "a/x", Task: Planning, Calls: 2, Failed: 1, Escalated: 1, Tries: 4,
			Tokens: Tokens{Input: 10, Output: 2, Cached: 5}, Time: 2 * time.Second, Cost: Cost{true, 7}, Unpriced: 1},
		{Month: "2026-11", Model: "b/y", Task: Narration, Calls: 1, Tries: 1, Unpriced: 1},
	}
	if got := sums.Month(november); !slices.Equal(got, want) {
		t.Fatalf("got %+v", got)
	}
	if got := sums.Month(november.AddDate(0, 5, 0)); got != nil {
		t.Fatalf("got %+v", got)
	}
}

func TestPrices(t *testing.T) {
	used := Tokens{Input: 1_000_000, Output: 1_000_000, Cached: 500_000}
	for _, c := range []struct{ input, output, cached, want string }{
		{"3", "15", "0.30", "$16.6500"},
		{"0.15", "0.6", "", "$0.7500"},
		{"0", "0", "", "$0"},
		{"0.000001", "0", "0", "under $0.0001"},
		{"1000", "1000", "", "$2000.0000"},
	} {
		p, err := NewPrice(c.input, c.output, c.cached)
		if got := p.Cost(used).String(); err != nil || got != c.want {
			t.Errorf("%+v: got %s, %v", c, got, err)
		}
	}
	for _, bad := range []string{"", "-1", "1e3", "0.0000001", "1001", "3.", ".5", "three", "99999999999999999999"} {
		if _, err := NewPrice("1", bad, ""); fault.CodeOf(err) != fault.Config {
			t.Errorf("%q is taken for a price", bad)
		}
	}
	p, _ := NewPrice("1000", "1000", "1000")
	if c := p.Cost(Tokens{Input: math.MaxInt, Output: math.MaxInt, Cached: -5}); c.Pico != 2*maxTokens*maxRate {
		t.Errorf("got %d", c.Pico)
	}
	if c := (Cost{true, math.MaxInt64}).add(Cost{true, 1}); c.Pico != math.MaxInt64 {
		t.Errorf("got %d", c.Pico)
	}
}

func TestTaskRouting(t *testing.T) {
	chains, err := Chains(map[string]Setting{
		"sql_generation": {Models: []Choice{{"ollama", "sqlcoder:7b"}, {"", "claude-sonnet-4-5"}}},
		"analysis":       {Models: []Choice{{"", "claude-sonnet-4-5"}}, Complex: []Choice{{"", "claude-opus-4-1"}}},
	}, "anthropic")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(chains[SQLGeneration].Models, []string{"ollama/sqlcoder:7b", "anthropic/claude-sonnet-4-5"}) ||
		!slices.Equal(chains[Analysis].Complex, []string{"anthropic/claude-opus-4-1"}) {
		t.Fatalf("got %+v", chains)
	}
	for _, c := range []struct {
		settings map[string]Setting
		message  string
		hint     string
	}{
		{map[string]Setting{"sql_generaton": {}}, `task_routing: there is no task "sql_generaton"`, "did you mean sql_generation?"},
		{map[string]Setting{"planning": {Models: []Choice{{"", "x"}}}}, "task_routing: a model of planning has no provider or no name",
			"write provider: and model: for each, such as provider: ollama and model: qwen3:8b"},
		{map[string]Setting{"planning": {Models: []Choice{{"a", "x"}, {"a", "x"}}}}, `task_routing: planning names the model "a/x" twice, or not at all`,
			"each model of a chain is asked once"},
		{map[string]Setting{"planning": {Models: make9()}}, "task_routing: planning names 9 models, and may name 8", "leave out the last ones"},
	} {
		_, err := Chains(c.settings, "")
		if f := fault.Of(err); f == nil || f.Code != fault.Config || f.Message != c.message || f.Hint != c.hint {
			t.Errorf("got %v", err)
		}
	}
	for _, c := range []Config{
		{Chains: map[Task]Chain{"cooking": {}}},
		{Rest: Chain{Models: []string{""}}},
		{Limits: map[string]Limit{"a": {Requests: -1}}},
	} {
		if _, err := New(c); fault.CodeOf(err) != fault.Config {
			t.Errorf("%+v is taken", c)
		}
	}
}

func make9() []Choice {
	list := make([]Choice, 9)
	for i := range list {
		list[i] = Choice{"a", string(rune('a' + i))}
	}
	return list
}
