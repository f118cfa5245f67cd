package testbed

import (
	"os/signal"
	"syscall"
)

// Unlimited lifts the limit on the size of files.
const Unlimited = ^uint64(0)

// LimitFileSize lets this process write no file beyond so many bytes: the
// system writes what fits and then refuses, as a full disk does. It holds for
// the whole process, so a test does it in one of its own.
func LimitFileSize(bytes uint64) error {
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	limit.Cur = min(bytes, limit.Max)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
}
