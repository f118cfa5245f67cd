package modeltest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// Response is what a canned provider says, to the letter.
type Response = struct {
	Status int
	Header http.Header
	Body   string
}

// Canned is a transport that answers every request with the next of its
// replies, the last again and again, and keeps what was sent. It is for what
// a Server would not say: other bytes, other headers.
type Canned struct {
	Replies []Response
	Sent    []string      // the bodies
	URLs    []string      // where to
	Headers []http.Header // with what
}

func (c *Canned) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		c.Sent = append(c.Sent, string(body))
	}
	c.URLs = append(c.URLs, r.URL.String())
	c.Headers = append(c.Headers, r.Header)
	next := c.Replies[0]
	if len(c.Replies) > 1 {
		c.Replies = c.Replies[1:]
	}
	if next.Header == nil {
		next.Header = http.Header{}
	}
	return &http.Response{
		StatusCode: next.Status, Header: next.Header, Body: io.NopCloser(strings.NewReader(next.Body)), Request: r,
	}, nil
}

// Question is a short request, for tests that are not about it.
func Question() model.Request {
	return model.Request{Messages: []model.Message{{Role: model.User, Parts: []model.Part{{Text: "How many?"}}}}}
}

// Explained holds that an error has this code, and that its message or hint
// say all of these words and no secret.
func Explained(t *testing.T, name string, err error, code fault.Code, words ...string) {
	t.Helper()
	f := fault.Of(err)
	if f == nil || f.Code != code {
		t.Errorf("%s: %v", name, err)
		return
	}
	for _, w := range words {
		if text := f.Message + f.Hint; !strings.Contains(text, w) || strings.Contains(text, "secret") {
			t.Errorf("%s: %q does not say %q, or says too much", name, text, w)
		}
	}
}

// Streaming is the URL of a server that answers with this stream, to measure
// adapters with.
func Streaming(tb testing.TB, body string) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write([]byte(body))
	}))
	tb.Cleanup(server.Close)
	return server.URL
}

// BenchmarkAdapter measures how fast a model's stream is read to its end.
func BenchmarkAdapter(b *testing.B, m model.Model) {
	for b.Loop() {
		for _, err := range m.Stream(b.Context(), Question()) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkPlain measures how fast a plain HTTP client reads the same stream,
// decoding every event.
func BenchmarkPlain(b *testing.B, url string) {
	for b.Loop() {
		if err := Plain(b.Context(), url, nil, nil, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// Plain posts a body as JSON and decodes every event of the answer, which is the
// least that a client can do. begun is called after each, unless it is nil.
func Plain(ctx context.Context, url string, header http.Header, body any, begun func()) error {
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(content))
	if err != nil {
		return err
	}
	request.Header = header.Clone()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", response.StatusCode)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, found := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
		if !found || string(data) == "[DONE]" {
			continue
		}
		var event map[string]any
		if err := json.Unmarshal(data, &event); err != nil {
			return err
		}
		if begun != nil {
			begun()
		}
	}
	return lines.Err()
}
