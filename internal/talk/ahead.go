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

// AheadName is what a what-if is called where questions are listed. That of a
// what-if over another is named by the rows that both rest on.
func AheadName(r whatif.Request, question string) string {
	return string(r.Technique) + ": " + withoutTechnique(question)
}

// Asked is what the turn was asked, in words that stand alone: of a follow-up, how
// it was read.
func (t *Turn) StandaloneQuestion() string {
	if own := withoutTechnique(t.Question); own != t.Question {
		return own
	}
	if t.Turn == nil || t.Draft == nil {
		return t.Question
	}
	return standaloneText(t.Question, t.Draft.FollowUp, t.Draft.Sentence)
}

// StandaloneQuestionOf is the same for a cell.
func StandaloneQuestionOf(c session.Cell) string {
	if own := withoutTechnique(c.Question); own != c.Question || c.Reading == nil {
		return own
	}
	return standaloneText(c.Question, c.Context.RefinementOf != "", c.Reading.Sentence)
}

func standaloneText(question string, follows bool, sentence string) string {
	if follows && sentence != "" {
		return sentence
	}
	return question
}

// withoutTechnique is what a what-if rests on, as it was asked.
func withoutTechnique(question string) string {
	if technique, rest, ok := strings.Cut(question, ": "); ok && slices.Contains(whatif.Techniques(), whatif.Technique(technique)) {
		return rest
	}
	return question
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
	said := WithWords(whatif.Request{Technique: technique}, withoutTechnique(c.Question))
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
