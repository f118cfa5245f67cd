package talk

import "github.com/plumbdata/plumb/internal/chart"

// Charts are the kinds that can be asked for.
func Charts() []chart.Kind {
	return []chart.Kind{chart.Bar, chart.Line, chart.Area, chart.Scatter, chart.Histogram, chart.Heatmap, chart.Pie, chart.Table}
}

// ChartHeading is what a cell is called that shows the rows of a question as a kind
// of chart.
func ChartHeading(question string, kind chart.Kind) string {
	return question + " as a " + string(kind) + " chart"
}
