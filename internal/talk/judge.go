package talk

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/critic"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/neural/embed"
	"github.com/plumbdata/plumb/internal/session"
)

// newCritic is who reads answers before people do.
func (t *Talk) newCritic() *critic.Critic {
	c := &critic.Critic{Embedder: func() (embed.Embedder, error) { return account.Sentences() }}
	if t.models.Criticizes() {
		c.Model = modelCritic{t.models}
	}
	return c
}

// judgeReading reads the answer that a statement has given: whether it is about what was
// asked, and leaves nothing out.
func (t *Talk) judgeReading(ctx context.Context, made *answer.Turn, canRetry bool) (*session.JudgedPayload, error) {
	d, q := made.Draft, made.Asked()
	a := critic.Answer{Question: q.Text, Now: q.Now, Mode: critic.Data, CanRetry: canRetry, Chosen: d.By == You, Beyond: mind.IsModel(d.By) || len(d.Unsaid) > 0, FollowUp: d.FollowUp,
		Sentence: d.Sentence, Assumptions: d.Assumptions, SQL: d.SQL, Meaning: d.Meaning, Table: made.Table}
	if r, ok := t.Brain.(brain.Reviewer); ok && d.Reading() != nil {
		asked := brain.Question{Text: q.Text, Now: q.Now, Vocabulary: q.Vocabulary}
		if q.Before != nil && q.Before.Draft != nil {
			asked.Before = q.Before.Draft.Reading()
		}
		review, err := r.Review(ctx, asked, d.Reading(), made.Table)
		if err != nil {
			return nil, err
		}
		a.Review = review
	}
	if q.Before != nil && q.Before.Draft != nil && correcting.MatchString(q.Text) {
		a.Wrong = q.Before.Draft.Sentence
	}
	a.Wants = t.wants(ctx, q.Text)
	return t.verdict(ctx, a)
}

// wants is what the classifier says that a message wants.
func (t *Talk) wants(ctx context.Context, text string) []critic.Want {
	if t.Intents == nil {
		return nil
	}
	c, err := t.Intents()
	if err != nil {
		return nil
	}
	list, _, err := c.Classify(ctx, text)
	if err != nil {
		return nil
	}
	var out []critic.Want
	for _, i := range list {
		out = append(out, critic.Want{Name: string(i.Name), Score: i.Score})
	}
	return out
}

// verdict asks the critic. One that fails for another reason than that the person stopped is
// passed over: answers do not depend on it.
func (t *Talk) verdict(ctx context.Context, a critic.Answer) (*session.JudgedPayload, error) {
	v, err := t.critic.Judge(ctx, a)
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		t.Warn(fault.Of(err).Diagnostic(fault.Warning))
		return nil, nil
	}
	p, _ := v.Event(a.Mode).Payload.(session.JudgedPayload)
	return &p, nil
}

// judgeCell reads an answer that no statement alone has given, before it is recorded.
func (t *Talk) judgeCell(ctx context.Context, c *session.Cell) { t.judgeAsked(ctx, c, c.Question) }

// judgeAsked is judgeCell for a question whose words stand for others, which are given.
func (t *Talk) judgeAsked(ctx context.Context, c *session.Cell, question string) {
	if c.Verdict != nil || c.Narrative == nil || c.Reading == nil || c.Reading.Outcome == string(answer.Declined) {
		return
	}
	a := critic.Answer{Question: question, Mode: critic.General, Sentence: c.Reading.Sentence, Text: c.Narrative.Text, Chosen: c.Reading.Outcome == string(answer.Edited)}
	switch {
	case c.Analysis != nil:
		a.Mode, a.Text = critic.Analysis, ""
	case c.Metadata.Mode == session.ModeDocuments:
		a.Mode = critic.Documents
		for _, x := range c.Citations {
			a.Citations = append(a.Citations, critic.Citation{Start: x.At, End: x.End, Passages: []critic.Passage{{ID: x.Passage, Title: x.Title, Text: x.Quote}}})
		}
	case c.Result != nil || len(c.Sources) > 0:
		return // its figures were held against its rows
	case !mind.IsModel(c.Narrative.By):
		c.Verdict = &session.JudgedPayload{Mode: string(critic.General), Decision: session.Accept}
		return // Plumb's own words
	default:
		return // a model's were checked when it said them
	}
	v, err := t.verdict(ctx, a)
	if err != nil || v == nil {
		return
	}
	c.Verdict = v
	if v.Decision == session.Accept {
		return
	}
	v.Decision = session.Reject
	c.Reading.Outcome, c.Reading.Confidence = string(answer.Unsure), min(c.Reading.Confidence, 0.5)
	c.Diagnostics = append(slices.Clip(c.Diagnostics), fault.Diagnostic{Severity: fault.Warning, Code: answer.Doubtful, Message: v.Reason(), Hint: v.Hint()})
}

// supports says whether a passage supports a sentence.
func (t *Talk) supports(ctx context.Context, sentence, passage string) (bool, string) {
	v, err := t.critic.Judge(ctx, critic.Answer{Question: "", Mode: critic.Documents, Text: sentence,
		Citations: []critic.Citation{{Start: 0, End: len(sentence), Passages: []critic.Passage{{Text: passage}}}}})
	if err != nil {
		return false, "it could not be checked"
	}
	for _, f := range v.Findings {
		if f.Severity == fault.Error && (f.Aspect == critic.Grounding || f.Aspect == critic.Hallucination) {
			return false, f.Message
		}
	}
	return true, ""
}

// modelCritic lets a language model judge after the rules.
type modelCritic struct{ models *mind.Models }

func (m modelCritic) Critique(ctx context.Context, a critic.Answer) (critic.Remark, error) {
	asked := llm.Criticized{Question: a.Question, Reading: a.Sentence, SQL: a.SQL, Table: a.Table, Text: a.Text}
	for _, c := range a.Citations {
		for _, p := range c.Passages {
			asked.Passages = append(asked.Passages, p.Text)
		}
	}
	said, by, _, err := m.models.Critique(ctx, asked)
	if err != nil {
		return critic.Remark{}, err
	}
	return critic.Remark{Decision: critic.Decision(said.Decision), Aspect: critic.Aspect(said.Aspect), Reason: said.Reason, Parts: said.Parts, By: by}, nil
}
