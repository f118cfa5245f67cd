// Package opinion is what the built-in brain thinks of a statement that somebody
// else wrote for a question, as a language model does.
//
// It reads the statement back into the built-in brain's own form where it can,
// holds it against how the built-in brain reads the question, and says whether
// they agree or in which parts they differ. Beside that it makes checks that
// need no agreement and no form: do literals exist in their columns, does the
// statement speak of what the question names, do joins follow known keys, does
// a join make figures count more than once.
//
// An opinion overrides nothing. A wrong alarm is worse than silence, so a check
// that does not know says nothing.
package opinion

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/fault"
)

// Codes of what is found in a statement.
const (
	NoSuchValue  fault.Code = "NO_SUCH_VALUE"        // a column does not hold a literal
	NotCovered   fault.Code = "QUESTION_NOT_COVERED" // the question says something that the statement does not
	UnknownJoin  fault.Code = "UNKNOWN_JOIN"         // tables are joined by no known key
	CountedTwice fault.Code = "COUNTED_TWICE"        // a join repeats the rows of a figure
)

// Verdict is how a statement stands to the built-in brain's readings.
type Verdict string

const (
	Agrees    Verdict = "agrees"     // it says what one of the readings says
	Differs   Verdict = "differs"    // the built-in brain, fairly sure, reads the question in another way
	CannotSay Verdict = "cannot say" // one of the two cannot be read, or the built-in brain is not sure
)

// Opinion is what to think of a statement.
type Opinion struct {
	Verdict Verdict
	// Reading says the statement in one line and Clauses part by part; empty
	// where it has no form.
	Reading string
	Clauses []brain.Clause
	// With is the place in Answer.Readings that it agrees with, or differs from;
	// -1 for none.
	With        int
	Differences []string // of Differs: what is different, in plain words
	Why         string   // of CannotSay
	Findings    []fault.Diagnostic
	// Confidence is how far to trust the statement, from 0 to 1 (confidence.go).
	Confidence float64
}

// Asker looks into the database, under its guard and small limits.
type Asker interface {
	// Holds says whether a row has the text in the column. With like, the text
	// is a pattern. fold leaves the difference of case aside.
	Holds(ctx context.Context, column int, text string, like, fold bool) (bool, error)
}

// Second gives opinions on statements about one database. It may be used by
// several at once.
type Second struct {
	ix  *index.Index
	ask Asker
	key *keys
}

// New makes a Second for a database. ask may be nil: then only what the index
// knows for certain is said of literals.
func New(ix *index.Index, ask Asker) *Second {
	return &Second{ix: ix, ask: ask, key: keysOf(ix)}
}

// Judge gives an opinion on the statement that somebody wrote for the question.
// answer is how the built-in brain reads the same question, or nil.
func (s *Second) Judge(ctx context.Context, q brain.Question, sql string, answer *brain.Answer) Opinion {
	o := Opinion{With: -1}
	query, err := readback.Convert(s.ix, sql, q.Now)
	if err == nil {
		o.Reading = render.Sentence(s.ix, query)
		for _, c := range render.Words(s.ix, query) {
			o.Clauses = append(o.Clauses, brain.Clause{Label: c.Label, Text: c.String()})
		}
	}
	s.compare(&o, query, answer)
	if seen, err := readback.Look(s.ix, sql, q.Now); err == nil {
		o.Findings = s.findings(ctx, q, seen)
	}
	o.Confidence = confidence(&o, answer)
	return o
}

// findings are those of all checks.
func (s *Second) findings(ctx context.Context, q brain.Question, seen *readback.Select) []fault.Diagnostic {
	var list []fault.Diagnostic
	add := func(found ...fault.Diagnostic) {
		for _, d := range found {
			if len(list) < mostFindings && !slices.Contains(list, d) {
				list = append(list, d)
			}
		}
	}
	values := &search{Second: s}
	each(seen, func(one *readback.Select) {
		add(values.literals(ctx, one)...)
		add(s.joins(one)...)
		add(s.fanOut(one)...)
	})
	add(s.findUncovered(q, seen)...)
	return list
}

const mostFindings = 8

// each visits a select and those inside it.
func each(s *readback.Select, f func(*readback.Select)) {
	f(s)
	for _, inner := range s.Inner {
		each(inner, f)
	}
}

func warning(code fault.Code, message, hint string) fault.Diagnostic {
	return fault.Diagnostic{Severity: fault.Warning, Code: code, Message: message, Hint: hint}
}

// compare holds the statement's form against the readings.
func (s *Second) compare(o *Opinion, query *form.Query, answer *brain.Answer) {
	o.Verdict = CannotSay
	switch {
	case query == nil:
		o.Why = "the statement is more complex than the built-in parser can read"
		return
	case answer == nil || len(answer.Readings) == 0:
		o.Why = "the built-in parser has no reading of the question"
		return
	}
	own := s.partsOf(query)
	var first []string
	for i, r := range answer.Readings {
		f, ok := r.Form.(*form.Query)
		if !ok || f == nil {
			continue
		}
		different := s.differences(own, s.partsOf(f))
		if len(different) == 0 {
			o.Verdict, o.With = Agrees, i
			return
		}
		if i == 0 {
			first = different
		}
	}
	switch {
	case first == nil:
		o.Why = "the built-in parser has no reading of the question"
	case answer.Outcome == brain.Unsure:
		o.Why = "the built-in parser is not sure how to read the question"
	default:
		o.Verdict, o.With, o.Differences = Differs, 0, first
	}
}
