package gemini

import "encoding/json"

// These types are the part of Google's format that is used.

type generateRequest struct {
	Contents          []*content       `json:"contents"`
	SystemInstruction *content         `json:"systemInstruction,omitempty"`
	Tools             []tool           `json:"tools,omitempty"`
	ToolConfig        *toolConfig      `json:"toolConfig,omitempty"`
	GenerationConfig  generationConfig `json:"generationConfig,omitzero"`
}

type generationConfig struct {
	StopSequences   []string `json:"stopSequences,omitempty"`
	MaxOutputTokens int      `json:"maxOutputTokens,omitempty"`
	Temperature     *float64 `json:"temperature,omitempty"`
	Seed            *int32   `json:"seed,omitempty"`
}

type content struct {
	Role  string  `json:"role,omitempty"`
	Parts []*part `json:"parts,omitempty"`
}

type part struct {
	Text             string            `json:"text,omitempty"`
	Thought          bool              `json:"thought,omitempty"`
	ThoughtSignature []byte            `json:"thoughtSignature,omitempty"`
	FunctionCall     *functionCall     `json:"functionCall,omitempty"`
	FunctionResponse *functionResponse `json:"functionResponse,omitempty"`
}

type functionCall struct {
	ID           string                     `json:"id,omitempty"`
	Name         string                     `json:"name,omitempty"`
	Args         map[string]json.RawMessage `json:"args,omitempty"`
	PartialArgs  []json.RawMessage          `json:"partialArgs,omitempty"`
	WillContinue bool                       `json:"willContinue,omitempty"`
}

type functionResponse struct {
	ID       string            `json:"id,omitempty"`
	Name     string            `json:"name"`
	Response map[string]string `json:"response"`
}

type tool struct {
	FunctionDeclarations []functionDeclaration `json:"functionDeclarations"`
}

type functionDeclaration struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parametersJsonSchema,omitempty"`
}

type toolConfig struct {
	FunctionCallingConfig functionCallingConfig `json:"functionCallingConfig"`
}

type functionCallingConfig struct {
	Mode                 string   `json:"mode"`
	AllowedFunctionNames []string `json:"allowedFunctionNames"`
}

// generateResponse is a piece of a streamed answer, or an error in its place.
type generateResponse struct {
	Candidates []*struct {
		Content      *content `json:"content"`
		FinishReason string   `json:"finishReason"`
	} `json:"candidates"`
	PromptFeedback struct {
		BlockReason string `json:"blockReason"`
	} `json:"promptFeedback"`
	UsageMetadata *usage    `json:"usageMetadata"`
	Error         *apiError `json:"error"`
}

type usage struct {
	Prompt        int `json:"promptTokenCount"`
	ToolUsePrompt int `json:"toolUsePromptTokenCount"`
	Candidates    int `json:"candidatesTokenCount"`
	Thoughts      int `json:"thoughtsTokenCount"`
	CachedContent int `json:"cachedContentTokenCount"`
}

// apiError is an error as all of Google's services send it.
type apiError struct {
	Code    int           `json:"code"`
	Message string        `json:"message"` // never shown: it may quote the key or the question
	Status  string        `json:"status"`
	Details []errorDetail `json:"details"`
}

// errorDetail is what Google adds to an error; its type says which fields it has.
type errorDetail struct {
	Type            string `json:"@type"`
	Reason          string `json:"reason"`
	RetryDelay      string `json:"retryDelay"`
	FieldViolations []struct {
		Field string `json:"field"`
	} `json:"fieldViolations"`
}
