//go:build bench

package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// idleStreams is how many answers are open at once.
const idleStreams = 1000

// held is what open streams take, in bytes.
type held struct {
	Live     int64 // heap and stacks in use
	Resident int64 // as the system counts it
}

// idleFigure opens streams that have begun to answer and say nothing more, in a
// process of their own, so that the provider's memory is not counted.
func idleFigure(t *testing.T, f family) figure {
	step := answered()
	step.Mishap = modeltest.Mishap{Kind: modeltest.Hung, Said: true}
	server := modeltest.New(t, f.format, step)
	ours, bare := holdStreams(t, f.name, "plumb", server.URL), holdStreams(t, f.name, "plain", server.URL)
	return figure{
		what: fmt.Sprintf("memory of %d idle open streams of %s", idleStreams, f.name),
		ours: ours.String(), baseline: bare.String() + " for a plain HTTP client", limit: "200 MB", kept: max(ours.Live, ours.Resident) < 200<<20,
	}
}

func (h held) String() string {
	return fmt.Sprintf("+%d MB in use, +%d MB resident", h.Live>>20, h.Resident>>20)
}

const holdVariable = "PLUMB_BENCH_HOLD"

func holdStreams(t *testing.T, family, way, url string) held {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), own, "-test.run=^TestHoldStreams$", "-test.v")
	c.Env = append(os.Environ(), holdVariable+"="+family+" "+way+" "+url)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", family, way, err, out)
	}
	var h held
	_, rest, _ := strings.Cut(string(out), "held ")
	line, _, _ := strings.Cut(rest, "\n")
	if err := json.Unmarshal([]byte(line), &h); err != nil {
		t.Fatalf("%s %s: %v\n%s", family, way, err, out)
	}
	return h
}

// TestHoldStreams is the process of idleFigure.
func TestHoldStreams(t *testing.T) {
	words := strings.Fields(os.Getenv(holdVariable))
	if len(words) != 3 {
		t.Skip("idleFigure runs this in a process of its own")
	}
	call := callerOf(t, words[0], words[1], words[2])
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	open := func(count int) {
		begun := make(chan error, count)
		for range count {
			all.Go(func() {
				first := true
				err := call(ctx, func() {
					if first {
						begun <- nil
					}
					first = false
				})
				if first {
					begun <- err
				}
			})
		}
		for range count {
			if err := <-begun; err != nil {
				t.Fatal(err)
			}
		}
	}
	open(1) // what the first one takes, the others share
	before := inUse()
	open(idleStreams)
	after := inUse()
	figures, err := json.Marshal(held{after.Live - before.Live, after.Resident - before.Resident})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("held %s\n", figures)
	cancel()
	all.Wait()
}

func callerOf(t *testing.T, name, way, url string) caller {
	t.Helper()
	for _, f := range families() {
		if f.name != name {
			continue
		}
		if way == "plumb" {
			return through(f.open(url))
		}
		return f.plainly(url)
	}
	t.Fatalf("there is no family %s", name)
	return nil
}

// inUse is what this process takes once everything that nobody needs is gone.
func inUse() held {
	runtime.GC()
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return held{int64(m.HeapInuse + m.StackInuse), ownMemory()}
}
