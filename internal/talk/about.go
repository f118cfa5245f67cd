package talk

import (
	"context"
	"fmt"
	"time"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/schema"
)

var (
	asksTables = lazyregexp.New(`(?i)\b(?:tables?|columns?|fields?|schema|data (?:do|is|are|sources?)|database|datasets?|what (?:data|is in)|contain)\b`)
	asksFresh  = lazyregexp.New(`(?i)\b(?:fresh|up[- ]to[- ]date|recent|latest|newest|stale|last (?:updated?|load|refresh|import)|how (?:old|current|far)|when was|cover|period)\b`)
	// asksAge is a message that asks for nothing but how fresh the data are.
	asksAge      = lazyregexp.New(`(?i)^(?:(?:and|but|so|ok|okay)[, ]+)*how (?:fresh|up[- ]to[- ]date|current|recent|old|stale) (?:is|are) (?:this|that|it|these|those|(?:(?:the|this|that|these|those|your|our|my|all) )?(?:underlying |loaded )?(?:data|dataset|database|data ?set|figures?|numbers?|tables?|information|source))[ ?.!]*$`)
	asksExamples = lazyregexp.New(`(?i)\b(?:can (?:i|we|you|one)|could i|should i|what (?:else )?to ask|examples?|suggest|help)\b`)
)

// tellAbout answers questions about the data themselves, or about Plumb.
func (t *Talk) tellAbout(ctx context.Context, before *Turn, q answer.Question) (*answer.Draft, error) {
	s, err := t.Connection.Schema(ctx, connection.Full)
	if err != nil {
		return nil, err
	}
	own := t.describe(ctx, s, q.Text)
	if own == nil {
		own = t.general(before, q)
	}
	if own == nil {
		return nil, nil // the parser may know the words
	}
	return t.inWords(ctx, before, q, own)
}

// describe says what a message wants to know of the data. It is nil where no words tell
// what that is.
func (t *Talk) describe(ctx context.Context, s *schema.Snapshot, text string) *remark {
	switch {
	case asksFresh.MatchString(text):
		return t.describeDays(s, nil)
	case asksExamples.MatchString(text):
		list := t.Suggestions(ctx, MaxSuggested)
		r := &remark{words: "Plumb answers questions about " + t.Connection.Name() + " in plain words: how many, how much, which, when, how it changed and why; statistics of its columns, and forecasts.", suggested: list}
		for _, one := range list {
			r.list = append(r.list, "- "+one)
		}
		return r
	case asksTables.MatchString(text):
		return describeData(s)
	}
	return nil
}

// describeData lists the tables of a database.
func describeData(s *schema.Snapshot) *remark {
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
	return &remark{words: fmt.Sprintf("There are %s.", count(int64(len(s.Tables)), "table")), list: lines}
}

// tellAge says how fresh the data are: those of the last answer where there is one.
func (t *Talk) tellAge(ctx context.Context, before *Turn, q answer.Question) (*answer.Draft, error) {
	s, err := t.Connection.Schema(ctx, connection.Full)
	if err != nil {
		return nil, err
	}
	var of []string
	if before != nil && before.Turn != nil {
		of = before.Cell.Tables()
	}
	d, err := t.inWords(ctx, before, q, t.describeDays(s, of))
	if d != nil {
		d.Confidence = 1 // its words say it
	}
	return d, err
}

// describeDays says which days the tables cover: some of them, or all where none is named.
func (t *Talk) describeDays(s *schema.Snapshot, of []string) *remark {
	var lines []string
	for i := range s.Tables {
		if len(of) > 0 && !isAmong(s.Tables[i].Name, of) {
			continue
		}
		for j := range s.Tables[i].Columns {
			c := &s.Tables[i].Columns[j]
			if first, last, ok := daysOf(c); ok && len(lines) < 30 {
				lines = append(lines, fmt.Sprintf("- %s.%s: %s to %s", s.Tables[i].Name, c.Name, first, last))
			}
		}
	}
	switch {
	case len(lines) == 0 && len(of) > 0:
		return t.describeDays(s, nil)
	case len(lines) == 0:
		return &remark{words: "No column of this data holds dates, so that nothing says how fresh it is."}
	}
	what := t.Connection.Name()
	if len(of) > 0 {
		what = "the last answer's tables"
	}
	return &remark{words: fmt.Sprintf("The dates of %s cover these days; today counts as %s.", what, t.Today().Format("2 January 2006")), list: lines}
}

// daysOf are the first and the last day of a column of times.
func daysOf(c *schema.Column) (first, last string, ok bool) {
	const day = len(time.DateOnly)
	if c.Role != schema.TimeDimension || len(c.Min) < day || len(c.Max) < day {
		return "", "", false
	}
	return c.Min[:day], c.Max[:day], true
}
