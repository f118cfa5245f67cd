package server

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/statistics"
)

// longestCount is how long counting may take of a request for metrics.
const longestCount = 5 * time.Second

// writeKnowledge adds what the store has recorded of answers and memories. Where that
// cannot be read in time, it is left out, as Prometheus expects of what is missing.
func (s *Server) writeKnowledge(ctx context.Context, b *strings.Builder) {
	ctx, cancel := context.WithTimeout(ctx, longestCount)
	defer cancel()
	r, err := s.memories.Statistics(ctx, 0)
	if err != nil {
		s.options.Log.Warn("statistics", "error", err)
		return
	}
	writeReport(b, r)
}

// writeReport writes figures as gauges: they are of the newest answers, and may fall.
func writeReport(b *strings.Builder, r *statistics.Report) {
	family(b, "plumb_answers", "gauge", "Answers recorded, by the path that led to them.")
	for _, p := range r.Paths {
		fmt.Fprintf(b, "plumb_answers{path=%q} %d\n", p.Path, p.Answers)
	}
	family(b, "plumb_answer_verdicts", "gauge", "Verdicts of the critic, by path, decision and first reason.")
	for _, v := range r.Verdicts {
		fmt.Fprintf(b, "plumb_answer_verdicts{path=%q,decision=%q,reason=%q} %d\n", v.Path, v.Decision, v.Reason, v.Answers)
	}
	family(b, "plumb_answers_retried", "gauge", "Answers that were tried more than once, by path.")
	for _, p := range r.Paths {
		fmt.Fprintf(b, "plumb_answers_retried{path=%q} %d\n", p.Path, p.Retried)
	}
	family(b, "plumb_answer_seconds", "gauge", "How long answers took, by path: median and 95th percentile.")
	for _, p := range r.Paths {
		fmt.Fprintf(b, "plumb_answer_seconds{path=%q,quantile=\"0.5\"} %g\n", p.Path, p.MedianMS/1000)
		fmt.Fprintf(b, "plumb_answer_seconds{path=%q,quantile=\"0.95\"} %g\n", p.Path, p.P95MS/1000)
	}
	m := r.Memory
	family(b, "plumb_memories", "gauge", "Memories that count, by type.")
	for _, t := range m.ByType {
		fmt.Fprintf(b, "plumb_memories{type=%q} %d\n", t.Type, t.Memories)
	}
	for _, g := range []struct {
		name, help string
		value      float64
	}{
		{"plumb_answers_with_memories", "Answers for which a memory came to mind.", float64(m.Recalled)},
		{"plumb_answers_following_knowledge", "Answers that followed what was known before.", float64(m.Followed)},
		{"plumb_memories_used", "Memories that answers used at least once.", float64(m.Used)},
		{"plumb_memories_helped", "How often people said that a memory was right.", float64(m.Helped)},
		{"plumb_memories_wrong", "Memories that people said to be wrong.", float64(m.Wrong)},
		{"plumb_memories_per_session", "Memories for each conversation that any came from.", m.PerSession},
		{"plumb_answer_sessions", "Conversations with answers.", float64(r.Sessions)},
		{"plumb_model_cost_usd", "What calls of language models cost, where the price is known.", r.Usage.CostUSD},
	} {
		family(b, g.name, "gauge", g.help)
		fmt.Fprintf(b, "%s %g\n", g.name, g.value)
	}
	family(b, "plumb_model_tokens", "gauge", "Tokens that language models read and wrote.")
	fmt.Fprintf(b, "plumb_model_tokens{direction=\"input\"} %d\nplumb_model_tokens{direction=\"output\"} %d\n", r.Usage.Input, r.Usage.Output)
}
