package openai

import (
	"strings"
	"testing"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// BenchmarkStream measures an answer of 200 pieces beside the bare SDK.
func BenchmarkStream(b *testing.B) {
	piece, after, _ := strings.Cut(said, "\n\n")
	body := strings.Repeat(piece+"\n\n", 200) + after
	url := modeltest.Streaming(b, body)
	m := New(Config{Provider: "openai", Key: key, BaseURL: url}).(*chat)
	b.Run("sdk", func(b *testing.B) {
		service := sdk.NewChatCompletionService(option.WithBaseURL(url), option.WithAPIKey(key))
		params, err := m.params(modeltest.Question())
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			stream := service.NewStreaming(b.Context(), params)
			for stream.Next() {
				_ = stream.Current()
			}
			if stream.Err() != nil {
				b.Fatal(stream.Err())
			}
			stream.Close()
		}
	})
	b.Run("adapter", func(b *testing.B) { modeltest.BenchmarkAdapter(b, m) })
}
