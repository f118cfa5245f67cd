package talk

import (
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
)

// Charts are the kinds that can be asked for.
func Charts() []chart.Kind {
	return []chart.Kind{chart.Bar, chart.Line, chart.Area, chart.Scatter, chart.Histogram, chart.Heatmap, chart.Pie, chart.Table}
}

// WithChart is a question that asks for a kind of chart, in place of the one that
// it may have asked for before.
func WithChart(question, kind string) string { return WithoutChart(question) + chartSuffix(kind) }

// WithoutChart is a question without the chart that was wanted before.
func WithoutChart(question string) string {
	for _, k := range Charts() {
		question = strings.TrimSuffix(question, chartSuffix(string(k)))
	}
	return question
}

func chartSuffix(kind string) string { return " as a " + kind + " chart" }
