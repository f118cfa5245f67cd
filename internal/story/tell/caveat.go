package tell

import (
	"slices"

	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// sayCaveats says what a reader must know before trusting the rest: missing values
// and a result that was cut.
func (t *teller) sayCaveats(m *measure, one, many string) {
	n := len(t.table.Rows)
	missing := n - len(m.rows)
	what := "no value for {name}"
	if m.growth {
		what = "no value" // what has no growth would be flat
	}
	switch {
	case missing == 0 || len(m.rows) == 0:
	case one != "row" && t.otherGaps(m):
		t.sayOne(caveat, map[string]phrase{"name": words(m.words), "many": words(many)}, "some {many} have "+what)
	case one == "row":
		t.sayOne(caveat, map[string]phrase{"name": words(m.words)}, "some of the rows have "+what)
	default:
		var rows []int
		for i, x := range m.values {
			if x != x {
				rows = append(rows, i)
			}
		}
		verb := "have"
		if missing == 1 {
			verb = "has"
		}
		parts := map[string]phrase{
			"missing": claim(spellCount(missing), story.Count, []string{m.column}, rows...),
			"all":     claim(countOf(n, one, many), story.Count, nil),
			"name":    words(m.words), "verb": words(verb),
		}
		t.sayOne(caveat, parts, "{missing} of the {all} {verb} "+what)
	}
	t.sayCut()
}

// otherGaps reports whether another measure lacks values too, so that a count
// of gaps would not say which.
func (t *teller) otherGaps(m *measure) bool {
	return slices.ContainsFunc(t.measures, func(o *measure) bool { return o != m && len(o.rows) < len(t.table.Rows) })
}

// saySpellings says that one name is spelt in several ways, which splits its
// figures.
func (t *teller) saySpellings(d *dimension) {
	if len(d.variants) == 0 {
		return
	}
	parts := map[string]phrase{"many": words(d.many), "a": nameOf(d.variants[0]), "b": nameOf(d.variants[1])}
	if d.variants[0] == d.variants[1] {
		t.sayOne(caveat, parts, "some {many} are stored with stray spaces, such as {a}, so their figures are split")
		return
	}
	t.sayOne(caveat, parts, "some {many} are spelt in several ways, such as {a} and {b}, so their figures are split")
}

// sayCut says that the result was cut.
func (t *teller) sayCut() {
	rows := claim(countOf(len(t.table.Rows), "row", "rows"), story.Count, nil)
	switch t.table.Truncated {
	case table.ByRows:
		t.sayOne(caveat, map[string]phrase{"rows": rows},
			"only the first {rows} were read, so this may not be the whole picture",
			"the result was cut after {rows}; there is more that is not counted here")
	case table.ByBytes:
		t.sayOne(caveat, map[string]phrase{"rows": rows}, "the result was cut at the size limit, after {rows}; there is more that is not counted here")
	}
}
