package file

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/vectortest"
	"github.com/plumbdata/plumb/internal/vector"
)

var everybodys = vector.Filter{Owners: []string{""}}

func put(t *testing.T, s *Store, from, to int) {
	t.Helper()
	r := rand.New(rand.NewPCG(4, uint64(from)))
	var points []vector.Point
	for i := from; i < to; i++ {
		points = append(points, vector.Point{ID: fmt.Sprintf("point-%05d", i), Vector: vectortest.Unit(r, 16), Labels: map[string]string{"number": fmt.Sprint(i)}})
	}
	if err := s.Upsert(t.Context(), "all", points); err != nil {
		t.Fatal(err)
	}
}

func has(t *testing.T, s *Store, want int) {
	t.Helper()
	if n, err := s.Count(t.Context(), "all", everybodys); n != want || err != nil {
		t.Errorf("got %d points, %v, want %d", n, err, want)
	}
}

func ids(from, to int) vector.Filter {
	f := everybodys
	for i := from; i < to; i++ {
		f.IDs = append(f.IDs, fmt.Sprintf("point-%05d", i))
	}
	return f
}

func segments(s *Store) int { return len(s.collections["all"].parts) }

// Each store stands for a process of its own.
func TestOthersSeeChanges(t *testing.T) {
	folder := t.TempDir()
	a, b := open(t, folder), open(t, folder)
	has(t, a, 0)
	put(t, b, 0, 100)
	has(t, a, 100)
	put(t, a, 50, 150)
	has(t, b, 150)
	hits, err := b.Search(t.Context(), "all", vectortest.Unit(rand.New(rand.NewPCG(4, 50)), 16), 1, everybodys)
	if err != nil || len(hits) != 1 || hits[0].ID != "point-00050" {
		t.Errorf("got %+v, %v", hits, err)
	}
	if n, err := b.Delete(t.Context(), "all", ids(0, 10)); n != 10 || err != nil {
		t.Fatal(n, err)
	}
	has(t, a, 140)
	if n, err := a.Delete(t.Context(), "all", everybodys); n != 140 || err != nil {
		t.Fatal(n, err)
	}
	has(t, b, 0)
	put(t, b, 0, 10)
	has(t, a, 10)
}

// A file is written anew when many segments or rows were appended, and nothing is lost.
func TestFilesAreWrittenAnew(t *testing.T) {
	folder := t.TempDir()
	a, b := open(t, folder), open(t, folder)
	most := 0
	for i := range mostSegments + 10 {
		put(t, a, i, i+1)
		has(t, b, i+1)
		most = max(most, segments(b))
	}
	if most != mostSegments || segments(b) > 20 {
		t.Errorf("at most %d segments, and %d at last", most, segments(b))
	}
	put(t, a, 300, 300+mostLoose)
	if has(t, b, mostSegments+10+mostLoose); segments(b) != 1 {
		t.Errorf("%d segments after many rows", segments(b))
	}
	for range 3 { // the same points again and again
		put(t, a, 300, 300+mostLoose/2)
	}
	if has(t, b, mostSegments+10+mostLoose); segments(b) > 2 {
		t.Errorf("%d segments after many replaced rows", segments(b))
	}
	found, err := b.Search(t.Context(), "all", vectortest.Unit(rand.New(rand.NewPCG(4, 7)), 16), 1, everybodys)
	if err != nil || len(found) != 1 || found[0].ID != "point-00007" || found[0].Labels["number"] != "7" {
		t.Errorf("got %+v, %v", found, err)
	}
}

// What is removed is gone from the disk, and a collection without points has no file.
func TestRemovedPointsLeaveTheDisk(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	put(t, s, 0, 100)
	put(t, s, 100, 120)
	if _, err := s.Delete(t.Context(), "all", ids(40, 110)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "all", "points")
	b, err := os.ReadFile(path)
	if err != nil || bytes.Contains(b, []byte("point-00040")) || bytes.Contains(b, []byte("point-00105")) || !bytes.Contains(b, []byte("point-00111")) {
		t.Errorf("the file holds what was removed: %v", err)
	}
	if _, err := s.Delete(t.Context(), "all", everybodys); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file is left: %v", err)
	}
}

// Looking makes no folder, and needs no right to write.
func TestLookingWritesNothing(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "none")
	s := open(t, folder)
	has(t, s, 0)
	if n, err := s.Delete(t.Context(), "all", everybodys); n != 0 || err != nil {
		t.Error(n, err)
	}
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a folder: %v", err)
	}
	put(t, s, 0, 10)
	if err := os.Remove(filepath.Join(folder, "all", "lock")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(folder, "all"), 0o500); err != nil {
		t.Fatal(err)
	}
	has(t, open(t, folder), 10)
	if os.Geteuid() != 0 {
		err := s.Upsert(t.Context(), "all", []vector.Point{{ID: "a", Vector: vectortest.Unit(rand.New(rand.NewPCG(1, 1)), 16)}})
		if fault.CodeOf(err) != fault.Store {
			t.Errorf("got %v", err)
		}
	}
	if err := os.Chmod(filepath.Join(folder, "all"), 0o700); err != nil {
		t.Fatal(err)
	}
}
