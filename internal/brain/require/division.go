package require

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

func (c *reader) findDivision() []*Requirement {
	if i := c.divisionAt(); i >= 0 {
		return []*Requirement{{First: i, End: i + 1}}
	}
	return nil
}

// divisionAt is the place of the word that divides what the turn before showed,
// -1 where nothing is divided or there was one figure.
func (c *reader) divisionAt() int {
	before := c.Question.Before()
	if before == nil || len(before.Group) == 0 {
		return -1
	}
	for i := c.Question.Context; i < len(c.Low); i++ {
		if english.Among(c.Low[i], "break breaks broken split drill slice divide") && slices.ContainsFunc(c.Low[i:], func(w string) bool { return english.Among(w, "by into per") }) {
			return i
		}
	}
	return -1
}

// keepsGroups reports whether the groups of the turn before are still there.
func (r *Requirement) keepsGroups(query *form.Query) bool {
	return !slices.ContainsFunc(r.groupsToKeep(query), func(e *form.Expr) bool {
		return !slices.ContainsFunc(query.Group, func(o *form.Expr) bool { return edit.SameExpr(o, e) })
	})
}

// groupsToKeep are the groups of the turn before that a division keeps: all but times,
// where it names another time itself.
func (r *Requirement) groupsToKeep(query *form.Query) []*form.Expr {
	timed := func(e *form.Expr) bool {
		return e.Op != form.Column || e.Column > 0 && r.ix.Columns[e.Column].Kind == index.Time
	}
	var list []*form.Expr
	for _, e := range r.q.Before().Group {
		if !timed(e) || !slices.ContainsFunc(query.Group, func(o *form.Expr) bool { return timed(o) && !edit.SameExpr(o, e) }) {
			list = append(list, e)
		}
	}
	return list
}

// addGroupsBefore puts the groups of the turn before in front again, and shows what was
// shown of them.
func (m *repairer) addGroupsBefore(query *form.Query, r *Requirement) {
	for _, e := range slices.Backward(r.groupsToKeep(query)) {
		same := func(o *form.Expr) bool { return edit.SameExpr(o, e) }
		if slices.ContainsFunc(query.Group, same) {
			continue
		}
		query.Group = append([]*form.Expr{e.Clone()}, query.Group...)
		if slices.ContainsFunc(r.q.Before().Select, same) && !slices.ContainsFunc(query.Select, same) {
			query.Select = append([]*form.Expr{e.Clone()}, query.Select...)
		}
	}
}
