package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox/inside"
	"github.com/plumbdata/plumb/internal/table"
)

// started is the environment that this process was started with. A sandboxed one
// clears it, but it stays in its memory.
var started = os.Environ()

// endless makes this process run a program that does not end.
const endless = "run-endless-program"

func TestMain(m *testing.M) {
	runIfAsked(map[string]inside.Language{payload: runPayload}, testReaders())
	if len(os.Args) > 1 && os.Args[1] == endless {
		_, err := Run(context.Background(), starlarkProgram("while True: pass", nil), Options{AllowMissing: true})
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	m.Run()
}

// python3 is the interpreter of this machine, if it has one.
func python3(tb testing.TB) string {
	tb.Helper()
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	tb.Skip("needs python3")
	return ""
}

// options run with all layers that this machine has, and say which it has not.
func options(tb testing.TB) Options {
	tb.Helper()
	o := Options{AllowMissing: true}
	layers, err := Layers(tb.Context(), o)
	if err != nil {
		tb.Fatal(err)
	}
	for _, l := range layers {
		if l.Required && !l.Present {
			tb.Logf("without %s: %s", l.Name, l.Why)
		}
	}
	return o
}

func starlarkProgram(code string, tables map[string]*table.Table) Program {
	return Program{Language: Starlark, Code: code, Tables: tables}
}

func mustRun(t *testing.T, p Program, o Options) *Result {
	t.Helper()
	r, err := Run(t.Context(), p, o)
	if err != nil {
		var pe *ProgramError
		if errors.As(err, &pe) {
			t.Fatalf("%v\n%s", err, pe.Detail())
		}
		t.Fatalf("%v (%v)", err, errors.Unwrap(fault.Of(err)))
	}
	return r
}

func sales() map[string]*table.Table {
	row := func(region string, amount string, day string) table.Row {
		d, _ := table.ParseDecimal(amount)
		at, _ := table.Parse(table.Date, day)
		return table.Row{table.NewText(region), d, at}
	}
	return map[string]*table.Table{"sales": {
		Columns: []table.Column{{Name: "region", Kind: table.Text}, {Name: "amount", Kind: table.Decimal}, {Name: "day", Kind: table.Date}},
		Rows:    []table.Row{row("north", "10.50", "2024-01-31"), row("south", "4.25", "2024-02-01"), row("north", "1.25", "2024-02-29")},
	}}
}

func csv(t *testing.T, r *Result, name string) string {
	t.Helper()
	for _, n := range r.Tables {
		if n.Name != name {
			continue
		}
		var b strings.Builder
		for i, c := range n.Table.Columns {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(c.Name + ":" + c.Kind.String())
		}
		for _, row := range n.Table.Rows {
			b.WriteByte('\n')
			for i, v := range row {
				if i > 0 {
					b.WriteByte(',')
				}
				b.WriteString(v.String())
			}
		}
		return b.String()
	}
	t.Fatalf("there is no table %q", name)
	return ""
}
