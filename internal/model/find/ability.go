package find

import "strings"

// wordsOnly are beginnings of names of models that cannot call tools: they
// write words, or SQL, and are asked for JSON in words. All others are taken to
// know tools; the configuration can say otherwise.
var wordsOnly = []string{
	"claude-2", "claude-instant", "gpt-3.5-turbo-instruct", "davinci-", "babbage-",
	"sqlcoder", "duckdb-nsql", "codellama", "codegemma", "starcoder", "deepseek-coder", "stable-code", "wizardcoder",
	"llama2", "gemma", "phi3", "phi:", "tinyllama", "vicuna", "orca-mini", "zephyr",
}

// vectorsOnly are parts of names of models that make vectors, and answer nothing.
var vectorsOnly = []string{"embed", "minilm", "bge-", "gte-", "e5-"}

// Embeds says whether a model is known to make vectors.
func Embeds(n Name) bool {
	name := strings.ToLower(n.Model[strings.LastIndexByte(n.Model, '/')+1:])
	for _, part := range vectorsOnly {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// CanCallTools says whether a model is known to be able to call tools. Of a
// name such as library/gemma:2b the last part counts.
func CanCallTools(n Name) bool {
	name := strings.ToLower(n.Model[strings.LastIndexByte(n.Model, '/')+1:])
	for _, prefix := range wordsOnly {
		if strings.HasPrefix(name, prefix) {
			return false
		}
	}
	return true
}
