package explore

import (
	"context"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// evidence is something that a tool found.
type evidence struct {
	tool    string
	table   *table.Table
	tables  []string
	number  int              // of a query
	sql     string           // of the statement behind it
	meaning *meaning.Meaning // of that
	reading *brain.Reading   // of that; nil where a follow-up cannot change it
	by      string           // who wrote that
	took    time.Duration
	result  story.Result // the same, for the check of the answer
}

// hold finds for each claim of a text something that bears it out. Without only,
// all that was found is asked.
func (t *Turn) hold(ctx context.Context, text string, only ...int) (story.Combined, error) {
	var results []story.Result
	for i, e := range t.found {
		if only == nil || slices.Contains(only, i) {
			results = append(results, e.result)
		}
	}
	return story.CheckAll(ctx, text, results, story.Context{Question: t.q.Text, Now: t.q.Now, Foreign: true})
}

// neededEvidence returns the evidence without which the text could not be checked again: what
// its references are to, and what else speaks for it where that alone would
// leave an objection.
func (t *Turn) neededEvidence(ctx context.Context, text string, r story.Combined, main int) ([]int, error) {
	few, err := t.hold(ctx, text, append(slices.Clone(r.By), main)...)
	if err != nil || len(few.Unsupported()) == 0 {
		return r.By, err
	}
	return r.Spoke, nil
}

// maxSource is how many bytes of rows a cell keeps of a source beside its own
// result.
const maxSource = 256 << 10

// sources lists all queries that answered, under their numbers, and then what
// else the text rests on. Numbers tells which evidence has which.
func (t *Turn) sources(needed []int, main int) (list []session.Evidence, numbers map[int]int) {
	numbers = map[int]int{}
	add := func(i, number int) {
		e := t.found[i]
		s := session.Evidence{Number: number, Tool: e.tool, SQL: e.sql, Meaning: e.meaning, Tables: e.tables, RowCount: int64(len(e.table.Rows)),
			Truncated: e.table.Truncated != table.Whole, DataHash: e.table.Hash()}
		if i != main && slices.Contains(needed, i) {
			if s.Result = session.ResultOf(e.table, e.took.Milliseconds()); len(s.Result.Data) > maxSource {
				s.Result.Data = nil // as of a result that is too long for a cell: the hash is kept
			}
		}
		list = append(list, s)
		numbers[i] = number
	}
	last := 0
	for i, e := range t.found {
		if e.number > 0 {
			add(i, e.number)
			last = e.number
		}
	}
	for i, e := range t.found {
		if e.number == 0 && slices.Contains(needed, i) {
			last++
			add(i, last)
		}
	}
	return list, numbers
}
