package engine

import (
	"context"
	"errors"

	"github.com/mattn/go-sqlite3"

	"github.com/plumbdata/plumb/internal/fault"
	guardsqlite "github.com/plumbdata/plumb/internal/guard/sqlite"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
)

// Failure is why SQLite did not do what it was asked.
type Failure struct {
	Code      sqlite3.ErrNo         `json:"code"` // 0 where it was not SQLite itself that failed
	Message   string                `json:"message"`
	Complaint guardsqlite.Complaint `json:"complaint,omitzero"` // about the statement
	// Refusal is the code of a fault that the worker made itself, with its
	// message and its hint.
	Refusal fault.Code `json:"refusal,omitempty"`
	Hint    string     `json:"hint,omitempty"`
}

func (f *Failure) Error() string { return f.Message }

// failed words an error for the parent; nil stays nil.
func failed(err error) *wire.Failure {
	if err == nil {
		return nil
	}
	f := &Failure{Message: err.Error()}
	var refusal *fault.Fault
	if errors.As(err, &refusal) {
		f.Message, f.Hint, f.Refusal = refusal.Message, refusal.Hint, refusal.Code
		return wire.NewFailure(f, false)
	}
	if errors.Is(err, context.Canceled) {
		f.Code = sqlite3.ErrInterrupt
		return wire.NewFailure(f, false)
	}
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return wire.NewFailure(f, true)
	}
	f.Code, f.Complaint = e.Code, guardsqlite.ComplaintOf(e)
	w := wire.NewFailure(f, !well(e.Code))
	// A file beside the database may have come into being since this process
	// was confined to those that there were.
	w.Again = e.Code == sqlite3.ErrCantOpen || e.Code == sqlite3.ErrReadonly || e.Code == sqlite3.ErrPerm
	return w
}

// well reports whether the connection can be used again after the error.
func well(code sqlite3.ErrNo) bool {
	switch code {
	case sqlite3.ErrError, sqlite3.ErrInterrupt, sqlite3.ErrBusy, sqlite3.ErrTooBig, sqlite3.ErrAuth:
		return true
	}
	return false
}
