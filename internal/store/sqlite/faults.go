package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"syscall"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/fault"
)

// fault turns what SQLite or the file system met into what a person can act on.
func (s *Store) fault(err error) error {
	var known *fault.Fault
	if errors.As(err, &known) {
		return known
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fault.Of(err)
	}
	var e sqlite3.Error
	errors.As(err, &e)
	switch {
	case noSpace(err, e):
		return fault.Wrap(err, fault.StoreFull, "there is no space left to write the store %s; its contents are intact", s.path).
			WithHint("free some space on that disk (or raise the quota or file-size limit) and try again")
	case isLocked(err):
		return fault.Wrap(err, fault.Store, "another Plumb is writing to %s and did not finish within %s", s.path, s.lockWait).
			WithHint("wait for it to finish, or stop it, and try again")
	case e.Code == sqlite3.ErrCorrupt || e.Code == sqlite3.ErrNotADB:
		return damagedError(s.path, err)
	case e.Code == sqlite3.ErrReadonly || e.Code == sqlite3.ErrPerm || e.Code == sqlite3.ErrCantOpen || errors.As(err, new(*fs.PathError)):
		return fault.Wrap(err, fault.Store, "the store %s cannot be opened for writing: %s", s.path, err).
			WithHint("make the file and its folder writable for you, or set PLUMB_HOME to a folder that is")
	case e.Code == sqlite3.ErrIoErr:
		return fault.Wrap(err, fault.Store, "the disk failed while the store %s was read or written: %s", s.path, err).
			WithHint("check the disk, then try again; acknowledged writes are kept")
	}
	return fault.Wrap(err, fault.Store, "the store %s could not be used: %s", s.path, err).
		WithHint("run plumb doctor to check it")
}

func damagedError(path string, cause error) error {
	return fault.Wrap(cause, fault.Store, "the store %s is damaged or is not a store: %s", path, cause).
		WithHint("restore a backup, or move it and its -wal and -shm files away to start with an empty one; `sqlite3 FILE .recover` saves what can be read")
}

// noSpace covers a full disk, a quota and a file-size limit. SQLite reports
// the first as its own code and the others as I/O errors with an errno.
func noSpace(err error, e sqlite3.Error) bool {
	if e.Code == sqlite3.ErrFull {
		return true
	}
	for _, errno := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if e.SystemErrno == errno || errors.Is(err, errno) {
			return true
		}
	}
	return false
}

// isLocked is true when another writer, or a recovery, was in the way.
func isLocked(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked || e.Code == sqlite3.ErrProtocol)
}
