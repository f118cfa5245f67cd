package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// Words for the two ends of a trip: in the names of keys, and before a place in a
// question.
var (
	startNames = english.NewSet("origin orig source start from departure pickup sender depart")
	endNames   = english.NewSet("destination dest target end to arrival dropoff receiver arrive")
	startWords = english.NewSet("from leaving left departing departed departs starting started out")
	endWords   = english.NewSet("to into reaching reached arriving arrived arrives bound towards toward landing landed ending ended")
)

// wrongEnd is a condition on a place that is not looked for at the end of a trip that
// the question says, and the key that leads to that end: flights to Oslo.
type wrongEnd struct {
	on  *form.Expr
	key int
}

func wrongEnds(c *Case) []wrongEnd {
	var list []wrongEnd
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(k *form.Cond) {
			if !isValue(k) || k.Left.Column <= 0 {
				return
			}
			ends := map[bool]int{} // keys by whether they lead to where a trip ends
			for _, t := range q.Tables {
				for _, key := range c.Index.KeysFrom(t) {
					if len(key.From) != 1 || c.Index.Columns[key.To[0]].Table != c.Index.Columns[k.Left.Column].Table {
						continue
					}
					words := c.Index.Columns[key.From[0]].Words
					if startNames.HasAny(words) {
						ends[false] = key.From[0]
					} else if endNames.HasAny(words) {
						ends[true] = key.From[0]
					}
				}
			}
			if len(ends) != 2 {
				return
			}
			if atEnd, said := c.endBefore(k.Right.Value.Text); said && k.Left.Via != ends[atEnd] {
				list = append(list, wrongEnd{k.Left, ends[atEnd]})
			}
		})
	})
	return list
}

// endBefore is which end of a trip the words before a place say.
func (c *Case) endBefore(place string) (atEnd, said bool) {
	parts := english.Split(place)
	words := c.Asked.Words[c.Asked.Context:]
	at := slices.IndexFunc(words, func(w span.Word) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return len(p) > 2 && strings.EqualFold(strings.ReplaceAll(w.Text, "'", ""), p) })
	})
	for back := 1; back <= 2 && at-back >= 0; back++ {
		switch w := strings.ToLower(words[at-back].Text); {
		case endWords[w]:
			return true, true
		case startWords[w]:
			return false, true
		}
	}
	return false, false
}

func turnEnds(c *Case) {
	wrong := wrongEnds(c)
	for _, w := range wrong {
		w.on.Via = w.key
	}
	c.Query.EachQuery(func(q *form.Query) { // without the places that nothing else is asked of
		used := map[int]bool{}
		q.Visit(func(e *form.Expr) {
			if e.Op == form.Column && e.Column > 0 && e.Via == 0 {
				used[c.Index.Columns[e.Column].Table] = true
			}
			if e.Via > 0 {
				used[c.Index.Columns[e.Via].Table] = true
			}
		}, nil)
		if rest := slices.DeleteFunc(slices.Clone(q.Tables), func(t int) bool {
			return !used[t] && t != q.Keep && slices.ContainsFunc(wrong, func(w wrongEnd) bool { return c.Index.Columns[w.on.Column].Table == t })
		}); len(rest) > 0 {
			q.Tables = rest
		}
	})
}
