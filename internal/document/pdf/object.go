package pdf

import (
	"bytes"
	"errors"
	"strconv"
)

// An object is nil, a bool, a float64, a name, a str, an array, a dict, a *stream, a ref or,
// in contents, an operator.
type (
	object   any
	name     string
	str      string // bytes
	array    []object
	dict     map[name]object
	operator string
	ref      struct{ number, generation int }
	stream   struct {
		dict
		raw    []byte
		number ref // of the object, for its key
	}
)

const (
	maxNesting = 100
	maxItems   = 1_000_000 // of an array or a dictionary
)

var (
	errEnd     = errors.New("it ends too early")
	errSyntax  = errors.New("its objects are malformed")
	errNesting = errors.New("its objects are nested too deep")
)

// lexer reads objects from bytes.
type lexer struct {
	data     []byte
	at       int
	contents bool // numbers are not the beginning of references
}

func isSpace(b byte) bool {
	return b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == '\f' || b == 0
}

func isDelimiter(b byte) bool {
	switch b {
	case '(', ')', '<', '>', '[', ']', '{', '}', '/', '%':
		return true
	}
	return false
}

func (l *lexer) skipSpace() {
	for l.at < len(l.data) {
		switch b := l.data[l.at]; {
		case isSpace(b):
			l.at++
		case b == '%':
			for l.at < len(l.data) && l.data[l.at] != '\n' && l.data[l.at] != '\r' {
				l.at++
			}
		default:
			return
		}
	}
}

// next reads an object.
func (l *lexer) next(depth int) (object, error) {
	l.skipSpace()
	if l.at >= len(l.data) {
		return nil, errEnd
	}
	if depth > maxNesting {
		return nil, errNesting
	}
	switch b := l.data[l.at]; {
	case b == '/':
		l.at++
		return l.name(), nil
	case b == '(':
		return l.literal()
	case b == '<' && l.at+1 < len(l.data) && l.data[l.at+1] == '<':
		l.at += 2
		return l.dict(depth)
	case b == '<':
		return l.hex(), nil
	case b == '[':
		l.at++
		return l.array(depth)
	case b == ')' || b == '>' || b == ']' || b == '{' || b == '}':
		l.at++
		return operator(b), nil
	case b >= '0' && b <= '9' || b == '+' || b == '-' || b == '.':
		return l.number(), nil
	}
	return l.word(), nil
}

func (l *lexer) token() []byte {
	from := l.at
	for l.at < len(l.data) && !isSpace(l.data[l.at]) && !isDelimiter(l.data[l.at]) {
		l.at++
	}
	return l.data[from:l.at]
}

func (l *lexer) word() object {
	switch word := string(l.token()); word {
	case "true":
		return true
	case "false":
		return false
	case "null":
		return nil
	default:
		return operator(word)
	}
}

func (l *lexer) name() name {
	raw := l.token()
	if bytes.IndexByte(raw, '#') < 0 {
		return name(raw)
	}
	var out []byte
	for i := 0; i < len(raw); i++ {
		if raw[i] == '#' && i+2 < len(raw) {
			if n, err := strconv.ParseUint(string(raw[i+1:i+3]), 16, 8); err == nil {
				out = append(out, byte(n))
				i += 2
				continue
			}
		}
		out = append(out, raw[i])
	}
	return name(out)
}

// number reads a number, or a reference that begins with one.
func (l *lexer) number() object {
	raw := l.token()
	if len(raw) == 0 {
		l.at++
		return 0.0
	}
	n := parseNumber(raw)
	if l.contents || n < 0 || n != float64(int(n)) || bytes.IndexByte(raw, '.') >= 0 {
		return n
	}
	// A reference: 12 0 R
	save := l.at
	l.skipSpace()
	second := l.token()
	if g, err := strconv.Atoi(string(second)); err == nil && g >= 0 && len(second) <= 5 {
		l.skipSpace()
		if l.at < len(l.data) && l.data[l.at] == 'R' && (l.at+1 == len(l.data) || isSpace(l.data[l.at+1]) || isDelimiter(l.data[l.at+1])) {
			l.at++
			return ref{int(n), g}
		}
	}
	l.at = save
	return n
}

// parseNumber reads a number as leniently as other programs do.
func parseNumber(raw []byte) float64 {
	negative, value, scale := false, 0.0, 0.0
	for i, b := range raw {
		switch {
		case b == '-' && i == 0:
			negative = true
		case b >= '0' && b <= '9' && scale == 0:
			value = value*10 + float64(b-'0')
		case b >= '0' && b <= '9':
			value += float64(b-'0') * scale
			scale /= 10
		case b == '.' && scale == 0:
			scale = 0.1
		}
	}
	const most = 1e12
	if value = min(value, most); negative {
		return -value
	}
	return value
}

// literal reads a string in parentheses.
func (l *lexer) literal() (object, error) {
	var out []byte
	depth := 0
	for ; l.at < len(l.data); l.at++ {
		b := l.data[l.at]
		switch b {
		case '(':
			if depth++; depth == 1 {
				continue
			}
		case ')':
			if depth--; depth == 0 {
				l.at++
				return str(out), nil
			}
		case '\\':
			l.at++
			out = l.escape(out)
			continue
		}
		out = append(out, b)
	}
	return nil, errEnd
}

func (l *lexer) escape(out []byte) []byte {
	if l.at >= len(l.data) {
		return out
	}
	b := l.data[l.at]
	switch b {
	case 'n':
		return append(out, '\n')
	case 'r':
		return append(out, '\r')
	case 't':
		return append(out, '\t')
	case 'b':
		return append(out, '\b')
	case 'f':
		return append(out, '\f')
	case '\n':
		return out
	case '\r':
		if l.at+1 < len(l.data) && l.data[l.at+1] == '\n' {
			l.at++
		}
		return out
	}
	if b < '0' || b > '7' {
		return append(out, b)
	}
	n := 0
	for i := 0; i < 3 && l.at < len(l.data) && l.data[l.at] >= '0' && l.data[l.at] <= '7'; i++ {
		n = n*8 + int(l.data[l.at]-'0')
		l.at++
	}
	l.at-- // the loop of the caller goes on
	return append(out, byte(n))
}

// hex reads a string in angle brackets.
func (l *lexer) hex() object {
	end := bytes.IndexByte(l.data[l.at:], '>')
	if end < 0 {
		end = len(l.data) - l.at
	}
	out := decodeHex(l.data[l.at+1 : l.at+end])
	l.at = min(l.at+end+1, len(l.data))
	return str(out)
}

func decodeHex(raw []byte) []byte {
	out := make([]byte, 0, len(raw)/2)
	high, half := byte(0), false
	for _, b := range raw {
		var digit byte
		switch {
		case b >= '0' && b <= '9':
			digit = b - '0'
		case b|0x20 >= 'a' && b|0x20 <= 'f':
			digit = b | 0x20 - 'a' + 10
		case b == '>':
			return out
		default:
			continue
		}
		if half {
			out = append(out, high<<4|digit)
		}
		high, half = digit, !half
	}
	if half {
		out = append(out, high<<4)
	}
	return out
}

func (l *lexer) array(depth int) (object, error) {
	list := array{}
	for {
		o, err := l.next(depth + 1)
		if err != nil {
			return nil, err
		}
		if o == operator("]") {
			return list, nil
		}
		if op, ok := o.(operator); ok && (op == ">" || op == "endobj" || op == "endstream") || len(list) >= maxItems {
			return nil, errSyntax
		}
		list = append(list, o)
	}
}

func (l *lexer) dict(depth int) (object, error) {
	d := dict{}
	for {
		key, err := l.next(depth + 1)
		if err != nil {
			return nil, err
		}
		if key == operator(">") {
			if l.at < len(l.data) && l.data[l.at] == '>' {
				l.at++
			}
			return d, nil
		}
		k, ok := key.(name)
		if !ok || len(d) >= maxItems {
			if op, isOp := key.(operator); isOp && op != "endobj" && op != "stream" || !isOp && !ok {
				continue // what does not belong here
			}
			return nil, errSyntax
		}
		value, err := l.next(depth + 1)
		if err != nil {
			return nil, err
		}
		if value == operator(">") { // a key without a value
			if l.at < len(l.data) && l.data[l.at] == '>' {
				l.at++
			}
			return d, nil
		}
		d[k] = value
	}
}
