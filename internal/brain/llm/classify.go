package llm

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/model"
)

// Kind is something that a message can want.
type Kind struct{ Name, About string }

// classified is what a model says that a message wants.
type classified struct {
	Intent     string  `json:"intent" schema:"description=the name of the kind"`
	Confidence float64 `json:"confidence" schema:"description=how sure you are, from 0 to 1"`
}

var classifyForm = model.NewForm[classified]("classify_message", "Say what the message wants.")

// Classify lets a model say which of the kinds a message wants, and how sure that is.
// Before is what was asked before it, or "". A kind that is not listed is none: "". Only
// the beginning of both is told, without secrets.
func Classify(ctx context.Context, m model.Model, message, before string, kinds []Kind) (kind string, confidence float64, used model.Usage, err error) {
	rules, err := model.Prompt(files, "classify", map[string]any{"Kinds": kinds, "FenceRule": model.FenceRule})
	if err != nil {
		return "", 0, model.Usage{}, err
	}
	parts := []string{model.Fence("message", redact(message))}
	if before != "" {
		parts = []string{model.Fence("asked before", redact(before)), parts[0]}
	}
	c, reply, err := model.Object(ctx, m, newRequest([]model.Block{{Text: rules, Cache: true}}, classifyTokens, parts...), classifyForm)
	if err != nil {
		return "", 0, reply.Usage, err
	}
	if !slices.ContainsFunc(kinds, func(k Kind) bool { return k.Name == c.Intent }) || c.Confidence < 0 || c.Confidence > 1 {
		return "", 0, reply.Usage, nil
	}
	return c.Intent, c.Confidence, reply.Usage, nil
}
