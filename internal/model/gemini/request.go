package gemini

import (
	"encoding/json"
	"fmt"
	"strings"

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

// request is a request in Google's format. Cache marks need none: Google keeps
// repeated beginnings by itself.
func request(name string, r model.Request) (generateRequest, error) {
	var q generateRequest
	config := &q.GenerationConfig
	config.StopSequences = r.Stop[:min(len(r.Stop), maxStops)]
	if r.MaxTokens > 0 {
		config.MaxOutputTokens = min(r.MaxTokens, 1<<30)
		if thinker(name) {
			config.MaxOutputTokens += thinkingRoom
		}
	}
	config.Temperature = r.Temperature
	if r.Seed != nil {
		config.Seed = new(int32(*r.Seed ^ *r.Seed>>32))
	}
	var system []*part
	for _, b := range r.System {
		if b.Text != "" {
			system = append(system, &part{Text: b.Text})
		}
	}
	if system != nil {
		q.SystemInstruction = &content{Role: "user", Parts: system}
	}
	if err := addTools(&q, r); err != nil {
		return q, err
	}
	var err error
	q.Contents, err = history(r.Messages)
	if wantsSignatures(name) {
		for _, c := range q.Contents {
			signForeign(c)
		}
	}
	return q, err
}

func addTools(q *generateRequest, r model.Request) error {
	if len(r.Tools) == 0 {
		return nil
	}
	var list []functionDeclaration
	for _, t := range r.Tools {
		if len(t.Schema) > 0 && !json.Valid(t.Schema) {
			return fault.New(fault.Internal, "the schema of the tool %s is not JSON", t.Name)
		}
		list = append(list, functionDeclaration{Name: t.Name, Description: t.Description, Parameters: t.Schema})
	}
	q.Tools = []tool{{FunctionDeclarations: list}}
	if r.Force != "" {
		q.ToolConfig = &toolConfig{functionCallingConfig{Mode: "ANY", AllowedFunctionNames: []string{r.Force}}}
	}
	return nil
}

func history(messages []model.Message) ([]*content, error) {
	var contents []*content
	names := map[string]string{} // of calls, by their identifiers
	for _, m := range messages {
		c := &content{Role: "user"}
		if m.Role == model.Assistant {
			c.Role = "model"
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

// partOf is a part in Google's format, or nil for what does not go back as a
// part of its own: thoughts go back as signatures of other parts.
func partOf(p model.Part, names map[string]string) (*part, error) {
	switch {
	case p.Call != nil:
		names[p.Call.ID] = p.Call.Name
		call := &functionCall{ID: ownID(p.Call.ID), Name: p.Call.Name}
		if len(p.Call.Arguments) > 0 {
			if err := json.Unmarshal(p.Call.Arguments, &call.Args); err != nil {
				return nil, fault.Wrap(err, fault.Internal, "the arguments of the call of %s are not a JSON object", p.Call.Name)
			}
		}
		return &part{FunctionCall: call}, nil
	case p.Result != nil:
		key := "output"
		if p.Result.Failed {
			key = "error"
		}
		name := p.Result.Name
		if name == "" {
			name = names[p.Result.CallID]
		}
		return &part{FunctionResponse: &functionResponse{
			ID: ownID(p.Result.CallID), Name: name, Response: map[string]string{key: p.Result.Text},
		}}, nil
	case p.Text != "":
		return &part{Text: p.Text}, nil
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
