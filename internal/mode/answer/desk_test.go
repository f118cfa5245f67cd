package answer_test

import (
	"cmp"
	"context"
	"fmt"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3" // makes the shop

	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/test/turntest"
)

// desk is where a scripted mind answers over a real database and a real store.
type desk struct {
	*turntest.Bench
	mind   *mind
	teller *teller
	mode   *answer.Mode
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	return deskOver(turntest.New(t, ""))
}

func deskOver(b *turntest.Bench) *desk {
	d := &desk{Bench: b, mind: &mind{}, teller: &teller{}}
	d.mode = &answer.Mode{Planner: d.mind, Repairer: d.mind, Narrator: d.teller, Database: b.Database, Log: b.Session, Limits: source.Limits{}.OrDefault(),
		NewID: b.NewID, Clock: b.Clock, Watch: b.Watch}
	return d
}

// ask puts a question that must lead to a cell.
func (d *desk) ask(q answer.Question) *answer.Turn {
	d.T.Helper()
	turn, err := d.mode.Ask(d.T.Context(), q)
	if err != nil {
		d.T.Fatalf("%s: %v", q.Text, err)
	}
	return turn
}

// about is a question by its text.
func about(text string) answer.Question {
	return answer.Question{Text: text, Now: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)}
}

// mind plans and repairs as it was told.
type mind struct {
	drafts   []answer.Draft // the next plan or repair first; then repairs are nil
	requests []answer.Request
	past     [][]session.Cell // that each of them could know
	failed   [][]answer.Attempt
	during   func(ctx context.Context) error // is called while it thinks; may be nil
}

func (m *mind) Plan(ctx context.Context, r answer.Request) (*answer.Draft, error) {
	past, err := r.Past(ctx)
	if err != nil {
		return nil, err
	}
	m.requests, m.past = append(m.requests, r), append(m.past, past)
	return m.next(ctx)
}

func (m *mind) Repair(ctx context.Context, _ answer.Request, failed []answer.Attempt) (*answer.Draft, error) {
	m.failed = append(m.failed, failed)
	return m.next(ctx)
}

func (m *mind) next(ctx context.Context) (*answer.Draft, error) {
	if m.during != nil {
		if err := m.during(ctx); err != nil {
			return nil, err
		}
	}
	if len(m.drafts) == 0 {
		return nil, nil
	}
	d := m.drafts[0]
	m.drafts = m.drafts[1:]
	return &d, nil
}

// says lets the mind propose statements, one after the other.
func (d *desk) says(statements ...string) {
	d.mind.drafts = nil
	for i, s := range statements {
		d.mind.drafts = append(d.mind.drafts, answer.Draft{Outcome: answer.Sure, Confidence: 0.9, SQL: s, Sentence: "total amount of sales by channel",
			By: "scripted", Reasoning: fmt.Sprint("idea ", i+1), Cost: answer.Cost{Input: 100, Output: 10, USD: 0.25}})
	}
}

// teller narrates as it was told; the last text again and again.
type teller struct {
	by       string
	texts    []string
	findings []answer.Finding
	during   func(ctx context.Context) error
}

func (w *teller) name() string { return cmp.Or(w.by, "scripted") }

func (w *teller) Narrate(ctx context.Context, f answer.Finding) (*answer.Narrative, error) {
	w.findings = append(w.findings, f)
	if w.during != nil {
		if err := w.during(ctx); err != nil {
			return nil, err
		}
	}
	n := &answer.Narrative{By: w.name(), Cost: answer.Cost{Input: 50, Output: 5, USD: 0.125}}
	if len(w.texts) > 0 {
		n.Story = story.Story{Text: w.texts[min(len(w.findings), len(w.texts))-1]}
	}
	return n, nil
}
