package config

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

const (
	header   = "# yaml-language-server: $schema=./" + SchemaFileName + "\n"
	lockWait = 5 * time.Second
)

// Update changes config.yaml in Plumb's home folder, and makes both if they
// are not there.
//
// The file is either as it was or as it should be, whatever happens: it is
// written beside the old one and renamed over it. Two processes take turns,
// and a change that an editor saves meanwhile is not lost.
func Update(ctx context.Context, in Input, edits ...Edit) error {
	folder, err := in.Folder()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return unwritable(in.show(folder), err)
	}
	held, err := lock(ctx, filepath.Join(folder, "config.lock"), in.show(filepath.Join(folder, "config.lock")))
	if err != nil {
		return err
	}
	defer held.Close()

	path := filepath.Join(folder, FileName)
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // people keep such files elsewhere and link to them
	}
	const attempts = 3
	for range attempts {
		before, err := readFile(path, in.show(path))
		if err != nil {
			return err
		}
		text := before
		if len(text) == 0 {
			text = []byte(header)
		}
		after, err := edit(text, in.show(path), edits)
		if err != nil {
			return err
		}
		unchanged := func() bool {
			now, err := readFile(path, in.show(path))
			return err == nil && bytes.Equal(now, before)
		}
		done, err := ownfile.ReplaceIf(path, unchanged, after)
		if err != nil {
			return unwritable(in.show(path), err)
		}
		if done {
			return writeSchema(folder, in)
		}
	}
	return fault.New(fault.Config, "%s keeps changing while Plumb tries to change it", in.show(path)).
		WithHint("close the program that writes it, and try again")
}

// writeSchema keeps the schema for editors up to date.
func writeSchema(folder string, in Input) error {
	path := filepath.Join(folder, SchemaFileName)
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, JSONSchema()) {
		return nil
	}
	if err := ownfile.Replace(path, JSONSchema()); err != nil {
		return unwritable(in.show(path), err)
	}
	return nil
}

// lock waits, within bounds, for the right to change the configuration.
func lock(ctx context.Context, path, shown string) (*os.File, error) {
	f, err := ownfile.Lock(ctx.Done(), path, lockWait)
	switch {
	case err == nil:
		return f, nil
	case errors.Is(err, ownfile.ErrStopped):
		return nil, context.Cause(ctx)
	case errors.Is(err, ownfile.ErrHeld):
		return nil, fault.New(fault.Config, "another process has locked %s for %s", shown, lockWait).
			WithHint("wait for the other plumb to end, and try again")
	}
	return nil, unwritable(shown, err)
}

func unwritable(shown string, err error) error {
	code, hint := fault.Config, "check its owner and permissions, and those of its folder"
	if ownfile.NoSpace(err) {
		code, hint = fault.StoreFull, "make room on the disk; the file is as it was"
	}
	return fault.Wrap(err, code, "%s cannot be written: %s", shown, ownfile.Cause(err)).WithHint("%s", hint)
}
