package gemini

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// canned answers every request with the same bytes, without a network.
type canned []byte

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	_ = r.Body.Close()
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(c)), Request: r}, nil
}

func cannedModel(answer string) *Model {
	return New(Config{Key: secret, Model: "m", HTTPClient: &http.Client{Transport: canned(answer)}})
}

// FuzzStream holds that whatever a server sends, the stream ends with one stop
// reason or one fault.
func FuzzStream(f *testing.F) {
	for _, s := range []string{
		"data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]},\"finishReason\":\"STOP\"}]}\n\n",
		"data: {\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"name\":\"f\",\"args\":{\"a\":1}},\"thoughtSignature\":\"YQ==\"}]},\"finishReason\":\"STOP\"}]}\r\n\r\n",
		"data: {\"candidates\":[{\"content\":{\"parts\":\"x\"}}]}\n\n", "data: {\"candidates\":{}}\n\n", "data: {\"candidates\":[1]}\n\n", "data: {\"candidates\":[null]}\n\n",
		"data: {\"candidates\":[{\"content\":3}]}\n\n", "data: {\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}\n\n", "data: {\"usageMetadata\":[]}\n\n",
		"data: {\"error\":{\"code\":503}}\n\n", "data: {\"error\":7}\n\n", ": comment\n\n", "data: null\n\n", "data: [", "",
		"data: {\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":[]}]}}]}\n\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		ends := 0
		for c, err := range cannedModel(answer).Stream(t.Context(), ask("hi")) {
			if ends > 0 {
				t.Fatal("something comes after the end")
			}
			if err != nil {
				if code := fault.CodeOf(err); !strings.HasPrefix(string(code), "LLM_") || strings.Contains(err.Error(), secret) {
					t.Fatalf("got %s: %v", code, err)
				}
				ends++
			}
			if c.Stop != "" {
				ends++
			}
		}
		if ends != 1 {
			t.Fatalf("%d ends", ends)
		}
	})
}

func answerOf(pieces int) string {
	const piece = `data: {"candidates":[{"content":{"role":"model","parts":[{"text":"some words of an answer "}]}}],"usageMetadata":{"promptTokenCount":9}}` + "\r\n\r\n"
	return strings.Repeat(piece, pieces) + `data: {"candidates":[{"content":{"parts":[{"text":"."}]},"finishReason":"STOP"}]}` + "\r\n\r\n"
}

// BenchmarkStream is the adapter beside a plain HTTP client, on the same bytes.
func BenchmarkStream(b *testing.B) {
	url := modeltest.Streaming(b, answerOf(200))
	m := New(Config{Key: secret, Model: "m", BaseURL: url})
	b.Run("plain", func(b *testing.B) { modeltest.BenchmarkPlain(b, url) })
	b.Run("adapter", func(b *testing.B) { modeltest.BenchmarkAdapter(b, m) })
}
