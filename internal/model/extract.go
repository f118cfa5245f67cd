package model

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// Why Extract found nothing that can be used. The texts are shown to models.
var (
	errNoObject    = errors.New("the answer holds no JSON object")
	errManyObjects = errors.New("the answer holds more than one JSON object; exactly one is wanted")
	errBroken      = errors.New("the answer holds JSON that is not valid")
	errUnfinished  = errors.New("the JSON of the answer ends too early")
)

// Extract finds the one JSON object in a model's words: bare, in a Markdown
// fence, or among prose. Thinking aloud is not part of the answer. No object, two of them, or anything that begins like an
// object and is not valid JSON is an error, since then nobody knows which part
// was meant.
func Extract(text string) (json.RawMessage, error) {
	if len(text) > maxText {
		return nil, errTooMuch
	}
	_, text = aloud(strings.ToValidUTF8(text, "\uFFFD"))
	var found json.RawMessage
	broken := false
	for at := 0; ; {
		start := strings.IndexByte(text[at:], '{')
		if start < 0 {
			break
		}
		at += start
		if !beginsObject(text[at:]) {
			at++
			continue
		}
		object, read, err := readObject(text[at:])
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF):
			return nil, errUnfinished
		case err != nil:
			broken = true
		case found != nil:
			return nil, errManyObjects
		default:
			found = object
		}
		at += read
	}
	switch {
	case broken:
		return nil, errBroken
	case found == nil:
		return nil, errNoObject
	}
	return found, nil
}

// aloud tells what a model thought from what it said. Many that are served
// without anybody who does so write their thoughts first, up to </think>; some
// leave out the <think> before them, which their prompt has written already.
func aloud(text string) (thought, said string) {
	const begin, end = "<think>", "</think>"
	rest, begun := strings.CutPrefix(strings.TrimLeft(text, " \t\r\n"), begin)
	thought, said, ended := strings.Cut(rest, end)
	switch {
	case begun, ended && strings.TrimSpace(said) != "" && !strings.Contains(thought, begin):
		return strings.TrimSpace(thought), strings.TrimLeft(said, " \t\r\n")
	}
	return "", text
}

// beginsObject tells an object from a brace in prose: an end, or a name and a
// colon, must follow.
func beginsObject(text string) bool {
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	if strings.HasPrefix(rest, "}") {
		return true
	}
	if !strings.HasPrefix(rest, `"`) {
		return false
	}
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			return strings.HasPrefix(strings.TrimLeft(rest[i+1:], " \t\r\n"), ":")
		}
	}
	return false
}

// readObject reads the object at the start of a text, and returns how many
// bytes it took, or after how many it broke. It reads on from there, so a text
// is read once, however many braces it has, and no part of a broken object is
// taken for the answer.
func readObject(text string) (json.RawMessage, int, error) {
	var object json.RawMessage
	d := json.NewDecoder(strings.NewReader(text))
	err := d.Decode(&object)
	if err == nil {
		return object, int(d.InputOffset()), nil
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return nil, min(max(int(syntax.Offset), 1), len(text)), err
	}
	return nil, len(text), err
}
