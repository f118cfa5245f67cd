package explore

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// corpus is a file of the corpus of package story: rows, and what was said of
// them. What is false in it stands in braces.
type corpus struct {
	context story.Context
	table   *table.Table
	texts   []string
}

func readCorpus(t *testing.T) []corpus {
	t.Helper()
	files, err := filepath.Glob("../../story/testdata/corpus/*.txt")
	if err != nil || len(files) < 3 {
		t.Fatal("no corpus", err)
	}
	var list []corpus
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		head, rest, _ := strings.Cut(string(data), "columns: ")
		names, rest, _ := strings.Cut(rest, "\n")
		rows, texts, _ := strings.Cut(rest, "\n\n")
		var c corpus
		for line := range strings.Lines(head) {
			switch key, value, _ := strings.Cut(strings.TrimSpace(line), ": "); key {
			case "question":
				c.context.Question = value
			case "now":
				if c.context.Now, err = time.Parse(time.DateOnly, value); err != nil {
					t.Fatal(err)
				}
			}
		}
		var columns []table.Column
		var titles []string
		for name := range strings.SplitSeq(names, ", ") {
			name, kind, _ := strings.Cut(name, " ")
			k, _ := table.ParseKind(kind)
			columns, titles = append(columns, table.Column{Name: name, Kind: k}), append(titles, name)
		}
		if c.table, err = table.ReadCSV(strings.NewReader(strings.Join(titles, ",")+"\n"+rows+"\n"), columns, table.Limits{}); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		for line := range strings.Lines(texts) {
			if _, text, ok := strings.Cut(strings.TrimRight(line, "\n"), " "); ok {
				c.texts = append(c.texts, text)
			}
		}
		list = append(list, c)
	}
	return list
}

// evidence is the rows as the result of a query. Their statement is not known;
// like one, the question names what they are about.
func (c *corpus) evidence(number int) evidence {
	return evidence{number: number, table: c.table, ran: c.context.Question, names: namesOf(c.table)}
}

// TestOthersDoNotExcuse holds the corpus of package story against its rows while
// the results of other questions lie beside them: those must neither excuse what
// is false nor spoil what is true.
func TestOthersDoNotExcuse(t *testing.T) {
	list := readCorpus(t)
	falses, caught, alone, trues, refused := 0, 0, 0, 0, 0
	for i, c := range list {
		single := &Turn{q: Question{Text: c.context.Question, Now: c.context.Now}, found: []evidence{c.evidence(1)}}
		many := &Turn{q: single.q}
		for n, at := range []int{i + 1, i, i + 7, i + 13} {
			other := list[at%len(list)]
			many.found = append(many.found, other.evidence(n+1))
		}
		for _, marked := range c.texts {
			text := strings.NewReplacer("{", "", "}", "").Replace(marked)
			r, err := many.hold(t.Context(), text)
			if err != nil {
				t.Fatal(err)
			}
			one, err := single.hold(t.Context(), text)
			if err != nil {
				t.Fatal(err)
			}
			if before, after, ok := strings.Cut(marked, "{"); ok {
				what, _, _ := strings.Cut(after, "}")
				at := func(x story.Claim) bool {
					return !x.Supported && x.Start < len(before)+len(what) && x.End > len(before)
				}
				falses++
				if slices.ContainsFunc(r.Claims, at) {
					caught++
				} else if slices.ContainsFunc(one.Claims, at) {
					t.Logf("excused: %q in %q", what, text)
				}
				if slices.ContainsFunc(one.Claims, at) {
					alone++
				}
				continue
			}
			trues += len(r.Claims)
			for _, x := range r.Unsupported() {
				refused++
				t.Logf("refused: %q in %q: %s", x.Text, text, x.Reason)
			}
		}
	}
	if caught*100 < falses*99 || refused*100 > trues {
		t.Error("as the check against one result, this one is held to 99% of false claims caught and 1% of true claims refused")
	}
	t.Logf("%d of %d false claims are caught (%d without other results beside), %d of %d true claims refused", caught, falses, alone, refused, trues)
}
