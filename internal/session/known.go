package session

// Citation is a passage of a document on which words of the narrative rest.
type Citation struct {
	Number   int      `json:"number"` // from 1; what rests on the same passage has the same number
	At       int      `json:"at"`     // the bytes of the narrative that rest on it
	End      int      `json:"end"`
	Passage  string   `json:"passage"`  // its id in the library
	Document string   `json:"document"` // the id of the document that it is of
	Title    string   `json:"title"`
	Source   string   `json:"source"`            // the name under which the library keeps the documents
	Address  string   `json:"address,omitempty"` // of the document, without secrets
	Section  []string `json:"section,omitempty"` // the headings above it
	Page     int      `json:"page,omitempty"`    // or slide
	Sheet    string   `json:"sheet,omitempty"`
	Quote    string   `json:"quote"` // what it says, as far as the words rest on it
	Hash     string   `json:"hash"`  // of the whole passage
}

// Known is something that Plumb knew before the question was asked, and used: what a person
// said, a term of the team's glossary, a rule learned from corrections, a memory.
type Known struct {
	ID     string  `json:"id"`
	Origin string  `json:"origin"` // remembered, approved, learned or verified
	Text   string  `json:"text"`   // for people
	Score  float64 `json:"score,omitempty"`
}

// What the critic decides of an answer.
const (
	Accept = "accept"
	Reject = "reject"
	Retry  = "retry"
)

// How an answer was found, in the words of statistics.
const (
	ModeData      = "data"
	ModeDocuments = "documents"
	ModeBoth      = "both"
	ModeGeneral   = "general"
)
