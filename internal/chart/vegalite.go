package chart

import (
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/table"
)

const (
	// SchemaURL is the version of Vega-Lite that specifications are written in.
	SchemaURL = "https://vega.github.io/schema/vega-lite/v6.json"
	// DataName is the name under which a renderer binds the rows.
	DataName = "result"

	chartWidth  = 640
	chartHeight = 320
	barStep     = 22 // pixels for a bar that lies
)

// Names of fields that a specification computes. The spaces keep them apart
// from what queries call their columns.
const (
	fieldMeasure = "the measure"
	fieldValue   = "the value"
	fieldLabel   = "the label"
	fieldPlace   = "the place"
	fieldTotal   = "the total"
)

// object is a piece of JSON; its keys are written in alphabetical order, so
// that the same plan gives the same bytes.
type object map[string]any

// VegaLite renders the plan as a Vega-Lite specification over data named
// DataName. A table or a value has none: it gives nil.
func (p Plan) VegaLite() []byte {
	if p.Kind == Table || p.Kind == Value || p.Kind == "" {
		return nil
	}
	spec := object{
		"$schema": SchemaURL, "data": object{"name": DataName},
		"width": chartWidth, "height": chartHeight,
	}
	if p.Title != "" {
		spec["title"], spec["description"] = p.Title, p.Title
	}
	if p.Note != "" {
		spec["title"] = object{"text": p.Title, "subtitle": p.Note}
	}
	r := renderer{plan: p, x: p.X, y: first(p.Y), series: p.Series}
	r.transforms()
	mark, encoding := r.draw()
	switch outside := r.outside(); {
	case outside != "" && p.Kind == Line:
		spec["layer"], spec["encoding"] = r.dashed(mark), encoding
	case outside != "" && p.Kind == Bar:
		encoding["opacity"] = object{"condition": object{"test": outside, "value": 0.45}, "value": 1}
		spec["mark"], spec["encoding"] = mark, encoding
	default:
		spec["mark"], spec["encoding"] = mark, encoding
	}
	if len(r.transform) > 0 {
		spec["transform"] = r.transform
	}
	if p.Horizontal && p.Kind == Bar {
		spec["height"] = object{"step": barStep}
	}
	return encode(spec)
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

func encode(v any) []byte {
	b, err := table.PlainJSON(v)
	if err != nil {
		panic(err) // maps, lists, texts and finite numbers can be written
	}
	return b
}

// renderer turns a plan into Vega-Lite. x, y and series are fields, which
// transforms may have made from the columns.
type renderer struct {
	plan         Plan
	x, y, series string
	transform    []any
}

// transforms fold measures, leave out what is not drawn, and number labels
// that occur twice.
func (r *renderer) transforms() {
	p := r.plan
	if p.SeriesLimit > 0 {
		r.keep(p.Series, p.SeriesLimit)
	}
	if p.Limit > 0 {
		if p.Series != "" {
			r.keep(p.X, p.Limit)
		} else {
			window := object{"window": []any{object{"op": "row_number", "as": fieldPlace}}}
			if p.Order == ByValueDown {
				window["sort"] = []any{object{"field": field(r.y), "order": "descending"}}
			}
			r.transform = append(r.transform, window, object{"filter": object{"field": fieldPlace, "lte": p.Limit}})
		}
	}
	if p.Repeats {
		column := datum(p.X)
		r.transform = append(r.transform,
			object{"window": []any{object{"op": "row_number", "as": fieldPlace}}, "groupby": []any{field(p.X)}},
			object{"calculate": fmt.Sprintf("%s > 1 ? %s + ' (' + %s + ')' : %s + ''", datum(fieldPlace), column, datum(fieldPlace), column), "as": fieldLabel})
		r.x = fieldLabel
	}
	if len(p.Y) > 1 {
		var columns []any
		for _, y := range p.Y {
			columns = append(columns, field(y))
		}
		r.transform = append(r.transform, object{"fold": columns, "as": []any{fieldMeasure, fieldValue}})
		r.y, r.series = fieldValue, fieldMeasure
	}
}

// keep leaves the values of a column that have the largest totals.
func (r *renderer) keep(column string, n int) {
	r.transform = append(r.transform,
		object{"joinaggregate": []any{object{"op": "sum", "field": field(r.y), "as": fieldTotal}}, "groupby": []any{field(column)}},
		object{"window": []any{object{"op": "dense_rank", "as": fieldPlace}}, "sort": []any{object{"field": fieldTotal, "order": "descending"}}},
		object{"filter": object{"field": fieldPlace, "lte": n}})
}

func (r *renderer) draw() (mark, encoding object) {
	switch r.plan.Kind {
	case Line:
		mark = object{"type": "line"}
		if r.plan.XCount <= manyLabels {
			mark["point"] = true
		}
		return mark, r.axes(r.continuous())
	case Area:
		return object{"type": "area"}, r.axes(r.continuous())
	case Scatter:
		return object{"type": "point"}, r.axes(r.continuous())
	case Histogram:
		return object{"type": "bar"}, r.histogram()
	case Heatmap:
		return object{"type": "rect"}, r.heatmap()
	case Pie:
		return object{"type": "arc"}, r.pie()
	}
	mark = object{"type": "bar"}
	if r.plan.Stacked {
		mark["cornerRadiusEnd"] = 0 // rounded stacks need clip paths, whose names clash where several charts share a page
	}
	return mark, r.bars()
}

// continuous is an X axis of time or numbers.
func (r *renderer) continuous() object {
	p := r.plan
	x := object{"field": field(r.x), "title": p.XTitle}
	switch {
	case p.Period != NoPeriod:
		x["type"], x["timeUnit"], x["scale"] = "temporal", timeUnits[p.Period], object{"type": "utc"}
		axis := object{"format": timeFormats[p.Period]}
		if interval, size := interval(p.Period); interval != "" && p.XCount > 0 {
			axis["tickCount"] = object{"interval": interval, "step": size * max(1, (p.XCount+9)/10)}
		}
		x["axis"] = axis
	case p.XNumber:
		x["type"], x["axis"], x["scale"] = "quantitative", numberAxis(p.XFormat), object{"zero": false}
	default:
		x["type"] = "ordinal"
		r.sorted(x)
	}
	return x
}

// axes are X, one measure, and colours for series.
func (r *renderer) axes(x object) object {
	p := r.plan
	y := r.measure()
	if p.Kind == Area {
		y["stack"] = "zero"
		if r.series == "" {
			y["stack"] = nil
		}
	}
	encoding := object{"x": x, "y": y, "tooltip": r.tooltip()}
	if c := r.colour(); c != nil {
		encoding["color"] = c
	}
	return encoding
}

func (r *renderer) measure() object {
	p := r.plan
	y := object{"field": field(r.y), "type": "quantitative", "title": orNull(p.YTitle), "axis": numberAxis(p.YFormat)}
	y["scale"] = object{"zero": p.Zero}
	return y
}

func (r *renderer) colour() object {
	if r.series == "" {
		return nil
	}
	c := object{"field": field(r.series), "type": "nominal", "title": orNull(r.plan.SeriesTitle)}
	if r.series == fieldMeasure {
		c["sort"] = nil
		c["legend"] = object{"labelExpr": names(r.plan.Y)}
	}
	return c
}

// names is an expression that writes columns' names in plain words.
func names(columns []string) string {
	var b strings.Builder
	for _, c := range columns {
		fmt.Fprintf(&b, "datum.label == %s ? %s : ", quote(c), quote(title(c)))
	}
	return b.String() + "datum.label"
}

// discrete is an axis on which every value has its place.
func (r *renderer) discrete(column string) object {
	p := r.plan
	x := object{"field": field(column), "type": "nominal", "title": p.XTitle}
	axis := object{}
	if p.Period != NoPeriod {
		x["type"], x["timeUnit"] = "ordinal", timeUnits[p.Period]
		axis["labelExpr"] = fmt.Sprintf("utcFormat(datum.value, %s)", quote(timeFormats[p.Period]))
	}
	if !p.Horizontal && (p.Period == NoPeriod && p.XCount <= manyLabels) {
		axis["labelAngle"] = 0
	}
	if p.Horizontal {
		// The names say what they are; a title beside long ones has no room.
		axis["labelLimit"], axis["title"] = 240, nil
	}
	if len(axis) > 0 {
		x["axis"] = axis
	}
	r.sorted(x)
	return x
}

// sorted says in which order the values of X stand.
func (r *renderer) sorted(x object) {
	p := r.plan
	switch {
	case p.Order == ByRow:
		x["sort"] = nil
	case p.Order == ByValueDown:
		y := r.y
		if r.series == fieldMeasure {
			y = first(p.Y) // the first measure decides, as the plan says
		}
		x["sort"] = object{"field": field(y), "op": "sum", "order": "descending"}
	case len(p.Ranks) > 0 && !isCount(p.Ranks[0]): // names; numbers are in their own order
		x["sort"] = p.Ranks
	default:
		x["sort"] = "ascending"
	}
}

// isCount reports whether a rank is written in digits alone.
func isCount(rank string) bool { return strings.Trim(rank, "0123456789") == "" }

func (r *renderer) bars() object {
	p := r.plan
	x, y := r.discrete(r.x), r.measure()
	// Vega-Lite stacks bars of its own accord; a bar that stands alone is none.
	y["stack"] = nil
	encoding := object{"tooltip": r.tooltip()}
	along, across, offset := "x", "y", "xOffset"
	if p.Horizontal {
		along, across, offset = "y", "x", "yOffset"
	}
	encoding[along], encoding[across] = x, y
	if c := r.colour(); c != nil {
		encoding["color"] = c
		if p.Stacked {
			y["stack"] = "zero"
		} else {
			side := object{"field": field(r.series), "type": "nominal"}
			if r.series == fieldMeasure {
				side["sort"] = nil
			}
			encoding[offset] = side
		}
	}
	return encoding
}

func (r *renderer) histogram() object {
	p := r.plan
	bin := object{"maxbins": 20}
	if p.Bins != nil {
		bin = object{"extent": []any{p.Bins.Start, p.Bins.Start + p.Bins.Step*float64(p.Bins.Count)}, "step": p.Bins.Step}
	}
	return object{
		"x": object{"field": field(p.X), "type": "quantitative", "bin": bin, "title": p.XTitle, "axis": numberAxis(p.XFormat)},
		"y": object{"aggregate": "count", "type": "quantitative", "title": p.YTitle},
		"tooltip": []any{
			object{"field": field(p.X), "type": "quantitative", "bin": bin, "title": p.XTitle},
			object{"aggregate": "count", "type": "quantitative", "title": p.YTitle},
		},
	}
}

func (r *renderer) heatmap() object {
	p := r.plan
	return object{
		"x":       r.discrete(r.x),
		"y":       object{"field": field(p.Series), "type": "nominal", "title": p.SeriesTitle},
		"color":   object{"field": field(r.y), "type": "quantitative", "title": p.YTitle, "legend": numberAxis(p.YFormat)},
		"tooltip": r.tooltip(),
	}
}

func (r *renderer) pie() object {
	p := r.plan
	slices := r.discrete(r.x)
	delete(slices, "axis")
	encoding := object{
		"theta":   object{"field": field(r.y), "type": "quantitative", "stack": true, "title": p.YTitle},
		"color":   slices,
		"tooltip": r.tooltip(),
	}
	if p.Order == ByValueDown {
		encoding["order"] = object{"field": field(r.y), "type": "quantitative", "sort": "descending"}
	}
	return encoding
}

// tooltip shows what a mark stands for.
func (r *renderer) tooltip() []any {
	p := r.plan
	x := object{"field": field(r.x), "title": p.XTitle, "type": "nominal"}
	switch {
	case p.Period != NoPeriod:
		x["type"], x["timeUnit"] = "temporal", timeUnits[p.Period]
	case p.XNumber:
		x["type"] = "quantitative"
	}
	list := []any{x}
	if r.series != "" {
		list = append(list, object{"field": field(r.series), "type": "nominal", "title": orNull(p.SeriesTitle)})
	}
	return append(list, object{"field": field(r.y), "type": "quantitative", "title": orNull(p.YTitle), "format": ",.6~f"})
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
