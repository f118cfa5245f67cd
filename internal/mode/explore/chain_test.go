package explore_test

import (
	"context"
	"iter"
	"testing"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/test/turntest"
)

// relay is a chain of models: from some turn on another one answers.
type relay struct {
	*scripted
	from     int // the turn, from 1
	answered int
	told     func()
}

func (r *relay) Info() model.Info {
	i := r.scripted.Info()
	if r.answered >= r.from {
		i.ID = "second"
	}
	return i
}

func (r *relay) Stream(ctx context.Context, q model.Request) iter.Seq2[model.Chunk, error] {
	if r.answered++; r.answered == r.from {
		r.told()
	}
	return r.scripted.Stream(ctx, q)
}

// TestWhoAnsweredIsNamed names along a chain the model that wrote each part, and
// for the whole the one that answered.
func TestWhoAnsweredIsNamed(t *testing.T) {
	for from, want := range map[int][3]string{ // who wrote the statement, the text, and answered
		1: {"test/second", "test/second", "test/second"},
		2: {"test/m", "test/second", "test/second"},
		3: {"test/m", "test/m", "test/m"},
	} {
		d := newDesk(t, queries(turntest.ByChannel), says("The shop leads with 2,400."))
		d.mode.ForTurn = func(happened func(context.Context, session.Entry)) model.Model {
			return &relay{scripted: d.model, from: from, told: func() {
				happened(t.Context(), session.Entry{Kind: session.Escalated, Payload: session.EscalatedPayload{From: "test/m", To: "test/second"}})
			}}
		}
		var prices []string
		d.mode.Price = func(name string, _ model.Usage) float64 { prices = append(prices, name); return 1 }
		c := d.ask("Which channel is best?").Cell
		if c.SQL.GeneratedBy != want[0] || c.Narrative.By != want[1] || c.Metadata.Model != want[2] || d.Audit().Model != want[2] || prices[0] != want[0] || prices[1] != want[1] {
			t.Errorf("from turn %d on: %s, %s, %s, %s, priced %q", from, c.SQL.GeneratedBy, c.Narrative.By, c.Metadata.Model, d.Audit().Model, prices)
		}
	}
}
