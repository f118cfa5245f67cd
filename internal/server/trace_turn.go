package server

import (
	"context"
	"encoding/json"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/session"
)

// traceTurn gives a question a span of its own under the request that asked it,
// with one for each stage. They come from the log, as everything that is told
// of a question does; what was asked is not in them.
func (s *Server) traceTurn(ctx context.Context, turn desk.Turn) {
	t := s.options.Traces
	whole := t.under(requestOf(ctx).span, "question", turn.Began)
	if whole == nil {
		return
	}
	whole.attributes = []otlpAttribute{{"plumb.turn", otlpValue{Text: turn.ID}}, {"plumb.source", otlpValue{Text: turn.Source}}}
	s.tracing.Go(func() {
		var stage *span
		for e, err := range s.turns.Follow(s.closing, turn.Notebook, turn.After) {
			if err != nil {
				return
			}
			if e.Turn != turn.ID {
				continue
			}
			switch e.Kind {
			case session.StageEntered:
				t.end(stage, e.At)
				var p session.StagePayload
				_ = json.Unmarshal(e.Payload, &p) // a stage without a name is a stage
				stage = t.under(whole, "stage "+string(p.Stage), e.At)
			case session.TurnEnded:
				t.end(stage, e.At)
				var p session.EndedPayload
				_ = json.Unmarshal(e.Payload, &p)
				whole.attributes = append(whole.attributes, otlpAttribute{"plumb.outcome", otlpValue{Text: p.Outcome}})
				whole.failed = p.Outcome == "failed"
				t.end(whole, e.At)
				return
			}
		}
	})
}
