package require

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
)

func (c *reader) findShare() []*Requirement {
	if i := c.shareAt(); i >= 0 && !c.asksPicture("pie pies donut doughnut") {
		return []*Requirement{{First: i, End: i + 1}}
	}
	return nil
}

// asksPicture reports whether the question asks for a picture that shows by itself
// what else would be computed: a pie of amounts shows their parts of the whole.
func (c *reader) asksPicture(words string) bool {
	return slices.ContainsFunc(c.Low[c.Question.Context:], func(w string) bool { return english.Among(w, words) })
}

// shareAt is the place of the word that asks for a part of something, or -1.
// Five percent is a number, and a percentage change no part.
func (c *reader) shareAt() int {
	for i := c.Question.Context; i < len(c.Low); i++ {
		if !english.Among(c.Low[i], clue.ShareWords) || c.InNumberName(i) || clue.Overlaps(&clue.Phrase{First: i, End: i + 1}, c.Values) {
			continue
		}
		if slices.ContainsFunc(c.Question.Spans, func(s span.Span) bool { return s.Kind == span.Number && s.First <= i && i <= s.End }) {
			continue
		}
		if english.Among(c.Low[i], "share shares") && english.Among(c.At(i+1), "the a an same") {
			continue // what two of them share
		}
		if english.Among(c.At(i+1), "change changes changed growth increase decrease difference points point discount off up down higher lower") || english.Among(c.At(i-1), "in") && c.asksChange() {
			continue
		}
		return i
	}
	return -1
}

// asksChange reports whether the question speaks of a change.
func (c *reader) asksChange() bool {
	return slices.ContainsFunc(c.Low[c.Question.Context:], func(w string) bool {
		return english.Among(w, "change changed changes grew grow grown growth increase increased decrease decreased rise rose fall fell drop dropped")
	})
}

// hasShare reports whether a form computes a part of something, or shows a column
// that may hold one. What is so in how many of a hundred rows is no part of all
// rows where it is so.
func (r *Requirement) hasShare(query *form.Query) bool {
	found, wrong := !slices.ContainsFunc(slices.Concat(query.Select, edit.OrderExprs(query)), (*form.Expr).Aggregates), false
	query.EachExpr(func(e *form.Expr) {
		switch e.Op {
		case form.Share, form.ShareIn:
			found = true
			wrong = wrong || r.isShareOfFlags(e) && !r.asksShareOfAll()
		case form.Pct, form.Div, form.Mul, form.Change, form.Growth, form.Scalar:
			found = true
		case form.Avg:
			found = found || len(e.Args) == 1 && (e.Args[0].Op == form.If || e.Args[0].Op == form.Column && r.ix.Columns[e.Args[0].Column].Kind == index.Boolean)
		case form.Column:
			c := &r.ix.Columns[e.Column]
			found = found || e.Column > 0 && (c.Unit == "%" || columns.Percentages.HasAny(c.Words))
		}
	})
	return found && !wrong
}

// isShareOfFlags is true for the part of all rows where something is so that each
// group has.
func (r *Requirement) isShareOfFlags(share *form.Expr) bool {
	sum := share.Args[0]
	return sum.Op == form.Sum && len(sum.Args) == 1 && sum.Args[0].Op == form.Column && sum.Args[0].Column > 0 &&
		r.ix.Columns[sum.Args[0].Column].Kind == index.Boolean
}

// asksShareOfAll is true where the question says that the part is one of all.
func (r *Requirement) asksShareOfAll() bool {
	return slices.ContainsFunc(r.q.Words[r.q.Context:], func(w span.Word) bool { return english.Among(strings.ToLower(w.Text), "total all overall whole") })
}

// takeShare makes the one figure of a form a part of the whole: of all groups, or
// without groups of what its condition on a value leaves out.
func (m *repairer) takeShare(query *form.Query, r *Requirement) {
	at := slices.IndexFunc(query.Select, (*form.Expr).Aggregates)
	if at < 0 || slices.ContainsFunc(query.Select[at+1:], (*form.Expr).Aggregates) {
		return
	}
	figure := query.Select[at]
	replaced := func(by *form.Expr) {
		for i, o := range query.Order {
			if edit.SameExpr(o.By, figure) {
				query.Order[i].By = by
			}
		}
		query.Select[at] = by
	}
	switch {
	case (figure.Op == form.Share || figure.Op == form.ShareIn) && r.isShareOfFlags(figure):
		replaced(edit.Call(form.Pct, figure.Args[0], edit.CountAll()))
	case figure.Op != form.Sum && figure.Op != form.Count:
	case len(query.Group) > 0:
		replaced(edit.Call(form.Share, figure))
	default:
		parts := query.Where.Conjuncts()
		for i := len(parts) - 1; i >= 0; i-- {
			if c := parts[i]; c.Op == form.Equal && c.Left.Op == form.Column && c.Right != nil && c.Right.Value != nil && len(figure.Args) == 1 && figure.Args[0].Op == form.Column {
				only := &form.Expr{Op: figure.Op, Distinct: figure.Distinct, Args: []*form.Expr{{Op: form.If, Args: figure.Args, If: c}}}
				query.Where = form.AllOf(slices.Delete(parts, i, i+1))
				replaced(edit.Call(form.Pct, only, figure))
				return
			}
		}
	}
}
