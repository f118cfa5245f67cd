package worker

import (
	"bufio"
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/source/worker/wire"
)

// TestWorkerToldToEndIsNotUsed has the answer arrive when the context has
// already ended the worker: it must not pass for one that can be used.
func TestWorkerToldToEndIsNotUsed(t *testing.T) {
	p, err := launch(Options{Command: []string{"/bin/cat"}, Grace: time.Second}, 1, "")
	if err != nil {
		t.Fatal(err)
	}
	defer p.wait()
	var answer bytes.Buffer
	if err := wire.SendJSON(&answer, wire.Ready, wire.Start{}); err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(&answer)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.open(ctx, wire.Session{}); err == nil {
		t.Error("a worker that is being killed counts as open")
	}
}
