package cli

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/plan"
)

// approve asks the person whether a plan, which they see, may run.
func (t *dialogue) approve(ctx context.Context, _ *plan.Plan) (analyze.Decision, error) {
	if t.listen == nil {
		return analyze.Decision{Reason: "The plan was not run: nobody approved it, and it was not Plumb that wrote it. --yes approves plans beforehand."}, nil
	}
	t.notify("Run this plan? Enter runs it, n does not, and other words change it, such as: leave out returns")
	t.busy.pause()
	defer t.busy.resume()
	line, err := t.listen(ctx)
	switch {
	case errors.Is(err, io.EOF):
		return analyze.Decision{}, nil
	case err != nil:
		return analyze.Decision{}, err
	}
	return decisionOf(line), nil
}

// decisionOf is what a line says to a plan.
func decisionOf(line string) analyze.Decision {
	switch words := strings.ToLower(strings.Trim(strings.TrimSpace(line), ".!")); words {
	case "", "y", "yes", "ok", "okay", "run", "run it", "go", "go ahead", "approve", "approved", "do it", "sure":
		return analyze.Decision{Run: true}
	case "n", "no", "nope", "reject", "cancel", "stop", "quit", "/quit", "don't", "do not":
		return analyze.Decision{}
	}
	return analyze.Decision{Feedback: strings.TrimSpace(line)}
}
