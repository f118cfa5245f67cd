package route

import (
	"math"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestPrices(t *testing.T) {
	used := Tokens{Input: 1_000_000, Output: 1_000_000, Cached: 500_000, Written: 200_000}
	for _, c := range []struct{ input, output, cached, written, want string }{
		{"3", "15", "0.30", "3.75", "$16.8000"},
		{"3", "15", "0.30", "", "$16.6500"},
		{"0.15", "0.6", "", "", "$0.7500"},
		{"0", "0", "", "", "$0"},
		{"0.000001", "0", "0", "", "under $0.0001"},
		{"1000", "1000", "", "", "$2000.0000"},
	} {
		p, err := NewPrice(c.input, c.output, c.cached, c.written)
		if got := p.Cost(used).String(); err != nil || got != c.want {
			t.Errorf("%+v: got %s, %v", c, got, err)
		}
	}
	for _, bad := range []string{"", "-1", "1e3", "0.0000001", "1001", "3.", ".5", "three", "99999999999999999999"} {
		if _, err := NewPrice("1", bad, "", ""); fault.CodeOf(err) != fault.Config {
			t.Errorf("%q is taken for a price", bad)
		}
	}
	p, _ := NewPrice("1000", "1000", "1000", "1000")
	if c := p.Cost(Tokens{Input: math.MaxInt, Output: math.MaxInt, Cached: -5, Written: math.MaxInt}); c.Pico != 2*maxTokens*maxRate {
		t.Errorf("got %d", c.Pico)
	}
	if usd := p.Cost(Tokens{Input: 1_000_000}).USD(); usd != 1000 {
		t.Errorf("got %v dollars", usd)
	}
}

func TestChainsAreChecked(t *testing.T) {
	nine := make([]string, 9)
	for i := range nine {
		nine[i] = "a/" + string(rune('a'+i))
	}
	for _, c := range []struct {
		config        Config
		message, hint string
	}{
		{Config{Chains: map[Task]Chain{"sql_generaton": {}}}, `task_routing: there is no task "sql_generaton"`, "did you mean sql_generation?"},
		{Config{Chains: map[Task]Chain{Planning: {Models: []string{"a/x", "a/x"}}}}, `task_routing: planning names the model "a/x" twice, or not at all`,
			"each model of a chain is tried once"},
		{Config{Chains: map[Task]Chain{Planning: {Complex: nine}}}, "task_routing: planning names 9 models, and may name 8", "leave out the last ones"},
		{Config{Rest: Chain{Models: []string{""}}}, `task_routing: the rest names the model "" twice, or not at all`, "each model of a chain is tried once"},
		{Config{Limits: map[string]Limit{"a": {Requests: -1}}}, "a limit of the provider a is below zero", "write 0 for no limit"},
	} {
		_, err := New(c.config)
		if f := fault.Of(err); f == nil || f.Code != fault.Config || f.Message != c.message || f.Hint != c.hint {
			t.Errorf("got %v", err)
		}
	}
}
