//go:build bench

package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	anthropicsdk "github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	openaisdk "github.com/openai/openai-go/v3"
	openaioption "github.com/openai/openai-go/v3/option"
	"google.golang.org/genai"

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

// family is a wire format: our adapter to it, and the bare SDK.
type family struct {
	name   string
	format modeltest.Format
	open   func(url string) model.Model
	bare   func(ctx context.Context, url string) (caller, error)
}

func families() []family {
	return []family{
		{"Anthropic", modeltest.Anthropic, func(url string) model.Model {
			return anthropic.New(anthropic.Config{Key: modelKey, BaseURL: url, Model: "claude-sonnet-4-5"})
		}, bareAnthropic},
		{"OpenAI", modeltest.OpenAI, func(url string) model.Model {
			return openai.New(openai.Config{Provider: "openai", Key: modelKey, BaseURL: url + "/v1", Model: "gpt-4.1"})
		}, bareOpenAI},
		{"Gemini", modeltest.Gemini, func(url string) model.Model {
			return gemini.New(gemini.Config{Key: modelKey, BaseURL: url, Model: "gemini-2.5-flash"})
		}, bareGemini},
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

func bareAnthropic(_ context.Context, url string) (caller, error) {
	client := anthropicsdk.NewClient(anthropicoption.WithoutEnvironmentDefaults(), anthropicoption.WithBaseURL(url),
		anthropicoption.WithAPIKey(modelKey), anthropicoption.WithMaxRetries(0))
	return func(ctx context.Context, begun func()) error {
		stream := client.Messages.NewStreaming(ctx, anthropicsdk.MessageNewParams{
			Model: "claude-sonnet-4-5", MaxTokens: 4096,
			System: []anthropicsdk.TextBlockParam{{Text: askedRules}, {Text: askedSchema(), CacheControl: anthropicsdk.NewCacheControlEphemeralParam()}},
			Messages: []anthropicsdk.MessageParam{
				anthropicsdk.NewUserMessage(anthropicsdk.NewTextBlock(askedQuestion)),
			},
			Tools: []anthropicsdk.ToolUnionParam{{OfTool: &anthropicsdk.ToolParam{
				Name: askedTool, Description: anthropicsdk.String("Propose the statement."), InputSchema: anthropicsdk.ToolInputSchemaParam{Properties: askedProperties()},
			}}},
			ToolChoice: anthropicsdk.ToolChoiceParamOfTool(askedTool),
		})
		defer stream.Close()
		for stream.Next() {
			if begun != nil && stream.Current().Type == "content_block_delta" {
				begun()
			}
		}
		return stream.Err()
	}, nil
}

func bareOpenAI(_ context.Context, url string) (caller, error) {
	service := openaisdk.NewChatCompletionService(openaioption.WithBaseURL(url+"/v1"), openaioption.WithAPIKey(modelKey), openaioption.WithMaxRetries(0))
	return func(ctx context.Context, begun func()) error {
		stream := service.NewStreaming(ctx, openaisdk.ChatCompletionNewParams{
			Model: "gpt-4.1", MaxCompletionTokens: openaisdk.Int(4096),
			Messages: []openaisdk.ChatCompletionMessageParamUnion{openaisdk.SystemMessage(askedRules + "\n\n" + askedSchema()), openaisdk.UserMessage(askedQuestion)},
			Tools: []openaisdk.ChatCompletionToolUnionParam{openaisdk.ChatCompletionFunctionTool(openaisdk.FunctionDefinitionParam{
				Name: askedTool, Description: openaisdk.String("Propose the statement."),
				Parameters: openaisdk.FunctionParameters{"type": "object", "properties": askedProperties()},
			})},
			ToolChoice:    openaisdk.ToolChoiceOptionFunctionToolChoice(openaisdk.ChatCompletionNamedToolChoiceFunctionParam{Name: askedTool}),
			StreamOptions: openaisdk.ChatCompletionStreamOptionsParam{IncludeUsage: openaisdk.Bool(true)},
		})
		defer stream.Close()
		for stream.Next() {
			if choices := stream.Current().Choices; begun != nil && len(choices) > 0 && choices[0].Delta.Content != "" {
				begun()
			}
		}
		return stream.Err()
	}, nil
}

func bareGemini(ctx context.Context, url string) (caller, error) {
	client, err := genai.NewClient(ctx, &genai.ClientConfig{Backend: genai.BackendGeminiAPI, APIKey: modelKey, HTTPOptions: genai.HTTPOptions{BaseURL: url}})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, begun func()) error {
		config := &genai.GenerateContentConfig{
			MaxOutputTokens:   4096,
			SystemInstruction: &genai.Content{Parts: []*genai.Part{{Text: askedRules}, {Text: askedSchema()}}},
			Tools: []*genai.Tool{{FunctionDeclarations: []*genai.FunctionDeclaration{{
				Name: askedTool, Description: "Propose the statement.", ParametersJsonSchema: map[string]any{"type": "object", "properties": askedProperties()},
			}}}},
			ToolConfig: &genai.ToolConfig{FunctionCallingConfig: &genai.FunctionCallingConfig{
				Mode: genai.FunctionCallingConfigModeAny, AllowedFunctionNames: []string{askedTool},
			}},
		}
		contents := []*genai.Content{{Role: "user", Parts: []*genai.Part{{Text: askedQuestion}}}}
		for response, err := range client.Models.GenerateContentStream(ctx, "gemini-2.5-flash", contents, config) {
			if err != nil {
				return err
			}
			if begun != nil && len(response.Candidates) > 0 {
				begun()
			}
		}
		return nil
	}, nil
}
