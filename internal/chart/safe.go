package chart

import (
	"maps"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// inspector walks through a specification, refuses what is not safe, and
// notes which fields are used.
type inspector struct {
	params   []string        // that expressions may name
	known    map[string]bool // fields that the specification makes itself
	anything bool            // it makes fields whose names are not written in it
	uses     []use
	problems []fault.Diagnostic
}

// context is where in the specification the walk is.
type context struct {
	path   string
	key    string // of the object that is looked at
	colour bool   // the value becomes a colour
}

func (c context) into(key string) context {
	n := context{path: c.path + "/" + key, key: key, colour: c.colour}
	switch {
	case paints(key):
		n.colour = true
	case slices.Contains([]string{"legend", "axis", "scale", "title", "header", "sort", "test", "select"}, key):
		n.colour = false
	}
	return n
}

func paints(key string) bool {
	return slices.Contains([]string{"color", "fill", "stroke", "background", "cursor"}, key) || strings.HasSuffix(key, "Color")
}

func (i *inspector) refuse(hint, format string, args ...any) {
	if len(i.problems) < maxProblems {
		i.problems = append(i.problems, fault.New(Unsafe, format, args...).WithHint("%s", hint).Diagnostic(fault.Error))
	}
}

const (
	hintData  = `leave the data out; the rows of the result are bound as {"name": "result"}`
	hintOut   = "a chart shows the rows of the result and nothing else"
	hintWords = "use datum.column, literals, arithmetic, comparison, logic, and functions of numbers, texts and dates"
)

var (
	loads = lazyregexp.New(`(?i)url\s*\(|javascript\s*:`)
	// events are streams such as "click", "[pointerdown, pointerup] > pointermove"
	// and "wheel!", with filters that read a key or button of the event.
	events = lazyregexp.New(`^(?:[a-zA-Z0-9_@:,\s>!{}*-]|\[(?:\s*[a-zA-Z][a-zA-Z0-9_:@-]*(?:\[!?event\.[a-zA-Z]+\])*!?\s*,?)+\]|\[!?event\.[a-zA-Z]+(?:\s*={2,3}\s*(?:[0-9]+|'[A-Za-z0-9 ]*'|"[A-Za-z0-9 ]*"))?\])*$`)
)

func (i *inspector) walk(v any, at context) {
	switch v := v.(type) {
	case map[string]any:
		i.field(v, at)
		// Vega's tooltip shows what is called so as a picture.
		if at.key == "tooltip" && (v["title"] == "image" || v["title"] == nil && v["field"] == "image") {
			i.refuse("give it another title", "%s shows images from outside", at.path)
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if !i.member(key, v[key], at) {
				i.walk(v[key], at.into(key))
			}
		}
	case []any:
		for _, e := range v {
			i.walk(e, at)
		}
	case string:
		if loads.MatchString(v) {
			i.refuse(hintOut, "%s could load something from outside", at.path)
		}
	}
}

// member judges a member of an object by its name, and reports whether its
// value is dealt with.
func (i *inspector) member(key string, v any, at context) bool {
	path := at.path + "/" + key
	switch key {
	case "$schema":
		if s, _ := v.(string); s != SchemaURL {
			i.refuse("give a Vega-Lite specification", "%s does not name Vega-Lite", path)
		}
		return true
	case "data":
		i.data(v, path)
		return true
	case "datasets":
		i.refuse(hintData, "%s holds data of its own", path)
		return true
	case "url", "href":
		i.refuse(hintOut, "%s links to something outside", path)
		return true
	case "usermeta":
		if meta, ok := v.(map[string]any); ok && meta["embedOptions"] != nil {
			i.refuse("leave usermeta out", "%s sets options of the page", path)
		}
		return true
	case "signal":
		i.refuse(`write {"expr": …}, or a plain value`, "%s is a signal of Vega, not of Vega-Lite", path)
		return true
	case "element":
		i.refuse("leave the element out", "%s reaches outside of the chart", path)
		return true
	case "customFormatTypes":
		if v != false {
			i.refuse("leave it out", "%s calls functions that are not known", path)
		}
		return true
	case "formatType", "numberFormatType", "normalizedNumberFormatType", "timeFormatType":
		if v != "number" && v != "time" {
			i.refuse(`use "number" or "time"`, "%s calls a function that is not known", path)
		}
		return true
	case "mark":
		if m, ok := v.(map[string]any); v == "image" || ok && m["type"] == "image" {
			i.refuse(hintOut, "%s shows images from outside", path)
			return true
		}
	case "scale":
		if v == nil && at.colour {
			i.refuse("let a scale choose the colours", "%s takes colours from the data as they are", path)
		}
	case "on", "clear", "translate", "zoom":
		if s, ok := v.(string); ok {
			if len(s) > longestExpression || !events.MatchString(s) {
				i.refuse("name the events, such as click or pointerover", "%s is an event that is not understood", path)
			}
			return true
		}
	case "expr", "calculate", "labelExpr", "filter", "test", "toggle", "and", "or", "not":
		return i.predicate(v, path, at)
	}
	return false
}

// predicate checks expressions that stand as texts, alone or in a list.
func (i *inspector) predicate(v any, path string, at context) bool {
	switch v := v.(type) {
	case string:
		i.expression(v, path, at)
		return true
	case []any:
		rest := v[:0:0]
		for _, e := range v {
			if s, ok := e.(string); ok {
				i.expression(s, path, at)
			} else {
				rest = append(rest, e)
			}
		}
		i.walk(rest, context{path: path})
		return true
	}
	return false
}

func (i *inspector) expression(text, path string, at context) {
	filtersEvents := at.key == "on" || at.key == "clear" || at.key == "between" || strings.HasSuffix(path, "/toggle")
	e, err := parseExpression(text, i.params, filtersEvents)
	switch {
	case err != nil:
		i.refuse(hintWords, "%s is an expression that is not allowed: %v", path, err)
	case loads.MatchString(text):
		i.refuse(hintOut, "%s could load something from outside", path)
	case at.colour && strings.HasSuffix(path, "/expr") && (e.makes || len(e.fields) > 0):
		i.refuse("let a scale choose the colours", "%s makes colours from the data", path)
	}
	if strings.HasSuffix(path, "/labelExpr") {
		return // there, datum is the label and not a row
	}
	for _, f := range e.fields {
		i.uses = append(i.uses, use{column: f, path: path, plain: true})
	}
}

// data must be the rows of the result.
func (i *inspector) data(v any, path string) {
	d, ok := v.(map[string]any)
	has := func(keys ...string) bool {
		return slices.ContainsFunc(keys, func(k string) bool { _, there := d[k]; return there })
	}
	switch {
	case v == nil:
	case !ok:
		i.refuse(hintData, "%s is not understood", path)
	case has("url"):
		i.refuse(hintData, "%s loads data from outside", path)
	case has("values"):
		i.refuse(hintData, "%s holds data of its own", path)
	case has("sequence", "sphere", "graticule"):
		i.refuse(hintData, "%s makes data of its own", path)
	case has("format"):
		i.refuse(hintData, "%s says how to read a file", path)
	case d["name"] != DataName || len(d) != 1:
		i.refuse(hintData, "%s names data that are not there", path)
	}
}
