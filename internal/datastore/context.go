package datastore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/schema"
)

// Part is a part of what a model is shown of a store.
type Part string

const (
	PartScratchpad Part = "scratchpad"
	PartState      Part = "state"
	PartTables     Part = "tables"
	PartArtifacts  Part = "artifacts"
)

// Item is one thing of a store as a model is shown it.
type Item struct {
	Part   Part
	Name   string // of the note of a step: step 3
	Text   string
	Tokens int // about
}

// Level says whether what a model is shown is becoming too much.
type Level string

const (
	LevelOK       Level = "ok"
	LevelWarning  Level = "warning"  // from 50,000 tokens
	LevelCritical Level = "critical" // from 100,000 tokens
)

const (
	warningTokens  = 50_000
	criticalTokens = 100_000
	largestItems   = 10
)

// Stats is how many tokens a store takes in the context of a model, about.
type Stats struct {
	Scratchpad, State, Tables, Artifacts int
	Total                                int
	Largest                              []Item // at most ten, the largest first
	Level                                Level
}

// Items is what a model is shown of the store, all of which fits into its context as
// Context says. Rows of tables are not among it; see Preview.
func (s *Store) Items() ([]Item, error) {
	c, err := s.current()
	if err != nil {
		return nil, err
	}
	var list []Item
	add := func(p Part, name, text string) {
		list = append(list, Item{Part: p, Name: name, Text: text, Tokens: schema.Tokens(text)})
	}
	for _, n := range c.Notes {
		add(PartScratchpad, fmt.Sprintf("step %d", n.Step), fmt.Sprintf("Step %d: %s", n.Step, cmp.Or(n.Summary, n.Text)))
	}
	for _, v := range c.Variables {
		add(PartState, v.Name, v.Name+" = "+cut(string(v.Value), v.Short))
	}
	for _, t := range c.Tables {
		add(PartTables, t.Name, outline(t.Record))
	}
	for _, a := range c.Artifacts {
		text := fmt.Sprintf("%s: %s of step %d, %s", a.Name, cmp.Or(a.Kind, a.MediaType, "artifact"), a.Step, size(a.Size))
		if a.Kind == KindNarrative {
			if read, err := s.ReadArtifact(a.Name); err == nil {
				text += "\n" + cut(strings.ToValidUTF8(string(read.Bytes), "\uFFFD"), a.Short)
			}
		}
		add(PartArtifacts, a.Name, text)
	}
	return list, nil
}

// outline is a table without its rows.
func outline(r Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s(", r.Name)
	for i, c := range r.Columns {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %s", c.Name, c.Type)
	}
	fmt.Fprintf(&b, "): %d rows, made by step %d", r.Rows, r.Step)
	if len(r.Sources) > 0 {
		fmt.Fprintf(&b, " from %s", strings.Join(r.Sources, ", "))
	}
	if r.Description != "" {
		fmt.Fprintf(&b, ". %s", r.Description)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "\n%s", n)
	}
	return b.String()
}

// Context says how much a model is shown of the store, by part.
func (s *Store) Context() (Stats, error) {
	items, err := s.Items()
	if err != nil {
		return Stats{}, err
	}
	return statsOf(items), nil
}

func statsOf(items []Item) Stats {
	var st Stats
	parts := map[Part]*int{PartScratchpad: &st.Scratchpad, PartState: &st.State, PartTables: &st.Tables, PartArtifacts: &st.Artifacts}
	for _, i := range items {
		*parts[i.Part] += i.Tokens
		st.Total += i.Tokens
	}
	switch {
	case st.Total >= criticalTokens:
		st.Level = LevelCritical
	case st.Total >= warningTokens:
		st.Level = LevelWarning
	default:
		st.Level = LevelOK
	}
	largest := slices.Clone(items)
	slices.SortStableFunc(largest, func(a, b Item) int { return cmp.Compare(b.Tokens, a.Tokens) })
	st.Largest = largest[:min(len(largest), largestItems)]
	return st
}

// Compaction is what Compact did.
type Compaction struct {
	Before, After Stats
	Summarized    int // notes that are now shown as summaries
	Shortened     int // values and narratives of which the beginning is shown
}

const (
	recentNotes = 10   // that are shown in full
	maxShown    = 2000 // characters of a narrative or a value
)

// Compact shortens what a model is shown: old notes become their first line and their
// figures, and of narratives and values only the beginning is shown. Nothing is lost: Notes, State and
// ReadArtifact return what they did before, and tables are not touched.
func (s *Store) Compact(ctx context.Context) (Compaction, error) {
	var done Compaction
	var err error
	if done.Before, err = s.Context(); err != nil {
		return done, err
	}
	err = s.change(ctx.Done(), func(c *catalogue) error {
		for i := range c.Notes[:max(0, len(c.Notes)-recentNotes)] {
			n := &c.Notes[i]
			if short := summarize(n.Text); n.Summary == "" && len(short) < len(n.Text) {
				n.Summary = short
				done.Summarized++
			}
		}
		for i := range c.Variables {
			if v := &c.Variables[i]; !v.Short && len([]rune(string(v.Value))) > maxShown {
				v.Short = true
				done.Shortened++
			}
		}
		for i := range c.Artifacts {
			if a := &c.Artifacts[i]; !a.Short && a.Kind == KindNarrative && a.Size > maxShown {
				a.Short = true
				done.Shortened++
			}
		}
		return nil
	})
	if err != nil {
		return done, err
	}
	done.After, err = s.Context()
	return done, err
}

// cut is the beginning of a text, where only that is shown.
func cut(text string, short bool) string {
	runes := []rune(text)
	if !short || len(runes) <= maxShown {
		return text
	}
	return fmt.Sprintf("%s… (%d of %d characters)", string(runes[:maxShown]), maxShown, len(runes))
}
