package chart

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// maxBound is how many rows a renderer is given.
const maxBound = 20_000

// Bind puts the rows into a specification, for a renderer. Columns that it
// draws as time become full timestamps in UTC, whatever their form; numbers
// become numbers, as exact as a renderer can hold them.
func Bind(spec []byte, t *table.Table) ([]byte, error) {
	if len(t.Rows) > maxBound {
		return nil, fault.New(fault.VizFallback, "%d rows are too many to draw", len(t.Rows)).
			WithHint("aggregate or filter; a chart can show %d", maxBound)
	}
	var root map[string]json.RawMessage
	if err := json.Unmarshal(spec, &root); err != nil {
		return nil, fault.Wrap(err, Invalid, "the chart's specification is not a JSON object: %v", err)
	}
	var whole any
	if err := json.Unmarshal(spec, &whole); err != nil {
		return nil, fault.Wrap(err, Invalid, "the chart's specification is not JSON: %v", err)
	}
	times := map[string]bool{}
	timeFields(whole, times)
	root["datasets"] = json.RawMessage(fmt.Sprintf(`{%q:%s}`, DataName, rowsJSON(t, times)))
	return encode(root), nil
}

// timeFields finds the columns that are drawn as time.
func timeFields(v any, into map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		if f, ok := v["field"].(string); ok && (v["type"] == "temporal" || v["timeUnit"] != nil) {
			into[unescape(f)] = true
		}
		for _, c := range v {
			timeFields(c, into)
		}
	case []any:
		for _, c := range v {
			timeFields(c, into)
		}
	}
}

func rowsJSON(t *table.Table, times map[string]bool) []byte {
	var columns []int // without later ones of the same name
	var keys [][]byte
	for i, c := range t.Columns {
		if !slices.ContainsFunc(t.Columns[:i], func(d table.Column) bool { return d.Name == c.Name }) {
			columns = append(columns, i)
			keys = append(keys, encode(c.Name))
		}
	}
	// Texts that are all numbers are drawn as such.
	numbers := profiles(t, nil)
	b := []byte{'['}
	for n, row := range t.Rows {
		if n > 0 {
			b = append(b, ',')
		}
		b = append(b, '{')
		for k, i := range columns {
			if k > 0 {
				b = append(b, ',')
			}
			b = append(append(b, keys[k]...), ':')
			v := row[i]
			if f, ok := numberOf(v); ok && v.Kind() == table.Text && (numbers[i].role == measure || numbers[i].ranks != nil) {
				v = table.NewFloat(f)
			}
			b = appendValue(b, v, times[t.Columns[i].Name])
		}
		b = append(b, '}')
	}
	return append(b, ']')
}

func appendValue(b []byte, v table.Value, asTime bool) []byte {
	if asTime {
		if when, _, ok := TimeOf(v); ok {
			return append(append(append(b, '"'), stamp(when)...), '"')
		}
		return append(b, "null"...) // a renderer would take it for 1970
	}
	switch v.Kind() {
	case table.Null:
		return append(b, "null"...)
	case table.Bool:
		return strconv.AppendBool(b, v.Bool())
	case table.Int, table.Decimal, table.Float:
		f, ok := numberOf(v)
		if !ok {
			return append(b, "null"...)
		}
		return append(b, encode(f)...)
	}
	return append(b, encode(strings.ToValidUTF8(v.String(), "\ufffd"))...)
}

// stamp writes a time as ECMAScript reads it, in any year.
func stamp(t time.Time) string {
	year := t.Year()
	rest := t.Format("-01-02T15:04:05.999Z")
	switch {
	case year < 0:
		return fmt.Sprintf("-%06d%s", -year, rest)
	case year > 9999:
		return fmt.Sprintf("+%06d%s", year, rest)
	}
	return fmt.Sprintf("%04d%s", year, rest)
}
