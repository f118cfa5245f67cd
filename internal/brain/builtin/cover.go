package builtin

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/core"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/search"
)

const (
	// unmetCost is how much less probable a candidate is for each part of the
	// question that it leaves out, in nats. Of gold queries one in a hundred
	// leaves out such a part.
	unmetCost = 4.0
	// mendCost is how much less probable than the form it came from a mended
	// form is at most, whatever the decoder thinks of it.
	mendCost = 3.0
)

// cover finds what each candidate leaves out of what the question says for sure,
// and adds mended ones where the best leaves something out: the parser knows how
// likely words are, and not that it has read over one.
func (b *Brain) cover(ctx context.Context, memory *core.Memory, asked *link.Question, grammar *form.Grammar, list []*candidate, now time.Time) ([]*candidate, error) {
	demands := search.Demands(b.ix, asked)
	if len(demands) == 0 {
		return list, nil
	}
	mark := func(list []*candidate) {
		for _, c := range list {
			if c.query != nil {
				c.unmet = slices.DeleteFunc(slices.Clone(demands), func(d *search.Demand) bool { return d.Met(c.query) })
			}
		}
	}
	mark(list)
	first := slices.IndexFunc(list, func(c *candidate) bool { return c.query != nil })
	if first >= 0 && len(list[first].unmet) > 0 {
		best, before := list[first], len(list)
		read, err := form.Read(best.tokens, asked) // as it was written, without what definitions added
		if err != nil {
			return list, nil
		}
		var sequences [][]int
		for _, s := range search.Written(asked, search.Mend(b.ix, asked, read, best.unmet)) {
			if s != nil {
				sequences = append(sequences, s)
			}
		}
		if len(sequences) > 0 {
			mended, err := memory.Score(ctx, sequences...)
			if err != nil {
				return nil, err
			}
			list = b.add(list, mended, asked, grammar, now)
		}
		for i, c := range list[before:] {
			if len(c.missed) == 0 {
				c.logProb = max(c.logProb, best.logProb-mendCost-float64(i))
			}
		}
		mark(list[before:])
	}
	slices.SortStableFunc(list, func(x, y *candidate) int { return cmp.Compare(y.covered(), x.covered()) })
	return list, nil
}

// covered is the logarithm of a candidate's probability, less what it leaves out.
func (c *candidate) covered() float64 { return c.logProb - unmetCost*float64(len(c.unmet)) }

// uncovered is how sure an answer may be that leaves out a part of the question:
// not enough to be given.
var uncovered = math.Nextafter(likelyFrom, 0)

// leftOut says which parts of the question a candidate leaves out.
func (c *candidate) leftOut(ix *index.Index) []string {
	list := notStored(ix, c.query)
	for _, d := range c.unmet {
		if text := "“" + d.Said() + "”"; !slices.Contains(list, text) && !slices.ContainsFunc(list, func(o string) bool { return strings.Contains(text, strings.Trim(o, "“”")) }) {
			list = append(list, text)
		}
	}
	return list
}

// notStored are words that a form holds against a column of a few values, none of
// which they are: all tickets are other than urgent where nothing is called so.
func notStored(ix *index.Index, q *form.Query) []string {
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
		if text := "“" + v.Text + "”"; !slices.Contains(list, text) {
			list = append(list, text)
		}
	})
	return list
}

// askAbout asks about an answer that leaves a part of the question out. It names
// the part, and offers the readings there are.
func askAbout(parts []string, readings []brain.Reading) *brain.Clarification {
	c := &brain.Clarification{Question: "Plumb does not understand how " + joined(parts, "and") + " belongs to this question. Is one of these meant?"}
	for i, r := range readings[:min(len(readings), maxChoices)] {
		c.Choices = append(c.Choices, brain.Choice{Text: r.Sentence, Reading: i})
	}
	return c
}
