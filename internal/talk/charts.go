package talk

import (
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
)

// Charts are the kinds that can be asked for.
func Charts() []chart.Kind {
	return []chart.Kind{chart.Bar, chart.Line, chart.Area, chart.Scatter, chart.Histogram, chart.Heatmap, chart.Pie, chart.Table}
}

// Plotted is a question that asks for a kind of chart, in place of the one that
// it may have asked for before.
func Plotted(question, kind string) string { return Unplotted(question) + as(kind) }

// Unplotted is a question without the chart that was wanted before.
func Unplotted(question string) string {
	for _, k := range Charts() {
		question = strings.TrimSuffix(question, as(string(k)))
	}
	return question
}

func as(kind string) string { return " as a " + kind + " chart" }
