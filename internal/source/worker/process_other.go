//go:build !linux

package worker

import "syscall"

// attributes keep the terminal's Ctrl-C from the worker. It ends with its
// parent because its standard input does.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// outOfMemoryKills is not known here.
func outOfMemoryKills() int64 { return 0 }

// residentUnit is what the kernel counts resident memory in.
const residentUnit = 1
