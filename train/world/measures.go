package world

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/table"
)

// measures keeps those whose columns are there.
func (b *builder) measures() {
	for _, t := range b.tables {
		for _, m := range t.spec.measures {
			e, err := parseExpr(m.text)
			if err != nil {
				continue // the reader of the file has checked it
			}
			number := func(name string) (int, bool) { return b.find(t, name) }
			if !bind(e, number) || mixed(b.world, e) {
				b.world.Missing.Measures = append(b.world.Missing.Measures, m.phrases...)
				continue
			}
			told := Measure{Phrases: m.phrases, Table: t.number, Unit: m.unit, Sums: !m.mean && !m.ratio, Percent: m.percent}
			if d, ok := degrees[lastWord(m.phrases[0])]; ok {
				told.Degree = d
			}
			if m.ratio {
				told.Over, told.Under = e.Args[0], e.Args[1]
			} else {
				told.Row = e
				told.Low, told.High = b.span(e)
			}
			if told.Unit == "" && e.Op != form.Days && e.Op != form.Hours && e.Op != form.Minutes {
				told.Unit = moneyUnit(b.world, e)
			}
			b.world.Measures = append(b.world.Measures, told)
		}
	}
}

// find is the number of a column by its first phrase, or by table.phrase for one
// of another table.
func (b *builder) find(t *tablePlan, name string) (int, bool) {
	if noun, rest, ok := strings.Cut(name, "."); ok {
		if t = b.planOf(noun); t == nil {
			return 0, false
		}
		name = rest
	}
	for _, p := range t.columns {
		if p.spec.phrases[0] == name && p.target == nil {
			return p.number, true
		}
	}
	return 0, false
}

// mixed reports a measure that adds cents to whole units.
func mixed(w *World, e *form.Expr) bool {
	units := map[string]bool{}
	walk(e, func(x *form.Expr) {
		if x.Op == form.Column && w.Columns[x.Column].Kind == Amount {
			units[w.Columns[x.Column].Unit] = true
		}
	})
	return len(units) > 1
}

func moneyUnit(w *World, e *form.Expr) string {
	unit := ""
	walk(e, func(x *form.Expr) {
		if x.Op == form.Column && w.Columns[x.Column].Kind == Amount {
			unit = w.Columns[x.Column].Unit
		}
	})
	return unit
}

func walk(e *form.Expr, visit func(*form.Expr)) {
	visit(e)
	for _, a := range e.Args {
		walk(a, visit)
	}
}

// span is about the range of a measure: that of its middle values.
func (b *builder) span(e *form.Expr) (low, high float64) {
	switch e.Op {
	case form.Column:
		c := &b.world.Columns[e.Column]
		return c.Low, c.High
	case form.Days:
		return 1, 60
	case form.Hours:
		return 1, 48
	case form.Minutes:
		return 5, 180
	case form.Literal:
		v, _ := table.Parse(table.Float, e.Value.Text)
		f, _ := v.Float64()
		return f, f
	}
	if len(e.Args) != 2 {
		return 1, 100
	}
	l1, h1 := b.span(e.Args[0])
	l2, h2 := b.span(e.Args[1])
	switch e.Op {
	case form.Add:
		return l1 + l2, h1 + h2
	case form.Sub:
		return max(0, l1-h2), max(1, h1-l2)
	case form.Mul:
		return l1 * l2, h1 * h2
	case form.Div:
		return l1 / max(1, h2), h1 / max(1, l2)
	}
	return 1, 100
}
