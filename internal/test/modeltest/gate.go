package modeltest

import (
	"sync"
	"time"
)

// breath is how often a reply that waits at a gate says that it is alive: well
// within what a client takes for a stream that hangs.
const breath = time.Second

// gate lets a test look at what is there while a model answers, for as long as
// it takes.
type gate struct {
	mu   sync.Mutex
	shut chan struct{} // closed by Open; nil while it is open
}

// Shut makes replies wait where their steps have a gate, until Open.
func (s *Server) Shut() {
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	if s.gate.shut == nil {
		s.gate.shut = make(chan struct{})
	}
}

// Open lets replies go on.
func (s *Server) Open() {
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	if s.gate.shut != nil {
		close(s.gate.shut)
		s.gate.shut = nil
	}
}

func (g *gate) opened() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut == nil {
		now := make(chan struct{})
		close(now)
		return now
	}
	return g.shut
}

// pass waits until the gate is open, and says whether somebody still listens.
func (p *player) pass() bool {
	opened := p.s.gate.opened()
	tick := time.NewTicker(breath)
	defer tick.Stop()
	for {
		select {
		case <-opened:
			return true
		case <-tick.C:
			if !p.write(p.alive) {
				return false
			}
		case <-p.r.Context().Done():
			return false
		case <-p.s.done:
			return false
		}
	}
}
