//go:build !linux

package sandbox

import (
	"runtime"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
)

const residentUnit = 1

// launch refuses: only Linux has what a sandbox is made of.
func launch(Options, *wire.Setup) (*process, error) {
	return nil, fault.New(MissingLayer, "foreign code does not run on %s, because only Linux can confine a process as the sandbox must", runtime.GOOS).
		WithHint("run Plumb on Linux, or in a Linux container or virtual machine")
}

func (p *process) kill() { _ = p.command.Process.Kill() }

type group struct{}

func (*group) remove() {}
