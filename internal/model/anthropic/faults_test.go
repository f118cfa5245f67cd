package anthropic

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

func body(kind, message string) string {
	return fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%q},"request_id":"req_1"}`, kind, message)
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		header http.Header
		body   string
		code   fault.Code
		says   string
		wait   time.Duration
	}{
		{"wrong key", 401, nil, body("authentication_error", "invalid x-api-key "+key), model.Auth, "does not accept the key in ANTHROPIC_API_KEY", 0},
		{"no right", 403, nil, body("permission_error", "no"), model.Auth, "may not use claude-sonnet-4-5", 0},
		{"unpaid", 402, nil, body("billing_error", "no"), model.Auth, "has no credit for the request", 0},
		{"nothing left", 400, nil, body("invalid_request_error", "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."), model.Auth, "has no credit for the request", 0},
		{"a limit of one's own", 400, nil, body("invalid_request_error", "You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC."), model.Auth, "has no credit for the request", 0},
		{"prompt too long", 400, nil, body("invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum"), model.ContextSize, "208310 tokens, and claude-sonnet-4-5 reads at most 200000", 0},
		{"sum too long", 400, nil, body("invalid_request_error", "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease"), model.ContextSize, "has room for 200000", 0},
		{"body too large", 413, nil, body("request_too_large", "no"), model.ContextSize, "larger than anthropic reads", 0},
		{"a field", 400, nil, body("invalid_request_error", "messages.0.content.1.text: secret question"), model.BadRequest, "its field messages.0.content.1.text", 0},
		{"seconds", 429, http.Header{"Retry-After": {"12"}}, body("rate_limit_error", "no"), model.RateLimit, "wait 12s", 12 * time.Second},
		{"date", 429, http.Header{"Retry-After": {"Sun, 15 Nov 2026 10:01:00 GMT"}, "Date": {"Sun, 15 Nov 2026 10:00:00 GMT"}}, body("rate_limit_error", "no"), model.RateLimit, "wait 1m0s", time.Minute},
		{"nonsense", 429, http.Header{"Retry-After": {"-1e99"}}, body("rate_limit_error", "no"), model.RateLimit, "no more requests", 0},
		{"overloaded", 529, nil, body("overloaded_error", "Overloaded"), model.Overloaded, "overloaded", 0},
		{"gateway", 503, nil, "<html>", model.Overloaded, "overloaded", 0},
		{"timeout", 504, nil, body("timeout_error", "no"), model.Timeout, "too long", 0},
		{"wrong address", 404, nil, "<html>", model.BadRequest, "api.anthropic.com has no service", 0},
		{"something new", 418, nil, `{"error":"tea"}`, model.BadRequest, "status 418", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := &modeltest.Canned{Replies: []modeltest.Response{{c.status, c.header, c.body}}}
			_, err := model.Generate(t.Context(), over(server, Config{}), modeltest.Question())
			if fault.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.says) || model.RetryAfter(err) != c.wait {
				t.Errorf("%s %v, wait %v", fault.CodeOf(err), err, model.RetryAfter(err))
			}
			modeltest.Discreet(t, err, key, "secret question")
		})
	}
}

func TestUnknownModelNamesTheNearest(t *testing.T) {
	list := `{"data":[{"id":"claude-opus-4-5"},{"id":"claude-sonnet-4-5"}],"has_more":false}`
	c := &modeltest.Canned{Replies: []modeltest.Response{
		{404, nil, body("not_found_error", "model: claude-sonet-4-5")},
		{200, http.Header{"Content-Type": {"application/json"}}, list},
	}}
	_, err := model.Generate(t.Context(), over(c, Config{Model: "claude-sonet-4-5"}), modeltest.Question())
	if f := fault.Of(err); f.Code != model.UnknownModel || f.Hint != "did you mean claude-sonnet-4-5?" || len(c.URLs) != 2 {
		t.Errorf("%v, hint %q, asked %v", err, f.Hint, c.URLs)
	}
}

func TestBounds(t *testing.T) {
	long := `data: {"type":"ping","padding":"` + strings.Repeat("x", 1<<20) + "\"}\n"
	for name, s := range map[string]struct {
		body string
		code fault.Code
	}{
		"lines without an end":   {strings.Repeat(long, 5), model.Malformed},
		"many events":            {strings.Repeat("event: ping\n"+long+"\n", 65), model.Malformed},
		"events within the rule": {strings.Repeat("event: ping\r\n"+long+"\r\n", 6) + said, ""},
	} {
		c := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, s.body}}}
		if _, err := model.Generate(t.Context(), over(c, Config{}), modeltest.Question()); fault.CodeOf(err) != s.code {
			t.Errorf("%s: %v", name, err)
		}
	}
}
