package story

import (
	"fmt"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// Context is what was known when the story was written, besides the rows.
type Context struct {
	Question string           // as it was asked
	Meaning  *meaning.Meaning // what the statement behind the rows returns; nil where nobody knows
	Filters  []string         // what else is known to hold, in plain words: "region is Europe", "in 2025"
	Now      time.Time        // what "last month" is relative to; zero if nothing is
	// Foreign is set for a text that Plumb's own narrator did not write. Every word
	// of it must be part of a claim that was checked, or be known to claim nothing.
	Foreign bool
}

// Claim is one statement of a story that can be true or false.
type Claim struct {
	Text       string // the words, as they stand in the story
	Start, End int    // where they stand
	Supported  bool
	Reason     string    // of an unsupported claim: what the rows say instead
	Unreadable bool      // of an unsupported claim: the check cannot read these words
	Reference  Reference // of a supported one
}

// Report is what a check found.
type Report struct {
	Claims     []Claim     // in the order of the text
	References []Reference // of the supported ones
}

// Outcome is what the check says of a sentence.
type Outcome string

const (
	Checked     Outcome = "checked"     // the rows support all that it claims
	Unsupported Outcome = "unsupported" // they do not support something
	Unreadable  Outcome = "unreadable"  // the check cannot tell what something in it says
)

// Sentence is a sentence of a story, and what the check says of it.
type Sentence struct {
	Start, End int
	Outcome    Outcome
	Reason     string // why it is not checked
}

// Sentences are those of the text that the report is about.
func (r Report) Sentences(text string) []Sentence {
	var list []Sentence
	ws := words(text)
	for _, at := range sentences(text, ws) {
		s := Sentence{Start: ws[at.from].start, End: ws[at.to-1].end, Outcome: Checked}
		for _, c := range r.Claims {
			switch {
			case c.Supported || c.Start >= s.End || c.End <= s.Start:
			case c.Unreadable && s.Outcome != Unreadable: // then other claims may be misread
				s.Outcome, s.Reason = Unreadable, c.Reason
			case s.Outcome == Checked:
				s.Outcome, s.Reason = Unsupported, c.Reason
			}
		}
		list = append(list, s)
	}
	return list
}

// Unsupported are the claims that the rows do not support.
func (r Report) Unsupported() []Claim {
	var list []Claim
	for _, c := range r.Claims {
		if !c.Supported {
			list = append(list, c)
		}
	}
	return list
}

// Reasons says what is wrong, one line a claim, for whoever writes the story
// again.
func (r Report) Reasons() []string {
	var list []string
	for _, c := range r.Unsupported() {
		list = append(list, fmt.Sprintf("%q: %s", c.Text, c.Reason))
	}
	return list
}

// What a check takes in. A longer story is read no further, and says so; what
// lies beyond the rows is not known.
const (
	maxText = 32 << 10
	maxRows = 100_000
)

// Check finds every claim of a text in the rows or recomputes it from them.
func Check(text string, t *table.Table, c Context) Report {
	ch := checkText(text, t, c)
	ch.claims = append(ch.claims, ch.objectionsTo(ch.unexplained)...)
	return ch.report()
}

// checkText finds the claims of a text, and the words that nothing explains.
func checkText(text string, t *table.Table, c Context) *checker {
	read := text
	if len(read) > maxText {
		read = strings.ToValidUTF8(read[:maxText], "")
	}
	ch := newChecker(read, t, c)
	for i := range ch.sentences {
		ch.checkSentence(i)
	}
	if len(text) > maxText {
		ch.claims = append(ch.claims, Claim{Text: text[len(read):], Start: len(read), End: len(text), Unreadable: true,
			Reason: fmt.Sprintf("the story is longer than %d kB, and this part of it was not read", maxText>>10)})
	}
	return ch
}
