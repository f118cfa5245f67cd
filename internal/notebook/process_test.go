//go:build linux

package notebook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// child names what a process of its own does instead of the tests.
const child = "PLUMB_NOTEBOOK_CHILD"

func TestMain(m *testing.M) {
	if part := os.Getenv(child); part != "" {
		if err := act(context.Background(), part, os.Args[1], os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func act(ctx context.Context, part, dir, tag string) error {
	s := storeIn(dir, tag)
	switch part {
	case "append":
		for i := range 200 {
			c := sample(i)
			c.ID = fmt.Sprintf("cell_%s_%d", tag, i)
			if err := s.Append(ctx, "Sales", c); err != nil {
				return err
			}
			fmt.Println(c.ID)
		}
		return nil
	case "killed":
		s.at = func(point string) {
			if point == tag {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
				time.Sleep(time.Hour) // until it arrives
			}
		}
		return errors.Join(s.Append(ctx, "Sales", sample(2)), s.Rename(ctx, "Sales", "Renamed"))
	case "limited":
		return fill(ctx, s, tag)
	case "small disk":
		return fillDisk(ctx, dir, tag)
	}
	return fmt.Errorf("there is no part %q", part)
}

func start(t *testing.T, part, dir, tag string) (*exec.Cmd, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c := exec.Command(os.Args[0], dir, tag)
	c.Env = append(os.Environ(), child+"="+part)
	c.Stdout, c.Stderr = &stdout, &stderr
	return c, &stdout, &stderr
}

func TestTwoProcessesLoseNothing(t *testing.T) {
	s := filled(t, 0)
	var all []*exec.Cmd
	var outputs []*bytes.Buffer
	for _, tag := range []string{"a", "b"} {
		c, out, errs := start(t, "append", s.Dir, tag)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		all, outputs = append(all, c), append(outputs, out, errs)
	}
	for i, c := range all {
		if err := c.Wait(); err != nil {
			t.Fatalf("%v\n%s", err, outputs[2*i+1])
		}
	}
	n, err := s.Load("Sales")
	if err != nil {
		t.Fatal(err)
	}
	acknowledged := append(strings.Fields(outputs[0].String()), strings.Fields(outputs[2].String())...)
	if len(n.Cells) != 400 || len(acknowledged) != 400 {
		t.Errorf("%d cells, %d acknowledged", len(n.Cells), len(acknowledged))
	}
	for _, id := range acknowledged {
		if n.Find(id) < 0 {
			t.Errorf("%s is lost", id)
		}
	}
}

// TestKilledWhileWriting ends a process at every step of a replacement: the
// notebook is as before or as after, and the next process goes on.
func TestKilledWhileWriting(t *testing.T) {
	for point, want := range map[string]int{"made": 2, "half written": 2, "written": 2, "synced": 2, "renamed": 3, "named": 3} {
		s := filled(t, 2)
		c, _, errs := start(t, "killed", s.Dir, point)
		var exit *exec.ExitError
		if err := c.Run(); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("%s: %v\n%s", point, err, errs)
		}
		name := "Sales"
		if point == "named" {
			name = "Renamed"
		}
		n, err := s.Load(name)
		if err != nil || len(n.Cells) != want {
			t.Fatalf("%s: %+v, %v", point, n, err)
		}
		if _, err := s.Create(t.Context(), name, Connection{}); fault.CodeOf(err) != fault.Usage {
			t.Errorf("%s: a second notebook of the name: %v", point, err)
		}
		if err := s.Append(t.Context(), name, sample(5)); err != nil {
			t.Fatal(err)
		}
		if n, err = s.Load(name); err != nil || len(n.Cells) != want+1 {
			t.Errorf("%s: %d cells, %v", point, len(n.Cells), err)
		}
		if left, _ := filepath.Glob(filepath.Join(s.Dir, tempPrefix+"*")); len(left) > 0 {
			t.Errorf("%s: %v was left behind", point, left)
		}
	}
}

// TestNoSpace cuts writes short at many places: the system writes what fits
// and then refuses.
func TestNoSpace(t *testing.T) {
	for i := range 12 {
		s := filled(t, 0)
		c, _, errs := start(t, "limited", s.Dir, strconv.Itoa(i*911))
		if err := c.Run(); err != nil {
			t.Fatalf("%v\n%s", err, errs)
		}
		if _, err := s.Load("Sales"); err != nil {
			t.Error(err)
		}
	}
}

// TestFullDisk needs a disk of its own: a small tmpfs that the child mounts
// where only it can see it.
func TestFullDisk(t *testing.T) {
	c, _, _ := start(t, "small disk", t.TempDir(), "d")
	testbed.RunWithOwnMounts(t, c)
}

func fillDisk(ctx context.Context, dir, tag string) error {
	makeRoom, err := testbed.SmallDisk(dir, 128<<10, 64<<10)
	if err != nil {
		return err
	}
	s := storeIn(dir, tag)
	if _, err := s.Create(ctx, "Sales", Connection{}); err != nil {
		return err
	}
	return fillThenGoOn(ctx, s, makeRoom)
}

// fill meets a limit that is the tag's number of bytes.
func fill(ctx context.Context, s Store, tag string) error {
	limit, err := strconv.ParseUint(tag, 10, 64)
	if err != nil {
		return err
	}
	if err := testbed.LimitFileSize(2000 + limit); err != nil {
		return err
	}
	return fillThenGoOn(ctx, s, func() error { return testbed.LimitFileSize(testbed.Unlimited) })
}

// fillThenGoOn adds cells until there is no space, makes space, and goes on.
func fillThenGoOn(ctx context.Context, s Store, makeSpace func() error) error {
	cells := 0
	var err error
	for ; err == nil && cells < 1000; cells++ {
		err = s.Append(ctx, "Sales", sample(cells))
	}
	cells--
	if fault.CodeOf(err) != fault.StoreFull {
		return fmt.Errorf("after %d cells: %w", cells, err)
	}
	n, err := s.Load("Sales")
	if err != nil || len(n.Cells) != cells {
		return fmt.Errorf("%d cells were acknowledged: %+v, %w", cells, n, err)
	}
	if err := makeSpace(); err != nil {
		return err
	}
	if err := s.Append(ctx, "Sales", sample(cells)); err != nil {
		return fmt.Errorf("with space again: %w", err)
	}
	n, err = s.Load("Sales")
	if err != nil || len(n.Cells) != cells+1 {
		return fmt.Errorf("with space again: %+v, %w", n, err)
	}
	return nil
}
