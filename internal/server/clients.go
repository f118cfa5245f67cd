package server

import (
	"sync"
	"time"
)

// maxClients is how many clients are told apart; those beyond share one
// allowance.
const maxClients = 4096

// clients bounds how much each client may ask: a bucket that fills at a rate,
// and holds a burst.
type clients struct {
	rate, burst float64
	now         func() time.Time

	mu      sync.Mutex
	buckets map[string]*bucket
	swept   time.Time
	streams map[string]int // that each has open
}

type bucket struct {
	level float64
	at    time.Time
}

func newClients(rate float64, burst int, now func() time.Time) *clients {
	return &clients{rate: rate, burst: float64(burst), now: now, buckets: map[string]*bucket{}, streams: map[string]int{}}
}

// allow takes one request out of a client's bucket, unless it is empty.
func (c *clients) allow(client string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	b := c.buckets[client]
	if b == nil {
		if len(c.buckets) >= maxClients && now.Sub(c.swept) >= time.Second {
			c.forget(now)
		}
		if len(c.buckets) >= maxClients {
			client = ""
		}
		if b = c.buckets[client]; b == nil {
			b = &bucket{level: c.burst, at: now}
			c.buckets[client] = b
		}
	}
	b.level = c.level(b, now)
	b.at = now
	if b.level < 1 {
		return false
	}
	b.level--
	return true
}

// enter counts a stream of a client in, unless it has so many already.
func (c *clients) enter(client string, most int) (leave func(), ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.streams[client] >= most {
		return nil, false
	}
	c.streams[client]++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.streams[client]--; c.streams[client] == 0 {
			delete(c.streams, client)
		}
	}, true
}

func (c *clients) level(b *bucket, now time.Time) float64 {
	return min(c.burst, b.level+max(0, now.Sub(b.at).Seconds())*c.rate)
}

// forget drops the clients whose buckets are full again: nothing is known of
// them that counts.
func (c *clients) forget(now time.Time) {
	c.swept = now
	for name, b := range c.buckets {
		if c.level(b, now) >= c.burst {
			delete(c.buckets, name)
		}
	}
}
