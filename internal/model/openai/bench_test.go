package openai

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// BenchmarkStream measures an answer of 200 pieces beside a plain HTTP client.
func BenchmarkStream(b *testing.B) {
	piece, after, _ := strings.Cut(said, "\n\n")
	body := strings.Repeat(piece+"\n\n", 200) + after
	url := modeltest.Streaming(b, body)
	m := New(Config{Provider: "openai", Key: key, BaseURL: url})
	b.Run("plain", func(b *testing.B) { modeltest.BenchmarkPlain(b, url) })
	b.Run("adapter", func(b *testing.B) { modeltest.BenchmarkAdapter(b, m) })
}
