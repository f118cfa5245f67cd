package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/require"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/schema"
)

// judgement is what is known of the candidates when they are judged.
type judgement struct {
	*Brain
	asked    *link.Question
	first    *candidates.Candidate // that is going to be the answer, or nil
	declined float64               // the probability of declining
	answer   *brain.Answer
}

// try runs the best candidates.
func (r *reading) try(ctx context.Context) (*brain.Answer, error) {
	var err error
	r.hurried, err = r.trial.Try(ctx, r.run, r.list)
	if err == nil && r.people {
		candidates.JoinSameToPeople(r.ix, r.asked, r.list)
	}
	return nil, err
}

func (r *reading) judgeAll(ctx context.Context) (*brain.Answer, error) {
	a := r.judge(ctx, r.list, r.asked, r.requirements, r.question.Before)
	if err := r.findUnused(ctx, a); err != nil {
		return nil, err
	}
	if r.rules.On(topic) && isUnrelated(r.ix, r.asked) && (a.Outcome == brain.Unsure || a.Outcome == brain.Likely && !reply.AsksData.MatchString(r.question.Text)) && r.isFar(ctx) {
		r.rules.Note(topic)
		a = reply.Decline(reply.NoLink(r.asked))
	}
	if r.hurried {
		markHurried(a, noTimeToTry)
	}
	a.Tried = r.tried
	return a, nil
}

// judge makes the answer of the candidates that were tried, the best first.
// before is the reading that a follow-up follows, or nil.
func (b *Brain) judge(ctx context.Context, list []*candidates.Candidate, asked *link.Question, requirements []*require.Requirement, before *brain.Reading) *brain.Answer {
	j := &judgement{Brain: b, asked: asked, answer: &brain.Answer{Outcome: brain.Declined}}
	j.collect(list)
	if j.first != nil {
		e := b.gather(ctx, list, j.first, asked, requirements)
		if before != nil {
			e[fBefore] = logOf(before.Probability)
		}
		j.answer.Evidence = e.vector()
	}
	if column := candidates.KeptAsText(list); column != 0 && j.declined <= tuning.DeclineFrom {
		return &brain.Answer{Outcome: brain.Declined, Confidence: tuning.DeclineFrom, Missing: j.keptAsText(column), Evidence: j.answer.Evidence}
	}
	if a := j.decline(); a != nil {
		return a
	}
	j.setConfidence()
	if before != nil && j.first.FollowUp && before.Probability > 0 {
		j.limit(before.Probability) // a change of what may be wrong may be wrong
	}
	missing := j.mayBeMissing()
	parts, question := j.findDoubts()
	if missing && question == "" {
		j.rules.Note(unsureDeclines)
		return &brain.Answer{Outcome: brain.Declined, Confidence: 1 - j.answer.Confidence, Missing: reply.Missing(j.asked), Evidence: j.answer.Evidence}
	}
	if len(parts) > 0 || question != "" {
		j.limit(tuning.UnsureAtMost)
	}
	switch a := j.answer; {
	case a.Confidence >= tuning.SureFrom:
		a.Outcome = brain.Sure
	case a.Confidence >= tuning.LikelyFrom:
		a.Outcome = brain.Likely
	default:
		return j.askBack(parts, question)
	}
	return j.answer
}

// collect finds the best candidate, the readings to show, and how probable
// declining is.
func (j *judgement) collect(list []*candidates.Candidate) {
	a := j.answer
	for _, c := range list {
		switch {
		case c.Query == nil:
			j.declined = c.Mass
		case c.Failed || c.Mass == 0 || len(a.Readings) > tuning.MaxOffers || j.first != nil && len(c.Missed) > 0:
		default:
			if j.first == nil {
				j.first = c
			}
			r := j.present(c)
			if !slices.ContainsFunc(a.Readings, func(o brain.Reading) bool { return o.Sentence == r.Sentence }) {
				a.Readings = append(a.Readings, r)
			}
		}
	}
}

// decline is a decline where nothing can be answered, or nil.
func (j *judgement) decline() *brain.Answer {
	if j.declined <= tuning.DeclineFrom {
		if a := j.declineUnfollowed(j.asked, j.first); a != nil {
			return a
		}
	}
	if why := durationUnknown(j.first); why != "" && j.rules.On(knownDurations) {
		j.rules.Note(knownDurations)
		return &brain.Answer{Outcome: brain.Declined, Confidence: tuning.DeclineFrom, Missing: why, Evidence: j.answer.Evidence}
	}
	if why := j.outsideData(); why != "" && j.rules.On(coveredPeriods) {
		j.rules.Note(coveredPeriods)
		return &brain.Answer{Outcome: brain.Declined, Confidence: tuning.DeclineFrom, Missing: why, Evidence: j.answer.Evidence}
	}
	if j.first == nil || j.declined > tuning.DeclineFrom && !j.namesMoney() {
		j.answer.Readings = nil
		j.answer.Confidence = j.declined
		j.answer.Missing = reply.Missing(j.asked)
		return j.answer
	}
	return nil
}

// setConfidence computes how sure the answer is, before doubts.
func (j *judgement) setConfidence() {
	a := j.answer
	a.Confidence = calibration().Probability(a.Evidence)
	spread(a.Readings, a.Confidence)
	if j.rules.On(durationUnits) && j.joinUnits() {
		j.rules.Note(durationUnits)
	}
	j.describe(a, j.asked)
	if j.first.Repaired && j.rules.On(repairedForms) {
		j.rules.Note(repairedForms)
		j.limit(tuning.RepairedAtMost)
	}
	if column := candidates.GuessedUnit(j.ix, j.first.Query); column != 0 && j.rules.On(guessedUnit) {
		j.rules.Note(guessedUnit)
		j.limit(tuning.UnsureAtMost)
		a.Readings[0].Assumptions = append(slices.Clip(a.Readings[0].Assumptions), "nothing says in which unit "+strings.Join(j.ix.Columns[column].Words, " ")+" is")
	}
	if j.rules.On(guessedDate) && candidates.GuessesDate(j.ix, j.first.Query, j.asked) {
		j.rules.Note(guessedDate)
		j.limit(tuning.GuessedAtMost)
	}
	if j.rules.On(moneyWords) && j.isTakings() {
		j.rules.Note(moneyWords)
		figure := &form.Query{Tables: j.first.Query.Tables, Keep: form.NoTable, Select: []*form.Expr{j.takingsOf()}}
		a.Readings[0].Assumptions = append(slices.Clip(a.Readings[0].Assumptions), english.JoinList(english.Quoted(j.unnamedMoney()), "and")+" is "+render.Sentence(j.ix, figure))
		a.Confidence = max(a.Confidence, tuning.LikelyFrom)
		spread(a.Readings, a.Confidence)
	}
}

func (j *judgement) limit(most float64) {
	j.answer.Confidence = min(j.answer.Confidence, most)
	spread(j.answer.Readings, j.answer.Confidence)
}

// mayBeMissing is true where the evidence speaks for data that lack what is asked for, and
// nothing for the answer.
func (j *judgement) mayBeMissing() bool {
	return j.rules.On(unsureDeclines) && j.declined <= tuning.DeclineFrom && j.answer.Confidence < tuning.MissingBelow && calibration().Lacking.Probability(j.answer.Evidence) >= tuning.LackingFrom && !j.ranksByDuration()
}

// ranksByDuration is true for an answer that ranks by how long something takes, as the
// question asks.
func (j *judgement) ranksByDuration() bool {
	return len(j.first.Unmet) == 0 && slices.ContainsFunc(require.Find(j.ix, j.asked, nil), func(r *require.Requirement) bool { return r.Kind == require.Duration })
}

// findDoubts are the parts of the question that are not understood, each once, and
// the first question to ask back.
func (j *judgement) findDoubts() (parts []string, question string) {
	for _, d := range doubts {
		if !j.rules.On(d.name) {
			continue
		}
		more, asks := d.find(j)
		if len(more) > 0 || asks != "" {
			j.rules.Note(d.name)
		}
		for _, text := range more {
			if !isNamedIn(parts, text) {
				parts = append(parts, text)
			}
		}
		if question == "" {
			question = asks
		}
	}
	return parts, question
}

// askBack asks what would help most.
func (j *judgement) askBack(parts []string, question string) *brain.Answer {
	a := j.answer
	a.Outcome = brain.Unsure
	if j.people && !worthIt(a) {
		return &brain.Answer{Outcome: brain.Declined, Confidence: 1 - a.Confidence, Missing: reply.Missing(j.asked), Evidence: a.Evidence}
	}
	switch {
	case len(parts) > 0:
		a.Doubt = notUnderstood(parts)
		a.Given = standsOut(a)
		a.Clarify = askAbout(a.Doubt, a.Readings)
	case question != "":
		a.Clarify = offer(question, a.Readings)
		a.Doubt = question
	default:
		a.Given = standsOut(a) || j.ranksByDuration()
		a.Clarify = clarify(j.ix, a.Readings, j.asked)
	}
	return a
}

// durationUnknown says why a question for the slowest or fastest gets no answer,
// where no form finds out how long anything takes; "" for others.
func durationUnknown(c *candidates.Candidate) string {
	if c == nil {
		return ""
	}
	for _, d := range c.Unmet {
		if d.Kind == require.Duration {
			return "Nothing in the data clearly says how long this takes, so Plumb cannot tell which is the " + d.Text() + ". Name what to rank by: two dates, such as the average days from ordered to delivered, or a column."
		}
	}
	return ""
}

// keptAsText says why a column cannot be calculated with.
func (j *judgement) keptAsText(column int) string {
	c := &j.ix.Columns[column]
	example := ""
	if len(c.Enum) > 0 {
		example = ", such as " + c.Enum[0].Text
	}
	return fmt.Sprintf("%q holds texts%s, so Plumb can neither add them up nor compare them with numbers. Where they are numbers of one unit in a file, plumb connect --read '%s: number' reads them as such.", c.Name, example, c.Name)
}

// spread gives the readings probabilities that go with the confidence in the
// first. They keep their proportions; the others get no more than what is left.
func spread(list []brain.Reading, confidence float64) {
	scale, rest := confidence/list[0].Probability, 0.0
	for _, r := range list[1:] {
		rest += scale * r.Probability
	}
	list[0].Probability = confidence
	others := scale * min(1, (1-confidence)/max(rest, 1e-9))
	for i := range list[1:] {
		list[i+1].Probability *= others
	}
}

// present is a candidate for people.
func (b *Brain) present(c *candidates.Candidate) brain.Reading {
	sql := c.SQL
	if c.Figured != nil {
		sql = c.FiguredSQL
	}
	shown := terms.DescribedQuery(c.ReadingForm())
	clauses, sentence := render.Plainly(b.ix, shown)
	r := brain.Reading{SQL: sql, Meaning: render.Describe(b.ix, shown), Sentence: sentence, Assumptions: slices.Concat(c.Defined, followedIn(c), c.Assumed), Notes: slices.Concat(c.Told, c.Namesakes, c.Notes.Lines()), Details: c.Notes.Details(), Tables: b.tables(c.Query),
		Probability: c.Mass, FollowUp: c.FollowUp, Form: c.Query, Applied: b.applied(c)}
	for _, w := range clauses {
		r.Clauses = append(r.Clauses, brain.Clause{Label: w.Label, Text: w.String()})
	}
	return r
}

// tables lists what a query reads, bridges between the tables that it names
// included, as the guard names them.
func (b *Brain) tables(q *form.Query) []string {
	var list []string
	q.EachQuery(func(q *form.Query) {
		tree, err := render.Plan(b.ix, q)
		if err != nil {
			return // it was rendered, so it has one
		}
		for _, n := range tree.Nodes {
			t := schema.Table{Schema: b.ix.Tables[n.Table].Schema, Name: b.ix.Tables[n.Table].Name}
			list = append(list, t.QualifiedName())
		}
	})
	slices.Sort(list)
	return slices.Compact(list)
}
