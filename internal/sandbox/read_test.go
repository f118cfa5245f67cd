package sandbox

import (
	"bytes"
	"errors"
	"math"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

// testReaders are readers that do what files should not make readers do.
func testReaders() map[string]Reader {
	return map[string]Reader{
		"reverse": func(argument string, data []byte) []byte {
			out := []byte(argument)
			for i := len(data) - 1; i >= 0; i-- {
				out = append(out, data[i])
			}
			return out
		},
		"escape": func(path string, _ []byte) []byte {
			_, errFile := os.ReadFile(path)
			_, errNet := net.Dial("tcp", "127.0.0.1:1")
			errWrite := os.WriteFile("/tmp/plumb-was-here", nil, 0o600)
			if errFile == nil || errNet == nil || errWrite == nil {
				return []byte("out")
			}
			return []byte("in")
		},
		"flood":   func(string, []byte) []byte { return make([]byte, 1<<20) },
		"crash":   func(string, []byte) []byte { panic("on purpose") },
		"endless": func(string, []byte) []byte { select {} },
		"recurse": func(string, []byte) []byte { return []byte{byte(recurse(0))} },
	}
}

// recurse needs more stack than a process may have.
func recurse(depth int) int {
	if depth == math.MaxInt {
		return depth
	}
	return recurse(depth+1) + 1
}

func TestRead(t *testing.T) {
	o := options(t)
	got, err := Read(t.Context(), "reverse", "x:", []byte("abc"), o)
	if err != nil || string(got) != "x:cba" {
		t.Errorf("got %q, %v", got, err)
	}
	large := bytes.Repeat([]byte("ab"), 1<<20)
	if got, err := Read(t.Context(), "reverse", "", large, o); err != nil || len(got) != len(large) {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
	path := t.TempDir() + "/secret"
	if err := os.WriteFile(path, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(t.Context(), "escape", path, nil, o); err != nil || string(got) != "in" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestReadFails(t *testing.T) {
	o := options(t)
	o.Limits.Output, o.Limits.Memory = 1<<10, 64<<20
	for reader, want := range map[string]fault.Code{"flood": OutputLimit, "crash": fault.Memory, "recurse": fault.Memory} {
		_, err := Read(t.Context(), reader, "", nil, o)
		if fault.CodeOf(err) != want { // how a process ends does not tell a crash from a lack of memory
			t.Errorf("%s: %v (%v); want %s", reader, err, errors.Unwrap(err), want)
		}
	}
	o.skip = []string{"Landlock"}
	o.AllowMissing = false
	_, err := Read(t.Context(), "reverse", "", nil, o)
	if fault.CodeOf(err) != MissingLayer || !strings.Contains(err.Error(), "foreign files") {
		t.Errorf("without a layer: %v", err)
	}
}
