package chart

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// Why a specification is refused, besides fault.VizFieldMismatch.
const (
	Invalid fault.Code = "VIZ_INVALID" // it is not Vega-Lite
	Unsafe  fault.Code = "VIZ_UNSAFE"  // it could load, run or show what it must not
)

// Bounds of a foreign specification. The largest published examples stay far
// below them.
const (
	maxSpecBytes = 200_000
	maxSpecDepth = 40
	maxSpecNodes = 20_000
	maxProblems  = 20
)

// Validate checks a specification that someone else wrote: that it is safe to
// draw, that it is valid Vega-Lite, and that it fits the result. The data must
// be named DataName or left out. It gives the specification in canonical form;
// nothing if a diagnostic is an error.
func Validate(spec []byte, t *table.Table) (json.RawMessage, []fault.Diagnostic) {
	root, f := decode(spec)
	if f != nil {
		return nil, []fault.Diagnostic{f.Diagnostic(fault.Error)}
	}
	normalize(root)
	i := &inspector{known: map[string]bool{}}
	i.collect(root)
	i.walk(root, context{})
	if len(i.problems) > 0 {
		return nil, i.problems
	}
	if f := conforms(map[string]any(root)); f != nil {
		return nil, []fault.Diagnostic{f.Diagnostic(fault.Error)}
	}
	problems := i.fits(t)
	for _, p := range problems {
		if p.Severity == fault.Error {
			return nil, problems
		}
	}
	return encode(root), problems
}

// decode reads a specification within bounds.
func decode(spec []byte) (map[string]any, *fault.Fault) {
	if len(spec) > maxSpecBytes {
		return nil, fault.New(Invalid, "the chart's specification is too large: %d bytes", len(spec)).
			WithHint("leave out the data; the limit is %d bytes", maxSpecBytes)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(spec))
	if err != nil {
		return nil, fault.Wrap(err, Invalid, "the chart's specification is not JSON: %v", err).WithHint("give one JSON object")
	}
	root, ok := v.(map[string]any)
	if !ok {
		return nil, fault.New(Invalid, "the chart's specification is not a JSON object").WithHint("give one JSON object")
	}
	nodes := 0
	if !isBounded(root, 0, &nodes) {
		return nil, fault.New(Invalid, "the chart's specification is nested too deeply, has too many parts, or has a number that is too large").
			WithHint("it may be %d levels deep and have %d parts; its numbers must be finite", maxSpecDepth, maxSpecNodes)
	}
	return root, nil
}

func isBounded(v any, depth int, nodes *int) bool {
	if *nodes++; depth > maxSpecDepth || *nodes > maxSpecNodes {
		return false
	}
	switch v := v.(type) {
	case json.Number: // the validator computes exactly, and cannot handle 1e999999999
		const longest, largest = 40, 300
		_, exponent, scientific := strings.Cut(strings.ToLower(string(v)), "e")
		n, err := strconv.Atoi(exponent)
		return len(v) <= longest && (!scientific || err == nil && n <= largest && n >= -largest)
	case map[string]any:
		for _, c := range v {
			if !isBounded(c, depth+1, nodes) {
				return false
			}
		}
	case []any:
		for _, c := range v {
			if !isBounded(c, depth+1, nodes) {
				return false
			}
		}
	}
	return true
}

// normalize fills in what may be left out. Versions of Vega-Lite differ little
// in what charts of results use, so an older one is read as the present one.
func normalize(root map[string]any) {
	if s, ok := root["$schema"].(string); !ok && root["$schema"] == nil || strings.Contains(s, "/schema/vega-lite/v") {
		root["$schema"] = SchemaURL
	}
	if root["data"] == nil {
		root["data"] = map[string]any{"name": DataName}
	}
}
