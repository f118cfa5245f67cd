package talk

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/learning"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
)

// Learned is the code of what a correction has taught.
const Learned fault.Code = "LEARNED"

// correct captures that a person has put an answer right, and verifies the statement for a
// question that stands by itself. What cannot be kept costs correcting it again.
func (t *Talk) correct(ctx context.Context, kind learning.Kind, of *Turn, right, words string) {
	book := t.Knowledge.Lessons
	if book == nil || of == nil || of.Draft == nil || right == "" {
		return
	}
	c := learning.Correction{Kind: kind, Question: of.Question, Wrong: of.statement(), Right: right, Words: words}
	if of.Draft.FollowUp && of.Before != nil {
		c.After = of.Before.Question
	}
	if l, ok := t.Brain.(brain.Learner); ok && c.After == "" {
		c.Entries = l.Learn(ctx, brain.Question{Text: c.Question, Now: t.Today()}, c.Wrong, c.Right)
	}
	out, err := book.Correct(ctx, c)
	if err == nil && c.After == "" {
		_, err = book.Verify(ctx, c.Question, right, t.Knowledge.Owner, string(kind))
	}
	switch {
	case err != nil:
		t.Warn(fault.Of(err).Diagnostic(fault.Warning))
	case out != nil && out.RulesCreated > 0:
		t.Warn(fault.Diagnostic{Severity: fault.Info, Code: Learned, Message: "your corrections make a rule, which later answers follow", Hint: "plumb rules, or /rules, lists the rules and switches them off"})
	}
}

// unverify takes back that a statement answers a question.
func (t *Talk) unverify(ctx context.Context, question string) {
	book := t.Knowledge.Lessons
	if book == nil {
		return
	}
	found, err := book.Find(ctx, question)
	if err == nil && len(found) > 0 && Plain(found[0].Question) == Plain(question) {
		err = book.Remove(ctx, found[0].ID)
	}
	if err != nil {
		t.Warn(fault.Of(err).Diagnostic(fault.Warning))
	}
}

// says that the answer before is wrong, and what is right.
var correcting = lazyregexp.New(`(?i)^(?:(?:no|nope|wrong|not (?:quite|right|that)|that(?:'s| is) (?:not right|wrong|incorrect)|actually|i meant|i mean)\b[,.;: ]*|(?:it |that |this |you )?(?:should (?:be|use|have)|must be)\b|(?:please )?use\b.*\b(?:instead|rather|not)\b)`)

// isCorrection is true for a message that puts the answer before it right.
func isCorrection(text string, before *Turn) bool {
	const most = 20 // words
	return before != nil && before.Turn != nil && before.Answered() && len(strings.Fields(text)) <= most && correcting.MatchString(strings.TrimSpace(text))
}

// verifiedPlanner answers questions whose statements a person has verified, also in other
// words; near ones are offered.
type verifiedPlanner struct {
	answer.Planner
	talk *Talk
}

func (p verifiedPlanner) Plan(ctx context.Context, r answer.Request) (*answer.Draft, error) {
	d, err := p.Planner.Plan(ctx, r)
	book := p.talk.Knowledge.Lessons
	if err != nil || book == nil || d.Remembered || d.FollowUp || d.Told != "" {
		return d, err
	}
	found, err := book.Find(ctx, r.Question)
	if err != nil || len(found) == 0 {
		return d, err
	}
	m := found[0]
	if !m.Same {
		return p.offer(d, m), nil
	}
	own := answer.Draft{SQL: m.SQL, Sentence: "the statement that was verified for “" + m.Question + "”", By: You,
		Applied: []session.Known{{ID: m.ID, Origin: Verified, Text: "verified for “" + m.Question + "”", Score: m.Likeness}}}
	if err := book.Answered(ctx, m.Pair); err != nil {
		p.talk.Warn(fault.Of(err).Diagnostic(fault.Warning))
	}
	if d.SQL == own.SQL && (d.Outcome == answer.Sure || d.Outcome == answer.Likely) {
		d.Outcome, d.Confidence, d.Applied = answer.Sure, 1, own.Applied
		return d, nil
	}
	own.Applied = append([]session.Known(nil), own.Applied...)
	verified := withOwn(d, own, true)
	verified.Remembered = false
	return verified, nil
}

// Verified is the origin of an answer from a verified question.
const Verified = "verified"

// offer offers the statement of a near question beside a draft that is not sure.
func (p verifiedPlanner) offer(d *answer.Draft, m learning.Match) *answer.Draft {
	if d.Outcome != answer.Likely && d.Outcome != answer.Unsure || d.SQL == m.SQL || d.Asks() {
		return d
	}
	near := answer.Draft{Outcome: answer.Likely, SQL: m.SQL, Sentence: "the statement that was verified for “" + m.Question + "”", By: You, Probability: nearOffered, Confidence: nearOffered}
	near.Offer = near.Sentence
	d.Others = append([]answer.Draft{near}, d.Others...)
	return d
}

// examples are statements that people wrote for questions like one: verified ones that are
// near, and then the last that were edited.
func (t *Talk) examples(ctx context.Context, question string) []llm.Example {
	list := t.edits.examples()
	if t.Knowledge.Lessons == nil {
		return list
	}
	found, err := t.Knowledge.Lessons.Find(ctx, question)
	if err != nil {
		return list
	}
	for i := len(found) - 1; i >= 0; i-- { // the last are shown first
		list = append(list, llm.Example{Question: found[i].Question, SQL: found[i].SQL})
	}
	return list
}

// vocabulary is what words mean to the one who asks: what they said, then what corrections
// taught, then the terms that are approved.
func (t *Talk) vocabulary(ctx context.Context) (*brain.Vocabulary, error) {
	v := &brain.Vocabulary{}
	if t.Knowledge.Lessons != nil {
		list, err := t.Knowledge.Lessons.Vocabulary(ctx)
		if err != nil {
			return nil, err
		}
		v.Entries = append(v.Entries, list...)
	}
	if t.Knowledge.Glossary != nil {
		list, err := t.Knowledge.Glossary.Vocabulary(ctx)
		if err != nil {
			return nil, err
		}
		v.Entries = append(v.Entries, list...)
	}
	return v, nil
}

// followed notes which rules an answer followed.
func (t *Talk) followed(ctx context.Context, made *Turn) {
	if made == nil || made.Turn == nil || t.Knowledge.Lessons == nil {
		return
	}
	var ids []string
	for _, k := range made.Cell.Applied {
		if k.Origin == string(brain.Learned) {
			ids = append(ids, k.ID)
		}
	}
	if err := t.Knowledge.Lessons.Followed(ctx, ids...); err != nil {
		t.Warn(fault.Of(err).Diagnostic(fault.Warning))
	}
}
