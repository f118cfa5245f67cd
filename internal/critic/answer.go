package critic

import (
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Mode is how an answer came to be.
type Mode string

// The modes.
const (
	Data      Mode = "data"      // from the rows of one statement
	Analysis  Mode = "analysis"  // from the tables of several steps
	Documents Mode = "documents" // from passages
	General   Mode = "general"   // from nothing but the conversation
)

// Answer is an answer with all that is known of it. Only Question and Mode must be there.
type Answer struct {
	Question string
	Now      time.Time
	Mode     Mode
	// CanRetry says that whoever answered would answer otherwise if told why, and that this is
	// the first attempt.
	CanRetry bool
	// Chosen says that the person wrote the statement, or chose the reading: nobody knows
	// better what they mean.
	Chosen bool
	// Beyond says that the reading goes beyond what the built-in brain reads in a question: a
	// language model wrote it, or defaults fill what the question leaves open.
	Beyond   bool
	FollowUp bool // it changes the answer before
	// Wrong is the reading, as Sentence, that the person has just said to be wrong.
	Wrong string

	// Of the reading.
	Sentence    string // in one line
	Assumptions []string
	SQL         string
	Meaning     *meaning.Meaning
	Review      *brain.Review // what it makes of the question; nil where nobody can say
	Wants       []Want        // what a classifier says that the message wants, the likeliest first

	// Of the answer.
	Table   *table.Table   // its rows, or nil
	Results []story.Result // of an analysis, the tables of its steps
	Story   *story.Story
	Foreign bool // a model wrote the story
	// Text is what an answer without a story says, with what its sentences cite.
	Text      string
	Citations []Citation
	// Sources are the texts that an answer without passages may take figures from: what was
	// said before.
	Sources []string
}

// Want is what a classifier says that a message wants.
type Want struct {
	Name  string // an intent, such as alert
	Score float64
}

// Citation says what a part of a text rests on.
type Citation struct {
	Start, End int // of the words in Text that it stands for, in bytes
	Passages   []Passage
}

// Passage is a part of a document.
type Passage struct {
	ID    string
	Title string
	Text  string
}
