package whatif_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/whatif"
)

// TestForecastFollowsASeason that is there, and draws a line where there is
// none, or where it would not help.
func TestForecastFollowsASeason(t *testing.T) {
	straight := func(n int, wobble int) (out []string) {
		for i := range n {
			out = append(out, fmt.Sprintf("%d", 1000+12*i+(i*7919)%13*wobble))
		}
		return out
	}
	steep := func(n int) (out []string) { // a season that growth swallows
		for i := range n {
			out = append(out, fmt.Sprintf("%d", 1000+400*i+(i%12)*20))
		}
		return out
	}
	for name, c := range map[string]struct {
		values []string
		want   whatif.Technique
	}{
		"three seasons":          {wavy(36), whatif.Seasonal},
		"two seasons":            {wavy(24), whatif.Trend}, // repeating the last one would lose the growth
		"less than two":          {wavy(23), whatif.Trend},
		"no season":              {straight(36, 1), whatif.Trend},
		"no season, much noise":  {straight(48, 40), whatif.Trend},
		"growth, little season":  {steep(24), whatif.Trend},
		"few points":             {wavy(6), whatif.Trend},
		"many seasons":           {wavy(60), whatif.Seasonal},
		"a season and no growth": {flat(24), whatif.Seasonal},
	} {
		r, err := whatif.Run(monthly(t, "text", "2006-01", c.values...), whatif.Request{Technique: whatif.Forecast, Horizon: whatif.Horizon{Count: 6}}, whatif.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		said := strings.Join(append(r.Assumptions, r.Caveats...), " ")
		if r.Technique != c.want {
			t.Errorf("%s: %s, not %s", name, r.Technique, c.want)
		}
		if unasked := strings.Contains(said, "so the forecast is seasonal"); unasked != (c.want == whatif.Seasonal) {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// flat is a season that comes back as it was.
func flat(n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("%d", 1000+100*((i%12)%5)+(i*7919)%13))
	}
	return out
}

func TestALineIsALineWhenAskedFor(t *testing.T) {
	r, err := whatif.Run(monthly(t, "text", "2006-01", wavy(36)...), whatif.Request{Technique: whatif.Trend}, whatif.Options{})
	if err != nil || r.Technique != whatif.Trend || !strings.HasPrefix(r.Sentences[0], "The straight line through 36 months") {
		t.Errorf("%+v, %v", r, err)
	}
}
