package require

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

func (c *reader) findPieces() []*Requirement {
	if i, pieces := c.piecesAt(); len(pieces) > 0 {
		return []*Requirement{{First: i, End: i + 1, columns: pieces}}
	}
	return nil
}

// piecesAt finds pieces that were sold, and the columns that say how many of
// them a row stands for: there are as many sales as rows, but not as many
// tickets. The sales themselves are rows.
func (c *reader) piecesAt() (at int, columns []int) {
	for _, m := range c.Mentions {
		if slices.ContainsFunc(m.Columns, func(n int) bool { return c.Index.Columns[n].Measure }) {
			continue
		}
		sold := c.soldAfter(m.End)
		for n := 1; n < len(c.Index.Columns); n++ {
			t := c.Index.Columns[n].Table
			if !c.holdsPieces(n) || m.Whole && slices.Contains(m.Tables, t) {
				continue
			}
			leads := slices.ContainsFunc(m.Tables, func(o int) bool { _, _, ok := edit.KeyTo(c.Index, t, o); return ok })
			part := slices.Contains(m.Tables, t)
			if sold && (part || leads) || part && c.isSoldIn(m, t) {
				columns = append(columns, n)
			}
		}
		if len(columns) > 0 {
			return m.First, columns
		}
	}
	return 0, nil
}

// holdsPieces reports whether a column says how many pieces a row stands for.
func (c *reader) holdsPieces(n int) bool {
	col := &c.Index.Columns[n]
	has := func(list string) bool {
		return slices.ContainsFunc(col.Words, func(w string) bool { return english.Among(w, list) })
	}
	return col.Kind == index.Number && has("quantity qty pieces units copies") && !has("price cost stock hand available reserved minimum maximum")
}

// soldAfter reports whether the words at a place say that what stands before
// them was sold.
func (c *reader) soldAfter(i int) bool {
	passive := false
	for english.Among(c.At(i), "were was been are have has") {
		passive = true
		i++
	}
	return c.At(i) == "sold" || passive && english.Among(c.At(i), "ordered bought purchased shipped delivered returned")
}

// isSoldIn reports whether a mention is what the rows of a table are sales of:
// the tickets of ticket sales.
func (c *reader) isSoldIn(m *clue.Mention, t int) bool {
	words := c.Index.Tables[t].Words
	return m.First > c.Question.Context && len(words) > 1 && m.End-m.First < len(words) && english.Among(words[len(words)-1], "sale sales order orders purchase purchases booking bookings shipment shipments") &&
		strings.HasPrefix(c.Low[m.End-1], strings.TrimSuffix(words[m.End-m.First-1], "s")) && english.Among(c.At(m.First-1), "of many")
}

func (r *Requirement) countsNoRows(query *form.Query) bool { return len(r.rowCounts(query)) == 0 }

// rowCounts lists the counts of a form that count rows which may stand for several
// pieces.
func (r *Requirement) rowCounts(query *form.Query) []*form.Expr {
	var list []*form.Expr
	edit.EachShown(query, func(e *form.Expr) {
		if e.Op == form.Count && !e.Distinct && e.Args[0].Op == form.Column {
			n := e.Args[0].Column
			if n == 0 && slices.ContainsFunc(r.columns, func(c int) bool { return slices.Contains(query.Tables, r.ix.Columns[c].Table) }) ||
				n > 0 && slices.ContainsFunc(r.columns, func(c int) bool { return r.ix.Columns[c].Table == r.ix.Columns[n].Table }) {
				list = append(list, e)
			}
		}
	})
	return list
}

// sumPieces adds up how many pieces there are where rows were counted.
func (m *repairer) sumPieces(query *form.Query, r *Requirement) {
	of := r.columns[0]
	for _, c := range r.columns {
		if slices.Contains(query.Tables, m.ix.Columns[c].Table) {
			of = c
			break
		}
	}
	for _, e := range r.rowCounts(query) {
		*e = *edit.Call(form.Sum, edit.Column(of))
	}
}
