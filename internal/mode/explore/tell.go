package explore

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/story"
)

// longestAnswer is how much of an answer is read, in bytes: many times what is
// asked for.
const longestAnswer = 4 << 10

// answer takes a text of the model for its answer, unless the one before it had
// fewer faults.
func (t *Turn) answer(ctx context.Context, text string) error {
	text = clip(text, longestAnswer)
	r, err := t.hold(ctx, text)
	if err == nil && (t.text == "" || len(r.Reasons()) <= len(t.report.Reasons())) {
		t.text, t.report, t.author = text, r, t.by
	}
	return err
}

// objectOnce sends an answer back once, with what the rows do not support.
func objectOnce(ctx context.Context, t *Turn) (step, error) {
	reasons := t.report.Reasons()
	if len(reasons) == 0 || t.objected {
		return draw, nil
	}
	t.objected = true
	text, err := model.Prompt(files, "object", model.Fence("objections", strings.Join(reasons, "\n")))
	if err != nil {
		return nil, err
	}
	t.tell(text)
	return think, t.books.Enters(ctx, session.Correcting)
}

// narrative keeps of the answer what the rows support. When nothing would be
// left, there is none.
func (t *Turn) narrative(ctx context.Context) (string, story.Combined, error) {
	r := t.report
	bad := r.Unsupported()
	if len(bad) == 0 {
		return t.text, r, nil
	}
	text, err := story.StripAll(t.text, r.Report, func(left string) (_ story.Report, err error) {
		r, err = t.hold(ctx, left)
		return r.Report, err
	})
	if err != nil {
		return "", story.Combined{}, err
	}
	if text == "" {
		r = story.Combined{}
	}
	t.diagnostics = append(t.diagnostics, turn.Cut("answer", text, bad[0]))
	return text, r, nil
}

// cellNarrative returns the narrative as the cell keeps it: each reference names the
// source that its rows are of, unless that is the cell's own result.
func (t *Turn) cellNarrative(text string, r story.Combined, main int, numbers map[int]int) *session.Narrative {
	if text == "" {
		return nil
	}
	n := &session.Narrative{Text: text, By: t.author, DataReferences: turn.References(r.References)}
	for i := range n.DataReferences {
		if r.By[i] != main {
			n.DataReferences[i].Query = numbers[r.By[i]]
		}
	}
	return n
}
