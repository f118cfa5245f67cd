package explore

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/tool"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// What an event holds of a call.
const (
	longestArguments = 2000 // bytes
	previewRows      = 5
	previewBytes     = 2000
)

// act does what the model wants, one call after the other, for one may refer to
// the result of another.
func act(ctx context.Context, t *Turn) (step, error) {
	var answers []model.Part
	for i, c := range t.wanted {
		var text string
		var failed error
		switch {
		case i >= maxCallsAtOnce:
			failed = fault.New(tool.BadArguments, "at most %d calls are allowed in one turn", maxCallsAtOnce).WithHint("call it again in your next turn")
		case t.calls >= maxCalls:
			failed = fault.New(tool.BadArguments, "no more calls are allowed for this question").WithHint("answer now, with what you have found")
		default:
			t.calls++
			out, err := t.do(ctx, c, i == 0, i == min(len(t.wanted), maxCallsAtOnce)-1)
			if err != nil {
				return nil, err
			}
			text, failed = out.text, out.failed
		}
		if failed != nil {
			text = tool.Explain(failed)
		}
		answers = append(answers, model.Part{Result: &model.Result{CallID: c.ID, Name: c.Name, Text: model.Fence(c.Name, text), Failed: failed != nil}})
	}
	t.wanted = nil
	t.messages = append(t.messages, model.Message{Role: model.User, Parts: answers})
	return think, nil
}

// done is what came of a call: a text, or why the model must do otherwise.
type done struct {
	text   string
	failed error
}

// do calls a tool, and records the call and what came of it. An error is one
// that no other call can fix.
func (t *Turn) do(ctx context.Context, c model.Call, first, last bool) (done, error) {
	name := clip(c.Name, 100)
	called := []session.Entry{{Kind: session.ToolCalled, Payload: session.CalledPayload{Call: t.calls, Tool: name, Arguments: clip(string(c.Arguments), longestArguments)}}}
	if first {
		called = append([]session.Entry{turn.Stage(session.Executing)}, called...)
	}
	if err := t.books.Happened(ctx, session.Step{Events: called}); err != nil {
		return done{}, err
	}
	t.trace = append(t.trace, name)
	out, err := t.call(ctx, c)
	answered := session.AnsweredPayload{Call: t.calls, Tool: name, OK: err == nil}
	if err != nil {
		answered.Reason = tool.Explain(err)
	}
	st := session.Step{}
	if out.Query != nil {
		t.books.Attempts = append(t.books.Attempts, t.attempt(out, err))
		st.Query, st.Attempts = &t.books.Query, t.books.Attempts[len(t.books.Attempts)-1:]
	}
	if err != nil && !tool.Mendable(err) {
		return done{}, err // the audit gets the attempt when the turn is settled
	}
	if err != nil && c.Name == "execute_query" && out.Query != nil {
		t.failure = fault.Of(err)
		t.m.Memory.add(out.Query.SQL, answered.Reason)
	}
	if err == nil {
		t.keep(ctx, c.Name, out, &answered)
	}
	st.Events = []session.Entry{{Kind: session.ToolAnswered, Payload: answered}}
	if last {
		st.Events = append(st.Events, turn.Stage(session.Thinking))
	}
	return done{out.Text, err}, t.books.Happened(ctx, st)
}

// call finds the tool and lets it work.
func (t *Turn) call(ctx context.Context, c model.Call) (tool.Output, error) {
	at := slices.IndexFunc(t.tools, func(x tool.Tool) bool { return x.Name == c.Name })
	if at < 0 {
		var names []string
		for _, x := range t.tools {
			names = append(names, x.Name)
		}
		return tool.Output{}, fault.New(fault.NotFound, "there is no tool %q", clip(c.Name, 100)).WithHint("%s", fault.DidYouMean(c.Name, "tools", names))
	}
	return t.tools[at].Call(ctx, c.Arguments)
}

// attempt is the audit of a statement that a tool tried.
func (t *Turn) attempt(out tool.Output, err error) store.Attempt {
	q := out.Query
	t.books.Timings.Check += turn.Milliseconds(q.Check)
	t.books.Timings.Execute += turn.Milliseconds(q.Run)
	a := store.Attempt{Number: len(t.books.Attempts) + 1, SQL: q.SQL, ValidationOK: q.Passed, ExecutionOK: err == nil, ExecutionMS: turn.Milliseconds(q.Run),
		Tokens: store.Tokens{Input: t.turnCost.Input, Output: t.turnCost.Output}}
	t.turnCost = Cost{} // several statements of one turn were written at once
	if n := len(t.said); n > 0 {
		a.Reason = clip(t.said[n-1], longestReported)
	}
	switch {
	case err == nil:
		a.RowCount = int64(len(out.Table.Rows))
	case q.Passed:
		a.DBError = tool.Explain(err)
	default:
		a.ValidationReason = tool.Explain(err)
	}
	return a
}

// keep holds on to what a tool found, and describes it in short.
func (t *Turn) keep(ctx context.Context, name string, out tool.Output, p *session.AnsweredPayload) {
	if out.Chart != nil {
		t.chart = out.Chart
	}
	if out.Table == nil {
		return
	}
	e := evidence{tool: name, table: out.Table, tables: out.About, by: t.by}
	if out.Query != nil {
		e.number, e.sql, e.took = out.Query.Number, out.Query.SQL, out.Query.Run
	}
	if e.sql != "" && t.m.Interpreter != nil {
		read := t.m.Interpreter.Interpret(ctx, e.sql, e.table, t.q.Now)
		e.meaning = read.Meaning.Named(e.table.Names())
		t.kit.Describe(e.number, e.meaning)
		if read.Form != nil {
			e.reading = read
		}
	}
	e.result = story.NewResult(e.table, e.meaning, e.number > 0)
	t.found = append(t.found, e)
	p.Query, p.Rows, p.Truncated = e.number, len(e.table.Rows), e.table.Truncated != table.Whole
	const columns = 20
	for _, c := range e.table.Columns[:min(columns, len(e.table.Columns))] {
		p.Columns = append(p.Columns, clip(c.Name, 100))
	}
	if len(p.Columns) == len(e.table.Columns) {
		p.Preview = preview(e.table)
	}
}

// preview is the first rows, as many as an event can hold.
func preview(t *table.Table) json.RawMessage {
	b := json.RawMessage{'['}
	for i, row := range t.Rows[:min(previewRows, len(t.Rows))] {
		before := len(b)
		if i > 0 {
			b = append(b, ',')
		}
		if b = table.AppendJSONRow(b, t.Columns, row); len(b) > previewBytes {
			b = b[:before]
			break
		}
	}
	return append(b, ']')
}
