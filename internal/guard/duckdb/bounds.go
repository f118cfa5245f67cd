package duckdb

import (
	"math"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/guard"
)

func checkSize(name string, arguments any) error {
	list, _ := arguments.([]any)
	return guard.Bounded(name, items(name, list), size(name, list))
}

// items is how many rows or elements a call makes, 0 when that is not known
// from the text.
func items(name string, list []any) float64 {
	switch name {
	case "range", "generate_series":
		n := make([]float64, len(list))
		for i, a := range list {
			var ok bool
			if n[i], ok = constant(a); !ok {
				return 0
			}
		}
		switch {
		case len(n) == 1:
			return n[0]
		case len(n) == 2:
			return n[1] - n[0]
		case len(n) == 3 && n[2] != 0:
			return (n[1] - n[0]) / n[2]
		}
	case "array_resize", "list_resize":
		return at(list, 1)
	case "equi_width_bins":
		return at(list, 2)
	}
	return 0
}

// at is the value of a constant argument, or 0.
func at(list []any, i int) float64 {
	if i >= len(list) {
		return 0
	}
	v, _ := constant(list[i])
	return max(v, 0)
}

// size is how many bytes of text a call makes, as far as constants tell.
func size(name string, list []any) float64 {
	switch name {
	case "repeat":
		if len(list) > 0 {
			return max(length(list[0]), 1) * at(list, 1)
		}
	case "lpad", "rpad", "bitstring":
		return at(list, 1)
	case "bar":
		return at(list, 3)
	case "to_base":
		return at(list, 2)
	case "format", "printf":
		if len(list) > 0 {
			return guard.Widths(asObject(list[0]).object("value").text("value"))
		}
	}
	total := 0.0
	for _, a := range list {
		total += length(a)
	}
	return total
}

// length is how long a text or list is, as far as constants tell.
func length(part any) float64 {
	p := asObject(part)
	switch p.text("class") {
	case "CONSTANT":
		return float64(len(p.object("value").text("value")))
	case "CAST":
		return length(p.get("child"))
	case "FUNCTION":
		list := p.list("children")
		name := foldName(p.text("function_name"))
		return max(size(name, list), items(name, list))
	}
	return 0
}

// constant is the value of a number literal, also behind signs, casts and
// arithmetic.
func constant(part any) (float64, bool) {
	p := asObject(part)
	switch p.text("class") {
	case "CONSTANT":
		return literalNumber(p.object("value"))
	case "CAST":
		return constant(p.get("child"))
	case "FUNCTION":
		children := p.list("children")
		name := foldName(p.text("function_name"))
		switch {
		case len(children) == 1 && name == "-":
			v, ok := constant(children[0])
			return -v, ok
		case len(children) == 1: // +, casts and rounding
			return constant(children[0])
		case len(children) == 2:
			return arithmetic(name, children)
		}
	}
	return 0, false
}

// literalNumber is the number that a constant of any type stands for.
func literalNumber(value *object) (float64, bool) {
	parse := func(s string) (float64, bool) {
		f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		return f, err == nil
	}
	switch v := value.get("value").(type) {
	case number:
		f, ok := parse(string(v))
		scale, _ := value.object("type").object("type_info").get("scale").(number)
		if n, ok := parse(string(scale)); ok { // of a decimal
			f /= math.Pow(10, n)
		}
		return f, ok
	case string:
		return parse(v)
	case *object: // 128-bit integers have two halves
		upper, ok1 := v.get("upper").(number)
		lower, ok2 := v.get("lower").(number)
		if !ok1 || !ok2 {
			return 0, false
		}
		high, _ := parse(string(upper))
		low, _ := parse(string(lower))
		return high*(1<<63)*2 + low, true
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
	case "+", "add":
		return a + b, true
	case "-", "subtract":
		return a - b, true
	case "*", "multiply":
		return a * b, true
	case "/", "//", "divide", "fdiv":
		return a / b, b != 0
	case "**", "^", "pow", "power":
		return math.Pow(a, b), true
	case "<<":
		return a * math.Pow(2, b), true
	}
	return 0, false
}
