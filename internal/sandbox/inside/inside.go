// Package inside is the inside of a sandboxed process: it takes all rights from
// itself, reports how far that went, and then runs the program that it is sent.
package inside

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/plumbdata/plumb/internal/sandbox/script"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
	"github.com/plumbdata/plumb/internal/table"
)

var errProtocol = errors.New("unexpected frame")

// Language runs a program inside this process.
type Language func(p wire.Program, tables map[string]*table.Table, out script.Output) *wire.Failure

// Reader makes bytes of bytes inside this process: it reads what others have written. It
// is chosen as a language is; the argument is its own.
type Reader func(argument string, data []byte) []byte

// Run serves the parent, and returns the exit status. The maps add languages to those
// that there are, and readers.
func Run(in, out *os.File, languages map[string]Language, readers map[string]Reader) int {
	if err := serve(in, out, languages, readers); err != nil {
		_ = wire.SendJSON(out, wire.KindFailed, wire.Failure{Kind: wire.FailureProcess, Message: err.Error()})
		return 1
	}
	return 0
}

// maxRequest bounds what the parent may send in one frame.
const maxRequest = 1 << 30

func serve(in, out *os.File, languages map[string]Language, readers map[string]Reader) error {
	// The parent switches garbage collection off, because starting frees nothing.
	os.Clearenv()
	const usual = 100
	debug.SetGCPercent(usual)
	kind, payload, err := wire.Receive(in, maxRequest)
	if err != nil {
		return err
	}
	var setup wire.Setup
	if kind != wire.KindSetup {
		return errProtocol
	}
	if err := json.Unmarshal(payload, &setup); err != nil {
		return err
	}
	confined, err := confine(setup)
	if err != nil {
		return err
	}
	if err := wire.SendJSON(out, wire.KindReady, confined.layers); err != nil {
		return err
	}
	if setup.Python != nil {
		return fmt.Errorf("the interpreter cannot be started: %w", confined.replace())
	}
	// Before the limit of the kernel ends the process, garbage is collected.
	debug.SetMemoryLimit(setup.Memory)
	if reader, ok := readers[setup.Language]; ok {
		return read(in, out, reader)
	}
	run := runScript
	if other, ok := languages[setup.Language]; ok {
		run = other
	}
	program, tables, err := receiveProgram(in)
	if err != nil {
		return err
	}
	w := &writer{bufio.NewWriterSize(out, 64<<10)}
	if failure := run(program, tables, w); failure != nil {
		err = wire.SendJSON(w, wire.KindFailed, failure)
	} else {
		err = wire.Send(w, wire.KindEnd, nil)
	}
	return errors.Join(err, w.Flush())
}

// read gives a reader what the parent sends, and the parent what it makes of that.
func read(in, out *os.File, reader Reader) error {
	kind, payload, err := wire.Receive(in, maxRequest)
	if err != nil {
		return err
	}
	var p wire.Program
	if kind != wire.KindProgram {
		return errProtocol
	}
	if err := json.Unmarshal(payload, &p); err != nil {
		return err
	}
	kind, data, err := wire.Receive(in, maxRequest)
	if err != nil {
		return err
	}
	if kind != wire.KindData {
		return errProtocol
	}
	return wire.Send(out, wire.KindData, reader(p.Code, data))
}

func runScript(p wire.Program, tables map[string]*table.Table, out script.Output) *wire.Failure {
	return script.Run(p.Code, p.Steps, tables, out)
}

func receiveProgram(in io.Reader) (p wire.Program, tables map[string]*table.Table, err error) {
	tables = map[string]*table.Table{}
	var current *table.Table
	for {
		kind, payload, err := wire.Receive(in, maxRequest)
		if err != nil {
			return p, nil, err
		}
		switch kind {
		case wire.KindProgram:
			err = json.Unmarshal(payload, &p)
		case wire.KindTable:
			var t wire.Table
			err = json.Unmarshal(payload, &t)
			current = &table.Table{Columns: t.Columns}
			tables[t.Name] = current
		case wire.KindRows:
			if current == nil {
				return p, nil, errProtocol
			}
			var rows []table.Row
			rows, err = wire.ParseRows(payload, len(current.Columns))
			current.Rows = append(current.Rows, rows...)
		case wire.KindEnd:
			return p, tables, nil
		default:
			err = errProtocol
		}
		if err != nil {
			return p, nil, err
		}
	}
}

// writer sends what a program gives back. Nothing can be done about an error: the
// parent has gone, and this process is about to end.
type writer struct{ *bufio.Writer }

func (w *writer) Print(text string) { _ = wire.Send(w, wire.KindPrinted, []byte(text)) }

func (w *writer) Table(name string, t *table.Table) { _ = wire.SendTable(w, name, t, false) }

func (w *writer) Value(name string, v table.Value) {
	_ = wire.SendJSON(w, wire.KindValue, wire.Scalar{Name: name, Value: wire.Cell(v)})
}
