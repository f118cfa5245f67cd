// Package script runs Starlark programs over tables. Starlark is a small dialect of
// Python whose programs can do nothing but compute: they have no clock, no files
// and no network, and the same program gives the same result each time.
package script

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/lib/json"
	"go.starlark.net/lib/math"
	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"

	"github.com/plumbdata/plumb/internal/sandbox/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// Output is where a program's results go.
type Output interface {
	Print(text string)
	Table(name string, t *table.Table)
	Value(name string, v table.Value)
}

const fileName = "program"

// Run runs a program that may take so many steps.
func Run(code string, steps uint64, tables map[string]*table.Table, out Output) *wire.Failure {
	options := &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true}
	names := environment(tables, out)
	_, program, err := starlark.SourceProgramOptions(options, fileName, code, names.Has)
	if err != nil {
		return syntaxFailure(err)
	}
	r := &run{program: program, names: names, out: out}
	thread := &starlark.Thread{Name: fileName, Print: func(_ *starlark.Thread, text string) { out.Print(text + "\n") }}
	thread.SetMaxExecutionSteps(steps)
	tooMany := false
	thread.OnMaxSteps = func(t *starlark.Thread) {
		tooMany = true
		t.Cancel("too many steps")
	}
	globals, err := r.run(thread, names)
	switch {
	case err == nil:
		return nil
	case tooMany:
		return &wire.Failure{Kind: wire.FailureSteps, Message: fmt.Sprintf("the program took more than %d steps", steps)}
	}
	f := runtimeFailure(err)
	if f.Variables = r.replay(thread.Steps, tables); f.Variables == nil {
		f.Variables = globalVariables(globals)
	}
	return f
}

type run struct {
	program *starlark.Program
	names   starlark.StringDict
	out     Output
}

// run turns a panic of a library into an error of the program: it may have asked
// for what nobody thought of.
func (r *run) run(thread *starlark.Thread, names starlark.StringDict) (globals starlark.StringDict, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the interpreter failed: %v", p)
		}
	}()
	return r.program.Init(thread, names)
}

// environment is what a program sees.
func environment(tables map[string]*table.Table, out Output) starlark.StringDict {
	names := starlark.StringDict{
		"tables": newTables(tables),
		"json":   json.Module,
		"math":   math.Module,
		"dates":  datesModule(),
		"struct": starlark.NewBuiltin("struct", starlarkstruct.Make),
	}
	for name, f := range map[string]function{
		"table": makeTable, "emit": emitter(out), "value": valuer(out),
		"mean": mean, "median": median, "stdev": stdev, "variance": variance, "quantile": quantile, "corr": corr, "sum": sum, "round": round,
		"date": parseDate,
	} {
		names[name] = starlark.NewBuiltin(name, f)
	}
	return names
}

type function = func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error)

func syntaxFailure(err error) *wire.Failure {
	f := &wire.Failure{Kind: wire.FailureSyntax, Message: err.Error()}
	var parse syntax.Error
	var names resolve.ErrorList
	switch {
	case errors.As(err, &parse):
		f.Message, f.Line = parse.Msg, int(parse.Pos.Line)
		if strings.HasPrefix(parse.Msg, "got import,") || strings.HasPrefix(parse.Msg, "got from,") { // reserved words
			f.Kind, f.Message = wire.FailureImport, "programs in Starlark import nothing; statistics and dates are there already"
		}
	case errors.As(err, &names) && len(names) > 0:
		f.Message, f.Line = names[0].Msg, int(names[0].Pos.Line)
	}
	return f
}

func runtimeFailure(err error) *wire.Failure {
	f := &wire.Failure{Kind: wire.FailureRuntime, Message: err.Error()}
	var eval *starlark.EvalError
	if !errors.As(err, &eval) {
		return f
	}
	f.Message = eval.Msg
	for _, call := range eval.CallStack { // outermost first
		if call.Pos.Filename() == fileName && call.Pos.Line > 0 {
			f.Line = int(call.Pos.Line)
		}
	}
	return f
}

// most limits how much of a failed program is told.
const (
	mostVariables = 20
	mostText      = 200
)

// maxReplay is how many steps a failed program may have taken to be run again.
const maxReplay = 20_000_000

// replay runs a failed program again, with nothing coming out, up to the step at
// which it failed, and reads the variables of the function there. The interpreter
// forgets them when the function ends. It returns nil where the program failed
// outside of functions.
func (r *run) replay(step uint64, tables map[string]*table.Table) (list []wire.Variable) {
	if step > maxReplay {
		return nil
	}
	thread := &starlark.Thread{Name: fileName, Print: func(*starlark.Thread, string) {}}
	thread.SetMaxExecutionSteps(step)
	thread.OnMaxSteps = func(t *starlark.Thread) {
		if list == nil && t.CallStackDepth() > 1 {
			list = frameVariables(t.DebugFrame(0))
		}
		t.Cancel("replayed")
	}
	_, _ = r.run(thread, environment(tables, silent{})) // it fails again
	return list
}

func frameVariables(frame starlark.DebugFrame) (list []wire.Variable) {
	if _, ok := frame.Callable().(*starlark.Function); !ok {
		return nil
	}
	for i := range frame.NumLocals() {
		name, v := frame.Local(i)
		// Variables that inner functions use are held in cells, which cannot be
		// looked into.
		if v != nil && v.Type() != "cell" {
			list = addVariable(list, name.Name, v)
		}
	}
	return list
}

func globalVariables(globals starlark.StringDict) (list []wire.Variable) {
	for _, name := range globals.Keys() {
		if _, isFunction := globals[name].(starlark.Callable); !isFunction {
			list = addVariable(list, name, globals[name])
		}
	}
	return list
}

func addVariable(list []wire.Variable, name string, v starlark.Value) []wire.Variable {
	if len(list) == mostVariables || strings.HasPrefix(name, "_") {
		return list
	}
	return append(list, wire.Variable{Name: name, Text: short(v)})
}

// short describes a value without writing all of a large one.
func short(v starlark.Value) string {
	const shown = 8
	switch v := v.(type) {
	case *starlark.List:
		if v.Len() > shown {
			first := make([]starlark.Value, shown)
			for i := range first {
				first[i] = v.Index(i)
			}
			return cut(starlark.NewList(first).String()) + fmt.Sprintf(" … (list of %d)", v.Len())
		}
	case *starlark.Dict:
		if v.Len() > shown {
			return fmt.Sprintf("dict of %d keys", v.Len())
		}
	case starlark.String:
		if len(v) > mostText {
			v = v[:mostText]
		}
		return cut(v.String())
	}
	return cut(v.String())
}

func cut(s string) string {
	if len(s) <= mostText {
		return s
	}
	return strings.ToValidUTF8(s[:mostText], "") + "…"
}

// silent is an output that leads nowhere.
type silent struct{}

func (silent) Print(string)               {}
func (silent) Table(string, *table.Table) {}
func (silent) Value(string, table.Value)  {}
