package analyze

import (
	"cmp"
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Teller is an author who also tells what the steps found. Every claim of its text is
// held against the tables of the steps.
type Teller interface {
	Tell(ctx context.Context, f Findings) (text, by string, spent turn.Cost, err error)
}

// Findings are what the steps of a plan found.
type Findings struct {
	Plan       *plan.Plan
	Question   string
	Steps      []method.Named // tables of the steps before the last that are small enough for a cell
	Last       *table.Table
	Chart      string   // its kind
	Objections []string // to the text before, of which this is the second
}

// narrate tells what the steps found: in the words of the plan's author as far as the
// tables support them, else in Plumb's own.
func (t *Turn) narrate(ctx context.Context, c *session.Cell) error {
	if teller, ok := t.q.Author.(Teller); ok && !t.plan.Own() {
		if err := t.books.Enters(ctx, session.Narrating); err != nil {
			return err
		}
		defer t.books.Timed(&t.books.Timings.Narrate)()
		if err := t.tell(ctx, teller, c); err != nil {
			return err
		}
	}
	if c.Narrative == nil && t.m.Tell != nil {
		c.Narrative = t.m.Tell(ctx, t.q.Text, t.Table)
	}
	return nil
}

// told is a text about the steps, and what their tables say of it.
type told struct {
	text, by string
	report   story.Combined
}

// tell lets the author tell what the steps found. What the tables do not support goes
// back once, with the reasons; what is then left unsupported is taken out. There is no
// narrative where nothing stands, or where the author cannot tell.
func (t *Turn) tell(ctx context.Context, teller Teller, c *session.Cell) error {
	w, err := t.gather(ctx, c)
	if err != nil {
		return err
	}
	n, err := t.tellOnce(ctx, teller, w, nil)
	if reasons := n.report.Reasons(); err == nil && len(reasons) > 0 {
		var again told
		if again, err = t.tellOnce(ctx, teller, w, reasons); err == nil && again.text != "" && len(again.report.Reasons()) <= len(reasons) {
			n = again
		}
	}
	if ctx.Err() != nil || fault.CodeOf(err) == fault.Canceled {
		return cmp.Or(err, ctx.Err())
	}
	if err != nil {
		f := fault.Of(err)
		c.Diagnostics = append(c.Diagnostics, fault.Diagnostic{Severity: fault.Warning, Code: f.Code, Message: "the model could not tell what the steps found: " + f.Message, Hint: f.Hint})
	}
	if bad := n.report.Unsupported(); len(bad) > 0 {
		n.text, err = story.StripAll(n.text, n.report.Report, func(left string) (_ story.Report, err error) {
			n.report, err = w.check(ctx, t, left)
			return n.report.Report, err
		})
		if err != nil {
			return err
		}
		c.Diagnostics = append(c.Diagnostics, turn.Cut("story", n.text, bad[0]))
	}
	if n.text == "" {
		return nil
	}
	c.Narrative = &session.Narrative{Text: n.text, By: n.by, DataReferences: turn.References(n.report.References)}
	for i := range c.Narrative.DataReferences {
		c.Narrative.DataReferences[i].Query = w.numbers[n.report.By[i]]
	}
	c.Sources = w.sources
	return nil
}

// tellOnce is a text of the author, held against the tables.
func (t *Turn) tellOnce(ctx context.Context, teller Teller, w *findings, objections []string) (n told, err error) {
	f := Findings{Plan: t.plan, Question: t.q.Text, Steps: w.steps, Last: t.Table, Chart: string(t.Chart.Kind), Objections: objections}
	var spent turn.Cost
	n.text, n.by, spent, err = teller.Tell(ctx, f)
	t.spend(spent)
	if err != nil || n.text == "" {
		return told{}, err
	}
	n.report, err = w.check(ctx, t, n.text)
	return n, err
}

// findings are the tables that a text about the steps is held against: those that the
// cell keeps, so that the text can be checked again without a database.
type findings struct {
	sources []session.Evidence // of the cell, if the text is taken
	steps   []method.Named
	results []story.Result // the cell's own first
	numbers []int          // of the steps that they are of; 0 is the cell's own
}

// gather collects the tables of the steps.
func (t *Turn) gather(ctx context.Context, c *session.Cell) (*findings, error) {
	w := &findings{sources: slices.Clone(c.Sources), results: []story.Result{story.NewResult(t.Table, nil, true)}, numbers: []int{0}}
	last := t.plan.Last().Output
	for _, s := range t.steps {
		if s.Language != plan.Read && s.Output != last {
			e, err := t.evidenceOf(ctx, s)
			if err != nil {
				return nil, err
			}
			w.sources = append(w.sources, e)
		}
	}
	slices.SortFunc(w.sources, func(a, b session.Evidence) int { return cmp.Compare(a.Number, b.Number) })
	for _, e := range w.sources {
		rows, kept, err := e.Result.Table()
		if err != nil {
			return nil, err
		}
		if !kept {
			continue
		}
		w.results = append(w.results, story.NewResult(rows, nil, true))
		w.numbers = append(w.numbers, e.Number)
		if s := t.plan.Step(e.Number); s != nil && s.Output != last {
			w.steps = append(w.steps, method.Named{Name: s.Output, Table: rows})
		}
	}
	return w, nil
}

// check finds for each claim of a text a table that supports it.
func (w *findings) check(ctx context.Context, t *Turn, text string) (story.Combined, error) {
	return story.CheckAll(ctx, text, w.results, story.Context{Question: t.q.Text, Now: t.q.Now, Foreign: true})
}
