package testbed

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

var errNoRight = errors.New("no right to mount")

// RunWithOwnMounts runs a command that may mount a SmallDisk where only it can
// see it, and must succeed. Where the machine does not allow that the test is
// skipped.
func RunWithOwnMounts(t *testing.T, c *exec.Cmd) {
	t.Helper()
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	var stderr strings.Builder
	c.Stderr = &stderr
	err := c.Run()
	if errors.Is(err, syscall.EPERM) || strings.HasPrefix(stderr.String(), errNoRight.Error()) {
		t.Skipf("needs user namespaces for unprivileged users: %v %s", err, stderr.String())
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
}

// SmallDisk puts a disk of so many bytes into the place of a folder, a part of
// it taken by a file that makeRoom removes. The process has mounts of its own,
// see RunWithOwnMounts, and prints the error as it is.
func SmallDisk(dir string, size, taken int) (makeRoom func() error, err error) {
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		return nil, fmt.Errorf("%w: %w", errNoRight, err)
	}
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, taken), 0o600); err != nil {
		return nil, err
	}
	return func() error { return os.Remove(ballast) }, nil
}
