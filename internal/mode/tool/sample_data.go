package tool

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/source"
)

type sampleDataArguments struct {
	named
	Rows int `json:"rows,omitempty" schema:"min=1,max=20,description=how many rows; 5 if left out"`
}

var sampleDataForm = model.NewForm[sampleDataArguments]("sample_data", "")

func (k *Kit) sampleData(ctx context.Context, a sampleDataArguments) (Output, error) {
	const rows, columns = 5, 100
	s, t, err := k.table(ctx, a.named)
	if err != nil {
		return Output{}, err
	}
	if a.Rows == 0 {
		a.Rows = rows
	}
	var names []string
	for _, c := range t.Columns[:min(columns, len(t.Columns))] {
		names = append(names, quote(c.Name))
	}
	sql := fmt.Sprintf("SELECT %s FROM %s LIMIT %d", strings.Join(names, ", "), quoteName(t), a.Rows+1) // one more shows whether there are more
	found, q, err := k.run(ctx, sql, source.Limits{Time: k.limits.Time, Rows: a.Rows, Bytes: k.limits.Bytes})
	if err != nil {
		return Output{Query: q}, err
	}
	p := page{Table: s.DisplayName(t), Note: "Which rows these are is chance."}
	if left := len(t.Columns) - columns; left > 0 {
		p.Note = fmt.Sprintf("%d columns are left out. %s", left, p.Note)
	}
	text, err := p.write(found)
	return Output{Text: text, Table: found, Query: q, About: q.Tables}, err
}
