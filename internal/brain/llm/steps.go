package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/table"
)

// PlanProposal is a plan of several steps that a model proposes.
type PlanProposal struct {
	Title       string          `json:"title" schema:"max=200,description=what the plan finds out, in a line"`
	Steps       []ProposedStep  `json:"steps,omitempty" schema:"description=in the order in which a person reads them; the last one answers the question"`
	Parameters  []ProposedValue `json:"parameters,omitempty" schema:"max=10,description=values that another run of the plan may change"`
	Assumptions []string        `json:"assumptions,omitempty" schema:"max=5,description=what was taken for granted"`
	Missing     string          `json:"missing,omitempty" schema:"description=what the data lack, if they cannot answer"`
}

// ProposedStep is one of its steps.
type ProposedStep struct {
	Goal     string   `json:"goal" schema:"min=1,max=500,description=what the step finds out, in a sentence that a person can judge"`
	Language string   `json:"language" schema:"enum=read|sql|starlark|python"`
	Source   string   `json:"source,omitempty" schema:"description=of read: the name of the connection"`
	Code     string   `json:"code,omitempty" schema:"description=the statement or the program; may stay empty"`
	Inputs   []string `json:"inputs,omitempty" schema:"description=tables of other steps"`
	Output   string   `json:"output" schema:"min=1,max=63,description=the table that it makes"`
	Columns  []string `json:"columns,omitempty" schema:"description=columns of it that later steps need"`
}

// ProposedValue is a parameter with its value.
type ProposedValue struct {
	Name  string `json:"name" schema:"min=1,max=40"`
	Value string `json:"value" schema:"max=200"`
}

// Check refuses a proposal that proposes nothing.
func (p *PlanProposal) Check() error {
	if len(p.Steps) == 0 && strings.TrimSpace(p.Missing) == "" {
		return errors.New("it has no steps: give them, or say in missing what the data lack")
	}
	return nil
}

// writtenStep is what write_step is called with.
type writtenStep struct {
	Code string `json:"code" schema:"min=1,description=the statement or the program"`
}

var (
	stepsForm = model.NewForm[PlanProposal]("propose_plan", "Propose the steps by which the question is answered.")
	stepForm  = model.NewForm[writtenStep]("write_step", "Write the code of one step.")
)

const (
	stepsTokens = 8192
	stepTokens  = 4096
)

// Planned is a question to be answered in steps.
type Planned struct {
	Asked
	Sources  []Source // the connections, the first being the one that is asked
	Glossary []Term   // as documents define them, those of the question first
	Tables   []Shown  // that are there already, from earlier plans and answers
	Notes    []string // the scratchpad: what earlier steps printed and kept, the newest last
	MaxSteps int
	// Last and Objections are of a plan that is to be changed: what a person says to
	// it, or why it cannot be run.
	Last       string
	Objections []string
}

// Source is a connection that steps may read.
type Source struct{ Name, Dialect, Schema string }

// Term is a word of the business, as a document defines it.
type Term struct{ Name, Text string }

// Shown is a table of which a model sees some rows.
type Shown struct {
	Name    string
	Outline string // its name, columns, size and origin; "" where only the name is known
	Rows    *table.Table
}

// Steps proposes a plan of several steps.
func (b *Brain) Steps(ctx context.Context, a Planned) (*PlanProposal, model.Usage, error) {
	rules, err := model.Prompt(files, "steps", map[string]any{"Dialect": b.Dialect, "Rules": b.Rules, "Today": a.Now.Format(time.DateOnly), "MaxSteps": a.MaxSteps, "FenceRule": model.FenceRule})
	if err != nil {
		return nil, model.Usage{}, err
	}
	system := []model.Block{{Text: rules}}
	for _, s := range a.Sources {
		system = append(system, model.Block{Text: fmt.Sprintf("The connection %q, which speaks %s:\n%s", s.Name, s.Dialect, model.Fence("schema", s.Schema)), Cache: true})
	}
	if text := b.examples(); text != "" {
		system = append(system, model.Block{Text: text, Cache: true})
	}
	parts := append(explainTerms(a.Glossary), tellVocabulary(a.Vocabulary)...)
	if len(a.Past) > 0 {
		text, err := model.Prompt(files, "past", conversation(a.Past))
		if err != nil {
			return nil, model.Usage{}, err
		}
		parts = append(parts, text)
	}
	if len(a.Tables) > 0 {
		parts = append(parts, "Tables that are there already, and may be inputs:\n"+showTables(a.Tables))
	}
	if len(a.Notes) > 0 {
		parts = append(parts, "What earlier steps noted:\n"+model.Fence("notes", newest(a.Notes)))
	}
	parts = append(parts, "The question:\n"+model.Fence("question", a.Question))
	if a.Last != "" {
		parts = append(parts, "Your last plan:\n"+model.Fence("plan", a.Last), "It has to be changed:\n"+model.Fence("objections", strings.Join(a.Objections, "\n"))+"\nPropose the whole plan again.")
	}
	p, reply, err := model.Object(ctx, b.Planner, newRequest(system, stepsTokens, parts...), stepsForm)
	if err != nil {
		return nil, reply.Usage, err
	}
	return &p, reply.Usage, nil
}

// explainTerms tells what terms mean, as many as there is room for.
func explainTerms(list []Term) []string {
	text := ""
	for _, t := range list {
		line := t.Name + ": " + strings.Join(strings.Fields(t.Text), " ") + "\n"
		if len(text)+len(line) > longest {
			break
		}
		text += line
	}
	if text == "" {
		return nil
	}
	return []string{"Terms as the documents of this project define them. Count and compute as they say:\n" + model.Fence("glossary", text)}
}

// newest is the last of some notes, as many as there is room for.
func newest(notes []string) string {
	from, size := len(notes), 0
	for from > 0 && size+len(notes[from-1]) < longest {
		from--
		size += len(notes[from]) + 1
	}
	if from == len(notes) && from > 0 {
		return clip(notes[from-1])
	}
	return strings.Join(notes[from:], "\n")
}

// showTables is each table with some of its rows.
func showTables(list []Shown) string {
	var parts []string
	for _, t := range list {
		text := clip(cmp.Or(t.Outline, t.Name))
		if t.Rows != nil {
			rows, _ := writeRows(t.Rows)
			text += "\n" + clip(rows)
		}
		parts = append(parts, model.Fence("table", text))
	}
	return strings.Join(parts, "\n")
}

// StepAsked is a step to be written.
type StepAsked struct {
	Question, Outline string
	Goal, Language    string
	Output            string
	Columns           []string
	Glossary          []Term
	Vocabulary        []string // as of Asked
	Inputs            []Shown
	Notes             []string
	Code, Failed      string // of the attempt before; "" if there was none
	Now               time.Time
}

// WriteStep writes the code of a step.
func (b *Brain) WriteStep(ctx context.Context, s StepAsked) (string, model.Usage, error) {
	rules, err := model.Prompt(files, "step", map[string]any{"Dialect": b.Dialect, "Rules": b.Rules, "Language": s.Language, "Output": s.Output, "Today": s.Now.Format(time.DateOnly), "FenceRule": model.FenceRule})
	if err != nil {
		return "", model.Usage{}, err
	}
	system := []model.Block{{Text: rules}}
	if s.Language == "read" {
		system = append(system, model.Block{Text: model.Fence("schema", b.Schema), Cache: true})
	}
	parts := append(append(explainTerms(s.Glossary), tellVocabulary(s.Vocabulary)...), "The question:\n"+model.Fence("question", s.Question), "The plan:\n"+model.Fence("plan", s.Outline))
	if len(s.Inputs) > 0 {
		parts = append(parts, "The inputs, with some of their rows:\n"+showTables(s.Inputs))
	}
	if len(s.Notes) > 0 {
		parts = append(parts, "What earlier steps printed:\n"+model.Fence("notes", newest(s.Notes)))
	}
	want := "The step makes the table " + s.Output
	if len(s.Columns) > 0 {
		want += " with the columns " + strings.Join(s.Columns, ", ")
	}
	parts = append(parts, "The step:\n"+model.Fence("step", s.Goal+"\n"+want))
	if s.Failed != "" {
		parts = append(parts, "You have written this:\n"+model.Fence("code", s.Code), "It failed:\n"+model.Fence("reason", clip(s.Failed))+"\nWrite it again, without this mistake.")
	}
	w, reply, err := model.Object(ctx, b.Planner, newRequest(system, stepTokens, parts...), stepForm)
	if err != nil {
		return "", reply.Usage, err
	}
	return strings.TrimSpace(cmp.Or(w.Code, s.Code)), reply.Usage, nil
}
