package anthropic

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
)

// BenchmarkStream measures an answer of 200 pieces beside the bare SDK.
func BenchmarkStream(b *testing.B) {
	before, after, _ := strings.Cut(said, "event: content_block_delta")
	piece, after, _ := strings.Cut(after, "\n\n")
	body := before + strings.Repeat("event: content_block_delta"+piece+"\n\n", 200) + after
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write([]byte(body))
	}))
	defer server.Close()
	m := New(Config{Key: key, BaseURL: server.URL}).(*claude)
	b.Run("sdk", func(b *testing.B) {
		client := sdk.NewClient(option.WithoutEnvironmentDefaults(), option.WithBaseURL(server.URL), option.WithAPIKey(key))
		params, err := m.params(question())
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
	b.Run("adapter", func(b *testing.B) {
		for b.Loop() {
			for _, err := range m.Stream(b.Context(), question()) {
				if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
