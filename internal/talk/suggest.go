package talk

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/suggest"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// MaxSuggested is how many questions are looked for.
const MaxSuggested = 6

const (
	suggestTime = 6 * time.Second // after which those that were found are shown
	suggestMost = 2 * time.Minute // until the first is found; who waits for it can stop it
	suggestRun  = 2 * time.Second
	suggestKept = 3 // so few are not kept if the time was up: another time it finds more
)

// suggested are the questions that were found for one state of a database.
type suggested struct {
	Key       string   `json:"key"`
	Questions []string `json:"questions"`
}

// Suggestions are questions that the brain can answer about this database,
// none when it has no index. They are found once for each state of it.
func (t *Talk) Suggestions(ctx context.Context, most int) []string {
	b, ok := t.Brain.(interface{ Index() *index.Index })
	if !ok {
		return nil
	}
	s, err := t.Connection.Schema(ctx, connection.Full)
	if err != nil {
		return nil
	}
	key := index.KeyOf(s, t.Version)
	kept := shelf[suggested]{path: filepath.Join(t.Folder, "cache", "suggestions.json"), most: 50}
	same := func(e suggested) bool { return e.Key == key }
	list := kept.load()
	if n := slices.IndexFunc(list, same); n >= 0 {
		return list[n].Questions[:min(most, len(list[n].Questions))]
	}
	done := t.Waiting("looking for questions that this database can answer")
	defer done()
	limited, cancel := context.WithTimeout(ctx, suggestMost)
	defer cancel()
	soon, stop := context.WithTimeout(limited, suggestTime)
	defer stop()
	found, whole := suggest.Suggest(limited, b.Index(), t.Brain, t.Today(), t.finds, MaxSuggested, func() bool { return soon.Err() != nil })
	if whole || ctx.Err() == nil && len(found) > suggestKept {
		_ = kept.put(suggested{key, found}, same) // a full disk costs time, nothing else
	}
	return found[:min(most, len(found))]
}

// nearTime is what looking for questions near another one may take.
const nearTime = 3 * time.Second

// instead are questions that can be asked in the place of one that cannot be
// answered: first what is about the same, then what is asked of this database
// anyway.
func (t *Talk) instead(ctx context.Context, question string) []string {
	var list []string
	if b, ok := t.Brain.(interface {
		Index() *index.Index
		About(question string, now time.Time) suggest.Topic
	}); ok {
		limited, cancel := context.WithTimeout(ctx, nearTime)
		list = suggest.Near(limited, b.Index(), t.Brain, t.Today(), t.finds, b.About(question, t.Today()), maxOffers)
		cancel()
	}
	for _, q := range t.Suggestions(ctx, MaxSuggested) {
		if len(list) < maxOffers && !slices.Contains(list, q) {
			list = append(list, q)
		}
	}
	return list
}

// finds reports whether a statement gives anything but nulls.
func (t *Talk) finds(ctx context.Context, sql string) (bool, error) {
	r, _, err := t.Connection.Query(ctx, sql, source.Limits{Time: suggestRun, Rows: 2, Bytes: 1 << 20})
	if err != nil {
		return false, err
	}
	defer r.Close()
	all, err := r.ReadAll()
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(all.Rows, func(row table.Row) bool {
		return slices.ContainsFunc(row, func(v table.Value) bool { return !v.IsNull() })
	}), nil
}
