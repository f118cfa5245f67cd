package wire

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	const date = "Date: Sat, 15 Nov 2025 12:00:00 GMT"
	for _, c := range []struct {
		headers string // separated by |
		want    time.Duration
	}{
		{"", 0},
		{"Retry-After: 7", 7 * time.Second},
		{"Retry-After: 0.5", 500 * time.Millisecond},
		{"Retry-After: -3", 0},
		{"Retry-After: soon", 0},
		{"Retry-After: 1e300", 0},
		{"Retry-After: NaN", 0},
		{"Retry-After: 864000", 0},
		{"Retry-After-Ms: 1500", 1500 * time.Millisecond},
		{"Retry-After-Ms: 120000|Retry-After: 1", 2 * time.Minute},
		{"Retry-After: Sat, 15 Nov 2025 12:00:30 GMT|" + date, 30 * time.Second},
		{"Retry-After: Sat, 15 Nov 2025 11:00:00 GMT|" + date, 0},
		{"Retry-After: Sat, 15 Nov 2025 12:00:30 GMT", 0}, // nobody knows what time it is there
		{"Anthropic-Ratelimit-Requests-Remaining: 0|Anthropic-Ratelimit-Requests-Reset: 2025-11-15T12:00:20Z|" + date, 20 * time.Second},
		{"Anthropic-Ratelimit-Requests-Remaining: 4|Anthropic-Ratelimit-Requests-Reset: 2025-11-15T12:00:20Z|" + date, 0},
		{"Anthropic-Ratelimit-Input-Tokens-Remaining: 0|Anthropic-Ratelimit-Input-Tokens-Reset: 2025-11-15T12:00:40Z|" +
			"Anthropic-Ratelimit-Requests-Remaining: 0|Anthropic-Ratelimit-Requests-Reset: 2025-11-15T12:00:20Z|" + date, 40 * time.Second},
		{"Anthropic-Ratelimit-Requests-Remaining: 0|Anthropic-Ratelimit-Requests-Reset: 2025-11-15T12:00:20Z|Retry-After: 3|" + date, 3 * time.Second},
		{"X-Ratelimit-Remaining-Tokens: 0|X-Ratelimit-Reset-Tokens: 6m0s", 6 * time.Minute},
		{"X-Ratelimit-Remaining-Requests: 0|X-Ratelimit-Reset-Requests: 120ms|X-Ratelimit-Remaining-Tokens: 9|X-Ratelimit-Reset-Tokens: 6m0s", 120 * time.Millisecond},
		{"X-Ratelimit-Remaining-Requests: 0|X-Ratelimit-Reset-Requests: tomorrow", 0},
		{"X-Ratelimit-Remaining-Requests: 0|X-Ratelimit-Reset-Requests: -5s", 0},
	} {
		h := http.Header{}
		for line := range strings.SplitSeq(c.headers, "|") {
			if name, value, ok := strings.Cut(line, ": "); ok {
				h.Set(name, value)
			}
		}
		if got := RetryAfter(h); got != c.want {
			t.Errorf("%s: %s, not %s", c.headers, got, c.want)
		}
	}
}
