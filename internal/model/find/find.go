// Package find detects which models can be used: those whose keys are in the
// environment, and those of an Ollama on this machine. It knows names and
// variables, but no adapters, and no key leaves it.
package find

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/model"
)

// Found is a provider that can be used from here.
type Found struct {
	Provider model.Provider
	Variable string   // where its key is, or "" when it needs none
	Model    string   // the one to begin with
	Models   []string // those that a local provider has
}

// Name is provider/model, as people write it.
func (f Found) Name() string { return f.Provider.Name + "/" + f.Model }

// Probe asks a provider on this machine for the names of its models. It ends
// with its context.
type Probe func(ctx context.Context) ([]string, error)

const (
	// probeTime is how long a local provider may take to say that it is there.
	probeTime = 300 * time.Millisecond
	// maxModels is how many names of a local provider are kept.
	maxModels = 500
)

// Find looks for providers in the order of their table. A nil probe looks for
// none on this machine. A key that is set but empty counts as not set.
func Find(ctx context.Context, env func(string) string, probe Probe) []Found {
	var list []Found
	for _, p := range model.Providers() {
		if p.Local {
			names := local(ctx, p, probe)
			if chosen := choose(names, p.Model); chosen != "" {
				list = append(list, Found{Provider: p, Model: chosen, Models: names})
			}
			continue
		}
		variable, ok := key(p, env)
		if !ok {
			continue
		}
		name := p.Model
		if p.ModelVariable != "" {
			name = strings.TrimSpace(env(p.ModelVariable))
		}
		list = append(list, Found{Provider: p, Variable: variable, Model: name})
	}
	return list
}

// key is the variable that holds a provider's key, if all that it needs is set.
func key(p model.Provider, env func(string) string) (string, bool) {
	for _, needed := range p.Needs {
		if strings.TrimSpace(env(needed)) == "" {
			return "", false
		}
	}
	for _, v := range p.Keys {
		if strings.TrimSpace(env(v)) != "" {
			return v, true
		}
	}
	return "", len(p.Keys) == 0
}

// local asks the probe, and does not wait for one that does not come back. What
// could not be the name of a model is left out.
func local(ctx context.Context, p model.Provider, probe Probe) []string {
	if probe == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	answer := make(chan []string, 1)
	go func() {
		names, err := probe(ctx)
		if err != nil {
			names = nil
		}
		answer <- names
	}()
	select {
	case names := <-answer:
		names = slices.Clone(names)
		names = slices.DeleteFunc(names, func(s string) bool {
			_, err := Parse(p.Name + "/" + s)
			return err != nil
		})
		slices.Sort(names)
		names = slices.Compact(names)
		return names[:min(len(names), maxModels)]
	case <-ctx.Done():
		return nil
	}
}

// choose is the preferred model if it is there, else the first that is not
// for embeddings alone, or "".
func choose(names []string, preferred string) string {
	if slices.Contains(names, preferred) {
		return preferred
	}
	for _, n := range names {
		if !Embeds(Name{Model: n}) {
			return n
		}
	}
	return ""
}

// Ways are the ways to add a model, for a person for whom none was found.
func Ways() []string {
	return []string{
		"set a key in the environment or in .env, such as ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY",
		"start Ollama (https://ollama.com/download) with room for a schema, OLLAMA_CONTEXT_LENGTH=16384 ollama serve, and pull a model: ollama pull qwen3:8b",
		"point to a server that speaks OpenAI's format: PLUMB_MODEL_URL=http://localhost:8080/v1 and PLUMB_MODEL_NAME=NAME",
	}
}
