package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/mode/explore"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/terminal"
)

// explorer lets the models of a conversation look around in its database.
func (a *app) explorer(models *languageModels, c *talk.Config, dialect string, r route.Recorder, told func(route.Escalation)) *explore.Mode {
	price := func(name string, u model.Usage) float64 {
		p, _ := models.router.Price(name) // one that is not known counts as nothing here, and as unknown in the records
		return p.Cost(route.TokensOf(u)).USD()
	}
	chain := func(happened func(context.Context, session.Entry)) model.Model {
		return models.router.Watched(r, escalation(told, happened)).Model(route.Job{Task: route.Planning, Complex: true})
	}
	return &explore.Mode{ForTurn: chain, Database: c.Connection, Log: c.Session, Limits: c.Limits, Dialect: dialectNames[dialect], Memory: &explore.Memory{},
		NewID: c.NewID, Clock: c.Clock, Price: price, Watch: c.Watch}
}

// explored answers by looking around.
func (t *dialogue) explored(ctx context.Context, question string) (*turn, error) {
	return t.move(func() (*turn, error) { return t.Explore(ctx, t.before, t.Asked(question)) })
}

// looking tells what a model looks at while it does.
func (a *app) looking(e session.Entry) {
	switch p := e.Payload.(type) {
	case session.CalledPayload:
		a.aside("%s %s", p.Tool, terminal.Clean(p.Arguments))
	case session.AnsweredPayload:
		switch {
		case !p.OK:
			a.aside("  %s", terminal.Clean(p.Reason))
		case p.Query > 0:
			a.aside("  [%d] %s", p.Query, count(p.Rows, "row"))
		}
	}
}

// showSources lists the queries that an explored answer rests on.
func (t *dialogue) showSources(of *turn) {
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
		hanging(t.Stdout, t.out, head, what, terminal.Dim)
		if s.SQL != "" {
			hanging(t.Stdout, t.out, strings.Repeat(" ", len(head)), strings.Join(strings.Fields(s.SQL), " "), terminal.Dim)
		}
	}
}
