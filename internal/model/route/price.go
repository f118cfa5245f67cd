package route

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// rate is what one token costs, in millionths of a millionth of a dollar.
// That is also millionths of a dollar for a million tokens, so prices as
// providers publish them are exact.
type rate int64

// Price is what a model costs.
type Price struct {
	input, output, cached, written rate
}

const (
	maxRate   = 1_000_000_000 // a thousand dollars for a million tokens
	maxTokens = 1_000_000_000
)

// NewPrice reads dollars for a million tokens, as decimals. Without a price of
// their own, input from the provider's cache and input that is put into it cost
// what input costs.
func NewPrice(input, output, cached, written string) (Price, error) {
	var p Price
	for _, part := range []struct {
		text string
		into *rate
	}{{input, &p.input}, {output, &p.output}, {cmp.Or(cached, input), &p.cached}, {cmp.Or(written, input), &p.written}} {
		r, ok := parseRate(part.text)
		if !ok {
			return Price{}, fault.New(fault.Config, "%q is not a price", part.text).
				WithHint("write dollars for a million tokens, such as 3 or 0.15")
		}
		*part.into = r
	}
	return p, nil
}

// parseRate reads a decimal with at most six places.
func parseRate(text string) (rate, bool) {
	whole, places, point := strings.Cut(text, ".")
	if whole == "" || point && places == "" || len(places) > 6 || len(whole) > 4 {
		return 0, false
	}
	var n int64
	for _, c := range whole + places + strings.Repeat("0", 6-len(places)) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return rate(n), n <= maxRate
}

// Cost is what the tokens of a call cost.
func (p Price) Cost(t Tokens) Cost {
	input, output := clamp(t.Input), clamp(t.Output)
	cached := min(clamp(t.Cached), input)
	written := min(clamp(t.Written), input-cached)
	plain := input - cached - written
	return Cost{Known: true, Pico: plain*int64(p.input) + cached*int64(p.cached) + written*int64(p.written) + output*int64(p.output)}
}

func clamp(tokens int) int64 { return int64(min(max(tokens, 0), maxTokens)) }

// Cost is an amount of money, or that it is not known.
type Cost struct {
	Known bool  `json:"known"`
	Pico  int64 `json:"pico_usd,omitempty"` // millionths of a millionth of a dollar
}

// USD is the amount in dollars, 0 when it is not known.
func (c Cost) USD() float64 { return float64(c.Pico) / 1e12 }

// String is the cost in dollars, for people.
func (c Cost) String() string {
	const tenthOfMill = 100_000_000 // a ten-thousandth of a dollar
	switch {
	case !c.Known:
		return "unknown"
	case c.Pico == 0:
		return "$0"
	case c.Pico < tenthOfMill:
		return "under $0.0001"
	}
	// Rounded half up, in whole numbers.
	n := c.Pico/tenthOfMill + c.Pico%tenthOfMill/(tenthOfMill/2)
	return fmt.Sprintf("$%d.%04d", n/10_000, n%10_000)
}
