package talk

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/schema"
)

var (
	asksTables   = lazyregexp.New(`(?i)\b(?:tables?|columns?|fields?|schema|data (?:do|is|are|sources?)|database|datasets?|what (?:data|is in)|contain)\b`)
	asksFresh    = lazyregexp.New(`(?i)\b(?:fresh|up[- ]to[- ]date|recent|latest|newest|stale|last (?:updated?|load|refresh|import)|how (?:old|current|far)|when was|cover|period)\b`)
	asksExamples = lazyregexp.New(`(?i)\b(?:can (?:i|we|you|one)|could i|should i|what (?:else )?to ask|examples?|suggest|help)\b`)
)

// tellAbout answers questions about the data themselves, or about Plumb.
func (t *Talk) tellAbout(ctx context.Context, _ *Turn, q answer.Question) (*answer.Draft, error) {
	s, err := t.Connection.Schema(ctx, connection.Full)
	if err != nil {
		return nil, err
	}
	switch {
	case asksFresh.MatchString(q.Text):
		return t.tellFreshness(s), nil
	case asksExamples.MatchString(q.Text):
		d := told("Plumb answers questions about " + t.Connection.Name() + " in plain words: how many, how much, which, when, how it changed and why; statistics of its columns, and forecasts.")
		d.Suggested = t.Suggestions(ctx, MaxSuggested)
		for _, one := range d.Suggested {
			d.Told += "\n- " + one
		}
		return d, nil
	case asksTables.MatchString(q.Text):
		return told(describeData(s)), nil
	}
	return nil, nil
}

// describeData lists the tables of a database.
func describeData(s *schema.Snapshot) string {
	const most = 30
	var lines []string
	for i := range s.Tables {
		of := &s.Tables[i]
		if of.Unsafe != "" {
			continue
		}
		if len(lines) == most {
			lines = append(lines, fmt.Sprintf("- and %d more", len(s.Tables)-most))
			break
		}
		line := "- " + of.Name
		if of.Rows >= 0 {
			line += ": " + count(of.Rows, "row")
		}
		var names []string
		const few = 8
		for _, c := range of.Columns[:min(few, len(of.Columns))] {
			names = append(names, c.Name)
		}
		if n := len(of.Columns) - few; n > 0 {
			names = append(names, fmt.Sprintf("%d more columns", n))
		}
		line += " with " + english.JoinList(names, "and")
		if about := of.Comment; about != "" {
			line += " (" + about + ")"
		}
		lines = append(lines, line)
	}
	return fmt.Sprintf("There are %s.\n%s", count(int64(len(s.Tables)), "table"), strings.Join(lines, "\n"))
}

// tellFreshness says which days the tables cover.
func (t *Talk) tellFreshness(s *schema.Snapshot) *answer.Draft {
	var lines []string
	for i := range s.Tables {
		for _, c := range s.Tables[i].Columns {
			const day = len("2006-01-02")
			if c.Role == schema.TimeDimension && len(c.Min) >= day && len(c.Max) >= day && len(lines) < 30 {
				lines = append(lines, fmt.Sprintf("- %s.%s: %s to %s", s.Tables[i].Name, c.Name, c.Min[:day], c.Max[:day]))
			}
		}
	}
	if len(lines) == 0 {
		return told("No column of this data holds dates, so that nothing says how fresh it is.")
	}
	return told(fmt.Sprintf("The dates of %s cover these days; today counts as %s.\n%s", t.Connection.Name(), t.Today().Format("2 January 2006"), strings.Join(lines, "\n")))
}
