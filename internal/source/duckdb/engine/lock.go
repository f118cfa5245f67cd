package engine

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// lockHolder is the process whose lock keeps the file from being read.
func lockHolder(f *os.File) (pid int, locked bool) {
	l := unix.Flock_t{Type: unix.F_RDLCK, Whence: io.SeekStart}
	if err := unix.FcntlFlock(f.Fd(), unix.F_GETLK, &l); err != nil || l.Type == unix.F_UNLCK {
		return 0, false
	}
	return int(l.Pid), true
}
