package knowledge

import (
	"cmp"
	"encoding/json"
	"path"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// version is that of the form in which documents are kept and cut. A document of another
// version is read again when its source is refreshed.
const version = 1

// details are what is known of a document beside what every store knows.
type details struct {
	Version  int             `json:"version"`
	Name     string          `json:"name"`
	Media    string          `json:"media,omitempty"`
	Modified time.Time       `json:"modified,omitzero"`
	Kept     json.RawMessage `json:"kept,omitempty"`
	Tables   []Table         `json:"tables,omitempty"`
	Notes    []string        `json:"notes,omitempty"`
	Failure  *Failure        `json:"failure,omitempty"`
}

// Failure is why a document cannot be read as it is now.
type Failure struct {
	Code    fault.Code `json:"code"`
	Message string     `json:"message"`
	Hint    string     `json:"hint,omitempty"`
}

// Table is a table in a document.
type Table struct {
	Document string   `json:"document"`
	Number   int      `json:"number"` // among the tables of the document, from 0
	Name     string   `json:"name"`
	Columns  []string `json:"columns"`
	Rows     int      `json:"rows"`
	Page     int      `json:"page,omitempty"`
	Sheet    string   `json:"sheet,omitempty"`
	Block    int      `json:"block"`
}

func detailsOf(d store.Document) details {
	var x details
	if json.Unmarshal(d.Details, &x) != nil {
		return details{} // of no version: the document is read again
	}
	return x
}

func (x details) json() json.RawMessage {
	b, err := json.Marshal(x)
	if err != nil { // what the place wanted to have back is not JSON
		x.Kept = nil
		b, _ = json.Marshal(x)
	}
	return b
}

// keep notes what the next listing gets back.
func (x *details) keep(i Item) {
	x.Name, x.Media, x.Modified, x.Kept = i.Name, i.Media, i.Modified, i.Kept
}

func (x details) item(d store.Document) Item {
	return Item{Address: d.Address, Name: x.Name, Media: x.Media, Mark: d.Mark, Modified: x.Modified, Kept: x.Kept}
}

func nameOf(i Item) string { return cleanLine(cmp.Or(i.Name, i.Address)) }

func titleOf(i Item) string { return path.Base(nameOf(i)) }

// cut fills in what an extracted document says.
func (l *Library) cut(d *store.CutDocument, body *document.Document, kind string, item Item) {
	clean(body)
	d.Title, d.Type = cmp.Or(body.Title, titleOf(item)), kind
	if !item.Modified.IsZero() {
		d.Day = item.Modified.UTC().Format(time.DateOnly)
	}
	x := details{Version: version, Notes: body.Notes, Tables: tablesOf(d.ID, body)}
	x.keep(item)
	cut, whole := l.cutter.Cut(d.ID, d.Title, body)
	if !whole {
		x.Notes = append(x.Notes, "the document, or a table in it, is too long to be searched to its end")
	}
	for i := range cut {
		cut[i].Terms = Terms(cut[i].Context + "\n" + cut[i].Text)
		cut[i].Terms = cut[i].Terms[:min(len(cut[i].Terms), store.MaxTerms)]
	}
	d.Cut, d.Details = cut, x.json()
	d.Body, _ = json.Marshal(body) // plain data, which always has a JSON form
}

// tablesOf lists the tables of a document. A table is named by its caption, its sheet, or
// the heading that it stands under.
func tablesOf(id string, d *document.Document) []Table {
	var list []Table
	heading := ""
	for i, b := range d.Blocks {
		if b.Kind == document.Heading {
			heading = b.Text
		}
		if b.Kind != document.Table || b.Table == nil {
			continue
		}
		t := Table{Document: id, Number: len(list), Name: cmp.Or(cleanLine(b.Text), b.Sheet, heading, d.Title), Rows: len(b.Table.Rows), Page: b.Page, Sheet: b.Sheet, Block: i}
		for _, c := range b.Table.Columns {
			t.Columns = append(t.Columns, strings.TrimSpace(c.Name))
		}
		list = append(list, t)
	}
	return list
}
