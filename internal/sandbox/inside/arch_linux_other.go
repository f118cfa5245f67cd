//go:build linux && !amd64 && !arm64

package inside

const (
	filterable   = false
	auditArch    = 0
	foreignCalls = 0xffffffff
)

func oldCalls() []rule { return nil }

func oldFileCalls() []rule { return nil }
