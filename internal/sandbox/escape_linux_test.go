package sandbox

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

// TestEscape makes each attempt from native code: with all layers, with each layer
// that stops it by itself, and with none, where it must succeed; otherwise the
// attempt would prove nothing.
func TestEscape(t *testing.T) {
	o := options(t)
	present := map[string]bool{}
	all, err := Layers(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		present[l.Name] = l.Present
	}
	base := surroundings(t)
	for _, a := range attempts() {
		t.Run(a.name, func(t *testing.T) {
			base := base
			base.Attempt = a.name
			tries := [][]string{kernelLayers()}
			for _, l := range a.stops {
				tries = append(tries, alone(l))
			}
			for _, with := range tries {
				if i := slices.IndexFunc(with, func(l string) bool { return !present[l] }); i >= 0 && len(with) < len(kernelLayers()) {
					t.Logf("this machine has no %s", with[i])
					continue
				}
				if got := try(t, o, base, with); got == "succeeded" {
					t.Errorf("it succeeds with %s", strings.Join(with, ", "))
				}
			}
			if a.stops == nil {
				return // what stops it is not a layer, and cannot be left out
			}
			if got := try(t, o, base, nil); got != "succeeded" {
				t.Logf("this machine stops it by itself: %s", got)
			}
		})
	}
}

func kernelLayers() []string {
	return []string{user, mount, pid, network, landlock, seccomp, limited}
}

// alone is a layer with those that it cannot do without.
func alone(layer string) []string {
	switch layer {
	case mount, network:
		return []string{user, layer}
	case pid:
		return []string{user, mount, layer}
	}
	return []string{layer}
}

// surroundings are what an attempt wants to reach.
func surroundings(t *testing.T) order {
	t.Helper()
	dir, err := os.MkdirTemp("", "plumb-escape-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	// Anybody may use the folder, so that not only its owner keeps others out.
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(secret)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	// A copy that, unlike the files of Go, is passed on to processes.
	inherited, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(inherited) })
	t.Setenv("PLUMB_TEST_SECRET", "secret-of-the-parent")
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tcp.Close() })
	socket := filepath.Join(dir, "socket")
	unixListener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unixListener.Close() })
	if err := os.Chmod(socket, 0o777); err != nil {
		t.Fatal(err)
	}
	return order{Parent: os.Getpid(), Folder: dir, Address: tcp.Addr().String(), Variable: "secret-of-the-parent"}
}

// try makes an attempt with some layers, and returns its outcome.
func try(t *testing.T, o Options, a order, with []string) string {
	t.Helper()
	for _, name := range []string{"new", "link", "hard"} {
		_ = os.Remove(filepath.Join(a.Folder, name)) // of the attempt before
	}
	for _, l := range kernelLayers() {
		if !slices.Contains(with, l) {
			o.skip = append(o.skip, l)
		}
	}
	code, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	r, err := run(t.Context(), Program{Language: payload, Code: string(code)}, o)
	if err != nil {
		if f := fault.Of(err); f.Code == fault.Lost && strings.Contains(f.Message, "exit status 42") {
			return "succeeded" // the shell
		}
		t.Fatalf("with %v: %v (%v)", with, err, fault.Of(err).Cause)
	}
	if len(r.Values) != 1 {
		t.Fatalf("with %v there is no outcome", with)
	}
	return r.Values[0].Value.String()
}
