package openai

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/model"
)

// preset is a provider that speaks Chat Completions, and where it differs.
type preset struct {
	model.Provider
	URL   string
	Start string // how it is started, for one on this machine

	Azure         bool   // deployments in the path, a version in the query, a header of its own
	MaxCompletion bool   // the limit is max_completion_tokens, not max_tokens
	UsageUnasked  bool   // tells the usage without being asked, and refuses to be asked
	RandomSeed    bool   // the seed is random_seed, not seed
	OnlyRequired  bool   // a tool cannot be forced by name, only by being the only one
	ShortIDs      bool   // calls have IDs of nine letters and digits, also those from elsewhere
	ResultsLast   bool   // no words of the user may follow the results of tools
	Reasoning     string // the field in which reasoning wants to come back, "" for nowhere
	Details       bool   // reasoning comes in blocks too, which want to come back instead
	CacheMarks    bool   // parts of the system prompt may be marked for a cache
	CutsOff       bool   // reads the end of a request that is too long, and does not say so
	Vague         bool   // an unknown model is a bad request like any other
	Fixed         []fixed
}

// fixed says which fields the models whose names begin so do not take.
type fixed struct {
	Prefix string
	Except string // names that begin so take them after all
	Fields []string
}

// droppable are the fields that an answer can do without, by the names they
// have on the wire.
var droppable = [...]string{"temperature", "stop", "seed", "max_tokens", "max_completion_tokens", "stream_options", "reasoning"}

const azureVersion = "2024-10-21"

// reasoners are OpenAI's models that think first: their sampling is fixed.
var reasoners = []fixed{
	{Prefix: "o1", Fields: []string{"temperature", "stop", "max_tokens"}},
	{Prefix: "o3", Fields: []string{"temperature", "stop", "max_tokens"}},
	{Prefix: "o4", Fields: []string{"temperature", "stop", "max_tokens"}},
	{Prefix: "gpt-5", Except: "gpt-5-chat", Fields: []string{"temperature", "stop", "max_tokens"}},
}

// thinkers are beginnings of names of models that think before they answer,
// whoever serves them. What a deployment hides is learned when it thinks.
var thinkers = []string{"o1", "o3", "o4", "gpt-5", "gpt-oss", "grok-4", "grok-3-mini", "magistral", "qwen3", "qwq", "deepseek-r1", "deepseek-reasoner", "gemini-2.5", "gemini-3"}

// thinker says whether a model is known to think first. Of a name such as
// openai/gpt-oss-120b the last part counts.
func thinker(name string) bool {
	name = strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
	return !strings.HasPrefix(name, "gpt-5-chat") && slices.ContainsFunc(thinkers, func(p string) bool { return strings.HasPrefix(name, p) })
}

var presets = []preset{
	{
		Provider: known("openai"), URL: "https://api.openai.com/v1",
		MaxCompletion: true, Fixed: reasoners,
	},
	{
		Provider: known("azure"),
		Azure:    true, MaxCompletion: true, Fixed: reasoners,
	},
	{
		Provider: known("cerebras"), URL: "https://api.cerebras.ai/v1",
		MaxCompletion: true, Reasoning: "reasoning",
	},
	{
		Provider: known("groq"), URL: "https://api.groq.com/openai/v1",
		MaxCompletion: true, Reasoning: "reasoning",
	},
	{
		Provider: known("together"), URL: "https://api.together.xyz/v1",
	},
	{
		Provider: known("mistral"), URL: "https://api.mistral.ai/v1",
		UsageUnasked: true, RandomSeed: true, ShortIDs: true, ResultsLast: true,
	},
	{
		Provider: known("codestral"), URL: "https://codestral.mistral.ai/v1",
		UsageUnasked: true, RandomSeed: true, ShortIDs: true, ResultsLast: true,
	},
	{
		Provider: known("xai"), URL: "https://api.x.ai/v1",
		MaxCompletion: true,
		Fixed: []fixed{
			{Prefix: "grok-4", Fields: []string{"stop"}},
			{Prefix: "grok-3-mini", Fields: []string{"stop"}},
		},
	},
	{
		Provider: known("openrouter"), URL: "https://openrouter.ai/api/v1",
		Reasoning: "reasoning", Details: true, CacheMarks: true, Vague: true,
	},
	{
		Provider: known("ollama"), URL: "http://localhost:11434/v1", Start: "ollama serve",
		OnlyRequired: true, Reasoning: "reasoning", CutsOff: true,
	},
}

// anyURL is for whatever else speaks Chat Completions: llama.cpp, vLLM, LM
// Studio, a proxy. It asks only for what all of them know.
var anyURL = preset{Provider: known("url"), OnlyRequired: true}

func known(name string) model.Provider {
	p, _ := model.ProviderNamed(name)
	return p
}

func lookUp(name string) preset {
	for _, p := range presets {
		if p.Name == name {
			return p
		}
	}
	return anyURL
}

func names() []string {
	var list []string
	for _, p := range presets {
		list = append(list, p.Name)
	}
	return list
}

func (p preset) needsKey() bool { return len(p.Keys) > 0 }

func (p preset) key() string {
	if len(p.Keys) == 0 {
		return ""
	}
	return p.Keys[0]
}

func (p preset) refuses(name, field string) bool {
	for _, f := range p.Fixed {
		if strings.HasPrefix(name, f.Prefix) && (f.Except == "" || !strings.HasPrefix(name, f.Except)) {
			return slices.Contains(f.Fields, field)
		}
	}
	return false
}
