package anthropic

import (
	"strings"
	"testing"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// BenchmarkStream measures an answer of 200 pieces beside the bare SDK.
func BenchmarkStream(b *testing.B) {
	before, after, _ := strings.Cut(said, "event: content_block_delta")
	piece, after, _ := strings.Cut(after, "\n\n")
	body := before + strings.Repeat("event: content_block_delta"+piece+"\n\n", 200) + after
	url := modeltest.Streaming(b, body)
	m := New(Config{Key: key, BaseURL: url}).(*claude)
	b.Run("sdk", func(b *testing.B) {
		client := sdk.NewClient(option.WithoutEnvironmentDefaults(), option.WithBaseURL(url), option.WithAPIKey(key))
		params, err := m.params(modeltest.Question())
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			stream := client.Messages.NewStreaming(b.Context(), params)
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
