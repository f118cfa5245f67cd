package sqlite

import (
	"context"
	"errors"
	"sync"
)

// maxConnections is how many statements run at once on one file.
const maxConnections = 4

// pool keeps connections for reuse. Whoever wants one waits for its turn.
type pool struct {
	file  *file
	turns chan struct{}

	mu     sync.Mutex
	idle   []*connection
	closed bool
}

func newPool(f *file) *pool { return &pool{file: f, turns: make(chan struct{}, maxConnections)} }

// take gives a connection, which must be put back.
func (p *pool) take(ctx context.Context) (*connection, error) {
	select {
	case p.turns <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for {
		c := p.pop()
		if c == nil {
			break
		}
		if c.same(p.file) {
			return c, nil
		}
		if err := c.Close(); err != nil {
			<-p.turns
			return nil, err
		}
	}
	c, err := p.file.open(ctx)
	if err != nil {
		<-p.turns
		return nil, err
	}
	return c, nil
}

func (p *pool) pop() *connection {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) == 0 {
		return nil
	}
	c := p.idle[len(p.idle)-1]
	p.idle = p.idle[:len(p.idle)-1]
	return c
}

// put ends the use of a connection. One that is not well is closed.
func (p *pool) put(c *connection, well bool) error {
	defer func() { <-p.turns }()
	c.policy = nil
	p.mu.Lock()
	keep := well && !p.closed
	if keep {
		p.idle = append(p.idle, c)
	}
	p.mu.Unlock()
	if keep {
		return nil
	}
	return c.Close()
}

// close frees the idle connections, and those in use when they are put back.
func (p *pool) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	var err error
	for _, c := range p.idle {
		err = errors.Join(err, c.Close())
	}
	p.idle = nil
	return err
}
