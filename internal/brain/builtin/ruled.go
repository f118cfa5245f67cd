package builtin

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/followup"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/terms"
)

// ruled answers follow-ups whose few words say exactly what is to change: the
// parser would have to guess it. It is nil for all others.
func (b *Brain) ruled(ctx context.Context, q brain.Question) (*brain.Answer, error) {
	whole, ok := followup.Form(q.Before)
	if !ok {
		return nil, nil
	}
	before, terms := terms.Plain(b.ix, whole)
	previous := &link.Previous{Query: before, Reading: render.Sentence(b.ix, before), Terms: terms}
	text := reply.Normalize(q.Text)
	if made := followup.Total(before, text); made != nil && addsUp(whole) {
		return b.byRule(ctx, q, made, previous)
	}
	made, wanted := followup.Compare(before, text)
	if !wanted {
		return nil, nil
	}
	cannot := reply.Decline("Plumb cannot compare this answer with another period. Ask for both in one question, such as revenue by region in 2024 and 2025.")
	if len(followup.Periods(before)) == 0 {
		cannot = reply.Decline(fmt.Sprintf("The previous answer covers all periods, so there is none to compare with. Ask for one period first, such as %d.", q.Now.Year()))
	}
	if made == nil {
		return cannot, nil
	}
	a, err := b.byRule(ctx, q, made, previous)
	if a == nil && err == nil {
		a = cannot
	}
	return a, err
}

// addsUp is true for a form, with what documents define in it, all of whose
// figures make a total.
func addsUp(q *form.Query) bool {
	return !slices.ContainsFunc(q.Select, func(e *form.Expr) bool {
		grouped := slices.ContainsFunc(q.Group, func(g *form.Expr) bool { return reflect.DeepEqual(g, e) })
		return !grouped && e.Op != form.Column && !followup.IsAdditive(e)
	})
}

// byRule is the answer with a form that the parser did not write; nil where it
// cannot be run, or leaves out what a document defines.
func (b *Brain) byRule(ctx context.Context, q brain.Question, made *form.Query, previous *link.Previous) (*brain.Answer, error) {
	asked := b.linker.Read(q.Text, q.Now, previous)
	asked.Names = slices.DeleteFunc(asked.Names, func(n link.Name) bool { return n.First >= asked.Context }) // the rule has read all of it: it names nothing
	c := &candidate{query: made, followUp: true, mended: true, logProb: math.Log(mendedAtMost)}
	if !b.finish(c, asked, q.Now) || len(c.missed) > 0 || c.crosses != nil {
		return nil, nil
	}
	list := []*candidate{c}
	if _, err := b.try(ctx, list); err != nil || c.failed { // there is no other that could be meant
		return nil, err
	}
	if b.people {
		b.namesakes(ctx, list, q.Now)
	}
	r := b.reading(c)
	r.Probability = max(likelyFrom, min(q.Before.Probability, mendedAtMost)) // no surer than what it changes
	return &brain.Answer{Outcome: brain.Likely, Confidence: r.Probability, Readings: []brain.Reading{r}}, nil
}

// listed is true for a form that shows rows as they are stored.
func listed(of any) bool {
	q, ok := of.(*form.Query)
	return ok && q != nil && len(q.Group) == 0 && !slices.ContainsFunc(q.Select, aggregated)
}

func aggregated(e *form.Expr) bool {
	switch e.Op {
	case form.Count, form.Max, form.Min, form.Sum, form.Avg, form.Median, form.Percentile, form.Stdev, form.Scalar:
		return true
	}
	return slices.ContainsFunc(e.Args, aggregated)
}
