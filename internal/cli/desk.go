package cli

import (
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/chart/svg"
	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/demo"
	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/glossary"
	"github.com/plumbdata/plumb/internal/learning"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/talk"
)

// openDesk makes the desk that pages are worked at, and what closes all that is
// under it. Questions are asked on the day that today says. If others can reach it,
// files are downloaded from public addresses only, and without credentials.
func (a *app) openDesk(ctx context.Context, model string, today func() time.Time, exposed bool) (_ *desk.Work, closeAll func(), err error) {
	models, err := a.models(ctx, model)
	if err != nil {
		return nil, nil, err
	}
	books, _, err := a.notebooks("")
	if err != nil {
		return nil, nil, err
	}
	kept, err := a.openStore(ctx)
	if err != nil {
		return nil, nil, err
	}
	ledger := mind.NewLedger(ctx, kept)
	known := a.openKnowledge(ctx, a.settings, kept)
	known.life = ctx
	stopRefresh := known.library.keepFresh(ctx)
	documents := a.pageDocuments(known.library, exposed)
	pictures := svg.NewRenderer()
	data := a.newSessionData(a.settings)
	shelf, err := a.plans()
	if err != nil {
		return nil, nil, err
	}
	approve := a.settings.Plans.Trusted(a.settings).Approve
	d := desk.New(ctx, desk.Config{
		Version: Version, Clock: a.Now, NewID: freshID, Notebooks: books, Store: kept, Drivers: drivers, Input: a.input,
		Spec: a.specOf,
		Address: func(c *config.Config, name, dsn string) (connection.Spec, error) {
			spec, err := a.build(c, name, dsn, a.Dir)
			if !exposed && spec.Driver.IsRemote(dsn) {
				spec.Config.Credentials = source.CredentialsOfPerson
			}
			return spec, err
		},
		Talk: func(ctx context.Context, c *config.Config, spec connection.Spec, conn *connection.Connection) (*talk.Talk, error) {
			made, snapshot, err := a.prepareTalk(ctx, c, conn, spec.Identity)
			if err != nil {
				return nil, err
			}
			made.Today, made.Knowledge = today, known.of(ctx, c, spec.Identity)
			made.Plans = talk.Plans{Names: c.Names(), Sources: data.source, Programs: data.programs, Brain: openStored, Always: approve == config.ApproveAlways}
			made.Models = modelsFor(models, c, ledger.ForSession(""), nil) // the turn's events tell of escalations
			return talk.New(made, snapshot), nil
		},
		Glossary: func(identity string) *glossary.Glossary { return glossary.Open(kept, identity, a.Now) },
		Lessons:  func(identity string) *learning.Book { return a.lessons(kept, identity) },
		Propose:  a.propose, Person: store.Local, Memory: known.memory,
		Library: documents.read, Shelf: documents, LocalDocuments: !exposed,
		Plans: shelf, Data: data.store, Approves: approve != config.ApproveNever,
		Explores: models.canPlan(),
		Brain: func(context.Context, *config.Config) (desk.Brain, error) {
			b := desk.Brain{Policy: models.policy, Why: models.describe()}
			if models.canPlan() {
				b.Model = models.router.Models(route.Job{Task: route.SQLGeneration})[0]
			}
			return b, nil
		},
		Usage: func(ctx context.Context) (desk.Usage, error) {
			lines, err := monthOf(ctx, kept, a.Now())
			var u desk.Usage
			for _, l := range lines {
				u.Calls += l.Calls
				u.Tokens += l.Tokens.Input + l.Tokens.Output
				u.CostUSD += l.CostUSD
				u.Unknown += l.Unpriced
			}
			return u, err
		},
		Demo: func(ctx context.Context) (desk.NewSource, error) {
			made, err := demo.Build(ctx, inDir(a.Dir, "warehouse"), nil)
			if err != nil {
				return desk.NewSource{}, err
			}
			return desk.NewSource{Kind: duckdb.Driver.Name, Properties: map[string]string{"path": made.Path}}, nil
		},
		Draw: func(ctx context.Context, spec []byte, dark bool) ([]byte, error) {
			text, err := pictures.SVG(ctx, spec, chart.Theme(dark))
			return []byte(text), err
		},
		Parquet: a.writeParquet,
	})
	return d, func() {
		_ = data.close()
		ledger.Close()
		stopRefresh()
		known.close()
		_ = kept.Close()
	}, nil
}
