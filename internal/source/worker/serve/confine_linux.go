package serve

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// slack is what the process may use on top of the engine's own memory limit,
// which does not count every allocation.
const slack = 1 << 30

// Confine bounds this process for good: its memory, and as far as the kernel
// can the files that it may open and the network. Old kernels do less.
func Confine(b Bounds) error {
	limit := writableMemory() + uint64(b.Memory) + slack
	if err := unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: limit, Max: limit}); err != nil {
		return fmt.Errorf("cannot limit the worker's memory: %w", err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}); err != nil {
		return fmt.Errorf("cannot switch off core dumps: %w", err)
	}
	// When the machine runs out of memory, this process goes first.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)

	pinned, release, err := pin(b.Pinned)
	if err != nil {
		return err
	}
	defer release()
	folders := []string{b.Temp}
	if b.WriteFolder != "" {
		folders = append(folders, b.WriteFolder)
	}
	if err := landlock.V5.BestEffort().Restrict(
		landlock.ROFiles(pinned...).IgnoreIfMissing(),
		landlock.ROFiles(b.Read...).IgnoreIfMissing(),
		landlock.RODirs(b.ReadFolders...).IgnoreIfMissing(),
		landlock.RWFiles(b.Write...).IgnoreIfMissing(),
		landlock.RWDirs(folders...),
	); err != nil {
		return fmt.Errorf("cannot confine the worker to its files: %w", err)
	}
	return nil
}

// pin holds files by paths without symbolic links, so that rules are about
// these files and not about what takes their place. A path that a link has come
// into since it was checked is refused.
func pin(paths []string) (pinned []string, release func(), err error) {
	var held []int
	release = func() {
		for _, fd := range held {
			_ = unix.Close(fd)
		}
	}
	how := &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS}
	for _, path := range paths {
		fd, err := unix.Openat2(unix.AT_FDCWD, path, how)
		switch {
		case err == nil:
			held = append(held, fd)
			pinned = append(pinned, fmt.Sprintf("/proc/self/fd/%d", fd))
		case errors.Is(err, unix.ELOOP):
			release()
			return nil, nil, fmt.Errorf("%s was replaced by a symbolic link", path)
		default: // gone, or a kernel that cannot tell
			pinned = append(pinned, path)
		}
	}
	return pinned, release, nil
}

// writableMemory is the size of all writable private memory so far, which is
// what RLIMIT_DATA counts.
func writableMemory() uint64 {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(statm)
	if len(fields) < 6 {
		return 0
	}
	pages, err := strconv.ParseUint(string(fields[5]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}
