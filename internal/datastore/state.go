package datastore

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
)

// Variable is a value that steps share.
type Variable struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
	Step  int             `json:"step"` // that set it last
	At    time.Time       `json:"at"`
	Short bool            `json:"short,omitempty"` // a model is shown the beginning only
}

// Set sets a state variable to a value that JSON can hold.
func (s *Store) Set(ctx context.Context, step int, name string, value any) error {
	if err := checkName("variable", name); err != nil {
		return err
	}
	data, err := json.Marshal(value)
	if err != nil {
		return fault.Wrap(err, fault.Usage, "the value of %s cannot be kept: %v", name, err).WithHint("use numbers, texts, lists and objects")
	}
	v := Variable{Name: name, Value: data, Step: step, At: s.now().UTC()}
	return s.change(ctx.Done(), func(c *catalogue) error {
		i := slices.IndexFunc(c.Variables, func(o Variable) bool { return o.Name == name })
		if i < 0 {
			if len(c.Variables) >= s.limits.Variables {
				return fault.New(fault.StoreFull, "the data store holds %d state variables, and can hold no more", s.limits.Variables).WithHint("unset one that is no longer needed")
			}
			i = len(c.Variables)
			c.Variables = append(c.Variables, v)
		}
		c.Variables[i] = v
		var total int64
		largest := c.Variables[0]
		for _, o := range c.Variables {
			total += int64(len(o.Name) + len(o.Value))
			if len(o.Value) > len(largest.Value) {
				largest = o
			}
		}
		if total > s.limits.State {
			return fault.New(fault.StoreFull, "there is no room for the value of %s: state variables may have %s in all", name, size(s.limits.State)).
				WithHint("%s is the largest; keep rows in a table instead", largest.Name)
		}
		return nil
	})
}

// Unset removes a state variable.
func (s *Store) Unset(ctx context.Context, name string) error {
	return s.change(ctx.Done(), func(c *catalogue) error {
		before := len(c.Variables)
		c.Variables = slices.DeleteFunc(c.Variables, func(v Variable) bool { return v.Name == name })
		if len(c.Variables) == before {
			return fault.New(fault.NotFound, "there is no state variable %s", quoteName(name)).WithHint("see the state for those there are")
		}
		return nil
	})
}

// State is the state variables, in the order in which they were first set.
func (s *Store) State() ([]Variable, error) {
	c, err := s.current()
	if err != nil {
		return nil, err
	}
	return slices.Clone(c.Variables), nil
}

// Note is an entry of the scratchpad: what a step did and found.
type Note struct {
	Step int       `json:"step"`
	Text string    `json:"text"`
	At   time.Time `json:"at"`
	// Summary is what a model is shown of it once it was compacted.
	Summary string `json:"summary,omitempty"`
}

// maxNote bounds one entry of the scratchpad, in bytes.
const maxNote = 64 << 10

// Note adds an entry to the scratchpad.
func (s *Store) Note(ctx context.Context, step int, text string) error {
	if strings.TrimSpace(text) == "" || !utf8.ValidString(text) {
		return fault.New(fault.Usage, "the note of step %d is no text", step).WithHint("write what the step did and found")
	}
	if len(text) > maxNote {
		return fault.New(fault.StoreFull, "the note of step %d has %s, and may have %s", step, size(int64(len(text))), size(maxNote)).
			WithHint("write what was found, and keep the rest as an artifact")
	}
	n := Note{Step: step, Text: text, At: s.now().UTC()}
	return s.change(ctx.Done(), func(c *catalogue) error {
		total := int64(len(text))
		for _, o := range c.Notes {
			total += int64(len(o.Text))
		}
		if len(c.Notes) >= s.limits.Notes || total > s.limits.Scratch {
			return fault.New(fault.StoreFull, "the scratchpad is full: it has %d notes", len(c.Notes)).WithHint("start a new session")
		}
		c.Notes = append(c.Notes, n)
		return nil
	})
}

// Notes is the scratchpad, in full and in the order of writing.
func (s *Store) Notes() ([]Note, error) {
	c, err := s.current()
	if err != nil {
		return nil, err
	}
	return slices.Clone(c.Notes), nil
}
