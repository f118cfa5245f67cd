// Package guardtest reads the corpora of statements that the grammars are
// tested with, and holds the tests that are the same for every dialect.
package guardtest

import (
	"os"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/guard"
)

// Case is one statement of a corpus.
type Case struct {
	Heading string // of the section that it stands in
	SQL     string
	Line    int
}

// Load reads a corpus: statements with blank lines between them, under
// headings that start with "## ".
func Load(tb testing.TB, path string) []Case {
	tb.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	var cases []Case
	var heading string
	var block []string
	start := 0
	end := func() {
		if len(block) > 0 {
			cases = append(cases, Case{heading, strings.Join(block, "\n"), start})
		}
		block = nil
	}
	for i, line := range strings.Split(string(text), "\n") {
		switch title, ok := strings.CutPrefix(line, "## "); {
		case ok:
			end()
			heading = strings.TrimSpace(title)
		case strings.TrimSpace(line) == "":
			end()
		default:
			if block == nil {
				start = i + 1
			}
			block = append(block, line)
		}
	}
	end()
	if len(cases) == 0 {
		tb.Fatalf("%s holds no statements", path)
	}
	return cases
}

// Corpora is every statement of a dialect's two corpora, benign and refused.
func Corpora(tb testing.TB) []string {
	tb.Helper()
	var statements []string
	for _, path := range []string{"testdata/benign.sql", "testdata/refused.sql"} {
		for _, c := range Load(tb, path) {
			statements = append(statements, c.SQL)
		}
	}
	return statements
}

// Refused checks that every statement of a corpus is refused, and that the
// reason contains the words of its heading.
func Refused(t *testing.T, g *guard.Guard, path string) {
	t.Helper()
	for _, c := range Load(t, path) {
		v := g.Judge(t.Context(), c.SQL)
		switch {
		case v.Allow:
			t.Errorf("%s:%d: passed: %s\nas: %s", path, c.Line, c.SQL, v.SQL)
		case !strings.Contains(v.Reason, c.Heading):
			t.Errorf("%s:%d: %s\nreason %q\nwant   …%s…", path, c.Line, c.SQL, v.Reason, c.Heading)
		}
	}
}

// Accepted checks that every statement of a corpus passes, and that what is
// rendered passes again and renders to the same, as the dialect sees it.
func Accepted(t *testing.T, g *guard.Guard, path string, same func(a, b string) bool) {
	t.Helper()
	for _, c := range Load(t, path) {
		s, err := g.Check(t.Context(), c.SQL)
		if err != nil {
			t.Errorf("%s:%d: refused: %s\n%v", path, c.Line, c.SQL, err)
			continue
		}
		if len(s.Pivots()) > 0 {
			continue // it is not complete before it has values
		}
		again, err := g.Check(t.Context(), s.SQL())
		if err != nil || !same(again.SQL(), s.SQL()) {
			t.Errorf("%s:%d: %s\nrendered %s\nagain    %s %v", path, c.Line, c.SQL, s.SQL(), again.SQL(), err)
		}
	}
}
