// Package confined makes a process that is to be the inside of a sandbox that before
// the rest of the program is initialized, which would take most of its start. It is
// imported for this only.
//
// Packages that can be initialized are, in the order of their paths: this one comes
// before those under internal, and needs few others.
package confined

import (
	"github.com/plumbdata/plumb/internal/document/extract"
	"github.com/plumbdata/plumb/internal/sandbox"
)

func init() { sandbox.RunIfAsked(extract.Readers()) }
