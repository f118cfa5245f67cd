package duckdb

import (
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/guard"
)

// function checks a scalar, aggregate or window call, or an operator.
func (w *walker) function(p map[string]any) error {
	name := strings.ToLower(text(p["function_name"]))
	if w.catalog.Allows(name) {
		return nil
	}
	switch {
	case text(p["catalog"]) != "" || !builtinSchema(text(p["schema"])):
		return guard.Reject("function %s.%s is not a built-in one", text(p["schema"]), name).
			WithHint("an administrator can allow it under functions in the connection's configuration")
	case !functions[name]:
		return guard.Reject("function %s is not on the list of safe functions", name).
			WithHint("use common aggregate, text, date, number, json or list functions")
	case w.catalog.Shadowed(name):
		return guard.Reject("the database has a macro of its own under the name of the built-in function %s", name).
			WithHint("an administrator can allow it under functions in the connection's configuration")
	}
	return bounded(name, p["children"])
}

func builtinSchema(name string) bool { return name == "" || strings.EqualFold(name, "main") }

// maxRepeat bounds what one call can produce from constants alone. Sizes that
// only show when the statement runs are bounded by the session.
const maxRepeat = 1_000_000

func bounded(name string, arguments any) error {
	list, _ := arguments.([]any)
	var size float64
	switch name {
	case "range", "generate_series":
		n := make([]float64, len(list))
		for i, a := range list {
			var ok bool
			if n[i], ok = constant(a); !ok {
				return nil
			}
		}
		switch {
		case len(n) == 1:
			size = n[0]
		case len(n) == 2:
			size = n[1] - n[0]
		case len(n) == 3 && n[2] != 0:
			size = (n[1] - n[0]) / n[2]
		}
	case "repeat", "lpad", "rpad", "array_resize", "list_resize":
		if len(list) > 1 {
			size, _ = constant(list[1])
		}
	}
	if size > maxRepeat {
		return guard.Reject("%s would produce more than %d items", name, maxRepeat).WithHint("ask for less at once")
	}
	return nil
}

// constant is the value of a number literal, also behind a sign or a cast.
func constant(part any) (float64, bool) {
	p := asMap(part)
	switch text(p["class"]) {
	case "CONSTANT":
		switch v := asMap(p["value"])["value"].(type) {
		case float64:
			return v, true
		case string:
			f, err := strconv.ParseFloat(v, 64)
			return f, err == nil
		case map[string]any: // 128-bit integers have two halves
			upper, _ := v["upper"].(float64)
			lower, _ := v["lower"].(float64)
			return upper*(1<<63)*2 + lower, true
		}
	case "CAST":
		return constant(p["child"])
	case "FUNCTION":
		children, _ := p["children"].([]any)
		if len(children) == 1 && text(p["function_name"]) == "-" {
			v, ok := constant(children[0])
			return -v, ok
		}
		if len(children) == 2 {
			return arithmetic(text(p["function_name"]), children)
		}
	}
	return 0, false
}

func arithmetic(op string, operands []any) (float64, bool) {
	a, ok1 := constant(operands[0])
	b, ok2 := constant(operands[1])
	if !ok1 || !ok2 {
		return 0, false
	}
	switch op {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	}
	return 0, false
}

// columnType reports whether a column of the database has the type: the
// database's own enums may be cast to.
func (w *walker) columnType(name string) bool {
	if w.catalog.Open() {
		return false
	}
	for i := range w.catalog.Snapshot.Tables {
		for _, c := range w.catalog.Snapshot.Tables[i].Columns {
			if strings.EqualFold(c.Type, name) {
				return true
			}
		}
	}
	return false
}
