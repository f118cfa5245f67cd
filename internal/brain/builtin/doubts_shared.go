package builtin

import (
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// findSharedWords finds words that several values of a column have, where a form
// asks for one of these: deals are closed when they are won and when they are lost.
func findSharedWords(j *judgement) (parts []string, _ string) {
	said := map[string]bool{}
	for _, w := range j.asked.Words {
		said[english.Stem(strings.ToLower(w.Text))] = true
	}
	asked := map[int][]string{} // the values that the form asks for, by column
	j.first.Query.EachValue(func(v *form.Value, column int) {
		if v.Kind == form.Text && v.Stored && column > 0 && len(j.ix.Columns[column].Enum) > 1 {
			asked[column] = append(asked[column], v.Text)
		}
	})
	for column, texts := range asked {
		for _, text := range texts {
			if shared := sharedWord(j.ix.Columns[column].Enum, text, texts, said); shared != "" {
				parts = append(parts, quote(shared))
			}
		}
	}
	return parts, ""
}

// sharedWord is the only word of a value that the question says, if another value
// that the form does not ask for has it, too; else "".
func sharedWord(enum []index.Value, text string, asked []string, said map[string]bool) string {
	words, common := wordsIn(text), ""
	if len(words) < 2 {
		return ""
	}
	for _, w := range words {
		switch {
		case !said[english.Stem(w)]:
		case common != "":
			return "" // several words tell it
		default:
			common = w
		}
	}
	if common != "" && slices.ContainsFunc(enum, func(o index.Value) bool {
		return o.Text != text && !slices.Contains(asked, o.Text) && slices.Contains(wordsIn(o.Text), common) && len(wordsIn(o.Text)) > 1
	}) {
		return common
	}
	return ""
}

func wordsIn(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// findUnsaidPieces asks what sells best where a form counts pieces, and there is an
// amount of money beside them.
func findUnsaidPieces(j *judgement) (_ []string, question string) {
	sells, pieces := false, false
	for _, w := range j.asked.Words[j.asked.Context:] {
		text := strings.ToLower(w.Text)
		sells = sells || english.Among(text, "sell sells selling sold seller sellers")
		pieces = pieces || english.Among(english.Singular(text), "unit piece quantity number many item volume much copy")
	}
	if !sells || pieces {
		return nil, ""
	}
	for _, o := range j.first.Query.Order {
		if o.By.Op != form.Sum || o.By.Args[0].Op != form.Column || o.By.Args[0].Column == 0 {
			continue
		}
		c := &j.ix.Columns[o.By.Args[0].Column]
		if !isPieces(c) || !slices.ContainsFunc(j.ix.Tables[c.Table].Columns, func(n int) bool {
			other := &j.ix.Columns[n]
			return other.Measure && !other.Averages && columns.IsAmount(other.Words)
		}) {
			continue
		}
		return nil, "Ranked by how many were sold, or by the money?"
	}
	return nil, ""
}

func isPieces(c *index.Column) bool {
	return slices.ContainsFunc(c.Words, func(w string) bool { return english.Among(w, "quantity units pieces sold count") })
}

// findPassedFigures finds the name of a figure that an answer leaves out, where no word
// names the amounts that it adds up or averages: spend by salesperson is not what their deals amount to.
func findPassedFigures(j *judgement) (parts []string, _ string) {
	named := map[int]bool{}
	for _, n := range j.asked.Names {
		if n.Column && n.First >= j.asked.Context {
			named[n.Number] = true
		}
	}
	figures := 0
	for _, e := range j.first.Query.Select {
		if e.Op != form.Sum && e.Op != form.Avg || len(e.Args) != 1 || e.Args[0].Op != form.Column {
			continue
		}
		if e.As != "" || named[e.Args[0].Column] {
			return nil, ""
		}
		figures++
	}
	if figures == 0 || len(j.asked.Terms) > 0 {
		return nil, ""
	}
	used := usedWords(j.ix, j.first, j.asked)
	for _, n := range j.asked.Names {
		if n.Column && n.Kind == 1 && n.First >= j.asked.Context && !used[n.First] && j.ix.Columns[n.Number].Measure {
			return []string{quote(j.asked.Words[n.First].Text)}, ""
		}
	}
	return nil, ""
}

// findPassedGroups finds what the question wants figures by, and something in the
// data is called, where the form groups by a column that no word names instead: the
// promo code is not the campaign.
func findPassedGroups(j *judgement) (parts []string, _ string) {
	unnamed := false
	for _, e := range j.first.Query.Group {
		unnamed = unnamed || e.Op == form.Column && e.Column > 0 && !slices.ContainsFunc(j.asked.Names, func(n link.Name) bool {
			return n.Column && n.Number == e.Column || !n.Column && n.Number == j.ix.Columns[e.Column].Table && n.First >= j.asked.Context && isGroupWord(j, n.First)
		})
	}
	if !unnamed || len(j.asked.Terms) > 0 {
		return nil, ""
	}
	used := usedWords(j.ix, j.first, j.asked)
	for _, n := range j.asked.Names {
		if n.OfName() && n.First >= j.asked.Context && isGroupWord(j, n.First) && !used[n.First] {
			return []string{quote(j.asked.Words[n.First].Text)}, ""
		}
	}
	return nil, ""
}

// findOpinions finds what a question wants a yes or no about, where the answer is
// just a column that it does not name: that a tent has a price does not say whether
// it is worth keeping.
func findOpinions(j *judgement) (parts []string, _ string) {
	words := j.asked.Words[j.asked.Context:]
	if len(words) < 3 || !english.Among(strings.ToLower(words[0].Text), "is are was were does do did should will would") || english.Among(strings.ToLower(words[1].Text), "there you we") {
		return nil, ""
	}
	for _, e := range j.first.Query.Select {
		if e.Op != form.Column || e.Column == 0 || slices.ContainsFunc(j.asked.Names, func(n link.Name) bool { return n.Column && n.Number == e.Column && n.OfName() }) {
			return nil, ""
		}
	}
	for i := len(j.asked.Words) - 1; i > j.asked.Context; i-- {
		if w := j.asked.Words[i].Text; len(w) > 2 {
			return []string{quote(w)}, ""
		}
	}
	return nil, ""
}

// isGroupWord is true for the word after by, per or each.
func isGroupWord(j *judgement, at int) bool {
	return at > j.asked.Context && english.Among(strings.ToLower(j.asked.Words[at-1].Text), "by per each every")
}

// findKnownDates finds the words that nothing answers to, where the answer takes it that
// a date is known, or missing, and no word says what happened on it: that an invoice
// has a date does not mean that it was cancelled.
func findKnownDates(j *judgement) (parts []string, _ string) {
	if j.answer.Confidence >= tuning.KnowsBetter && !hasEqualFigures(j.first) {
		return nil, ""
	}
	said := map[string]bool{}
	for _, w := range j.asked.Words {
		said[english.Stem(strings.ToLower(w.Text))] = true
	}
	guessed := false
	j.first.Query.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(c *form.Cond) {
			if c.Op != form.NotNull && c.Op != form.IsNull || c.Left.Op != form.Column || c.Left.Column == 0 {
				return
			}
			k := &j.ix.Columns[c.Left.Column]
			nouns := append(slices.Clone(j.ix.Tables[k.Table].Words), strings.Fields(j.ix.Tables[k.Table].RowNoun())...)
			for _, e := range j.ix.Tables[k.Table].Entities {
				nouns = append(nouns, e.Noun)
			}
			guessed = guessed || k.Kind == index.Time && !slices.ContainsFunc(k.Words, func(w string) bool {
				return said[english.Stem(w)] && !english.Among(w, "date time day at on timestamp datetime month year") && !slices.Contains(nouns, english.Singular(w)) && !slices.Contains(nouns, w)
			})
		})
	})
	if !guessed {
		return nil, ""
	}
	for _, w := range j.asked.Unlinked() {
		parts = append(parts, quote(w))
	}
	return parts, ""
}

// hasEqualFigures reports whether two columns of what a candidate found are the same in
// every row, so that the condition of one of them says nothing.
func hasEqualFigures(c *candidates.Candidate) bool {
	t := c.Result
	if t == nil || len(t.Rows) == 0 {
		return false
	}
	for i := range t.Columns {
		for j := range i {
			if !slices.ContainsFunc(t.Rows, func(r table.Row) bool { return candidates.NormalizeCell(r[i]) != candidates.NormalizeCell(r[j]) }) {
				return true
			}
		}
	}
	return false
}
