package cli

import (
	"context"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

func (a *app) evalChartCommand() *cobra.Command {
	var f evalFlags
	c := &cobra.Command{
		Use:   "chart DIR",
		Short: "Answer the chart requests of a folder and compare with the expected charts",
		Long: `Answer every phrasing of every chart request of a folder, run the resulting
statement, choose a chart, and compare its kind and data with the expected ones.

DIR contains nvBench's pairs.jsonl, with one object per line: {"vis_id","chart",
"db_id","nl_queries","vis_query"}. Databases and splits.json come from the
folder spider beside DIR, unless --databases names another.

--out writes one line per answer. A second run continues where the first
stopped: it reuses the answers and chooses the charts again.`,
		Example: `  plumb eval chart nvbench --split valid
  plumb eval chart nvbench --brain gold --limit 500`,
		Args: exactly(1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Dir = args[0]
			return a.evalChart(cmd.Context(), f)
		},
	}
	f.add(c)
	flags := c.Flags()
	flags.StringVar(&f.Part.Databases, "databases", "", "folder of the databases (default DIR/../spider/database)")
	flags.StringVar(&f.Now, "now", "", "date to use as today")
	return c
}

func (a *app) evalChart(ctx context.Context, f evalFlags) error {
	brain, err := a.brain(f.Brain)
	if err != nil {
		return err
	}
	if _, err := a.config(); err != nil { // once, before databases are opened in parallel
		return err
	}
	if f.Part.Databases == "" {
		f.Part.Databases = filepath.Join(f.Dir, "..", "spider", "database")
	}
	part := f.Part
	part.Databases = inDir(a.Dir, part.Databases)
	charts, err := eval.LoadCharts(inDir(a.Dir, f.Dir), part)
	if err != nil {
		return err
	}
	run := &eval.Run{Suite: charts.Suite, Brain: brain, Open: a.openBare, Now: a.Now(), Parallel: f.parallel, Order: eval.OrderCounts}
	if f.Now != "" {
		if run.Now, err = eval.ParseNow(f.Now); err != nil {
			return err
		}
	}
	if b, ok := brain.(eval.Identified); ok {
		f.Identity = b.Identity()
	}
	if run.Journal, err = a.journal(f); err != nil {
		return err
	}
	defer run.Journal.Close()
	p := a.progress()
	run.Progress = func(done, total int) { p.Step("asking", done, total) }
	err = run.Do(ctx)
	p.End()
	if err != nil {
		return err
	}
	run.Progress = func(done, total int) { p.Step("choosing", done, total) }
	drawn, err := run.Draw(ctx, chosenKind)
	p.End()
	if err != nil {
		return err
	}
	summary := charts.Summary(run.Journal, drawn)
	if a.json {
		return a.writeJSON(a.Stdout, summary)
	}
	return a.showCharts(summary)
}

// chosenKind is the kind of the chart that fits, in nvBench's words.
func chosenKind(question string, t *table.Table, m *meaning.Meaning) string {
	p := chart.Choose(question, t, m).Plan
	series := p.Series != ""
	switch p.Kind {
	case chart.Bar:
		if series {
			return "Stacked Bar"
		}
		return "Bar"
	case chart.Line:
		if series {
			return "Grouping Line"
		}
		return "Line"
	case chart.Scatter:
		if series {
			return "Grouping Scatter"
		}
		return "Scatter"
	case chart.Pie:
		return "Pie"
	}
	return string(p.Kind)
}

func (a *app) showCharts(s *eval.ChartSummary) error {
	t := newSheet("share", "percent", "charts", "of")
	t.share("kind right", s.Kind)
	t.share("  apart from its series", s.Mark)
	t.share("data right", s.Data)
	t.share("kind and data right", s.Both)
	if err := a.section("", t); err != nil {
		return err
	}
	for _, part := range []struct {
		title, column string
		pairs         []eval.Pair
	}{{"By kind", "wanted", s.ByKind}, {"By whether the question names a kind", "question", s.ByNaming}} {
		t := newSheet(part.column, "percent kind", "percent kind and data", "of")
		for _, p := range part.pairs {
			t.row(p.Name, percent(p.Kind), percent(p.Both), strconv.Itoa(p.Kind.Of))
		}
		if err := a.section(part.title, t); err != nil {
			return err
		}
	}
	t = newSheet("mistake", "charts")
	for _, m := range s.Mistakes[:min(len(s.Mistakes), 12)] {
		t.row(m.Name, strconv.Itoa(m.N))
	}
	if err := a.section("The most frequent errors", t); err != nil {
		return err
	}
	a.printf("\n%d asked; %d gold queries failed\n", s.Asked, s.GoldBroken)
	return nil
}
