package span

import (
	"fmt"
	"strings"
	"testing"
)

func TestFindBands(t *testing.T) {
	for _, c := range []struct{ question, want string }{
		{"appointments by age: under 18, 18-39, 40-64 and 65+.", "under 18|18-39|40-64|65+ cut at 18 40 65, from  to "},
		{"Split permits by cost: under $10k, $10k to under $50k, $50k to under $250k, and $250k or more. How many?", "under $10k|$10k to under $50k|$50k to under $250k|$250k or more cut at 10000 50000 250000, from  to "},
		{"small (under 10k), medium (10k up to 50k) and large (50k and more): how many?", "under 10k|10k up to 50k|50k and more cut at 10000 50000, from  to "},
		{"distance: 0-1, 1-2, 2-5, 5-10, over 10 miles", "0-1|1-2|2-5|5-10|over 10 cut at 1 2 5 10, from 0 to  over"},
		{"built before 1950, 1950-1979, 1980-1999, 2000 or later", "before 1950|1950-1979|1980-1999|2000 or later cut at 1950 1980 2000, from  to "},
		{"orders of 10 to 20, 20 to 30, 30 to 50 euros", "10 to 20|20 to 30|30 to 50 cut at 20 30, from 10 to 50 through"},
		{"ages 0-17, 18-64, over 64", "0-17|18-64|over 64 cut at 18 64, from 0 to  over"},
		{"sales from 2019 to 2021", ""},
		{"orders under 50 and over 100", ""},
		{"under 10, 20-30 and 40+", ""},
	} {
		got := ""
		if b := FindBands(c.question); b != nil {
			got = fmt.Sprintf("%s cut at %s, from %s to %s", strings.Join(b.Labels, "|"), strings.Join(b.Cuts, " "), b.From, b.To)
		}
		if b := FindBands(c.question); b != nil && b.Over {
			got += " over"
		}
		if b := FindBands(c.question); b != nil && b.Through {
			got += " through"
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.question, got, c.want)
		}
	}
}
