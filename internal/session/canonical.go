package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// form is how rewriteJSON treats what JSON leaves open. Both forms drop spaces
// and escape only what must be.
type form bool

const (
	asWritten form = false // keys in their order, numbers with their digits
	byMeaning form = true  // keys sorted, numbers shortened, no key twice
)

// rewriteJSON writes one JSON value in a form. It may be nested as deep as
// encoding/json allows.
func rewriteJSON(src []byte, f form) ([]byte, error) {
	if !json.Valid(src) {
		return nil, errors.New("it is not valid JSON")
	}
	if f == asWritten {
		return respell(make([]byte, 0, len(src)), src)
	}
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber()
	return rewrite(make([]byte, 0, len(src)), d)
}

// respell copies valid JSON without its spaces, each string in the one way
// that appendString writes it. The rows of a result go through here, so that
// it looks at each byte once.
func respell(dst, src []byte) ([]byte, error) {
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case ' ', '\t', '\n', '\r':
		case '"':
			end, plain := i+1, true
			for ; src[end] != '"'; end++ {
				if src[end] == '\\' {
					plain = false
					end++
				}
			}
			text := src[i : end+1]
			i = end
			if plain && utf8.Valid(text) {
				dst = append(dst, text...)
				continue
			}
			var s string
			if err := json.Unmarshal(text, &s); err != nil {
				return nil, err
			}
			dst = appendString(dst, s)
		default:
			dst = append(dst, c)
		}
	}
	return dst, nil
}

// rewrite writes the next value of a decoder by its meaning.

func rewrite(dst []byte, d *json.Decoder) ([]byte, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case nil:
		return append(dst, "null"...), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case string:
		return appendString(dst, v), nil
	case json.Number:
		return append(dst, shortest(string(v))...), nil
	case json.Delim:
		if v == '[' {
			return rewriteArray(dst, d)
		}
		return rewriteObject(dst, d)
	}
	return nil, fmt.Errorf("it has an unexpected %v", token)
}

func rewriteArray(dst []byte, d *json.Decoder) ([]byte, error) {
	dst = append(dst, '[')
	for first := true; d.More(); first = false {
		if !first {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = rewrite(dst, d); err != nil {
			return nil, err
		}
	}
	_, err := d.Token()
	return append(dst, ']'), err
}

func rewriteObject(dst []byte, d *json.Decoder) ([]byte, error) {
	dst = append(dst, '{')
	start := len(dst)
	var members []member
	for d.More() {
		if len(dst) > start {
			dst = append(dst, ',')
		}
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		m := member{from: len(dst)}
		m.key, _ = token.(string)
		dst = append(appendString(dst, m.key), ':')
		if dst, err = rewrite(dst, d); err != nil {
			return nil, err
		}
		m.to = len(dst)
		members = append(members, m)
	}
	dst, err := sortMembers(dst, start, members)
	if err != nil {
		return nil, err
	}
	_, err = d.Token()
	return append(dst, '}'), err
}

// member is a key and where it stands with its value.
type member struct {
	key      string
	from, to int
}

// sortMembers puts the members that begin at start in the order of their keys.
func sortMembers(dst []byte, start int, members []member) ([]byte, error) {
	byKey := func(a, b member) int { return strings.Compare(a.key, b.key) }
	if !slices.IsSortedFunc(members, byKey) {
		written := slices.Clone(dst[start:])
		slices.SortFunc(members, byKey)
		dst = dst[:start]
		for i, m := range members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, written[m.from-start:m.to-start]...)
		}
	}
	for i := 1; i < len(members); i++ {
		if members[i].key == members[i-1].key {
			return nil, fmt.Errorf("it has the key %q twice", members[i].key)
		}
	}
	return dst, nil
}

// appendString escapes what JSON forbids to leave bare, and no more.
func appendString(dst []byte, s string) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c >= ' ':
			dst = append(dst, c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c == '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
	}
	return append(dst, '"')
}

// shortest writes a JSON number exactly, one way for each value: plainly from
// 0.000001 up to 21 digits before the point, otherwise as d.ddde-n or d.ddden.
func shortest(number string) string {
	sign := ""
	if number[0] == '-' {
		sign, number = "-", number[1:]
	}
	mantissa, power, _ := strings.Cut(strings.ToLower(number), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return "0"
	}
	exponent := 0
	if power != "" {
		n, err := strconv.Atoi(power)
		if err != nil || n > 1<<30 || n < -1<<30 {
			return sign + strings.ToLower(number) // beyond all use
		}
		exponent = n
	}
	// The value is 0.digits × 10^point.
	point := exponent + len(whole) - (len(whole) + len(fraction) - len(digits))
	digits = strings.TrimRight(digits, "0")
	switch {
	case point > 21 || point < -5:
		text := digits[:1]
		if len(digits) > 1 {
			text += "." + digits[1:]
		}
		return sign + text + "e" + strconv.Itoa(point-1)
	case point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + digits
	case point >= len(digits):
		return sign + digits + strings.Repeat("0", point-len(digits))
	}
	return sign + digits[:point] + "." + digits[point:]
}
