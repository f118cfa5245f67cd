package embed

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// counted embeds each text as its length and a constant, and notes what it was
// asked.
type counted struct {
	dimensions int
	asked      [][]string
	failAt     int // the call that fails, from 1
}

var errBusy = errors.New("busy")

func (c *counted) embed(_ context.Context, texts []string) ([][]float32, error) {
	c.asked = append(c.asked, texts)
	if len(c.asked) == c.failAt {
		return nil, errBusy
	}
	var list [][]float32
	for _, t := range texts {
		v := make([]float32, c.dimensions)
		v[0], v[1] = float32(len(t)), 1
		list = append(list, v)
	}
	return list, nil
}

func (c *counted) texts() int { return len(slices.Concat(c.asked...)) }

func many(n int) []string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprint("text ", i))
	}
	return list
}

func TestShelfMakesWhatItDoesNotHave(t *testing.T) {
	s := Shelf{Dir: filepath.Join(t.TempDir(), "new")}
	c := &counted{dimensions: 2}
	list, err := s.Vectors(t.Context(), "a/b", []string{"abc", "abc", ""}, c.embed)
	if err != nil || len(list) != 3 || c.texts() != 2 {
		t.Fatalf("%v, %v; asked %q", list, err, c.asked)
	}
	if x, y := list[0][0], list[0][1]; x*x+y*y < 0.999 || x*x+y*y > 1.001 || x/y < 2.999 || x/y > 3.001 {
		t.Errorf("got %v", list[0])
	}
	again, err := s.Vectors(t.Context(), "a/b", []string{"abc", "new"}, c.embed)
	if err != nil || !slices.Equal(again[0], list[0]) || c.texts() != 3 {
		t.Errorf("%v, %v; asked %q", again, err, c.asked)
	}
	if _, err := s.Vectors(t.Context(), "a/other", []string{"abc"}, c.embed); err != nil || c.texts() != 4 {
		t.Errorf("another model's vectors are taken: %v, asked %q", err, c.asked)
	}
}

func TestShelfKeepsWhatWasMadeBeforeAFailure(t *testing.T) {
	s := Shelf{Dir: t.TempDir()}
	c := &counted{dimensions: 2, failAt: 2}
	if _, err := s.Vectors(t.Context(), "m", many(together+10), c.embed); !errors.Is(err, errBusy) {
		t.Fatal(err)
	}
	c = &counted{dimensions: 2}
	if _, err := s.Vectors(t.Context(), "m", many(together+10), c.embed); err != nil || c.texts() != 10 {
		t.Errorf("%v; %d texts were asked for again", err, c.texts())
	}
}

func TestShelfForgetsAModelThatChanged(t *testing.T) {
	s := Shelf{Dir: t.TempDir()}
	if _, err := s.Vectors(t.Context(), "m", many(3), (&counted{dimensions: 2}).embed); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		list, err := s.Vectors(t.Context(), "m", many(4), (&counted{dimensions: 5}).embed)
		if err != nil || len(list[0]) != 5 || len(list[3]) != 5 {
			t.Fatalf("%v, %v", list, err)
		}
	}
}

func TestShelfIsBounded(t *testing.T) {
	s := Shelf{Dir: t.TempDir()}
	c := &counted{dimensions: 2}
	if _, err := s.Vectors(t.Context(), "m", many(maxKept+5), c.embed); err != nil {
		t.Fatal(err)
	}
	if n := len(s.load("m")); n != maxKept {
		t.Errorf("%d vectors are kept", n)
	}
}

func TestWhatIsNoVectorIsRefused(t *testing.T) {
	for name, vectors := range map[string][][]float32{
		"none": {}, "empty": {{}}, "nothing": {{0, 0}}, "long": {make([]float32, maxDimensions+1)},
	} {
		_, err := Shelf{}.Vectors(t.Context(), "m", []string{"x"}, func(context.Context, []string) ([][]float32, error) { return vectors, nil })
		if err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestADamagedShelfCountsAsEmpty(t *testing.T) {
	s := Shelf{Dir: t.TempDir()}
	if _, err := s.Vectors(t.Context(), "m", many(2), (&counted{dimensions: 2}).embed); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(s.path("m"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		broken := slices.Clone(whole)
		broken[i] ^= 0x55
		for _, data := range [][]byte{broken, whole[:i]} {
			if err := os.WriteFile(s.path("m"), data, 0o600); err != nil {
				t.Fatal(err)
			}
			if n := len(s.load("m")); n != 0 {
				t.Fatalf("%d vectors of a file that is damaged at %d", n, i)
			}
		}
	}
}
