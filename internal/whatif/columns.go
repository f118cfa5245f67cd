package whatif

import (
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// numeric reports whether a column holds numbers, whatever its engine calls
// it.
func numeric(t *table.Table, column int) bool {
	some := false
	for _, row := range t.Rows {
		v := row[column]
		if v.IsNull() {
			continue
		}
		if !v.Kind().Numeric() {
			return false
		}
		some = true
	}
	return some
}

// numbers lists the columns that a figure can come from: not the time, not keys.
// The meaning of the result, here and below, may be nil.
func numbers(t *table.Table, m *meaning.Meaning, except ...int) []int {
	var all, plain []int
	for i, c := range t.Columns {
		if contains(except, i) || !numeric(t, i) {
			continue
		}
		all = append(all, i)
		if !columns.NamesThings(c.Name, m.Column(c.Name)) {
			plain = append(plain, i)
		}
	}
	if len(plain) > 0 {
		return plain
	}
	return all
}

func contains(list []int, n int) bool {
	for _, l := range list {
		if l == n {
			return true
		}
	}
	return false
}

// find is the candidate column that someone meant by words, or -1.
func find(t *table.Table, m *meaning.Meaning, candidates []int, meant string) int {
	want := words(meant)
	best, bestScore := -1, 0.0
	for _, i := range candidates {
		for _, name := range namesOf(t, m, i) {
			if strings.EqualFold(name, strings.TrimSpace(meant)) {
				return i
			}
			have := words(name)
			common := 0
			for _, h := range have {
				if containsWord(want, h) {
					common++
				}
			}
			// Of columns that share words, the one with the fewest others.
			if score := float64(common) / float64(len(have)+1); score > bestScore {
				best, bestScore = i, score
			}
		}
	}
	if best >= 0 || len(want) == 0 {
		return best
	}
	var names []string
	for _, i := range candidates {
		names = append(names, t.Columns[i].Name)
	}
	near := fault.Nearest(strings.Join(want, "_"), names)
	for _, i := range candidates {
		if near != "" && t.Columns[i].Name == near {
			return i
		}
	}
	return -1
}

// namesOf are what a column is called: in the result, and by what it means.
func namesOf(t *table.Table, m *meaning.Meaning, column int) []string {
	name := t.Columns[column].Name
	if c := m.Column(name); c != nil {
		return []string{name, c.Label, c.Term}
	}
	return []string{name}
}

// words are the words of a name, written out and in the singular.
func words(name string) []string {
	list := columns.Words(name)
	for i, w := range list {
		list[i] = english.Singular(w)
	}
	return list
}

func containsWord(list []string, w string) bool {
	for _, l := range list {
		if l == w {
			return true
		}
	}
	return false
}

func overlap(list []string, any ...string) bool {
	for _, w := range any {
		if containsWord(list, w) {
			return true
		}
	}
	return false
}

// plain is a column's name in words.
func plain(name string) string {
	list := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || unicode.IsSpace(r) })
	for i, w := range list {
		if full := english.ExpandLabel([]string{strings.ToLower(w)}); full[0] != strings.ToLower(w) {
			list[i] = strings.Join(full, " ")
		}
	}
	return strings.Join(list, " ")
}

// fresh is the name, or one like it that the columns do not have.
func fresh(name string, columns ...string) string {
	for taken := true; taken; {
		taken = false
		for _, c := range columns {
			if strings.EqualFold(c, name) {
				name, taken = name+"_", true
			}
		}
	}
	return name
}

// measureColumn chooses the figure, and says so when there was a choice.
func measureColumn(t *table.Table, m *meaning.Meaning, meant string, except ...int) (column int, note string, err error) {
	candidates := numbers(t, m, except...)
	if len(candidates) == 0 {
		return 0, "", fault.New(fault.Usage, "the result has no column of numbers to use").
			WithHint("ask for a figure, such as revenue by month")
	}
	if meant != "" {
		if i := find(t, m, candidates, meant); i >= 0 {
			return i, "", nil
		}
		if len(candidates) > 1 {
			return 0, "", fault.New(fault.NotFound, "the result has no figure %q", meant).
				WithHint("name one of its figures: %s", names(t, candidates))
		}
		return candidates[0], phrase("The result has no column for %s; %s is looked at instead.", plain(meant), plain(t.Columns[candidates[0]].Name)), nil
	}
	if len(candidates) > 1 {
		note = phrase("Of the figures %s, this uses %s.", names(t, candidates), t.Columns[candidates[0]].Name)
	}
	return candidates[0], note, nil
}

func names(t *table.Table, columns []int) string {
	var list []string
	for i, c := range columns {
		if i == 12 {
			list = append(list, "…")
			break
		}
		list = append(list, t.Columns[c].Name)
	}
	return strings.Join(list, ", ")
}
