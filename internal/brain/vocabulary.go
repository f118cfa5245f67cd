package brain

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Vocabulary is what words mean to those who ask, beside what the documents of the
// database say: what a person said, what a team approved, what corrections taught. A brain
// reads a question with it, and says which entries it followed.
//
// Of entries about the same words the person's own count before the team's, and these before
// what was learned; of one origin the first.
type Vocabulary struct {
	Entries []Entry
}

// Entry is one thing that is known of words. Its texts are data: what they name must be
// in the database, and what is not understood is passed over and never guessed.
type Entry struct {
	ID     string    `json:"id,omitempty"` // of what it comes from, for the answer that names it
	Origin Origin    `json:"origin,omitempty"`
	Kind   EntryKind `json:"kind"`
	Term   string    `json:"term,omitempty"` // the words that it is about
	Text   string    `json:"text"`           // what it says of them; see the kinds
}

// EntryKind is what an entry says.
type EntryKind string

const (
	// Means defines Term by Text, in the words of documents' definitions: “the sum of
	// `orders.net` over orders whose `status` is `completed`”, “revenue minus refunds”, “a
	// customer with an order in the last 90 days”, a column, or a list of stored values.
	Means EntryKind = "means"
	// Called says that people say Term for something that Text names: a table, a column, a
	// stored value or another term.
	Called EntryKind = "called"
	// Always leaves out rows, unless a question asks for them. Term names them (“test
	// customers”); Text is the condition that the others meet (“`customers.is_test` is false”),
	// or names the rows that stay (“completed orders”). One of the two may be empty.
	Always EntryKind = "always"
	// Counted is Always where rows are counted or listed: their figures are added up over all.
	Counted EntryKind = "counted"
	// Prefers takes one thing where there are several: Text is “`net_amount`, not
	// `gross_amount`”, a currency (“EUR”) or a unit of figures (“hours”, “thousands”). With a
	// Term it holds for questions that say it.
	Prefers EntryKind = "prefers"
	// FiscalYear says when years begin: Text is a month, by name or number, and may add which
	// year it is called after: “October, named after the year it ends in”.
	FiscalYear EntryKind = "fiscal year"
)

// Origin is who says so.
type Origin string

const (
	Remembered Origin = "remembered" // the person said it once
	Approved   Origin = "approved"   // the team's glossary
	Learned    Origin = "learned"    // from corrections
)

// Applied is an entry that a reading follows.
type Applied struct {
	ID     string `json:"id"`
	Origin Origin `json:"origin"`
	Text   string `json:"text"` // for people
}

// Understander is a brain that says beforehand what it makes of an entry.
type Understander interface {
	// Understand says what an entry comes to in the database, with the rest of the vocabulary
	// beside it, which may be nil. The fault says why it is not understood, and what would be.
	Understand(e Entry, rest *Vocabulary) (*Understood, error)
}

// Understood is what an entry comes to.
type Understood struct {
	Text    string   // in plain words
	Tables  []string // that it reads, as the guard names them
	Columns []string // the same, each behind its table
}

// Learner is a brain that finds out what a correction teaches.
type Learner interface {
	// Learn gives the entries by which a question would have been read as a person
	// corrected it: none where no words of the question explain the difference. wrong is the
	// statement of the reading before, "" where there was no answer; right the one that the
	// person put in its place.
	Learn(ctx context.Context, q Question, wrong, right string) []Entry
}

// Sentences are the entries as people would say them, those that the question is about
// first: for who reads words and no data, such as a language model. Each is one line.
func (v *Vocabulary) Sentences(question string) []string {
	if v == nil {
		return nil
	}
	question = " " + strings.ToLower(question) + " "
	var about, general, rest []string
	for _, e := range v.Entries {
		term := strings.ToLower(strings.TrimSpace(e.Term))
		text := e.Sentence()
		switch {
		case text == "":
		case term != "" && strings.Contains(question, strings.TrimSuffix(term, "s")):
			about = append(about, text)
		case e.Kind == Always || e.Kind == Counted || e.Kind == FiscalYear || e.Kind == Prefers && term == "":
			general = append(general, text)
		default:
			rest = append(rest, text)
		}
	}
	return slices.Concat(about, general, rest)
}

// Sentence is the entry as people would say it, in one line; "" for one that says nothing.
func (e Entry) Sentence() string {
	term, text := strings.Join(strings.Fields(e.Term), " "), strings.Join(strings.Fields(e.Text), " ")
	said := ""
	switch {
	case e.Kind == Means && term != "" && text != "":
		said = fmt.Sprintf("“%s” means: %s", term, text)
	case e.Kind == Called && term != "" && text != "":
		said = fmt.Sprintf("“%s” is another name for: %s", term, text)
	case e.Kind == Always && text != "" && term != "":
		said = fmt.Sprintf("leave out %s, unless the question asks for them: only rows count with %s", term, text)
	case e.Kind == Always && text != "":
		said = "unless the question asks for others, only these count: " + text
	case e.Kind == Always && term != "":
		said = fmt.Sprintf("leave out %s, unless the question asks for them", term)
	case e.Kind == Counted && text != "":
		said = "where rows are counted or listed, unless the question asks for others, only these count: " + text
	case e.Kind == Prefers && text != "" && term != "":
		said = fmt.Sprintf("where a question says “%s”, use %s", term, text)
	case e.Kind == Prefers && text != "":
		said = "where the data allow it, prefer " + text
	case e.Kind == FiscalYear && text != "":
		said = "years and quarters are fiscal, unless the question says calendar year; the first month of the fiscal year: " + text
	default:
		return ""
	}
	return said + map[Origin]string{Remembered: " (said by the person who asks)", Approved: " (approved by their team)", Learned: " (learned from corrections)"}[e.Origin]
}
