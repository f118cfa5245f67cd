package inside

import (
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/plumbdata/plumb/internal/sandbox/wire"
)

var (
	errSameNamespace = errors.New("the process has none of its own")
	errNoLandlock    = errors.New("the kernel has no Landlock, or it is switched off")
)

// confinement is the state of a process that confines itself.
type confinement struct {
	setup    wire.Setup
	layers   []wire.Layer
	listener int
}

// confine applies all layers, for good, and reports on each. What follows must run on
// the same thread: of a process that will be replaced, only this thread is confined.
func confine(s wire.Setup) (*confinement, error) {
	c := &confinement{setup: s, listener: -1}
	runtime.LockOSThread()
	base := writableMemory()
	if err := closeInherited(); err != nil {
		return nil, err
	}
	c.namespace(wire.LayerUser, "user")
	c.namespace(wire.LayerPID, "pid")
	c.namespace(wire.LayerNetwork, "net")
	c.mounts()
	if c.present(wire.LayerUser) {
		if err := dropRights(s.SwitchUser, s.Python == nil); err != nil {
			c.revoke(wire.LayerUser, fmt.Errorf("cannot give up its rights: %w", err))
		}
	}
	c.apply(wire.LayerLandlock, c.landlock)
	c.apply(wire.LayerLimits, func() error {
		if s.Python != nil {
			// This program needs memory until it is replaced. The interpreter limits
			// its own before it has the foreign code.
			return limitResources(s)
		}
		return errors.Join(limitResources(s), limitMemory(base+uint64(s.Memory)*memoryFactor+memorySlack))
	})
	c.apply(wire.LayerSeccomp, c.seccomp)
	return c, nil
}

// namespace notes whether the parent has started this process in a namespace of
// its own.
func (c *confinement) namespace(layer, name string) {
	c.apply(layer, func() error {
		if sameNamespace(name, c.setup.Namespaces[name]) {
			return errSameNamespace
		}
		return nil
	})
}

func (c *confinement) mounts() {
	c.apply(wire.LayerMount, func() error {
		if sameNamespace("mnt", c.setup.Namespaces["mnt"]) {
			return errSameNamespace
		}
		var folders, files []string
		if p := c.setup.Python; p != nil {
			folders, files = p.Folders, p.Files
		}
		return replaceRoot(folders, files, c.setup.Python == nil)
	})
}

func (c *confinement) landlock() error {
	p := c.setup.Python
	if p == nil {
		return restrict(nil, true)
	}
	var allowed []access
	for _, path := range p.Folders {
		allowed = append(allowed, access{path, readTree})
	}
	for _, path := range p.Files {
		allowed = append(allowed, access{path, readFile})
	}
	return restrict(allowed, false)
}

func (c *confinement) seccomp() error {
	python := c.setup.Python != nil
	rules := computing()
	if python {
		rules = append(rules, reading()...)
	} else {
		rules = append(rules, withoutCode()...)
	}
	var err error
	c.listener, err = filter(rules, python)
	return err
}

// apply runs what makes a layer, and notes how that went.
func (c *confinement) apply(layer string, do func() error) {
	if slices.Contains(c.setup.Skip, layer) {
		c.layers = append(c.layers, wire.Layer{Name: layer, Why: "left out"})
		return
	}
	if err := do(); err != nil {
		c.layers = append(c.layers, wire.Layer{Name: layer, Why: err.Error()})
		return
	}
	c.layers = append(c.layers, wire.Layer{Name: layer, Present: true})
}

func (c *confinement) present(layer string) bool {
	return slices.ContainsFunc(c.layers, func(l wire.Layer) bool { return l.Name == layer && l.Present })
}

func (c *confinement) revoke(layer string, why error) {
	for i := range c.layers {
		if c.layers[i].Name == layer {
			c.layers[i] = wire.Layer{Name: layer, Why: why.Error()}
		}
	}
}

// replace runs the interpreter in place of this program.
func (c *confinement) replace() error {
	p := c.setup.Python
	return execOnce(c.listener, p.Program, p.Arguments)
}
