package tool

import (
	"context"

	"github.com/plumbdata/plumb/internal/model"
)

type executeQueryArguments struct {
	SQL string `json:"sql" schema:"min=1,description=one SELECT statement in the SQL of this database"`
}

var executeQueryForm = model.NewForm[executeQueryArguments]("execute_query", "")

func (k *Kit) executeQuery(ctx context.Context, a executeQueryArguments) (Output, error) {
	t, q, err := k.run(ctx, a.SQL, k.limits)
	if err != nil {
		return Output{Query: q}, err
	}
	q.Number = k.keep(t)
	p := page{Query: q.Number, instead: "Aggregate, or filter."}
	for _, c := range t.Columns {
		p.Types = append(p.Types, c.Kind.String())
	}
	text, err := p.write(t)
	return Output{Text: text, Table: t, Query: q, About: q.Tables}, err
}
