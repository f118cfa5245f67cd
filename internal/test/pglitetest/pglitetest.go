// Package pglitetest gives tests a PostgreSQL with pgvector: PGlite, which is PostgreSQL
// compiled to WebAssembly, in a process of Node. It keeps everything in memory, serves one
// connection at a time, and takes any login.
package pglitetest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/test/testbed"
)

// limit is when the server ends by itself, on a busy machine.
const limit = 20 * time.Minute

// Start starts a server of the test's own, stops it when the test ends, and returns the
// address of its database. Whoever connects makes one connection at a time.
func Start(tb testing.TB) string {
	tb.Helper()
	testbed.Find(tb, "PostgreSQL with pgvector", "@electric-sql/pglite")
	testbed.Find(tb, "PostgreSQL with pgvector", "@electric-sql/pglite-socket")
	script := filepath.Join(testbed.Root(tb), "internal", "test", "pglitetest", "serve.mjs")
	// Code that is not optimised starts in half the time, and is fast enough.
	cmd := exec.Command("node", "--liftoff-only", script, fmt.Sprint(int(limit.Seconds())))
	cmd.Dir = filepath.Dir(script)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + tb.TempDir(), "TZ=UTC", "LANG=C.UTF-8"}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe() // it ends when this is closed, so with this process
	if err != nil {
		tb.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	process, err := testbed.Start(cmd, syscall.SIGKILL)
	if err != nil {
		tb.Fatalf("cannot start PGlite: %v", err)
	}
	tb.Cleanup(func() {
		stdin.Close()
		if err := process.Stop(syscall.SIGTERM); err != nil {
			tb.Errorf("cannot stop PGlite: %v", err)
		}
	})
	var listening struct{ Port int }
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &listening)
	}
	if err != nil {
		stdin.Close()
		<-process.Exited()
		tb.Fatalf("PGlite did not start: %v\n%s", err, stderr.String())
	}
	return fmt.Sprintf("postgres://postgres:postgres@127.0.0.1:%d/postgres?sslmode=disable", listening.Port)
}
