// Package plan is an analysis in several steps, as data: what each step finds
// out, from what, in which language. The steps are a graph without cycles: a step
// names the tables that it reads, and the one that it makes.
//
// A plan says nothing about how it is run; package execute does that.
package plan

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Plan is an analysis. It is stored in cells as JSON, so fields are only ever
// added.
type Plan struct {
	Title       string      `json:"title"`              // what it finds out, in a line
	Method      string      `json:"method,omitempty"`   // the documented method that it follows, if one
	Question    string      `json:"question,omitempty"` // that it answers
	Parameters  []Parameter `json:"parameters,omitempty"`
	Steps       []Step      `json:"steps"`
	Assumptions []string    `json:"assumptions,omitempty"`
	Caveats     []string    `json:"caveats,omitempty"`
	By          string      `json:"by,omitempty"`      // who wrote it: builtin, or a model
	Changes     []string    `json:"changes,omitempty"` // what a person said to it, by which it was changed
}

// Parameter is something that another run of the plan may change.
type Parameter struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Step is one thing to do.
type Step struct {
	Number    int             `json:"number"` // from 1; follow-ups go on counting
	Goal      string          `json:"goal"`   // in words that a person can judge
	Language  Language        `json:"language"`
	Source    string          `json:"source,omitempty"`    // of Read: the connection
	Code      string          `json:"code,omitempty"`      // SQL, or a program
	Method    string          `json:"method,omitempty"`    // of Compute
	Arguments json.RawMessage `json:"arguments,omitempty"` // of it
	Inputs    []string        `json:"inputs,omitempty"`    // tables of other steps
	Output    string          `json:"output"`              // the table that it makes
	Columns   []string        `json:"columns,omitempty"`   // that are expected in it
}

// Language is what a step is written in.
type Language string

const (
	Read     Language = "read"     // SQL on a connection: the only way to its data
	SQL      Language = "sql"      // SQL on the tables of other steps
	Compute  Language = "compute"  // a method of Plumb's own
	Starlark Language = "starlark" // a program in the sandbox
	Python   Language = "python"   // the same, with pandas where the machine has it
)

// Languages lists them all.
func Languages() []Language { return []Language{Read, SQL, Compute, Starlark, Python} }

// Builtin is who wrote a plan of Plumb's own.
const Builtin = "builtin"

// Own is true for a plan that only reads, under the guard, and computes by documented
// methods, as Plumb's own do. Who wrote a plan is only what its file says.
func (p *Plan) Own() bool { return p.By == Builtin && !p.Shares() }

// Shares is true where steps work on the tables of others in SQL or programs, and not
// by Plumb's own methods alone.
func (p *Plan) Shares() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Language != Read && s.Language != Compute })
}

// Renumber lets the steps go on counting after a number.
func (p *Plan) Renumber(last int) {
	for i := range p.Steps {
		p.Steps[i].Number = last + i + 1
	}
}

// Last is the step whose table answers the question: the last one.
func (p *Plan) Last() *Step {
	if len(p.Steps) == 0 {
		return nil
	}
	return &p.Steps[len(p.Steps)-1]
}

// Step is the step of a number; nil if there is none.
func (p *Plan) Step(number int) *Step {
	for i := range p.Steps {
		if p.Steps[i].Number == number {
			return &p.Steps[i]
		}
	}
	return nil
}

// Outline is the plan as people read it before it runs, a line for each step.
func (p *Plan) Outline() []string {
	lines := make([]string, len(p.Steps))
	for i, s := range p.Steps {
		lines[i] = fmt.Sprintf("%d. %s", s.Number, s.Goal)
		if from := p.before(s); from != "" {
			lines[i] += " (from step " + from + ")"
		}
	}
	return lines
}

// before lists the numbers of the steps that a step reads from.
func (p *Plan) before(s Step) string {
	var list []string
	for _, name := range s.Inputs {
		for _, o := range p.Steps {
			if o.Output == name {
				list = append(list, fmt.Sprint(o.Number))
			}
		}
	}
	return strings.Join(list, ", ")
}

// Script is the code of all steps as text, with what each is for.
func (p *Plan) Script() string {
	var b strings.Builder
	fmt.Fprintf(&b, "-- %s\n", p.Title)
	for i, line := range p.Outline() {
		s := p.Steps[i]
		fmt.Fprintf(&b, "\n-- %s\n-- %s", line, s.Language)
		if s.Method != "" {
			fmt.Fprintf(&b, " %s %s", s.Method, s.Arguments)
		}
		if s.Source != "" {
			fmt.Fprintf(&b, ", on %s", s.Source)
		}
		fmt.Fprintf(&b, ", makes %s\n", s.Output)
		if s.Code != "" {
			b.WriteString(strings.TrimRight(s.Code, "\n; "))
			if s.Language == Read || s.Language == SQL {
				b.WriteByte(';')
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
