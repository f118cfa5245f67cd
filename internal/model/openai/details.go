package openai

import (
	"bytes"
	"encoding/json"
	"strings"
)

// OpenRouter passes on what the models behind it thought as blocks, some of them
// signed or encrypted, and wants them back as they were: without them Gemini
// refuses its own calls, and Claude forgets why it made them. They go through the
// port as one signature, and back to OpenRouter alone.

// maxDetails bounds the blocks of an answer, in bytes. What is longer does not
// come back at all, for a part of it would be refused.
const maxDetails = 1 << 20

// details are the blocks of an answer in the making.
type details struct {
	list  []map[string]json.RawMessage
	words map[string]*strings.Builder // of the last block, whose words still grow
	size  int
}

// add takes the blocks of one chunk in. They come in pieces: those with the same
// number and kind belong together, and their words follow on each other.
func (d *details) add(raw string) {
	var blocks []map[string]json.RawMessage
	if d.size += len(raw); d.size > maxDetails || json.Unmarshal([]byte(raw), &blocks) != nil {
		return
	}
	for _, b := range blocks {
		if n := len(d.list); n == 0 || !sameBlock(d.list[n-1], b) {
			d.finish()
			d.list = append(d.list, map[string]json.RawMessage{})
			d.words = map[string]*strings.Builder{"text": {}, "summary": {}}
		}
		last := d.list[len(d.list)-1]
		for name, value := range b {
			if string(value) == "null" && last[name] != nil {
				continue
			}
			last[name] = value
			if words := d.words[name]; words != nil {
				words.WriteString(scalar(value))
			}
		}
	}
}

// finish puts the words of the last block together.
func (d *details) finish() {
	for name, words := range d.words {
		if text, err := json.Marshal(words.String()); err == nil && words.Len() > 0 {
			d.list[len(d.list)-1][name] = text
		}
	}
}

// sameBlock is true of two pieces of one block. What is encrypted comes whole.
func sameBlock(a, b map[string]json.RawMessage) bool {
	return a["data"] == nil && b["data"] == nil && bytes.Equal(a["type"], b["type"]) && bytes.Equal(a["index"], b["index"])
}

// signature is the blocks as one text, "" where there are none.
func (d *details) signature() string {
	if len(d.list) == 0 || d.size > maxDetails {
		return ""
	}
	d.finish()
	text, err := json.Marshal(d.list)
	if err != nil {
		return ""
	}
	return string(text)
}

// blocks is what a signature says, nil for one that somebody else made.
func blocks(signature string) json.RawMessage {
	var list []map[string]json.RawMessage
	if json.Unmarshal([]byte(signature), &list) != nil || len(list) == 0 {
		return nil
	}
	return json.RawMessage(signature)
}
