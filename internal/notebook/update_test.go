package notebook

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

// order is the numbers of the sample cells of a notebook.
func order(o *Outline) string {
	var b strings.Builder
	for _, p := range o.Has {
		for i := range 10 {
			if sample(i).ID == p.ID {
				fmt.Fprint(&b, i)
			}
		}
	}
	return b.String()
}

// follows is a sample that follows another.
func follows(i, parent int) session.Cell {
	c := sample(i)
	c.Context.ParentCellID, c.Context.RefinementOf = sample(parent).ID, sample(parent).ID
	return c
}

// asked is a sample that was asked after another and stands by itself.
func asked(i, parent int) session.Cell {
	c := follows(i, parent)
	c.Context.RefinementOf = ""
	return c
}

func TestUpdate(t *testing.T) {
	for name, c := range map[string]struct {
		edits []Edit
		want  string
		code  fault.Code
	}{
		"insert first":      {[]Edit{Insert(0, sample(5))}, "5012", ""},
		"insert between":    {[]Edit{Insert(2, sample(5))}, "0152", ""},
		"insert last":       {[]Edit{Insert(-1, sample(5))}, "0125", ""},
		"insert far off":    {[]Edit{Insert(99, sample(5))}, "0125", ""},
		"insert twice":      {[]Edit{Insert(0, sample(1))}, "", fault.Usage},
		"move up":           {[]Edit{Move(sample(2).ID, 0)}, "201", ""},
		"move down":         {[]Edit{Move(sample(0).ID, 1)}, "102", ""},
		"move to the end":   {[]Edit{Move(sample(0).ID, -1)}, "120", ""},
		"move beyond":       {[]Edit{Move(sample(0).ID, 99)}, "120", ""},
		"move nothing":      {[]Edit{Move("cell_x", 0)}, "", fault.NotFound},
		"drop":              {[]Edit{Drop(sample(1).ID)}, "02", ""},
		"drop and insert":   {[]Edit{Drop(sample(1).ID), Insert(0, sample(1))}, "102", ""},
		"all or nothing":    {[]Edit{Drop(sample(1).ID), Drop("cell_x")}, "", fault.NotFound},
		"after the first":   {[]Edit{After(sample(0).ID, sample(5))}, "0512", ""},
		"after nothing":     {[]Edit{After("", sample(5))}, "0125", ""},
		"after what is not": {[]Edit{After("cell_x", sample(5))}, "", fault.NotFound},
		"under the first":   {[]Edit{Under(sample(0).ID, follows(5, 0))}, "0512", ""},
		"under its thread":  {[]Edit{Under(sample(0).ID, follows(5, 0)), Under(sample(0).ID, follows(6, 5)), Under(sample(0).ID, follows(7, 0))}, "056712", ""},
		"under a far one":   {[]Edit{Insert(-1, follows(5, 0)), Under(sample(0).ID, follows(6, 0))}, "01256", ""},
		"under its note":    {[]Edit{After(sample(0).ID, session.Cell{ID: "cell_8", Note: "why", Context: session.Lineage{ParentCellID: sample(0).ID}}), Under(sample(0).ID, follows(6, 0))}, "08612", ""},
		"beside a question": {[]Edit{After(sample(0).ID, asked(5, 0)), Under(sample(0).ID, follows(6, 0))}, "06512", ""},
		"under the last":    {[]Edit{Under(sample(2).ID, sample(5))}, "0125", ""},
		"under what is not": {[]Edit{Under("cell_x", sample(5))}, "0125", ""},
		"swap":              {[]Edit{Swap(sample(1))}, "012", ""},
		"swap what is gone": {[]Edit{Swap(sample(7))}, "", fault.NotFound},
	} {
		s := filled(t, 3)
		got, err := s.Update(t.Context(), "Sales", c.edits...)
		if fault.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
			continue
		}
		now, lost := s.Outline("sales")
		switch {
		case lost != nil:
			t.Errorf("%s: %v", name, lost)
		case err != nil && order(now) != "012":
			t.Errorf("%s: it failed, and has changed: %s", name, order(now))
		case err == nil && (order(got) != c.want || order(now) != c.want || got.Hash != now.Hash || got.Slug != "sales"):
			t.Errorf("%s: got %s and %s, want %s", name, order(got), order(now), c.want)
		}
		if mark, ok := s.Mark("sales"); !ok || mark != now.Hash {
			t.Errorf("%s: the mark is %s", name, mark)
		}
		if n, err := s.Load("sales"); err != nil || len(n.Cells) != len(now.Has) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBindIsNoChange: that a page has a notebook open does not make it newer,
// and of two that open it at once, one decides.
func TestBindIsNoChange(t *testing.T) {
	s := filled(t, 2)
	before, err := s.Outline("sales")
	if err != nil {
		t.Fatal(err)
	}
	first, err := s.Update(t.Context(), "sales", Bind("", "session_1"))
	if err != nil || first.Session != "session_1" || !first.UpdatedAt.Equal(before.UpdatedAt) {
		t.Fatalf("got %+v, %v", first, err)
	}
	second, err := s.Update(t.Context(), "sales", Bind("", "session_2"))
	if err != nil || second.Session != "session_1" {
		t.Errorf("got %+v, %v", second, err)
	}
	if n, err := s.Load("sales"); err != nil || n.Session != "session_1" {
		t.Errorf("got %+v, %v", n, err)
	}
	fork, err := s.Fork(t.Context(), &Notebook{Name: "Sales", Session: "session_1", Cells: []session.Cell{sample(0)}}, 1, "Other")
	if err != nil || fork.Session != "" {
		t.Errorf("a fork has the session %q, %v", fork.Session, err)
	}
}

func TestAboutIsSaidOnce(t *testing.T) {
	s := filled(t, 0)
	if _, err := s.Create(t.Context(), "Empty", Connection{}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"first", "second"} {
		if o, err := s.Update(t.Context(), "Empty", About(Connection{Name: name})); err != nil || o.Connection.Name != "first" {
			t.Errorf("got %+v, %v", o, err)
		}
	}
}

func TestSearch(t *testing.T) {
	s := filled(t, 2)
	other, err := s.Create(t.Context(), "Costs of travel", Connection{Name: "ledger"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Update(t.Context(), other.ID, Insert(0, session.Cell{ID: "cell_n", Note: "Why the *Flights* were late"})); err != nil {
		t.Fatal(err)
	}
	question := sample(0).Question
	for words, want := range map[string]string{
		"":                        "Costs of travel, Sales",
		"SALES":                   "Sales",
		"travel cost":             "Costs of travel",
		"ledger":                  "Costs of travel",
		"flights late":            "Costs of travel",
		strings.ToUpper(question): "Sales",
		"flights sales":           "",
		"nothing of the kind":     "",
	} {
		found, err := s.Search(words)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range found {
			if names = append(names, e.Name); (e.Found == "") == (words == "flights late" || words == strings.ToUpper(question)) {
				t.Errorf("%q: found in %q", words, e.Found)
			}
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%q: got %q, want %q", words, got, want)
		}
	}
}
