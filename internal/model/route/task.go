package route

import (
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// Task is a kind of work for a model.
type Task string

const (
	Classification Task = "classification"
	Planning       Task = "planning"
	SQLGeneration  Task = "sql_generation"
	Analysis       Task = "analysis"
	Narration      Task = "narration"
	Summarization  Task = "summarization"
	FactResolution Task = "fact_resolution"
	Critique       Task = "critique"
	Embedding      Task = "embedding"
)

// Tasks are all kinds of work.
func Tasks() []Task {
	return []Task{Classification, Planning, SQLGeneration, Analysis, Narration, Summarization, FactResolution, Critique, Embedding}
}

// Chain is the models of a task, as provider/model, in the order in which
// they are asked. Complex are asked instead for complex work.
type Chain struct {
	Models  []string
	Complex []string
}

// maxChain bounds how often a task is tried again.
const maxChain = 8

func (c Chain) check(task string) error {
	for _, list := range [][]string{c.Models, c.Complex} {
		if len(list) > maxChain {
			return fault.New(fault.Config, "task_routing: %s names %d models, and may name %d", task, len(list), maxChain).
				WithHint("leave out the last ones")
		}
		for i, name := range list {
			if name == "" || slices.Contains(list[:i], name) {
				return fault.New(fault.Config, "task_routing: %s names the model %q twice, or not at all", task, name).
					WithHint("each model of a chain is tried once")
			}
		}
	}
	return nil
}

func unknownTask(name string) error {
	known := make([]string, 0, len(Tasks()))
	for _, t := range Tasks() {
		known = append(known, string(t))
	}
	return fault.New(fault.Config, "task_routing: there is no task %q", name).
		WithHint("%s", fault.DidYouMean(name, "tasks", known))
}
