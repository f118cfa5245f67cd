// Package notebook keeps cells in files that people can share: one JSON file per
// notebook, which can be listed, exported, replayed and verified without any
// model.
//
// The same notebook always gives the same bytes. A file is replaced atomically;
// a damaged one is reported with what can still be read from it, and is never
// overwritten.
package notebook

import (
	"strings"
	"time"
	"unicode"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

// Bounds of a notebook.
const (
	MaxCells = 2000
	MaxBytes = 256 << 20
	maxName  = 120 // characters
)

// Notebook is a list of cells under a name.
type Notebook struct {
	ID         string
	Name       string
	CreatedAt  time.Time
	UpdatedAt  time.Time
	Connection Connection
	Session    string // whose log tells what happens in it; "" while no page has had it open
	Unnamed    bool   // its name is only for now
	Cells      []session.Cell
}

// Connection is the data that a notebook is about.
type Connection struct {
	Type       string `json:"type,omitempty"`        // the engine
	Database   string `json:"database,omitempty"`    // where it is, without secrets
	Name       string `json:"name,omitempty"`        // under which Plumb knows it
	SchemaHash string `json:"schema_hash,omitempty"` // when the notebook was last written
}

// Find is the place of a cell, or -1.
func (n *Notebook) Find(id string) int {
	for i, c := range n.Cells {
		if c.ID == id {
			return i
		}
	}
	return -1
}

// Title is what a cell is called where cells are listed: its question, or how a
// note begins.
func Title(c session.Cell) string {
	if c.Note == "" {
		return c.Question
	}
	for _, b := range blocksOf(c.Note) {
		var text strings.Builder
		for _, line := range b.Lines[:min(1, len(b.Lines))] {
			for _, s := range line {
				text.WriteString(s.Text)
			}
		}
		if r := []rune(strings.Join(strings.Fields(text.String()), " ")); len(r) > maxTitle {
			return string(r[:maxTitle-1]) + "…"
		} else if len(r) > 0 {
			return string(r)
		}
	}
	return "a note"
}

const maxTitle = 80 // characters

// FileName calls what comes from a cell after its question, in whole words.
func FileName(c session.Cell) string {
	const most = 60 // letters
	name := []rune(Slug(c.Question))
	if len(name) > most {
		name = name[:most]
		if end := strings.LastIndexByte(string(name), '-'); end > 0 {
			name = []rune(string(name)[:end])
		}
	}
	if len(name) == 0 {
		return c.ID
	}
	return string(name)
}

// Slug is a name as a file can be called: lower-case letters, digits and
// hyphens. Names with the same slug are the same name.
func Slug(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(name) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteRune(r)
	}
	return b.String()
}

// maxSlug leaves room for an ending within the 255 bytes of a file's name.
const maxSlug = 200

// checkName tidies a name and refuses what cannot be one.
func checkName(name string) (string, error) {
	name = strings.Join(strings.Fields(strings.ToValidUTF8(name, "")), " ")
	slug := Slug(name)
	switch {
	case slug == "":
		return "", fault.New(fault.Usage, "%q cannot be the name of a notebook: it has no letters or digits", name).
			WithHint(`give it a name such as "Pipeline review"`)
	case len([]rune(name)) > maxName || len(slug) > maxSlug:
		return "", fault.New(fault.Usage, "the name of a notebook can have at most %d characters", maxName).WithHint("give it a shorter name")
	case strings.ContainsFunc(name, unicode.IsControl):
		return "", fault.New(fault.Usage, "the name of a notebook must not contain control characters").WithHint("give it a plain name")
	}
	return name, nil
}
