package wire

// The layers of the sandbox, by the names that people read.
const (
	LayerUser     = "user namespace"
	LayerMount    = "mount namespace"
	LayerPID      = "process namespace"
	LayerNetwork  = "network namespace"
	LayerLandlock = "Landlock"
	LayerSeccomp  = "seccomp"
	LayerLimits   = "resource limits"
	LayerCgroup   = "cgroup"
	// LayerImports is what keeps Python code from importing modules. It is no layer
	// of the kernel, and not reported.
	LayerImports = "import list"
)
