package cli

import (
	"context"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/fault"
)

// freshEvery is how often a server looks at its documents by itself.
const freshEvery = time.Minute

// keepFresh looks at the documents at times, by the configuration as it is then, until the
// function that it returns is called. One look at a time goes on, and answers do not wait
// for it.
func (l *library) keepFresh(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		tick := time.NewTicker(freshEvery)
		defer tick.Stop()
		for {
			if c, err := config.Load(l.app.input()); err == nil { // what is wrong with it is said to whoever asks
				if list := l.sources(c); len(list) > 0 {
					l.lookBeside(ctx, ctx, c, list, freshEvery, func(fault.Diagnostic) {})
					l.embed(ctx, nil)
				}
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	})
	return func() {
		cancel()
		running.Wait()
	}
}
