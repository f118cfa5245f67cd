package anthropic

import "encoding/json"

// These types are the part of the Messages format that is used.

type messagesRequest struct {
	MaxTokens     int            `json:"max_tokens"`
	Messages      []message      `json:"messages"`
	Model         string         `json:"model"`
	System        []contentBlock `json:"system,omitempty"`
	StopSequences []string       `json:"stop_sequences,omitempty"`
	Temperature   *float64       `json:"temperature,omitempty"`
	Thinking      *thinking      `json:"thinking,omitempty"`
	ToolChoice    *toolChoice    `json:"tool_choice,omitempty"`
	Tools         []tool         `json:"tools,omitempty"`
	Stream        bool           `json:"stream,omitempty"`
}

type message struct {
	Content []contentBlock `json:"content"`
	Role    string         `json:"role"`
}

// contentBlock is a block of content of any type. Fields that its type does not have
// are empty.
type contentBlock struct {
	ToolUseID    string          `json:"tool_use_id,omitempty"`
	IsError      bool            `json:"is_error,omitempty"`
	Signature    string          `json:"signature,omitempty"`
	Thinking     *string         `json:"thinking,omitempty"` // required, and may be empty
	Data         string          `json:"data,omitempty"`
	ID           string          `json:"id,omitempty"`
	Input        json.RawMessage `json:"input,omitempty"`
	Name         string          `json:"name,omitempty"`
	Text         string          `json:"text,omitempty"`
	CacheControl *cacheControl   `json:"cache_control,omitempty"`
	Content      []contentBlock  `json:"content,omitempty"`
	Type         string          `json:"type"`
}

type cacheControl struct {
	Type string `json:"type"`
}

type thinking struct {
	BudgetTokens int    `json:"budget_tokens"`
	Type         string `json:"type"`
}

type toolChoice struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

type tool struct {
	InputSchema json.RawMessage `json:"input_schema"`
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
}

// event is an event of a stream, of any type.
type event struct {
	Type         string `json:"type"`
	Index        int    `json:"index"`
	ContentBlock struct {
		Type      string          `json:"type"`
		Text      string          `json:"text"`
		Thinking  string          `json:"thinking"`
		Signature string          `json:"signature"`
		Data      string          `json:"data"`
		ID        string          `json:"id"`
		Name      string          `json:"name"`
		Input     json.RawMessage `json:"input"`
	} `json:"content_block"`
	Delta struct {
		Type        string `json:"type"`
		Text        string `json:"text"`
		Thinking    string `json:"thinking"`
		Signature   string `json:"signature"`
		PartialJSON string `json:"partial_json"`
		StopReason  string `json:"stop_reason"`
	} `json:"delta"`
	Message struct {
		Usage usage `json:"usage"`
	} `json:"message"`
	Usage usage `json:"usage"`
}

// usage counts tokens as floats because some servers write 12.0.
type usage struct {
	Input      float64 `json:"input_tokens"`
	CacheWrite float64 `json:"cache_creation_input_tokens"`
	CacheRead  float64 `json:"cache_read_input_tokens"`
	Output     float64 `json:"output_tokens"`
}
