package server

import (
	"bytes"
	"sync"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/fault"
)

const (
	maxFrames     = 256     // events whose JSON is remembered
	maxFrameBytes = 8 << 20 // and their size in all
)

// frames remembers the JSON of the last events, so that a thousand pages that
// follow the same notebook do not cost a thousand times the work.
type frames struct {
	mu    sync.Mutex
	made  map[frameKey][]byte
	order []frameKey // the oldest first
	bytes int
}

type frameKey struct {
	notebook string // as the client names it
	id       int64
}

func newFrames() *frames { return &frames{made: map[frameKey][]byte{}} }

// of is an event as JSON, on one line. Two who ask at once may both write it;
// that costs less than waiting for each other.
func (f *frames) of(notebook string, e desk.Event) ([]byte, error) {
	key := frameKey{notebook, e.ID}
	if text := f.find(key); text != nil {
		return text, nil
	}
	var b bytes.Buffer
	if err := encodeJSON(&b, wire(e)); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "event %d cannot be written: %v", e.ID, err)
	}
	text := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	f.keep(key, text)
	return text, nil
}

func (f *frames) find(key frameKey) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.made[key]
}

// keep remembers a frame, and forgets the oldest ones beyond the bounds.
func (f *frames) keep(key frameKey, text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, there := f.made[key]; there {
		return
	}
	f.made[key] = text
	f.order = append(f.order, key)
	f.bytes += len(text)
	for len(f.order) > maxFrames || f.bytes > maxFrameBytes {
		oldest := f.order[0]
		f.order = f.order[1:]
		f.bytes -= len(f.made[oldest])
		delete(f.made, oldest)
	}
}
