package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/followup"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
)

// include answers a follow-up that lets rows count which the answer before leaves
// out: the condition is widened. Where that cannot be done for sure, it is declined.
func (t *turn) include(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	whole, ok := followup.Form(t.question.Before)
	what, wanted := followup.Includes(reply.Normalize(t.question.Text))
	if !ok || !wanted {
		return false, nil, nil
	}
	words := span.Words(what)
	if r := t.ruledOut(words); r != nil {
		return t.includeRuledOut(ctx, whole, r)
	}
	found := slices.DeleteFunc(t.ix.Values(words), func(m index.Match) bool { return m.Kind > index.Aliased })
	if len(found) == 0 || t.namesTable(what) {
		return false, nil, nil
	}
	made := whole.Clone()
	made.Plain = nil
	at := slices.IndexFunc(made.Where.Conjuncts(), func(c *form.Cond) bool {
		return followup.Chooses(c) && slices.ContainsFunc(found, func(m index.Match) bool { return m.Column == c.Left.Column })
	})
	if at < 0 || whole.Set != form.NoSet {
		return true, reply.Decline(fmt.Sprintf("The answer before has no condition of its own that leaves out %s, so that none can be widened. Ask the whole question again, and say which rows count.", what)), nil
	}
	column := made.Where.Conjuncts()[at].Left.Column
	found = slices.DeleteFunc(found, func(m index.Match) bool { return m.Column != column })
	if rest := t.unread(words, found); rest != "" {
		return true, reply.Decline(fmt.Sprintf("Plumb cannot tell which rows “%s” adds to the answer before: “%s” is not understood. Ask the whole question again, and say which rows count.", what, rest)), nil
	}
	var texts []string
	for _, m := range found {
		texts = append(texts, m.Text)
	}
	// A condition of the question is widened before the definitions go into it, one of a
	// definition after that.
	plain, defined := terms.Plain(t.ix, whole)
	previous := &link.Previous{}
	departs := true
	if chooses(plain, column) {
		made, departs, previous.Terms = plain.Clone(), false, defined
	}
	if !followup.Include(made, column, texts) {
		return true, reply.Decline(fmt.Sprintf("The answer before has %s in it already.", what)), nil
	}
	q := t.question
	if departs {
		q.Text = "" // the words are all read; a term among them is not to be put in again
	}
	previous.Query, previous.Reading = plain, render.Sentence(t.ix.Database(), plain)
	a, err = t.answerWith(ctx, q, made, previous)
	if err != nil {
		return true, nil, err
	}
	if a == nil {
		return true, reply.Decline(fmt.Sprintf("Plumb cannot include %s in the answer before. Ask the whole question again, and say which rows count.", what)), nil
	}
	says := fmt.Sprintf("%s %s counts as well, as you say", t.ix.Columns[column].Name, english.JoinList(texts, "and"))
	if departs && len(defined) > 0 {
		says += fmt.Sprintf("; this departs from the definition of %s (%s): %s", defined[0].Called, defined[0].Aside(), defined[0].Text)
	}
	a.Readings[0].Assumptions = append(a.Readings[0].Assumptions, says)
	return true, a, nil
}

// ruledOut is the rule of those who ask that leaves out what words name; nil where none does.
func (t *turn) ruledOut(words []span.Word) *index.Rule {
	if t.ix.Own == nil {
		return nil
	}
	for i := range t.ix.Own.Rules {
		r := &t.ix.Own.Rules[i]
		if _, _, ok := index.Says(words, r.Name); ok {
			return r
		}
		columns := r.Out.Columns()
		if slices.ContainsFunc(t.ix.Values(words), func(m index.Match) bool {
			return m.Kind <= index.Aliased && slices.Contains(columns, m.Column) && r.Out.Holds(m.Text)
		}) {
			return r
		}
	}
	return nil
}

// includeRuledOut lets the rows count that a rule leaves out, for as long as the conversation
// goes on about the same figures.
func (t *turn) includeRuledOut(ctx context.Context, whole *form.Query, r *index.Rule) (acted bool, a *brain.Answer, err error) {
	if slices.Contains(whole.Included, r.Text) {
		return true, reply.Decline("The answer before has these rows in it already."), nil
	}
	made := plainForm(whole)
	made.Included = append(slices.Clone(whole.Included), r.Text)
	before := *t.question.Before
	before.FollowUp = true
	changed, err := t.amend(ctx, made, "", before)
	if err != nil || changed == nil {
		return true, reply.Decline("Plumb cannot let these rows count in the answer before. Ask the whole question again, and say that they count."), err
	}
	changed.Probability = min(before.Probability, tuning.RepairedAtMost)
	changed.Assumptions = append(changed.Assumptions, r.What+" count here, as you say")
	outcome := brain.Likely
	if changed.Probability < tuning.LikelyFrom {
		outcome = brain.Unsure
	}
	return true, &brain.Answer{Outcome: outcome, Confidence: changed.Probability, Readings: []brain.Reading{*changed.Reading}}, nil
}

// chooses is true for a query with a condition that keeps or leaves out certain values
// of a column.
func chooses(q *form.Query, column int) bool {
	return slices.ContainsFunc(q.Where.Conjuncts(), func(c *form.Cond) bool { return followup.Chooses(c) && c.Left.Column == column })
}

// namesTable is true for words that are the name of a table.
func (t *turn) namesTable(words string) bool {
	return slices.ContainsFunc(t.ix.Tables, func(of index.Table) bool { return sameNoun(strings.Join(of.Words, " "), words) })
}

func sameNoun(a, b string) bool {
	return strings.EqualFold(english.Singular(strings.ToLower(a)), english.Singular(strings.ToLower(b)))
}

// unread is the first word that is no part of a value, nor a name of what has it.
func (t *turn) unread(words []span.Word, found []index.Match) string {
	col := t.ix.Columns[found[0].Column]
	names := slices.Concat(t.ix.Tables[col.Table].Words, col.Words)
	for i, w := range words {
		read := slices.ContainsFunc(found, func(m index.Match) bool { return m.First <= i && i < m.End }) ||
			english.Among(w.Text, "and or the also ones rows all any those with") ||
			slices.ContainsFunc(names, func(n string) bool { return sameNoun(n, w.Text) })
		if !read {
			return w.Text
		}
	}
	return ""
}

// assume declines a message that gives something a value which the data does not have:
// as a condition on the rows it would be something else.
func (t *turn) assume(context.Context) (acted bool, a *brain.Answer, err error) {
	if !followup.Assumes(reply.Normalize(t.question.Text)) {
		return false, nil, nil
	}
	return true, reply.Decline("Plumb does not change facts in the data, and computes with no values that are not in it. It can compute what would follow from a change of an answer's figure: ask for the figure, and then, for example, “what if prices rise 10%”."), nil
}

// readDefined reads a message by itself that begins with a term whose definition the
// answer before departs from: who asks for it again means the definition.
func (t *turn) readDefined(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	before, ok := followup.Form(t.question.Before)
	if !ok || before.Plain != nil || !followup.BeginsAnew(t.question.Text) {
		return false, nil, nil
	}
	words := span.Words(t.question.Text)
	timed := len(followup.Periods(before)) > 0
	departs := slices.ContainsFunc(t.ix.Defined(words), func(l index.TermLink) bool {
		return l.First <= 4 && l.Term.Meaning != nil && slices.ContainsFunc(before.Where.Conjuncts(), func(c *form.Cond) bool {
			return followup.Chooses(c) && testsColumn(l.Term.Meaning, c.Left.Column) && !slices.ContainsFunc(t.ix.Values(words), func(m index.Match) bool { return m.Column == c.Left.Column && m.Kind <= index.Aliased })
		})
	})
	if !departs || timed && !slices.ContainsFunc(span.Find(words, t.question.Now), func(s span.Span) bool { return s.Kind == span.Temporal }) {
		return false, nil, nil
	}
	alone, _, err := t.readOnce(ctx, brain.Question{Text: t.question.Text, Now: t.question.Now})
	if err != nil || alone.Outcome == brain.Declined {
		return true, nil, err
	}
	return true, alone, nil
}

// testsColumn is true for a definition that says which rows count by a column.
func testsColumn(m *index.Meaning, column int) bool {
	var tests func(*index.Test) bool
	tests = func(t *index.Test) bool {
		return t != nil && (t.Column == column || slices.ContainsFunc(t.Args, tests))
	}
	var figure func(*index.Figure) bool
	figure = func(f *index.Figure) bool { return f != nil && (tests(f.Where) || slices.ContainsFunc(f.Args, figure)) }
	return tests(m.Where) || figure(m.Figure)
}
