package route

import (
	"strings"

	"github.com/plumbdata/plumb/internal/model"
)

// Providers sign what their models thought, and refuse the signatures of
// others, some of them those of another model of their own. A conversation that
// moves along a chain holds several kinds, so each signature that passes through
// the router is marked with its model, and goes back to that model alone, without
// the mark.

const markBegin, markEnd = "from ", ": "

func mark(name, signature string) string {
	if signature == "" {
		return ""
	}
	return markBegin + name + markEnd + signature
}

// unmark takes a model's mark off. What has no mark never passed through a
// router, and is left as it is.
func unmark(name, signature string) (string, bool) {
	rest, marked := strings.CutPrefix(signature, markBegin)
	whose, own, whole := strings.Cut(rest, markEnd)
	if !marked || !whole {
		return signature, true
	}
	return own, whose == name
}

func markThinking(name string, t *model.Thinking) *model.Thinking {
	return &model.Thinking{Text: t.Text, Signature: mark(name, t.Signature), Redacted: mark(name, t.Redacted)}
}

// ownThoughts is a history as a model may see it. The messages that were
// given are not changed.
func ownThoughts(name string, messages []model.Message) []model.Message {
	var list []model.Message
	for _, m := range messages {
		var parts []model.Part
		for _, p := range m.Parts {
			if p.Thinking != nil {
				signature, mine := unmark(name, p.Thinking.Signature)
				redacted, mineToo := unmark(name, p.Thinking.Redacted)
				if !mine || !mineToo {
					continue
				}
				p.Thinking = &model.Thinking{Text: p.Thinking.Text, Signature: signature, Redacted: redacted}
			}
			parts = append(parts, p)
		}
		if len(parts) > 0 || len(m.Parts) == 0 {
			list = append(list, model.Message{Role: m.Role, Parts: parts})
		}
	}
	return list
}
