package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/table"
)

type createChartArguments struct {
	Query int             `json:"query" schema:"min=1,description=the number of the query whose rows are drawn"`
	Kind  string          `json:"kind,omitempty" schema:"enum=bar|line|area|scatter|histogram|heatmap|pie,description=which chart; its details follow from the rows"`
	Spec  json.RawMessage `json:"spec,omitempty" schema:"description=instead of kind: a Vega-Lite v6 specification over the columns of the query, without data"`
}

var createChartForm = model.NewForm[createChartArguments]("create_chart", "")

func (k *Kit) createChart(_ context.Context, a createChartArguments) (Output, error) {
	t, m, last := k.result(a.Query)
	switch {
	case t == nil && last == 0:
		return Output{}, fault.New(fault.NotFound, "there is no result to draw yet").WithHint("call execute_query first; its answer has a number")
	case t == nil:
		return Output{}, fault.New(fault.NotFound, "there is no query %d to draw", a.Query).WithHint("the last query has the number %d", last)
	case len(a.Spec) > 0:
		return useSpec(a, t)
	case a.Kind == "":
		return Output{}, fault.New(BadArguments, "create_chart needs a kind or a specification").WithHint("give kind, such as bar or line")
	}
	choice := chart.ChooseAs(chart.Kind(a.Kind), "", t, m)
	if string(choice.Plan.Kind) != a.Kind {
		why := "it would be shown as a " + string(choice.Plan.Kind)
		if len(choice.Diagnostics) > 0 {
			why = choice.Diagnostics[0].Message
		}
		return Output{}, fault.New(chart.Invalid, "the rows of query %d cannot be drawn as a %s: %s", a.Query, a.Kind, why).
			WithHint("choose another kind, or another query")
	}
	return chartOutput(&Chart{Query: a.Query, Kind: a.Kind, Spec: choice.Plan.VegaLite(), Plan: &choice.Plan})
}

// useSpec takes a specification that the caller wrote, if it is right and
// safe.
func useSpec(a createChartArguments, t *table.Table) (Output, error) {
	spec := a.Spec
	if bytes.HasPrefix(bytes.TrimSpace(spec), []byte(`"`)) { // some write an object as a text
		var text string
		if json.Unmarshal(spec, &text) == nil {
			spec = json.RawMessage(text)
		}
	}
	right, problems := chart.Validate(spec, t)
	if right == nil {
		f := fault.New(chart.Invalid, "the specification cannot be used").WithHint("use the columns of query %d, or give a kind instead", a.Query)
		if len(problems) > 0 {
			f = &fault.Fault{Code: problems[0].Code, Message: problems[0].Message, Hint: problems[0].Hint}
		}
		return Output{}, f
	}
	return chartOutput(&Chart{Query: a.Query, Kind: "custom", Spec: chart.InOrder(right, t)})
}

func chartOutput(c *Chart) (Output, error) {
	text, err := encode(map[string]string{"chart": c.Kind, "note": fmt.Sprintf("The chart of query %d is shown beside your answer.", c.Query)})
	return Output{Text: text, Chart: c}, err
}
