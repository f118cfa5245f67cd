package chart

// ThemeName is what the look of charts is called.
const ThemeName = "plumb"

// palette is the colours of a theme. Text has a contrast of 4.5 to 1 against
// the background, and what is drawn 3 to 1; grid lines are fainter, because
// nothing is lost without them.
type palette struct {
	background, ink, title, label, line, grid string
	category                                  []string
	low, high                                 string // of shades
}

// The yellow of the original palette is darker here: it was too faint on
// white. So are the lines of the axes.
func colours(dark bool) palette {
	if dark {
		return palette{
			background: "#17181c", ink: "#f0f0f0", title: "#d0d2d6", label: "#b0b3ba", line: "#6b6f78", grid: "#33363d",
			category: []string{"#8aa4dc", "#e0995c", "#7cc492", "#b69ad8", "#e58585", "#6cbbe0", "#e3bd62", "#a6a6a6"},
			low:      "#2a3142", high: "#a9c0f0",
		}
	}
	return palette{
		background: "#ffffff", ink: "#1a1a1a", title: "#444444", label: "#666666", line: "#949494", grid: "#e8e8e8",
		category: []string{"#3b5998", "#c67a3c", "#5a9e6f", "#8b6caf", "#c75a5a", "#4a9cc2", "#b5851f", "#7d7d7d"},
		low:      "#e6ebf5", high: "#2c4373",
	}
}

// Theme is the Vega-Lite configuration that every chart is drawn with.
func Theme(dark bool) []byte {
	const font = "Inter, system-ui, sans-serif"
	p := colours(dark)
	return encode(object{
		"background": p.background,
		"font":       font,
		"padding":    8,
		"mark":       object{"color": p.category[0]},
		"title":      object{"font": font, "fontSize": 14, "fontWeight": 600, "color": p.ink, "anchor": "start", "offset": 12},
		"axis": object{
			"labelFont": font, "labelFontSize": 11, "labelColor": p.label,
			"titleFont": font, "titleFontSize": 12, "titleFontWeight": 400, "titleColor": p.title,
			"gridColor": p.grid, "gridDash": []any{2, 4}, "domainColor": p.line, "tickColor": p.line,
		},
		"axisBand":         object{"grid": false},
		"axisQuantitative": object{"tickCount": 6},
		"legend": object{
			"labelFont": font, "labelFontSize": 11, "labelColor": p.label,
			"titleFont": font, "titleFontSize": 12, "titleFontWeight": 400, "titleColor": p.title,
			"symbolType": "circle",
		},
		"header": object{"labelFont": font, "labelColor": p.label, "titleFont": font, "titleColor": p.title},
		"text":   object{"font": font, "color": p.ink},
		"range": object{
			"category": p.category,
			"heatmap":  []any{p.low, p.high},
			"ramp":     []any{p.low, p.high},
		},
		"bar":   object{"cornerRadiusEnd": 2},
		"line":  object{"strokeWidth": 2.5},
		"area":  object{"fillOpacity": 0.85},
		"arc":   object{"stroke": p.background, "strokeWidth": 1},
		"point": object{"size": 60, "filled": true, "opacity": 0.75},
		"view":  object{"strokeWidth": 0},
	})
}
