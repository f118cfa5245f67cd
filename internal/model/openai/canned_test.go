package openai

import (
	"io"
	"net/http"
	"strings"

	"github.com/plumbdata/plumb/internal/model"
)

// key is no key; errors must not repeat it.
const key = "sk-proj-not-a-real-key-0123456789"

// canned answers every request with the next of its replies, the last again
// and again, and keeps what was sent.
type canned struct {
	replies []reply
	sent    []string
	urls    []string
	headers []http.Header
}

type reply struct {
	status int
	header http.Header
	body   string
}

func (c *canned) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		c.sent = append(c.sent, string(body))
	}
	c.urls = append(c.urls, r.URL.String())
	c.headers = append(c.headers, r.Header)
	next := c.replies[0]
	if len(c.replies) > 1 {
		c.replies = c.replies[1:]
	}
	if next.header == nil {
		next.header = http.Header{}
	}
	return &http.Response{
		StatusCode: next.status, Header: next.header, Body: io.NopCloser(strings.NewReader(next.body)), Request: r,
	}, nil
}

func (c *canned) config(config Config) Config {
	if lookUp(config.Provider).needsKey() {
		config.Key = key
	}
	config.HTTPClient = &http.Client{Transport: c}
	return config
}

func (c *canned) model(config Config) model.Model { return New(c.config(config)) }

// said is a short answer.
const said = `data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":1,"total_tokens":4}}

data: [DONE]

`

func question() model.Request {
	return model.Request{Messages: []model.Message{{Role: model.User, Parts: []model.Part{{Text: "How many?"}}}}}
}
