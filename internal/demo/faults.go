package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/plumbdata/plumb/internal/fault"
)

// roomNeeded is what a build takes on disk at its height, in bytes.
const roomNeeded = 64 << 20

// buildFault says why generating failed. DuckDB does not tell a full disk from
// other failures, so the folder is asked once the half-made database is gone.
func buildFault(ctx context.Context, err error, dir, work string) error {
	if ctx.Err() != nil {
		return stopped(ctx)
	}
	if full := tryRoom(work); noRoom(full) {
		return writeFault(errors.Join(full, err), dir)
	}
	var duck *duckdb.Error
	if errors.As(err, &duck) && duck.Type == duckdb.ErrorTypeIO {
		return fault.Wrap(err, fault.Config, "the demo warehouse could not be written in %s: %s", dir, duck.Msg).
			WithHint("choose a folder on a local disk that you may write to")
	}
	return fault.Wrap(err, fault.Internal, "the demo warehouse could not be generated: %v", err).
		WithHint("this is a bug in Plumb; please report it")
}

// writeFault says why a file operation in dir failed.
func writeFault(err error, dir string) error {
	var path *os.PathError
	reason := err
	if errors.As(err, &path) {
		reason = path.Err
	}
	if noRoom(err) {
		return fault.Wrap(err, fault.StoreFull, "no room for the demo warehouse in %s: %v", dir, reason).
			WithHint("free about %d MB there, or choose a folder on another disk", roomNeeded>>20)
	}
	return fault.Wrap(err, fault.Config, "the demo warehouse cannot be written in %s: %v", dir, reason).
		WithHint("choose a folder that you may write to")
}

func stopped(ctx context.Context) error {
	f := fault.Of(ctx.Err())
	return fault.Wrap(ctx.Err(), f.Code, "the demo warehouse was not created: %s", f.Message).
		WithHint("nothing was left behind; run the command again")
}

// noRoom also counts a quota and a limit on the size of files.
func noRoom(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

// tryRoom writes as much as a warehouse needs into work, in place of what was
// there, and removes it again.
func tryRoom(work string) error {
	if err := os.RemoveAll(work); err != nil {
		return err
	}
	if err := os.Mkdir(work, 0o700); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(work, "room"))
	if err != nil {
		return err
	}
	block := make([]byte, 1<<20)
	for written := 0; written < roomNeeded && err == nil; written += len(block) {
		_, err = f.Write(block)
	}
	if err := errors.Join(err, f.Close(), os.Remove(f.Name())); err != nil {
		return fmt.Errorf("trying for room: %w", err)
	}
	return nil
}
