package engine

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/source/worker/wire"
)

// Failure is an error of DuckDB's in its own words.
type Failure struct {
	Type       Type     `json:"type"`
	Subtype    Subtype  `json:"subtype,omitempty"`
	Message    string   `json:"message"`
	Name       string   `json:"name,omitempty"`       // what was not found
	Object     string   `json:"object,omitempty"`     // what kind of thing that is: Table, Scalar Function, …
	Candidates []string `json:"candidates,omitempty"` // what DuckDB thinks was meant
	Position   int      `json:"position"`             // in the statement, in bytes; -1 where there is none
}

// Type is DuckDB's class of error, as it writes it in its JSON errors.
type Type string

const (
	Binder      Type = "Binder"
	Catalog     Type = "Catalog"
	Conversion  Type = "Conversion"
	Fatal       Type = "FATAL"
	Internal    Type = "INTERNAL"
	Interrupted Type = "INTERRUPT"
	IO          Type = "IO"
	NoMemory    Type = "Out of Memory"
	Parser      Type = "Parser"
	Permission  Type = "Permission"
	Syntax      Type = "Syntax"

	// Refused and Unopened are the worker's own.
	Refused  Type = "plumb: refused"
	Unopened Type = "plumb: unopened"
)

// Subtype says more about some types.
type Subtype string

const (
	ColumnNotFound Subtype = "COLUMN_NOT_FOUND"
	MissingEntry   Subtype = "MISSING_ENTRY"
	NoMatch        Subtype = "NO_MATCHING_FUNCTION" // for these types

	// Of Unopened.
	Locked  Subtype = "LOCKED"  // another process has the file open for writing
	Newer   Subtype = "NEWER"   // a later DuckDB wrote the file
	Foreign Subtype = "FOREIGN" // not a DuckDB file
)

func (f *Failure) Error() string { return f.Message }

// toWire returns the failure as it goes to the parent. Memory that ran out is not
// all given back, and DuckDB does not trust itself after some failures.
func (f *Failure) toWire() *wire.Failure {
	return wire.NewFailure(f, f.Type == NoMemory || f.Type == Internal || f.Type == Fatal)
}

// ParseFailure reads an error text of DuckDB's with errors_as_json on. A text
// without JSON becomes the message.
func ParseFailure(text string) *Failure {
	i := strings.IndexByte(text, '{')
	if i < 0 {
		return &Failure{Message: text, Position: -1}
	}
	var e struct {
		Type       Type    `json:"exception_type"`
		Message    string  `json:"exception_message"`
		Subtype    Subtype `json:"error_subtype"`
		Name       string  `json:"name"`
		Object     string  `json:"type"`
		Candidates string  `json:"candidates"`
		Position   string  `json:"position"`
	}
	if err := json.Unmarshal([]byte(text[i:]), &e); err != nil || e.Message == "" {
		return &Failure{Message: text, Position: -1}
	}
	f := &Failure{Type: e.Type, Subtype: e.Subtype, Message: e.Message, Name: e.Name, Object: e.Object, Position: -1}
	if n, err := strconv.Atoi(e.Position); err == nil {
		f.Position = n
	}
	if e.Candidates != "" {
		f.Candidates = strings.Split(e.Candidates, ",")
	}
	return f
}
