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
	suggestTime   = 6 * time.Second // after which those that were found are shown
	suggestMost   = 2 * time.Minute // until the first is found; who waits for it can stop it
	suggestRun    = 2 * time.Second
	suggestEnough = 4 // if the time was up, so many will do for good; of fewer, more are looked for the next time
)

// triedQuestions are the questions that were tried on one state of a database.
type triedQuestions struct {
	Key   string        `json:"key"`
	Tried suggest.Tried `json:"tried"`
	Done  bool          `json:"done"`
}

// Suggestions are questions that the brain can answer about this database,
// none when it has no index. They are tried once for each state of it.
func (t *Talk) Suggestions(ctx context.Context, most int) []string {
	ix := t.index()
	if ix == nil {
		return nil
	}
	kept, s := t.loadSuggestions(ctx)
	if !s.Done {
		t.tryQuestions(ctx, ix, &s)
		_ = kept.put(s, func(e triedQuestions) bool { return e.Key == s.Key }) // a full disk costs time, nothing else
	}
	return suggest.Answered(ix, s.Tried, most)
}

func (t *Talk) tryQuestions(ctx context.Context, ix *index.Index, s *triedQuestions) {
	done := t.Waiting("looking for questions that this database can answer")
	defer done()
	limited, cancel := context.WithTimeout(ctx, source.Patient(ctx, suggestMost))
	defer cancel()
	soon, stop := context.WithTimeout(limited, source.Patient(ctx, suggestTime))
	defer stop()
	whole := suggest.Try(limited, ix, t.Brain, t.Today(), t.findsValues, s.Tried, MaxSuggested, func() bool { return soon.Err() != nil })
	s.Done = whole || ctx.Err() == nil && len(suggest.Answered(ix, s.Tried, MaxSuggested)) >= suggestEnough
}

// loadSuggestions is what was tried on this state of the database, and where it is
// kept.
func (t *Talk) loadSuggestions(ctx context.Context) (shelf[triedQuestions], triedQuestions) {
	kept := shelf[triedQuestions]{path: filepath.Join(t.Folder, "cache", "suggestions.json"), most: 50}
	s := triedQuestions{Tried: suggest.Tried{}}
	snapshot, err := t.Connection.Schema(ctx, connection.Full)
	if err != nil {
		return kept, s
	}
	s.Key = index.KeyOf(snapshot, t.Version)
	list := kept.load()
	if n := slices.IndexFunc(list, func(e triedQuestions) bool { return e.Key == s.Key && e.Tried != nil }); n >= 0 {
		return kept, list[n]
	}
	return kept, s
}

// index is what the brain knows of the database, nil for a brain without.
func (t *Talk) index() *index.Index {
	if b, ok := t.Brain.(interface{ Index() *index.Index }); ok {
		return b.Index()
	}
	return nil
}

// suggestInstead are questions to ask instead of one that cannot be answered. Nothing is
// tried for them: a decline is shown as soon as it is known.
func (t *Talk) suggestInstead(ctx context.Context, question string) []string {
	ix := t.index()
	if ix == nil {
		return nil
	}
	var about suggest.Topic
	if b, ok := t.Brain.(interface {
		About(question string, now time.Time) suggest.Topic
	}); ok {
		about = b.About(question, t.Today())
	}
	_, s := t.loadSuggestions(ctx)
	return suggest.Instead(ix, s.Tried, about, maxOffers)
}

// findsValues reports whether a statement gives anything but nulls.
func (t *Talk) findsValues(ctx context.Context, sql string) (bool, error) {
	r, _, err := t.Connection.Query(ctx, sql, source.Limits{Time: source.Patient(ctx, suggestRun), Rows: 2, Bytes: 1 << 20})
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
