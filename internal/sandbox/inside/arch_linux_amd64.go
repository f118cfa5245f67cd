package inside

import "golang.org/x/sys/unix"

const (
	filterable   = true
	auditArch    = unix.AUDIT_ARCH_X86_64
	foreignCalls = 0x40000000
)

// oldCalls are those that newer architectures do not have.
func oldCalls() []rule {
	return []rule{allow(unix.SYS_TIME), allow(unix.SYS_GETPGRP), allow(unix.SYS_ARCH_PRCTL)}
}

// oldFileCalls read files.
func oldFileCalls() []rule {
	return []rule{
		allow(unix.SYS_OPEN, lacks(1, writing)), allow(unix.SYS_STAT), allow(unix.SYS_LSTAT), allow(unix.SYS_ACCESS), allow(unix.SYS_READLINK),
		allow(unix.SYS_DUP2), allow(unix.SYS_POLL), allow(unix.SYS_SELECT), allow(unix.SYS_GETDENTS),
	}
}
