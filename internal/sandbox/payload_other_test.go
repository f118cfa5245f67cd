//go:build !linux

package sandbox

import (
	"github.com/plumbdata/plumb/internal/sandbox/script"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
	"github.com/plumbdata/plumb/internal/table"
)

const payload = "payload"

func runPayload(wire.Program, map[string]*table.Table, script.Output) *wire.Failure { return nil }
