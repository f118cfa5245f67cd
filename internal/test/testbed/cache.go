package testbed

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Cached returns the folder of that name in this user's cache, which lies in
// the temporary directory. The first caller on the machine builds it; callers
// in other processes wait for that. It appears whole or not at all, and is not
// to be changed afterwards. The name must change when the content would.
func Cached(name string, build func(dir string) error) (string, error) {
	base, err := cacheDir()
	if err != nil {
		return "", err
	}
	done := filepath.Join(base, name)
	if _, err := os.Stat(done); err == nil {
		return done, nil
	}
	lock, err := Lock(done + ".lock")
	if err != nil {
		return "", err
	}
	defer lock.Close()
	if _, err := os.Stat(done); err == nil {
		return done, nil
	}

	// Whoever was killed while building left this behind.
	fresh := done + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return "", err
	}
	if err := makePublic(fresh); err != nil {
		return "", err
	}
	if err := build(fresh); err != nil {
		return "", fmt.Errorf("cannot prepare %s: %w", name, err)
	}
	return done, os.Rename(fresh, done)
}

// cacheDir is a folder that only this user can have filled. Programs are run
// from it, and anyone may make a folder of that name in a shared directory.
func cacheDir() (string, error) {
	uid := os.Geteuid()
	dir := filepath.Join(TempDir(), fmt.Sprintf("plumb-test-%d", uid))
	if err := makePublic(dir); err != nil && !os.IsExist(err) {
		return "", err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return "", err
	}
	owner := int(info.Sys().(*syscall.Stat_t).Uid)
	if !info.IsDir() || owner != uid || info.Mode().Perm()&0o022 != 0 {
		return "", fmt.Errorf("%s is not a folder that only user %d can write to: remove it, or set TMPDIR", dir, uid)
	}
	return dir, nil
}

// makePublic makes a folder that others can read, whatever the umask.
func makePublic(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	return os.Chmod(dir, 0o755)
}

// Lock waits for the lock on a file, making the file if need be. The lock
// ends when the file is closed, so at the latest with the process.
func Lock(path string) (*os.File, error) {
	return lock(path, os.O_RDWR|os.O_CREATE, syscall.LOCK_EX)
}

// TryLock takes the lock on an existing file if nobody holds it.
func TryLock(path string) (*os.File, error) {
	return lock(path, os.O_RDWR, syscall.LOCK_EX|syscall.LOCK_NB)
}

func lock(path string, open, how int) (*os.File, error) {
	f, err := os.OpenFile(path, open, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), how)
		if err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("cannot lock %s: %w", path, err)
	}
	return f, nil
}

// TempDir is the temporary directory. As root it is one that other users can
// reach, because some programs refuse to run as root.
func TempDir() string {
	dir := os.TempDir()
	if os.Geteuid() == 0 && !Reachable(dir) {
		return "/tmp"
	}
	return dir
}

// Reachable says whether every user may read path: each folder on the way
// lets them through, and path itself lets them read it.
func Reachable(path string) bool {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	if path, err = filepath.Abs(path); err != nil {
		return false
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o004 == 0 || info.IsDir() && info.Mode().Perm()&0o001 == 0 {
		return false
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm()&0o001 == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}
