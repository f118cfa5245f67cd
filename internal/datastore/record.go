package datastore

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/table"
)

// Record says what a table is and where it came from. Whoever makes a table fills in the
// fields up to Published; the others are the store's to fill in.
type Record struct {
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Step        int      `json:"step"`              // that made it, and alone may replace it
	Turn        string   `json:"turn,omitempty"`    // of the conversation
	Sources     []string `json:"sources,omitempty"` // tables it was made from: connection.table, or of this store
	SQL         string   `json:"sql,omitempty"`
	Language    string   `json:"language,omitempty"` // of what made it: sql, python
	By          string   `json:"by,omitempty"`       // who wrote that
	Published   bool     `json:"published,omitempty"`

	Rows    int64    `json:"rows"`
	Bytes   int64    `json:"bytes"`
	Columns []Column `json:"columns"`
	// Hash is the canonical hash of the rows, or "" where nobody has asked for it
	// yet; see Store.Hash.
	Hash      string    `json:"hash,omitempty"`
	Notes     []string  `json:"notes,omitempty"` // what is not as it was put in
	CreatedAt time.Time `json:"created_at"`
	UsedAt    time.Time `json:"used_at"`
}

// unknownStep is of what was recovered from a file that does not say who made it. Any step may
// replace it.
const unknownStep = -1

// mayReplace reports whether a step may replace what another made.
func mayReplace(step, owner int) bool { return step == owner || owner == unknownStep }

// Column is a column as statements see it.
type Column struct {
	Name string     `json:"name"`
	Kind table.Kind `json:"kind"`
	Type string     `json:"type"` // of DuckDB
	// Stored is what it is in the file, where Parquet does not have the type.
	Stored string `json:"stored,omitempty"`
}

// Bounds of what a record says.
const (
	maxName        = 63
	maxDescription = 10_000
	maxSources     = 1000
	maxWord        = 200 // turn, language, who
)

// check refuses a record that cannot be kept.
func (r Record) check() error {
	if err := checkName("table", r.Name); err != nil {
		return err
	}
	size := len(r.Turn) + len(r.Language) + len(r.By)
	texts := append([]string{r.Description, r.SQL, r.Turn, r.Language, r.By}, r.Sources...)
	for _, s := range r.Sources {
		size = max(size, len(s))
	}
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return fault.New(fault.Usage, "what is said of table %s is not text", r.Name).WithHint("use UTF-8 without NUL")
		}
	}
	if len(r.Description) > maxDescription || len(r.SQL) > guard.MaxSQL || len(r.Sources) > maxSources || size > 3*maxWord {
		return fault.New(fault.Usage, "what is said of table %s is too long", r.Name).
			WithHint("a description has at most %d bytes, a statement %d", maxDescription, guard.MaxSQL)
	}
	return nil
}

// checkName refuses names that are not plain identifiers: they become parts of SQL and of
// the names of files.
func checkName(what, name string) error {
	plain := name != "" && len(name) <= maxName && (name[0] < '0' || name[0] > '9')
	for i := range len(name) {
		c := name[i]
		plain = plain && (c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
	}
	if plain {
		return nil
	}
	return fault.New(fault.Usage, "%s cannot be the name of a %s", quoteName(name), what).
		WithHint("use letters, digits and underscores, at most %d, and begin with a letter", maxName)
}

// quoteName shows a name that may be anything.
func quoteName(name string) string {
	const most = 80
	if len(name) > most {
		name = strings.ToValidUTF8(name[:most], "") + "…"
	}
	return fmt.Sprintf("%q", name)
}

// equalNames compares names as DuckDB does.
func equalNames(a, b string) bool { return strings.EqualFold(a, b) }

// noTable is the fault of a table that is not there.
func noTable(c *catalogue, name string) error {
	f := fault.New(fault.NotFound, "the data store has no table %s", quoteName(name))
	if len(c.Tables) == 0 {
		return f.WithHint("it has no tables yet")
	}
	return f.WithHint("%s", fault.DidYouMean(name, "tables", c.names()))
}
