package anthropic

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// BenchmarkStream measures an answer of 200 pieces beside a plain HTTP client.
func BenchmarkStream(b *testing.B) {
	before, after, _ := strings.Cut(said, "event: content_block_delta")
	piece, after, _ := strings.Cut(after, "\n\n")
	body := before + strings.Repeat("event: content_block_delta"+piece+"\n\n", 200) + after
	url := modeltest.Streaming(b, body)
	m := New(Config{Key: key, BaseURL: url})
	b.Run("plain", func(b *testing.B) { modeltest.BenchmarkPlain(b, url) })
	b.Run("adapter", func(b *testing.B) { modeltest.BenchmarkAdapter(b, m) })
}
