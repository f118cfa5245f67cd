package inside

import "golang.org/x/sys/unix"

const (
	filterable   = true
	auditArch    = unix.AUDIT_ARCH_AARCH64
	foreignCalls = 0xffffffff
)

// oldCalls are those that newer architectures do not have.
func oldCalls() []rule { return nil }

// oldFileCalls read files.
func oldFileCalls() []rule { return nil }
