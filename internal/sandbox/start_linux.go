package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"

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
	for _, w := range ways(o.skip) {
		p := &process{group: own, command: exec.Command(line[0], append(slices.Clone(line[1:]), argument)...), prepare: w.users.write}
		// Nothing of this process's environment: secrets live there. Starting up
		// allocates little and frees nothing; the process switches collection on.
		p.command.Env = []string{"GOGC=off"}
		p.command.Dir = "/"
		p.command.SysProcAttr = w.attributes
		if own != nil {
			w.attributes.UseCgroupFD, w.attributes.CgroupFD = true, own.fd
		}
		err := p.run()
		if err == nil {
			s.SwitchUser = w.users == rootAndNobody
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

// way is a way to start the process.
type way struct {
	attributes *syscall.SysProcAttr
	users      users
}

// ways are the ways to start the process, the best first.
func ways(skip []string) []way {
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
	if flags&syscall.CLONE_NEWUSER == 0 { // tests, as root
		a := plain()
		a.Cloneflags = flags
		return []way{{a, sameUsers}}
	}
	confined := func() *syscall.SysProcAttr {
		a := plain()
		// The process shares the memory of this one until it runs its own program.
		// Otherwise, the kernel copies the page tables of this one, which takes long
		// where they are large. Package syscall shares it only without CLONE_NEWUSER,
		// because this one could not write the mappings of users in the meantime.
		a.Cloneflags = flags | syscall.CLONE_VM | syscall.CLONE_VFORK
		// So the process starts with users that are not mapped, and keeps only these
		// rights in its namespaces. It gives them up before it has the program.
		a.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETUID, unix.CAP_SETGID}
		return a
	}
	list := []way{{confined(), onlyRoot}, {plain(), sameUsers}}
	if os.Geteuid() == 0 {
		list = append([]way{{confined(), rootAndNobody}}, list...)
	}
	return list
}

// users say which users a process has in its user namespace.
type users int

const (
	sameUsers     users = iota // it has no user namespace of its own
	onlyRoot                   // the user of this process is root there, and has no rights outside
	rootAndNobody              // root is root there, and becomes nobody
)

// write writes the mappings of a process that waits for its setup.
func (u users) write(id int) error {
	if u == sameUsers {
		return nil
	}
	folder := fmt.Sprintf("/proc/%d/", id)
	more := ""
	if u == rootAndNobody {
		more = fmt.Sprintf("%d %[1]d 1\n", wire.Nobody)
	} else if err := os.WriteFile(folder+"setgroups", []byte("deny"), 0); err != nil { // only root may map groups without it
		return err
	}
	if err := os.WriteFile(folder+"uid_map", fmt.Appendf(nil, "0 %d 1\n%s", os.Geteuid(), more), 0); err != nil {
		return err
	}
	return os.WriteFile(folder+"gid_map", fmt.Appendf(nil, "0 %d 1\n%s", os.Getegid(), more), 0)
}

// kill ends the process, and with it its process namespace, at once.
func (p *process) kill() {
	// A child can always be killed; the only error is that it has ended.
	_ = p.command.Process.Kill()
	p.group.kill()
}
