package inside

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// writing are the flags of open that do more than read.
const writing = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC | unix.O_APPEND | unix.O_TMPFILE&^unix.O_DIRECTORY

// computing are the calls of a process that reads from and writes to pipes that
// are open, allocates memory and has threads. It opens nothing and starts
// nothing.
func computing() []rule {
	namespaces := uint32(unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP)
	const thread = unix.CLONE_THREAD | unix.CLONE_VM
	rules := []rule{
		allow(unix.SYS_CLONE, condition{argument: 0, mask: thread | namespaces, value: thread}),
		// The C library then uses clone, whose flags can be checked.
		{unix.SYS_CLONE3, nil, actionAbsent},
		allow(unix.SYS_TGKILL, is(0, uint32(os.Getpid()))),
		// Limits of this process; they can be lowered, but not raised.
		allow(unix.SYS_PRLIMIT64, is(0, 0)),
		allow(unix.SYS_FCNTL, is(1, unix.F_GETFL)), allow(unix.SYS_FCNTL, is(1, unix.F_GETFD)),
		allow(unix.SYS_FCNTL, is(1, unix.F_SETFD)), allow(unix.SYS_FCNTL, is(1, unix.F_DUPFD_CLOEXEC)),
		allow(unix.SYS_PRCTL, is(0, unix.PR_SET_NAME)), allow(unix.SYS_PRCTL, is(0, unix.PR_GET_NAME)),
		allow(unix.SYS_PRCTL, is(0, unix.PR_SET_VMA)),
		// Whether a file is a terminal, and to close it on exec.
		allow(unix.SYS_IOCTL, is(1, unix.TCGETS)), allow(unix.SYS_IOCTL, is(1, fioclex)),
	}
	for _, call := range []uintptr{
		unix.SYS_READ, unix.SYS_WRITE, unix.SYS_READV, unix.SYS_WRITEV, unix.SYS_CLOSE, unix.SYS_LSEEK, unix.SYS_FSTAT,
		unix.SYS_MUNMAP, unix.SYS_MREMAP, unix.SYS_MADVISE, unix.SYS_MINCORE, unix.SYS_BRK,
		unix.SYS_FUTEX, unix.SYS_SET_ROBUST_LIST, unix.SYS_GET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_SET_TID_ADDRESS, unix.SYS_MEMBARRIER,
		unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
		unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_NANOSLEEP, unix.SYS_GETTIMEOFDAY, unix.SYS_TIMES,
		unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_GETCPU, unix.SYS_GETRANDOM, unix.SYS_GETRUSAGE, unix.SYS_SYSINFO, unix.SYS_UNAME,
		unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETPPID, unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID,
		// The Go runtime waits with these, and ends the process if it cannot.
		unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EVENTFD2,
		unix.SYS_GETRESUID, unix.SYS_GETRESGID, unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
	} {
		rules = append(rules, allow(call))
	}
	return append(rules, oldCalls()...)
}

const fioclex = 0x5451

// uncounted are the flags of memory that RLIMIT_DATA does not count.
const uncounted = unix.MAP_SHARED | unix.MAP_GROWSDOWN

// withoutCode keeps memory that can be written from being executed.
func withoutCode() []rule {
	return []rule{
		allow(unix.SYS_MMAP, lacks(2, unix.PROT_EXEC), lacks(3, uncounted)),
		allow(unix.SYS_MPROTECT, lacks(2, unix.PROT_EXEC)),
	}
}

// reading are the calls that an interpreter needs to start and to load its
// modules, on top of computing.
func reading() []rule {
	rules := []rule{
		allow(unix.SYS_OPENAT, lacks(2, writing)),
		{unix.SYS_OPENAT2, nil, actionAbsent},
		allow(unix.SYS_MMAP, lacks(3, uncounted)), allow(unix.SYS_MPROTECT),
		// Asked for once: see execOnce.
		{unix.SYS_EXECVE, nil, actionAsk},
		allow(unix.SYS_IOCTL, is(1, unix.SECCOMP_IOCTL_NOTIF_RECV)), allow(unix.SYS_IOCTL, is(1, unix.SECCOMP_IOCTL_NOTIF_SEND)),
	}
	for _, call := range []uintptr{
		unix.SYS_PREAD64, unix.SYS_NEWFSTATAT, unix.SYS_STATX, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2, unix.SYS_READLINKAT,
		unix.SYS_GETDENTS64, unix.SYS_GETCWD, unix.SYS_DUP, unix.SYS_DUP3, unix.SYS_STATFS, unix.SYS_FSTATFS, unix.SYS_PPOLL, unix.SYS_PSELECT6,
		unix.SYS_SCHED_GETPARAM, unix.SYS_SCHED_GETSCHEDULER, unix.SYS_FADVISE64,
	} {
		rules = append(rules, allow(call))
	}
	return append(rules, oldFileCalls()...)
}

var errArchitecture = errors.New("there is no filter for " + runtime.GOARCH)

// filter installs a filter for all threads, for good. With listen it returns the
// file on which the kernel asks about calls that are not decided.
func filter(rules []rule, listen bool) (int, error) {
	if !filterable {
		return -1, errArchitecture
	}
	program := compile(rules)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return -1, err
	}
	flags := uintptr(unix.SECCOMP_FILTER_FLAG_TSYNC)
	if listen {
		flags |= unix.SECCOMP_FILTER_FLAG_TSYNC_ESRCH | unix.SECCOMP_FILTER_FLAG_NEW_LISTENER
	}
	code := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	fd, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&code)))
	runtime.KeepAlive(program)
	if errno != 0 {
		return -1, errno
	}
	if !listen && fd != 0 {
		return -1, fmt.Errorf("thread %d cannot be filtered", fd)
	}
	return int(fd), nil
}
