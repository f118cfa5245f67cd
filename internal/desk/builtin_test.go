package desk

import (
	"context"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/talk"
)

// nextCell waits for the cell that follows another one.
func (p *place) nextCell(book, parent string) session.Cell {
	p.t.Helper()
	for _, err := range p.Follow(p.t.Context(), book, 0) {
		if err != nil {
			p.t.Fatal(err)
		}
		open, err := p.Open(p.t.Context(), book)
		if err != nil {
			p.t.Fatal(err)
		}
		for _, c := range open.Cells {
			if c.Context.ParentCellID == parent {
				return c
			}
		}
	}
	p.t.Fatal("the notebook is no longer followed")
	return session.Cell{}
}

// TestWithTheBuiltInBrain asks in words, follows up, and goes on after a restart.
func TestWithTheBuiltInBrain(t *testing.T) {
	p := newPlace(t)
	real := func(c *Config) {
		clock := c.Clock
		c.Talk = func(ctx context.Context, s *config.Config, spec connection.Spec, conn *connection.Connection) (*talk.Talk, error) {
			b, err := builtin.Open(ctx, conn, p.path("home/cache"))
			if err != nil {
				return nil, err
			}
			schema, err := conn.Schema(ctx, connection.Full)
			if err != nil {
				return nil, err
			}
			return talk.New(talk.Config{Connection: conn, Identity: spec.Identity, Brain: b, Folder: s.Folder, Version: "test", Limits: limitsOf(s), NewID: freshID, Clock: clock, Intents: talk.BuiltinIntents}, schema), nil
		}
	}
	p.open(real)
	first := p.ask(Question{Text: "What is the total amount of sales for each channel?"})
	if first.Result == nil || first.Result.RowCount != 2 || first.Narrative == nil || first.Chart == nil {
		t.Fatalf("got %+v", first)
	}
	b, err := p.Current(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	second := p.ask(Question{Text: "only web", Parent: first.ID})
	if second.Result == nil || second.Result.RowCount != 1 {
		t.Errorf("got %+v %+v", second.Reading, second.SQL)
	}
	p.open(real)
	third := p.ask(Question{Notebook: b.ID, Text: "only shop", Parent: first.ID})
	if third.Result == nil || third.Result.RowCount != 1 {
		t.Errorf("after a restart: %+v %+v", third.Reading, third.SQL)
	}
	stats := p.ask(Question{Notebook: b.ID, Text: "skewness and kurtosis of amount"})
	if stats.Analysis == nil || len(stats.Analysis.Steps) != 2 || stats.Result == nil || stats.Result.RowCount != 2 {
		t.Errorf("an analysis: %+v %+v", stats.Analysis, stats.Reading)
	}
	both := p.ask(Question{Notebook: b.ID, Text: "What is the total amount of sales for each channel?; export it as csv"})
	if both.Result == nil || both.Result.RowCount != 2 {
		t.Errorf("the first part: %+v", both.Reading)
	}
	file := p.nextCell(b.ID, both.ID)
	if file.Download == nil || *file.Download != (session.Download{Cell: both.ID, Format: "csv", Title: "CSV"}) || file.Narrative == nil {
		t.Errorf("the second part: %+v %+v", file.Question, file.Download)
	}
	whole := p.ask(Question{Notebook: b.ID, Text: "where does this number come from?", Parent: file.ID})
	if whole.Narrative == nil || !strings.Contains(whole.Narrative.Text, both.Question) {
		t.Errorf("after a cell without rows: %+v", whole.Narrative)
	}
	if list, err := p.Suggestions(t.Context(), ""); err != nil || len(list) == 0 {
		t.Errorf("got %v, %v", list, err)
	}
}
