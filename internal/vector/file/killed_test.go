//go:build linux

package file

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/testbed"
	"github.com/plumbdata/plumb/internal/test/vectortest"
	"github.com/plumbdata/plumb/internal/vector"
)

// Some tests run this same binary again as another process, in a role that the environment
// names.
const (
	roleVariable   = "PLUMB_TEST_VECTORS"
	folderVariable = "PLUMB_TEST_VECTORS_FOLDER"
	ownerVariable  = "PLUMB_TEST_VECTORS_OWNER"
)

func TestMain(m *testing.M) {
	role, ok := map[string]func(ctx context.Context, s *Store, owner string) error{"write": writeForever, "limited": writeUpToALimit}[os.Getenv(roleVariable)]
	if !ok {
		os.Exit(m.Run())
	}
	s, err := Open(context.Background(), Options{Folder: os.Getenv(folderVariable)})
	if err == nil {
		err = role(context.Background(), s, os.Getenv(ownerVariable))
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func child(role, folder, owner string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", roleVariable+"="+role, folderVariable+"="+folder, ownerVariable+"="+owner)
	return c
}

// batch is the n-th batch of an owner.
func batch(owner string, n int) []vector.Point {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	points := make([]vector.Point, 1+n*97%300)
	for i := range points {
		points[i] = vector.Point{ID: fmt.Sprint(n, "-", i), Owner: owner, Vector: vectortest.Unit(r, 16), Labels: map[string]string{"batch": fmt.Sprint(n)}}
	}
	return points
}

func ofBatch(owner string, n int) vector.Filter {
	return vector.Filter{Owners: []string{owner}, Labels: map[string][]string{"batch": {fmt.Sprint(n)}}}
}

// writeForever adds batches, removes some of them, and says what it did.
func writeForever(ctx context.Context, s *Store, owner string) error {
	for n := 0; ; n++ {
		if err := s.Upsert(ctx, "all", batch(owner, n)); err != nil {
			return err
		}
		fmt.Println("added", n)
		if n%3 == 2 {
			fmt.Println("removing", n-1)
			if _, err := s.Delete(ctx, "all", ofBatch(owner, n-1)); err != nil {
				return err
			}
			fmt.Println("removed", n-1)
		}
	}
}

// TestKilledWritersLoseNothing kills processes that write to one collection, two at a time,
// at many moments. What they acknowledged is there, whole, and what they were at is there
// whole or not at all.
func TestKilledWritersLoseNothing(t *testing.T) {
	rounds := 8
	if testing.Short() {
		rounds = 4
	}
	folder := t.TempDir()
	s := open(t, folder)
	r := rand.New(rand.NewPCG(5, 6))
	for round := range rounds {
		states := map[string]map[int]string{}
		results := make(chan func())
		for w := range 2 {
			owner := fmt.Sprint(round, "-", w)
			states[owner] = map[int]string{}
			acknowledged, pause := 1+r.IntN(10), time.Duration(r.IntN(4000))*time.Microsecond
			go func() {
				state, err := writeAndDie(child("write", folder, owner), acknowledged, pause)
				results <- func() {
					if err != nil {
						t.Errorf("%s: %v", owner, err)
					}
					states[owner] = state
				}
			}()
		}
		for range 2 {
			(<-results)()
		}
		again := open(t, folder) // beside the store that was open all the time
		for owner, state := range states {
			checkBatches(t, again, owner, state)
			checkBatches(t, s, owner, state)
			if _, err := again.Delete(t.Context(), "all", vector.Filter{Owners: []string{owner}}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// writeAndDie kills a writer some moments after it has acknowledged a number of batches, and
// says what became of each as far as it told.
func writeAndDie(c *exec.Cmd, acknowledged int, pause time.Duration) (map[int]string, error) {
	stdout, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	var complaints strings.Builder
	c.Stderr = &complaints
	if err := c.Start(); err != nil {
		return nil, err
	}
	state, lines := map[int]string{}, bufio.NewScanner(stdout)
	for count := 0; lines.Scan(); {
		var what string
		var n int
		if _, err := fmt.Sscan(lines.Text(), &what, &n); err != nil {
			continue // its last line, cut off
		}
		state[n] = what
		if what == "added" {
			count++
		}
		if what == "added" && count == acknowledged {
			go func() {
				time.Sleep(pause)
				_ = c.Process.Kill()
			}()
		}
	}
	_ = c.Wait()
	if status, ok := c.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGKILL {
		return nil, fmt.Errorf("it ended by itself: %v\n%s", c.ProcessState, complaints.String())
	}
	return state, nil
}

func checkBatches(t *testing.T, s *Store, owner string, state map[int]string) {
	t.Helper()
	all := 0
	for n := range len(state) + 1 {
		count, err := s.Count(t.Context(), "all", ofBatch(owner, n))
		if err != nil {
			t.Fatal(err)
		}
		all += count
		whole := len(batch(owner, n))
		if count != 0 && count != whole {
			t.Errorf("%s has %d points of the %d of batch %d", owner, count, whole, n)
		}
		if state[n] == "added" && count == 0 || state[n] == "removed" && count > 0 {
			t.Errorf("%s has %d points of batch %d, which it %s", owner, count, n, state[n])
		}
	}
	if count, err := s.Count(t.Context(), "all", vector.Filter{Owners: []string{owner}}); count != all || err != nil {
		t.Errorf("%s has %d points, and %d in batches, %v", owner, count, all, err)
	}
}

// writeUpToALimit writes until the system writes no more, then without the limit again.
func writeUpToALimit(ctx context.Context, s *Store, owner string) error {
	if err := testbed.LimitFileSize(1 << 20); err != nil {
		return err
	}
	for n := 0; ; n++ {
		err := s.Upsert(ctx, "all", batch(owner, n))
		if err == nil {
			fmt.Println("added", n)
			continue
		}
		if f := fault.Of(err); f.Code != fault.StoreFull || f.Hint == "" {
			return err
		}
		if err := testbed.LimitFileSize(testbed.Unlimited); err != nil {
			return err
		}
		if count, err := s.Count(ctx, "all", ofBatch(owner, n)); count != 0 || err != nil {
			return fmt.Errorf("%d points of what was refused are there, %w", count, err)
		}
		if err := s.Upsert(ctx, "all", batch(owner, n)); err != nil {
			return err
		}
		fmt.Println("added", n)
		fmt.Println("full", n)
		select {} // until it is killed
	}
}

// A full disk is a fault, and what was there stays.
func TestFullDisk(t *testing.T) {
	folder := t.TempDir()
	c := child("limited", folder, "ada")
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var complaints strings.Builder
	c.Stderr = &complaints
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	state := map[int]string{}
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		var what string
		var n int
		if _, err := fmt.Sscan(lines.Text(), &what, &n); err != nil {
			t.Fatal(err)
		}
		if what == "full" {
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			break
		}
		state[n] = what
	}
	_ = c.Wait()
	if len(state) < 2 || complaints.Len() > 0 {
		t.Fatalf("it wrote %v: %s", state, complaints.String())
	}
	checkBatches(t, open(t, folder), "ada", state)
	left, err := filepath.Glob(filepath.Join(folder, "all", ".new-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
