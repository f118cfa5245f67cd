package world

import (
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// parseExpr reads an expression of a measure: columns by their first phrase,
// numbers, + - * /, parentheses, days(a, b), hours(a, b), minutes(a, b), sum(x),
// count(). Columns stay names (in Value) until a world binds them.
func parseExpr(s string) (*form.Expr, error) {
	p := &exprParser{text: s}
	e := p.sum()
	p.space()
	if p.err == nil && p.at < len(p.text) {
		p.err = fmt.Errorf("unexpected %q", p.text[p.at:])
	}
	return e, p.err
}

type exprParser struct {
	text string
	at   int
	err  error
}

func (p *exprParser) space() {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
}

// take reads one of the bytes, if it is next.
func (p *exprParser) take(set string) byte {
	p.space()
	if p.at < len(p.text) && strings.IndexByte(set, p.text[p.at]) >= 0 {
		p.at++
		return p.text[p.at-1]
	}
	return 0
}

func (p *exprParser) sum() *form.Expr {
	left := p.product()
	for p.err == nil {
		switch p.take("+-") {
		case '+':
			left = &form.Expr{Op: form.Add, Args: []*form.Expr{left, p.product()}}
		case '-':
			left = &form.Expr{Op: form.Sub, Args: []*form.Expr{left, p.product()}}
		default:
			return left
		}
	}
	return left
}

func (p *exprParser) product() *form.Expr {
	left := p.atom()
	for p.err == nil {
		switch p.take("*/") {
		case '*':
			left = &form.Expr{Op: form.Mul, Args: []*form.Expr{left, p.atom()}}
		case '/':
			left = &form.Expr{Op: form.Div, Args: []*form.Expr{left, p.atom()}}
		default:
			return left
		}
	}
	return left
}

var exprCalls = map[string]form.Op{
	"days": form.Days, "hours": form.Hours, "minutes": form.Minutes, "sum": form.Sum, "avg": form.Avg, "count": form.Count,
}

func (p *exprParser) atom() *form.Expr {
	if p.take("(") != 0 {
		e := p.sum()
		if p.take(")") == 0 && p.err == nil {
			p.err = fmt.Errorf("a ) is missing in %q", p.text)
		}
		return e
	}
	p.space()
	start := p.at
	for p.at < len(p.text) && strings.IndexByte("+*/(),", p.text[p.at]) < 0 && !strings.HasPrefix(p.text[p.at:], " - ") {
		p.at++
	}
	word := strings.TrimSpace(p.text[start:p.at])
	if op, ok := exprCalls[word]; ok && p.take("(") != 0 {
		e := &form.Expr{Op: op}
		for p.err == nil && p.take(")") == 0 {
			e.Args = append(e.Args, p.sum())
			if p.take(",") == 0 && p.at >= len(p.text) {
				p.err = fmt.Errorf("a ) is missing in %q", p.text)
			}
		}
		if op == form.Count {
			e.Args = []*form.Expr{{Op: form.Column}}
		}
		return e
	}
	switch {
	case word == "":
		p.err = fmt.Errorf("an operand is missing in %q", p.text)
	case word[0] >= '0' && word[0] <= '9':
		return &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Number, Text: word}}
	}
	return &form.Expr{Op: form.Column, Value: &form.Value{Kind: form.Text, Text: word}}
}

// bind puts the numbers of columns in place of their names. It reports false
// when one is not there.
func bind(e *form.Expr, number func(name string) (int, bool)) bool {
	if e.Op == form.Column && e.Value != nil {
		n, ok := number(e.Value.Text)
		e.Column, e.Value = n, nil
		return ok
	}
	for _, a := range e.Args {
		if !bind(a, number) {
			return false
		}
	}
	return true
}
