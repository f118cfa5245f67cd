package anthropic

import (
	"testing"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/modeltest"
)

// key is no key; errors must not repeat it.
const key = "sk-ant-api03-not-a-real-key"

func at(url string) model.Model {
	return New(Config{Key: key, BaseURL: url})
}

func TestConformance(t *testing.T) {
	modeltest.Conformance(t, at, modeltest.Anthropic)
}
