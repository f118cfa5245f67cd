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
		"file.version":     "The version of the file format; this is 1.",
		"file.hash":        "SHA-256 of everything but the cells, with this field empty.",
		"file.id":          "The notebook's unique id.",
		"file.name":        "Its name.",
		"file.created_at":  "When it was created.",
		"file.updated_at":  "When it was last changed.",
		"file.connection":  "The data that it is about.",
		"file.session":     "The session whose log has the notebook's events, once a page has opened it.",
		"file.unnamed":     "Its name is temporary: the first answered question replaces it.",
		"file.cell_hashes": "SHA-256 of the canonical bytes of each cell, in their order.",
		"file.cells":       "The questions and answers, in order.",

		"Connection.type":        "The engine.",
		"Connection.database":    "Where the data is, without secrets.",
		"Connection.name":        "The name of its connection.",
		"Connection.schema_hash": "The hash of its schema when a cell was last added.",
	})
}
