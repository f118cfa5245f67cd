package model

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// What one answer may hold. Nothing that Plumb asks for comes near.
const (
	maxText      = 4 << 20 // bytes of words, and of thinking
	maxCalls     = 64
	maxArguments = 1 << 20 // bytes of one call
	maxParts     = 1 << 10
	maxChunks    = 1 << 22
	maxName      = 1 << 10 // bytes of a call's ID, and of its name
)

// answer is a reply in the making: parts in the order in which they began.
type answer struct {
	parts    []*growing
	text     int // bytes so far
	thinking int
	calls    []*growing // those of parts that are calls
	usage    Usage
	stop     Stop
}

// growing is a part that still receives pieces.
type growing struct {
	words    strings.Builder // text, thinking or arguments
	call     *Fragment       // index, ID and name of a call
	thinking *Thinking       // signature and redacted of thinking
}

// add takes a chunk in. It returns what there was too much of, or "".
func (a *answer) add(c Chunk) string {
	if c.Usage != nil {
		a.usage = *c.Usage
	}
	if c.Thinking != nil {
		if a.thinking += len(c.Thinking.Text) + len(c.Thinking.Signature) + len(c.Thinking.Redacted); a.thinking > maxText {
			return "thinking"
		}
		a.think(*c.Thinking)
	}
	if c.Text != "" {
		if a.text += len(c.Text); a.text > maxText {
			return "text"
		}
		a.write(c.Text)
	}
	if c.Call != nil {
		g := a.callFor(*c.Call)
		if g.words.Len()+len(c.Call.Arguments) > maxArguments || len(g.call.ID) > maxName || len(g.call.Name) > maxName {
			return "arguments for a tool"
		}
		g.words.WriteString(c.Call.Arguments)
	}
	if len(a.calls) > maxCalls {
		return "tool calls"
	}
	if len(a.parts) > maxParts {
		return "parts"
	}
	a.stop = c.Stop
	return ""
}

func (a *answer) last() *growing {
	if len(a.parts) == 0 {
		return nil
	}
	return a.parts[len(a.parts)-1]
}

func (a *answer) begin(g *growing) *growing {
	a.parts = append(a.parts, g)
	return g
}

func (a *answer) write(text string) {
	g := a.last()
	if g == nil || g.call != nil || g.thinking != nil {
		g = a.begin(&growing{})
	}
	g.words.WriteString(text)
}

// think adds a piece of thinking. A signature closes a block; a redacted block
// is whole by itself.
func (a *answer) think(t Thinking) {
	g := a.last()
	if g == nil || g.thinking == nil || g.thinking.Signature != "" || g.thinking.Redacted != "" || t.Redacted != "" {
		g = a.begin(&growing{thinking: &Thinking{}})
	}
	g.words.WriteString(t.Text)
	g.thinking.Signature, g.thinking.Redacted = t.Signature, t.Redacted
}

// callFor finds the call that a fragment belongs to. Some servers number every
// call 0 and tell them apart by ID alone, so a new ID begins a new call.
func (a *answer) callFor(f Fragment) *growing {
	for _, g := range slices.Backward(a.calls) {
		if g.call.Index != f.Index || f.ID != "" && g.call.ID != "" && f.ID != g.call.ID {
			continue
		}
		g.call.ID = cmp.Or(g.call.ID, f.ID)
		g.call.Name = cmp.Or(g.call.Name, f.Name)
		return g
	}
	g := a.begin(&growing{call: &Fragment{Index: f.Index, ID: f.ID, Name: f.Name}})
	a.calls = append(a.calls, g)
	return g
}

// reply is the finished answer, or why it cannot be used. before is the number
// of calls in the history.
func (a *answer) reply(i Info, before int) (*Reply, error) {
	r := &Reply{Usage: a.usage, Stop: a.stop}
	if a.stop == Refused || a.stop == Filtered {
		return r, refused(i, a.stop)
	}
	calls, err := a.finishCalls(before)
	if err != nil {
		return r, malformed(i, a.stop, err)
	}
	var parts []Part
	spoke := false
	for _, g := range a.parts {
		words := strings.ToValidUTF8(g.words.String(), "\uFFFD")
		switch {
		case g.call != nil:
			parts = append(parts, Part{Call: calls[0]})
			calls = calls[1:]
		case g.thinking != nil:
			parts = append(parts, Part{Thinking: &Thinking{Text: words, Signature: g.thinking.Signature, Redacted: g.thinking.Redacted}})
		default:
			thought := ""
			if !spoke {
				spoke = true
				thought, words = aloud(words)
			}
			if thought != "" {
				parts = append(parts, Part{Thinking: &Thinking{Text: thought}})
			}
			if words != "" {
				parts = append(parts, Part{Text: words})
			}
		}
	}
	r.Message = Message{Role: Assistant, Parts: parts}
	r.Stop = stopOf(a.stop, len(a.calls))
	return r, nil
}

// stopOf makes the stop reason agree with the calls: many servers say that the
// answer ended when it calls tools, and some say the opposite.
func stopOf(s Stop, calls int) Stop {
	switch {
	case s == Ended && calls > 0:
		return Called
	case s == Called && calls == 0:
		return Ended
	}
	return s
}

// finishCalls reads the arguments of all calls, which come in the order of
// their indices, whichever began first.
func (a *answer) finishCalls(before int) ([]*Call, error) {
	ordered := slices.Clone(a.calls)
	slices.SortStableFunc(ordered, func(x, y *growing) int { return cmp.Compare(x.call.Index, y.call.Index) })
	var list []*Call
	taken := map[string]bool{}
	for _, g := range ordered {
		taken[g.call.ID] = true
	}
	used := map[string]bool{"": true}
	for n, g := range ordered {
		if g.call.Name == "" {
			return nil, errors.New("a tool call has no name")
		}
		arguments, err := readArguments(g.words.String(), a.finished())
		if err != nil {
			return nil, err
		}
		id := g.call.ID
		for next := before + n + 1; used[id]; next++ {
			if id = callID(next); taken[id] {
				id = ""
			}
		}
		used[id] = true
		list = append(list, &Call{ID: id, Name: g.call.Name, Arguments: arguments})
	}
	return list, nil
}

// finished reports whether the model stopped because it had said everything.
func (a *answer) finished() bool { return a.stop == Ended || a.stop == Called }

// callID names the nth call of a conversation whose provider names none.
func callID(n int) string { return fmt.Sprintf("call_%d", n) }

func malformed(i Info, s Stop, cause error) error {
	if s == TooLong {
		return fault.Wrap(cause, Malformed, "%s reached its limit of tokens in the middle of its answer", i.Name()).
			WithHint("allow more tokens, or ask for less at once")
	}
	return fault.Wrap(cause, Malformed, "%s called a tool in a way that cannot be read", i.Name()).
		WithHint("try again, or choose another model")
}

func refused(i Info, s Stop) error {
	if s == Filtered {
		return fault.New(Refusal, "the provider of %s withheld the answer", i.Name()).
			WithHint("rephrase the question, or choose another model")
	}
	return fault.New(Refusal, "%s declined to answer", i.Name()).
		WithHint("rephrase the question, or choose another model")
}

func isFault(err error) bool {
	var f *fault.Fault
	return errors.As(err, &f)
}
