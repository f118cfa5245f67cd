package whatif

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/table"
)

// object is a part of a Vega-Lite specification. Its keys are written in
// alphabetical order, so the same chart is always the same bytes.
type object map[string]any

const vegaLite = "https://vega.github.io/schema/vega-lite/v6.json"

// chart finishes a layered specification whose rows are bound by name. The
// legend says in words what is solid, what is dashed, and what the band holds.
func chart(name, legend string, encoding object, layers ...object) json.RawMessage {
	spec := object{
		"$schema": vegaLite,
		"data":    object{"name": "result"},
		"title":   object{"text": name, "subtitle": legend},
		"layer":   layers,
	}
	if encoding != nil {
		spec["encoding"] = encoding
	}
	b, err := table.PlainJSON(spec)
	if err != nil {
		return nil // maps of strings, numbers and booleans always encode
	}
	return b
}

// field is a column's name as Vega-Lite reads it, where dots and brackets
// would mean a path.
func field(column string) string {
	return strings.NewReplacer(`\`, `\\`, ".", `\.`, "[", `\[`, "]", `\]`).Replace(column)
}

func title(column string) string { return capital(plain(column)) }

func only(kindColumn, kind string) object {
	return object{"filter": object{"field": field(kindColumn), "equal": kind}}
}

// maxLabels bounds the periods that a specification spells out.
const maxLabels = 2_000

// timeAxis is the x of a chart over ascending periods. Texts are taken as they
// stand; where their own order is not that of time, or where some are missing,
// the axis spells all of them out.
func timeAxis(l timeline, periods []int) object {
	x := object{"field": field(l.name), "title": title(l.name)}
	if l.ordinal {
		x["type"] = "ordinal"
		x["axis"] = object{"labelOverlap": true}
		first, last := periods[0], periods[len(periods)-1]
		if gaps := last-first+1 > len(periods); (gaps || !l.sortable) && last-first < maxLabels {
			var all []any
			for p := first; p <= last; p++ {
				if v := l.value(p); v.Kind() == table.Int {
					all = append(all, json.Number(v.String()))
				} else {
					all = append(all, v.String())
				}
			}
			x["scale"] = object{"domain": all}
		}
		return x
	}
	formats := map[Unit]string{Day: "%d %b %Y", Week: "%d %b %Y", Month: "%b %Y", Quarter: "Q%q %Y", Year: "%Y"}
	x["type"] = "temporal"
	x["axis"] = object{"format": formats[l.unit], "labelOverlap": true}
	// Periods are days without a zone: the reader's zone must not shift them.
	x["scale"] = object{"type": "utc"}
	return x
}

func measureAxis(column, of string) object {
	return object{"field": field(column), "type": "quantitative", "title": title(of), "scale": object{"zero": false}}
}

// measureAxis is the axis of the figure over time. As in charts of lines it begins
// at zero, unless the values would then look all alike.
func (o outlook) measureAxis(column, of string) object {
	y := measureAxis(column, of)
	y["scale"] = object{"zero": o.nearZero()}
	return y
}

// nearZero reports whether lines that begin at zero still show how their values
// differ.
func (o outlook) nearZero() bool {
	const enough = 0.25 // of the highest value
	low, high := math.Inf(1), math.Inf(-1)
	all := slices.Clone(o.series.y)
	for _, a := range o.ahead {
		all = append(append(all, a.value), a.extra...)
	}
	for _, y := range all {
		low, high = math.Min(low, y), math.Max(high, y)
	}
	return low <= 0 || high-low >= enough*high
}

// band is an area; of a single period it is a broad stroke, because an area
// needs two.
func (o outlook) band(r Roles, lower, upper string, opacity float64) object {
	mark := object{"type": "area", "opacity": opacity, "tooltip": true}
	if len(o.ahead) == 1 {
		mark = object{"type": "rule", "opacity": opacity, "strokeWidth": 12, "tooltip": true}
	}
	return object{
		"transform": []object{only(r.Kind, forecast)},
		"mark":      mark,
		"encoding":  object{"y": o.measureAxis(lower, r.Y), "y2": object{"field": field(upper)}},
	}
}

func (o outlook) observedLine(r Roles) object {
	return object{
		"transform": []object{only(r.Kind, observed)},
		"mark":      object{"type": "line", "point": true, "tooltip": true},
		"encoding":  object{"y": o.measureAxis(r.Y, r.Y)},
	}
}

var dashes = []int{6, 4}

// trendSpec draws the fitted line dashed through the past into the future.
func trendSpec(out outlook, r Roles, fitted string) json.RawMessage {
	return chart(title(r.Y)+": trend", "Solid: observed. Dashed: trend line. Band: likely range ("+percent(level)+").", object{"x": timeAxis(out.series.timeline, out.periods())},
		out.band(r, r.Lower, r.Upper, 0.2),
		object{
			"mark":     object{"type": "line", "strokeDash": dashes, "tooltip": true},
			"encoding": object{"y": out.measureAxis(fitted, r.Y)},
		},
		out.observedLine(r),
	)
}

// forecastSpec draws the forecast dashed from the last observed point on.
func forecastSpec(out outlook, r Roles, name, legend string, bands ...object) json.RawMessage {
	next := fresh("next", r.X, r.Y, r.Kind) // only the row before a forecast has one
	joined := object{
		"transform": []object{
			{"window": []object{{"op": "lead", "field": field(r.Lower), "as": next}}},
			{"filter": object{"or": []object{
				{"field": field(r.Kind), "equal": forecast},
				{"field": next, "valid": true},
			}}},
		},
		"mark":     object{"type": "line", "strokeDash": dashes, "tooltip": true},
		"encoding": object{"y": out.measureAxis(r.Y, r.Y)},
	}
	return chart(title(r.Y)+": "+name, "Solid: observed. Dashed: "+legend, object{"x": timeAxis(out.series.timeline, out.periods())}, append(bands, joined, out.observedLine(r))...)
}
