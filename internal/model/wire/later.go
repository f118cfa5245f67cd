package wire

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RetryAfter is how long a provider asks to wait before the next request, zero
// when it does not say: milliseconds or seconds, a date beside the date of the
// reply itself, or else when the limit that is used up is lifted.
func RetryAfter(h http.Header) time.Duration {
	for _, unit := range []struct {
		name   string
		length time.Duration
	}{{"Retry-After-Ms", time.Millisecond}, {"Retry-After", time.Second}} {
		if n, err := strconv.ParseFloat(strings.TrimSpace(h.Get(unit.name)), 64); err == nil && n >= 0 {
			return bearable(time.Duration(min(n*float64(unit.length), 2*float64(longest))))
		}
	}
	now, err := http.ParseTime(h.Get("Date"))
	if until, second := http.ParseTime(h.Get("Retry-After")); err == nil && second == nil {
		return bearable(until.Sub(now))
	}
	return limitLifts(h, now)
}

// longest is the longest wait that is taken for meant.
const longest = 24 * time.Hour

func bearable(wait time.Duration) time.Duration {
	if wait < 0 || wait > longest {
		return 0
	}
	return wait
}

// limitLifts is when the limits of which nothing remains are lifted, the last of
// them. Anthropic gives the time, OpenAI and those who follow it how long it
// takes.
func limitLifts(h http.Header, now time.Time) time.Duration {
	var wait time.Duration
	for name := range h {
		kind, found := strings.CutSuffix(name, "-Remaining")
		if found && strings.HasPrefix(kind, "Anthropic-Ratelimit-") && spent(h.Get(name)) {
			if until, err := time.Parse(time.RFC3339, h.Get(kind+"-Reset")); err == nil && !now.IsZero() {
				wait = max(wait, bearable(until.Sub(now)))
			}
		}
	}
	for _, kind := range []string{"Requests", "Tokens"} {
		if spent(h.Get("X-Ratelimit-Remaining-" + kind)) {
			if d, err := time.ParseDuration(h.Get("X-Ratelimit-Reset-" + kind)); err == nil {
				wait = max(wait, bearable(d))
			}
		}
	}
	return wait
}

func spent(remaining string) bool {
	n, err := strconv.ParseFloat(remaining, 64)
	return err == nil && n <= 0
}
