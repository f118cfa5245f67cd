package chart

import (
	"fmt"
	"slices"
	"strings"
)

// Expressions of a foreign specification are parsed here, and what is not in
// this grammar is refused: fields of the row, declared parameters, literals,
// arithmetic, comparison, logic, choice, lists, and functions that only
// compute. There is no assignment, no regular expression, nothing that loops,
// draws lots, reads the clock, or reaches other data.

const (
	longestExpression = 2000
	deepestExpression = 40
)

var pureFunctions = words(`
	isArray isBoolean isDate isDefined isNumber isObject isString isValid toBoolean toDate toNumber toString if isNaN isFinite
	abs acos asin atan atan2 ceil clamp cos exp floor hypot log max min pow round sin sqrt tan
	datetime date day dayofyear year quarter month week hours minutes seconds milliseconds time timeOffset utcOffset
	utc utcdate utcday utcdayofyear utcyear utcquarter utcmonth utcweek utchours utcminutes utcseconds utcmilliseconds
	dayFormat dayAbbrevFormat monthFormat monthAbbrevFormat format timeFormat utcFormat timeParse utcParse timeUnitSpecifier
	length indexof lastindexof lower upper parseFloat parseInt replace slice split substring trim truncate
	extent inrange span peek reverse sort join clampRange lerp rgb hsl lab hcl luminance contrast`)

var constants = words(`true false null undefined NaN Infinity PI E LN2 LN10 LOG2E LOG10E SQRT2 SQRT1_2 MIN_VALUE MAX_VALUE width height`)

var eventFlags = words(`altKey ctrlKey metaKey shiftKey key code button buttons type detail deltaY`)

func words(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

// expression is a checked expression.
type expression struct {
	fields []string // of the row that it reads
	makes  bool     // it can make a text that is not written in it
}

// parseExpression checks an expression; params are the names it may use, and
// one about events may read their keys and buttons.
func parseExpression(text string, params []string, events bool) (expression, error) {
	if len(text) > longestExpression {
		return expression{}, fmt.Errorf("it is longer than %d characters", longestExpression)
	}
	tokens, err := scan(text)
	if err != nil {
		return expression{}, err
	}
	p := parser{tokens: tokens, params: params, events: events}
	err = p.choice(0)
	if err == nil && p.at < len(p.tokens) {
		err = fmt.Errorf("%q is not expected there", clip(p.tokens[p.at].text))
	}
	return p.found, err
}

type parser struct {
	tokens []token
	at     int
	params []string
	events bool
	found  expression
}

func (p *parser) peek() token {
	if p.at < len(p.tokens) {
		return p.tokens[p.at]
	}
	return token{}
}

// take consumes the next token if it is one of the marks.
func (p *parser) take(marks ...string) bool {
	if t := p.peek(); t.kind == tokenMark && slices.Contains(marks, t.text) {
		p.at++
		return true
	}
	return false
}

func (p *parser) need(m string) error {
	if p.take(m) {
		return nil
	}
	if p.at >= len(p.tokens) {
		return fmt.Errorf("it ends where %q is expected", m)
	}
	return fmt.Errorf("%q stands where %q is expected", clip(p.peek().text), m)
}

// choice is a ? b : c, or less.
func (p *parser) choice(depth int) error {
	if depth > deepestExpression {
		return fmt.Errorf("it is nested too deeply")
	}
	if err := p.binary(depth); err != nil {
		return err
	}
	if !p.take("?") {
		return nil
	}
	if err := p.choice(depth + 1); err != nil {
		return err
	}
	if err := p.need(":"); err != nil {
		return err
	}
	return p.choice(depth + 1)
}

// operators stand between two operands. Which binds more tightly does not
// matter here: every order of them is as safe.
var operators = []string{"||", "&&", "|", "^", "&", "==", "!=", "===", "!==", "<", "<=", ">", ">=", "<<", ">>", ">>>", "+", "-", "*", "/", "%"}

func (p *parser) binary(depth int) error {
	if err := p.unary(depth); err != nil {
		return err
	}
	for {
		plus := p.peek() == (token{tokenMark, "+"})
		if !p.take(operators...) {
			return nil
		}
		p.found.makes = p.found.makes || plus
		if err := p.unary(depth); err != nil {
			return err
		}
	}
}

func (p *parser) unary(depth int) error {
	for p.take("!", "-", "+", "~") {
	}
	return p.operand(depth)
}

func (p *parser) operand(depth int) error {
	t := p.peek()
	switch {
	case t.kind == tokenNumber || t.kind == tokenText:
		p.at++
		return p.members(depth, false)
	case p.take("("):
		if err := p.choice(depth + 1); err != nil {
			return err
		}
		if err := p.need(")"); err != nil {
			return err
		}
		return p.members(depth, false)
	case p.take("["):
		if err := p.list(depth, "]"); err != nil {
			return err
		}
		return p.members(depth, false)
	case t.kind == tokenName:
		p.at++
		return p.parseName(t.text, depth)
	case p.at >= len(p.tokens):
		return fmt.Errorf("it ends too early")
	}
	return fmt.Errorf("%q is not expected there", clip(t.text))
}

// parseName is a function that is called, the row, a parameter or a constant.
func (p *parser) parseName(word string, depth int) error {
	if p.take("(") {
		if !pureFunctions[word] {
			return fmt.Errorf("the function %s is not allowed", clip(word))
		}
		p.found.makes = true
		if err := p.list(depth, ")"); err != nil {
			return err
		}
		return p.members(depth, false)
	}
	switch {
	case word == "event" && p.events:
		// No more than flags: the event itself leads to the page.
		if p.take(".") && eventFlags[p.peek().text] {
			p.at++
			return nil
		}
		return fmt.Errorf("of an event, only its keys and buttons can be read")
	case word == "datum":
		return p.members(depth, true)
	case constants[word] || slices.Contains(p.params, word):
		return p.members(depth, false)
	}
	return fmt.Errorf("the name %s is not known", clip(word))
}

// list reads operands up to a closing mark.
func (p *parser) list(depth int, end string) error {
	if p.take(end) {
		return nil
	}
	for {
		if err := p.choice(depth + 1); err != nil {
			return err
		}
		if p.take(end) {
			return nil
		}
		if err := p.need(","); err != nil {
			return err
		}
	}
}

// members reads .name and [place] behind a value; the first behind the row is
// a field.
func (p *parser) members(depth int, row bool) error {
	for {
		member := ""
		switch {
		case p.take("."):
			t := p.peek()
			if t.kind != tokenName {
				return fmt.Errorf("a name is expected behind the dot")
			}
			p.at++
			member = t.text
		case p.take("["):
			if t := p.peek(); t.kind == tokenText && p.at+1 < len(p.tokens) && p.tokens[p.at+1] == (token{tokenMark, "]"}) {
				member = t.text
			} else if row {
				p.found.makes = true
			}
			if err := p.choice(depth + 1); err != nil {
				return err
			}
			if err := p.need("]"); err != nil {
				return err
			}
		default:
			return nil
		}
		switch member {
		case "constructor", "prototype", "__proto__":
			return fmt.Errorf("%s is not allowed", member)
		}
		if row && member != "" {
			p.found.fields = append(p.found.fields, member)
		}
		row = false
	}
}
