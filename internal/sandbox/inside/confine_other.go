//go:build !linux

package inside

import (
	"errors"

	"github.com/plumbdata/plumb/internal/sandbox/wire"
)

var errLinux = errors.New("only Linux can confine a process")

type confinement struct{ layers []wire.Layer }

func confine(wire.Setup) (*confinement, error) { return nil, errLinux }

func (c *confinement) replace() error { return errLinux }
