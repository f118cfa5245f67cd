package cli

import (
	"slices"
	"strings"
	"testing"
)

func TestTextsLast(t *testing.T) {
	const comment, assigned = "-- per month\nSELECT 1", "--n=1\nSELECT 1"
	for _, c := range []struct{ args, want []string }{
		{[]string{"sql", "SELECT 1", "--csv"}, []string{"sql", "SELECT 1", "--csv"}},
		{[]string{"sql", comment, "--csv"}, []string{"sql", "--csv", "--", comment}},
		{[]string{"--json", "sql", "--db", "x", comment}, []string{"--json", "sql", "--db", "x", "--", comment}},
		{[]string{"sql", "--", comment}, []string{"sql", "--", comment}},
		{[]string{"sql", "--csv", "--", "--x", comment}, []string{"sql", "--csv", "--", "--x", comment}},
		{[]string{"guard", "--\tcomment\nSELECT 1"}, []string{"guard", "--", "--\tcomment\nSELECT 1"}},
		{[]string{"guard", assigned}, []string{"guard", "--", assigned}},
		{[]string{"ask", "- how many", "orders"}, []string{"ask", "orders", "--", "- how many"}},
		{[]string{"--ask", "-- what is this"}, []string{"--ask", "-- what is this"}},
		{[]string{"--ask=two\nlines"}, []string{"--ask=two\nlines"}},
		{[]string{"ask", "--notebook=my book", "how many"}, []string{"ask", "--notebook=my book", "how many"}},
		{[]string{"ask", "--notebok=my book", "how many"}, []string{"ask", "--notebok=my book", "how many"}},
		{[]string{"sql", "--comment"}, []string{"sql", "--comment"}},
		{[]string{"sql", "-x", "SELECT 1"}, []string{"sql", "-x", "SELECT 1"}},
		{nil, nil},
	} {
		a := newApp(Process{})
		if got := textsLast(a.root(), c.args); !slices.Equal(got, c.want) {
			t.Errorf("%q becomes %q, want %q", strings.Join(c.args, " "), got, c.want)
		}
	}
}
