package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/model"
)

// Excerpt is a passage of a document that a model may answer from.
type Excerpt struct {
	Title string // of the document, and the headings above the passage
	Text  string
}

// Excerpted is a question and the excerpts that may answer it. Objections are what was
// wrong with the answer before.
type Excerpted struct {
	Question   string
	Before     string // what was asked before it, or ""
	Excerpts   []Excerpt
	Objections []string
}

// saidFromDocuments is what answer_from_documents is called with.
type saidFromDocuments struct {
	Answer   string `json:"answer,omitempty" schema:"max=3000,description=sentences that each end with the number of an excerpt such as [1]; empty if not_found"`
	NotFound bool   `json:"not_found,omitempty" schema:"description=true if the excerpts do not answer the question"`
}

// Check refuses an answer that says nothing.
func (s *saidFromDocuments) Check() error {
	if strings.TrimSpace(s.Answer) == "" && !s.NotFound {
		return errors.New("it has no answer: give one, or set not_found")
	}
	return nil
}

var documentsForm = model.NewForm[saidFromDocuments]("answer_from_documents", "Answer a question from excerpts of documents.")

const (
	documentsTokens = 900
	maxExcerpt      = 4 << 10 // bytes
)

// Lookup lets a model answer from excerpts. It is "" where they do not answer.
func Lookup(ctx context.Context, m model.Model, asked Excerpted) (string, model.Usage, error) {
	rules, err := model.Prompt(files, "lookup", map[string]any{"FenceRule": model.FenceRule})
	if err != nil {
		return "", model.Usage{}, err
	}
	var parts []string
	for i, e := range asked.Excerpts {
		parts = append(parts, fmt.Sprintf("Excerpt [%d]:\n", i+1)+model.Fence("excerpt", redact(e.Title)+"\n"+redact(clipTo(e.Text, maxExcerpt))))
	}
	if asked.Before != "" {
		parts = append(parts, "What was asked before:\n"+model.Fence("asked", redact(asked.Before)))
	}
	parts = append(parts, "The question:\n"+model.Fence("question", redact(asked.Question)))
	if len(asked.Objections) > 0 {
		parts = append(parts, "Your last answer had faults. Write it again without them:\n"+model.Fence("faults", clipTo(strings.Join(asked.Objections, "\n"), maxExcerpt)))
	}
	s, reply, err := model.Object(ctx, m, newRequest([]model.Block{{Text: rules, Cache: true}}, documentsTokens, parts...), documentsForm)
	if err != nil || s.NotFound {
		return "", reply.Usage, err
	}
	return strings.TrimSpace(s.Answer), reply.Usage, nil
}
