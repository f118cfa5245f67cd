package gemini

import (
	"encoding/json"
	"fmt"
	"strings"

	"google.golang.org/genai"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// madeID begins the identifiers of calls that Google gave none. They are told
// apart because they do not go back.
const madeID = "plumb-call-"

// thinkingRoom is what a model that thinks first gets beyond the tokens of its
// answer: they count as written, and it would stop before it has said a word.
const thinkingRoom = 16 << 10

// thinker says whether a model is known to think first.
func thinker(name string) bool {
	return wantsSignatures(name) || strings.HasPrefix(name, "gemini-2.5")
}

// maxStops is how many stop sequences Google takes.
const maxStops = 5

// request is a request in the SDK's words. Cache marks need none: Google
// keeps repeated beginnings by itself.
func request(name string, r model.Request) ([]*genai.Content, *genai.GenerateContentConfig, error) {
	config := &genai.GenerateContentConfig{
		StopSequences: r.Stop[:min(len(r.Stop), maxStops)],
		// The SDK would send the request again by itself, and bill it.
		AutomaticContinuation: genai.Ptr(false),
	}
	if r.MaxTokens > 0 {
		config.MaxOutputTokens = int32(min(r.MaxTokens, 1<<30))
		if thinker(name) {
			config.MaxOutputTokens += thinkingRoom
		}
	}
	if r.Temperature != nil {
		config.Temperature = genai.Ptr(float32(*r.Temperature))
	}
	if r.Seed != nil {
		config.Seed = genai.Ptr(int32(*r.Seed ^ *r.Seed>>32))
	}
	var system []*genai.Part
	for _, b := range r.System {
		if b.Text != "" {
			system = append(system, &genai.Part{Text: b.Text})
		}
	}
	if system != nil {
		config.SystemInstruction = &genai.Content{Parts: system}
	}
	if err := addTools(config, r); err != nil {
		return nil, nil, err
	}
	contents, err := history(r.Messages)
	if wantsSignatures(name) {
		for _, c := range contents {
			signForeign(c)
		}
	}
	return contents, config, err
}

func addTools(config *genai.GenerateContentConfig, r model.Request) error {
	if len(r.Tools) == 0 {
		return nil
	}
	tool := &genai.Tool{}
	for _, t := range r.Tools {
		d := &genai.FunctionDeclaration{Name: t.Name, Description: t.Description}
		if len(t.Schema) > 0 {
			if err := json.Unmarshal(t.Schema, &d.ParametersJsonSchema); err != nil {
				return fault.Wrap(err, fault.Internal, "the schema of the tool %s is not JSON", t.Name)
			}
		}
		tool.FunctionDeclarations = append(tool.FunctionDeclarations, d)
	}
	config.Tools = []*genai.Tool{tool}
	if r.Force != "" {
		config.ToolConfig = &genai.ToolConfig{FunctionCallingConfig: &genai.FunctionCallingConfig{
			Mode: genai.FunctionCallingConfigModeAny, AllowedFunctionNames: []string{r.Force},
		}}
	}
	return nil
}

func history(messages []model.Message) ([]*genai.Content, error) {
	var contents []*genai.Content
	names := map[string]string{} // of calls, by their identifiers
	for _, m := range messages {
		c := &genai.Content{Role: genai.RoleUser}
		if m.Role == model.Assistant {
			c.Role = genai.RoleModel
		}
		for _, p := range m.Parts {
			part, err := partOf(p, names)
			if err != nil {
				return nil, err
			}
			if part != nil {
				c.Parts = append(c.Parts, part)
			}
		}
		sign(c, m.Parts)
		if len(c.Parts) > 0 {
			contents = append(contents, c)
		}
	}
	return contents, nil
}

// partOf is a part in the SDK's words, or nil for what does not go back as a
// part of its own: thoughts go back as signatures of other parts.
func partOf(p model.Part, names map[string]string) (*genai.Part, error) {
	switch {
	case p.Call != nil:
		names[p.Call.ID] = p.Call.Name
		call := &genai.FunctionCall{ID: ownID(p.Call.ID), Name: p.Call.Name}
		if len(p.Call.Arguments) > 0 {
			if err := json.Unmarshal(p.Call.Arguments, &call.Args); err != nil {
				return nil, fault.Wrap(err, fault.Internal, "the arguments of the call of %s are not a JSON object", p.Call.Name)
			}
		}
		return &genai.Part{FunctionCall: call}, nil
	case p.Result != nil:
		key := "output"
		if p.Result.Failed {
			key = "error"
		}
		name := p.Result.Name
		if name == "" {
			name = names[p.Result.CallID]
		}
		return &genai.Part{FunctionResponse: &genai.FunctionResponse{
			ID: ownID(p.Result.CallID), Name: name, Response: map[string]any{key: p.Result.Text},
		}}, nil
	case p.Text != "":
		return &genai.Part{Text: p.Text}, nil
	}
	return nil, nil
}

func ownID(id string) string {
	if strings.HasPrefix(id, madeID) {
		return ""
	}
	return id
}

func makeID(n int) string { return fmt.Sprintf("%s%d", madeID, n) }
