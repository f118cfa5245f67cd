// Package turn is what the modes of answering share: the events and the audit of
// a turn. Every transition is an event of the session, and the audit is written
// as the work proceeds, so that it survives a crash.
package turn

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/story"
)

// Log is the session that answers are recorded in.
type Log interface {
	Step(ctx context.Context, st session.Step) error
	Record(ctx context.Context, c session.Cell, also func(c session.Cell, hash string) session.Step) (session.Cell, error)
	LastCells(ctx context.Context, limit int) ([]session.Cell, error)
}

// Cost is what a language model took.
type Cost struct {
	Input, Output int // tokens
	USD           float64
}

// Plus is both together.
func (c Cost) Plus(o Cost) Cost { return Cost{c.Input + o.Input, c.Output + o.Output, c.USD + o.USD} }

// Books are what is recorded of a turn while it goes on.
type Books struct {
	Query    store.Query // its audit; without an ID there is none yet
	Attempts []store.Attempt
	Timings  session.Timings
	Cost     Cost

	beside Beside
	log    Log
	clock  func() time.Time
	watch  func(session.Entry)
	began  time.Time
	kept   int // how many attempts the audit has
}

// Beside is what goes with a turn in every way of answering: what is known before it, and
// who judges the answer.
type Beside struct {
	Recalled []session.Known // memories that came to mind
	Applied  []session.Known // what the answer follows of all that is known, beside what its author says
	// Complete adds to a cell before it is judged; may be nil.
	Complete func(ctx context.Context, c *session.Cell)
	// Judge sets the verdict of a cell before it is recorded, and what follows from it;
	// may be nil.
	Judge func(ctx context.Context, c *session.Cell)
}

// Open begins the books of a turn, now. Watch hears of every event when it has
// been recorded; may be nil.
func Open(log Log, clock func() time.Time, watch func(session.Entry), b Beside) Books {
	return Books{log: log, clock: clock, watch: watch, began: clock(), beside: b}
}

// Took is how long the turn has taken until now.
func (b *Books) Took() time.Duration { return b.clock().Sub(b.began) }

// Begin opens the audit of a question, and says that the thinking begins. Of a
// question that another mode has begun with there is an audit, which is to be
// settled whatever happens.
func (b *Books) Begin(ctx context.Context, q store.Query, asked session.AskedPayload, begun bool) error {
	q.Status, q.Question = store.StatusOpen, asked.Question
	asked.Query, asked.Source = q.ID, q.Source
	st := session.Step{Turn: q.ID, Events: []session.Entry{Stage(session.Thinking)}}
	if begun {
		b.Query = q
	} else {
		st.Query, st.Events = &q, []session.Entry{{Kind: session.QuestionAsked, Payload: asked}, Stage(session.Thinking)}
	}
	if len(b.beside.Recalled) > 0 && !begun {
		st.Events = append(st.Events, session.Entry{Kind: session.Recalled, Payload: session.RecalledPayload{Memories: b.beside.Recalled}})
	}
	if err := b.Happened(ctx, st); err != nil {
		return err
	}
	b.Query = q
	return nil
}

// Happened records events and audit, and tells who watches.
func (b *Books) Happened(ctx context.Context, st session.Step) error {
	st.Turn = cmp.Or(b.Query.ID, st.Turn)
	if err := b.log.Step(ctx, st); err != nil {
		return err
	}
	if len(st.Attempts) > 0 {
		b.kept = len(b.Attempts)
	}
	b.tell(st.Events)
	return nil
}

// Enters records that a stage begins.
func (b *Books) Enters(ctx context.Context, s session.Stage) error {
	return b.Happened(ctx, session.Step{Events: []session.Entry{Stage(s)}})
}

// Meanwhile records what happened around the work. Should that fail, the next
// step of the turn will say so.
func (b *Books) Meanwhile(ctx context.Context, e session.Entry) {
	_ = b.Happened(ctx, session.Step{Events: []session.Entry{e}})
}

func (b *Books) tell(events []session.Entry) {
	if b.watch != nil {
		for _, e := range events {
			b.watch(e)
		}
	}
}

// Timed adds what passes until the returned function is called.
func (b *Books) Timed(to *float64) func() {
	start := b.clock()
	return func() { *to += Milliseconds(b.clock().Sub(start)) }
}

// Milliseconds is a duration as cells and audits give it.
func Milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Stage is the event that a stage begins.
func Stage(s session.Stage) session.Entry {
	return session.Entry{Kind: session.StageEntered, Payload: session.StagePayload{Stage: s}}
}

// Encode is JSON without escapes for HTML.
func Encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "a part of the cell cannot be written: %s", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// References are those of a checked text, as a cell keeps them.
func References(list []story.Reference) []session.DataReference {
	var out []session.DataReference
	for _, r := range list {
		out = append(out, session.DataReference{RefID: r.ID, Text: r.Text, At: r.At, Source: r.Source, Operation: string(r.Operation), Columns: r.Columns, Rows: slices.Clone(r.Rows), Among: slices.Clone(r.Among), Figure: r.Figure})
	}
	return out
}
