package talk

import (
	"context"

	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/learning"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
)

// Checked is what becomes of a verified question when it is asked again.
type Checked struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Fault    string `json:"fault,omitempty"` // why its statement does not run any more
	Right    bool   `json:"right"`           // the answer has the rows of the statement
	Alone    bool   `json:"alone"`           // also where nobody knows the statement
}

// CheckVerified asks all verified questions again, as somebody else would: with the rules and
// the terms that everybody has, and without memories.
func (t *Talk) CheckVerified(ctx context.Context, each func(Checked)) error {
	if t.Knowledge.Lessons == nil {
		return nil
	}
	pairs, err := t.Knowledge.Lessons.Pairs(ctx)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		c := Checked{ID: p.ID, Question: p.Question}
		want, err := t.rowsOf(ctx, p.SQL)
		switch {
		case ctx.Err() != nil:
			return err
		case err != nil:
			c.Fault = fault.Of(err).Message
		default:
			if c.Right, err = t.answersWith(ctx, t.Mode.Planner, p, want); err == nil {
				c.Alone, err = t.answersWith(ctx, t.mind, p, want)
			}
			if err != nil {
				return err
			}
		}
		each(c)
	}
	return nil
}

// answersWith is true for a planner that answers a verified question with certain rows.
func (t *Talk) answersWith(ctx context.Context, by answer.Planner, p learning.Pair, rows string) (bool, error) {
	v, err := t.vocabulary(ctx)
	if err != nil {
		return false, err
	}
	d, err := by.Plan(ctx, answer.Request{Question: p.Question, Now: t.Today(), Unattended: true, Vocabulary: v,
		Past: func(context.Context) ([]session.Cell, error) { return nil, nil }})
	if err != nil || d.SQL == "" {
		return false, err
	}
	got, err := t.rowsOf(ctx, d.SQL)
	if ctx.Err() != nil {
		return false, err
	}
	return err == nil && got == rows, nil
}

// rowsOf is a digest of the rows of a statement, in any order and whatever they are called.
func (t *Talk) rowsOf(ctx context.Context, sql string) (string, error) {
	rows, err := t.read(ctx, sql, t.Limits.Rows)
	if err != nil {
		return "", err
	}
	return candidates.Digest(rows), nil
}
