// Package wire is the protocol between Plumb and its worker processes: frames
// over two pipes, each with a length, a kind and a payload. Both ends are the
// same program, so there are no versions.
//
// The parent sends Open once, then one Query at a time, and Cancel at any time.
// The worker replies to Open with Ready, and to a query with Columns, any number
// of Rows, and End; Failed replaces any of these and ends the exchange. The
// parent closes its pipe to end the worker.
package wire

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
)

// Kind says what a frame holds.
type Kind byte

const (
	Open   Kind = 'o' // Session
	Query  Kind = 'q' // Statement
	Cancel Kind = 'x' // Stop
	Probe  Kind = 'w' // nothing: attempt a write, answer End if it was refused

	Ready   Kind = 'k' // Start
	Columns Kind = 'c' // []table.Column
	Rows    Kind = 'r' // rows as table.AppendRow writes them
	End     Kind = 'e' // nothing
	Failed  Kind = 'f' // Failure
)

// Session is the database that a worker opens, and its bounds. An engine
// leaves out what it has no use for.
type Session struct {
	Path    string   `json:"path,omitempty"`  // the database file; empty for one in memory
	Build   bool     `json:"build,omitempty"` // statements create the database file, alone in its folder
	Files   []string `json:"files,omitempty"` // that statements may also read
	Memory  int64    `json:"memory"`          // bytes
	Threads int      `json:"threads"`
	Temp    string   `json:"temp"` // a folder of the worker's own
}

// Start is what a worker says of itself when it is ready.
type Start struct {
	// Resident is the most memory that the kernel counted for the process
	// before it did anything, in the kernel's unit: some of its parent's.
	Resident int64 `json:"resident"`
}

// Statement is a query to run. A worker stops by itself at one row beyond
// Rows, or at the row that goes beyond Bytes; zero means no limit.
type Statement struct {
	ID      int64    `json:"id"`
	SQL     string   `json:"sql"`
	Args    []string `json:"args,omitempty"`
	Catalog bool     `json:"catalog,omitempty"` // an adapter's own question about the schema
	Rows    int      `json:"rows,omitempty"`
	Bytes   int64    `json:"bytes,omitempty"`
}

// Failure is why a worker did not do what it was asked.
type Failure struct {
	// Worn is set where the process must not be used again, Again where a
	// fresh one may succeed.
	Worn  bool `json:"worn,omitempty"`
	Again bool `json:"again,omitempty"`
	// Reason is the engine's own account.
	Reason json.RawMessage `json:"reason"`
}

func (f *Failure) Error() string { return string(f.Reason) }

// NewFailure makes a failure of an engine's account of it.
func NewFailure(reason any, worn bool) *Failure {
	payload, err := json.Marshal(reason)
	if err != nil {
		panic(err) // reasons are plain data
	}
	return &Failure{Worn: worn, Reason: payload}
}

// Stop cancels the statement of that ID, if it still runs.
type Stop struct {
	ID int64 `json:"id"`
}

const headerSize = 5

// Begin starts a frame in b, whose old content is dropped.
func Begin(b []byte, k Kind) []byte {
	return append(b[:0], 0, 0, 0, 0, byte(k))
}

// Empty reports whether the frame has no payload yet.
func Empty(frame []byte) bool { return len(frame) <= headerSize }

// Send completes a frame and writes it in one call.
func Send(w io.Writer, frame []byte) error {
	binary.LittleEndian.PutUint32(frame, uint32(len(frame)-headerSize))
	_, err := w.Write(frame)
	return err
}

// SendJSON writes a frame with a JSON payload; a nil value is an empty one.
func SendJSON(w io.Writer, k Kind, v any) error {
	frame := Begin(nil, k)
	if v != nil {
		payload, err := json.Marshal(v)
		if err != nil {
			return err
		}
		frame = append(frame, payload...)
	}
	return Send(w, frame)
}

// Receive reads a frame. The payload is the caller's to keep. A payload of
// more than limit bytes is an error, before any memory is taken for it.
func Receive(r io.Reader, limit int64) (Kind, []byte, error) {
	var header [headerSize]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return 0, nil, err
	}
	size := int64(binary.LittleEndian.Uint32(header[:]))
	if size > limit {
		return 0, nil, fmt.Errorf("a frame of %d bytes is larger than the limit of %d", size, limit)
	}
	payload := make([]byte, size)
	if _, err := io.ReadFull(r, payload); err != nil {
		return 0, nil, err
	}
	return Kind(header[4]), payload, nil
}
