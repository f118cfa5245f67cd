package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// Fit returns a model that can call tools: the model itself, or Prompted over
// one that cannot.
func Fit(m Model) Model {
	if m.Info().Tools {
		return m
	}
	return Prompted(m)
}

// Prompted lets a model that knows only words call tools. The tools are
// described in the system prompt, with one strict form for calls; calls and
// results of the history become text of that form, and a reply of that form
// becomes calls.
//
// Where tools are offered the words come at the end and in one piece, for only
// the whole answer shows whether it is a call. Until then an empty chunk is
// sent for each that arrives, which shows that the model is alive.
func Prompted(m Model) Model { return prompted{m} }

type prompted struct{ Model }

func (p prompted) Info() Info {
	i := p.Model.Info()
	i.Tools = true
	return i
}

func (p prompted) Stream(ctx context.Context, r Request) iter.Seq2[Chunk, error] {
	asked := inWords(r)
	if len(r.Tools) == 0 {
		return p.Model.Stream(ctx, asked)
	}
	before := CallsIn(r.Messages)
	return func(yield func(Chunk, error) bool) {
		var words strings.Builder
		for c, err := range p.Model.Stream(ctx, asked) {
			if err != nil {
				yield(Chunk{}, err)
				return
			}
			if words.Len()+len(c.Text) > maxText {
				yield(Chunk{}, tooMuch(p.Info(), "text"))
				return
			}
			words.WriteString(c.Text)
			c.Text, c.Call = "", nil
			if c.Stop != "" {
				p.finish(words.String(), c, r.Tools, before, yield)
				return
			}
			if !yield(c, nil) {
				return
			}
		}
	}
}

// finish sends what the whole answer turned out to be. last is the chunk with
// the stop reason.
func (p prompted) finish(words string, last Chunk, tools []Tool, before int, yield func(Chunk, error) bool) {
	var calls []promptedCall
	if last.Stop != Refused && last.Stop != Filtered {
		var err error
		if calls, err = callsOf(words, tools); err != nil {
			if yield(Chunk{Usage: last.Usage}, nil) {
				yield(Chunk{}, malformed(p.Info(), last.Stop, err))
			}
			return
		}
	}
	if len(calls) == 0 {
		last.Text = words
		yield(last, nil)
		return
	}
	for n, c := range calls {
		if !yield(Chunk{Call: &Fragment{Index: n, ID: callID(before + n + 1), Name: c.Name, Arguments: string(c.Arguments)}}, nil) {
			return
		}
	}
	last.Stop = Called
	yield(last, nil)
}

const callForm = `You can use the tools below. To use some, your whole answer is one JSON object of this form, with no words before or after it:
{"calls": [{"name": "NAME OF THE TOOL", "arguments": {}}]}
The arguments must fit the JSON schema of the tool. You are given the results, and can then use tools again or answer. An answer that uses no tool is plain words and has no such object in it.`

// inWords turns a request with tools into one without.
func inWords(r Request) Request {
	var b strings.Builder
	if len(r.Tools) > 0 {
		b.WriteString(callForm + "\n" + FenceRule + "\n")
		for _, t := range r.Tools {
			fmt.Fprintf(&b, "\nTool %s: %s\nArguments: %s\n", t.Name, t.Description, t.Schema)
		}
		if r.Force != "" {
			fmt.Fprintf(&b, "\nNow use %s, once.\n", r.Force)
		}
		r.System = append(slices.Clip(r.System), Block{Text: b.String()})
	}
	r.Tools, r.Force = nil, ""
	messages := make([]Message, len(r.Messages))
	for i, m := range r.Messages {
		messages[i] = messageInWords(m)
	}
	r.Messages = messages
	return r
}

// messageInWords writes the calls of a message as the model should have
// written them, and results as fenced data.
func messageInWords(m Message) Message {
	var parts []Part
	var calls []promptedCall
	for _, p := range m.Parts {
		switch {
		case p.Call != nil:
			calls = append(calls, promptedCall{p.Call.Name, p.Call.Arguments})
		case p.Result != nil:
			parts = append(parts, Part{Text: resultInWords(*p.Result)})
		default:
			parts = append(parts, p)
		}
	}
	if len(calls) > 0 {
		parts = append(parts, Part{Text: formOf(calls)})
	}
	return Message{Role: m.Role, Parts: parts}
}

func resultInWords(r Result) string {
	outcome := "gave"
	if r.Failed {
		outcome = "failed"
	}
	return fmt.Sprintf("The tool %s %s:\n%s", plainLabel(r.Name), outcome, Fence("result", r.Text))
}

type promptedCall struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

func formOf(calls []promptedCall) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(struct {
		Calls []promptedCall `json:"calls"`
	}{calls}) != nil {
		// Only arguments that are not JSON bring this about; the call is told
		// without them.
		return `{"calls": []}`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// loneCall is the one call of an offered tool that words consist of, or none.
func loneCall(said string, tools []Tool) []promptedCall {
	raw, err := Extract(said)
	if err != nil {
		return nil
	}
	var call struct {
		Name      string                     `json:"name"`
		Arguments map[string]json.RawMessage `json:"arguments"`
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if d.Decode(&call) != nil || call.Arguments == nil || !slices.ContainsFunc(tools, func(t Tool) bool { return t.Name == call.Name }) {
		return nil
	}
	arguments, err := json.Marshal(call.Arguments)
	if err != nil {
		return nil
	}
	return []promptedCall{{call.Name, arguments}}
}

var callsAhead = regexp.MustCompile(`\{\s*"calls"\s*:`)

// callsOf reads the calls in a model's words. Words without any are an answer;
// words that look like calls and cannot be read are an error. A call that stands
// alone, without the form around it, is what many write, and is taken too.
func callsOf(words string, tools []Tool) ([]promptedCall, error) {
	if _, said := aloud(words); !callsAhead.MatchString(said) {
		return loneCall(said, tools), nil
	}
	raw, err := Extract(words)
	if err != nil {
		return nil, err
	}
	var form struct {
		Calls []promptedCall `json:"calls"`
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&form); err != nil {
		return nil, errors.New("the calls do not have the form that was asked for")
	}
	if len(form.Calls) == 0 || len(form.Calls) > maxCalls {
		return nil, fmt.Errorf("%d calls in one answer", len(form.Calls))
	}
	for _, c := range form.Calls {
		if c.Name == "" {
			return nil, errors.New("a tool call has no name")
		}
	}
	return form.Calls, nil
}
