//go:build bench

package bench

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// modelFigures measures what Plumb adds to a plain HTTP client, against
// providers on this machine that speak the same formats.
func modelFigures(t *testing.T) []figure {
	var out []figure
	for _, f := range families() {
		out = append(out, overheadFigure(t, f))
	}
	for _, f := range families() {
		out = append(out, idleFigure(t, f))
	}
	for _, f := range families() {
		out = append(out, prefixFigure(t, f))
	}
	return out
}

// overheadFigure asks a provider that writes as slowly as real ones, and once
// more without any waiting, where only the work is left.
func overheadFigure(t *testing.T, f family) figure {
	const pause = 5 * time.Millisecond // before each of some hundred events, of half as many with Gemini
	slowly, slowBare := pairs(t, f, pause, 15)
	atOnce, atOnceBare := pairs(t, f, 0, 301)
	share := float64(slowly-slowBare) / float64(slowBare)
	added := atOnce - atOnceBare
	return figure{
		what:     "a call to " + f.name + " through Plumb: as slow as real ones are; and without waiting",
		ours:     fmt.Sprintf("%s (%+.1f%%); %s (%s)", short(slowly), 100*share, short(atOnce), signed(added)),
		baseline: fmt.Sprintf("%s; %s for a plain HTTP client", short(slowBare), short(atOnceBare)),
		limit:    "5% and 1 ms more", kept: share < 0.05 && added < time.Millisecond,
	}
}

func signed(d time.Duration) string {
	if d < 0 {
		return "-" + short(-d)
	}
	return "+" + short(d)
}

// pairs asks in turn through Plumb and with a plain client, so that a busy
// machine is busy for both, and takes the middle times.
func pairs(t *testing.T, f family, pause time.Duration, runs int) (ours, bare time.Duration) {
	t.Helper()
	step := answered()
	step.Slow = pause
	server := modeltest.New(t, f.format, step)
	callers := []caller{through(f.open(server.URL)), f.plainly(server.URL)}
	times := make([][]time.Duration, len(callers))
	for run := range runs + 1 {
		for i, call := range callers {
			start := time.Now()
			if err := call(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			if run > 0 { // the first opens the connections
				times[i] = append(times[i], time.Since(start))
			}
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	return times[0][runs/2], times[1][runs/2]
}

// prefixFigure asks two different questions, the second after the first, and
// compares what comes before them on the wire.
func prefixFigure(t *testing.T, f family) figure {
	step := modeltest.Calls(model.Call{ID: "call_1", Name: "plan_query", Arguments: json.RawMessage(`{"reasoning": "r", "sql": "SELECT 1"}`)})
	step.Times = 2
	server := modeltest.New(t, f.format, step)
	b := llm.Brain{Planner: f.open(server.URL), Dialect: "DuckDB", Schema: askedSchema()}
	now := time.Date(2025, 11, 15, 9, 0, 0, 0, time.UTC)
	first := llm.Asked{Question: "How many orders are there?", Now: now}
	second := llm.Asked{Question: "Only those of 2025.", Now: now.Add(time.Hour), Past: []llm.Past{{Question: first.Question, SQL: "SELECT 1", Story: "There is 1."}}}
	for _, a := range []llm.Asked{first, second} {
		if _, _, err := b.Plan(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	asked := server.Requests()
	whole, repeated := asPrefix(asked[0]), 0
	for other := asPrefix(asked[1]); repeated < min(len(whole), len(other)) && whole[repeated] == other[repeated]; repeated++ {
	}
	same := strings.HasPrefix(asPrefix(asked[1]), whole)
	return figure{
		what: "of a question to " + f.name + ", the part that repeats with the next question", ours: fmt.Sprintf("%d bytes", repeated),
		baseline: fmt.Sprintf("%d bytes of tools, rules and schema", len(whole)), limit: "all of them, byte for byte", kept: same,
	}
}

// asPrefix is what a provider reads before the conversation: it can keep that
// as long as every byte is the same.
func asPrefix(r *modeltest.Request) string {
	var b strings.Builder
	for _, tool := range r.Tools {
		b.WriteString(tool.Name + "\n" + tool.Description + "\n" + string(tool.Schema) + "\n")
	}
	for _, block := range r.System {
		fmt.Fprintf(&b, "%s\n%v\n", block.Text, block.Cache)
	}
	return b.String()
}
