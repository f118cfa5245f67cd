// Package wire is what a sandboxed process and its parent say to each other:
// frames over two pipes. The parent trusts nothing that it receives.
package wire

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/plumbdata/plumb/internal/table"
)

// Kind says what a frame holds.
type Kind byte

// The parent sends Setup, waits for Ready, and then sends Program, the tables
// and End. The process sends what the program gives back, and at last Failed or
// End. A Table is followed by its rows, in any number of frames. The Python side
// (python/bootstrap.py) knows these numbers.
const (
	KindSetup    Kind = iota + 1 // Setup
	KindReady                    // []Layer
	KindProgram                  // Program
	KindTable                    // Table
	KindRows                     // rows in the binary form of package table
	KindJSONRows                 // rows as JSON, see AppendJSONRows
	KindPrinted                  // text
	KindValue                    // Scalar
	KindFailed                   // Failure
	KindEnd                      // nothing
	KindData                     // bytes, to and from a reader
)

// Setup tells the process what it will be and how to confine itself.
type Setup struct {
	Language   string
	Memory     int64
	Seconds    int64 // of processor time
	Processes  int
	Files      int
	Namespaces map[string]string // those of the parent, by name in /proc/self/ns
	SwitchUser bool              // the user namespace has the user Nobody as well
	Skip       []string          // layers to leave out; set by tests alone
	Python     *Python
}

// Nobody is the user that the process becomes if the parent is root.
const Nobody = 65534

// Python is what of the file system the interpreter needs.
type Python struct {
	Program   string   // the interpreter itself
	Arguments []string // without the name of the program
	Folders   []string // to read, with all that is in them
	Files     []string // to read
}

// Layer is one of the layers of the sandbox.
type Layer struct {
	Name    string
	Present bool
	Why     string // it is missing
}

// Program is foreign code and what it is given.
type Program struct {
	Code  string
	Steps uint64 // that a Starlark program may take
	// Memory is the limit that a Python interpreter sets itself; zero means none.
	Memory int64
	Path   []string // where Python finds modules
	// Allowed are the modules that Python code may import; nil means all.
	Allowed []string
}

// Table is the beginning of a table.
type Table struct {
	Name    string         `json:"name"`
	Columns []table.Column `json:"columns"`
}

// Scalar is one named value, in the form of a cell of AppendJSONRows.
type Scalar struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
}

// FailureKind says why a program failed.
type FailureKind string

const (
	FailureSyntax  FailureKind = "syntax"
	FailureRuntime FailureKind = "runtime"
	FailureMemory  FailureKind = "memory"
	FailureSteps   FailureKind = "steps"
	FailureImport  FailureKind = "import"
	FailureProcess FailureKind = "process" // the process itself, not the program
)

// Failure is how a program failed.
type Failure struct {
	Kind      FailureKind `json:"kind"`
	Message   string      `json:"message"`
	Line      int         `json:"line,omitempty"`
	Variables []Variable  `json:"variables,omitempty"` // of the function that failed
}

// Variable is a variable of a failed program, with its value as short text.
type Variable struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

const header = 5

// Send writes a frame.
func Send(w io.Writer, k Kind, payload []byte) error {
	if uint64(len(payload)) > maxFrame {
		return fmt.Errorf("a frame of %d bytes", len(payload))
	}
	b := make([]byte, header, header+len(payload))
	b[0] = byte(k)
	binary.LittleEndian.PutUint32(b[1:], uint32(len(payload)))
	_, err := w.Write(append(b, payload...))
	return err
}

// SendJSON writes a frame with a value as JSON.
func SendJSON(w io.Writer, k Kind, value any) error {
	b, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return Send(w, k, b)
}

// ErrTooLarge is a frame that is larger than the receiver accepts.
var ErrTooLarge = errors.New("a frame is too large")

const maxFrame = 1 << 31

// Receive reads a frame, and no byte after it.
func Receive(r io.Reader, most int64) (Kind, []byte, error) {
	var head [header]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	size := int64(binary.LittleEndian.Uint32(head[1:]))
	if size > most {
		return 0, nil, ErrTooLarge
	}
	payload := make([]byte, size)
	if _, err := io.ReadFull(r, payload); err != nil {
		return 0, nil, io.ErrUnexpectedEOF
	}
	return Kind(head[0]), payload, nil
}

// chunk is about how many bytes of rows one frame holds.
const chunk = 256 << 10

// SendTable writes a table with its rows in the binary form, or as JSON.
func SendTable(w io.Writer, name string, t *table.Table, asJSON bool) error {
	if err := SendJSON(w, KindTable, Table{Name: name, Columns: t.Columns}); err != nil {
		return err
	}
	kind := KindRows
	if asJSON {
		kind = KindJSONRows
	}
	var b []byte
	for i, row := range t.Rows {
		if asJSON {
			b = appendJSONRow(b, row)
		} else {
			b = table.AppendRow(b, row)
		}
		if len(b) < chunk && i < len(t.Rows)-1 {
			continue
		}
		if asJSON {
			b = append(b, ']')
		}
		if err := Send(w, kind, b); err != nil {
			return err
		}
		b = b[:0]
	}
	return nil
}
