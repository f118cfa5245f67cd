package sourcetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// Soak is many statements with pauses between them, some of them canceled
// while they run.
type Soak struct {
	Statements int
	Askers     int           // that run statements beside each other
	Pause      time.Duration // between two statements of an asker, on average
	// Run runs the statement of a number and fails if its answer is wrong.
	Run func(ctx context.Context, number int) error
}

// Lost runs the statements and returns what went wrong.
func (s Soak) Lost(ctx context.Context) []error {
	numbers := make(chan int)
	var mu sync.Mutex
	var lost []error
	var askers sync.WaitGroup
	for i := range s.Askers {
		askers.Go(func() {
			dice := rand.New(rand.NewPCG(uint64(i), 1))
			for n := range numbers {
				time.Sleep(time.Duration(dice.Int64N(int64(2*s.Pause) + 1)))
				if err := s.run(ctx, n, time.Duration(dice.IntN(2000))*time.Microsecond); err != nil {
					mu.Lock()
					lost = append(lost, fmt.Errorf("statement %d: %w", n, err))
					mu.Unlock()
				}
			}
		})
	}
	for n := range s.Statements {
		numbers <- n
	}
	close(numbers)
	askers.Wait()
	return lost
}

// run runs a statement; every tenth is canceled after a moment, if it has not
// ended by then.
func (s Soak) run(ctx context.Context, n int, moment time.Duration) error {
	const canceled = 10
	if n%canceled != 0 {
		return s.Run(ctx, n)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer time.AfterFunc(moment, cancel).Stop()
	if err := s.Run(ctx, n); fault.CodeOf(err) != fault.Canceled {
		return err
	}
	return nil
}
