package llm

import (
	"context"
	"errors"
	"strings"

	"github.com/plumbdata/plumb/internal/model"
)

// Message is what a person says who asks nothing of the rows.
type Message struct {
	Text   string
	Before string // what was asked before it, or ""
	Known  string // what Plumb knows of the data
	Own    string // what Plumb would say itself, or ""
	Listed string // what is shown below the words, or ""
}

// saidReply is what reply_in_words is called with.
type saidReply struct {
	Reply    string `json:"reply,omitempty" schema:"max=1200,description=one to three sentences; empty if asks_data"`
	AsksData bool   `json:"asks_data,omitempty" schema:"description=true if the message asks for figures or rows, or wants something done"`
}

// Check refuses an answer that says nothing.
func (s *saidReply) Check() error {
	if strings.TrimSpace(s.Reply) == "" && !s.AsksData {
		return errors.New("it has no reply: give one, or set asks_data")
	}
	return nil
}

var replyForm = model.NewForm[saidReply]("reply_in_words", "Reply to a message that asks nothing of the data.")

const replyTokens = 400

// Reply lets a model reply to a message that asks nothing of the rows. It is "" where
// the model finds that the message asks something of them.
func Reply(ctx context.Context, m model.Model, message Message) (string, model.Usage, error) {
	rules, err := model.Prompt(files, "talk", map[string]any{"FenceRule": model.FenceRule})
	if err != nil {
		return "", model.Usage{}, err
	}
	parts := []string{"What Plumb knows of the data:\n" + model.Fence("known", clipTo(message.Known, maxKnown))}
	add := func(about, label, text string) {
		if text != "" {
			parts = append(parts, about+":\n"+model.Fence(label, text))
		}
	}
	add("What was asked before", "asked", redact(message.Before))
	add("What Plumb would say itself", "own", clip(message.Own))
	add("What is shown below your words", "shown", clip(message.Listed))
	add("The message", "message", redact(message.Text))
	s, reply, err := model.Object(ctx, m, newRequest([]model.Block{{Text: rules, Cache: true}}, replyTokens, parts...), replyForm)
	if err != nil || s.AsksData {
		return "", reply.Usage, err
	}
	return strings.TrimSpace(s.Reply), reply.Usage, nil
}

// maxKnown is how much is told of the data, in bytes.
const maxKnown = 8 << 10
