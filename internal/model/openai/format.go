package openai

import (
	"bytes"
	"encoding/json"
)

// These types are the part of the Chat Completions format that is used.

type completionRequest struct {
	Messages            []message      `json:"messages"`
	Model               string         `json:"model"`
	MaxCompletionTokens int            `json:"max_completion_tokens,omitempty"`
	MaxTokens           int            `json:"max_tokens,omitempty"`
	Seed                *int64         `json:"seed,omitempty"`
	Temperature         *float64       `json:"temperature,omitempty"`
	Stop                []string       `json:"stop,omitempty"`
	StreamOptions       *streamOptions `json:"stream_options,omitempty"`
	ToolChoice          any            `json:"tool_choice,omitempty"` // a word, or a tool by name
	Tools               []tool         `json:"tools,omitempty"`
	RandomSeed          *int64         `json:"random_seed,omitempty"`
	Stream              bool           `json:"stream,omitempty"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type message struct {
	Content          any             `json:"content,omitempty"` // a text, or parts of one
	ToolCalls        []toolCall      `json:"tool_calls,omitempty"`
	ToolCallID       string          `json:"tool_call_id,omitempty"`
	Role             string          `json:"role"`
	Reasoning        string          `json:"reasoning,omitempty"`
	ReasoningContent string          `json:"reasoning_content,omitempty"`
	ReasoningDetails json.RawMessage `json:"reasoning_details,omitempty"`
}

type textPart struct {
	Text         string        `json:"text"`
	Type         string        `json:"type"`
	CacheControl *cacheControl `json:"cache_control,omitempty"`
}

type cacheControl struct {
	Type string `json:"type"`
}

type toolCall struct {
	ID       string       `json:"id"`
	Function functionCall `json:"function"`
	Type     string       `json:"type"`
}

type functionCall struct {
	Arguments string `json:"arguments"`
	Name      string `json:"name"`
}

type tool struct {
	Function function `json:"function"`
	Type     string   `json:"type"`
}

type function struct {
	Name        string                     `json:"name"`
	Description string                     `json:"description,omitempty"`
	Parameters  map[string]json.RawMessage `json:"parameters,omitempty"`
}

// completion is a piece of a streamed answer, or a whole answer.
type completion struct {
	Object  looseText       `json:"object"`
	Error   json.RawMessage `json:"error"`
	Choices []choice        `json:"choices"`
	Usage   *usage          `json:"usage"`
}

type choice struct {
	Delta        reply           `json:"delta"`   // of a stream
	Message      reply           `json:"message"` // of a whole answer
	FinishReason looseText       `json:"finish_reason"`
	StopReason   json.RawMessage `json:"stop_reason"` // vLLM's: the stop sequence that was met
}

// reply is what the model said. Reasoning has no place in OpenAI's format;
// others use one of two fields, and Mistral a third, in parts of the content.
type reply struct {
	Content          content         `json:"content"`
	ReasoningContent string          `json:"reasoning_content"`
	Reasoning        string          `json:"reasoning"`
	ReasoningDetails json.RawMessage `json:"reasoning_details"`
	Refusal          string          `json:"refusal"`
	ToolCalls        []callPiece     `json:"tool_calls"`
}

type callPiece struct {
	Index    int       `json:"index"`
	ID       looseText `json:"id"`
	Function struct {
		Name      looseText `json:"name"`
		Arguments looseText `json:"arguments"`
	} `json:"function"`
}

// usage counts tokens as floats because some servers write 12.0.
type usage struct {
	PromptTokens        float64 `json:"prompt_tokens"`
	CompletionTokens    float64 `json:"completion_tokens"`
	TotalTokens         float64 `json:"total_tokens"`
	PromptTokensDetails struct {
		CachedTokens float64 `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CompletionTokensDetails struct {
		ReasoningTokens float64 `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

// looseText is a text. Numbers and objects, which some servers send instead,
// are taken as they are written.
type looseText string

func (t *looseText) UnmarshalJSON(raw []byte) error {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		s = string(raw)
	}
	*t = looseText(s)
	return nil
}

// content is a text, or Mistral's parts of text and reasoning.
type content struct{ text, thinking string }

func (c *content) UnmarshalJSON(raw []byte) error {
	if !bytes.HasPrefix(raw, []byte("[")) {
		return (*looseText)(&c.text).UnmarshalJSON(raw)
	}
	var parts []struct {
		Text     string `json:"text"`
		Thinking []struct {
			Text string `json:"text"`
		} `json:"thinking"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return nil
	}
	for _, p := range parts {
		c.text += p.Text
		for _, t := range p.Thinking {
			c.thinking += t.Text
		}
	}
	return nil
}
