package notebook

import (
	"strings"
	"testing"
)

func TestTitleOf(t *testing.T) {
	for question, want := range map[string]string{
		"revenue by region in 2025?":       "Revenue by region in 2025",
		"  How many\n orders are there ?!": "How many orders are there",
		"which of our customers in the north have bought less this year than they did last": "Which of our customers in the north have bought less this…",
		strings.Repeat("a", 60) + " b": "A" + strings.Repeat("a", 59) + "…",
		strings.Repeat("a", 80):        "A" + strings.Repeat("a", 59) + "…",
		"Umsatz über Köln":             "Umsatz über Köln",
		"éclairs sold":                 "Éclairs sold",
		"?!":                           "",
		"":                             "",
		"a\x00b\u202e c\xff":           "Ab c",
	} {
		if got := titleOf(question); got != want {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}

func TestEntitle(t *testing.T) {
	s := filled(t, 1) // sales
	names := func() string {
		list, err := s.List()
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, e := range list {
			all = append(all, e.Name+" in "+e.Slug)
		}
		return strings.Join(all, ", ")
	}
	if err := s.Entitle(t.Context(), "sales", "who bought most?"); err != nil || !strings.Contains(names(), "in sales") {
		t.Errorf("one that a person named has another name: %v, %s", err, names())
	}
	for _, c := range []struct{ first, question, want string }{
		{"Notebook", "who bought most?", "Who bought most in who-bought-most"},
		{"Notebook", "Who bought most", "Who bought most 2 in who-bought-most-2"}, // the name is free again, the title is not
		{"Notebook", "?", "Notebook in notebook"},
	} {
		made, err := s.CreateUnnamed(t.Context(), c.first, Connection{})
		if err != nil || !made.Unnamed {
			t.Fatalf("%+v, %v", made, err)
		}
		if err := s.Append(t.Context(), made.ID, sample(0)); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time it has one
			if err := s.Entitle(t.Context(), made.ID, c.question); err != nil || !strings.Contains(names(), c.want) {
				t.Errorf("%s: %v, %s", c.question, err, names())
			}
		}
	}
	if err := s.Entitle(t.Context(), "who-bought-most", "something else"); err != nil || strings.Contains(names(), "omething") {
		t.Errorf("%v, %s", err, names())
	}
	if err := s.Rename(t.Context(), "notebook", "Mine"); err != nil {
		t.Fatal(err)
	}
	if err := s.Entitle(t.Context(), "mine", "something else"); err != nil || !strings.Contains(names(), "Mine in mine") {
		t.Errorf("the person's own name is gone: %v, %s", err, names())
	}
	if n, err := s.Load("mine"); err != nil || n.Unnamed {
		t.Errorf("%+v, %v", n, err)
	}
}
