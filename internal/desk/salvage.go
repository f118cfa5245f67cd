package desk

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// maxSearched is how many cells of the store are searched for those that a
// damaged notebook has lost, the newest first.
const maxSearched = 20_000

// Complete puts cells that a damaged notebook has lost into their places, as far
// as the store has them. What the file has whole stays as it is.
func Complete(ctx context.Context, kept store.Store, s *notebook.Salvage) error {
	l, err := logOf(ctx, kept, s)
	if err != nil {
		return err
	}
	if !s.Named && l != nil {
		s.Places = inOrder(s.Places, l.order)
	}
	for i := range s.Places {
		if p := &s.Places[i]; p.Cell == nil {
			if err := fillFromLog(ctx, kept, l, p); err != nil {
				return err
			}
		}
	}
	return fillByHash(ctx, kept, s.Places)
}

// logOf is what the log of a notebook adds up to: that of the session which its
// file names, else of the one in which a cell that is left was recorded. Nil if
// there is none that tells of a notebook.
func logOf(ctx context.Context, kept store.Store, s *notebook.Salvage) (*ledger, error) {
	sessions := []string{s.Session}
	if s.Session == "" {
		for _, p := range s.Places {
			found, err := kept.Cells(ctx, store.Filter{ID: p.ID, Limit: 1})
			if err != nil {
				return nil, err
			}
			if p.ID != "" && len(found) > 0 && !slices.Contains(sessions, found[0].Session) {
				sessions = append(sessions, found[0].Session)
			}
		}
	}
	for _, id := range sessions {
		if id == "" {
			continue
		}
		l, err := history(ctx, kept, id)
		if fault.CodeOf(err) == fault.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		known := func(p notebook.Place) bool { return slices.Contains(l.order, p.ID) }
		if len(l.order) > 0 && (id == s.Session || slices.ContainsFunc(s.Places, known)) {
			return l, nil
		}
	}
	return nil, nil
}

// inOrder is the cells of a log in their order, with those that are in the file.
// What the log does not know stays after the cell that it stood after.
func inOrder(read []notebook.Place, order []string) []notebook.Place {
	places := make([]notebook.Place, 0, len(order)+len(read))
	at := func(id string) int {
		return slices.IndexFunc(places, func(p notebook.Place) bool { return p.ID == id && id != "" })
	}
	for _, id := range order {
		places = append(places, notebook.Place{ID: id})
	}
	next := 0
	for _, p := range read {
		if known := at(p.ID); known >= 0 {
			places[known] = p
			next = known + 1
		} else if p.Cell != nil { // of a damaged one without a name nothing can be found
			places = slices.Insert(places, next, p)
			next++
		}
	}
	return places
}

// fillFromLog is for a cell that the log names, by its hash or by its id, and for
// one whose id is all that is left of it.
func fillFromLog(ctx context.Context, kept store.Store, l *ledger, p *notebook.Place) error {
	id, recorded := p.ID, ""
	if l != nil && p.Doubtful != nil {
		if hash, err := p.Doubtful.Hash(); err == nil && hash == l.hash[id] { // it is as it was
			p.Cell = p.Doubtful
			return nil
		}
	}
	if l != nil {
		for known, hash := range l.hash {
			if hash == p.Hash && hash != "" {
				id = known
			}
		}
		recorded = l.recorded[id]
	}
	if id == "" {
		return nil
	}
	c, _, err := recordedCell(ctx, kept, id, recorded)
	if err != nil || c == nil {
		return err
	}
	if p.Hash != "" {
		if hash, err := c.Hash(); err != nil || hash != p.Hash {
			return err // another version of it
		}
	}
	p.ID, p.Cell, p.Found = id, c, true
	return nil
}

// fillByHash searches the store for the cells that are still missing and whose
// hashes are known, whichever session they are of.
func fillByHash(ctx context.Context, kept store.Store, places []notebook.Place) error {
	missing := map[string]*notebook.Place{}
	for i := range places {
		if p := &places[i]; p.Cell == nil && p.Hash != "" {
			missing[p.Hash] = p
		}
	}
	f := store.Filter{Newest: true, Limit: store.MaxLimit}
	for searched := 0; len(missing) > 0 && searched < maxSearched; {
		page, err := kept.Cells(ctx, f)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, found := range page {
			p := missing[found.Hash]
			if p == nil {
				continue
			}
			c, err := session.ParseCell(found.Body)
			if err != nil {
				return err
			}
			p.ID, p.Cell, p.Found = c.ID, &c, true
			delete(missing, found.Hash)
		}
		searched += len(page)
		f.After = page[len(page)-1].ID
	}
	return nil
}
