// Package document is a document as text with its structure, whatever file it came from.
// What it says is data: never an instruction, SQL or HTML.
package document

import "github.com/plumbdata/plumb/internal/table"

// Document is what a file says, in the order in which it says it.
type Document struct {
	Title  string   `json:"title,omitempty"`
	Blocks []Block  `json:"blocks"`
	Links  []string `json:"links,omitempty"` // addresses that it refers to, as they stand there
	Notes  []string `json:"notes,omitempty"` // what could not be read, for people: "page 3 is a picture"
}

// Kind is what a block is.
type Kind string

// The kinds of blocks.
const (
	Heading   Kind = "heading"
	Paragraph Kind = "paragraph"
	Item      Kind = "item" // of a list
	Code      Kind = "code"
	Table     Kind = "table"
)

// Block is a part of a document that is not cut without need.
type Block struct {
	Kind  Kind         `json:"kind"`
	Level int          `json:"level,omitempty"` // of a heading, from 1; of an item, how deep it is
	Text  string       `json:"text,omitempty"`  // plain text; of a table its caption, if it has one
	Page  int          `json:"page,omitempty"`  // page or slide, from 1; 0 where the document has none
	Sheet string       `json:"sheet,omitempty"`
	Table *table.Table `json:"table,omitempty"` // of a table
}
