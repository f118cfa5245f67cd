// Package wire is what adapters share about HTTP: a client that sends the key
// to one server only, bounded replies, server-sent events, and faults for
// network errors.
package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// Limits of a reply, in bytes.
const (
	MaxEvent = 4 << 20
	maxReply = 64 << 20
	maxError = 1 << 20
)

// Client sends requests to one server.
type Client struct {
	Host   string // of the address, without a login in it; "" when the address is not one
	base   *url.URL
	header http.Header
	http   http.Client
}

// NewClient makes a client that sends these headers with every request. A nil
// HTTP client is a plain one. Redirects are not followed: the key would go to
// wherever they point.
func NewClient(base string, header map[string]string, c *http.Client) *Client {
	client := &Client{header: http.Header{"User-Agent": {"plumb"}}}
	for name, value := range header {
		client.header.Set(name, value)
	}
	if c != nil {
		client.http = *c
	}
	client.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if u, err := url.Parse(base); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
		client.base, client.Host = u, u.Host
	}
	return client
}

// Refusal is a reply with an error status. Its body may quote the key or the
// question, so it is not part of the message.
type Refusal struct {
	Status int
	Header http.Header
	Body   []byte
}

func (r *Refusal) Error() string { return fmt.Sprintf("status %d", r.Status) }

// Send posts a body as JSON, or gets when there is none. An error status is a
// Refusal.
func (c *Client) Send(ctx context.Context, path string, body any) (*http.Response, error) {
	method, content := http.MethodGet, bytes.Buffer{}
	if body != nil {
		method = http.MethodPost
		encoder := json.NewEncoder(&content)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(body); err != nil {
			return nil, fault.Wrap(err, fault.Internal, "the request is not JSON")
		}
	}
	reference, err := url.Parse(path)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "%s is not a path", path)
	}
	target := c.base.JoinPath(reference.EscapedPath())
	if reference.RawQuery != "" {
		target.RawQuery = reference.RawQuery
	}
	request, err := http.NewRequestWithContext(ctx, method, target.String(), bytes.NewReader(content.Bytes()))
	if err != nil {
		return nil, err
	}
	request.Header = c.header.Clone()
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	switch status := response.StatusCode; {
	case status >= 400:
		defer response.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(response.Body, maxError)) // without a body, the status counts
		return nil, &Refusal{status, response.Header, body}
	case status >= 300:
		response.Body.Close()
		return nil, fault.New(model.BadRequest, "%s redirects to another address (status %d)", c.Host, status).
			WithHint("set the base URL to the final address; the key is not sent to another server")
	}
	return response, nil
}

// Call sends a request and decodes the reply into a value.
func (c *Client) Call(ctx context.Context, path string, body, into any) error {
	response, err := c.Send(ctx, path, body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, maxReply+1))
	switch {
	case err != nil:
		return err
	case len(data) > maxReply:
		return tooLarge()
	}
	return Decode(data, into)
}

const (
	listTime  = 5 * time.Second // a hint is not worth more
	listLimit = 1000
)

// ModelIDs asks for the list of models that OpenAI and Anthropic have in common.
// It is empty when the server does not give one.
func (c *Client) ModelIDs(ctx context.Context, path string) []string {
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	var page struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if c.Call(ctx, path, nil, &page) != nil {
		return nil
	}
	var ids []string
	for _, m := range page.Data[:min(len(page.Data), listLimit)] {
		ids = append(ids, m.ID)
	}
	return ids
}

// Decode decodes JSON. A field of another type than expected is left out,
// because servers that imitate a format get details wrong.
func Decode(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &mismatch) && mismatch.Field != "" {
		return nil
	}
	return err
}

func tooLarge() *fault.Fault {
	return fault.New(model.Malformed, "the reply exceeds Plumb's limit (%d MB per event, %d MB in all)", MaxEvent>>20, maxReply>>20).
		WithHint("try again, or ask for less at once")
}
