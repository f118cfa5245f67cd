package sandbox

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
)

// Layer is one of the layers that keep a program in.
type Layer struct {
	Name     string
	Present  bool
	Why      string // it is missing
	Required bool   // programs do not run without it
}

// Layers starts a sandboxed process and reports what it is confined by.
func Layers(ctx context.Context, o Options) ([]Layer, error) {
	o.Limits = o.Limits.withDefaults()
	ctx, cancel := context.WithTimeoutCause(ctx, o.Limits.Time, errTime)
	defer cancel()
	proc, err := start(ctx, o, o.setup(Starlark))
	if err != nil {
		return nil, err
	}
	proc.end()
	return proc.layers, nil
}

// acceptable refuses a process that is confined too little; what does not happen then is
// for people.
func (o Options) acceptable(what string, language Language, layers []Layer) error {
	present := map[string]bool{}
	var missing []Layer
	for _, l := range layers {
		present[l.Name] = l.Present
		if l.Required && !l.Present {
			missing = append(missing, l)
		}
	}
	files := language != Python || present[wire.LayerMount] || present[wire.LayerLandlock]
	enough := present[wire.LayerSeccomp] && files || len(o.skip) > 0
	if len(missing) == 0 || o.AllowMissing && enough {
		return nil
	}
	var names, hints []string
	for _, l := range missing {
		names = append(names, l.Name+" ("+l.Why+")")
		if h := remedies()[l.Name]; len(hints) == 0 || hints[len(hints)-1] != h {
			hints = append(hints, h)
		}
	}
	f := fault.New(MissingLayer, "%s, because the sandbox lacks: %s", what, strings.Join(names, "; "))
	if o.AllowMissing {
		return f.WithHint("the other layers do not suffice: %s", strings.Join(hints, "; "))
	}
	return f.WithHint("%s", strings.Join(hints, "; "))
}

// remedies say what to do about a missing layer.
func remedies() map[string]string {
	const namespaces = "allow user namespaces: set the sysctls user.max_user_namespaces above 0, kernel.unprivileged_userns_clone to 1 and " +
		"kernel.apparmor_restrict_unprivileged_userns to 0 where they exist; in a container, use a seccomp profile that allows clone and unshare"
	return map[string]string{
		wire.LayerUser: namespaces, wire.LayerMount: namespaces, wire.LayerPID: namespaces, wire.LayerNetwork: namespaces,
		wire.LayerLandlock: "use a kernel (5.13 or newer) with Landlock, and name landlock in the boot parameter lsm=",
		wire.LayerSeccomp:  "use a kernel with CONFIG_SECCOMP_FILTER on amd64 or arm64",
		wire.LayerLimits:   "check that the limits of this process (ulimit -a) are not below those of the sandbox",
	}
}
