package openai

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// BenchmarkStream measures an answer of 200 pieces beside the bare SDK.
func BenchmarkStream(b *testing.B) {
	piece, after, _ := strings.Cut(said, "\n\n")
	body := strings.Repeat(piece+"\n\n", 200) + after
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write([]byte(body))
	}))
	defer server.Close()
	m := New(Config{Provider: "openai", Key: key, BaseURL: server.URL}).(*chat)
	b.Run("sdk", func(b *testing.B) {
		service := sdk.NewChatCompletionService(option.WithBaseURL(server.URL), option.WithAPIKey(key))
		params, err := m.params(question())
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
