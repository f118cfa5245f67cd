package pdf

import (
	"math"
	"unicode/utf16"
)

// glyph is a character where it stands on a page.
type glyph struct {
	text     string
	x, y     float64 // of the baseline
	end      float64 // where the next one would stand
	size     float64
	angle    int // of its baseline, in quarters of a turn
	artifact bool
	bold     bool
	mono     bool
}

// Bounds of a page.
const (
	maxGlyphs     = 500_000
	maxOperations = 5_000_000
	maxForms      = 12 // in each other
	maxStates     = 200
	maxOperands   = 1000
)

type matrix [6]float64

func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

var identity = matrix{1, 0, 0, 1, 0, 0}

// state is what q saves.
type state struct {
	ctm                matrix
	font               *font
	size               float64
	space, word, scale float64
	leading, rise      float64
}

// painter goes through the contents of a page.
type painter struct {
	f          *file
	fonts      map[object]*font
	glyphs     []glyph
	unknown    int // characters that nothing says the meaning of
	pictures   int
	operations int

	state
	stack      []state
	text, line matrix
	marks      []mark // of marked content
	forms      int
}

// mark is a piece of marked content.
type mark struct {
	artifact bool
	actual   *string // what it says, in place of its characters
}

// run goes through contents with their resources.
func (p *painter) run(data []byte, resources dict) {
	l := &lexer{data: data, contents: true}
	var operands []object
	for p.operations < maxOperations && len(p.glyphs) < maxGlyphs {
		o, err := l.next(0)
		if err != nil {
			return
		}
		op, ok := o.(operator)
		if !ok {
			if len(operands) < maxOperands {
				operands = append(operands, o)
			}
			continue
		}
		p.operations++
		if op == "BI" {
			skipImage(l)
			p.pictures++
		} else if !p.showText(op, operands) && !p.textState(op, operands, resources) {
			p.graphics(op, operands, resources)
		}
		operands = operands[:0]
	}
}

// skipImage passes over an image in the contents.
func skipImage(l *lexer) {
	for l.at+2 < len(l.data) {
		if l.data[l.at] == 'E' && l.data[l.at+1] == 'I' && (l.at == 0 || isSpace(l.data[l.at-1])) && (l.at+2 == len(l.data) || isSpace(l.data[l.at+2])) {
			l.at += 2
			return
		}
		l.at++
	}
	l.at = len(l.data)
}

func number(operands []object, i int) float64 {
	if i < 0 || i >= len(operands) {
		return 0
	}
	n, _ := operands[i].(float64)
	return n
}

func matrixOf(operands []object) matrix {
	var m matrix
	for i := range m {
		m[i] = number(operands, i)
	}
	return m
}

func (p *painter) graphics(op operator, operands []object, resources dict) {
	switch op {
	case "q":
		if len(p.stack) < maxStates {
			p.stack = append(p.stack, p.state)
		}
	case "Q":
		if n := len(p.stack); n > 0 {
			p.state, p.stack = p.stack[n-1], p.stack[:n-1]
		}
	case "cm":
		p.ctm = matrixOf(operands).times(p.ctm)
	case "BMC", "BDC":
		if len(p.marks) < maxStates {
			p.marks = append(p.marks, p.markOf(operands, resources))
		}
	case "EMC":
		if n := len(p.marks); n > 0 {
			p.marks = p.marks[:n-1]
		}
	case "Do":
		if len(operands) > 0 {
			n, _ := operands[0].(name)
			list, _ := p.f.resolve(resources["XObject"]).(dict)
			p.paint(list[n], resources)
		}
	}
}

func (p *painter) markOf(operands []object, resources dict) mark {
	var m mark
	if len(operands) == 0 {
		return m
	}
	m.artifact = operands[0] == name("Artifact")
	if len(operands) < 2 {
		return m
	}
	var properties dict
	switch o := operands[1].(type) {
	case dict:
		properties = o
	case name:
		list, _ := p.f.resolve(resources["Properties"]).(dict)
		properties, _ = p.f.resolve(list[o]).(dict)
	}
	if s, ok := p.f.resolve(properties["ActualText"]).(str); ok {
		text := textString(s)
		m.actual = &text
	}
	return m
}

// paint draws a form or a picture.
func (p *painter) paint(o object, resources dict) {
	s, ok := p.f.resolve(o).(*stream)
	if !ok {
		return
	}
	if s.dict["Subtype"] == name("Image") {
		p.pictures++
		return
	}
	if s.dict["Subtype"] != name("Form") || p.forms >= maxForms {
		return
	}
	data, err := p.f.form(s)
	if err != nil {
		return
	}
	saved, text, line, stack, marks := p.state, p.text, p.line, p.stack, p.marks
	p.forms++
	p.operations += 100 // forms in forms in forms
	if m, ok := p.f.resolve(s.dict["Matrix"]).(array); ok && len(m) == 6 {
		p.ctm = matrixOf(m).times(p.ctm)
	}
	if own, ok := p.f.resolve(s.dict["Resources"]).(dict); ok {
		resources = own
	}
	p.stack = nil
	p.run(data, resources)
	p.forms--
	p.state, p.text, p.line, p.stack, p.marks = saved, text, line, stack, marks
}

// textState takes what says where and how text stands.
func (p *painter) textState(op operator, operands []object, resources dict) bool {
	switch op {
	case "BT":
		p.text, p.line = identity, identity
	case "ET":
	case "Tf":
		if len(operands) > 1 {
			n, _ := operands[0].(name)
			list, _ := p.f.resolve(resources["Font"]).(dict)
			p.font, p.size = p.fontOf(list[n]), number(operands, 1)
		}
	case "Td":
		p.move(number(operands, 0), number(operands, 1))
	case "TD":
		p.leading = -number(operands, 1)
		p.move(number(operands, 0), number(operands, 1))
	case "Tm":
		p.line = matrixOf(operands)
		p.text = p.line
	case "T*":
		p.move(0, -p.leading)
	case "Tc":
		p.space = number(operands, 0)
	case "Tw":
		p.word = number(operands, 0)
	case "Tz":
		p.scale = number(operands, 0) / 100
	case "TL":
		p.leading = number(operands, 0)
	case "Ts":
		p.rise = number(operands, 0)
	default:
		return false
	}
	return true
}

func (p *painter) move(x, y float64) {
	p.line = matrix{1, 0, 0, 1, x, y}.times(p.line)
	p.text = p.line
}

func (p *painter) fontOf(o object) *font {
	r, isRef := o.(ref)
	if isRef {
		if t, ok := p.fonts[r]; ok {
			return t
		}
	}
	t := p.f.loadFont(o)
	if isRef {
		p.fonts[r] = t
	}
	return t
}

// showText takes what draws text.
func (p *painter) showText(op operator, operands []object) bool {
	switch op {
	case "Tj":
	case "'":
		p.move(0, -p.leading)
	case "\"":
		p.word, p.space = number(operands, 0), number(operands, 1)
		p.move(0, -p.leading)
	case "TJ":
		if len(operands) == 0 {
			return true
		}
		list, _ := operands[0].(array)
		for _, o := range list {
			switch o := o.(type) {
			case str:
				p.show(string(o))
			case float64:
				p.text = matrix{1, 0, 0, 1, -o / 1000 * p.size * p.scale, 0}.times(p.text)
			}
		}
		return true
	default:
		return false
	}
	if n := len(operands); n > 0 {
		s, _ := operands[n-1].(str)
		p.show(string(s))
	}
	return true
}

func (p *painter) show(s string) {
	if p.font == nil {
		return
	}
	for len(s) > 0 && len(p.glyphs) < maxGlyphs {
		text, width, size, known := p.font.next(s)
		isBlank := size == 1 && s[0] == ' '
		s = s[size:]
		p.operations++
		trm := matrix{p.size * p.scale, 0, 0, p.size, 0, p.rise}.times(p.text).times(p.ctm)
		advance := width*p.size + p.space
		if isBlank {
			advance += p.word
		}
		p.text = matrix{1, 0, 0, 1, advance * p.scale, 0}.times(p.text)
		after := matrix{p.size * p.scale, 0, 0, p.size, 0, p.rise}.times(p.text).times(p.ctm)
		if !known {
			p.unknown++
			text = "\ufffd"
		}
		p.add(text, trm, after)
	}
}

// add notes a character. Coordinates are turned so that its baseline is level.
func (p *painter) add(text string, from, to matrix) {
	g := glyph{text: text, size: math.Hypot(from[2], from[3]), bold: p.font.bold, mono: p.font.mono}
	for i := range p.marks {
		m := &p.marks[i]
		g.artifact = g.artifact || m.artifact
		if m.actual != nil {
			g.text, *m.actual = *m.actual, ""
		}
	}
	if !(g.size > 0.1 && g.size < 5000) { // NaN, too
		return
	}
	x, y, x2, y2 := from[4], from[5], to[4], to[5]
	for _, v := range []float64{x, y, x2, y2} {
		if !(math.Abs(v) < 1e6) {
			return
		}
	}
	switch a, b := from[0], from[1]; {
	case math.Abs(a) >= math.Abs(b) && a >= 0:
		g.x, g.y, g.end = x, y, x2
	case math.Abs(a) >= math.Abs(b):
		g.angle, g.x, g.y, g.end = 2, -x, -y, -x2
	case b > 0:
		g.angle, g.x, g.y, g.end = 1, y, -x, y2
	default:
		g.angle, g.x, g.y, g.end = 3, -y, x, -y2
	}
	if g.text != "" {
		p.glyphs = append(p.glyphs, g)
	}
}

// textString is a string that is text for people.
func textString(s str) string {
	if len(s) >= 2 && s[0] == 0xfe && s[1] == 0xff {
		var u []uint16
		for i := 2; i+1 < len(s); i += 2 {
			u = append(u, uint16(s[i])<<8|uint16(s[i+1]))
		}
		return string(utf16.Decode(u))
	}
	if len(s) >= 3 && s[:3] == "\xef\xbb\xbf" {
		return string(s[3:])
	}
	var out []rune
	high := []rune(winHigh) // PDFDocEncoding is nearly the same
	for i := range len(s) {
		if s[i] >= 0x80 {
			out = append(out, high[s[i]-0x80])
		} else {
			out = append(out, rune(s[i]))
		}
	}
	return string(out)
}
