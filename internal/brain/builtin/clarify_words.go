package builtin

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/english"
)

// asker words a question about one aspect of several views.
type asker struct {
	ix    *index.Index
	asked *link.Question
	about aspect
	views []view
}

// ask gives the question and the text of each choice.
func (a asker) ask() (question string, choices []string) {
	if columns := a.columns(); columns != nil {
		return a.askColumns(columns)
	}
	for i, v := range a.views {
		choices = append(choices, a.ownText(v, i))
	}
	list := english.JoinList(choices, "or")
	switch a.about {
	case measure:
		return "Do you want " + list + "?", choices
	case dimension:
		return "Should the result be " + list + "?", choices
	case filter, group:
		return "Which rows should count: " + list + "?", choices
	case period:
		return "Which period do you mean: " + list + "?", choices
	case order:
		return "How should it be ordered: " + list + "?", choices
	}
	return "Do you mean " + list + "?", choices
}

// ownText is what a view says that the others do not, or that it says nothing.
func (a asker) ownText(v view, at int) string {
	var texts []string
	for _, text := range v.clauses[a.about] {
		common := true
		for i, o := range a.views {
			common = common && (i == at || slices.Contains(o.clauses[a.about], text))
		}
		if !common {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		return map[aspect]string{dimension: "all in one", filter: "all of them", period: "any time", group: "all of them", order: "in no order", limit: "all of them"}[a.about]
	}
	for i, text := range texts {
		texts[i] = strings.TrimPrefix(text, map[aspect]string{filter: "where ", group: "only where ", period: "with "}[a.about])
	}
	own := strings.Join(texts, " and ")
	if a.about == filter || a.about == group {
		return "only those where " + own
	}
	return own
}

// columns are the columns in which the views differ, one for each view, when
// there is nothing else that they differ in.
func (a asker) columns() []int {
	var list []int
	for _, v := range a.views[1:] {
		mine, its, ok := otherColumn(a.about, a.views[0].form, v.form)
		if list == nil {
			list = []int{mine}
		}
		if !ok || list[0] != mine || slices.Contains(list, its) {
			return nil
		}
		list = append(list, its)
	}
	return list
}

// askColumns asks which of several columns is meant by a word of the question.
func (a asker) askColumns(columns []int) (string, []string) {
	choices := a.columnNames(columns)
	list := english.JoinList(choices, "or")
	if a.about == period {
		return "Which date do you mean: " + list + "?", choices
	}
	if a.about == filter {
		if value := a.value(columns[0]); value != "" {
			return "Is " + value + " the " + english.JoinList(choices, "or the") + "?", choices
		}
	}
	if word := a.word(columns); word != "" {
		return "By “" + word + "” do you mean " + list + "?", choices
	}
	return "Do you mean " + list + "?", choices
}

// columnNames says the columns, with their tables where these differ or a name alone
// could be another one's too.
func (a asker) columnNames(columns []int) []string {
	var list []string
	for _, c := range columns {
		name := strings.Join(a.ix.Columns[c].Words, " ")
		for _, o := range columns {
			if a.ix.Columns[o].Table != a.ix.Columns[c].Table || o != c && strings.HasSuffix(" "+strings.Join(a.ix.Columns[o].Words, " "), " "+name) {
				name += " of " + strings.Join(a.ix.Tables[a.ix.Columns[c].Table].Words, " ")
				break
			}
		}
		list = append(list, name)
	}
	return list
}

// value is the text that the first view compares a column with.
func (a asker) value(column int) string {
	found := ""
	a.views[0].form.EachValue(func(v *form.Value, c int) {
		if c == column && v.Kind == form.Text && found == "" {
			found = "“" + v.Text + "”"
		}
	})
	return found
}

// word is what the question calls the columns: words linked to several of
// them, or the only word that is linked to nothing.
func (a asker) word(columns []int) string {
	best, most := "", 1
	for _, n := range a.asked.Names {
		if n.First < a.asked.Context {
			continue
		}
		var hit []int
		for _, o := range a.asked.Names {
			if o.Column && o.First == n.First && o.End == n.End && slices.Contains(columns, o.Number) && !slices.Contains(hit, o.Number) {
				hit = append(hit, o.Number)
			}
		}
		if len(hit) > most {
			most, best = len(hit), a.words(n.First, n.End)
		}
	}
	if unlinked := a.asked.Unlinked(); best == "" && len(unlinked) == 1 {
		return unlinked[0]
	}
	return best
}

func (a asker) words(first, end int) string {
	var words []string
	for _, w := range a.asked.Words[first:end] {
		words = append(words, w.Text)
	}
	return strings.Join(words, " ")
}
