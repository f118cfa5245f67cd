package llm

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/table"
)

// Result is what a story is told about. Nothing of the schema is in it.
type Result struct {
	Question   string
	SQL        string
	Table      *table.Table
	Chart      string   // its kind
	Outline    string   // of a plan in several steps, of which the table is the last; "" for a statement
	Steps      []Shown  // the tables of the steps before it
	Objections []string // to the story before, of which this is the second
}

// What a model sees of a result.
const (
	maxRows  = 100
	maxBytes = 32 << 10
)

// Narrate tells what a result says.
func (b *Brain) Narrate(ctx context.Context, r Result) (string, model.Usage, error) {
	request, err := narrateRequest(r)
	if err != nil {
		return "", model.Usage{}, err
	}
	t, reply, err := model.Object(ctx, b.Narrator, request, narrateForm)
	if err != nil {
		return "", reply.Usage, err
	}
	return strings.TrimSpace(t.Narrative), reply.Usage, nil
}

func narrateRequest(r Result) (model.Request, error) {
	rules, err := model.Prompt(files, "narrate", map[string]any{"Planned": r.Outline != "", "FenceRule": model.FenceRule})
	if err != nil {
		return model.Request{}, err
	}
	rows, shown := writeRows(r.Table)
	extent := fmt.Sprintf("%d of %d rows are shown. The chart is: %s.", shown, len(r.Table.Rows), r.Chart)
	if r.Table.Truncated != table.Whole {
		extent += " The result itself was cut; there are more rows."
	}
	parts := []string{model.Fence("question", r.Question)}
	if r.Outline == "" {
		parts = append(parts, model.Fence("statement", r.SQL))
	} else {
		parts = append(parts, model.Fence("plan", clip(r.Outline)))
	}
	if len(r.Steps) > 0 {
		parts = append(parts, "Tables of earlier steps, the first rows of each:\n"+showTables(r.Steps), "The table of the last step:")
	}
	parts = append(parts, model.Fence("rows", rows), extent)
	if len(r.Objections) > 0 {
		parts = append(parts, "Your last story was not accepted, because the rows do not support it:\n"+model.Fence("objections", strings.Join(r.Objections, "\n"))+
			"\nWrite it again without these claims, or with the figures that the rows have.")
	}
	return newRequest([]model.Block{{Text: rules}}, storyTokens, parts...), nil
}

// writeRows is the first rows as JSON, a row a line under the names of the
// columns.
func writeRows(t *table.Table) (text string, shown int) {
	var names []string
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	b := []byte(strings.Join(names, " | "))
	for _, row := range t.Rows[:min(maxRows, len(t.Rows))] {
		line := table.AppendJSONRow(nil, t.Columns, row)
		if len(b)+len(line) > maxBytes {
			break
		}
		b = append(append(b, '\n'), line...)
		shown++
	}
	return string(b), shown
}
