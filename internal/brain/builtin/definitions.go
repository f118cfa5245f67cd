package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/require"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
)

// checkDefinitions declines a question whose best form does not follow a definition,
// unless it is declined for other reasons.
func (r *reading) checkDefinitions(context.Context) (*brain.Answer, error) {
	if len(r.list) > 0 && r.list[0].Query == nil {
		return nil, nil
	}
	a := r.declineUnfollowed(r.asked, candidates.First(r.list))
	r.misfit = a != nil
	return a, nil
}

// declineUnfollowed declines a question that needs a definition which is not
// followed in its best form: a figure without it would be of something else. It
// is nil for other questions.
func (b *Brain) declineUnfollowed(asked *link.Question, first *candidates.Candidate) *brain.Answer {
	why := explainUnfollowed(b.ix, asked, first)
	if why == "" || !b.rules.On(followedDefinitions) {
		return nil
	}
	b.rules.Note(followedDefinitions)
	return &brain.Answer{Outcome: brain.Declined, Missing: why, Confidence: tuning.DeclineFrom}
}

// explainUnfollowed says which definition a question would need and why it gets no
// answer; "" when it needs none that is not followed.
func explainUnfollowed(ix *index.Index, asked *link.Question, first *candidates.Candidate) string {
	var missed []*index.Term
	if first != nil {
		missed = first.Missed
		otherTime := slices.ContainsFunc(first.Unmet, func(r *require.Requirement) bool { return r.Kind == require.Period })
		if len(missed) == 0 && otherTime && len(first.Defined) > 0 && len(asked.Terms) == 1 {
			missed = asked.Terms // what is defined of the last 90 days is nothing of 2024
		}
	}
	var t *index.Term
	why := "Plumb cannot follow that definition without a model."
	for _, o := range asked.Beyond {
		if !o.Names {
			t = o
			break
		}
	}
	if t == nil {
		if len(missed) == 0 {
			return ""
		}
		t, why = missed[0], "Plumb cannot apply it to this question without a model."
		said := slices.ContainsFunc(asked.Spans, func(s span.Span) bool { return s.Kind == span.Temporal })
		if m := t.Meaning; m.Figure == nil && m.Where == nil && m.Time > 0 && !said {
			why = "Give a period, such as in 2025, or by month."
		}
	}
	if example := exampleOf(asked, first, t); example != "" {
		return fmt.Sprintf("%s %s as “%s”. Its parts have their own dates, so without a model Plumb computes it for one period only, not for each of several. Ask, for example, for %s.",
			t.Defines(), t.Called, shorten(t.Text), example)
	}
	text := fmt.Sprintf("%s %s as “%s”. %s", t.Defines(), t.Called, shorten(t.Text), why)
	if others := followable(ix, t); len(others) > 0 {
		return text + " You can ask for " + english.JoinList(others, "or") + ", or name the columns that you mean."
	}
	return text + " You can name the columns that you mean instead."
}

// exampleOf asks for a figure of different rows in the current one of the times that a
// question wants it for; "" for other questions.
func exampleOf(asked *link.Question, first *candidates.Candidate, t *index.Term) string {
	if first == nil || first.Query == nil || t.Meaning == nil || t.Meaning.Figure == nil {
		return ""
	}
	leaves := t.Meaning.Figure.Leaves()
	if !slices.ContainsFunc(leaves, func(l *index.Figure) bool { return l.Table != leaves[0].Table }) {
		return ""
	}
	now := asked.Today()
	for _, g := range first.Query.Group {
		if g.Years.Fiscal() {
			return t.Called + " in " + g.Years.At(now, map[form.Op]span.Grain{form.Year: span.Year, form.Quarter: span.Quarter}[g.Op]).FiscalName()
		}
		switch g.Op {
		case form.Year:
			return t.Called + now.Format(" in 2006")
		case form.Quarter:
			return fmt.Sprintf("%s in Q%d %d", t.Called, (int(now.Month())+2)/3, now.Year())
		case form.Month, form.MonthNum:
			return t.Called + now.Format(" in January 2006")
		case form.Week, form.Day, form.Weekday, form.Hour:
			return t.Called + now.Format(" on 2 January 2006")
		}
	}
	return ""
}

// shorten is the beginning of a text that is too long to be quoted.
func shorten(text string) string {
	const longest = 160
	if utf8.RuneCountInString(text) <= longest {
		return text
	}
	return strings.TrimRight(string([]rune(text)[:longest]), " ,;") + " …"
}

// followable lists some terms that can be asked for.
func followable(ix *index.Index, but *index.Term) []string {
	const some = 3
	var list []string
	for n := range ix.Terms {
		if t := &ix.Terms[n]; t.Meaning != nil && t.Meaning.Figure != nil && t.Called != but.Called && len(list) < some && !strings.Contains(t.Called, but.Called) {
			list = append(list, t.Called)
		}
	}
	return list
}

// describe notes what documents say of things of the question that the database
// has by the same name: whether that is what they mean is for people to see.
func (b *Brain) describe(a *brain.Answer, asked *link.Question) {
	for _, t := range asked.Beyond {
		if !t.Narrows || !b.rules.On(describedTerms) {
			continue
		}
		b.rules.Note(describedTerms)
		a.Confidence = min(a.Confidence, tuning.DescribedAtMost)
		for i := range a.Readings {
			a.Readings[i].Notes = append(a.Readings[i].Notes, fmt.Sprintf("%s describes %s as %s; check that the figure is of these", t.File, t.Called, t.Text))
		}
	}
}
