package cli

import (
	"math"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/table"
)

// The JSON form of an answer, as plumb ask --help describes it. Fields are
// added, never changed.
type answerJSON struct {
	Question    string        `json:"question"`
	Outcome     brain.Outcome `json:"outcome"`
	Confidence  float64       `json:"confidence"`
	Remembered  bool          `json:"remembered"`
	Now         string        `json:"now"`
	Readings    []readingJSON `json:"readings"`
	Clarify     *clarifyJSON  `json:"clarify,omitempty"`
	Missing     string        `json:"missing,omitempty"`
	Suggestions []string      `json:"suggestions,omitempty"`
}

type readingJSON struct {
	Reading     string       `json:"reading"`
	Clauses     []clauseJSON `json:"clauses"`
	SQL         string       `json:"sql"`
	Tables      []string     `json:"tables"`
	Notes       []string     `json:"notes,omitempty"`
	Probability float64      `json:"probability"`
	Result      *table.Table `json:"result,omitempty"`
}

type clauseJSON struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

type clarifyJSON struct {
	Question string       `json:"question"`
	Choices  []choiceJSON `json:"choices"`
}

type choiceJSON struct {
	Text    string `json:"text"`
	Reading int    `json:"reading"`
}

func (t *talk) answerJSON(turn *turn) answerJSON {
	j := answerJSON{
		Question: turn.question, Outcome: turn.outcome, Confidence: rounded(turn.confidence), Remembered: turn.remembered,
		Now: t.clock().Format(time.DateOnly), Readings: []readingJSON{}, Missing: turn.missing, Suggestions: turn.suggested,
	}
	for _, r := range turn.readings {
		j.Readings = append(j.Readings, r.json())
	}
	if turn.open() && turn.clarify != nil {
		j.Clarify = &clarifyJSON{Question: turn.clarify.Question, Choices: []choiceJSON{}}
		for _, o := range turn.offers() {
			j.Clarify.Choices = append(j.Clarify.Choices, choiceJSON{o.text, o.reading})
		}
	}
	return j
}

func (r *reading) json() readingJSON {
	j := readingJSON{Reading: r.Sentence, Clauses: []clauseJSON{}, SQL: r.SQL, Tables: r.tables, Notes: r.Notes,
		Probability: rounded(r.Probability), Result: r.result}
	for _, c := range r.Clauses {
		j.Clauses = append(j.Clauses, clauseJSON{c.Label, c.Text})
	}
	if j.Tables == nil { // it was not run
		j.Tables = r.Reading.Tables
	}
	if j.Tables == nil {
		j.Tables = []string{}
	}
	return j
}

func rounded(p float64) float64 { return math.Round(p*1e4) / 1e4 }
