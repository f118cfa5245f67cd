package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"syscall"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
)

// residentUnit is what the kernel counts resident memory in.
const residentUnit = 1 << 10

// launch starts the process in namespaces of its own, or without them where they
// cannot be had. The process itself reports which it has.
func launch(o Options, s *wire.Setup) (*process, error) {
	line := o.Command
	if len(line) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, startFault(err)
		}
		line = []string{self}
	}
	s.Namespaces = map[string]string{}
	for _, name := range []string{"user", "mnt", "pid", "net"} {
		s.Namespaces[name], _ = os.Readlink("/proc/self/ns/" + name) // "" is in no layer's favour
	}
	own, why := newGroup(o.Limits)
	var first error
	for _, a := range attributes(o.skip) {
		p := &process{group: own, command: exec.Command(line[0], append(slices.Clone(line[1:]), argument)...)}
		// Nothing of this process's environment: secrets live there. Starting up
		// allocates little and frees nothing; the process switches collection on.
		p.command.Env = []string{"GOGC=off"}
		p.command.Dir = "/"
		p.command.SysProcAttr = a
		if own != nil {
			a.UseCgroupFD, a.CgroupFD = true, own.fd
		}
		err := p.run()
		if err == nil {
			s.SwitchUser = len(a.UidMappings) > 1
			cgroup := Layer{Name: wire.LayerCgroup, Present: own != nil}
			if why != nil {
				cgroup.Why = why.Error()
			}
			p.layers = append(p.layers, cgroup)
			return p, nil
		}
		if first == nil {
			first = err
		}
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	own.remove()
	return nil, startFault(first)
}

func startFault(err error) error {
	return fault.Wrap(err, fault.Internal, "the sandboxed process cannot be started: %v", err).
		WithHint("check that processes may be started, and that the program has not been moved while it ran")
}

// attributes are the ways to start the process, the best first. Root becomes
// nobody inside; others are mapped to root there, and have no rights outside.
func attributes(skip []string) []*syscall.SysProcAttr {
	plain := func() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL} }
	var flags uintptr
	for layer, flag := range map[string]uintptr{
		wire.LayerUser: syscall.CLONE_NEWUSER | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS, wire.LayerMount: syscall.CLONE_NEWNS,
		wire.LayerPID: syscall.CLONE_NEWPID, wire.LayerNetwork: syscall.CLONE_NEWNET,
	} {
		if !slices.Contains(skip, layer) {
			flags |= flag
		}
	}
	if flags == 0 {
		return []*syscall.SysProcAttr{plain()}
	}
	single := plain()
	single.Cloneflags = flags
	if flags&syscall.CLONE_NEWUSER == 0 { // tests, as root
		return []*syscall.SysProcAttr{single}
	}
	single.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
	single.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
	ways := []*syscall.SysProcAttr{single, plain()}
	if os.Geteuid() == 0 {
		both := plain()
		both.Cloneflags = flags
		nobody := syscall.SysProcIDMap{ContainerID: wire.Nobody, HostID: wire.Nobody, Size: 1}
		both.UidMappings = append(slices.Clone(single.UidMappings), nobody)
		both.GidMappings = append(slices.Clone(single.GidMappings), nobody)
		both.GidMappingsEnableSetgroups = true
		ways = append([]*syscall.SysProcAttr{both}, ways...)
	}
	return ways
}

// kill ends the process, and with it its process namespace, at once.
func (p *process) kill() {
	// A child can always be killed; the only error is that it has ended.
	_ = p.command.Process.Kill()
	p.group.kill()
}
