package inside

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/plumbdata/plumb/internal/sandbox/wire"
)

// dropRights gives up the rights that a process has in a user namespace that was made
// for it, and root's own user if the parent is root. The C library changes the user in
// all threads; the rest is done in all threads, or only in this one.
func dropRights(switchUser, allThreads bool) error {
	if switchUser {
		if err := syscall.Setgroups(nil); err != nil {
			return err
		}
		if err := syscall.Setresgid(wire.Nobody, wire.Nobody, wire.Nobody); err != nil {
			return err
		}
		if err := syscall.Setresuid(wire.Nobody, wire.Nobody, wire.Nobody); err != nil {
			return err
		}
	}
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	var err error
	if allThreads {
		err = inAllThreads(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&head)), uintptr(unsafe.Pointer(&none[0])), 0)
		runtime.KeepAlive(none)
	} else {
		err = unix.Capset(&head, &none[0])
	}
	if err != nil {
		return err
	}
	// Changing the user has cleared it.
	return unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0)
}

// closeInherited closes files that the parent did not mean to pass on, because
// it had inherited them itself.
func closeInherited() error {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return fmt.Errorf("cannot list the open files: %w", err)
	}
	const standard = 2
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		if err != nil || fd <= standard {
			continue
		}
		target, err := os.Readlink("/proc/self/fd/" + e.Name())
		if err != nil { // the one that listed them
			continue
		}
		// The Go runtime has made these itself.
		if target == "anon_inode:[eventpoll]" || target == "anon_inode:[eventfd]" {
			unix.CloseOnExec(fd)
			continue
		}
		_ = unix.Close(fd)
	}
	return nil
}

// limitResources sets limits that nothing in this process can raise again.
func limitResources(s wire.Setup) error {
	stack := uint64(8 << 20)
	for _, l := range []struct {
		name     string
		resource int
		value    uint64
	}{
		{"core files", unix.RLIMIT_CORE, 0},
		{"file size", unix.RLIMIT_FSIZE, 0},
		{"open files", unix.RLIMIT_NOFILE, uint64(s.Files)},
		{"processes", unix.RLIMIT_NPROC, uint64(s.Processes)},
		{"processor time", unix.RLIMIT_CPU, uint64(s.Seconds)},
		{"stack", unix.RLIMIT_STACK, stack},
		{"locked memory", unix.RLIMIT_MEMLOCK, 0},
		{"message queues", unix.RLIMIT_MSGQUEUE, 0},
		{"pending signals", unix.RLIMIT_SIGPENDING, 64},
	} {
		if err := unix.Setrlimit(l.resource, &unix.Rlimit{Cur: l.value, Max: l.value}); err != nil {
			return fmt.Errorf("cannot limit %s: %w", l.name, err)
		}
	}
	return nil
}

// limitMemory limits the writable memory of this process.
func limitMemory(bytes uint64) error {
	if err := unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}); err != nil {
		return fmt.Errorf("cannot limit memory: %w", err)
	}
	return nil
}

// memorySlack is what the Go runtime takes in large pieces and may not use.
const memorySlack = 64 << 20

// writableMemory is the size of all writable private memory so far, which is
// what RLIMIT_DATA counts.
func writableMemory() uint64 {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(statm)
	const data = 5
	if len(fields) <= data {
		return 0
	}
	pages, err := strconv.ParseUint(string(fields[data]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}

// sameNamespace reports whether this process is in the given namespace, or
// cannot tell.
func sameNamespace(name, of string) bool {
	own, err := os.Readlink("/proc/self/ns/" + name)
	return err != nil || of == "" || strings.EqualFold(own, of)
}
