package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// unknownValues are conditions that compare a column with a text that it does not
// hold, where the same words of the question name one that it does: Logan for the
// airport General Edward Lawrence Logan. The values are what it holds.
func unknownValues(c *Case) map[*form.Cond]*form.Value {
	found := map[*form.Cond]*form.Value{}
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(k *form.Cond) {
			if !comparesUnstored(k) {
				return
			}
			if v := c.storedFor(k.Left.Column, k.Right.Value.Text); v != nil {
				found[k] = v
			}
		})
	})
	return found
}

// comparesUnstored is true for a column that is compared with a text which it is not
// known to hold.
func comparesUnstored(k *form.Cond) bool {
	return (k.Op == form.Equal || k.Op == form.NotEqual) && k.Left != nil && k.Left.Op == form.Column && k.Left.Column > 0 && k.Right != nil &&
		k.Right.Value != nil && k.Right.Value.Kind == form.Text && k.Right.Value.Text != "" && !k.Right.Value.Stored
}

// storedFor is the one value of a column that words of the question name.
func (c *Case) storedFor(column int, said string) *form.Value {
	var found *form.Value
	for _, it := range c.Asked.Items {
		if it.Column != column || it.First < 0 || it.Value == nil || !it.Value.Stored {
			continue
		}
		var words []string
		for _, w := range c.Asked.Words[it.First:it.End] {
			words = append(words, strings.ToLower(w.Text))
		}
		within := !slices.ContainsFunc(strings.Fields(strings.ToLower(said)), func(w string) bool { return !slices.Contains(words, w) })
		if !within || found != nil && found.Text == it.Value.Text {
			continue
		}
		if found != nil {
			return nil // which of them, nobody knows
		}
		found = it.Value
	}
	return found
}

func useStored(c *Case) {
	for k, v := range unknownValues(c) {
		right := *k.Right
		right.Value = v
		k.Right = &right
	}
}

// sharedBeginnings are conditions that compare a column with a text that it does not
// hold, but that several of its values begin with: Cancelled, of Cancelled by clinic and
// Cancelled by patient. All of these are meant.
func sharedBeginnings(c *Case) map[*form.Cond][]*form.Value {
	found := map[*form.Cond][]*form.Value{}
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(k *form.Cond) {
			if !comparesUnstored(k) {
				return
			}
			var list []*form.Value
			for _, v := range c.Index.Columns[k.Left.Column].Enum {
				rest, begins := strings.CutPrefix(strings.ToLower(v.Text), strings.ToLower(k.Right.Value.Text))
				if rest == "" && begins {
					return
				}
				if begins && strings.ContainsAny(rest[:1], " -:/,(") {
					list = append(list, &form.Value{Kind: form.Text, Text: v.Text, Stored: true})
				}
			}
			if len(list) > 1 {
				found[k] = list
			}
		})
	})
	return found
}

func useAllBeginnings(c *Case) {
	for k, list := range sharedBeginnings(c) {
		op := form.AnyOf
		if k.Op == form.NotEqual {
			op = form.NoneOf
		}
		*k = form.Cond{Op: op, Left: k.Left, Values: list}
	}
}

// unsaidUnknowns are conditions for what is not known, in a column that says no as well,
// where the question says nothing of the kind: who has no loan is not who may have one.
func unsaidUnknowns(c *Case) map[*form.Cond]*form.Value {
	found := map[*form.Cond]*form.Value{}
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(k *form.Cond) {
			if k.Op != form.Equal || k.Left == nil || k.Left.Op != form.Column || k.Left.Column <= 0 || k.Right == nil || k.Right.Value == nil ||
				!unknownWords[strings.ToLower(k.Right.Value.Text)] || c.says(unknownWords) {
				return
			}
			values := c.Index.Columns[k.Left.Column].Enum
			no := slices.IndexFunc(values, func(v index.Value) bool { return strings.EqualFold(v.Text, "no") })
			if no >= 0 && slices.ContainsFunc(values, func(v index.Value) bool { return strings.EqualFold(v.Text, "yes") }) {
				found[k] = &form.Value{Kind: form.Text, Text: values[no].Text, Stored: true}
			}
		})
	})
	return found
}

var unknownWords = english.NewSet("unknown undefined unspecified undisclosed missing unclear")

func sayNo(c *Case) {
	for k, v := range unsaidUnknowns(c) {
		right := *k.Right
		right.Value = v
		k.Right = &right
	}
}
