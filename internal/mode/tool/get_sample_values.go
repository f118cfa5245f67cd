package tool

import (
	"context"
	"fmt"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/source"
)

type sampleValuesArguments struct {
	named
	Column string `json:"column" schema:"min=1,max=300,description=the name of the column"`
	Values int    `json:"values,omitempty" schema:"min=1,max=100,description=how many values; 20 if left out"`
}

var sampleValuesForm = model.NewForm[sampleValuesArguments]("get_sample_values", "")

func (k *Kit) sampleValues(ctx context.Context, a sampleValuesArguments) (Output, error) {
	const values = 20
	s, t, err := k.table(ctx, a.named)
	if err != nil {
		return Output{}, err
	}
	c, err := column(t, a.Column)
	if err != nil {
		return Output{}, err
	}
	if a.Values == 0 {
		a.Values = values
	}
	sql := fmt.Sprintf("SELECT %s AS %s, count(*) AS %s FROM %s GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT %d", quote(c.Name), quote("value"), quote("rows"), quoteName(t), a.Values+1)
	found, q, err := k.run(ctx, sql, source.Limits{Time: k.limits.Time, Rows: a.Values, Bytes: k.limits.Bytes})
	if err != nil {
		return Output{Query: q}, err
	}
	text, err := page{Table: s.DisplayName(t), About: "the values of " + c.Name + ", most common first"}.write(found)
	return Output{Text: text, Table: found, Query: q, About: q.Tables}, err
}
