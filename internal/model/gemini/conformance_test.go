package gemini

import (
	"context"
	"testing"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

func TestConformanceWithAKey(t *testing.T) {
	modeltest.Conformance(t, func(url string) model.Model {
		return New(Config{Key: secret, Model: "gemini-2.5-flash", BaseURL: url})
	}, modeltest.Gemini, modeltest.Thinks)
}

func TestConformanceOfVertex(t *testing.T) {
	modeltest.Conformance(t, func(url string) model.Model {
		return New(Config{Project: "p1", Location: "europe-west4", Model: "gemini-2.5-flash", BaseURL: url,
			Token: func(context.Context) (string, error) { return secret, nil }})
	}, modeltest.Gemini, modeltest.Thinks)
}
