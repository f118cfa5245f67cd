package notebook

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Finding is what a check of one cell found, without any database.
type Finding struct {
	Cell     string   `json:"cell"`
	Question string   `json:"question"`
	OK       bool     `json:"ok"`
	Claims   int      `json:"claims"`   // of its story
	Verified int      `json:"verified"` // of those
	Problems []string `json:"problems,omitempty"`
	Notes    []string `json:"notes,omitempty"` // what could not be checked, and what says itself that it is not verified
}

// Verify holds a cell against itself: its rows against their hash, its story
// and its chart against its rows. That the cell is the one that was written,
// its hash has shown when it was loaded. An error says that it was stopped.
func Verify(ctx context.Context, c session.Cell) (Finding, error) {
	f := Finding{Cell: c.ID, Question: Title(c)}
	rows, kept, err := c.Result.Table()
	switch {
	case err != nil:
		f.problem("%s", err)
	case kept:
		f.rows(c.Result, rows)
	case c.Result != nil:
		f.note("its rows were not saved, only their hash; plumb replay can compare it")
	}
	behind := f.gatherEvidence(c, rows)
	switch {
	case c.Narrative == nil:
	case c.WhatIf != nil:
		f.note("its story goes beyond the rows, so they cannot verify it; it is based on %d observations", c.WhatIf.SampleSize)
	case c.Analysis != nil && !foreign(c.Narrative) && kept:
		f.referred(c.Narrative, rows)
	case behind.hasRows():
		if err := f.story(ctx, c, behind); err != nil {
			return f, err
		}
	case len(c.Citations) > 0: // it rests on documents
	default:
		f.note("its story cannot be checked without rows")
	}
	f.cited(c)
	if c.WhatIf != nil && c.WhatIf.Result != nil {
		if rows, kept, err = c.WhatIf.Result.Table(); err != nil {
			f.problem("%s", err)
		} else if kept {
			f.rows(c.WhatIf.Result, rows)
			f.computed(c, rows)
		}
	}
	if kept && err == nil && c.Chart != nil && len(c.Chart.Spec) > 0 {
		f.chart(c.Chart.Spec, rows)
	}
	f.OK = len(f.Problems) == 0
	return f, nil
}

func (f *Finding) problem(format string, args ...any) {
	f.Problems = append(f.Problems, fmt.Sprintf(format, args...))
}

func (f *Finding) note(format string, args ...any) {
	f.Notes = append(f.Notes, fmt.Sprintf(format, args...))
}

func (f *Finding) rows(r *session.Result, t *table.Table) {
	if hash := t.Hash(); hash != r.DataHash {
		f.problem("its rows have the hash %s, not %s", hash, r.DataHash)
	}
	if int64(len(t.Rows)) != r.RowCount {
		f.problem("it has %d rows, not %d as it says", len(t.Rows), r.RowCount)
	}
}

// story checks every claim again. What the story itself calls unverified is not
// held against it.
func (f *Finding) story(ctx context.Context, c session.Cell, rows evidence) error {
	n := c.Narrative
	claims, err := rows.checkClaims(ctx, c)
	if err != nil {
		return err
	}
	f.Claims = len(claims)
	for _, claim := range claims {
		switch {
		case claim.Supported:
			f.Verified++
		case rows.supports(c, claim):
			f.Verified++
		case besideDocuments(c, claim):
			f.note("%q rests on a document, and not on the rows", claim.Text)
		case isDisclosed(n, claim):
			f.note("%q is unverified, and marked as such", claim.Text)
		case rows.missingRows(n, claim) != "":
			f.note("%q cannot be checked: %s were not saved, only their hash; plumb replay can compare it", claim.Text, rows.missingRows(n, claim))
		case claim.Unreadable:
			f.note("%q cannot be checked: %s", claim.Text, claim.Reason)
		default:
			f.problem("%q: %s", claim.Text, claim.Reason)
		}
	}
	for _, r := range n.DataReferences {
		if placeOf(n.Text, r, 0) < 0 {
			f.problem("the reference %s is to %q, which is not in the story", r.RefID, r.Text)
		}
		f.reference(r, rows)
		if k := rows[r.Query]; c.Meaning != nil && !foreign(n) && k.table != nil {
			if err := recompute(&r, k.table); err != nil {
				f.problem("the reference %s does not hold: %s", r.RefID, err)
			}
		}
	}
	return nil
}

// referred recomputes the figures of a story that a method wrote: each refers to the
// rows that the method gave.
func (f *Finding) referred(n *session.Narrative, rows *table.Table) {
	for _, r := range n.DataReferences {
		f.Claims++
		if placeOf(n.Text, r, 0) < 0 {
			f.problem("the reference %s is to %q, which is not in the story", r.RefID, r.Text)
			continue
		}
		if err := recompute(&r, rows); err != nil {
			f.problem("the reference %s does not hold: %s", r.RefID, err)
			continue
		}
		f.Verified++
	}
}

// computed holds the figures in the story of a what-if against what was computed:
// its rows and its fit.
func (f *Finding) computed(c session.Cell, rows *table.Table) {
	if c.Narrative == nil {
		return
	}
	var fit []struct{ Name, Text string }
	if err := json.Unmarshal(c.WhatIf.Fit, &fit); err != nil && len(c.WhatIf.Fit) > 0 {
		f.problem("its fit cannot be read: %s", err)
	}
	for _, r := range c.Narrative.DataReferences {
		if placeOf(c.Narrative.Text, r, 0) < 0 {
			f.problem("the reference %s is to %q, which is not in the story", r.RefID, r.Text)
		}
		if r.Figure != "" && !slices.Contains(fit, struct{ Name, Text string }{r.Figure, r.Text}) {
			f.problem("the reference %s does not hold: the fit has no %s of %s", r.RefID, strings.ReplaceAll(r.Figure, "_", " "), r.Text)
		}
		if len(r.Columns) == 0 {
			continue
		}
		if err := recompute(&r, rows); err != nil {
			f.problem("the reference %s does not hold: %s", r.RefID, err)
		}
	}
}

// reference checks that what a reference is to is there.
func (f *Finding) reference(r session.DataReference, rows evidence) {
	of, ok := rows[r.Query]
	if !ok {
		f.problem("the reference %s is to query %d, which does not exist", r.RefID, r.Query)
		return
	}
	if slices.ContainsFunc(r.Rows, func(row int) bool { return row < 0 || int64(row) >= of.count }) {
		f.problem("the reference %s is to rows that do not exist", r.RefID)
	}
	for _, name := range r.Columns {
		if of.table != nil && !slices.ContainsFunc(of.table.Columns, func(c table.Column) bool { return c.Name == name }) {
			f.problem("the reference %s is to the column %s, which does not exist", r.RefID, name)
		}
	}
}

func isDisclosed(n *session.Narrative, c story.Claim) bool {
	return slices.ContainsFunc(n.Unverified, func(sentence string) bool {
		at := strings.Index(n.Text, sentence)
		return at >= 0 && at <= c.Start && c.End <= at+len(sentence)
	})
}

// storyContext is what was known when the story was written, as the answer
// mode gives it to the check.
func storyContext(c session.Cell) story.Context {
	question := c.Question
	if c.Derivation != nil {
		question = c.Derivation.Question
	}
	s := story.Context{Question: question, Meaning: c.Meaning, Now: dayOf(c), Foreign: foreign(c.Narrative)}
	if r := c.Reading; r != nil {
		for _, clause := range r.Clauses {
			if clause.Label == "only" || clause.Label == "where" || clause.Label == "with" {
				s.Filters = append(s.Filters, clause.Text)
			}
		}
		s.Filters = append(s.Filters, r.Sentence)
	}
	return s
}

// foreign is true for a story that a provider's model wrote.
func foreign(n *session.Narrative) bool { return n != nil && strings.Contains(n.By, "/") }

// dayOf is the day that the cell was made on; zero if it does not say.
func dayOf(c session.Cell) time.Time {
	day, err := time.Parse(time.DateOnly, c.Metadata.Now)
	if err != nil {
		return time.Time{}
	}
	return day
}

func (f *Finding) chart(spec []byte, t *table.Table) {
	_, problems := chart.Validate(spec, t)
	for _, p := range problems {
		switch {
		case p.Code == fault.Internal: // this build cannot check charts
			f.note("its chart: %s", p.Message)
		case p.Severity == fault.Error:
			f.problem("its chart: %s", p.Message)
		}
	}
}
