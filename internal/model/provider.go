package model

import "slices"

// Provider is what Plumb knows of a provider before it talks to it. How it is
// talked to is its adapter's business.
type Provider struct {
	Name          string   // as in provider/model
	Title         string   // as the provider calls itself
	Keys          []string // variables of which one holds the key; none means that it needs no key
	Needs         []string // variables that must be set beside
	Addresses     []string // variables that may say where it is, instead of the usual place
	Model         string   // the model to begin with
	ModelVariable string   // the variable that names it instead
	Embedding     string   // the model for embeddings, if it has one
	Page          string   // where keys are made
	Local         bool     // on this machine, and free
}

// providers is in the order in which a model is chosen when several could be.
var providers = []Provider{
	{
		Name: "anthropic", Title: "Anthropic", Keys: []string{"ANTHROPIC_API_KEY"}, Addresses: []string{"ANTHROPIC_BASE_URL"},
		Model: "claude-sonnet-4-5", Page: "https://console.anthropic.com/settings/keys",
	},
	{
		Name: "openai", Title: "OpenAI", Keys: []string{"OPENAI_API_KEY"}, Addresses: []string{"OPENAI_BASE_URL"},
		Model: "gpt-5-mini", Embedding: "text-embedding-3-small", Page: "https://platform.openai.com/api-keys",
	},
	{
		Name: "gemini", Title: "Google Gemini", Keys: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, Addresses: []string{"GEMINI_BASE_URL"},
		Model: "gemini-2.5-flash", Embedding: "gemini-embedding-001", Page: "https://aistudio.google.com/apikey",
	},
	{
		Name: "vertex", Title: "Google Vertex AI", Needs: []string{"GOOGLE_CLOUD_PROJECT"},
		Addresses: []string{"VERTEX_BASE_URL"}, Model: "gemini-2.5-flash", Embedding: "gemini-embedding-001", Page: "https://console.cloud.google.com/vertex-ai",
	},
	{
		Name: "azure", Title: "Azure OpenAI", Keys: []string{"AZURE_OPENAI_API_KEY"},
		Needs: []string{"AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_DEPLOYMENT"}, Addresses: []string{"AZURE_OPENAI_ENDPOINT"},
		ModelVariable: "AZURE_OPENAI_DEPLOYMENT", Page: "https://portal.azure.com",
	},
	{
		Name: "mistral", Title: "Mistral", Keys: []string{"MISTRAL_API_KEY"}, Addresses: []string{"MISTRAL_BASE_URL"},
		Model: "mistral-large-latest", Embedding: "mistral-embed", Page: "https://console.mistral.ai/api-keys",
	},
	{
		Name: "codestral", Title: "Codestral", Keys: []string{"CODESTRAL_API_KEY"}, Addresses: []string{"CODESTRAL_BASE_URL"},
		Model: "codestral-latest", Page: "https://console.mistral.ai/codestral",
	},
	{
		Name: "xai", Title: "xAI", Keys: []string{"XAI_API_KEY"}, Addresses: []string{"XAI_BASE_URL"},
		Model: "grok-4", Page: "https://console.x.ai",
	},
	{
		Name: "cerebras", Title: "Cerebras", Keys: []string{"CEREBRAS_API_KEY"}, Addresses: []string{"CEREBRAS_BASE_URL"},
		Model: "gpt-oss-120b", Page: "https://cloud.cerebras.ai",
	},
	{
		Name: "groq", Title: "Groq", Keys: []string{"GROQ_API_KEY"}, Addresses: []string{"GROQ_BASE_URL"},
		Model: "openai/gpt-oss-120b", Page: "https://console.groq.com/keys",
	},
	{
		Name: "together", Title: "Together AI", Keys: []string{"TOGETHER_API_KEY"}, Addresses: []string{"TOGETHER_BASE_URL"},
		Model: "openai/gpt-oss-120b", Embedding: "BAAI/bge-base-en-v1.5", Page: "https://api.together.ai/settings/api-keys",
	},
	{
		Name: "openrouter", Title: "OpenRouter", Keys: []string{"OPENROUTER_API_KEY"}, Addresses: []string{"OPENROUTER_BASE_URL"},
		Model: "anthropic/claude-sonnet-4.5", Page: "https://openrouter.ai/keys",
	},
	{
		// Whatever speaks OpenAI's format: llama.cpp, vLLM, LM Studio, a proxy. A
		// key may be set as PLUMB_MODEL_KEY.
		Name: "url", Title: "your own server", Needs: []string{"PLUMB_MODEL_URL", "PLUMB_MODEL_NAME"}, Addresses: []string{"PLUMB_MODEL_URL"},
		ModelVariable: "PLUMB_MODEL_NAME", Page: "https://platform.openai.com/docs/api-reference/chat",
	},
	{
		Name: "ollama", Title: "Ollama", Addresses: []string{"OLLAMA_BASE_URL", "OLLAMA_HOST"},
		Model: "qwen3:8b", Embedding: "nomic-embed-text", Page: "https://ollama.com/download", Local: true,
	},
}

// Providers are all that Plumb knows by name.
func Providers() []Provider { return slices.Clone(providers) }

// ProviderNamed finds a provider.
func ProviderNamed(name string) (Provider, bool) {
	i := slices.IndexFunc(providers, func(p Provider) bool { return p.Name == name })
	if i < 0 {
		return Provider{}, false
	}
	return providers[i], true
}
