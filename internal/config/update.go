package config

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

const (
	header   = "# yaml-language-server: $schema=./" + SchemaFileName + "\n"
	lockWait = 5 * time.Second
	lockPoll = 20 * time.Millisecond
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
	release, err := lock(ctx, filepath.Join(folder, "config.lock"), in.show(filepath.Join(folder, "config.lock")))
	if err != nil {
		return err
	}
	defer release()

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
		done, err := replaceFile(path, after, unchanged)
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
	if _, err := replaceFile(path, JSONSchema(), func() bool { return true }); err != nil {
		return unwritable(in.show(path), err)
	}
	return nil
}

// replaceFile puts data in the place of a file, unless the file turns out to
// be no longer what it was.
func replaceFile(path string, data []byte, unchanged func() bool) (done bool, err error) {
	dir := filepath.Dir(path)
	temp, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return false, err
	}
	defer func() {
		if !done {
			_ = os.Remove(temp.Name())
		}
	}()
	_, err = temp.Write(data)
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err != nil || !unchanged() {
		return false, err
	}
	if err := os.Rename(temp.Name(), path); err != nil {
		return false, err
	}
	folder, err := os.Open(dir)
	if err != nil {
		return true, err
	}
	return true, errors.Join(folder.Sync(), folder.Close())
}

// lock waits, within bounds, for the right to change the configuration. The
// system frees it if the process dies.
func lock(ctx context.Context, path, shown string) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, unwritable(shown, err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, lockWait,
		fault.New(fault.Config, "another process has held %s for %s", shown, lockWait).
			WithHint("wait for the other plumb to end, and try again"))
	defer cancel()
	tick := time.NewTicker(lockPoll)
	defer tick.Stop()
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { _ = f.Close() }, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return nil, errors.Join(unwritable(shown, err), f.Close())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(context.Cause(ctx), f.Close())
		case <-tick.C:
		}
	}
}

func unwritable(shown string, err error) error {
	cause := err
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		cause = path.Err
	case errors.As(err, &link):
		cause = link.Err
	}
	code, hint := fault.Config, "check its owner and permissions, and those of its folder"
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) {
		code, hint = fault.StoreFull, "make room on the disk; the file is as it was"
	}
	return fault.Wrap(err, code, "%s cannot be written: %s", shown, cause).WithHint("%s", hint)
}
