package talk

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
)

// KeepPlace is a new answer as the cell that it replaces: its position, how its
// question was read and who wrote its statement stay.
func KeepPlace(was, made session.Cell) session.Cell {
	made.ID, made.Context, made.Reading = was.ID, was.Context, was.Reading
	if was.SQL == nil { // of an analysis
		return made
	}
	statement := *was.SQL
	if made.SQL != nil {
		statement.Tables = made.SQL.Tables
	}
	made.SQL = &statement
	return made
}

// RunAgain is the code of what is said of an analysis that was run again.
const RunAgain fault.Code = "RUN_AGAIN"

// TellChanges says in an analysis that was run again what is different now. Other cells
// are returned as they are.
func TellChanges(was, made session.Cell) session.Cell {
	if was.Analysis == nil || made.Analysis == nil || was.Result == nil || made.Result == nil {
		return made
	}
	since := was.CreatedAt.Format("2 January 2006, 15:04")
	told := fmt.Sprintf("run again: the data give the same as on %s", since)
	if o := notebook.HoldAnalysis(was, made); !o.Fine() {
		told = fmt.Sprintf("run again: since %s, %s", since, o.Reason)
	}
	made.Diagnostics = append(slices.Clone(made.Diagnostics), fault.Diagnostic{Severity: fault.Info, Code: RunAgain, Message: told})
	return made
}

// ReplaceChart is an answer with another chart: its question stays, and so do its story
// and what that rests on, as long as the rows are the same.
func ReplaceChart(was, made session.Cell) session.Cell {
	made = KeepPlace(was, made)
	made.Question = QuestionOf(was)
	if was.Result != nil && made.Result.DataHash == was.Result.DataHash {
		made.Narrative, made.Sources = was.Narrative, was.Sources
	}
	return made
}

// Redraft is how the question of a kept cell was read, with the statement that
// runs for it.
func Redraft(c session.Cell, statement string) *answer.Draft {
	d := &answer.Draft{Outcome: answer.Sure, Confidence: 1, SQL: statement, Meaning: c.Meaning, Reasoning: c.Metadata.Reasoning, By: cmp.Or(c.SQL.GeneratedBy, c.Metadata.Model)}
	if r := c.Reading; r != nil {
		d.Outcome, d.Confidence, d.Sentence, d.Clauses = answer.Outcome(r.Outcome), r.Confidence, r.Sentence, r.Clauses
		d.Assumptions, d.Remembered = r.Assumptions, r.Remembered
		d.Given, d.Ask = d.Outcome == answer.Unsure, r.Question
		for _, u := range r.Unsaid {
			one := brain.Unsaid{Key: u.Key, Question: u.Question, Taken: u.Taken, Said: u.Said, Obvious: u.Obvious}
			for _, c := range u.Choices {
				one.Choices = append(one.Choices, brain.Saying(c))
			}
			d.Unsaid = append(d.Unsaid, one)
		}
		for _, o := range r.Others {
			d.Others = append(d.Others, answer.Draft{Outcome: answer.Likely, SQL: o.SQL, Sentence: o.Sentence, Offer: o.Offer, Probability: o.Probability, Confidence: o.Probability, By: cmp.Or(o.By, d.By)})
		}
	}
	if c.Chart != nil && !c.Chart.AutoDetected && ChartOf(c) == "" {
		d.Chart = c.Chart.Spec
	}
	for _, note := range c.Diagnostics {
		if note.Code == "" && note.Severity == fault.Warning { // so does the answer mode write what to know of a statement
			d.Notes = append(d.Notes, note.Message)
		}
	}
	return d
}

// AskAgain is the question of a kept cell, for the same statement to be run once
// more on a day.
func AskAgain(c session.Cell, statement string, day time.Time) answer.Question {
	return answer.Question{Text: QuestionOf(c), Heading: headingOf(c), Now: day, Draft: Redraft(c, statement), Chart: ChartOf(c)}
}

// ChartOf is the kind of chart that a person chose for the rows of a cell; "" if
// Plumb chose it, or someone wrote its specification.
func ChartOf(c session.Cell) chart.Kind {
	if c.Derivation != nil && c.Derivation.Chart != "" {
		return chart.Kind(c.Derivation.Chart)
	}
	if c.Chart == nil || c.Chart.AutoDetected || len(c.Chart.Plan) == 0 {
		return ""
	}
	return chart.Kind(c.Chart.Kind)
}

// DayOf is the day that counts as today for a cell: this one, unless its
// question depends on the day that it was asked on, whose dates its statement
// has.
func DayOf(c session.Cell, now time.Time) (day time.Time, dated bool) {
	asked := dayAsked(c, now)
	for _, s := range span.Find(span.Words(dataQuestion(c)), asked) {
		if s.Period.Now {
			return asked, asked.Format(time.DateOnly) != now.Format(time.DateOnly)
		}
	}
	return now, false
}

// dayAsked is the day that the question of a cell was read on; now if it does
// not say.
func dayAsked(c session.Cell, now time.Time) time.Time {
	day, err := time.ParseInLocation(time.DateOnly, c.Metadata.Now, now.Location())
	if err != nil {
		return now
	}
	return day
}
