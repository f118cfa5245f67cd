package notebook

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

// TestCutFiles cuts a notebook at many places: it is always noticed, never
// written over, and the cells before the cut are saved.
func TestCutFiles(t *testing.T) {
	s := filled(t, 4)
	whole, err := os.ReadFile(s.path("sales"))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	for at := 0; at < len(whole)-1; at += 97 {
		damaged := whole[:at]
		want, read := 0, len(lines[0])
		for _, l := range lines[1:5] {
			if read += len(l); at >= read-2 { // without its comma it is whole
				want++
			}
		}
		checkDamaged(t, s, damaged, want, want)
	}
}

// TestFlippedBits flips bits all over a notebook: either it still has the same
// meaning, or it is noticed and at most one cell is lost.
func TestFlippedBits(t *testing.T) {
	s := filled(t, 4)
	whole, err := os.ReadFile(s.path("sales"))
	if err != nil {
		t.Fatal(err)
	}
	before, err := s.Load("sales")
	if err != nil {
		t.Fatal(err)
	}
	start := bytes.IndexByte(whole, '\n')
	for i := range 600 {
		at := i * len(whole) / 600
		damaged := bytes.Clone(whole)
		damaged[at] ^= 1 << (i % 8)
		if err := os.WriteFile(s.path("sales"), damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if after, err := s.Load("sales"); err == nil {
			for j, c := range after.Cells {
				was, _ := before.Cells[j].Hash()
				if is, _ := c.Hash(); is != was || after.Name != before.Name {
					t.Fatalf("bit %d of byte %d changed the notebook, and nobody noticed", i%8, at)
				}
			}
			continue
		}
		least := 3
		if at <= start+1 { // within the head, what it says of the cells may be gone
			least = 0
		}
		checkDamaged(t, s, damaged, least, 4)
	}
}

func checkDamaged(t *testing.T, s Store, damaged []byte, least, most int) {
	t.Helper()
	path := s.path("sales")
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	ref := "sales"
	if _, err := s.Load(ref); fault.CodeOf(err) != fault.BadData {
		t.Fatalf("cut at %d: %v", len(damaged), err)
	}
	for name, err := range map[string]error{
		"append": s.Append(t.Context(), ref, sample(9)),
		"rename": s.Rename(t.Context(), ref, "Other"),
		"delete": s.DeleteCell(t.Context(), ref, "cell_0"),
	} {
		if err == nil {
			t.Errorf("%s a damaged notebook: no fault", name)
		}
	}
	if _, err := s.Create(t.Context(), "Sales", Connection{}); fault.CodeOf(err) != fault.Usage {
		t.Errorf("create over a damaged notebook: %v", err)
	}
	found, err := s.Salvage(ref)
	if err != nil {
		if versionOf(damaged) > version { // the flipped bit is in its number
			return
		}
		t.Fatal(err)
	}
	if n := len(found.Notebook.Cells); n < least || n > most || found.Damage == "" {
		t.Errorf("%d bytes: saved %d cells, want %d to %d; %s, lost %v", len(damaged), n, least, most, found.Damage, found.Lost)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, damaged) {
		t.Fatalf("the damaged file was changed: %v", err)
	}
	if len(found.Notebook.Cells) == 0 {
		return
	}
	if _, err := s.Recover(t.Context(), ref, "Saved", nil); err != nil {
		t.Fatal(err)
	}
	saved, err := s.Load("Saved")
	if err != nil || len(saved.Cells) != len(found.Notebook.Cells) {
		t.Errorf("%v", err)
	}
	if err := s.Delete(t.Context(), "Saved"); err != nil {
		t.Fatal(err)
	}
}

func TestNewerVersionsAreLeftAlone(t *testing.T) {
	s := filled(t, 1)
	b, err := os.ReadFile(s.path("sales"))
	if err != nil {
		t.Fatal(err)
	}
	for name, newer := range map[string]string{
		"whole":  strings.Replace(string(b), `"version":1`, `"version":2,"colour":"blue"`, 1),
		"broken": strings.Replace(string(b[:len(b)/2]), `"version":1`, `"version":17`, 1),
	} {
		if err := os.WriteFile(s.path("sales"), []byte(newer), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{
			func() error { _, err := s.Load("sales"); return err }(),
			func() error { _, err := s.Recover(t.Context(), "sales", "", nil); return err }(),
			s.Append(t.Context(), "sales", sample(1)),
		} {
			if f := fault.Of(err); f == nil || f.Code != fault.BadData || !strings.Contains(f.Message, "newer Plumb") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if after, _ := os.ReadFile(s.path("sales")); string(after) != newer {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func TestListNamesWhatIsDamaged(t *testing.T) {
	s := filled(t, 2)
	if _, err := s.Create(t.Context(), "Whole", Connection{}); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(s.path("sales"), 500); err != nil {
		t.Fatal(err)
	}
	list, err := s.List()
	if err != nil || len(list) != 2 || list[0].Problem != nil || list[1].Problem == nil {
		t.Fatalf("%+v, %v", list, err)
	}
	if hint := list[1].Problem.Hint; !strings.Contains(hint, "plumb notebook recover sales") {
		t.Errorf("hint %q", hint)
	}
}

func FuzzParse(f *testing.F) {
	n := &sealed{head: head{Version: version, ID: "notebook_1", Name: "N", CreatedAt: morning, UpdatedAt: morning}}
	if err := n.put(0, sample(0)); err != nil {
		f.Fatal(err)
	}
	b, err := n.bytes()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add(b[:len(b)/2])
	f.Add([]byte(`{"version":1,"cells":[{}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		whole, err := parse(data)
		if err != nil {
			salvage("s", data, err)
			return
		}
		again, err := whole.bytes()
		if err != nil {
			t.Fatal(err)
		}
		if second, err := parse(again); err != nil || second.Hash != whole.Hash {
			t.Errorf("written and read again: %v", err)
		}
	})
}
