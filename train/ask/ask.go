// Package ask writes questions over a world, as people ask them, each with the
// form that answers it: what the parser learns from.
//
// A question begins as a shape (a count, the top three per group, growth from
// month to month), is filled with tables, columns and values of the world, and
// is then said in one of many ways. The ways are data: see phrases. Every
// number and period of a form can be found in its question by package span.
package ask

import (
	"math/rand/v2"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// Example is a question with its answer.
type Example struct {
	Question string
	Query    *form.Query // nil when the question is to be declined
	Decline  bool
	Context  *form.Query // what the turn before asked for, of a follow-up
	Now      time.Time
	Tags     []string // the first is the shape
}

// answer is what a shape makes: a sentence with its form, and the draft behind
// it where a follow-up can go on from it.
type answer struct {
	sentence sentence
	text     string // instead of a sentence, when it is finished
	query    *form.Query
	draft    *draft
}

type shape struct {
	name   string
	weight int
	make   func(*asker) (answer, bool)
}

// Generate writes one question. It is false when the shape that the dice chose
// does not fit the world; the next call may.
func Generate(r *rand.Rand, w *world.World) (Example, bool) {
	a := &asker{Rand: r, w: w, now: clock(r, w)}
	switch n := r.IntN(100); {
	case n < 7:
		return a.declined()
	case n < 27:
		return a.followUp()
	}
	s := choose(r, shapes)
	for range 5 { // tables and columns that do not fit are common
		a.tags = []string{s.name}
		if x, ok := s.make(a); ok {
			if e, ok := a.example(x, nil); ok {
				return e, true
			}
		}
	}
	return Example{}, false
}

func choose(r *rand.Rand, list []shape) shape {
	total := 0
	for _, s := range list {
		total += s.weight
	}
	n := r.IntN(total)
	for _, s := range list {
		if n -= s.weight; n < 0 {
			return s
		}
	}
	return list[0]
}

// clock is a day soon after the last that the data knows.
func clock(r *rand.Rand, w *world.World) time.Time {
	last := w.Last
	if last.IsZero() {
		last = time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)
	}
	y, m, d := last.Date()
	return time.Date(y, m, d+r.IntN(20), 0, 0, 0, 0, time.UTC)
}

// example checks an answer and writes it down.
func (a *asker) example(x answer, context *form.Query) (Example, bool) {
	text := x.text
	if text == "" {
		if x.sentence.text == "" {
			return Example{}, false
		}
		text = a.finished(x.sentence)
	}
	if x.query != nil && len(x.query.Select) == 0 || !a.grounded(text, x.query, context) {
		return Example{}, false
	}
	return Example{Question: text, Query: x.query, Context: context, Now: a.now, Tags: tidy(a.tags)}, true
}

// tidy drops repeated tags.
func tidy(tags []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, t := range tags {
		if t != "" && !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}
