package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// maxRepairs is how often a model is shown what was wrong with its object.
const maxRepairs = 2

// Object asks a model to fill in a form. A model that can call tools is made to
// call one with the form's name and description; any other gets the schema in
// its prompt. What comes back is held against the schema. When it does not fit, the model is shown its answer
// and the error, at most twice; after that the fault is Malformed.
//
// The reply is the one that holds the value; its usage covers all tries, also
// when there is an error.
func Object[T any](ctx context.Context, m Model, r Request, f *Form[T]) (T, *Reply, error) {
	var v T
	s, err := f.shape()
	if err != nil {
		return v, &Reply{}, fault.Wrap(err, fault.Internal, "a request to a model is invalid: %v", err)
	}
	o := objective{model: m, name: f.Name, shape: s}
	reply, err := o.ask(ctx, o.request(r, f.Description), &v)
	return v, reply, err
}

// Checked is an object that knows more of what is right than its schema says.
// The error is written for the model.
type Checked interface{ Check() error }

// objective is the wish for one object.
type objective struct {
	model Model
	name  string
	shape *shape
}

func (o *objective) request(r Request, description string) Request {
	if o.model.Info().Tools {
		r.Tools = []Tool{{Name: o.name, Description: description, Schema: o.shape.schema}}
		r.Force = o.name
		return r
	}
	r.Tools, r.Force = nil, ""
	r = inWords(r)
	r.System = append(slices.Clip(r.System), Block{Text: fmt.Sprintf(
		"Your whole answer is one JSON object, %s: %s\nWrite no words before or after it. It must fit this JSON schema:\n%s",
		o.name, description, o.shape.schema)})
	return r
}

func (o *objective) ask(ctx context.Context, r Request, into any) (*Reply, error) {
	i := o.model.Info()
	var used Usage
	for repairs := 0; ; repairs++ {
		a, err := collect(ctx, o.model, r)
		used = used.plus(a.usage)
		nothing := &Reply{Usage: used, Stop: a.stop}
		unreadable := fault.CodeOf(err) == Malformed && !errors.Is(err, errTooMuch)
		switch {
		case err != nil && !unreadable:
			return nothing, err
		case a.stop == Refused || a.stop == Filtered:
			return nothing, refused(i, a.stop)
		}
		reply := nothing
		if err == nil {
			reply, err = o.read(a, CallsIn(r.Messages), into)
			reply.Usage = used
		}
		switch {
		case err == nil:
			return reply, nil
		case a.stop == TooLong:
			// Showing the error would not make the answer shorter.
			return nothing, malformed(i, a.stop, err)
		case repairs == maxRepairs:
			return nothing, fault.Wrap(err, Malformed, "%s did not give its answer in the form that Plumb can read, in %d tries",
				i.Name(), maxRepairs+1).WithHint("try again, or choose another model")
		}
		r.Messages = o.complain(r.Messages, a, reply, err)
	}
}

// read fills into from an answer. The error is written for the model.
func (o *objective) read(a *answer, before int, into any) (*Reply, error) {
	reply, err := a.reply(o.model.Info(), before)
	if err != nil {
		return reply, errors.Unwrap(err)
	}
	raw, err := o.find(reply)
	if err != nil {
		return reply, err
	}
	if err := o.shape.decode(raw, into); err != nil {
		return reply, err
	}
	if c, ok := into.(Checked); ok {
		return reply, c.Check()
	}
	return reply, nil
}

// find is the object in a reply: the arguments of the one call, or the JSON in
// the words of a model that would not call.
func (o *objective) find(reply *Reply) (json.RawMessage, error) {
	calls := reply.Calls()
	switch {
	case len(calls) == 0:
		return Extract(reply.Text())
	case len(calls) > 1:
		return nil, fmt.Errorf("call %s once, not %d times", o.name, len(calls))
	case calls[0].Name != o.name:
		return nil, fmt.Errorf("call %s, and nothing else", o.name)
	}
	return calls[0].Arguments, nil
}

// complain adds a model's answer and what is wrong with it to the history.
func (o *objective) complain(messages []Message, a *answer, reply *Reply, wrong error) []Message {
	messages = slices.Clone(messages)
	complaint := fmt.Sprintf("Your answer cannot be used:\n%v\nGive the whole %s again, with this fixed.", wrong, o.name)
	said := reply.Message
	if len(said.Parts) == 0 {
		// Calls that cannot be read cannot be sent back as calls.
		said = Message{Role: Assistant, Parts: []Part{{Text: a.words()}}}
		reply = &Reply{Message: said}
	}
	calls := reply.Calls()
	if len(calls) == 0 && strings.TrimSpace(reply.Text()) == "" {
		return tell(messages, complaint)
	}
	messages = append(messages, said)
	if len(calls) == 0 {
		return tell(messages, complaint)
	}
	var results []Part
	for _, c := range calls {
		results = append(results, Part{Result: &Result{CallID: c.ID, Name: c.Name, Text: complaint, Failed: true}})
	}
	return append(messages, Message{Role: User, Parts: results})
}

// tell adds words of the user, in the last message if that is the user's, for
// providers want the roles to alternate.
func tell(messages []Message, text string) []Message {
	if n := len(messages); n > 0 && messages[n-1].Role == User {
		last := messages[n-1]
		last.Parts = append(slices.Clip(last.Parts), Part{Text: text})
		messages[n-1] = last
		return messages
	}
	return append(messages, Message{Role: User, Parts: []Part{{Text: text}}})
}

// words is everything that an answer said, calls as they came.
func (a *answer) words() string {
	const longest = 16 << 10
	var list []string
	for _, g := range a.parts {
		if g.thinking == nil {
			list = append(list, strings.ToValidUTF8(g.words.String(), "\uFFFD"))
		}
	}
	return clip(strings.Join(list, "\n"), longest)
}

func (u Usage) plus(v Usage) Usage {
	return Usage{Input: u.Input + v.Input, Output: u.Output + v.Output, CachedInput: u.CachedInput + v.CachedInput, WrittenInput: u.WrittenInput + v.WrittenInput}
}
