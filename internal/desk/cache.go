package desk

import (
	"cmp"
	"container/list"
	"context"
	"sync"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/talk"
)

// lru keeps what was used last, up to so much of it.
type lru[T any] struct {
	most int

	mu    sync.Mutex
	sum   int
	order list.List // of *kept[T], the last used first
	by    map[string]*list.Element
}

type kept[T any] struct {
	key  string
	size int
	what T
}

func newLRU[T any](most int) *lru[T] { return &lru[T]{most: most, by: map[string]*list.Element{}} }

func (c *lru[T]) get(key string) (what T, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.by[key]
	if e == nil {
		return what, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*kept[T]).what, true
}

func (c *lru[T]) put(key string, size int, what T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.by[key]; e != nil {
		c.drop(e)
	}
	if size > c.most {
		return
	}
	c.by[key] = c.order.PushFront(&kept[T]{key, size, what})
	for c.sum += size; c.sum > c.most; {
		c.drop(c.order.Back())
	}
}

func (c *lru[T]) drop(e *list.Element) {
	k := c.order.Remove(e).(*kept[T])
	delete(c.by, k.key)
	c.sum -= k.size
}

// cellCache keeps cells that events brought, by their hashes: many may follow.
type cellCache struct{ *lru[*session.Cell] }

func newCellCache() *cellCache {
	const bytes = 32 << 20
	return &cellCache{newLRU[*session.Cell](bytes)}
}

// cellFor is the cell that an event brought: as it was then, if that can still
// be told, else as the notebook has it. Nil if it is gone.
func (b *book) cellFor(ctx context.Context, id, recorded, hash string) (*session.Cell, error) {
	if c, ok := b.desk.cells.get(hash); ok && hash != "" {
		return c, nil
	}
	c, size, err := recordedCell(ctx, b.desk.Store, id, recorded)
	if err != nil {
		return nil, err
	}
	if c != nil {
		if got, err := c.Hash(); err == nil && (got == hash || hash == "") {
			b.desk.cells.put(got, size, c)
			return c, nil
		}
	}
	now, err := b.cell(id)
	if err != nil {
		return nil, nil // it was removed since; another event says so
	}
	return &now, nil
}

// recorded is a cell as it was recorded, which may have been under another id,
// with the bytes it takes; nil if it never was.
func recordedCell(ctx context.Context, kept store.Store, id, recorded string) (cell *session.Cell, size int, err error) {
	found, err := kept.Cells(ctx, store.Filter{ID: cmp.Or(recorded, id), Limit: 1})
	if err != nil || len(found) == 0 {
		return nil, 0, err
	}
	c, err := session.ParseCell(found[0].Body)
	if err != nil {
		return nil, 0, err
	}
	c.ID = id
	return &c, len(found[0].Body), nil
}

// pastTurns are turns that follow-ups may begin from, by notebook and cell.
type pastTurns struct{ *lru[*talk.Turn] }

func newPastTurns() *pastTurns {
	const bytes = 64 << 20
	return &pastTurns{newLRU[*talk.Turn](bytes)}
}

// keep remembers a turn, and the one before it, but not all that came before:
// a conversation is no chain of everything that was ever read.
func (p *pastTurns) keep(book, cell string, t *talk.Turn) {
	own := *t
	if own.Before != nil {
		before := *own.Before
		before.Before = nil
		own.Before = &before
	}
	size := sizeOf(&own.Cell)
	if t.Table != nil {
		const value = 64 // bytes that one takes in memory, or so
		size += len(t.Table.Rows) * len(t.Table.Columns) * value
	}
	p.put(book+" "+cell, size, &own)
}

// sizeOf is about how much memory a cell takes.
func sizeOf(c *session.Cell) int {
	size := 8 << 10
	if c.Result != nil {
		size += len(c.Result.Data)
	}
	if c.WhatIf != nil && c.WhatIf.Result != nil {
		size += len(c.WhatIf.Result.Data)
	}
	for _, e := range c.Sources {
		if e.Result != nil {
			size += len(e.Result.Data)
		}
	}
	return size
}
