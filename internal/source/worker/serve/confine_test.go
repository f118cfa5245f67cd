package serve

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// probeVariable makes this test binary confine itself to a folder and say
// what it can still do.
const probeVariable = "PLUMB_TEST_CONFINE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(probeVariable); dir != "" {
		probe(dir)
		return
	}
	m.Run()
}

func probe(dir string) {
	path := func(name string) string { return filepath.Join(dir, name) }
	err := Confine(Bounds{Read: []string{path("t.duckdb"), path("absent")}, Pinned: []string{path("named.csv")}, Write: []string{path("index")}, Temp: path("temp"), Memory: 64 << 20})
	fmt.Println("confine:", err)
	tell := func(what string, err error) { fmt.Println(what, err == nil) }
	for _, name := range []string{"t.duckdb", "named.csv", "other.csv", "index"} {
		_, err := os.ReadFile(path(name))
		tell("read "+name, err)
		f, err := os.OpenFile(path(name), os.O_WRONLY, 0)
		tell("write "+name, err)
		f.Close()
	}
	tell("spill", os.WriteFile(path("temp/spill"), []byte("x"), 0o600))
	tell("create", os.WriteFile(path("fresh"), []byte("x"), 0o600))
	tell("run", exec.Command("/bin/true").Run())
	_, err = os.ReadFile("/etc/passwd")
	tell("read /etc/passwd", err)
	done := make(chan bool)
	for range 4 { // on other threads as well
		go func() {
			runtime.LockOSThread()
			_, err := os.ReadFile(path("other.csv"))
			done <- err == nil
		}()
	}
	for range 4 {
		fmt.Println("read other.csv on a thread", <-done)
	}
	_, err = net.Dial("tcp", os.Getenv("PLUMB_TEST_ADDRESS"))
	tell("dial", err)
	fmt.Println("bounded", hugeAllocationFails())
}

// TestConfineRefusesALinkInAPath is about a file that a link replaced after its
// path was checked.
func TestConfineRefusesALinkInAPath(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux can tell when a path is opened")
	}
	dir := t.TempDir()
	for _, name := range []string{"t.duckdb", "other.csv"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("other.csv", filepath.Join(dir, "named.csv")); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), probeVariable+"="+dir, "PLUMB_TEST_ADDRESS=127.0.0.1:1")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "named.csv was replaced by a symbolic link") {
		t.Errorf("%v: %s", err, out)
	}
}

func TestConfine(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux can take rights from a running process")
	}
	if !restrictable() {
		t.Skip("needs a kernel with Landlock")
	}
	dir := t.TempDir()
	for _, name := range []string{"t.duckdb", "named.csv", "other.csv", "index"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "temp"), 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), probeVariable+"="+dir, "PLUMB_TEST_ADDRESS="+listener.Addr().String())
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, want := range []string{
		"confine: <nil>",
		"read t.duckdb true", "write t.duckdb false",
		"read named.csv true", "write named.csv false",
		"read other.csv false", "write other.csv false",
		"read index true", "write index true",
		"spill true", "create false", "run false", "read /etc/passwd false",
		"read other.csv on a thread false", "dial false", "bounded true",
	} {
		if !strings.Contains(string(out), want+"\n") {
			t.Errorf("want %q; the confined process says:\n%s", want, out)
		}
	}
	if strings.Contains(string(out), "on a thread true") {
		t.Errorf("a thread is not confined:\n%s", out)
	}
}
