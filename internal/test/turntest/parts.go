package turntest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
)

// Database is a connection that notes what it is given.
type Database struct {
	*connection.Connection
	Checked, Ran []string
	OnCheck      func() // may be nil
	OnRun        func(ctx context.Context)
}

// Check notes a statement, and lets the connection check it.
func (d *Database) Check(ctx context.Context, sql string) (guard.Statement, error) {
	d.Checked = append(d.Checked, sql)
	if d.OnCheck != nil {
		d.OnCheck()
	}
	return d.Connection.Check(ctx, sql)
}

// Run notes a statement, and lets the connection run it.
func (d *Database) Run(ctx context.Context, s guard.Statement, l source.Limits) (*table.Reader, error) {
	d.Ran = append(d.Ran, s.SQL())
	if d.OnRun != nil {
		d.OnRun(ctx)
	}
	return d.Connection.Run(ctx, s, l)
}

// Store is a store that can be made to fail.
type Store struct {
	store.Store
	Writes int
	Fails  func(write int) bool // may be nil; they count from 1

	mu sync.Mutex
}

// Write fails when it is to.
func (s *Store) Write(ctx context.Context, b store.Batch) ([]int64, error) {
	s.mu.Lock()
	s.Writes++
	fails := s.Fails != nil && s.Fails(s.Writes)
	s.mu.Unlock()
	if fails {
		return nil, fault.New(fault.StoreFull, "there is no space left for the store").WithHint("make room, and ask again")
	}
	return s.Store.Write(ctx, b)
}

// clock moves on by a millisecond whenever it is looked at.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) tick() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Millisecond)
	return c.now
}

func counted() func(prefix string) string {
	var n atomic.Int64
	return func(prefix string) string { return fmt.Sprint(prefix, n.Add(1)) }
}
