package notebook

import "github.com/plumbdata/plumb/internal/session"

// file is a notebook's file, for its schema.
type file struct {
	head
	Cells []session.Cell `json:"cells"`
}

// Schema is the JSON schema of a notebook's file.
func Schema() []byte {
	return session.SchemaOf(file{}, "Plumb notebook", map[string]string{
		"file.version":     "Of the form of the file; this is 1.",
		"file.hash":        "SHA-256 of all that stands beside the cells, with this field empty.",
		"file.id":          "The notebook's name for programs, new for every one.",
		"file.name":        "Its name for people.",
		"file.created_at":  "When it was made.",
		"file.updated_at":  "When it was last changed.",
		"file.connection":  "The data that it is about.",
		"file.session":     "The session whose log tells what happens in the notebook, once a page has had it open.",
		"file.unnamed":     "Its name is only for now: the first question that is answered in it gives it another.",
		"file.cell_hashes": "SHA-256 of the canonical bytes of each cell, in their order.",
		"file.cells":       "What was asked and found out, in order.",

		"Connection.type":        "The engine.",
		"Connection.database":    "Where the data is, without secrets.",
		"Connection.name":        "The name under which Plumb knows it.",
		"Connection.schema_hash": "The hash of its schema when a cell was last added.",
	})
}
