package cli

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// talk is a conversation about one database.
type talk struct {
	*app
	conn   *connection.Connection
	mind   brain.Brain
	chosen choices
	clock  func() time.Time
	rows   int                     // shown of a result
	how    func(offers int) string // says how an offer is chosen; may be nil
	before *brain.Reading          // where the conversation is
}

// turn is one question and what became of it.
type turn struct {
	question   string
	before     *brain.Reading // where the conversation was
	outcome    brain.Outcome
	confidence float64
	readings   []reading // the one that is answered first
	decided    bool      // by the person, now or before
	remembered bool      // the person chose it before
	clarify    *brain.Clarification
	missing    string
	suggested  []string // of a decline: what can be asked instead
	took       time.Duration
}

// reading is a brain's reading, and what it gives where it was run.
type reading struct {
	brain.Reading
	result *table.Table
	tables []string
}

// offer is a reading that the person can choose.
type offer struct {
	text    string
	reading int // place in turn.readings
}

const (
	maxOffers   = 3
	previewRows = 3
)

// startTalk opens a database and its brain.
func (a *app) startTalk(ctx context.Context, f askFlags) (*talk, error) {
	spec, err := a.spec(f.db)
	if err != nil {
		return nil, err
	}
	conn, err := connection.Open(ctx, spec)
	if err != nil {
		return nil, err
	}
	t, err := a.talkTo(ctx, conn, f, spec.Identity)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return t, nil
}

// talkTo opens the brain for a database that is open. Choices are remembered
// under its identity.
func (a *app) talkTo(ctx context.Context, conn *connection.Connection, f askFlags, identity string) (*talk, error) {
	clock, err := f.clock(a.Now)
	if err != nil {
		return nil, err
	}
	done := a.waiting("reading the database; this is kept, and next time it is there at once")
	defer done()
	b, err := a.brains(ctx, conn, filepath.Join(a.settings.Folder, "cache"))
	if err != nil {
		return nil, err
	}
	return &talk{app: a, conn: conn, mind: b, chosen: newChoices(a.settings, identity), clock: clock, rows: f.rows}, nil
}

// waiting says what is being waited for, as soon as that is noticed.
func (a *app) waiting(text string) (done func()) {
	const noticed = 400 * time.Millisecond
	p := a.progress()
	var mu sync.Mutex
	over := false
	timer := time.AfterFunc(noticed, func() {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			p.Step(text, 0, 0)
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		over = true
		p.End()
	}
}

func (t *talk) close() { _ = t.conn.Close() }

// ask reads a question, and runs what it is read as. Only an answer that is
// given moves the conversation.
func (t *talk) ask(ctx context.Context, question string) (*turn, error) {
	start := t.Now()
	done := t.waiting("thinking")
	defer done()
	answer, err := t.mind.Read(ctx, brain.Question{Text: question, Now: t.clock(), Before: t.before})
	if err != nil {
		return nil, err
	}
	turn := &turn{question: question, before: t.before, outcome: answer.Outcome, confidence: answer.Confidence,
		clarify: answer.Clarify, missing: answer.Missing}
	for _, r := range answer.Readings {
		turn.readings = append(turn.readings, reading{Reading: r})
	}
	if n := t.chosen.find(question, t.before, answer.Readings); n >= 0 {
		turn.decide(n)
		turn.remembered = true
	}
	switch {
	case turn.declined():
		turn.suggested = t.suggestions(ctx, maxOffers)
	case turn.open():
		err = t.preview(ctx, turn)
	default:
		err = t.answer(ctx, turn)
	}
	turn.took = t.Now().Sub(start)
	return turn, err
}

// choose answers with another reading, and remembers that for the next time.
func (t *talk) choose(ctx context.Context, turn *turn, n int) error {
	offers := turn.offers()
	if n < 1 || n > len(offers) {
		if len(offers) == 0 {
			return fault.New(fault.Usage, "there is no other reading of this question").WithHint("say it in other words")
		}
		return fault.New(fault.Usage, "there is no reading %d", n).WithHint("they are numbered 1 to %d", len(offers))
	}
	start := t.Now()
	turn.decide(offers[n-1].reading)
	turn.remembered = false
	if err := t.answer(ctx, turn); err != nil {
		return err
	}
	turn.took = t.Now().Sub(start)
	if err := t.chosen.keep(turn.question, turn.before, turn.readings[0].Reading); err != nil {
		t.diagnose([]fault.Diagnostic{fault.Of(err).Diagnostic(fault.Warning)}) // it costs asking again
	}
	return nil
}

// answer runs the first reading. The conversation goes on from there.
func (t *talk) answer(ctx context.Context, turn *turn) error {
	if err := t.run(ctx, &turn.readings[0], t.bounds()); err != nil {
		return err
	}
	t.goOn(turn)
	return nil
}

// goOn makes an answer what the next question may follow up.
func (t *talk) goOn(turn *turn) {
	read := turn.readings[0].Reading // a copy: the turn's own may still change places
	t.before = &read
}

// preview runs the readings that are offered, a few rows each. One that does
// not run is offered without.
func (t *talk) preview(ctx context.Context, turn *turn) error {
	l := t.bounds()
	l.Rows = previewRows
	for _, o := range turn.offers() {
		if err := t.run(ctx, &turn.readings[o.reading], l); err != nil && ctx.Err() != nil {
			return err
		}
	}
	return nil
}

func (t *talk) bounds() source.Limits {
	l := limits(t.settings)
	if t.rows > 0 {
		l.Rows = t.rows
	}
	return l
}

func (t *talk) run(ctx context.Context, r *reading, l source.Limits) error {
	rows, statement, err := t.conn.Query(ctx, r.SQL, l)
	if err != nil {
		return err
	}
	defer rows.Close()
	if r.result, err = rows.ReadAll(); err != nil {
		return err
	}
	r.tables = statement.Tables()
	return nil
}

func (t *turn) declined() bool { return t.outcome == brain.Declined || len(t.readings) == 0 }

// open is true while the person has to say what they mean.
func (t *turn) open() bool { return t.outcome == brain.Unsure }

func (t *turn) answered() bool { return !t.declined() && !t.open() }

// doubtful is true where other readings should be in sight: Plumb doubts, or
// the person has chosen and may choose again.
func (t *turn) doubtful() bool { return t.outcome != brain.Sure || t.decided }

// decide puts the reading that the person chose first. Nobody knows better
// what they mean.
func (t *turn) decide(n int) {
	r := t.readings[n]
	t.readings = slices.Insert(slices.Delete(t.readings, n, n+1), 0, r)
	t.decided, t.outcome, t.confidence = true, brain.Sure, 1
}

// offers are the readings that can be chosen instead.
func (t *turn) offers() []offer {
	var list []offer
	if t.open() && t.clarify != nil {
		for _, c := range t.clarify.Choices {
			if c.Reading >= 0 && c.Reading < len(t.readings) {
				list = append(list, offer{c.Text, c.Reading})
			}
		}
		return list[:min(len(list), maxOffers)]
	}
	for i, r := range t.readings {
		if (i > 0 || t.open()) && len(list) < maxOffers {
			list = append(list, offer{r.Sentence, i})
		}
	}
	return list
}
