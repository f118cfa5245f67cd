package desk

import (
	"context"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/talk"
)

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
	if list, err := p.Suggestions(t.Context(), ""); err != nil || len(list) == 0 {
		t.Errorf("got %v, %v", list, err)
	}
}
