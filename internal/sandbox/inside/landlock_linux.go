package inside

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	landlock "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
	"kernel.org/pub/linux/libs/security/libcap/psx"
)

// Landlock confines a thread and those that it starts. Its library confines all
// threads of a process and needs /proc for that; a thread that is about to be replaced
// by another program needs neither.

// access is a path and what may be done with it and with all below it.
type access struct {
	path   string
	rights uint64
}

const (
	readFile = landlock.AccessFSReadFile | landlock.AccessFSExecute
	readTree = readFile | landlock.AccessFSReadDir
)

// handled are all rights that the kernel's version can take away.
func handled(version int) landlock.RulesetAttr {
	a := landlock.RulesetAttr{HandledAccessFS: landlock.AccessFSRefer - 1}
	if version >= 2 {
		a.HandledAccessFS |= landlock.AccessFSRefer
	}
	if version >= 3 {
		a.HandledAccessFS |= landlock.AccessFSTruncate
	}
	if version >= 4 {
		a.HandledAccessNet = landlock.AccessNetBindTCP | landlock.AccessNetConnectTCP
	}
	if version >= 5 {
		a.HandledAccessFS |= landlock.AccessFSIoctlDev
	}
	if version >= 6 {
		a.Scoped = landlock.ScopeAbstractUnixSocket | landlock.ScopeSignal
	}
	return a
}

// restrict takes all other access away, from this thread or from all.
func restrict(allowed []access, allThreads bool) error {
	version, err := landlock.LandlockGetABIVersion()
	if err != nil || version < 1 {
		return errNoLandlock
	}
	attributes := handled(version)
	rules, err := landlock.LandlockCreateRuleset(&attributes, 0)
	if err != nil {
		return err
	}
	defer unix.Close(rules)
	if allThreads {
		// The threads are listed after this one is confined.
		allowed = append(allowed, access{threadsPath(), landlock.AccessFSReadDir})
	}
	for _, a := range allowed {
		if err := addRule(rules, a); err != nil {
			return fmt.Errorf("%s: %w", a.path, err)
		}
	}
	if !allThreads {
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
			return err
		}
		return landlock.LandlockRestrictSelf(rules, 0)
	}
	if err := inAllThreads(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0); err != nil {
		return err
	}
	return inAllThreads(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(rules), 0, 0)
}

func addRule(rules int, a access) error {
	fd, err := unix.Open(a.path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ENOENT) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return landlock.LandlockAddPathBeneathRule(rules, &landlock.PathBeneathAttr{AllowedAccess: a.rights, ParentFd: fd}, 0)
}

func threadsPath() string { return fmt.Sprintf("/proc/%d/task", os.Getpid()) }

var errThreads = errors.New("the threads of the process cannot be listed, because /proc is not that of its process namespace")

// inAllThreads makes a system call in every thread. Without a list of them the
// library would end the process.
func inAllThreads(call, a, b, c uintptr) error {
	// That of another process namespace lists other processes.
	if self, err := os.Readlink("/proc/self"); err != nil || self != strconv.Itoa(os.Getpid()) {
		return errThreads
	}
	if _, _, errno := psx.Syscall6(call, a, b, c, 0, 0, 0); errno != 0 {
		return errno
	}
	return nil
}
