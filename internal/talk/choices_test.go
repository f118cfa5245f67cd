package talk

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
)

func TestChoicesMatchByQuestionAndReading(t *testing.T) {
	dir := t.TempDir()
	c := newChoices(dir, "shop")
	before := &brain.Reading{SQL: "SELECT 0"}
	fresh := brain.Reading{SQL: "SELECT 1", Sentence: "last month"}
	follow := brain.Reading{SQL: "SELECT 2", Sentence: "the same, but more", FollowUp: true}
	for _, r := range []brain.Reading{fresh, follow} {
		if err := c.keep(" What  then? ", before, r); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range []struct {
		name     string
		question string
		before   *brain.Reading
		readings []brain.Reading
		want     int
	}{
		{"same SQL", "what then", nil, []brain.Reading{{SQL: "SELECT 9"}, fresh}, 1},
		{"same words a month later", "WHAT THEN!", nil, []brain.Reading{{SQL: "SELECT 9"}, {SQL: "SELECT 7", Sentence: "last month"}}, 1},
		{"another question", "what now", nil, []brain.Reading{fresh}, -1},
		{"follow-up of the same", "what then", before, []brain.Reading{follow}, 0},
		{"follow-up of another", "what then", &brain.Reading{SQL: "SELECT 5"}, []brain.Reading{follow}, -1},
		{"no readings", "what then", nil, nil, -1},
	} {
		if got := c.find(k.question, k.before, k.readings); got != k.want {
			t.Errorf("%s: %d, want %d", k.name, got, k.want)
		}
	}
	if other := newChoices(dir, "bank"); other.find("what then", nil, []brain.Reading{fresh}) != -1 {
		t.Error("a choice for another database was found")
	}
}

func TestAShelfIsBoundedAndForgiving(t *testing.T) {
	s := shelf[int]{path: filepath.Join(t.TempDir(), "deep", "list.json"), most: 3}
	for i := range 5 {
		if err := s.put(i, func(n int) bool { return n == i }); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.put(3, func(n int) bool { return n == 3 }); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(s.load()); got != "[2 4 3]" {
		t.Errorf("got %s", got)
	}
	if info, err := os.Stat(s.path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if err := os.WriteFile(s.path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := s.load(); got != nil {
		t.Errorf("a damaged file holds %v", got)
	}
}
