package chart

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// use is where a field is used, and as what.
type use struct {
	column    string
	path      string
	plain     bool // written as it is, not as a path into a value
	as        string
	aggregate string
	timeUnit  bool
	bin       bool
}

// field notes the fields that an object names.
func (i *inspector) field(v map[string]any, at context) {
	if f, ok := v["field"].(string); ok {
		u := use{column: f, path: at.path + "/field"}
		u.as, _ = v["type"].(string)
		u.aggregate, _ = v["aggregate"].(string)
		if u.aggregate == "" {
			u.aggregate, _ = v["op"].(string)
		}
		u.timeUnit = v["timeUnit"] != nil
		u.bin = v["bin"] == true
		i.uses = append(i.uses, u)
	}
	for _, key := range []string{"groupby", "fold", "flatten"} {
		list, _ := v[key].([]any)
		for _, e := range list {
			if f, ok := e.(string); ok {
				i.uses = append(i.uses, use{column: f, path: at.path + "/" + key})
			}
		}
	}
}

// outputs are the fields that transforms make where "as" does not name them.
var outputs = map[string][]string{
	"fold": {"key", "value"}, "density": {"value", "density"}, "quantile": {"prob", "value"},
}

// collect finds the names of parameters, and of fields that are made.
func (i *inspector) collect(v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			i.noteDefined(key, v)
			i.collect(v[key])
		}
	case []any:
		for _, e := range v {
			i.collect(e)
		}
	}
}

func (i *inspector) noteDefined(key string, v map[string]any) {
	switch key {
	case "params":
		list, _ := v[key].([]any)
		for _, e := range list {
			if p, ok := e.(map[string]any); ok {
				if n, ok := p["name"].(string); ok && n != "datum" && n != "event" {
					i.params = append(i.params, n)
				}
			}
		}
	case "as":
		i.learn(v[key])
	case "pivot":
		i.anything = true // its fields are named by the data
	case "from":
		if from, ok := v[key].(map[string]any); ok {
			i.learn(from["fields"])
		}
	}
	for _, f := range outputs[key] {
		i.known[f] = true
	}
}

func (i *inspector) learn(v any) {
	switch v := v.(type) {
	case string:
		i.known[v] = true
	case []any:
		for _, e := range v {
			if s, ok := e.(string); ok {
				i.known[s] = true
			}
		}
	}
}

// fits checks the fields that are used against the columns of the result.
func (i *inspector) fits(t *table.Table) []fault.Diagnostic {
	columns := profiles(t, nil)
	var names []string
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	var list []fault.Diagnostic
	said := map[string]bool{}
	for _, u := range i.uses {
		column, made := i.resolve(u, names)
		if made {
			continue
		}
		var f *fault.Fault
		if place := slices.Index(names, column); place < 0 {
			f = fault.New(fault.VizFieldMismatch, "the chart uses the column %q, which the result does not have", clip(column)).
				WithHint("%s", fault.DidYouMean(column, "columns", names))
		} else if len(t.Rows) > 0 {
			f = u.suits(columns[place], t.Columns[place].Kind)
		}
		if f != nil && !said[f.Message] && len(list) < maxProblems {
			said[f.Message] = true
			list = append(list, f.Diagnostic(fault.Error))
		}
	}
	return list
}

// resolve finds the column behind a field, or that the specification makes it.
func (i *inspector) resolve(u use, names []string) (column string, made bool) {
	plain := u.column
	if !u.plain {
		plain = unescape(u.column)
	}
	if slices.Contains(names, plain) {
		return plain, i.known[plain]
	}
	if i.anything || i.known[plain] || i.known[u.column] {
		return plain, true
	}
	// A path into a value belongs to its first step.
	if root := firstStep(u.column); !u.plain && root != plain {
		return root, i.known[root]
	}
	return plain, false
}

func unescape(path string) string {
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		if path[i] == '\\' && i+1 < len(path) {
			i++
		}
		b.WriteByte(path[i])
	}
	return b.String()
}

func firstStep(path string) string {
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case '\\':
			i++
		case '.', '[':
			if i > 0 {
				return unescape(path[:i])
			}
		}
	}
	return unescape(path)
}

var arithmetic = words("sum mean average median q1 q3 ci0 ci1 stdev stdevp stderr variance variancep product exponential exponentialb")

// suits says why a column cannot be used so, or nothing.
func (u use) suits(p profile, kind table.Kind) *fault.Fault {
	wrong := func(format string, args ...any) *fault.Fault {
		return fault.New(fault.VizFieldMismatch, "the column %q %s", p.name, fmt.Sprintf(format, args...))
	}
	counts := u.aggregate == "count" || u.aggregate == "distinct" || u.aggregate == "valid" || u.aggregate == "missing"
	switch {
	case p.values == 0 || counts:
		return nil
	case arithmetic[u.aggregate] && !(p.role == measure || kind.Numeric()):
		return wrong("holds %s, of which there is no %s", holds(p, kind), u.aggregate).WithHint("count it, or take a column of numbers")
	case (u.as == "temporal" || u.timeUnit) && p.role != moment && !kind.Temporal():
		return wrong("holds %s, which are no points in time", holds(p, kind)).WithHint("use the type nominal, or convert it in the query")
	case (u.as == "quantitative" || u.bin) && u.aggregate == "" && p.role == category && !kind.Numeric() && kind != table.Bool:
		return wrong("holds %s, which are no numbers", holds(p, kind)).WithHint("use the type nominal, or convert it in the query")
	}
	return nil
}

func holds(p profile, kind table.Kind) string {
	switch {
	case kind.Numeric() || p.role == measure:
		return "numbers"
	case p.role == moment:
		return "dates"
	case kind == table.Bool:
		return "yes and no"
	case p.role == category:
		return "texts"
	}
	return "values of another kind"
}
