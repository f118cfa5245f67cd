package desk

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/whatif"
)

const (
	maxQuestion  = 4000 // characters
	maxStatement = 100_000
	maxWhatIf    = 10_000
)

// asked is a question that has been looked at: what can be refused at once, is.
type asked struct {
	Question
	parent, was *session.Cell // Parent and Replaces
	follows     *session.Cell // that the cell which is run again is built on
	ahead       *whatif.Request
	day         time.Time            // that counts as today; zero is the real one
	plan        *plan.Plan           // of Replay
	cut         *session.Interrupted // the plan of it that was cut off, and goes on
	unasked     bool                 // nothing was asked in words: the text is how the statement begins
}

// prepare looks at a question before anything is begun for it.
func prepare(q Question, cell func(id string) (session.Cell, error)) (*asked, error) {
	a := &asked{Question: q}
	if q.Mode != "" && !talk.IsAnswerMode(q.Mode) {
		return nil, fault.New(fault.Usage, "%q is no mode of answering", q.Mode).WithHint("use %s", strings.Join(talk.AnswerModes(), ", "))
	}
	if err := a.find(cell); err != nil {
		return nil, err
	}
	if err := a.wants(); err != nil {
		return nil, err
	}
	var err error
	if a.Text, err = a.words(); err == nil && q.Now != "" {
		if a.day, err = time.Parse(time.DateOnly, q.Now); err != nil {
			err = fault.New(fault.Usage, "%q is not a date", q.Now).WithHint("write it as 2025-11-15")
		}
	}
	return a, err
}

// redrawing is a message that wants nothing but another chart of the answer that
// it follows as a change of that answer: a second cell would say the same again.
func redrawing(q Question, cell func(id string) (session.Cell, error)) Question {
	kind := answer.Redraws(q.Text)
	if kind == "" || q.Parent == "" || q.Replaces != "" || q.SQL != "" || q.Reading != 0 || len(q.Answers) > 0 || q.Chart != "" || len(q.WhatIf) > 0 || q.Explore || q.Plan || q.Replay != "" {
		return q
	}
	if c, err := cell(q.Parent); err != nil || c.WhatIf != nil || !runnable(c) {
		return q
	}
	q.Chart, q.Replaces, q.Parent = string(kind), q.Parent, ""
	return q
}

// find reads the cells that are named.
func (a *asked) find(cell func(id string) (session.Cell, error)) error {
	for _, c := range []struct {
		id string
		to **session.Cell
	}{{a.Parent, &a.parent}, {a.Replaces, &a.was}} {
		if c.id == "" {
			continue
		}
		found, err := cell(c.id)
		if err != nil {
			return err
		}
		if found.Note != "" {
			return fault.New(fault.Usage, "the cell %s is a note, which has nothing to follow up on", c.id).WithHint("choose an answer")
		}
		*c.to = &found
	}
	return nil
}

// again looks at the cells once more when the turn begins: others may have
// changed them while it waited.
func (a *asked) again(cell func(id string) (session.Cell, error)) error {
	if err := a.find(cell); err != nil {
		return err
	}
	return a.wants()
}

// of is the cell that something is done with.
func (a *asked) of() *session.Cell { return cmp.Or(a.parent, a.was) }

// redraws is true where an answer is shown as another chart, in its place. A
// follow-up that plots its parent again is not one.
func (a *asked) redraws() bool { return a.Chart != "" && a.was != nil && a.follows == nil }

// wants checks what is to be done besides answering words.
func (a *asked) wants() error {
	n := 0
	for _, given := range []bool{a.SQL != "", a.Reading != 0, len(a.Answers) > 0, a.Again, a.Chart != "", len(a.WhatIf) > 0, a.Explore, a.Plan, a.Replay != ""} {
		if given {
			n++
		}
	}
	if n > 1 {
		return fault.New(fault.Usage, "the request combines things that exclude each other").WithHint("give one of: a statement, a reading, answers, again, a chart, a what-if, explore, plan, a saved plan")
	}
	switch {
	case len(a.SQL) > maxStatement || !utf8.ValidString(a.SQL):
		return fault.New(fault.Usage, "the statement is longer than %d bytes, or not text", maxStatement).WithHint("write a shorter one")
	case a.SQL != "" && strings.TrimSpace(a.SQL) == "":
		return fault.New(fault.Usage, "the statement is empty").WithHint("for example: SELECT count(*) FROM orders")
	case a.Again && (a.was == nil || !repeats(*a.was)):
		return fault.New(fault.Usage, "there is no statement to run again").WithHint("name the cell of an answer in replaces")
	case a.Reading != 0:
		return a.reading()
	case len(a.Answers) > 0:
		if c := a.of(); c == nil || c.Reading == nil || len(c.Reading.Unsaid) == 0 {
			return fault.New(fault.Usage, "there is no question to answer").WithHint("name a cell whose question leaves something open")
		}
	case a.Chart != "":
		return a.chart()
	case len(a.WhatIf) > 0:
		return a.lookAhead()
	}
	return nil
}

// runnable is true for a cell whose statement gave rows.
func runnable(c session.Cell) bool {
	statement, _ := notebook.Again(c)
	return statement != ""
}

// repeats is true for an answer that can be run again: its statement, or its plan.
func repeats(c session.Cell) bool { return runnable(c) || c.Analysis != nil && c.Result != nil }

func (a *asked) reading() error {
	offered := 0
	if c := a.of(); c != nil && c.Reading != nil {
		offered = len(c.Reading.Others)
	}
	switch {
	case offered == 0:
		return fault.New(fault.Usage, "there is no other reading to choose").WithHint("name a cell that has some, or rephrase the question")
	case a.Reading < 1 || a.Reading > offered:
		return fault.New(fault.Usage, "there is no reading %d", a.Reading).WithHint("they are numbered 1 to %d", offered)
	}
	return nil
}

func (a *asked) chart() error {
	a.Chart = strings.ToLower(a.Chart)
	if !slices.Contains(talk.Charts(), chart.Kind(a.Chart)) {
		var names []string
		for _, k := range talk.Charts() {
			names = append(names, string(k))
		}
		return fault.New(fault.Usage, "there is no chart %.40q", a.Chart).WithHint("%s", fault.DidYouMean(a.Chart, "kinds", names))
	}
	return a.overRows()
}

// lookAhead reads what is to be computed: a request, or words in a JSON string.
func (a *asked) lookAhead() error {
	wrong := fault.New(fault.Usage, "the what-if is not clear").
		WithHint(`for example: {"technique":"forecast","horizon":{"count":3,"unit":"month"}}, or "trend for the next quarter"`)
	if len(a.WhatIf) > maxWhatIf {
		return wrong
	}
	var words string
	r := new(whatif.Request)
	if json.Unmarshal(a.WhatIf, &words) == nil {
		parsed, ok := whatif.Parse(words)
		if !ok {
			return wrong
		}
		r = &parsed
	} else if json.Unmarshal(a.WhatIf, r) != nil || !slices.Contains(whatif.Techniques(), r.Technique) {
		return wrong
	}
	r.Data = "" // the rows are those of a cell
	a.ahead = r
	return a.overRows()
}

// overRows needs an answer to begin from.
func (a *asked) overRows() error {
	if c := a.of(); c == nil || !runnable(*c) {
		return fault.New(fault.Usage, "there are no rows to start from").WithHint("name the cell of an answer in parent")
	}
	return nil
}

// words is the question as one line. What is done with a cell needs none.
func (a *asked) words() (string, error) {
	text := strings.Join(strings.Fields(strings.ToValidUTF8(a.Text, " ")), " ")
	if text == "" && a.of() != nil && (a.SQL != "" || a.Reading != 0 || len(a.Answers) > 0 || a.Again || a.Chart != "" || a.ahead != nil) {
		if text = a.of().Question; a.Chart != "" {
			text = talk.ChartHeading(talk.QuestionOf(*a.of()), chart.Kind(a.Chart))
		}
	}
	if text == "" && a.SQL != "" {
		text, a.unasked = cut(strings.Join(strings.Fields(a.SQL), " "), maxQuestion), true
	} else if a.SQL != "" && a.was != nil && a.was.SQL != nil && text == a.was.Question {
		a.unasked = a.was.SQL.AsQuestion // another statement in place of the first
	}
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
		return "", fault.New(fault.Usage, "the question is empty").WithHint("for example: How many orders are there?")
	case n > maxQuestion:
		return "", fault.New(fault.Usage, "the question has %d characters; at most %d are read", n, maxQuestion).
			WithHint("ask for one thing at a time, in a sentence or two")
	case !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return "", fault.New(fault.Usage, "the question has no words").WithHint("for example: How many orders are there?")
	}
	return text, nil
}

// cut is at most so many characters of a text.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}
