package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
)

func TestLayersAreReported(t *testing.T) {
	layers, err := Layers(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{user: true, mount: true, pid: true, network: true, landlock: true, seccomp: true, limited: true, wire.LayerCgroup: false}
	for _, l := range layers {
		if required, known := want[l.Name]; !known || required != l.Required || l.Present == (l.Why != "") {
			t.Errorf("got %+v", l)
		}
		delete(want, l.Name)
		t.Logf("%-18s %v %s", l.Name, l.Present, l.Why)
	}
	if len(want) > 0 {
		t.Errorf("nothing is said of %v", want)
	}
}

// TestMissingLayer takes each layer away: nothing runs, and the fault names it.
func TestMissingLayer(t *testing.T) {
	marker := Program{Language: Starlark, Code: "value('ran', 1)"}
	for _, layer := range kernelLayers() {
		// Not through skip, which lets tests run with less.
		given := []Layer{}
		for _, l := range kernelLayers() {
			given = append(given, Layer{Name: l, Present: l != layer, Why: "it is a test", Required: true})
		}
		for _, language := range []Language{Starlark, Python} {
			err := Options{}.acceptable("code does not run", language, given)
			f := fault.Of(err)
			if fault.CodeOf(err) != MissingLayer || !strings.Contains(f.Message, layer) || f.Hint == "" || Retryable(err) {
				t.Errorf("without %s: %v", layer, err)
			}
			err = Options{AllowMissing: true}.acceptable("code does not run", language, given)
			if got, want := fault.CodeOf(err) == MissingLayer, layer == seccomp; got != want {
				t.Errorf("without %s, as accepted: %v", layer, err)
			}
		}
	}
	// Python could read files then.
	given := []Layer{{Name: seccomp, Present: true, Required: true}, {Name: mount, Required: true}, {Name: landlock, Required: true}}
	if err := (Options{AllowMissing: true}).acceptable("code does not run", Python, given); fault.CodeOf(err) != MissingLayer {
		t.Errorf("Python without walls: %v", err)
	}
	if err := (Options{AllowMissing: true}).acceptable("code does not run", Starlark, given); err != nil {
		t.Errorf("Starlark without files: %v", err)
	}
	// A process that lacks a layer says so.
	o := Options{skip: []string{mount}}
	if r, err := run(t.Context(), marker, o); fault.CodeOf(err) != MissingLayer {
		t.Errorf("got %v, %v", r, err)
	}
}

func TestUnusableCommand(t *testing.T) {
	for _, command := range [][]string{{"/nonexistent/plumb"}, {"/bin/true"}, {"/bin/echo", "hello"}} {
		_, err := Run(t.Context(), Program{Language: Starlark}, Options{Command: command})
		if f := fault.Of(err); err == nil || f.Hint == "" || Retryable(err) {
			t.Errorf("%v gives %v", command, err)
		}
	}
}

func TestUnusablePython(t *testing.T) {
	for _, path := range []string{"", "/nonexistent/python3", "/bin/true", "/bin/echo"} {
		_, err := Run(t.Context(), Program{Language: Python}, Options{Python: path})
		if f := fault.Of(err); err == nil || f.Code != fault.NotFound || f.Hint == "" {
			t.Errorf("%q gives %v", path, err)
		}
	}
	if _, err := Run(t.Context(), Program{Language: "cobol"}, Options{}); fault.CodeOf(err) != fault.Usage {
		t.Errorf("got %v", err)
	}
}

// TestGroup makes a group in a folder that looks like a delegated one; the kernel's own
// is on few machines.
func TestGroup(t *testing.T) {
	root := t.TempDir()
	own := filepath.Join(root, "app.slice", "plumb.scope")
	if err := os.MkdirAll(own, 0o700); err != nil {
		t.Fatal(err)
	}
	l := Limits{}.withDefaults()
	if _, err := newGroupNear(root, "/app.slice/plumb.scope", l); err == nil {
		t.Error("there is a group where nothing is delegated")
	}
	control := func(dir, text string) {
		if err := os.WriteFile(filepath.Join(dir, "cgroup.subtree_control"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	control(own, "")
	control(filepath.Dir(own), "cpu memory")
	if _, err := newGroupNear(root, "/app.slice/plumb.scope", l); err == nil {
		t.Error("there is a group without a limit of processes")
	}
	control(filepath.Dir(own), "cpu memory pids")
	// Files of a group cannot be made, only written to; here they can.
	g, err := newGroupNear(root, "/app.slice/plumb.scope", l)
	if err != nil {
		t.Fatal(err)
	}
	defer g.remove()
	if got, err := os.ReadFile(filepath.Join(g.path, "pids.max")); err != nil || string(got) != "64" {
		t.Errorf("got %s, %v", got, err)
	}
	if filepath.Dir(g.path) != filepath.Dir(own) {
		t.Errorf("it is in %s", g.path)
	}
}
