package fetch

import (
	"context"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// ChangeKind is what became of an item.
type ChangeKind string

// The kinds of changes.
const (
	Same    ChangeKind = "same"    // nothing; Item has what to keep
	Changed ChangeKind = "changed" // it is new or otherwise; Data is its content
	Gone    ChangeKind = "gone"    // it is no longer there
	Failed  ChangeKind = "failed"  // it cannot be read, for Err; what was read before stays
	Partial ChangeKind = "partial" // the listing is not complete, for Err, or ended at its bounds
)

// Change is what a refresh found about an item, or with Partial about the place.
type Change struct {
	Kind ChangeKind
	Item Item
	Data []byte
	Err  error
}

// Refresh lists a place and reads what is not as it is known by its mark, which is what earlier changes said,
// by address. Items are gone only if the listing came to its end.
func Refresh(ctx context.Context, s Source, known map[string]Item) iter.Seq[Change] {
	return func(yield func(Change) bool) {
		left := maps.Clone(known)
		complete := true
		for item, err := range s.List(ctx, known) {
			c := Change{Kind: Same, Item: item, Err: err}
			if item.Address == "" {
				c.Kind = Partial
				complete = complete && fault.CodeOf(err) == fault.ResultTruncated
				if !yield(c) {
					return
				}
				continue
			}
			old, isKnown := known[item.Address]
			if err == nil && (!isKnown || old.Mark != item.Mark) {
				c.Kind = Changed
				c.Data, c.Err = s.Read(ctx, item)
			}
			if c.Err != nil {
				c.Kind, c.Data = Failed, nil
				if isKnown && fault.CodeOf(c.Err) == fault.NotFound {
					continue // it is left, and so gone
				}
			}
			delete(left, item.Address)
			if !yield(c) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(Change{Kind: Partial, Err: fault.Of(err)})
			return
		}
		if !complete {
			return
		}
		for _, address := range slices.Sorted(maps.Keys(left)) {
			if !yield(Change{Kind: Gone, Item: left[address]}) {
				return
			}
		}
	}
}

// Watch lists a place at each tick and yields the addresses of what is no longer as it is known, until there are
// no more ticks. It is meant for files and folders, whose listing costs little. What is being written is yielded
// once it is the same at two ticks. A listing that fails is yielded as an error, and the next one is tried.
func Watch(ctx context.Context, s Source, known map[string]Item, ticks <-chan time.Time) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		base, before := marksOf(known), map[string]string(nil)
		for {
			select {
			case <-ctx.Done():
				return
			case _, more := <-ticks:
				if !more {
					return
				}
			}
			now, err := scan(ctx, s)
			if ctx.Err() != nil {
				return
			}
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			changed := settled(base, before, now)
			before = now
			if len(changed) > 0 && !yield(changed, nil) {
				return
			}
		}
	}
}

func marksOf(items map[string]Item) map[string]string {
	marks := make(map[string]string, len(items))
	for address, item := range items {
		marks[address] = item.Mark
	}
	return marks
}

// scan lists a place for the marks of its items. One that cannot be read has none.
func scan(ctx context.Context, s Source) (map[string]string, error) {
	marks := map[string]string{}
	for item, err := range s.List(ctx, nil) {
		switch {
		case item.Address != "":
			marks[item.Address] = item.Mark
		case fault.CodeOf(err) != fault.ResultTruncated:
			return nil, err
		}
	}
	return marks, nil
}

// settled are the addresses that are otherwise than in base, and the same now and before. Base follows them.
func settled(base, before, now map[string]string) []string {
	if before == nil {
		before = base // nothing is known of the time before
	}
	all := maps.Clone(base)
	maps.Copy(all, now)
	var changed []string
	for _, address := range slices.Sorted(maps.Keys(all)) {
		mark, is := now[address]
		if was, known := base[address]; was == mark && known == is {
			continue
		}
		if was, known := before[address]; was != mark || known != is {
			continue
		}
		if changed = append(changed, address); is {
			base[address] = mark
		} else {
			delete(base, address)
		}
	}
	return changed
}
