package serve

import (
	"github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// restrictable reports whether the kernel can confine a process to files and
// keep it from the network.
func restrictable() bool {
	const network = 4
	version, err := syscall.LandlockGetABIVersion()
	return err == nil && version >= network
}

func hugeAllocationFails() bool {
	const size = slack + 256<<20
	b, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err == nil {
		_ = unix.Munmap(b)
	}
	return err != nil
}
