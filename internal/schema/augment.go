package schema

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// Augment merges what a project's folder says about the data into the
// snapshot, and reports what it could not merge: broken files, unknown tables
// and columns, and documents that contradict each other, each with file and
// line. A document that cannot be read never stops the others.
//
// It reads dbt files (schema.yml and any other YAML with models or sources),
// docs.md and what dbt's docs blocks hold, dictionary.csv, and SQL files in the
// folder itself or in one named examples. A YAML file overrides docs.md, which
// overrides dictionary.csv; all of them override the comments in the database.
// The keys that a database declares stand, whatever the documents say.
//
// Roles are assigned again for tables that documents mention. Calling it again
// replaces the words of the call before.
func Augment(s *Snapshot, dir fs.FS) []fault.Diagnostic {
	a := &augmenter{s: s, find: newFinder(s), blocks: map[string]string{}, told: map[string]bool{}, touched: map[*Table]bool{}}
	a.forget()
	a.read(dir)
	slices.SortStableFunc(a.claims, func(x, y claim) int { return cmp.Compare(y.rank, x.rank) })
	for _, c := range a.claims {
		a.apply(c)
	}
	known, referred := map[string]naming{}, referredColumns(s)
	for t := range a.touched {
		enrichTable(s, t, known, referred)
	}
	return a.findings()
}

// forget removes what documents said before.
func (a *augmenter) forget() {
	a.s.Documents = Documents{}
	for i := range a.s.Tables {
		t := &a.s.Tables[i]
		t.Description, t.Synonyms, t.Origins = "", nil, nil
		for j := range t.Columns {
			c := &t.Columns[j]
			if c.Origins != nil {
				a.touched[t] = true
			}
			c.Description, c.Synonyms, c.Unit, c.Examples, c.Origins = "", nil, "", nil, nil
		}
	}
}

// augmenter gathers claims from all files, then applies them by rank.
type augmenter struct {
	s      *Snapshot
	find   *finder
	claims []claim
	blocks map[string]string // dbt's named pieces of text

	diagnostics []fault.Diagnostic
	more        int             // diagnostics beyond the limit
	told        map[string]bool // unknown names already reported
	unknown     int             // tables among them
	names       []string        // of all tables, for hints
	touched     map[*Table]bool // whose roles may have changed
}

// rank decides between documents that differ.
type rank int

const (
	fromDictionary rank = iota
	fromDocs
	fromYAML
)

// topic is what a claim is about.
type topic int

const (
	onName topic = iota // only that it exists
	onDescription
	onSynonyms
	onUnit
	onExamples
	onValues // all that may occur
	onRole
	onAggregate
	onUnique
	onNotNull
	onReference
)

// claim is one thing that a document says of a table or a column.
type claim struct {
	schema, table, column string // as written; column is "" for the table
	topic                 topic
	text                  string
	list                  []string
	rank                  rank
	at                    place
	to                    ColumnRef // of a reference
	loose                 bool      // prose, which may say the same in other words
}

// place is a line of a document.
type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// maxFindings is how many diagnostics are kept; the rest is counted.
const maxFindings = 200

func (a *augmenter) report(at place, severity fault.Severity, f *fault.Fault) {
	if len(a.diagnostics) >= maxFindings {
		a.more++
		return
	}
	d := f.Diagnostic(severity)
	d.File, d.Line = at.file, at.line
	a.diagnostics = append(a.diagnostics, d)
}

// findings are the diagnostics in the order of files and lines.
func (a *augmenter) findings() []fault.Diagnostic {
	slices.SortStableFunc(a.diagnostics, func(x, y fault.Diagnostic) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line))
	})
	if a.more > 0 {
		a.diagnostics = append(a.diagnostics, fault.New(fault.DocConflict, "%d more findings in the documents are not shown", a.more).
			WithHint("fix those above first").Diagnostic(fault.Info))
	}
	return a.diagnostics
}
