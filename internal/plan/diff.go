package plan

import (
	"bytes"
	"fmt"
	"slices"
)

// Diff says in a line each what another plan does otherwise. Steps are the same by
// the table that they make.
func (p *Plan) Diff(o *Plan) []string {
	var list []string
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if p.Title != o.Title {
		say("it finds out: %s (before: %s)", o.Title, p.Title)
	}
	for _, a := range p.Parameters {
		at := slices.IndexFunc(o.Parameters, func(b Parameter) bool { return a.Name == b.Name })
		switch {
		case at < 0:
			say("%s is no longer given (before: %s)", a.Name, a.Value)
		case o.Parameters[at].Value != a.Value:
			say("%s is %s (before: %s)", a.Name, o.Parameters[at].Value, a.Value)
		}
	}
	for _, b := range o.Parameters {
		if !slices.ContainsFunc(p.Parameters, func(a Parameter) bool { return a.Name == b.Name }) {
			say("%s is %s, which was not given before", b.Name, b.Value)
		}
	}
	for _, a := range p.Steps {
		at := slices.IndexFunc(o.Steps, func(b Step) bool { return a.Output == b.Output })
		if at < 0 {
			say("step %d is gone: %s", a.Number, a.Goal)
			continue
		}
		b := o.Steps[at]
		switch {
		case a.Language != b.Language:
			say("step %d is written in %s (before: %s)", b.Number, b.Language, a.Language)
		case a.Code != b.Code || a.Method != b.Method || !bytes.Equal(a.Arguments, b.Arguments) || a.Source != b.Source:
			say("step %d is computed in another way: %s", b.Number, b.Goal)
		case !slices.Equal(a.Inputs, b.Inputs):
			say("step %d reads other tables: %s", b.Number, b.Goal)
		case a.Goal != b.Goal:
			say("step %d: %s (before: %s)", b.Number, b.Goal, a.Goal)
		}
	}
	for _, b := range o.Steps {
		if !slices.ContainsFunc(p.Steps, func(a Step) bool { return a.Output == b.Output }) {
			say("step %d is new: %s", b.Number, b.Goal)
		}
	}
	return list
}
