package talk

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/glossary"
	"github.com/plumbdata/plumb/internal/memory"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
)

// Effective are the topics that change answers here. What is said of others is kept, and
// said to change nothing.
var Effective = []memory.Topic{memory.Means, memory.Called, memory.LeaveOut, memory.Only, memory.FiscalYear, memory.Currency, memory.Chart, memory.ShowSQL}

func (t *Talk) whose() memory.Whose {
	w := memory.Whose{Owner: t.Knowledge.Owner, Scope: t.Identity}
	if t.Session != nil {
		w.Session = t.Session.ID()
	}
	return w
}

// remember keeps what a message says to be remembered, or does what it says of what is
// remembered. It is nil for another message. Again says that the answer before is to be
// given again with it.
func (t *Talk) remember(ctx context.Context, before *Turn, q answer.Question) (d *answer.Draft, again bool, err error) {
	book := t.Knowledge.Memory
	if book == nil || !isBare(q) {
		return nil, false, nil
	}
	them := before.noun()
	if them == "" {
		if name := calledThem(q.Text); name != "" {
			return told(fmt.Sprintf("Nothing was asked yet that “them” can stand for. Say it by its name, such as “customers are called %s”, or after an answer about it.", name)), false, nil
		}
	}
	list := memory.Parse(q.Text, memory.Context{Them: them})
	if len(list) == 0 || slices.ContainsFunc(list, func(s memory.Statement) bool { return onlyForNow(s, before) }) {
		return nil, false, nil
	}
	var lines []string
	for _, s := range list {
		line, redo, err := t.apply(ctx, before, s)
		if err != nil {
			return nil, false, err
		}
		again = again || redo
		lines = append(lines, line)
	}
	return told(strings.Join(lines, "\n")), again, nil
}

// calledThem is the name that a message gives to what “them” stands for, or "".
func calledThem(text string) string {
	const unknown = "them"
	list := memory.Parse(text, memory.Context{Them: unknown})
	if len(list) == 1 && list[0].Act == memory.Keep && list[0].Topic == memory.Called && list[0].Value == unknown {
		return list[0].Subject
	}
	return ""
}

// onlyForNow is true for what is said of the answer before alone: “as a table”.
func onlyForNow(s memory.Statement, before *Turn) bool {
	answered := before != nil && before.Turn != nil && before.Answered()
	if s.Act != memory.Keep || s.Standing || !answered {
		return false
	}
	switch s.Topic {
	case memory.Means, memory.Called, memory.FiscalYear, memory.Currency, memory.Role, memory.Name, memory.Target, memory.Note:
		return false
	case memory.LeaveOut:
		return before.Cell.Analysis != nil
	}
	return true
}

// apply does what a statement says, and tells what became of it.
func (t *Talk) apply(ctx context.Context, before *Turn, s memory.Statement) (line string, again bool, err error) {
	book, w := t.Knowledge.Memory, t.whose()
	switch s.Act {
	case memory.Show:
		line, err = t.tellRemembered(ctx)
		return line, false, err
	case memory.DropAll:
		return "To forget all that is remembered of you, say /forget all here, use plumb memory delete, or the button on the page of memories. It cannot be undone.", false, nil
	}
	answered := before != nil && before.Turn != nil && before.Answered()
	if s.Act == memory.Keep && s.Topic == memory.LeaveOut && !s.Standing && answered {
		s.Session, again = true, true // said of an answer, it holds for this conversation
	}
	done, err := book.Apply(ctx, w, s)
	if err != nil {
		return "", false, err
	}
	switch {
	case s.Act != memory.Keep && len(done.Removed) == 0:
		return "There was nothing like that to forget. plumb memory, or “what do you remember about me?”, lists what is remembered.", false, nil
	case s.Act != memory.Keep:
		var gone []string
		for _, m := range done.Removed {
			gone = append(gone, "“"+m.Content+"”")
		}
		return "Forgotten: " + strings.Join(gone, ", ") + ".", false, nil
	}
	line = "Remembered: “" + done.Kept.Content + "”."
	switch {
	case done.Again:
		line = "That is remembered already: “" + done.Kept.Content + "”."
	case s.Session:
		line = "Left out in this conversation. To keep it for later ones, say “always " + strings.TrimRight(s.Text, ".! ") + "”."
	}
	switch why := t.cannotFollow(ctx, done.Kept); {
	case why != "":
		line += " In this database it changes nothing yet: " + why
	case done.Effect != "":
		line += " " + fault.Sentence(done.Effect)
	default:
		line += " It is kept, and changes no answer."
	}
	if len(done.Replaced) > 0 {
		line += fmt.Sprintf(" It takes the place of “%s”.", done.Replaced[0].Content)
	}
	return line + " “Forget that” takes it back.", again, nil
}

// cannotFollow is why a brain cannot follow in this database what is remembered; "" where it
// can, or nobody knows.
func (t *Talk) cannotFollow(ctx context.Context, m *memory.Memory) string {
	u, ok := t.Brain.(brain.Understander)
	if !ok || m == nil {
		return ""
	}
	settings, err := t.Knowledge.Memory.Preferences(ctx, t.whose())
	if err != nil || settings.Vocabulary == nil {
		return ""
	}
	for _, e := range settings.Vocabulary.Entries {
		if e.ID != m.ID {
			continue
		}
		if _, err := u.Understand(e, settings.Vocabulary); err != nil {
			f := fault.Of(err)
			return strings.TrimSpace(fault.Sentence(f.Message) + " " + fault.Sentence(f.Hint))
		}
	}
	return ""
}

// tellKept answers a message with what was remembered, or with the answer before, given again
// with it.
func (t *Talk) tellKept(ctx context.Context, before *Turn, q answer.Question, said *answer.Draft, again bool) (*Turn, error) {
	if again {
		q.Text, q.Notes = before.Question, append(q.Notes, fault.Diagnostic{Severity: fault.Info, Code: Kept, Message: said.Told})
		return t.put(ctx, before.Before, q)
	}
	said.Outcome, said.By, said.Confidence = answer.Sure, mind.BuiltinName, 1
	q.Draft = said
	a, err := t.Mode.Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	return &Turn{Turn: a, Question: q.Text, Before: before}, nil
}

// Kept is the code of what was remembered of a message.
const Kept fault.Code = "REMEMBERED"

// tellRemembered lists what a person has said.
func (t *Talk) tellRemembered(ctx context.Context) (string, error) {
	const most = 30
	list, err := t.Knowledge.Memory.List(ctx, t.Knowledge.Owner, memory.Listing{Types: []memory.Type{memory.Preference, memory.Fact}, Limit: most})
	if err != nil {
		return "", err
	}
	if len(list) == 0 {
		return "Nothing that you said is remembered yet. Say for example “the fiscal year starts in April” or “by revenue I mean net revenue”.", nil
	}
	lines := []string{"This is remembered of what you said:"}
	for _, m := range list {
		line := "- " + m.Content
		if m.Metadata.Topic.Effect() == "" || !slices.Contains(Effective, m.Metadata.Topic) {
			line += " (kept, without effect on answers)"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n"), nil
}

// noun is what the rows of the last answer are, which “them” stands for; "" where nobody
// knows.
func (t *Turn) noun() string {
	for ; t != nil && t.Turn != nil; t = t.Before {
		if m := t.Cell.Meaning; m != nil && m.Row.Plural != "" {
			return m.Row.Plural
		}
		if tables := t.Cell.Tables(); len(tables) == 1 {
			return strings.ReplaceAll(tables[0][strings.LastIndexByte(tables[0], '.')+1:], "_", " ")
		}
	}
	return ""
}

// recall finds what is known before a question is read: what words mean to the person, what
// they prefer, and memories that come to mind.
func (t *Talk) recall(ctx context.Context, q *answer.Question) error {
	v, err := t.vocabulary(ctx)
	if err != nil {
		return err
	}
	if err := t.nameTerms(ctx, q); err != nil {
		return err
	}
	book := t.Knowledge.Memory
	if book == nil {
		q.Vocabulary = v
		return nil
	}
	settings, err := book.Preferences(ctx, t.whose())
	if err != nil {
		return err
	}
	if settings.Vocabulary != nil {
		v.Entries = append(slices.Clone(settings.Vocabulary.Entries), v.Entries...)
	}
	q.Vocabulary, q.Prefer = v, chart.Kind(settings.Chart)
	list, err := book.Recall(ctx, t.whose(), q.Text, 0)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		t.Warn(fault.Of(err).Diagnostic(fault.Warning)) // it is answered without
	}
	for _, m := range list {
		q.Beside.Recalled = append(q.Beside.Recalled, session.Known{ID: m.ID, Origin: "recalled", Text: m.Brief(), Score: m.Score})
	}
	return nil
}

// nameTerms has the answer say what the approved terms mean that a question speaks of.
func (t *Talk) nameTerms(ctx context.Context, q *answer.Question) error {
	if t.Knowledge.Glossary == nil {
		return nil
	}
	list, err := t.Knowledge.Glossary.Mentioned(ctx, q.Text)
	for _, m := range list {
		q.Beside.Applied = append(q.Beside.Applied, session.Known{ID: glossary.ID(m.Name), Origin: string(brain.Approved), Text: m.Name + ": " + m.Definition})
	}
	return err
}

// keep remembers an answer that the critic has accepted, and which memories were of use.
func (t *Talk) keep(ctx context.Context, made *Turn) {
	t.followed(ctx, made)
	book := t.Knowledge.Memory
	if book == nil || made == nil || made.Turn == nil {
		return
	}
	c := made.Cell
	var used []string
	for _, k := range append(slices.Clone(c.Applied), c.Recalled...) {
		if k.Origin == "remembered" || k.Origin == "recalled" {
			used = append(used, k.ID)
		}
	}
	if err := book.Used(ctx, t.Knowledge.Owner, used...); err != nil {
		t.Warn(fault.Of(err).Diagnostic(fault.Warning))
	}
	answered := c.Verdict != nil && c.Verdict.Decision == session.Accept && (c.Result != nil || len(c.Citations) > 0)
	if !answered || c.Narrative == nil {
		return
	}
	e := memory.Experience{Verdict: memory.Accept, Query: made.Question, Answer: c.Narrative.Text, Mode: c.Metadata.Mode, Agents: []string{c.Metadata.Model}, Retries: c.Metadata.RetryCount, SQL: c.SQL.Run()}
	if c.Chart != nil {
		e.Chart = c.Chart.Kind
	}
	for _, a := range c.Metadata.Attempts {
		if a.Reason != "" {
			e.Failure = a.Reason
		}
	}
	if _, err := book.Remember(ctx, t.whose(), e); err != nil {
		t.Warn(fault.Of(err).Diagnostic(fault.Warning))
	}
}
