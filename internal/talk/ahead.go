package talk

import (
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/whatif"
)

// WithWords adds what the question itself says of the look ahead; what the command
// line says counts more.
func WithWords(r whatif.Request, question string) whatif.Request {
	r.Data = question
	q, ok := whatif.Parse(question)
	ahead := q.Technique == whatif.Forecast && (r.Technique == whatif.Trend || r.Technique == whatif.Seasonal)
	if !ok || q.Technique != r.Technique && !ahead {
		return r
	}
	if q.Data != "" {
		r.Data = q.Data
	}
	for _, p := range []struct {
		to   *string
		from string
	}{{&r.Measure, q.Measure}, {&r.Other, q.Other}, {&r.Only, q.Only}, {&r.Time, q.Time}} {
		if *p.to == "" {
			*p.to = p.from
		}
	}
	if r.Horizon == (whatif.Horizon{}) {
		r.Horizon = q.Horizon
	}
	if r.Change == (whatif.Change{}) {
		r.Change = q.Change
	}
	if r.Runs == 0 {
		r.Runs = q.Runs
	}
	r.Normal = q.Normal
	return r
}

// AheadHeading is what a what-if over the rows of a question is called.
func AheadHeading(r whatif.Request, question string) string {
	return string(r.Technique) + ": " + question
}

// StandaloneQuestion is what the turn was asked, in words that stand alone: of a
// follow-up, how it was read; of a what-if, what its rows were asked for with.
func (t *Turn) StandaloneQuestion() string {
	if t.Turn == nil || t.Draft == nil {
		return t.Question
	}
	return standaloneText(t.Cell, t.Question, t.Draft.FollowUp, t.Draft.Sentence)
}

// StandaloneQuestionOf is the same for a cell.
func StandaloneQuestionOf(c session.Cell) string {
	if c.Reading == nil {
		return QuestionOf(c)
	}
	return standaloneText(c, QuestionOf(c), c.Context.RefinementOf != "", c.Reading.Sentence)
}

func standaloneText(c session.Cell, question string, follows bool, sentence string) string {
	whatIf := c.WhatIf != nil && c.Question != question || c.Derivation != nil && c.Derivation.Chart == ""
	if follows && sentence != "" && !whatIf {
		return sentence
	}
	return question
}

// QuestionOf is what the rows of a cell were asked for with. The heading of an old
// what-if says it after the technique.
func QuestionOf(c session.Cell) string {
	if c.Derivation != nil {
		return c.Derivation.Question
	}
	if technique, rest, ok := strings.Cut(c.Question, ": "); ok && c.WhatIf != nil && slices.Contains(whatif.Techniques(), whatif.Technique(technique)) {
		return rest
	}
	return c.Question
}

// headingOf is the heading of a cell that is more than the question of its rows;
// "" if it is not.
func headingOf(c session.Cell) string {
	if c.Question == QuestionOf(c) {
		return ""
	}
	return c.Question
}

// AheadAgain is what a kept what-if was made with. A cell that does not say is
// asked in words: what its question says is tried on its rows, and is right if
// the same comes of it.
func AheadAgain(c session.Cell) (answer.Computation, bool) {
	if r, ok := answer.ComputationOf(c); ok {
		return r, true
	}
	rows, kept, err := c.Result.Table()
	if err != nil || !kept || c.WhatIf.Result == nil {
		return answer.Computation{}, false
	}
	technique := whatif.Technique(c.WhatIf.Technique)
	said := WithWords(whatif.Request{Technique: technique}, QuestionOf(c))
	list := []whatif.Request{said}
	if made, kept, err := c.WhatIf.Result.Table(); err == nil && kept {
		asFar := said
		// A period that is not over is among what is expected, and not counted.
		for n := len(whatif.Expected(made, whatif.RolesOf(technique, made).Kind).Rows); n > 0 && len(list) < 3; n-- {
			asFar.Horizon = whatif.Horizon{Count: n}
			list = append(list, asFar)
		}
	}
	day, _ := time.Parse(time.DateOnly, c.Metadata.Now) // none is fine: then nothing depended on it
	for _, r := range list {
		again, err := whatif.Run(rows, r, whatif.Options{Now: day, Seed: Seed, Meaning: c.Meaning})
		if err == nil && again.Table.Hash() == c.WhatIf.Result.DataHash {
			return answer.Computation{Request: r, Seed: Seed}, true
		}
	}
	return answer.Computation{}, false
}
