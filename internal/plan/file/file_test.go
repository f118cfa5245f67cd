package file

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/plan"
)

func TestPlansAreKept(t *testing.T) {
	s := Shelf{Own: filepath.Join(t.TempDir(), "plans"), Shared: filepath.Join(t.TempDir(), "plans")}
	p := &plan.Plan{Title: "why revenue changed", Steps: []plan.Step{{Number: 1, Goal: "read", Language: plan.Read, Code: "SELECT 1 < 2", Output: "a"}}}
	for _, err := range []error{s.Save("March review", p, false), s.Save("team", p, true)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.List()
	if err != nil || len(list) != 2 || list[0].Name != "March review" || list[0].Shared || !list[1].Shared {
		t.Fatalf("%+v %v", list, err)
	}
	got, err := s.Load("team")
	if err != nil || got.Steps[0].Code != "SELECT 1 < 2" || len(p.Diff(&got.Plan)) != 0 {
		t.Errorf("%+v %v", got, err)
	}
	if err := s.Remove("team"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load("team"); fault.CodeOf(err) != fault.NotFound {
		t.Error(err)
	}
}

func TestNamesAreNoPaths(t *testing.T) {
	s := Shelf{Own: t.TempDir()}
	for _, name := range []string{"", "../x", "a/b", ".hidden", "a..b", "x\x00"} {
		if err := s.Save(name, &plan.Plan{}, false); fault.CodeOf(err) != fault.Usage {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := s.Save("x", &plan.Plan{}, true); fault.CodeOf(err) != fault.Usage {
		t.Error("shared without a project:", err)
	}
	if err := os.WriteFile(filepath.Join(s.Own, "broken.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load("broken"); fault.CodeOf(err) != fault.BadData {
		t.Error(err)
	}
}
