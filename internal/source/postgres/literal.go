package postgres

import (
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/plumbdata/plumb/internal/table"
)

// Arrays and composites come as text, because that works for elements of every
// type, and become JSON: numbers with all their digits, times in Plumb's own
// text form, a composite as an object, an anonymous record as an array.

// maxNesting bounds composites within composites.
const maxNesting = 32

// appendJSON appends the JSON form of a value that is given as text.
func (s typeSet) appendJSON(b []byte, oid uint32, text string) ([]byte, bool) {
	return s.appendNested(b, oid, text, 0)
}

func (s typeSet) appendNested(b []byte, oid uint32, text string, depth int) ([]byte, bool) {
	t := s.resolve(oid)
	switch {
	case depth > maxNesting:
		return b, false
	case t.element != 0:
		p := literal{text: text, delimiter: t.delimiter}
		b, ok := p.array(b, func(b []byte, item string) ([]byte, bool) {
			return s.appendNested(b, t.element, item, depth+1)
		})
		return b, ok && p.text == ""
	case t.fields != nil || t.oid == pgtype.RecordOID:
		return s.appendRecord(b, t, text, depth)
	}
	return appendScalar(b, t.kind, text), true
}

func appendScalar(b []byte, kind table.Kind, text string) []byte {
	switch kind {
	case table.Bool:
		if text == "t" {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case table.Int, table.Decimal, table.Float, table.JSON:
		if json.Valid([]byte(text)) { // not NaN or Infinity
			return append(b, text...)
		}
	case table.Bytes:
		if raw, err := hex.DecodeString(strings.TrimPrefix(text, `\x`)); err == nil {
			return appendString(b, table.NewBytes(raw).String())
		}
	case table.Timestamp, table.TimestampTZ:
		if v, ok := table.Parse(kind, text); ok {
			return appendString(b, v.String())
		}
	}
	return appendString(b, text)
}

// appendRecord reads (a,"b c",). Fields without a value are null.
func (s typeSet) appendRecord(b []byte, t *dataType, text string, depth int) ([]byte, bool) {
	if len(text) < 2 || text[0] != '(' || text[len(text)-1] != ')' {
		return b, false
	}
	inner, ok := text[1:len(text)-1], true
	var items []item
	p := literal{text: inner}
	for more := inner != "" || len(t.fields) == 1; more; {
		var i item
		if i, ok = p.field(); !ok {
			return b, false
		}
		items = append(items, i)
		p.text, more = strings.CutPrefix(p.text, ",")
		if !more && p.text != "" {
			return b, false
		}
	}
	named := len(items) == len(t.fields)
	brackets := "[]"
	if named {
		brackets = "{}"
	}
	b = append(b, brackets[0])
	for i, item := range items {
		if i > 0 {
			b = append(b, ',')
		}
		oid := uint32(pgtype.TextOID)
		if named {
			b = append(appendString(b, t.fields[i].name), ':')
			oid = t.fields[i].oid
		}
		if item.null {
			b = append(b, "null"...)
			continue
		}
		if b, ok = s.appendNested(b, oid, item.text, depth+1); !ok {
			return b, false
		}
	}
	return append(b, brackets[1]), true
}

type item struct {
	text string
	null bool
}

// literal is what is left of an array's or a record's text.
type literal struct {
	text      string
	delimiter byte
}

// array reads {a,"b c",NULL,{…}}, with lower bounds ([0:1]={…}) ignored.
func (p *literal) array(b []byte, element func([]byte, string) ([]byte, bool)) ([]byte, bool) {
	if strings.HasPrefix(p.text, "[") {
		_, rest, ok := strings.Cut(p.text, "=")
		if !ok {
			return b, false
		}
		p.text = rest
	}
	return p.dimension(b, element, 0)
}

func (p *literal) dimension(b []byte, element func([]byte, string) ([]byte, bool), depth int) ([]byte, bool) {
	const most = 6 // PostgreSQL's MAXDIM
	var ok bool
	if p.text, ok = strings.CutPrefix(p.text, "{"); !ok || depth > most {
		return b, false
	}
	b = append(b, '[')
	if p.text, ok = strings.CutPrefix(p.text, "}"); ok {
		return append(b, ']'), true
	}
	for {
		if strings.HasPrefix(p.text, "{") {
			b, ok = p.dimension(b, element, depth+1)
		} else {
			var i item
			if i, ok = p.element(); ok && i.null {
				b = append(b, "null"...)
			} else if ok {
				b, ok = element(b, i.text)
			}
		}
		if !ok || p.text == "" {
			return b, false
		}
		next := p.text[0]
		p.text = p.text[1:]
		switch next {
		case p.delimiter:
			b = append(b, ',')
		case '}':
			return append(b, ']'), true
		default:
			return b, false
		}
	}
}

// element reads one element of an array, which a backslash escapes in.
func (p *literal) element() (item, bool) {
	if strings.HasPrefix(p.text, `"`) {
		text, ok := p.quoted(false)
		return item{text: text}, ok
	}
	end := strings.IndexAny(p.text, string([]byte{p.delimiter, '}'}))
	if end < 0 {
		return item{}, false
	}
	text := p.text[:end]
	p.text = p.text[end:]
	return item{text: text, null: strings.EqualFold(text, "null")}, true
}

// field reads one field of a record; an empty one is null.
func (p *literal) field() (item, bool) {
	if p.text == "" || p.text[0] == ',' {
		return item{null: true}, true
	}
	var text strings.Builder
	for p.text != "" && p.text[0] != ',' {
		if p.text[0] == '"' {
			part, ok := p.quoted(true)
			if !ok {
				return item{}, false
			}
			text.WriteString(part)
			continue
		}
		if p.text[0] == '\\' && len(p.text) > 1 {
			p.text = p.text[1:]
		}
		text.WriteByte(p.text[0])
		p.text = p.text[1:]
	}
	return item{text: text.String()}, true
}

// quoted reads "…", where a backslash escapes and, in records, "" is a quote.
func (p *literal) quoted(doubled bool) (string, bool) {
	var text strings.Builder
	s := p.text[1:]
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			text.WriteByte(s[i])
		case s[i] == '"' && doubled && i+1 < len(s) && s[i+1] == '"':
			i++
			text.WriteByte('"')
		case s[i] == '"':
			p.text = s[i+1:]
			return text.String(), true
		default:
			text.WriteByte(s[i])
		}
	}
	return "", false
}

func appendString(b []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil { // strings always marshal
		return append(b, `""`...)
	}
	return append(b, quoted...)
}
