package builtin

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

func quote(text string) string { return "“" + text + "”" }

// isNamedIn is true for a part that a list has already, by itself or within a
// shorter quotation.
func isNamedIn(list []string, text string) bool {
	return slices.ContainsFunc(list, func(o string) bool { return o == text || strings.Contains(text, strings.Trim(o, "“”")) })
}

// findUnstoredValues finds words that a form compares with a column of a few
// values, none of which they are: all tickets are other than urgent where nothing
// is called so.
func findUnstoredValues(j *judgement) (parts []string, _ string) {
	return unstoredValues(j.ix, j.first.Query), ""
}

func unstoredValues(ix *index.Index, q *form.Query) []string {
	var list []string
	q.EachValue(func(v *form.Value, column int) {
		if v.Kind != form.Text || v.Stored || column == 0 || len(ix.Columns[column].Enum) == 0 || ix.Columns[column].Kind != index.Text {
			return
		}
		for _, e := range ix.Columns[column].Enum {
			if strings.Contains(strings.ToLower(e.Text), strings.ToLower(v.Text)) {
				return
			}
		}
		list = append(list, quote(v.Text))
	})
	return list
}

// findUnknownNames finds words that nothing is known to be called, and that a form
// which finds no rows, or counts none, asks for.
func findUnknownNames(j *judgement) (parts []string, _ string) {
	if !j.first.Empty && !isNothing(j.first.Result) {
		return nil, ""
	}
	j.first.Query.EachQuery(func(q *form.Query) {
		for _, c := range q.Where.Conjuncts() {
			if c.Op != form.Equal || c.Left == nil || c.Left.Op != form.Column || c.Left.Column == 0 || c.Right == nil {
				continue
			}
			if v := c.Right.Value; v != nil && v.Kind == form.Text && !v.Stored {
				parts = append(parts, quote(v.Text))
			}
		}
	})
	return parts, ""
}

// isNothing is true for one row of zeros and nulls: how many there are of what is
// not there.
func isNothing(t *table.Table) bool {
	if t == nil || len(t.Rows) != 1 {
		return false
	}
	return !slices.ContainsFunc(t.Rows[0], func(v table.Value) bool {
		n, ok := v.Float64()
		return !v.IsNull() && (!ok || n != 0)
	})
}

// findUnusedNames finds words that are written as names, that nothing in the data
// is called, and that the form does not use: the share of the USA is not that of
// all regions.
func findUnusedNames(j *judgement) (parts []string, _ string) {
	used, unlinked := usedWords(j.ix, j.first, j.asked), j.asked.Unlinked()
	var values []string
	j.first.Query.EachValue(func(v *form.Value, _ int) { values = append(values, strings.ToLower(v.Text)) })
	for i := j.asked.Context + 1; i < len(j.asked.Words); i++ {
		text := j.asked.Words[i].Text
		word := strings.ToLower(text)
		begins := strings.ContainsAny(j.asked.Words[i-1].Text, ".?!:;\"'“(") // any word has a capital there
		if first, _ := utf8.DecodeRuneInString(text); unicode.IsUpper(first) && !begins && !used[i] && slices.Contains(unlinked, word) &&
			!slices.ContainsFunc(values, func(v string) bool { return strings.Contains(v, word) }) {
			parts = append(parts, quote(text))
		}
	}
	return parts, ""
}

// findUnmetRequirements finds parts of the question that the answer leaves out, or
// guesses the meaning of.
func findUnmetRequirements(j *judgement) (parts []string, _ string) {
	for _, d := range slices.Concat(j.first.Unmet, j.first.Guessed) {
		parts = append(parts, quote(d.Text()))
	}
	return parts, ""
}

// findMoneyWords finds the words for money that nothing in the database is called,
// where the parser declines: whether the amounts that were found are meant, only
// the person can say.
func findMoneyWords(j *judgement) (parts []string, _ string) {
	if j.declined > tuning.DeclineFrom && !j.isTakings() {
		for _, w := range j.asked.Unlinked() {
			parts = append(parts, quote(w))
		}
	}
	return parts, ""
}

// namesMoney is true where a candidate adds up amounts and understands every word
// but some for money.
func (j *judgement) namesMoney() bool {
	c, words := j.first, j.asked.Unlinked()
	if !j.rules.On(moneyWords) || len(words) == 0 || len(c.Unmet)+len(c.Missed) > 0 || c.Empty ||
		slices.ContainsFunc(words, func(w string) bool { return !takings[w] }) {
		return false
	}
	adds := false
	c.Query.Visit(func(e *form.Expr) {
		if e.Op != form.Sum || len(e.Args) != 1 {
			return
		}
		of := e.Args[0]
		adds = adds || of.Op == form.Column && columns.IsAmount(j.ix.Columns[of.Column].Words) || of.Op == form.Mul && isPriced(j.ix, of)
	}, nil)
	return adds
}

// isTakings is true where words for what was taken in, such as revenue, are the
// only ones that name nothing, and the form adds up prices of pieces: there is no
// other figure that they could mean.
func (j *judgement) isTakings() bool {
	return len(j.unnamedMoney()) > 0 && len(j.first.Unmet)+len(j.first.Missed) == 0 && !j.first.Empty && j.takingsOf() != nil
}

// unnamedMoney are the words that name nothing, buckets of time left aside, if all
// of them say what was taken in.
func (j *judgement) unnamedMoney() []string {
	words := slices.DeleteFunc(j.asked.Unlinked(), func(w string) bool { return clue.Grains[w] != "" })
	if slices.ContainsFunc(words, func(w string) bool { return !takings[w] }) {
		return nil
	}
	return words
}

// takingsOf is the sum of prices of pieces in a form, or nil.
func (j *judgement) takingsOf() *form.Expr {
	var found *form.Expr
	j.first.Query.Visit(func(e *form.Expr) {
		if e.Op == form.Sum && len(e.Args) == 1 && e.Args[0].Op == form.Mul && isPriced(j.ix, e.Args[0]) {
			found = e
		}
	}, nil)
	return found
}

var takings = columns.Takings.With(english.NewSet("sales sell sold selling make made"))

// isPriced is true for a product of a price and a number of things.
func isPriced(ix *index.Index, e *form.Expr) bool {
	says := func(is func(string) bool) bool {
		return slices.ContainsFunc(e.Args, func(a *form.Expr) bool {
			return a.Op == form.Column && a.Column > 0 && slices.ContainsFunc(ix.Columns[a.Column].Words, is)
		})
	}
	return says(func(w string) bool { return english.Among(w, "price fee rate") }) &&
		says(func(w string) bool {
			return columns.Counts[w] || english.Among(w, "number ordered sold hours minutes days nights weeks months people seats volume weight liters litres kg")
		})
}

// findImpossibleShares finds a part that is more than the whole, or that is the
// whole in every group.
func findImpossibleShares(j *judgement) (_ []string, question string) {
	c := j.first
	if c.Result == nil {
		return nil, ""
	}
	for i, e := range c.Query.Select {
		if !isPartOfWhole(e) || i >= len(c.Result.Columns) {
			continue
		}
		whole, more := 0, false
		for _, row := range c.Result.Rows {
			n, ok := row[i].Float64()
			more = more || ok && n > 100+roundOff
			if ok && n > 100-roundOff && n < 100+roundOff {
				whole++
			}
		}
		switch {
		case more:
			return nil, "This comes to more than 100%, which a share cannot be: either it is not what you meant, or something is counted twice. Do you want it anyway?"
		case whole > 1 && whole == len(c.Result.Rows):
			return nil, "This comes to 100% in every group. Is that what you meant?"
		}
	}
	return nil, ""
}

// roundOff is how far from a number the same number may come out.
const roundOff = 1e-6

// isPartOfWhole is true for a percentage of the rows or the amount that a condition
// leaves.
func isPartOfWhole(e *form.Expr) bool {
	if e.Op != form.Pct || len(e.Args) != 2 {
		return false
	}
	part, whole := e.Args[0], e.Args[1]
	return part.Op == whole.Op && (part.Op == form.Count || part.Op == form.Sum) && len(part.Args) == 1 && len(whole.Args) == 1 &&
		part.Args[0].Op == form.If && whole.Args[0].Op != form.If && len(part.Args[0].Args) == 1 && form.SameFigure(part.Args[0].Args[0], whole.Args[0])
}

// findRepeatedRows finds sums whose rows a join repeats for several groups: an
// order's total counts in each category of its lines, and the categories add up
// to more than there is.
func findRepeatedRows(j *judgement) (_ []string, question string) {
	c := j.first
	if amount, key := candidates.FindSharedAmount(j.ix, c.Query); amount > 0 {
		return nil, fmt.Sprintf("The %s belongs to the whole %s, which may have several rows here, and counts in full in each of them. Is that what you want?", strings.Join(j.ix.Columns[amount].Words, " "), j.ix.EntityName(key))
	}
	if len(c.Notes.Single)+len(c.Notes.Doubled) == 0 {
		return nil, ""
	}
	for _, e := range c.Query.Select {
		if e.Op != form.Sum || e.Args[0].Op != form.Column || e.Args[0].Column == 0 {
			continue
		}
		of := j.ix.Columns[e.Args[0].Column].Table
		if c.Query.GroupsBy(func(n int) bool { return !j.ix.Leads(of, j.ix.Columns[n].Table) }) {
			return nil, fmt.Sprintf("One of the %s may belong to several of these groups and counts in full in each, so the groups add up to more than the total. Is that what you want?", render.Table(j.ix, of, true))
		}
	}
	return nil, ""
}
