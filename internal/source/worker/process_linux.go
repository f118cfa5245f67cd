package worker

import (
	"bufio"
	"fmt"
	"os"
	"syscall"
)

// attributes keep the terminal's Ctrl-C from the worker, and end it with its
// parent.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// outOfMemoryKills counts the processes that the kernel has ended because the
// machine or a container had no memory left.
func outOfMemoryKills() int64 {
	f, err := os.Open("/proc/vmstat")
	if err != nil {
		return 0
	}
	defer f.Close()
	var count int64
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if n, _ := fmt.Sscanf(lines.Text(), "oom_kill %d", &count); n == 1 {
			return count
		}
	}
	return 0
}

// residentUnit is what the kernel counts resident memory in.
const residentUnit = 1 << 10
