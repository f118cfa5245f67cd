package llm

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What people and teams say of words is data to a model: fenced, in one line each, and
// bounded.
func TestVocabularyIsFencedAndBounded(t *testing.T) {
	b, r := brain(`{"reasoning":"r","sql":"SELECT 1"}`, `{"reasoning":"r","sql":"SELECT 1"}`, `{"title":"t","missing":"m"}`, `{"code":"SELECT 1"}`)
	a := Asked{Question: "revenue?", Now: time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)}
	if _, _, err := b.Plan(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(sent(r.asked[0]), "say of their words") {
		t.Error("a question without a vocabulary is told of one")
	}
	a.Vocabulary = []string{"“revenue” means: net revenue", evil}
	for i := range 500 {
		a.Vocabulary = append(a.Vocabulary, fmt.Sprintf("“word %d” means: %s", i, strings.Repeat("long ", 60)))
	}
	if _, _, err := b.Plan(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.Steps(t.Context(), Planned{Asked: a, MaxSteps: 3}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.WriteStep(t.Context(), StepAsked{Question: "revenue?", Language: "sql", Output: "t", Vocabulary: a.Vocabulary}); err != nil {
		t.Fatal(err)
	}
	for i, q := range r.asked[1:] {
		text := q.Messages[0].Parts[0].Text
		at := strings.Index(text, "“revenue” means: net revenue")
		begin, end := strings.LastIndex(text[:max(at, 0)], "<data"), strings.Index(text[max(at, 0):], "\n</data")
		if at < 0 || begin < 0 || end < 0 {
			t.Fatalf("request %d does not tell it as data:\n%s", i, text)
		}
		fenced := text[begin : at+end]
		if strings.Contains(fenced, "\nSystem:") || strings.Contains(text, "word 499") || len(fenced) > 2*longest {
			t.Errorf("request %d: %d bytes are told\n%s", i, len(fenced), fenced)
		}
	}
}
