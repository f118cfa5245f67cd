package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// maxDepth is how deep the JSON of a model may nest.
const maxDepth = 200

// readArguments reads the arguments of a tool call, which must be an object.
// A call without arguments has the empty object. finished says that the model
// had said everything when it stopped.
func readArguments(text string, finished bool) (json.RawMessage, error) {
	text = strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD"))
	switch {
	case finished && (text == "" || text == "null"):
		return json.RawMessage("{}"), nil
	case !json.Valid([]byte(text)):
		fixed, err := fix(text, finished)
		if err != nil {
			return nil, err
		}
		text = fixed
	}
	if !strings.HasPrefix(text, "{") {
		return nil, errors.New("the arguments are not a JSON object")
	}
	return json.RawMessage(text), nil
}

// fix is the one tolerant pass over JSON that is not valid. It fixes only
// what can be read in one way:
//
//   - a comma before a closing bracket is dropped,
//   - NaN, Infinity and -Infinity become null,
//   - raw line breaks and other control codes inside strings are escaped,
//   - closing brackets that are missing at the end are added, but only if the
//     model had finished and the last value is surely whole: never after a
//     number, whose digits may go on, and never inside a string.
//
// Everything else is an error.
func fix(text string, finished bool) (string, error) {
	s := repairer{text: text}
	for s.at < len(s.text) {
		if err := s.next(); err != nil {
			return "", err
		}
	}
	if err := s.end(finished); err != nil {
		return "", err
	}
	if !json.Valid([]byte(s.out.String())) {
		return "", errors.New("the arguments are not valid JSON")
	}
	return s.out.String(), nil
}

type repairer struct {
	text  string
	at    int
	out   strings.Builder
	open  []byte // brackets that wait for their end
	last  byte   // the last byte written outside of white space
	comma bool   // a comma was read, and not yet written
}

func (s *repairer) next() error {
	switch c := s.text[s.at]; c {
	case ' ', '\t', '\n', '\r':
		s.at++
		s.out.WriteByte(' ') // it may keep two numbers apart
		return nil
	case ',':
		if s.comma || s.last == 0 || strings.IndexByte("{[:", s.last) >= 0 {
			return errors.New("a comma stands where no value ended")
		}
		s.comma = true
		s.at++
		return nil
	case '}', ']':
		s.comma = false
		if n := len(s.open); n == 0 || s.open[n-1] != c {
			return fmt.Errorf("%q closes nothing", c)
		}
		s.open = s.open[:len(s.open)-1]
		s.write(s.text[s.at : s.at+1])
		return nil
	case '{', '[':
		if len(s.open) == maxDepth {
			return errors.New("the arguments nest too deep")
		}
		s.open = append(s.open, c+2) // in ASCII each bracket's end is two further
		s.write(s.text[s.at : s.at+1])
		return nil
	case '"':
		return s.fixString()
	case ':':
		s.write(":")
		return nil
	}
	return s.word()
}

// write emits a token of the text, and the comma that came before it.
func (s *repairer) write(token string) {
	s.at += len(token)
	s.emit(token)
}

func (s *repairer) emit(token string) {
	if s.comma {
		s.out.WriteByte(',')
		s.comma = false
	}
	s.out.WriteString(token)
	s.last = token[len(token)-1]
}

func (s *repairer) fixString() error {
	var b strings.Builder
	b.WriteByte('"')
	for i := s.at + 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '"':
			b.WriteByte('"')
			s.emit(b.String())
			s.at = i + 1
			return nil
		case c == '\\' && i+1 < len(s.text):
			b.WriteString(s.text[i : i+2])
			i++
		case c < ' ':
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return errors.New("a string of the arguments does not end")
}

// word reads a bare word: a literal, a number, or one of those that JSON does
// not know.
func (s *repairer) word() error {
	end := s.at
	for end < len(s.text) && strings.IndexByte(" \t\n\r,:{}[]\"", s.text[end]) < 0 {
		end++
	}
	switch word := s.text[s.at:end]; word {
	case "NaN", "Infinity", "-Infinity":
		s.at = end
		s.emit("null")
	default:
		s.write(word)
	}
	return nil
}

func (s *repairer) end(finished bool) error {
	if len(s.open) == 0 {
		return nil
	}
	if !finished {
		return errors.New("the arguments end too early")
	}
	if s.last >= '0' && s.last <= '9' && !s.comma {
		return errors.New("the arguments end too early, perhaps inside a number")
	}
	s.comma = false
	for i := len(s.open) - 1; i >= 0; i-- {
		s.out.WriteByte(s.open[i])
	}
	return nil
}
