package schema

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTextsSayWhatTablesAreAbout(t *testing.T) {
	s := &Snapshot{Tables: tables("care.dept(*dept_no, dept_nm text)")}
	s.Tables = append(s.Tables, Table{Name: "empty"})
	s.Tables[0].Synonyms = []string{"wards"}
	s.Tables[0].Comment = "Where patients lie"
	s.Tables[0].Columns[1].Values = []string{"Oncology"}
	if diff := cmp.Diff([]string{"department (wards): Where patients lie. It has department number, department name", "empty"}, Texts(s)); diff != "" {
		t.Error(diff)
	}
	var b strings.Builder
	b.WriteString("wide(*id")
	for i := range 500 {
		fmt.Fprintf(&b, ", column%d text", i)
	}
	wide := &Snapshot{Tables: tables(b.String() + ")")}
	if text := Texts(wide)[0]; len(text) > maxText+len("…") {
		t.Errorf("%d bytes of a wide table are told", len(text))
	}
}

func TestSelectNear(t *testing.T) {
	s := &Snapshot{Tables: tables(strings.Repeat("filler(*id, some_text text, other_text text)\n", 300) + "crew(*id, full_name text)\nboats(*id, boat_name text)")}
	for i := range 300 {
		s.Tables[i].Name += fmt.Sprint("_", 'a'+i%26, "_x", i)
	}
	ix := NewIndex(s)
	near := make([]float32, len(s.Tables))
	near[300] = 0.4 // crew
	for _, c := range []struct {
		question string
		near     []float32
		want     []string
		not      []string
	}{
		{"sailors of boats", nil, []string{"boats"}, []string{"crew"}},
		{"sailors of boats", near, []string{"boats", "crew"}, nil},
		{"sailors", near, []string{"crew"}, nil}, // no word is known
		{"sailors of boats", near[:10], []string{"boats"}, []string{"crew"}},
		{"sailors of boats", make([]float32, len(near)), []string{"boats"}, []string{"crew"}},
	} {
		got := names(ix.SelectNear(c.question, c.near, 400))
		for _, w := range c.want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: %s is not among %v", c.question, w, got)
			}
		}
		for _, w := range c.not {
			if slices.Contains(got, w) {
				t.Errorf("%s: %s is among %v", c.question, w, got)
			}
		}
	}
	broken := slices.Clone(near)
	for i := range broken {
		broken[i] = float32(math.NaN())
	}
	if got := names(ix.SelectNear("boats", broken, 400)); !slices.Contains(got, "boats") {
		t.Errorf("numbers that are none push out what words say: %v", got)
	}
}
