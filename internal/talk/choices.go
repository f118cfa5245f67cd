package talk

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/brain"
)

// choice is a reading that a person chose for a question.
type choice struct {
	Database string `json:"database"`
	After    string `json:"after,omitempty"` // of a follow-up: the reading that it changed
	Question string `json:"question"`        // as Plain leaves it
	SQL      string `json:"sql"`
	Sentence string `json:"reading"`
}

// choices are what was chosen for one database.
type choices struct {
	shelf    shelf[choice]
	database string
}

const maxChoices = 500

func newChoices(folder, database string) choices {
	return choices{shelf: shelf[choice]{path: filepath.Join(folder, "choices.json"), most: maxChoices}, database: digest(database)}
}

// find is the place of the reading that was chosen for the question before, or
// -1. A period such as "last month" gives other SQL every month; then the
// reading's words decide.
func (c choices) find(question string, before *brain.Reading, readings []brain.Reading) int {
	question = Plain(question)
	for _, e := range c.shelf.load() {
		if e.Database != c.database || e.Question != question {
			continue
		}
		for i, r := range readings {
			if r.SQL == e.SQL && after(r, before) == e.After {
				return i
			}
		}
		for i, r := range readings {
			if r.Sentence == e.Sentence && r.Sentence != "" && after(r, before) == e.After {
				return i
			}
		}
	}
	return -1
}

// keep remembers a choice.
func (c choices) keep(question string, before *brain.Reading, r brain.Reading) error {
	e := choice{Database: c.database, After: after(r, before), Question: Plain(question), SQL: r.SQL, Sentence: r.Sentence}
	return c.shelf.put(e, func(o choice) bool {
		return o.Database == e.Database && o.After == e.After && o.Question == e.Question
	})
}

// after tells follow-ups apart: "only Europe" means something else after each
// question.
func after(r brain.Reading, before *brain.Reading) string {
	if !r.FollowUp || before == nil {
		return ""
	}
	return digest(before.SQL)
}

// Plain is the same for questions that differ only in case, space and
// the sign at the end.
func Plain(text string) string {
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	return strings.TrimRightFunc(text, func(r rune) bool { return unicode.IsPunct(r) || r == ' ' })
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
