package decode

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"
)

// xmlScanner reads the XML of workbooks: elements without namespaces, attributes
// and text. It is several times faster than encoding/xml, which matters for
// sheets of a hundred megabytes. Document types, with which XML can be made to
// expand or to refer elsewhere, are an error.
type xmlScanner struct {
	r     *bufio.Reader
	name  []byte // of the element that begins or ends
	attrs []byte // of the element that begins, raw
	text  []byte // decoded
	buf   []byte
	inTag bool // the < of a tag was read
	empty bool // an element without content began; its end follows
}

type xmlToken int

const (
	xmlStart xmlToken = iota
	xmlEnd
	xmlText
)

// maxXML bounds a tag and a text; Excel's longest has 32,767 characters.
const maxXML = 4 << 20

var (
	errXMLSize    = errors.New("an element is too large")
	errXMLSyntax  = errors.New("its XML is malformed")
	errXMLDoctype = errors.New("its XML has a document type")
)

func newXMLScanner(r io.Reader) *xmlScanner {
	return &xmlScanner{r: bufio.NewReaderSize(r, 128<<10)}
}

// next reads a token; its parts are valid until the call after it.
func (s *xmlScanner) next() (xmlToken, error) {
	if s.empty {
		s.empty = false
		return xmlEnd, nil
	}
	for {
		if !s.inTag {
			s.buf = s.buf[:0]
			err := s.readTo('<')
			if err != nil && !errors.Is(err, io.EOF) {
				return 0, err
			}
			s.inTag = err == nil
			if err != nil && len(bytes.TrimSpace(s.buf)) == 0 {
				return 0, io.EOF
			}
			if err != nil {
				return 0, errXMLSyntax
			}
			if text := s.buf[:len(s.buf)-1]; len(text) > 0 {
				s.text = unescape(text)
				return xmlText, nil
			}
		}
		s.inTag = false
		token, ok, err := s.tag()
		if ok || err != nil {
			return token, err
		}
	}
}

// tag reads what follows a <; false for what means nothing here.
func (s *xmlScanner) tag() (token xmlToken, ok bool, err error) {
	s.buf = s.buf[:0]
	if err := s.readTo('>'); err != nil {
		return 0, false, errXMLSyntax
	}
	switch {
	case bytes.HasPrefix(s.buf, []byte("?")):
		return 0, false, s.readToEnd("?>")
	case bytes.HasPrefix(s.buf, []byte("!--")):
		return 0, false, s.readToEnd("-->")
	case bytes.HasPrefix(s.buf, []byte("![CDATA[")):
		err := s.readToEnd("]]>")
		if err == nil {
			s.text = s.buf[len("![CDATA[") : len(s.buf)-len("]]>")]
		}
		return xmlText, true, err
	case bytes.HasPrefix(s.buf, []byte("!")):
		return 0, false, errXMLDoctype
	}
	for inQuotes(s.buf) {
		if err := s.readTo('>'); err != nil {
			return 0, false, errXMLSyntax
		}
	}
	tag := s.buf[:len(s.buf)-1]
	token = xmlStart
	if tag, ok = bytes.CutPrefix(tag, []byte("/")); ok {
		token = xmlEnd
	} else {
		tag, s.empty = bytes.CutSuffix(tag, []byte("/"))
	}
	end := bytes.IndexAny(tag, " \t\r\n")
	if end < 0 {
		end = len(tag)
	}
	s.name, s.attrs = tag[:end], tag[end:]
	if colon := bytes.IndexByte(s.name, ':'); colon >= 0 {
		s.name = s.name[colon+1:]
	}
	if len(s.name) == 0 {
		return 0, false, errXMLSyntax
	}
	return token, true, nil
}

// readTo adds to the buffer all up to a byte, including it.
func (s *xmlScanner) readTo(end byte) error {
	for {
		piece, err := s.r.ReadSlice(end)
		s.buf = append(s.buf, piece...)
		switch {
		case len(s.buf) > maxXML:
			return errXMLSize
		case !errors.Is(err, bufio.ErrBufferFull):
			return err
		}
	}
}

// readToEnd reads on until the buffer ends with a mark that itself ends with >.
func (s *xmlScanner) readToEnd(mark string) error {
	for !bytes.HasSuffix(s.buf, []byte(mark)) {
		if err := s.readTo('>'); err != nil {
			return errXMLSyntax
		}
	}
	return nil
}

// inQuotes is true if a tag ends inside the value of an attribute.
func inQuotes(tag []byte) bool {
	if bytes.Count(tag, []byte{'"'})%2 == 0 && bytes.IndexByte(tag, '\'') < 0 {
		return false // as nearly always
	}
	quote := byte(0)
	for _, b := range tag {
		switch {
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'':
			quote = b
		}
	}
	return quote != 0
}

// attr is the value of an attribute, whatever its namespace; "" without it.
func (s *xmlScanner) attr(name string) []byte {
	rest := s.attrs
	for {
		equals := bytes.IndexByte(rest, '=')
		if equals < 0 {
			return nil
		}
		key := bytes.TrimSpace(rest[:equals])
		rest = rest[equals+1:]
		for len(rest) > 0 && rest[0] <= ' ' {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return nil
		}
		end := bytes.IndexByte(rest[1:], rest[0])
		if end < 0 {
			return nil
		}
		if colon := bytes.IndexByte(key, ':'); colon >= 0 {
			key = key[colon+1:]
		}
		if string(key) == name {
			return unescape(rest[1 : 1+end])
		}
		rest = rest[end+2:]
	}
}

// attrInt is the value of an attribute that is a number, else what is given.
func (s *xmlScanner) attrInt(name string, otherwise int) int {
	if n, err := strconv.Atoi(string(s.attr(name))); err == nil {
		return n
	}
	return otherwise
}

// attrBool is the value of an attribute that is true or false.
func (s *xmlScanner) attrBool(name string) bool {
	v := string(s.attr(name))
	return v == "1" || v == "true" || v == "on"
}

// unescape decodes references to characters. What is none stays as it is.
func unescape(b []byte) []byte {
	at := bytes.IndexByte(b, '&')
	if at < 0 {
		return b
	}
	out := append(make([]byte, 0, len(b)), b[:at]...)
	for at < len(b) {
		semicolon := bytes.IndexByte(b[at:min(len(b), at+12)], ';')
		if b[at] != '&' || semicolon < 0 {
			out = append(out, b[at])
			at++
			continue
		}
		r, ok := reference(string(b[at+1 : at+semicolon]))
		if !ok {
			out = append(out, b[at])
			at++
			continue
		}
		out = utf8.AppendRune(out, r)
		at += semicolon + 1
	}
	return out
}

func reference(name string) (rune, bool) {
	switch name {
	case "amp":
		return '&', true
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' || digits[0] == 'X' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	return rune(n), err == nil && n <= 0x10ffff
}
