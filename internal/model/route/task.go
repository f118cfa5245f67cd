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

// maxChain bounds how often a task is tried anew.
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
					WithHint("each model of a chain is asked once")
			}
		}
	}
	return nil
}

// Setting is a task's entry under task_routing in the configuration.
type Setting struct {
	Models  []Choice `json:"models" yaml:"models"`
	Complex []Choice `json:"high_complexity_models" yaml:"high_complexity_models"`
}

// Choice is a model in the configuration. Without a provider it is one of the
// provider that is set for everything.
type Choice struct {
	Provider string `json:"provider" yaml:"provider"`
	Model    string `json:"model" yaml:"model"`
}

// Chains reads task_routing. Provider is the one that is set for everything.
func Chains(settings map[string]Setting, provider string) (map[Task]Chain, error) {
	chains := make(map[Task]Chain, len(settings))
	for name, s := range settings {
		task := Task(name)
		if !slices.Contains(Tasks(), task) {
			return nil, unknownTask(name)
		}
		var chain Chain
		var err error
		if chain.Models, err = choices(name, s.Models, provider); err != nil {
			return nil, err
		}
		if chain.Complex, err = choices(name, s.Complex, provider); err != nil {
			return nil, err
		}
		if err := chain.check(name); err != nil {
			return nil, err
		}
		chains[task] = chain
	}
	return chains, nil
}

func choices(task string, list []Choice, provider string) ([]string, error) {
	var names []string
	for _, c := range list {
		if c.Provider == "" {
			c.Provider = provider
		}
		if c.Provider == "" || c.Model == "" {
			return nil, fault.New(fault.Config, "task_routing: a model of %s has no provider or no name", task).
				WithHint("write provider: and model: for each, such as provider: ollama and model: qwen3:8b")
		}
		names = append(names, c.Provider+"/"+c.Model)
	}
	return names, nil
}

func unknownTask(name string) error {
	known := make([]string, 0, len(Tasks()))
	for _, t := range Tasks() {
		known = append(known, string(t))
	}
	return fault.New(fault.Config, "task_routing: there is no task %q", name).
		WithHint("%s", fault.DidYouMean(name, "tasks", known))
}
