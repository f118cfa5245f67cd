package inside

import (
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// replaceRoot gives this process a file system of its own: empty, read-only, and
// with nothing in it but the given folders and files, read-only as well. With proc it
// also has the processes of its own process namespace in /proc, and nothing else
// there: a process that confines all of its threads must list them.
func replaceRoot(folders, files []string, proc bool) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("cannot detach the mounts: %w", err)
	}
	trees, err := cloneTrees(folders, files)
	if err != nil {
		return err
	}
	if proc {
		t, err := ownProcesses()
		if err != nil {
			return fmt.Errorf("cannot mount /proc: %w", err)
		}
		trees = append(trees, t)
	}
	root, err := attachRoot()
	if err != nil {
		return fmt.Errorf("cannot mount an empty root: %w", err)
	}
	defer unix.Close(root)
	for _, t := range trees {
		if err := t.attach(root); err != nil {
			return fmt.Errorf("cannot mount %s: %w", t.path, err)
		}
	}
	if err := enter(root); err != nil {
		return fmt.Errorf("cannot change the root: %w", err)
	}
	attributes := &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, attributes); err != nil {
		return fmt.Errorf("cannot make the root read-only: %w", err)
	}
	return nil
}

// ownProcesses is /proc of the process namespace of this process, or where it has
// none of its own what is there.
func ownProcesses() (tree, error) {
	flags := unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV | unix.MOUNT_ATTR_NOEXEC | unix.MOUNT_ATTR_RDONLY
	fd, err := newFileSystem("proc", flags, [][2]string{{"subset", "pid"}})
	if err != nil {
		fd, err = unix.OpenTree(unix.AT_FDCWD, "/proc", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
	}
	return tree{"/proc", fd, true}, err
}

// newFileSystem makes a file system that is not mounted anywhere yet.
func newFileSystem(name string, flags int, options [][2]string) (int, error) {
	context, err := unix.Fsopen(name, unix.FSOPEN_CLOEXEC)
	if err != nil {
		return -1, err
	}
	defer unix.Close(context)
	for _, option := range options {
		if err := unix.FsconfigSetString(context, option[0], option[1]); err != nil {
			return -1, err
		}
	}
	if err := unix.FsconfigCreate(context); err != nil {
		return -1, err
	}
	return unix.Fsmount(context, unix.FSMOUNT_CLOEXEC, flags)
}

// attachRoot mounts an empty file system over the root, and returns it opened.
func attachRoot() (int, error) {
	options := [][2]string{{"size", "1m"}, {"nr_inodes", "1k"}, {"mode", "0755"}}
	root, err := newFileSystem("tmpfs", unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV|unix.MOUNT_ATTR_NOEXEC, options)
	if err != nil {
		return -1, err
	}
	if err := unix.MoveMount(root, "", unix.AT_FDCWD, "/", unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		unix.Close(root)
		return -1, err
	}
	return root, nil
}

// enter makes an attached mount the root, and detaches the old one.
func enter(root int) error {
	if err := unix.Fchdir(root); err != nil {
		return err
	}
	// Both at the same place: the old root then lies over the new one.
	if err := unix.PivotRoot(".", "."); err != nil {
		return err
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return err
	}
	return unix.Chdir("/")
}

// tree is a part of the old file system that the new one has, too.
type tree struct {
	path   string
	fd     int
	folder bool
}

// cloneTrees opens what is to be seen, as long as it can be. What does not exist
// is left out.
func cloneTrees(folders, files []string) ([]tree, error) {
	var trees []tree
	for _, name := range slices.Concat(folders, files) {
		if covered(trees, name) {
			continue
		}
		t := tree{path: path.Clean(name)}
		info, err := os.Stat(t.path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		t.folder = info.IsDir()
		if t.fd, err = unix.OpenTree(unix.AT_FDCWD, t.path, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC); err != nil {
			return nil, fmt.Errorf("cannot open %s: %w", t.path, err)
		}
		attributes := &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV}
		if err := unix.MountSetattr(t.fd, "", unix.AT_EMPTY_PATH, attributes); err != nil {
			return nil, fmt.Errorf("cannot make %s read-only: %w", t.path, err)
		}
		trees = append(trees, t)
	}
	return trees, nil
}

func covered(trees []tree, name string) bool {
	return slices.ContainsFunc(trees, func(t tree) bool {
		return t.path == path.Clean(name) || t.folder && strings.HasPrefix(path.Clean(name), t.path+"/")
	})
}

// attach puts the tree at its old path below the root.
func (t tree) attach(root int) error {
	defer unix.Close(t.fd)
	target := strings.TrimPrefix(t.path, "/")
	parts := strings.Split(target, "/")
	if !t.folder {
		parts = parts[:len(parts)-1]
	}
	for i := range parts {
		err := unix.Mkdirat(root, strings.Join(parts[:i+1], "/"), 0o755)
		if err != nil && !errors.Is(err, unix.EEXIST) {
			return err
		}
	}
	if !t.folder {
		fd, err := unix.Openat(root, target, unix.O_CREAT|unix.O_WRONLY|unix.O_CLOEXEC, 0o444)
		if err != nil {
			return err
		}
		unix.Close(fd)
	}
	return unix.MoveMount(t.fd, "", root, target, unix.MOVE_MOUNT_F_EMPTY_PATH)
}
