package builtin

import (
	"reflect"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
)

// aspect is a part of a reading that another may see differently.
type aspect string

const (
	measure   aspect = "show"
	dimension aspect = "by"
	filter    aspect = "where"
	period    aspect = "when"
	group     aspect = "only"
	order     aspect = "order"
	limit     aspect = "limit"
)

// aspects in the order in which it is easiest to answer about them.
var aspects = []aspect{measure, period, filter, dimension, group, limit, order}

// view is a reading, aspect by aspect.
type view struct {
	form    *form.Query
	clauses map[aspect][]string
	mass    float64
}

func viewOf(ix *index.Index, r brain.Reading, asked *link.Question) (view, bool) {
	q, ok := r.Form.(*form.Query)
	if !ok {
		return view{}, false
	}
	q = candidates.PreferDays(ix, q, asked)
	v := view{form: q, clauses: map[aspect][]string{}, mass: r.Probability}
	for _, c := range render.Words(ix, q) {
		v.clauses[aspect(c.Label)] = append(v.clauses[aspect(c.Label)], c.Text)
	}
	return v, true
}

func (v view) text(a aspect) string { return strings.Join(v.clauses[a], "\n") }

// clarify asks about the part that the readings differ most in, weighed by how
// probable they are. It is nil when no part tells them apart.
func clarify(ix *index.Index, readings []brain.Reading, asked *link.Question) *brain.Clarification {
	var views []view
	for _, r := range readings {
		v, ok := viewOf(ix, r, asked)
		if !ok {
			return nil
		}
		views = append(views, v)
	}
	about := mostUncertain(views)
	if about == "" {
		return nil
	}
	// Each way to see that part leads to the most probable reading with it.
	var chosen []int
	for i, v := range views {
		if len(chosen) < tuning.MaxChoices && !slices.ContainsFunc(chosen, func(o int) bool { return views[o].text(about) == v.text(about) }) {
			chosen = append(chosen, i)
		}
	}
	a := asker{ix: ix, asked: asked, about: about}
	for _, i := range chosen {
		a.views = append(a.views, views[i])
	}
	question, texts := a.ask()
	c := &brain.Clarification{Question: question}
	for i, text := range texts {
		if text == "" || slices.Contains(texts[:i], text) {
			return nil // words that do not tell the readings apart help nobody
		}
		c.Choices = append(c.Choices, brain.Choice{Text: text, Reading: chosen[i]})
	}
	return c
}

// worthIt leaves only readings that somebody may mean, and is false where none
// is.
func worthIt(a *brain.Answer) bool {
	a.Readings = slices.DeleteFunc(a.Readings, func(r brain.Reading) bool { return r.Probability < tuning.WorthOffering })
	return len(a.Readings) > 0
}

// standsOut is true for an unsure answer that no other reading comes near to. Those that
// only show other columns of the same rows speak for it.
func standsOut(a *brain.Answer) bool {
	confidence, next := a.Confidence, 0.0
	for _, r := range a.Readings[1:] {
		if sameRows(a.Readings[0], r) {
			confidence += r.Probability
		} else {
			next = max(next, r.Probability)
		}
	}
	return confidence >= tuning.UnsureAtMost || confidence >= tuning.GivenFrom && next < tuning.NearBy*confidence
}

// sameRows is true for readings that list the same rows, and differ in their columns.
func sameRows(a, b brain.Reading) bool {
	x, ok := a.Form.(*form.Query)
	y, too := b.Form.(*form.Query)
	if !ok || !too {
		return false
	}
	bare := func(q *form.Query) *form.Query {
		c := *q
		c.Select, c.Tables = nil, nil
		return &c
	}
	lists := func(q *form.Query) bool {
		return len(q.Group) == 0 && !slices.ContainsFunc(q.Select, (*form.Expr).Aggregates)
	}
	return lists(x) && lists(y) && reflect.DeepEqual(bare(x), bare(y))
}

// ranks is true for a form whose order decides which rows there are. Of the same
// rows nobody is asked in which order they should be.
func ranks(q *form.Query) bool { return q.Limit != nil || q.Place != nil }

// mostUncertain is the aspect in which the most probability differs from the
// first reading. One that differs in several says little about each.
func mostUncertain(views []view) aspect {
	if len(views) < 2 {
		return ""
	}
	doubt := map[aspect]float64{}
	for _, v := range views[1:] {
		var differs []aspect
		for _, a := range aspects {
			if v.text(a) != views[0].text(a) && (a != order || ranks(v.form) && ranks(views[0].form)) {
				differs = append(differs, a)
			}
		}
		for _, a := range differs {
			doubt[a] += v.mass / float64(len(differs))
		}
	}
	best := aspect("")
	for _, a := range aspects {
		if doubt[a] > 0 && (best == "" || doubt[a] > doubt[best]+1e-12) {
			best = a
		}
	}
	return best
}

// notUnderstood names the parts of the question that an answer leaves out.
func notUnderstood(parts []string) string {
	belong := " belongs"
	if len(parts) > 1 {
		belong = " belong"
	}
	return "Plumb does not understand how " + english.JoinList(parts, "and") + belong + " to this question."
}

// askAbout asks about an answer that is in doubt, and offers the readings there
// are.
func askAbout(doubt string, readings []brain.Reading) *brain.Clarification {
	if len(readings) == 1 {
		return offer(doubt+" Is this meant?", readings)
	}
	return offer(doubt+" Is one of these meant?", readings)
}

// offer asks whether one of the readings is meant. Each is said by what the others
// do not say.
func offer(question string, readings []brain.Reading) *brain.Clarification {
	c := &brain.Clarification{Question: question}
	for i, text := range differences(readings[:min(len(readings), tuning.MaxChoices)]) {
		c.Choices = append(c.Choices, brain.Choice{Text: text, Reading: i})
	}
	return c
}

// differences says of each reading what not all of them say. Where that does not
// tell them apart they are said in full.
func differences(readings []brain.Reading) []string {
	var short, full []string
	for _, r := range readings {
		var own []string
		for _, c := range r.Clauses {
			if slices.ContainsFunc(readings, func(o brain.Reading) bool { return !slices.Contains(o.Clauses, c) }) {
				own = append(own, c.Text)
			}
		}
		text := strings.Join(own, ", ")
		if text == "" || slices.Contains(short, text) {
			text = "" // it differs in what it leaves out
		}
		short, full = append(short, text), append(full, r.Sentence)
	}
	if len(readings) < 2 || slices.Contains(short, "") {
		return full
	}
	return short
}
