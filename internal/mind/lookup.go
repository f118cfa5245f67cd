package mind

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/mode/lookup"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/route"
)

// Write lets a model answer from excerpts of documents.
func (m *Models) Write(ctx context.Context, t lookup.Task) (*lookup.Written, error) {
	asked := llm.Excerpted{Question: t.Question, Before: t.Before, Objections: t.Objections}
	for _, p := range t.Excerpts {
		asked.Excerpts = append(asked.Excerpts, llm.Excerpt{Title: strings.Join(append([]string{p.Title}, p.Section...), " › "), Text: p.Text})
	}
	var w lookup.Written
	by, spent, err := m.try(ctx, route.Job{Task: route.Narration}, t.Happened, func(ctx context.Context, one model.Model) (used model.Usage, err error) {
		w.Text, used, err = llm.Lookup(ctx, one, asked)
		return used, err
	})
	if err != nil {
		return nil, err
	}
	w.By, w.Cost = by, spent
	return &w, nil
}
