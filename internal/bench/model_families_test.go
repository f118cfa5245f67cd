//go:build bench

package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/anthropic"
	"github.com/plumbdata/plumb/internal/model/gemini"
	"github.com/plumbdata/plumb/internal/model/openai"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

const modelKey = "sk-bench"

// caller asks one question, tells when the answer has begun, and reads it to
// its end.
type caller func(ctx context.Context, begun func()) error

// family is a wire format: our adapter to it, and the same question for a plain
// HTTP client.
type family struct {
	name   string
	format modeltest.Format
	open   func(url string) model.Model
	path   string
	header http.Header
	body   func() any
}

// plainly asks with a plain HTTP client, which only decodes what comes.
func (f family) plainly(url string) caller {
	return func(ctx context.Context, begun func()) error {
		return modeltest.Plain(ctx, url+f.path, f.header, f.body(), begun)
	}
}

func families() []family {
	return []family{
		{"Anthropic", modeltest.Anthropic, func(url string) model.Model {
			return anthropic.New(anthropic.Config{Key: modelKey, BaseURL: url, Model: "claude-sonnet-4-5"})
		}, "/v1/messages", http.Header{"X-Api-Key": {modelKey}, "Anthropic-Version": {"2023-06-01"}}, anthropicBody},
		{"OpenAI", modeltest.OpenAI, func(url string) model.Model {
			return openai.New(openai.Config{Provider: "openai", Key: modelKey, BaseURL: url + "/v1", Model: "gpt-4.1"})
		}, "/v1/chat/completions", http.Header{"Authorization": {"Bearer " + modelKey}}, openAIBody},
		{"Gemini", modeltest.Gemini, func(url string) model.Model {
			return gemini.New(gemini.Config{Key: modelKey, BaseURL: url, Model: "gemini-2.5-flash"})
		}, "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse", http.Header{"X-Goog-Api-Key": {modelKey}}, geminiBody},
	}
}

// What is asked: a schema of some twenty kilobytes, a question, and a tool that
// must be called, as planning does.
const (
	askedRules    = "You are an analyst. Call plan_query once."
	askedQuestion = "Which five products brought in the most revenue in 2025?"
	askedTool     = "plan_query"
)

func askedSchema() string {
	var b strings.Builder
	for i := range 200 {
		fmt.Fprintf(&b, "<table name=\"t%d\"><column name=\"id\" type=\"bigint\"/><column name=\"amount\" type=\"numeric\"/></table>\n", i)
	}
	return b.String()
}

func askedProperties() map[string]any {
	return map[string]any{"sql": map[string]any{"type": "string"}, "reasoning": map[string]any{"type": "string"}}
}

// answered is words in fifty pieces, and a call in as many, where the format
// has calls in pieces.
func answered() modeltest.Step {
	args, _ := json.Marshal(map[string]string{"reasoning": "because", "sql": strings.Repeat("SELECT 1, ", 47)})
	step := modeltest.Text(strings.Repeat("ten runes ", 50))
	step.Reply.Parts = append(step.Reply.Parts, model.Part{Call: &model.Call{ID: "call_1", Name: askedTool, Arguments: args}})
	step.Reply.Pieces = 10
	step.Times = modeltest.Always
	return step
}

func modelRequest() model.Request {
	schema, _ := json.Marshal(map[string]any{"type": "object", "properties": askedProperties()})
	return model.Request{
		System:    []model.Block{{Text: askedRules}, {Text: askedSchema(), Cache: true}},
		Messages:  []model.Message{{Role: model.User, Parts: []model.Part{{Text: askedQuestion}}}},
		Tools:     []model.Tool{{Name: askedTool, Description: "Propose the statement.", Schema: schema}},
		Force:     askedTool,
		MaxTokens: 4096,
	}
}

// through asks as Plumb does: with retries and the watch over silence, and the
// whole reply put together and checked.
func through(m model.Model) caller {
	m = model.Retry(m, model.Policy{Random: rand.Float64, Idle: time.Hour, Total: time.Hour, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }})
	return func(ctx context.Context, begun func()) error {
		if begun != nil {
			for _, err := range m.Stream(ctx, modelRequest()) {
				if err != nil {
					return err
				}
				begun()
			}
			return nil
		}
		reply, err := model.Generate(ctx, m, modelRequest())
		if err == nil && len(reply.Calls()) != 1 {
			err = fmt.Errorf("%d calls came", len(reply.Calls()))
		}
		return err
	}
}

type object = map[string]any

func parameters() object { return object{"type": "object", "properties": askedProperties()} }

func anthropicBody() any {
	return object{
		"model": "claude-sonnet-4-5", "max_tokens": 4096, "stream": true,
		"system":      []object{{"type": "text", "text": askedRules}, {"type": "text", "text": askedSchema(), "cache_control": object{"type": "ephemeral"}}},
		"messages":    []object{{"role": "user", "content": askedQuestion}},
		"tools":       []object{{"name": askedTool, "description": "Propose the statement.", "input_schema": parameters()}},
		"tool_choice": object{"type": "tool", "name": askedTool},
	}
}

func openAIBody() any {
	return object{
		"model": "gpt-4.1", "max_completion_tokens": 4096, "stream": true, "stream_options": object{"include_usage": true},
		"messages": []object{{"role": "system", "content": askedRules + "\n\n" + askedSchema()}, {"role": "user", "content": askedQuestion}},
		"tools": []object{{"type": "function", "function": object{
			"name": askedTool, "description": "Propose the statement.", "parameters": parameters(),
		}}},
		"tool_choice": object{"type": "function", "function": object{"name": askedTool}},
	}
}

func geminiBody() any {
	return object{
		"contents":          []object{{"role": "user", "parts": []object{{"text": askedQuestion}}}},
		"systemInstruction": object{"parts": []object{{"text": askedRules}, {"text": askedSchema()}}},
		"generationConfig":  object{"maxOutputTokens": 4096},
		"tools": []object{{"functionDeclarations": []object{{
			"name": askedTool, "description": "Propose the statement.", "parametersJsonSchema": parameters(),
		}}}},
		"toolConfig": object{"functionCallingConfig": object{"mode": "ANY", "allowedFunctionNames": []string{askedTool}}},
	}
}
