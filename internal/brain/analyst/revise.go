package analyst

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

// Revise plans a message again, with all that a person has said to its plan.
func (a *Analyst) Revise(ctx context.Context, q brain.Question, p *plan.Plan, said []string) (*brain.Analysis, error) {
	skips := func(words string) bool { return namesStep(p, words) }
	others := slices.DeleteFunc(slices.Clone(said), skips)
	var found *brain.Analysis
	var err error
	if p.Method == method.Why.Name {
		found, err = a.whyChanged(ctx, q, others)
	} else {
		if len(others) > 0 {
			q.Text = strings.TrimRight(q.Text, "?!. ") + ", " + strings.Join(others, ", ")
		}
		found, err = a.Analyze(ctx, q)
	}
	if err != nil || found == nil || found.Plan == nil || found.Plan.Method != p.Method {
		return nil, err
	}
	for _, words := range said {
		if !skips(words) {
			continue
		}
		number, ok := stepNamed(found.Plan, words)
		if !ok {
			return declined("The plan has no such step any more."), nil
		}
		if why := skip(found.Plan, number); why != "" {
			return declined(why), nil
		}
	}
	same := *found.Plan
	same.Title, same.Parameters, same.Steps = p.Title, p.Parameters, slices.Clone(found.Plan.Steps)
	for i := range same.Steps { // whose connection the caller names
		if at := slices.IndexFunc(p.Steps, func(o plan.Step) bool { return o.Output == same.Steps[i].Output }); at >= 0 {
			same.Steps[i].Source = p.Steps[at].Source
		}
	}
	if len(p.Diff(&same)) == 0 { // the words changed nothing
		return nil, nil
	}
	found.Plan.Title += ", " + strings.Join(said, ", ")
	found.Sentence = found.Plan.Title
	return found, nil
}

// change is what a person wants otherwise of the columns that a figure is split by.
type change struct{ without, only []string }

var (
	// leavesOut begins words for a column that should not be looked at.
	leavesOut = lazyregexp.New(`(?i)^(?:please )?(?:leave out|without|exclude|ignore|skip|drop|omit|do not (?:use|split by|look at)|don't (?:use|split by|look at)|not by)\s+(?:the )?(.+)$`)
	// takesOnly begins words for the columns that alone should be looked at.
	takesOnly = lazyregexp.New(`(?i)^(?:please )?(?:(?:split |look |break (?:it )?down )?only (?:by|at)|just (?:by|at)|use only)\s+(?:the )?(.+)$`)
	// comparesWith begins words for the period that is compared with.
	comparesWith = lazyregexp.New(`(?i)\b(?:compared? (?:it |that )?(?:with|to)|versus|vs\.?|against|than|from)\b`)
)

// apply changes what is planned by what a person said; false where it says nothing that
// can be planned.
func (a *Analyst) apply(ctx context.Context, words string, c *change, f *figure, read **brain.Reading, w *whyQuestion, asked, now time.Time) (bool, error) {
	words = strings.TrimRight(strings.TrimSpace(words), "?!. ")
	dims := dimensionsOf(a.Index, *f)
	for _, how := range []struct {
		begins *lazyregexp.Regexp
		to     *[]string
	}{{leavesOut, &c.without}, {takesOnly, &c.only}} {
		if m := how.begins.FindStringSubmatch(words); m != nil {
			if names := dimensionsNamed(dims, m[1]); len(names) > 0 {
				*how.to = append(*how.to, names...)
				return true, nil
			}
		}
	}
	if periods := periodsOf(span.Words(words), now); len(periods) > 0 {
		switch {
		case len(periods) > 1:
			w.before, w.after = &periods[0].Period, &periods[1].Period
		case comparesWith.MatchString(words):
			w.before = &periods[0].Period
		default:
			w.before, w.after = nil, &periods[0].Period
		}
		return true, nil
	}
	answer, err := a.Read(ctx, brain.Question{Text: words, Now: asked, Before: *read})
	if err != nil || len(answer.Readings) == 0 || answer.Confidence < brain.LikelyFrom || !answer.Readings[0].FollowUp {
		return false, err
	}
	r := &answer.Readings[0]
	q, ok := r.Form.(*form.Query)
	if !ok {
		return false, nil
	}
	next, ok := figureOf(a.Index, q)
	if !ok {
		return false, nil
	}
	r.Probability = min(answer.Confidence, (*read).Probability)
	*f, *read = next, r
	return true, nil
}

// dimensionsNamed are the columns that words name, all of them or none.
func dimensionsNamed(dims []dimension, words string) []string {
	var names []string
	for part := range strings.SplitSeq(lists.ReplaceAllString(words, ","), ",") {
		part = english.Singular(strings.ToLower(strings.TrimSpace(part)))
		at := slices.IndexFunc(dims, func(d dimension) bool { return english.Singular(strings.ToLower(d.name)) == part })
		if at < 0 {
			return nil
		}
		names = append(names, dims[at].name)
	}
	return names
}

var lists = lazyregexp.New(`(?i)\s*(?:,|\band\b|\bor\b|&)\s*(?:the )?`)

// keep are the columns that a person left.
func (c change) keep(dims []dimension) []dimension {
	return slices.DeleteFunc(dims, func(d dimension) bool {
		return slices.Contains(c.without, d.name) || len(c.only) > 0 && !slices.Contains(c.only, d.name)
	})
}
