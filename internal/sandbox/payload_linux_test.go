package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/plumbdata/plumb/internal/sandbox/script"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// payload is a language that runs native code of this test in place of a program:
// what code could do that has broken out of its interpreter.
const payload = "payload"

// order is an attempt to get out, with what it needs to know. It harms nothing when
// it succeeds.
type order struct {
	Attempt  string
	Parent   int    // its process ID
	Folder   string // of the parent, with the files secret and socket
	Address  string // a TCP port on which the parent listens
	Variable string // a secret in the parent's environment
}

func runPayload(p wire.Program, _ map[string]*table.Table, out script.Output) *wire.Failure {
	var o order
	if err := json.Unmarshal([]byte(p.Code), &o); err != nil {
		return &wire.Failure{Kind: wire.FailureProcess, Message: err.Error()}
	}
	for _, a := range attempts() {
		if a.name != o.Attempt {
			continue
		}
		runtime.LockOSThread()
		text := "succeeded"
		if err := a.do(o); err != nil {
			text = err.Error()
		}
		out.Value("outcome", table.NewText(text))
		return nil
	}
	return &wire.Failure{Kind: wire.FailureProcess, Message: "there is no attempt " + o.Attempt}
}

type attempt struct {
	name string
	// stops are the layers each of which stops it, without the others.
	stops []string
	do    func(order) error
}

const (
	user, mount, pid, network  = wire.LayerUser, wire.LayerMount, wire.LayerPID, wire.LayerNetwork
	landlock, seccomp, limited = wire.LayerLandlock, wire.LayerSeccomp, wire.LayerLimits
)

func layers(names ...string) []string { return names }

func attempts() []attempt {
	return []attempt{
		{"read /etc/passwd", layers(mount, landlock, seccomp), func(order) error { return read("/etc/passwd") }},
		{"read above the root", layers(mount, landlock, seccomp), func(order) error { return read("/../../../../etc/passwd") }},
		{"read the person's files", layers(mount, landlock, seccomp), func(o order) error { return read(filepath.Join(o.Folder, "secret")) }},
		{"list the root", layers(mount, landlock, seccomp), func(order) error { return list("/", "etc") }},
		{"read the environment", nil, readEnvironment},
		{"read inherited files", nil, readInherited},
		{"write a file", layers(mount, landlock, seccomp), func(o order) error { return open(filepath.Join(o.Folder, "new"), unix.O_WRONLY|unix.O_CREAT) }},
		{"write to /proc", layers(mount, landlock, seccomp), func(order) error { return open("/proc/sys/kernel/hostname", unix.O_WRONLY) }},
		{"write to its own memory file", layers(mount, landlock, seccomp), func(order) error { return open("/proc/self/mem", unix.O_RDWR) }},
		{"open /dev/kmsg", layers(mount, landlock, seccomp), func(order) error { return open("/dev/kmsg", unix.O_RDONLY) }},
		{"open /dev/mem", layers(mount, landlock, seccomp), func(order) error { return open("/dev/mem", unix.O_RDONLY) }},
		{"make a symbolic link", layers(mount, landlock, seccomp), func(o order) error { return unix.Symlink("/etc/passwd", filepath.Join(o.Folder, "link")) }},
		{"make a hard link", layers(mount, landlock, seccomp), func(o order) error {
			return unix.Link(filepath.Join(o.Folder, "secret"), filepath.Join(o.Folder, "hard"))
		}},
		{"open an internet socket", layers(seccomp), func(order) error { return openSocket(unix.AF_INET, unix.SOCK_STREAM) }},
		{"open a raw socket", layers(user, seccomp), func(order) error { return openSocket(unix.AF_PACKET, unix.SOCK_RAW) }},
		{"open a unix socket", layers(seccomp), func(order) error { return openSocket(unix.AF_UNIX, unix.SOCK_STREAM) }},
		{"open a netlink socket", layers(seccomp), func(order) error { return openSocket(unix.AF_NETLINK, unix.SOCK_RAW) }},
		{"connect to loopback", layers(network, landlock, seccomp), func(o order) error { return dial("tcp", o.Address) }},
		{"connect to a unix socket", layers(mount, seccomp), func(o order) error { return dial("unix", filepath.Join(o.Folder, "socket")) }},
		{"run a shell", layers(mount, landlock, seccomp), func(order) error { return syscall.Exec("/bin/sh", []string{"sh", "-c", "exit 42"}, nil) }},
		{"fork", layers(seccomp), func(order) error { return fork(0) }},
		{"make a user namespace", layers(seccomp), func(order) error { return fork(unix.CLONE_NEWUSER) }},
		{"unshare", layers(user, seccomp), func(order) error { return unix.Unshare(unix.CLONE_NEWUTS) }},
		{"trace the parent", layers(pid, landlock, seccomp), func(o order) error {
			const seize = 0x4206
			return call(unix.SYS_PTRACE, seize, uintptr(o.Parent), 0, 0)
		}},
		{"read the parent's memory", layers(pid, landlock, seccomp), readParent},
		{"signal the parent", layers(pid, landlock, seccomp), func(o order) error { return unix.Kill(o.Parent, 0) }},
		{"mount", layers(user, landlock, seccomp), func(order) error { return reached(unix.Mount("none", "/", "nosuchfs", 0, ""), unix.ENODEV) }},
		{"open a mount tree", layers(user, seccomp), func(order) error {
			_, err := unix.OpenTree(unix.AT_FDCWD, "/", unix.OPEN_TREE_CLONE)
			return err
		}},
		{"change the root", layers(user, seccomp), func(order) error { return unix.Chroot("/") }},
		{"change the user", layers(user, seccomp), func(order) error { return call(unix.SYS_SETRESUID, 1, 1, 1) }},
		{"keep capabilities", layers(user), keepCapabilities},
		{"load a kernel module", layers(user, seccomp), func(order) error {
			garbage := []byte("garbage")
			return reached(call(unix.SYS_INIT_MODULE, uintptr(unsafe.Pointer(&garbage[0])), uintptr(len(garbage)), uintptr(unsafe.Pointer(&[]byte{0}[0]))), unix.ENOEXEC, unix.EINVAL)
		}},
		{"use io_uring", layers(seccomp), func(order) error {
			var parameters [120]byte
			return call(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&parameters)))
		}},
		{"use bpf", layers(seccomp), func(order) error { return reached(call(unix.SYS_BPF, 0, 0, 0), unix.EINVAL, unix.E2BIG, unix.EFAULT) }},
		{"use keyctl", layers(seccomp), func(order) error {
			const session = ^uintptr(2)
			return reached(call(unix.SYS_KEYCTL, unix.KEYCTL_GET_KEYRING_ID, session, 1), unix.ENOKEY)
		}},
		{"use userfaultfd", layers(seccomp), func(order) error { return call(unix.SYS_USERFAULTFD, unix.O_CLOEXEC|1) }},
		{"use performance counters", layers(seccomp), func(order) error { return reached(call(unix.SYS_PERF_EVENT_OPEN, 0, 0, 0, 0, 0), unix.EFAULT) }},
		{"make a file in memory", layers(seccomp), func(order) error {
			_, err := unix.MemfdCreate("x", 0)
			return err
		}},
		{"map memory that is not counted", layers(seccomp), func(order) error { return mapMemory(unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED) }},
		{"map a stack that is not counted", layers(seccomp), func(order) error {
			return mapMemory(unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_GROWSDOWN)
		}},
		{"map memory to execute", layers(seccomp), func(order) error {
			return mapMemory(unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC, unix.MAP_PRIVATE)
		}},
		{"signal a process group", layers(seccomp), func(order) error { return unix.Kill(0, 0) }},
		{"install another filter", layers(seccomp), func(order) error {
			return reached(call(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, 0), unix.EFAULT)
		}},
	}
}

func call(number uintptr, arguments ...uintptr) error {
	var a [6]uintptr
	copy(a[:], arguments)
	if _, _, errno := unix.Syscall6(number, a[0], a[1], a[2], a[3], a[4], a[5]); errno != 0 {
		return errno
	}
	return nil
}

// reached forgives an error that comes only after the kernel has let a call pass.
func reached(err error, late ...syscall.Errno) error {
	for _, e := range late {
		if errors.Is(err, e) {
			return nil
		}
	}
	return err
}

func open(path string, flags int) error {
	fd, err := unix.Open(path, flags|unix.O_CLOEXEC, 0o600)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

func read(path string) error {
	text, err := os.ReadFile(path)
	if err == nil && len(text) == 0 {
		return fmt.Errorf("%s is empty", path)
	}
	return err
}

func list(path, want string) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == want {
			return nil
		}
	}
	return fmt.Errorf("%s has no %s", path, want)
}

func readEnvironment(o order) error {
	if all := strings.Join(append(started, os.Environ()...), "\n"); strings.Contains(all, o.Variable) || strings.Contains(all, "PATH=") {
		return nil
	}
	return errors.New("it is not there")
}

// readInherited looks at all files that could be open.
func readInherited(order) error {
	for fd := 3; fd < 1024; fd++ {
		var status unix.Stat_t
		if unix.Fstat(fd, &status) == nil && status.Mode&unix.S_IFMT == unix.S_IFREG {
			return nil
		}
	}
	return errors.New("no file is open")
}

func openSocket(family, kind int) error {
	fd, err := unix.Socket(family, kind|unix.SOCK_CLOEXEC, 0)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

func dial(network, address string) error {
	c, err := net.Dial(network, address)
	if err == nil {
		c.Close()
	}
	return err
}

// fork makes a process that ends at once.
func fork(flags uintptr) error {
	id, _, errno := unix.RawSyscall6(unix.SYS_CLONE, flags|uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
	if errno != 0 {
		return errno
	}
	if id == 0 {
		unix.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}
	return nil
}

func mapMemory(protection, flags int) error {
	b, err := unix.Mmap(-1, 0, 1<<16, protection, flags|unix.MAP_ANON)
	if err == nil {
		_ = unix.Munmap(b)
	}
	return err
}

// keepCapabilities finds rights that the process has left.
func keepCapabilities(order) error {
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var left [2]unix.CapUserData
	if err := unix.Capget(&head, &left[0]); err != nil {
		return err
	}
	if left == [2]unix.CapUserData{} {
		return errors.New("it has none") // ambient ones would be inheritable
	}
	return nil
}

// readParent reads where the parent, the same program, has its code.
func readParent(o order) error {
	var b [8]byte
	local := []unix.Iovec{{Base: &b[0], Len: 8}}
	remote := []unix.RemoteIovec{{Base: 0x400000, Len: 8}}
	_, err := unix.ProcessVMReadv(o.Parent, local, remote, 0)
	return reached(err, unix.EFAULT)
}
