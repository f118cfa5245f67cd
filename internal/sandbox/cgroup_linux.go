package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// group is a control group of its own for one process. Its limits count all memory,
// also that of the kernel, and all threads.
type group struct {
	path string
	fd   int
}

var (
	errNoGroups = errors.New("there is no cgroup v2 file system")
	errControl  = errors.New("no cgroup in which memory and pids can be limited is delegated to this user")
)

// groupRootPath is where systemd and container engines mount cgroup v2.
const groupRootPath = "/sys/fs/cgroup"

// newGroup makes a group, where this process may make one.
func newGroup(l Limits) (*group, error) {
	own, err := ownGroup()
	if err != nil {
		return nil, err
	}
	return newGroupNear(groupRootPath, own, l)
}

// ownGroup is the path of the group of this process, below the root.
func ownGroup() (string, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(groupRootPath, &stat); err != nil || stat.Type != unix.CGROUP2_SUPER_MAGIC {
		return "", errNoGroups
	}
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return "", errNoGroups
	}
	for line := range strings.Lines(string(text)) {
		if path, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
			return path, nil
		}
	}
	return "", errNoGroups
}

// newGroupNear makes a group below that of this process, or beside it: one that has
// processes can often not have groups with limits.
func newGroupNear(root, own string, l Limits) (*group, error) {
	for _, parent := range []string{own, filepath.Dir(own)} {
		parent = filepath.Join(root, parent)
		control, err := os.ReadFile(filepath.Join(parent, "cgroup.subtree_control"))
		if err != nil || !hasAll(strings.Fields(string(control)), "memory", "pids") {
			continue
		}
		path, err := os.MkdirTemp(parent, "plumb-sandbox-")
		if err != nil {
			continue
		}
		g := &group{path: path, fd: -1}
		if err := g.limit(l); err == nil {
			return g, nil
		}
		g.remove()
	}
	return nil, errControl
}

func hasAll(list []string, wanted ...string) bool {
	return !slices.ContainsFunc(wanted, func(w string) bool { return !slices.Contains(list, w) })
}

func (g *group) limit(l Limits) error {
	const slack = 64 << 20 // for the program itself, and for what the kernel keeps of it
	limits := map[string]string{
		"memory.max": strconv.FormatInt(l.Memory+slack, 10),
		"pids.max":   strconv.Itoa(l.Processes),
	}
	for name, value := range limits {
		if err := os.WriteFile(filepath.Join(g.path, name), []byte(value), 0o600); err != nil {
			return err
		}
	}
	// These are not everywhere.
	_ = os.WriteFile(filepath.Join(g.path, "memory.swap.max"), []byte("0"), 0o600)
	_ = os.WriteFile(filepath.Join(g.path, "memory.oom.group"), []byte("1"), 0o600)
	fd, err := unix.Open(g.path, unix.O_DIRECTORY|unix.O_RDONLY|unix.O_CLOEXEC, 0)
	g.fd = fd
	return err
}

// kill ends all processes in the group.
func (g *group) kill() {
	if g != nil {
		_ = os.WriteFile(filepath.Join(g.path, "cgroup.kill"), []byte("1"), 0o600) // in new kernels
	}
}

// remove removes the group, which must be empty.
func (g *group) remove() {
	if g == nil {
		return
	}
	if g.fd >= 0 {
		unix.Close(g.fd)
	}
	_ = os.Remove(g.path)
}
