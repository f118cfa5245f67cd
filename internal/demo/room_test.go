//go:build linux

package demo

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// roomless names the folder in which the test program, started again, builds
// under a limit on the size of files: to DuckDB that is a disk without room.
const roomless = "PLUMB_TEST_DEMO_WITHOUT_ROOM"

func TestBuildWithoutRoom(t *testing.T) {
	if dir := os.Getenv(roomless); dir != "" {
		buildWithoutRoom(t, dir)
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestBuildWithoutRoom$")
	cmd.Env = append(os.Environ(), roomless+"="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{string(fault.StoreFull), "no room for the demo warehouse in " + dir, "free about"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if left := names(t, dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func buildWithoutRoom(t *testing.T, dir string) {
	if err := testbed.LimitFileSize(4 << 20); err != nil {
		t.Fatal(err)
	}
	_, err := Build(t.Context(), dir, nil)
	if err == nil {
		t.Fatal("the build did not fail")
	}
	f := fault.Of(err)
	fmt.Printf("%s: %s\n%s\n", f.Code, f.Message, f.Hint)
}
