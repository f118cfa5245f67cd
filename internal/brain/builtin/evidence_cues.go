package builtin

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// cue pairs words with what a form does when somebody means them.
type cue struct {
	words map[string]bool
	does  []string // any of these heeds the words
}

func cueOf(words, does string) cue {
	c := cue{words: map[string]bool{}, does: strings.Fields(does)}
	for _, w := range strings.Fields(words) {
		c.words[w] = true
	}
	return c
}

var cues = []cue{
	cueOf("many count", "count sum"),
	cueOf("average averages avg mean typical typically", "avg median div"),
	cueOf("median", "median"),
	cueOf("percentile", "percentile"),
	cueOf("per each every by", "group per"),
	cueOf("most least highest lowest largest smallest biggest best worst top bottom maximum minimum max min fewest longest shortest oldest youngest "+
		"latest earliest newest cheapest greatest strongest fastest slowest heaviest lightest first last", "order max min limit place"),
	cueOf("share shares percent percentage percentages proportion fraction rate", "pct share sharein avg div"),
	cueOf("growth grew grow change changed increase increased decrease decreased decline declined versus vs compared", "change growth prev sub if group anyof or"),
	cueOf("running cumulative cumulated", "running"),
	cueOf("moving rolling", "moving"),
	cueOf("different distinct unique", "distinct group"),
	cueOf("daily weekly monthly quarterly yearly annual annually trend", "group"),
	cueOf("or either", "or anyof union !="),
}

// unheeded counts the words of a question that a form does nothing about:
// averages that it does not take, negations and comparisons that it lacks.
func unheeded(c *candidate, asked *link.Question) (n int) {
	does := doings(c.query)
	for _, cue := range cues {
		said := false
		for i, w := range asked.Words {
			said = said || i >= asked.Context && cue.words[strings.ToLower(w.Text)]
		}
		if said && !does.any(cue.does) {
			n++
		}
	}
	for _, s := range asked.Spans {
		if s.Kind == span.Negation && !does["not"] || s.Kind == span.Comparison && !does["compare"] {
			n++
		}
	}
	return n
}

// unsaid counts what a form does without a word for it in the question or in
// the reading before it.
func unsaid(c *candidate, asked *link.Question) (n int) {
	does := doings(c.query)
	words := map[string]bool{}
	for _, w := range asked.Words {
		words[strings.ToLower(w.Text)] = true
	}
	for _, op := range []string{"avg", "median", "group", "limit", "distinct", "share", "pct", "change", "growth"} {
		if !does[op] {
			continue
		}
		said := false
		for _, cue := range cues {
			for _, d := range cue.does {
				for w := range cue.words {
					said = said || d == op && words[w]
				}
			}
		}
		if !said {
			n++
		}
	}
	if does["not"] && !says(asked, span.Negation) {
		n++
	}
	for _, t := range c.tokens {
		if t.Kind == form.ItemToken && asked.Items[t.N].First < 0 {
			n++
		}
	}
	return n
}

func says(asked *link.Question, kind span.Kind) bool {
	for _, s := range asked.Spans {
		if s.Kind == kind {
			return true
		}
	}
	return false
}

// deeds names what a form does.
type deeds map[string]bool

func (d deeds) any(list []string) bool {
	for _, w := range list {
		if d[w] {
			return true
		}
	}
	return false
}

func doings(q *form.Query) deeds {
	d := deeds{}
	eachQuery(q, func(q *form.Query) {
		d["group"] = d["group"] || len(q.Group) > 0
		d["order"] = d["order"] || len(q.Order) > 0
		d["per"] = d["per"] || len(q.Per) > 0
		d["limit"] = d["limit"] || q.Limit != nil
		d["place"] = d["place"] || q.Place != nil
		d["distinct"] = d["distinct"] || q.Distinct
		d[string(q.Set)] = true
		d["not"] = d["not"] || q.Set == form.Except
		exprsOf(q, func(x *form.Expr) {
			d[string(x.Op)] = true
			d["distinct"] = d["distinct"] || x.Distinct
		}, func(c *form.Cond) {
			d[string(c.Op)] = true
			switch c.Op {
			case form.NotEqual, form.NoneOf, form.NotIn, form.IsNull, form.NotContains, form.NotStartsWith, form.NotEndsWith, form.NotMatches, form.NotDuring:
				d["not"] = true
			case form.Less, form.Greater, form.LessEqual, form.GreaterEqual, form.Between, form.During, form.AsOf:
				d["compare"] = true
			}
		})
	})
	return d
}
