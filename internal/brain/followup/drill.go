package followup

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// drills is a message (in lower case, words alone) that wants the parts of one row.
var drills = lazyregexp.New(`^(?:(?:and|now|then|please|ok|okay|can you|could you|let's|let us|can we) )*(?:(?:drill|dig|zoom|dive|go|look)(?: down| deeper| further| more)*(?: in| into| in on| in to| on)|break down|drill down) (?:the )?(.+?)(?: further| more| please)*$`)

// Drills is the row of the answer before that a message wants the parts of.
func Drills(message string) (row string, ok bool) {
	if m := drills.FindStringSubmatch(message); m != nil {
		return m[1], true
	}
	return "", false
}

// behind is a message (in lower case, words alone) that wants the rows which a figure was
// made of.
var behind = lazyregexp.New(`^(?:(?:and|now|then|please|ok|okay|can you|could you|can i|let me|i want to) )*(?:which|what|show|see|list|give|get)(?: me)?(?: are| were)?(?: (?:all|of|the|underlying|raw|single|individual|source|actual))* (?:rows?|records?|entries|lines) (?:(?:that |which )?(?:are|is|were|lie|stand) )?(?:behind|underneath|beneath|under) (.+?)(?: please)*$`)

// wholeAnswer is what such a message calls all of the answer.
var wholeAnswer = lazyregexp.New(`^(?:it|(?:this|that|these|those|the)(?: (?:last|whole|total|single))?(?: (?:answers?|figures?|numbers?|values?|totals?|results?|charts?|tables?))?)$`)

// WantsRows is true for a message that wants the rows behind an answer, and says behind
// which row of it; "" means all.
func WantsRows(message string) (row string, ok bool) {
	m := behind.FindStringSubmatch(message)
	switch {
	case m == nil:
		return "", false
	case wholeAnswer.MatchString(m[1]):
		return "", true
	}
	return strings.TrimPrefix(m[1], "the "), true
}

// Rows is the form of the rows behind the turn before, with some columns: behind the row
// that has a text in a column, where one is given.
func Rows(before *form.Query, shown []*form.Expr, column int, text string) *form.Query {
	q := before.Clone()
	if column != 0 {
		q.Where = form.AllOf(append(q.Where.Conjuncts(), has(column, text)))
	}
	q.Select, q.Group, q.Having, q.Order, q.Limit, q.Place, q.Per, q.Distinct = shown, nil, nil, nil, nil, nil, nil, false
	return q
}

func has(column int, text string) *form.Cond {
	return &form.Cond{Op: form.Equal, Left: &form.Expr{Op: form.Column, Column: column}, Right: &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Text, Text: text, Stored: true}}}
}

// Drill is the form of one row of the turn before, by something else; nil where the turn
// before is no figure for each of several rows.
func Drill(before *form.Query, column int, text string, by *form.Expr) *form.Query {
	at := slices.IndexFunc(before.Group, func(e *form.Expr) bool { return e.Op == form.Column && e.Column == column })
	if at < 0 || before.Set != form.NoSet || before.Having != nil || len(before.Per) > 0 {
		return nil
	}
	q := before.Clone()
	q.Group[at] = by
	shown := slices.IndexFunc(q.Select, func(e *form.Expr) bool { return e.Op == form.Column && e.Column == column })
	if shown < 0 {
		return nil
	}
	q.Select[shown] = by
	q.Where = form.AllOf(append(q.Where.Conjuncts(), has(column, text)))
	q.Limit, q.Place = nil, nil
	if ByTime(by) {
		q.Order = []form.Order{{By: by}}
	} else {
		q.Order = slices.DeleteFunc(q.Order, func(o form.Order) bool { return o.By.Op == form.Column && o.By.Column == column })
	}
	return q
}
