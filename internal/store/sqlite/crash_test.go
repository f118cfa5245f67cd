//go:build linux

package sqlite

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestKilledWritersLoseNothing kills writing processes at random points: some
// while they open (and create) the store, most in a write load, alone or two
// at a time. After every kill the store must be readable and hold what was
// acknowledged.
func TestKilledWritersLoseNothing(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 30
	}
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 1))
	path := filepath.Join(t.TempDir(), "home", "plumb.db")
	all := map[string]map[int][]int64{}
	kills, batches := 0, 0
	for round := range rounds {
		target, writers := path, 1+round%3/2
		if round%10 == 9 {
			target = filepath.Join(t.TempDir(), "home", "plumb.db") // killed in its first moments
		}
		acks := killWriters(t, target, fmt.Sprintf("r%d", round), writers, random)
		s, err := Open(t.Context(), target, Options{})
		if err != nil {
			t.Fatalf("seed %d, round %d: %v", seed, round, err)
		}
		var finding string
		if err := s.readers.QueryRowContext(t.Context(), "PRAGMA quick_check").Scan(&finding); err != nil || finding != "ok" {
			t.Fatalf("seed %d, round %d: %s, %v", seed, round, finding, err)
		}
		for tag, a := range acks {
			if err := checkWriter(t.Context(), s, tag, a); err != nil {
				t.Fatalf("seed %d, round %d: %v", seed, round, err)
			}
			batches += len(a)
			if target == path {
				all[tag] = a
			}
		}
		write(t, s, notes("after", fmt.Sprint(round)))
		if err := s.Close(); err != nil {
			t.Fatalf("seed %d, round %d: %v", seed, round, err)
		}
		kills += writers
	}
	s := open(t, path, Options{})
	for tag, a := range all {
		if err := checkWriter(t.Context(), s, tag, a); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Logf("seed %d: %d processes killed in %d rounds, %d acknowledged batches found", seed, kills, rounds, batches)
}

// killWriters starts writers on one store, kills them all, and returns what
// they had acknowledged.
func killWriters(t *testing.T, path, name string, writers int, random *rand.Rand) map[string]map[int][]int64 {
	t.Helper()
	type report struct {
		tag  string
		acks map[int][]int64
		err  error
	}
	heard := make(chan struct{}, 1000)
	ended := make(chan struct{})
	var end sync.Once
	reports := make(chan report, writers)
	children := make([]*exec.Cmd, writers)
	complaints := make([]bytes.Buffer, writers)
	for i := range children {
		tag := fmt.Sprintf("%s-%d", name, i)
		c := child("write", path, tag)
		c.Stderr = &complaints[i]
		stdout, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		children[i] = c
		go func() {
			acks, err := acknowledged(stdout, func() {
				select {
				case heard <- struct{}{}:
				default:
				}
			})
			end.Do(func() { close(ended) })
			reports <- report{tag, acks, err}
		}()
	}
	// The point to kill at: a moment after some acknowledgement, or any time
	// from the start on.
	pause := time.Duration(random.IntN(40)) * time.Millisecond
	if random.IntN(5) > 0 {
		for range 1 + random.IntN(15)*writers {
			select {
			case <-heard:
			case <-ended: // by itself; found out below
			}
		}
		pause = time.Duration(random.IntN(2000)) * time.Microsecond
	}
	time.Sleep(pause)
	for _, c := range children {
		if err := c.Process.Kill(); err != nil {
			t.Errorf("a writer was gone before it was killed: %v", err)
		}
	}
	all := map[string]map[int][]int64{}
	for range children {
		r := <-reports
		if r.err != nil {
			t.Errorf("%s: %v", r.tag, r.err)
		}
		all[r.tag] = r.acks
	}
	for i, c := range children {
		_ = c.Wait()
		if status, ok := c.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGKILL {
			t.Fatalf("a writer ended by itself: %v\n%s", c.ProcessState, complaints[i].String())
		}
	}
	return all
}
