package chart

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"
)

// luminance and contrast are as the Web Content Accessibility Guidelines
// define them.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(colour[1:], 16, 24)
	if err != nil || len(colour) != 7 {
		t.Fatalf("%q is not a colour", colour)
	}
	part := func(shift uint) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.03928 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
}

func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

func TestContrast(t *testing.T) {
	for _, dark := range []bool{false, true} {
		p := colours(dark)
		for _, c := range []string{p.ink, p.title, p.label} {
			if got := contrast(t, c, p.background); got < 4.5 {
				t.Errorf("dark %v: text %s has a contrast of %.2f", dark, c, got)
			}
		}
		for _, c := range append([]string{p.line, p.high}, p.category...) {
			if got := contrast(t, c, p.background); got < 3 {
				t.Errorf("dark %v: %s has a contrast of %.2f", dark, c, got)
			}
		}
		if got := contrast(t, p.low, p.high); got < 4.5 {
			t.Errorf("dark %v: the ends of the shades have a contrast of %.2f", dark, got)
		}
		if len(p.category) != maxSeries {
			t.Errorf("%d colours for %d series", len(p.category), maxSeries)
		}
	}
}

func TestThemeIsValid(t *testing.T) {
	for _, dark := range []bool{false, true} {
		var spec map[string]any
		if err := json.Unmarshal(Choose("", regions, nil).Plan.VegaLite(), &spec); err != nil {
			t.Fatal(err)
		}
		var config any
		if err := json.Unmarshal(Theme(dark), &config); err != nil {
			t.Fatal(err)
		}
		spec["config"] = config
		if _, problems := Validate(encode(spec), regions); len(problems) > 0 {
			t.Errorf("%+v", problems)
		}
	}
}
