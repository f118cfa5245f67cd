package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/terminal"
)

// explore answers by looking around.
func (t *dialogue) explore(ctx context.Context, question string) (*turn, error) {
	return t.move(func() (*turn, error) { return t.Explore(ctx, t.before, t.ParseQuestion(question)) })
}

// plan answers by steps that a language model plans.
func (t *dialogue) plan(ctx context.Context, question string) (*turn, error) {
	return t.move(func() (*turn, error) { return t.Steps(ctx, t.before, t.ParseQuestion(question)) })
}

// showExploration tells what a model looks at while it does.
func (a *app) showExploration(e session.Entry) {
	switch p := e.Payload.(type) {
	case session.CalledPayload:
		a.notify("%s %s", p.Tool, terminal.Clean(p.Arguments))
	case session.AnsweredPayload:
		switch {
		case !p.OK:
			a.notify("  %s", terminal.Clean(p.Reason))
		case p.Query > 0:
			a.notify("  [%d] %s", p.Query, count(p.Rows, "row"))
		}
	}
}

// showSources lists the queries that an explored answer rests on.
func (t *dialogue) showSources(of *turn) {
	if a := of.Cell.Analysis; a != nil {
		t.paragraph("Steps", terminal.Dim)
		for _, line := range stepsOf(a) {
			printHanging(t.Stdout, t.out, "  ", terminal.Clean(line), terminal.Dim)
		}
		return
	}
	if len(of.Cell.Sources) == 0 {
		return
	}
	t.paragraph("Sources", terminal.Dim)
	for _, s := range of.Cell.Sources {
		rows := count(int(s.RowCount), "row")
		if s.Truncated {
			rows = "the first " + rows
		}
		what := rows
		if len(s.Tables) > 0 {
			what += " from " + cleanList(s.Tables)
		}
		head := fmt.Sprintf("  [%d] ", s.Number)
		printHanging(t.Stdout, t.out, head, what, terminal.Dim)
		if s.SQL != "" {
			printHanging(t.Stdout, t.out, strings.Repeat(" ", len(head)), strings.Join(strings.Fields(s.SQL), " "), terminal.Dim)
		}
	}
}
