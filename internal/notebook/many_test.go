package notebook

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestWorkDoesNotGrowWithTheFolder counts the files that are looked into while
// a notebook is made, changed and named, among few others and among many.
func TestWorkDoesNotGrowWithTheFolder(t *testing.T) {
	var counted []int
	for _, others := range []int{5, 300} {
		s := newStore(t)
		s.Heads = new(Heads)
		for i := range others {
			if _, err := s.Create(t.Context(), fmt.Sprint("Other ", i), Connection{}); err != nil {
				t.Fatal(err)
			}
			if _, err := s.CreateUnnamed(t.Context(), "Notebook", Connection{}); err != nil {
				t.Fatal(err)
			}
		}
		if list, err := s.List(); err != nil || len(list) != 2*others {
			t.Fatalf("%d notebooks, %v", len(list), err)
		}
		looks := 0
		s.at = func(point string) {
			if point == "look" {
				looks++
			}
		}
		made, err := s.CreateUnnamed(t.Context(), "Notebook", Connection{})
		if err != nil || made.Name != fmt.Sprint("Notebook ", others+1) {
			t.Fatalf("%+v, %v", made, err)
		}
		if err := s.Append(t.Context(), made.ID, sample(0)); err != nil {
			t.Fatal(err)
		}
		if err := s.Entitle(t.Context(), made.ID, "Who bought most?"); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Load("who-bought-most"); err != nil || n.ID != made.ID || len(n.Cells) != 1 {
			t.Errorf("%+v, %v", n, err)
		}
		counted = append(counted, looks)
	}
	if counted[0] != counted[1] || counted[0] > 20 {
		t.Errorf("looked into %d files among few notebooks, %d among many", counted[0], counted[1])
	}
}

// TestListLooksOnceIntoWhatStays counts the files that are looked into when
// notebooks are listed again.
func TestListLooksOnceIntoWhatStays(t *testing.T) {
	s := newStore(t)
	s.Heads = new(Heads)
	s.Now = func() time.Time { return time.Now().Add(time.Hour) } // long after the files were written
	for i := range 20 {
		if _, err := s.Create(t.Context(), fmt.Sprint("Book ", i), Connection{}); err != nil {
			t.Fatal(err)
		}
	}
	looks := 0
	s.at = func(point string) {
		if point == "look" {
			looks++
		}
	}
	names := func() string {
		list, err := s.List()
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, e := range list {
			all = append(all, fmt.Sprint(e.Name, ":", e.Cells))
		}
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	names()
	looks = 0
	before := names()
	if looks != 0 {
		t.Errorf("looked into %d files that had not changed", looks)
	}
	other := storeIn(s.Dir, "other") // another process
	if err := other.Append(t.Context(), "Book 7", sample(0)); err != nil {
		t.Fatal(err)
	}
	if err := other.Delete(t.Context(), "Book 8"); err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(strings.Replace(before, "Book 7:0", "Book 7:1", 1), "Book 8:0 ", "", 1)
	if got := names(); got != want || looks != 1 {
		t.Errorf("got %s, looked into %d files", got, looks)
	}
}

// TestNobodyWaitsForAnotherNotebook makes, changes, names and removes notebooks
// while another one is being changed.
func TestNobodyWaitsForAnotherNotebook(t *testing.T) {
	s := filled(t, 1)
	quick := s
	quick.Wait = time.Millisecond
	var err error
	_, held := s.Update(t.Context(), "Sales", func(*sealed) error {
		var made *Notebook
		if made, err = quick.CreateUnnamed(t.Context(), "Notebook", Connection{}); err != nil {
			return nil
		}
		if err = quick.Append(t.Context(), made.ID, sample(0)); err != nil {
			return nil
		}
		if err = quick.Entitle(t.Context(), made.ID, "Who bought most?"); err != nil {
			return nil
		}
		if err = quick.Rename(t.Context(), made.ID, "Mine"); err != nil {
			return nil
		}
		err = quick.Delete(t.Context(), made.ID)
		return nil
	})
	if err != nil || held != nil {
		t.Errorf("%v, %v", err, held)
	}
}

// TestManyMakeNotebooksAtOnce: every one gets a notebook, under a name of its own.
func TestManyMakeNotebooksAtOnce(t *testing.T) {
	s := newStore(t)
	s.Heads = new(Heads)
	s.Now = time.Now
	var ids atomic.Int64
	s.NewID = func(prefix string) string { return fmt.Sprint(prefix, ids.Add(1)) }
	const people = 100
	var all sync.WaitGroup
	for i := range people {
		all.Go(func() {
			made, err := s.CreateUnnamed(t.Context(), "Notebook", Connection{})
			if err == nil {
				err = s.Append(t.Context(), made.ID, sample(i))
			}
			if err == nil {
				err = s.Entitle(t.Context(), made.ID, "Who bought most?")
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	list, err := s.List()
	if err != nil || len(list) != people {
		t.Fatalf("%d notebooks, %v", len(list), err)
	}
	names := map[string]bool{}
	for _, e := range list {
		if e.Cells != 1 || e.Unnamed || !strings.HasPrefix(e.Name, "Who bought most") || Slug(e.Name) != e.Slug || e.Problem != nil {
			t.Errorf("%+v", e)
		}
		names[e.Name] = true
	}
	if len(names) != people {
		t.Errorf("%d names", len(names))
	}
}
