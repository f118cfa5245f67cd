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
	"github.com/plumbdata/plumb/internal/brain/followup"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/require"
	"github.com/plumbdata/plumb/internal/english"
)

const (
	// unmetCost is how much less probable a candidate is for each part of the
	// question that it leaves out, in nats. Of gold queries one in a hundred
	// leaves out such a part.
	unmetCost = 4.0
	// mendCost is how much less probable than the form it came from a mended
	// form is at most, whatever the decoder thinks of it.
	mendCost = 3.0
	// certainCost is the same where there was one way to mend it.
	certainCost = 0.5
	// mendedAtMost is how sure an answer may be that the parser did not write.
	mendedAtMost = 0.85
)

// cover finds what each candidate leaves out of what the question says for sure,
// and adds mended ones where the best leaves something out: the parser knows how
// likely words are, and not that it has read over one.
func (b *Brain) cover(ctx context.Context, memory *core.Memory, asked *link.Question, grammar *form.Grammar, list []*candidate, now time.Time) ([]*candidate, error) {
	list, err := b.follow(ctx, memory, asked, grammar, list, now)
	if err != nil {
		return nil, err
	}
	list, err = b.unsplit(ctx, memory, asked, grammar, list, now)
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		c.moved = c.moved || followup.LeavesPeriod(c.query, asked)
	}
	demands := require.Find(b.ix, asked, nil)
	if len(demands) == 0 {
		inOrder(list)
		return list, nil
	}
	mark := func(list []*candidate) {
		for _, c := range list {
			if c.query != nil {
				c.unmet = slices.DeleteFunc(slices.Clone(demands), func(d *require.Requirement) bool { return d.IsMet(c.query) })
				c.guessed = slices.DeleteFunc(slices.Clone(demands), func(d *require.Requirement) bool { return !d.IsGuess() || !d.IsMet(c.query) })
			}
		}
	}
	list, err = b.figures(ctx, memory, asked, grammar, list, demands, now)
	if err != nil {
		return nil, err
	}
	mark(list)
	for _, parent := range toMend(list) {
		mended, err := b.mend(ctx, memory, asked, grammar, parent, now)
		if err != nil {
			return nil, err
		}
		mark(mended)
		for i, c := range mended {
			c.moved = c.moved || followup.LeavesPeriod(c.query, asked)
			list, c = joinedBy(list, c)
			c.comesFrom(parent, i)
		}
	}
	slices.SortStableFunc(list, func(x, y *candidate) int { return cmp.Compare(y.covered(), x.covered()) })
	return list, nil
}

// follow adds the form of the turn before with another time or value where a
// message says just that: the parser sometimes loses its way in a reading.
func (b *Brain) follow(ctx context.Context, memory *core.Memory, asked *link.Question, grammar *form.Grammar, list []*candidate, now time.Time) ([]*candidate, error) {
	q := require.Follow(b.ix, asked)
	if q == nil {
		return list, nil
	}
	made, err := b.rewritten(ctx, memory, asked, grammar, []*form.Query{q}, now)
	if err != nil {
		return nil, err
	}
	for _, c := range made {
		if list, c = joinedBy(list, c); len(c.missed) == 0 && c.logProb < math.Log(followedLeast) {
			c.logProb, c.steps, c.mended = math.Log(followedLeast), nil, true
		}
	}
	inOrder(list)
	return list, nil
}

// figures adds the form with the amounts that a question says for sure, where the
// parser cannot write it or declines: what names an amount of the data and nothing
// that they lack can be answered.
func (b *Brain) figures(ctx context.Context, memory *core.Memory, asked *link.Question, grammar *form.Grammar, list []*candidate, demands []*require.Requirement, now time.Time) ([]*candidate, error) {
	apart := slices.ContainsFunc(demands, (*require.Requirement).IsSeparate)
	if len(list) == 0 || list[0].query != nil && !apart || asked.Context > 0 {
		return list, nil
	}
	q := require.Amounts(b.ix, asked, demands)
	if q == nil {
		return list, nil
	}
	var c *candidate
	if apart {
		c = &candidate{query: q}
		if !b.finish(c, asked, now) {
			return list, nil
		}
	} else {
		made, err := b.rewritten(ctx, memory, asked, grammar, []*form.Query{q}, now)
		if err != nil || len(made) == 0 {
			return list, err
		}
		c = made[0]
	}
	if len(c.missed) > 0 {
		return list, nil
	}
	least := list[0].logProb - certainCost
	list, c = joinedBy(list, c)
	c.logProb, c.steps, c.mended = least, nil, true
	return slices.DeleteFunc(list, func(c *candidate) bool { return c.query == nil }), nil
}

// followedLeast is how probable such a form is at least.
const followedLeast = 0.25

// joinedBy is the list with a candidate, or with the one that says the same.
func joinedBy(list []*candidate, c *candidate) ([]*candidate, *candidate) {
	if k := slices.IndexFunc(list, func(o *candidate) bool { return o.query != nil && o.sql == c.sql }); k >= 0 {
		return list, list[k]
	}
	return append(list, c), c
}

// mostMended is how many candidates are mended.
const mostMended = 3

// toMend are the best candidate, where it leaves something out, and those after
// it that it is not much likelier than, or that can be mended in one way alone.
func toMend(list []*candidate) []*candidate {
	var parents []*candidate
	for _, c := range list {
		switch {
		case c.query == nil:
			continue
		case len(c.unmet) == 0:
			return parents
		case len(parents) == 0, c.certain(), parents[0].logProb < math.Log(believed):
			parents = append(parents, c)
		}
		if len(parents) == mostMended {
			break
		}
	}
	return parents
}

// mend writes the forms that heed what a candidate leaves out.
func (b *Brain) mend(ctx context.Context, memory *core.Memory, asked *link.Question, grammar *form.Grammar, parent *candidate, now time.Time) ([]*candidate, error) {
	read, err := form.Read(parent.tokens, asked) // as it was written, without what definitions added
	if err != nil {
		return nil, nil
	}
	return b.rewritten(ctx, memory, asked, grammar, require.Repair(b.ix, asked, read, parent.unmet), now)
}

// rewritten are candidates for forms that come from elsewhere, with what the
// decoder thinks of them.
func (b *Brain) rewritten(ctx context.Context, memory *core.Memory, asked *link.Question, grammar *form.Grammar, queries []*form.Query, now time.Time) ([]*candidate, error) {
	var sequences [][]int
	writer := asked.Writer()
	for _, q := range queries {
		if s := writer.Write(q); s != nil {
			sequences = append(sequences, s)
		}
	}
	if len(sequences) == 0 {
		return nil, nil
	}
	scored, err := memory.Score(ctx, sequences...)
	if err != nil {
		return nil, err
	}
	return b.add(nil, scored, asked, grammar, now), nil
}

// certain is true for a candidate that there is one way to put right.
func (c *candidate) certain() bool {
	return !slices.ContainsFunc(c.unmet, func(d *require.Requirement) bool { return !d.HasOneRepair() })
}

// comesFrom makes a candidate as probable as the one that it was mended from lets
// it be; it is the choice-th of these.
func (c *candidate) comesFrom(parent *candidate, choice int) {
	switch {
	case len(c.missed) > len(parent.missed):
	case choice == 0 && len(c.unmet) == 0 && parent.certain():
		if p := parent.logProb - certainCost; p > c.logProb {
			c.logProb, c.steps, c.mended = p, parent.steps, true
		}
	default:
		c.logProb = max(c.logProb, parent.logProb-mendCost-float64(choice))
	}
}

// covered is the logarithm of a candidate's probability, less what it leaves out.
func (c *candidate) covered() float64 { return c.logProb - unmetCost*float64(len(c.unmet)) }

// uncovered is how sure an answer may be that leaves out a part of the question:
// not enough to be given.
var uncovered = math.Nextafter(likelyFrom, 0)

// leftOut says which parts of the question a candidate leaves out, or guesses the
// meaning of.
func (c *candidate) leftOut(ix *index.Index) []string {
	list := notStored(ix, c.query)
	if c.empty {
		for _, text := range notFound(c.query) {
			if !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
	}
	for _, d := range slices.Concat(c.unmet, c.guessed) {
		if text := "“" + d.Text() + "”"; !slices.Contains(list, text) && !slices.ContainsFunc(list, func(o string) bool { return strings.Contains(text, strings.Trim(o, "“”")) }) {
			list = append(list, text)
		}
	}
	return list
}

// untimed says why a question for the slowest or fastest gets no answer, where no
// form finds out how long anything takes; "" for others.
func (c *candidate) untimed() string {
	if c == nil {
		return ""
	}
	for _, d := range c.unmet {
		if d.Kind == require.Duration {
			return "Nothing in the data clearly says how long this takes, so Plumb cannot tell which is the " + d.Text() + ". Name what to rank by: two dates, such as the average days from ordered to delivered, or a column."
		}
	}
	return ""
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
	belong := " belongs"
	if len(parts) > 1 {
		belong = " belong"
	}
	question := "Plumb does not understand how " + english.JoinList(parts, "and") + belong + " to this question. Is one of these meant?"
	if len(readings) == 1 {
		question = strings.Replace(question, "one of these", "this", 1)
	}
	return offer(question, readings)
}

// offer asks whether one of the readings is meant.
func offer(question string, readings []brain.Reading) *brain.Clarification {
	c := &brain.Clarification{Question: question}
	for i, r := range readings[:min(len(readings), maxChoices)] {
		c.Choices = append(c.Choices, brain.Choice{Text: r.Sentence, Reading: i})
	}
	return c
}
