package form

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/span"
)

// ware is a small database: t0 (c1 key, c2 text, c3 number, c4 date), t1 (c5
// key, c6 refers to t0, c7 number, c8 date).
func ware() *Grammar {
	return &Grammar{Tables: 2, Words: 12, Columns: []ColumnInfo{
		{Table: -1}, {Table: 0, Number: true, Key: true}, {Table: 0}, {Table: 0, Number: true}, {Table: 0, Time: true},
		{Table: 1, Number: true, Key: true}, {Table: 1, Number: true, Refs: []int{0}}, {Table: 1, Number: true}, {Table: 1, Time: true},
	}, Items: []ItemInfo{{Column: 2}, {Period: true}}}
}

// pool points at values by number.
type pool []*Value

func (p pool) Item(n int) (*Value, bool) { return p[n], n < len(p) }
func (p pool) Span(first, last int) (*Value, bool) {
	return &Value{Kind: Number, Text: string(rune('a'+first)) + string(rune('a'+last))}, true
}
func (p pool) Point(v *Value, column int) ([]Token, bool) {
	for i, x := range p {
		if x == v {
			return []Token{{ItemToken, i}}, true
		}
	}
	if len(v.Text) == 2 && v.Text[0] >= 'a' && v.Text[0] <= 'z' {
		return []Token{{QuestionWord, int(v.Text[0] - 'a')}, {QuestionWord, int(v.Text[1] - 'a')}}, true
	}
	return nil, false
}

var values = pool{{Kind: Text, Text: "Oslo", Stored: true}, {Kind: Period, Period: span.Period{Grain: span.Year}}}

func col(n int) *Expr                  { return &Expr{Op: Column, Column: n} }
func op(o Op, args ...*Expr) *Expr     { return &Expr{Op: o, Args: args} }
func num(s string) *Value              { return &Value{Kind: Number, Text: s} }
func lit(s string) *Expr               { return &Expr{Op: Literal, Value: num(s)} }
func both(o CondOp, cs ...*Cond) *Cond { return &Cond{Op: o, Args: cs} }
func during(c int) *Cond               { return &Cond{Op: During, Left: col(c), Values: []*Value{values[1]}} }
func cmpr(o CondOp, l, r *Expr) *Cond  { return &Cond{Op: o, Left: l, Right: r} }

func TestWrittenFormsAreReadBackAndAllowed(t *testing.T) {
	oslo := &Cond{Op: Equal, Left: col(2), Right: &Expr{Op: Literal, Value: values[0]}}
	for name, q := range map[string]*Query{
		"count": {Tables: []int{0}, Keep: NoTable, Select: []*Expr{op(Count, col(0))}, Where: oslo},
		"or inside and": {Tables: []int{0}, Keep: NoTable, Select: []*Expr{col(2)},
			Where: both(And, both(Or, oslo, during(4)), cmpr(Greater, col(3), lit("bb")))},
		"month, growth": {Tables: []int{1}, Keep: NoTable, Select: []*Expr{op(Month, col(8)), op(Sum, col(7)), op(Growth, op(Sum, col(7)))},
			Where: during(8), Group: []*Expr{op(Month, col(8))}, Order: []Order{{By: op(Month, col(8))}}},
		"rate": {Tables: []int{0, 1}, Keep: 0, Select: []*Expr{col(2), op(Pct, op(Count, &Expr{Op: If, If: cmpr(Greater, col(7), lit("3")), Args: []*Expr{col(0)}}), op(Count, col(0)))},
			Group: []*Expr{col(2)}, Having: cmpr(GreaterEqual, op(Count, col(0)), lit("10")), Order: []Order{{op(Count, col(0)), true}, {col(2), false}}},
		"never": {Tables: []int{0}, Keep: NoTable, Select: []*Expr{col(2)},
			Where: &Cond{Op: NotIn, Left: col(1), Query: &Query{Tables: []int{1}, Keep: NoTable, Select: []*Expr{col(6)}, Where: during(8)}}},
		"top per": {Tables: []int{0, 1}, Keep: NoTable, Select: []*Expr{col(2), col(7)}, Order: []Order{{col(7), true}}, Limit: num("3"), Per: []*Expr{col(2)}},
		"above average of groups": {Tables: []int{1}, Keep: NoTable, Select: []*Expr{col(6)}, Group: []*Expr{col(6)},
			Having: cmpr(Greater, op(Sum, col(7)), &Expr{Op: Scalar, Query: &Query{Tables: []int{1}, Keep: NoTable, Select: []*Expr{op(Avg, op(Sum, col(7)))}, Group: []*Expr{col(6)}}})},
		"second": {Tables: []int{0}, Keep: NoTable, Select: []*Expr{col(2)}, Order: []Order{{col(3), true}}, Place: num("2")},
		"via, list, arithmetic": {Tables: []int{1}, Keep: NoTable, Distinct: true, Select: []*Expr{{Op: Column, Column: 2, Via: 6}, op(Div, op(Sum, op(Mul, col(7), col(5))), lit("100"))},
			Where: &Cond{Op: AnyOf, Left: col(5), Values: []*Value{num("1"), num("cc"), num("2")}}, Set: Except, Other: &Query{Tables: []int{0}, Keep: NoTable, Select: []*Expr{col(1)}}},
		"days, percentile, moving": {Tables: []int{0, 1}, Keep: NoTable, Joins: []Join{{5, 1}}, Select: []*Expr{op(Avg, op(Days, col(8), op(Today))), {Op: Percentile, Value: num("90"), Args: []*Expr{col(7)}}, {Op: Moving, Value: num("3"), Args: []*Expr{op(Count, col(0))}}}, Limit: num("1")},
		"groups, like, as of": {Tables: []int{0}, Keep: NoTable, Select: []*Expr{op(Count, op(Groups))}, Group: []*Expr{col(2)},
			Where: both(Or, &Cond{Op: NotContains, Left: col(2), Values: []*Value{num("dd")}}, both(And, &Cond{Op: AsOf, Left: col(4), Right: col(4)}, &Cond{Op: IsNull, Left: col(3)}))},
	} {
		t.Run(name, func(t *testing.T) {
			tokens, err := Write(q, values)
			if err != nil {
				t.Fatal(err)
			}
			s := ware().Start()
			for i, tok := range append(tokens, W("<eos>")) {
				if s = s.Next(tok); s == nil {
					t.Fatalf("%s: token %d (%v) is not allowed", Sequence(tokens), i, tok)
				}
			}
			if !s.Done() {
				t.Fatalf("%s: not complete", Sequence(tokens))
			}
			again, err := Read(tokens, values)
			if err != nil {
				t.Fatalf("%s: %v", Sequence(tokens), err)
			}
			if !reflect.DeepEqual(q, again) {
				t.Fatalf("%s: read back as another form\n%#v\n%#v", Sequence(tokens), q, again)
			}
		})
	}
}

// Whatever the grammar allows is a form: random walks are read, written and
// read again.
func TestEverythingAllowedIsReadable(t *testing.T) {
	g := ware()
	rng := rand.New(rand.NewPCG(1, 2))
	mask := make([]bool, g.Size())
	complete := 0
	for range 3000 {
		s := g.Start()
		var tokens []Token
		for len(tokens) < 120 && !s.Done() {
			s.Allowed(mask)
			var list []int
			for n, ok := range mask {
				if ok {
					list = append(list, n)
				}
			}
			if len(list) == 0 {
				t.Fatalf("%s: nothing may follow", Sequence(tokens))
			}
			pick := list[rng.IntN(len(list))]
			if mask[End()] && rng.IntN(2) == 0 {
				pick = End()
			}
			s = s.Step(pick)
			if pick != End() {
				tokens = append(tokens, g.Token(pick))
			}
		}
		if !s.Done() || Declines(tokens) {
			continue
		}
		complete++
		q, err := Read(tokens, values)
		if err != nil {
			t.Fatalf("%s: %v", Sequence(tokens), err)
		}
		again, err := Write(q, values)
		if err != nil {
			t.Fatalf("%s: %v", Sequence(tokens), err)
		}
		if q2, err := Read(again, values); err != nil || !reflect.DeepEqual(q, q2) {
			t.Fatalf("%s: written as %s", Sequence(tokens), Sequence(again))
		}
	}
	if complete < 1000 {
		t.Fatalf("only %d walks came to an end", complete)
	}
}

func TestNumbersAndTokens(t *testing.T) {
	g := ware()
	for n := range g.Size() {
		if got := g.Number(g.Token(n)); got != n {
			t.Fatalf("token %v of %d has number %d", g.Token(n), n, got)
		}
	}
}

// Definitions put into a form what no sequence says.
func TestWhatNoWordSaysIsNotWritten(t *testing.T) {
	row := &Expr{Op: Row, Args: []*Expr{{Op: Column, Column: 1}, {Op: Column, Column: 2}}}
	q := &Query{Tables: []int{0}, Keep: NoTable, Select: []*Expr{row}}
	if tokens, err := Write(q, values); err == nil {
		t.Errorf("written as %s", Sequence(tokens))
	}
}
