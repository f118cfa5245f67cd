package chart

import (
	"encoding/json"

	"github.com/plumbdata/plumb/internal/table"
)

// InOrder is a specification that someone else wrote, with the order of its bars
// where it leaves that open: Vega-Lite would sort names by the alphabet. They
// stand in the order of the rows if the statement gives one, else in their
// natural order, else by size.
func InOrder(spec json.RawMessage, t *table.Table) json.RawMessage {
	var root map[string]any
	if json.Unmarshal(spec, &root) != nil || markOf(root) != "bar" {
		return spec
	}
	encoding, _ := root["encoding"].(map[string]any)
	names, _ := encoding["x"].(map[string]any)
	measure, _ := encoding["y"].(map[string]any)
	by := "-y"
	if isNamed(measure) {
		names, measure, by = measure, names, "-x"
	}
	if _, sorted := names["sort"]; sorted || !isNamed(names) || measure["type"] != "quantitative" {
		return spec
	}
	column, _ := names["field"].(string)
	var p profile
	for _, known := range profiles(t, nil) {
		if known.name == unescape(column) {
			p = known
		}
	}
	switch {
	case t.Ordered:
		names["sort"] = nil
	case p.role == moment || len(p.ranks) > 0 && isCount(p.ranks[0]):
		return spec // numbers and times are in their own order
	case len(p.ranks) > 0:
		names["sort"] = p.ranks
	default:
		names["sort"] = by
	}
	return encode(root)
}

func isNamed(channel map[string]any) bool {
	return channel["field"] != nil && channel["timeUnit"] == nil && (channel["type"] == "nominal" || channel["type"] == "ordinal")
}

func markOf(view map[string]any) string {
	if m, ok := view["mark"].(map[string]any); ok {
		s, _ := m["type"].(string)
		return s
	}
	s, _ := view["mark"].(string)
	return s
}
