package knowledge

import (
	"context"
	"sync"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/embed"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/vector"
)

// How many passages are placed at once, and how many of their texts are embedded between
// two looks at whether to stop. What was embedded is kept.
const (
	placedAtOnce   = 256
	embeddedAtOnce = 16
)

// The labels of vectors.
const (
	labelSource = "source"
	labelType   = "type"
	labelDay    = "day"
)

// Embed makes the vectors that passages lack, of all sources, and removes those of
// passages that are gone. It says how many passages it placed. A text that was embedded
// before is not embedded again. Stopped, it goes on from there the next time. Report may
// be nil.
func (l *Library) Embed(ctx context.Context, report func(Progress)) (int, error) {
	if l.Embedder == nil {
		return 0, nil
	}
	lock, err := l.lock(ctx, "embed", "making vectors of documents")
	if err != nil {
		return 0, err
	}
	defer lock.Close()
	if err := l.forgetGone(ctx); err != nil {
		return 0, err
	}
	done := 0
	for {
		list, missing, err := l.Store.Unplaced(ctx, l.place(), placedAtOnce)
		if err != nil || len(list) == 0 {
			return done, err
		}
		start := done
		n, err := l.placeVectors(ctx, list, func(n int) {
			if report != nil {
				report(Progress{Source: list[n-1].Source, Stage: Embedding, Done: start + n, Total: start + missing, What: list[n-1].Context})
			}
		})
		if done += n; err != nil {
			return done, err
		}
	}
}

// placeVectors brings the vectors of passages to the vector store.
func (l *Library) placeVectors(ctx context.Context, list []store.UnplacedPassage, report func(done int)) (int, error) {
	var hashes []string
	for _, p := range list {
		hashes = append(hashes, p.Hash)
	}
	vectors, err := l.Store.Vectors(ctx, l.Embedder.Name(), hashes)
	if err != nil {
		return 0, err
	}
	for at := 0; at < len(list); at += embeddedAtOnce * l.Workers {
		some := list[at:min(at+embeddedAtOnce*l.Workers, len(list))]
		made, err := l.embedMissing(ctx, some, vectors)
		if err != nil {
			return 0, err
		}
		if len(made) > 0 {
			if err := l.Store.KeepVectors(ctx, l.Embedder.Name(), made); err != nil {
				return 0, err
			}
		}
		report(at + len(some))
	}
	points := make([]vector.Point, len(list))
	ids := make([]string, len(list))
	for i, p := range list {
		ids[i] = p.ID
		points[i] = vector.Point{ID: p.ID, Owner: p.Owner, Vector: vectors[p.Hash], Labels: map[string]string{labelSource: p.Source, labelType: p.Type}}
		if p.Day != "" {
			points[i].Labels[labelDay] = p.Day
		}
	}
	if err := l.Vectors.Upsert(ctx, l.collection(), points); err != nil {
		return 0, err
	}
	return len(list), l.Store.Placed(ctx, l.place(), ids)
}

// embedMissing embeds what is not among the vectors, adds it to them, and gives what is
// new.
func (l *Library) embedMissing(ctx context.Context, list []store.UnplacedPassage, vectors map[string][]float32) (map[string][]float32, error) {
	var hashes, texts []string
	made := map[string][]float32{}
	for _, p := range list {
		if _, asked := made[p.Hash]; vectors[p.Hash] == nil && !asked {
			made[p.Hash] = nil
			hashes, texts = append(hashes, p.Hash), append(texts, embedded(p.Passage))
		}
	}
	rows := make([][]float32, len(texts))
	errs := make([]error, l.Workers)
	var workers sync.WaitGroup
	for w := range l.Workers {
		from, to := len(texts)*w/l.Workers, len(texts)*(w+1)/l.Workers
		workers.Go(func() {
			got, err := l.Embedder.Embed(ctx, texts[from:to])
			if err == nil && len(got) != to-from {
				err = fault.New(fault.LLMError, "%d texts were embedded as %d vectors", to-from, len(got)).WithHint("choose another model for embeddings")
			}
			copy(rows[from:to], got)
			errs[w] = err
		})
	}
	workers.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	for i, hash := range hashes {
		unit, err := embed.Unit(rows[i])
		if err != nil {
			return nil, err
		}
		made[hash], vectors[hash] = unit, unit
	}
	return made, nil
}

// forgetGone removes the vectors of passages that are no more.
func (l *Library) forgetGone(ctx context.Context) error {
	for {
		gone, err := l.Store.Gone(ctx, store.MaxLimit)
		if err != nil || len(gone) == 0 {
			return err
		}
		byOwner := map[string][]string{}
		for _, g := range gone {
			byOwner[g.Owner] = append(byOwner[g.Owner], g.ID)
		}
		for owner, ids := range byOwner {
			if _, err := l.Vectors.Delete(ctx, l.collection(), vector.Filter{Owners: []string{owner}, IDs: ids}); err != nil {
				return err
			}
		}
		if err := l.Store.Forget(ctx, gone); err != nil {
			return err
		}
	}
}
