package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Mark is the number of a passage, and the byte of the narrative behind which it belongs.
type Mark struct{ At, Number int }

// Marks are where the numbers of the passages belong in the narrative: behind the last of
// the words in a row that rest on the same one.
func (c Cell) Marks() []Mark {
	list := slices.Clone(c.Citations)
	slices.SortStableFunc(list, func(a, b Citation) int { return cmp.Compare(a.End, b.End) })
	var marks []Mark
	for i, x := range list {
		if c.Narrative == nil || x.End <= 0 || x.End > len(c.Narrative.Text) {
			continue
		}
		goesOn := i+1 < len(list) && list[i+1].Number == x.Number && !strings.Contains(c.Narrative.Text[x.End:min(max(list[i+1].At, x.End), len(c.Narrative.Text))], "\n")
		if !goesOn {
			marks = append(marks, Mark{x.End, x.Number})
		}
	}
	return marks
}

// CitedText is the narrative with the numbers of its passages, such as [1].
func (c Cell) CitedText() string {
	if c.Narrative == nil {
		return ""
	}
	var b strings.Builder
	from := 0
	for _, m := range c.Marks() {
		fmt.Fprintf(&b, "%s [%d]", c.Narrative.Text[from:m.At], m.Number)
		from = m.At
	}
	return b.String() + c.Narrative.Text[from:]
}

// Cited are the citations of an answer, one for each passage, by their numbers.
func (c Cell) Cited() []Citation {
	var list []Citation
	for _, x := range c.Citations {
		if !slices.ContainsFunc(list, func(o Citation) bool { return o.Number == x.Number }) {
			list = append(list, x)
		}
	}
	slices.SortFunc(list, func(a, b Citation) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// Place says where the passage is, for people: document, headings, page.
func (x Citation) Place() string {
	parts := append([]string{cmp.Or(x.Title, x.Address, x.Source)}, x.Section...)
	if len(parts) > 1 && parts[0] == parts[1] {
		parts = parts[1:]
	}
	text := strings.Join(parts, " › ")
	switch {
	case x.Sheet != "":
		text += ", sheet " + x.Sheet
	case x.Page > 0:
		text += fmt.Sprintf(", page %d", x.Page)
	}
	return text
}
