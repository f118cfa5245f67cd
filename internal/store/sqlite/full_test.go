//go:build linux

package sqlite

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

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// TestFileSizeLimit cuts writes short at many places: the system writes what
// fits and then refuses. The store must say so, keep what it had, and go on
// as soon as there is room, in the same process and in the next.
func TestFileSizeLimit(t *testing.T) {
	places := 40
	if testing.Short() {
		places = 6
	}
	for i := range places {
		path := filepath.Join(t.TempDir(), "plumb.db")
		tag := strconv.Itoa(i * 3001) // no multiple of a page
		acks := runChild(t, child("limited", path, tag))
		s := open(t, path, Options{})
		if err := checkWriter(t.Context(), s, tag, acks); err != nil {
			t.Fatal(err)
		}
		write(t, s, notes("after", "the limit"))
		if err := s.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpenUnderAFileSizeLimit(t *testing.T) {
	for _, limit := range []int{0, 1, 511, 4095, 4096, 6000, 20_000, 32_767, 32_768, 40_000} {
		path := filepath.Join(t.TempDir(), "home", "plumb.db")
		tag := strconv.Itoa(limit)
		acks := runChild(t, child("limited open", path, tag))
		if err := checkWriter(t.Context(), open(t, path, Options{}), tag, acks); err != nil || len(acks) != 1 {
			t.Fatalf("limit %d: %d acknowledged, %v", limit, len(acks), err)
		}
	}
}

// TestFullDisk needs a disk of its own: a small tmpfs that the child mounts
// where only it can see it.
func TestFullDisk(t *testing.T) {
	c := child("small disk", filepath.Join(t.TempDir(), "plumb.db"), "d")
	var stdout bytes.Buffer
	c.Stdout = &stdout
	testbed.RunWithOwnMounts(t, c)
	if acks, err := acknowledged(&stdout, func() {}); err != nil || len(acks) == 0 {
		t.Fatalf("nothing was written before the disk was full: %v", err)
	}
}

func TestPageLimit(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "plumb.db"), Options{})
	if _, err := s.writer.Exec("PRAGMA max_page_count = 40"); err != nil { // for this connection only
		t.Fatal(err)
	}
	acks := map[int][]int64{}
	wantFault(t, writeUntilFault(t.Context(), s, "p", acks), fault.StoreFull, s.path)
	acks[len(acks)] = write(t, s, numbered("p", len(acks)))
	if err := errors.Join(checkWriter(t.Context(), s, "p", acks), s.Check(t.Context())); err != nil {
		t.Fatal(err)
	}
}

func TestReadOnlyPlaces(t *testing.T) {
	for name, make := range map[string]func(folder, path string) error{
		"new store": func(folder, path string) error { return os.Chmod(folder, 0o555) },
		"closed store": func(folder, path string) error {
			return errors.Join(os.Chmod(path, 0o444), os.Chmod(folder, 0o555))
		},
		"no room for the log": func(folder, path string) error {
			return errors.Join(os.Chmod(path, 0o666), os.Chmod(folder, 0o555))
		},
		"unreadable store": func(folder, path string) error { return os.Chmod(path, 0o000) },
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, "plumb.db")
			if name != "new store" {
				s, err := Open(t.Context(), path, Options{})
				if err != nil {
					t.Fatal(err)
				}
				write(t, s, notes("a", "1"))
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if err := errors.Join(make(folder, path), os.Chmod(filepath.Dir(folder), 0o755)); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.Chmod(folder, 0o755) })
			runChild(t, child("unprivileged", path, "u"))
		})
	}
}

// runChild runs a child that must succeed, and returns what it acknowledged.
func runChild(t *testing.T, c *exec.Cmd) map[int][]int64 {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	acks, err := acknowledged(&stdout, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return acks
}

// writeUntilFault writes the next numbered batches until one is refused.
func writeUntilFault(ctx context.Context, s *Store, tag string, acks map[int][]int64) error {
	for len(acks) < 10_000 {
		ids, err := s.Write(ctx, numbered(tag, len(acks)))
		if err != nil {
			return err
		}
		acks[len(acks)] = ids
	}
	return errors.New("no limit was met")
}

// writeUpToALimit meets a limit that is the tag's number of bytes beyond the
// log's size at the start.
func writeUpToALimit(ctx context.Context, path, tag string) error {
	s, err := Open(ctx, path, Options{})
	if err != nil {
		return err
	}
	more, err := strconv.Atoi(tag)
	if err != nil {
		return err
	}
	if more%2 == 1 { // fold often: then it is the main file that meets the limit
		if _, err := s.writer.ExecContext(ctx, "PRAGMA wal_autocheckpoint = 10"); err != nil {
			return err
		}
	}
	log, err := os.Stat(path + "-wal")
	if err != nil {
		return err
	}
	if err := testbed.LimitFileSize(uint64(log.Size()) + uint64(more)); err != nil {
		return err
	}
	return fillThenGoOn(ctx, s, tag, func() error { return testbed.LimitFileSize(testbed.Unlimited) })
}

// fillThenGoOn writes until there is no space, makes space, and goes on.
func fillThenGoOn(ctx context.Context, s *Store, tag string, makeSpace func() error) error {
	acks := map[int][]int64{}
	// One refusal can make room by itself: the log is folded, and shrinks.
	for refused := 0; refused < 2; {
		before := len(acks)
		if err := writeUntilFault(ctx, s, tag, acks); fault.CodeOf(err) != fault.StoreFull {
			return fmt.Errorf("after %d batches: %w", len(acks), err)
		}
		if refused++; len(acks) > before {
			refused = 1
		}
	}
	if err := checkWriter(ctx, s, tag, acks); err != nil {
		return err
	}
	if err := makeSpace(); err != nil {
		return err
	}
	for range 2 {
		n := len(acks)
		ids, err := s.Write(ctx, numbered(tag, n))
		if err != nil {
			return fmt.Errorf("with space again: %w", err)
		}
		acks[n] = ids
	}
	if err := errors.Join(checkWriter(ctx, s, tag, acks), s.Close()); err != nil {
		return err
	}
	for n, ids := range acks {
		if err := acknowledge(n, ids); err != nil {
			return err
		}
	}
	return nil
}

// openUnderALimit creates a store where files can have only so many bytes as
// the tag says.
func openUnderALimit(ctx context.Context, path, tag string) error {
	limit, err := strconv.ParseUint(tag, 10, 64)
	if err != nil {
		return err
	}
	if err := testbed.LimitFileSize(limit); err != nil {
		return err
	}
	if _, err := Open(ctx, path, Options{}); fault.CodeOf(err) != fault.StoreFull {
		return fmt.Errorf("under a limit of %d bytes: %w", limit, err)
	}
	if err := testbed.LimitFileSize(testbed.Unlimited); err != nil {
		return err
	}
	s, err := Open(ctx, path, Options{})
	if err != nil {
		return err
	}
	ids, err := s.Write(ctx, numbered(tag, 0))
	return errors.Join(err, acknowledge(0, ids), s.Close())
}

// fillADisk puts the store on a disk of 512 KiB, a part of it taken by a file
// that can be removed.
func fillADisk(ctx context.Context, path, tag string) error {
	makeRoom, err := testbed.SmallDisk(filepath.Dir(path), 512<<10, 150<<10)
	if err != nil {
		return err
	}
	s, err := Open(ctx, path, Options{})
	if err != nil {
		return err
	}
	return fillThenGoOn(ctx, s, tag, makeRoom)
}

// openAsNobody opens a store that may not be written.
func openAsNobody(ctx context.Context, path, _ string) error {
	const nobody = 65534
	if os.Getuid() == 0 {
		if err := errors.Join(syscall.Setgid(nobody), syscall.Setuid(nobody)); err != nil {
			return err
		}
	}
	_, err := Open(ctx, path, Options{})
	if f := fault.Of(err); f == nil || f.Code != fault.Store || !strings.Contains(f.Hint, "writable") {
		return fmt.Errorf("got %+v", f)
	}
	return nil
}
