package decode

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
)

// Text makes UTF-8 of a text in memory. The charset is what its sender says that it is
// in, "" if nobody does; a text that is UTF-8 or begins with a byte order mark is
// believed first. The name is for faults.
func Text(name string, data []byte, charset string) (string, []Note, error) {
	if len(data) == 0 {
		return "", nil, nil
	}
	head := data[:min(len(data), headSize)]
	if label, e := unicodeEncoding(head); e != nil {
		return decodeWhole(data, recognised{name: label, encoding: e, certain: true}, "")
	}
	s := survey{words: map[string]bool{}}
	if err := s.read(bytes.NewReader(data)); err != nil {
		return "", nil, damaged(name, "text", err)
	}
	if err := s.checkText(name); err != nil {
		return "", nil, err
	}
	if s.broken == 0 {
		return strings.TrimPrefix(string(data), byteOrderMark), nil, nil
	}
	if e, err := htmlindex.Get(strings.TrimSpace(charset)); err == nil && !strings.EqualFold(charset, "utf-8") {
		return decodeWhole(data, recognised{name: charset, encoding: e, certain: true}, "")
	}
	e := recognise(s.list)
	if s.unicode == 0 || e.singleByte == nil {
		return decodeWhole(data, e, first(s.list))
	}
	var out strings.Builder
	for line := range bytes.Lines(bytes.TrimPrefix(data, []byte(byteOrderMark))) {
		if utf8.Valid(line) {
			out.Write(line)
		} else {
			out.WriteString(decodeLine(string(line), e.singleByte))
		}
	}
	note := Note{Subject: MixedEncoding, What: e.name, Count: s.broken, Row: s.firstBroken, Example: decodeLine(first(s.list), e.singleByte)}
	return out.String(), []Note{note}, nil
}

func decodeWhole(data []byte, e recognised, word string) (string, []Note, error) {
	decoded, err := e.encoding.NewDecoder().Bytes(data)
	if err != nil {
		return "", nil, err
	}
	example, err := e.encoding.NewDecoder().String(word)
	if err != nil {
		return "", nil, err
	}
	note := Note{Subject: Encoding, What: e.name, Example: example}
	if !e.certain {
		note.Subject = UncertainEncoding
	}
	return strings.TrimPrefix(string(decoded), byteOrderMark), []Note{note}, nil
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
