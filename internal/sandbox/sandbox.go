// Package sandbox runs foreign code, which a language model wrote or a person
// typed, in a process that can do nothing but compute. Tables go in and come out
// through pipes.
//
// The process is this same program, started again in namespaces of its own. It takes
// all rights from itself (an empty read-only file system, Landlock, seccomp, resource
// limits) before it is sent the code. Where a layer is missing, no code is sent,
// unless the caller accepts that. The languages and the import list of Python are
// conveniences: the kernel is what holds.
package sandbox

import (
	"bufio"
	"context"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox/inside"
	"github.com/plumbdata/plumb/internal/sandbox/python"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// Language is what a program is written in.
type Language string

const (
	Starlark Language = "starlark"
	Python   Language = "python"
)

// Program is foreign code, and the tables that it may read.
type Program struct {
	Language Language
	Code     string
	Tables   map[string]*table.Table
}

// Options say how to run a program.
type Options struct {
	// Command starts this program again; empty means this executable. It must
	// call RunIfAsked first.
	Command []string
	// Python is the path of a Python 3 interpreter; only Python programs need it.
	Python string
	Limits Limits
	// AllowMissing runs a program even where layers are missing. Two remain
	// necessary: seccomp, and for Python one that keeps it from files.
	AllowMissing bool

	skip []string // layers that tests leave out
}

// FindPython is the path of the Python 3 that this machine has; "" if it has none.
func FindPython() string {
	path, err := exec.LookPath("python3")
	if err != nil {
		return ""
	}
	return path
}

// Result is what a program gave back.
type Result struct {
	Tables  []Named
	Values  []Value
	Printed string
	Took    time.Duration // to run the program, without the start of the process
	Notes   []fault.Diagnostic
}

// Named is a table with the name that the program gave it.
type Named struct {
	Name  string
	Table *table.Table
}

// Value is a single value with its name.
type Value struct {
	Name  string
	Value table.Value
}

// argument makes this program the inside of a sandbox.
const argument = "run-sandboxed-program"

// RunIfAsked makes this process a sandboxed one, and does not return, if Run of the
// same program started it as one. Programs call it first, tests in TestMain. Readers are
// what Read may name.
func RunIfAsked(readers map[string]Reader) { runIfAsked(nil, readers) }

func runIfAsked(languages map[string]inside.Language, readers map[string]Reader) {
	if len(os.Args) > 1 && os.Args[len(os.Args)-1] == argument {
		os.Exit(inside.Run(os.Stdin, os.Stdout, languages, readers))
	}
}

// maxCode is the largest program.
const maxCode = 1 << 20

// Run runs a program. When the context ends, all of the program ends at once.
// Retryable tells whether a corrected program may succeed after an error.
func Run(ctx context.Context, p Program, o Options) (*Result, error) {
	switch {
	case p.Language != Starlark && p.Language != Python:
		return nil, fault.New(fault.Usage, "%q is no language that can be run", p.Language).WithHint("use starlark or python")
	case p.Language == Python && o.Python == "":
		return nil, fault.New(fault.NotFound, "there is no Python interpreter to run the program").
			WithHint("install Python 3, or use Starlark")
	case len(p.Code) > maxCode:
		return nil, fault.New(fault.Usage, "the program has %d bytes; the limit is %d", len(p.Code), maxCode).WithHint("pass data as tables")
	}
	return run(ctx, p, o)
}

func run(ctx context.Context, p Program, o Options) (*Result, error) {
	o.Limits = o.Limits.withDefaults()
	ctx, cancel := context.WithTimeoutCause(ctx, o.Limits.Time, errTime)
	defer cancel()
	setup := o.setup(p.Language)
	program := wire.Program{Code: p.Code, Steps: o.Limits.Steps}
	var notes []fault.Diagnostic
	if p.Language == Python {
		interpreter, err := python.Find(ctx, o.Python)
		if err != nil {
			return nil, o.ended(ctx, err)
		}
		setup.Python, program.Path, program.Allowed = interpreter.Setup(), interpreter.Path, python.Allowed()
		if !slices.Contains(o.skip, wire.LayerLimits) {
			program.Memory = o.Limits.Memory
		}
		if slices.Contains(o.skip, wire.LayerImports) {
			program.Allowed = nil
		}
		if !interpreter.HasPandas {
			notes = append(notes, fault.New(fault.NotFound, "pandas is not installed for %s: tables are lists of dicts", o.Python).
				WithHint("install it with %s -m pip install pandas", o.Python).Diagnostic(fault.Info))
		}
	}
	proc, err := start(ctx, o, setup)
	if err != nil {
		return nil, err
	}
	defer proc.end()
	if err := o.acceptable("foreign code does not run here", p.Language, proc.layers); err != nil {
		return nil, err
	}
	started := time.Now()
	// An error of sending shows in what is received.
	_ = sendProgram(proc.in, program, p)
	result, err := receive(proc.out, o.Limits)
	if err != nil {
		return nil, proc.explain(ctx, o, err)
	}
	result.Took, result.Notes = time.Since(started), notes
	return result, nil
}

// setup is what the process must know before it has the program.
func (o Options) setup(language Language) wire.Setup {
	return wire.Setup{
		Language: string(language), Memory: o.Limits.Memory, Seconds: o.Limits.cpuSeconds(),
		Processes: o.Limits.Processes, Files: o.Limits.Files, Skip: o.skip,
	}
}

func sendProgram(to *os.File, program wire.Program, p Program) error {
	defer to.Close()
	w := bufio.NewWriterSize(to, 64<<10)
	if err := wire.SendJSON(w, wire.KindProgram, program); err != nil {
		return err
	}
	for _, name := range slices.SortedFunc(maps.Keys(p.Tables), strings.Compare) {
		if err := wire.SendTable(w, name, p.Tables[name], p.Language == Python); err != nil {
			return err
		}
	}
	if err := wire.Send(w, wire.KindEnd, nil); err != nil {
		return err
	}
	return w.Flush()
}
