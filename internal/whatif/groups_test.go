package whatif_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// A look ahead over rows of several regions says that it is about all of them,
// and what the largest come to by themselves.
func TestGroupsAreSaid(t *testing.T) {
	var b strings.Builder
	b.WriteString("month:text,region_name:text,revenue:integer\n")
	for i := range 24 {
		for k, region := range []string{"North", "South", "East", "West"} {
			fmt.Fprintf(&b, "%d-%02d,%s,%d\n", 2023+i/12, i%12+1, region, 1000*(k+1)+10*(k+1)*i)
		}
	}
	rows := read(t, b.String())
	for technique, c := range map[whatif.Technique]struct{ lead, last string }{
		// West goes up by 40 a month from 4,000, and so on.
		whatif.Trend: {"The straight line through 24 months of revenue of all regions together,", "Each on its own: West comes to 4,960, East to 3,720 and South to 2,480."},
		// In two years, no better way was found than the month of the year before.
		whatif.Seasonal: {"The forecast of revenue of all regions together ", "Each on its own: West comes to 4,480, East to 3,360 and South to 2,240."},
	} {
		r, err := whatif.Run(rows, whatif.Request{Technique: technique, Horizon: whatif.Horizon{Count: 1}}, whatif.Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(r.Sentences[0], c.lead) {
			t.Errorf("%s: %s", technique, r.Sentences[0])
		}
		if got := r.Sentences[len(r.Sentences)-1]; got != c.last {
			t.Errorf("%s: got  %s\nwant %s", technique, got, c.last)
		}
	}
	one := &table.Table{Columns: rows.Columns}
	for i := 0; i < len(rows.Rows); i += 4 {
		one.Rows = append(one.Rows, rows.Rows[i])
	}
	r, err := whatif.Run(one, whatif.Request{Technique: whatif.Trend}, whatif.Options{})
	if err != nil || strings.Contains(strings.Join(r.Sentences, " "), "together") || strings.Contains(strings.Join(r.Sentences, " "), "Each on its own") {
		t.Errorf("one region is not several: %v %v", r, err)
	}
}

func TestACutCorrelationSaysSo(t *testing.T) {
	var b strings.Builder
	b.WriteString("spend:integer,clicks:integer\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%d,%d\n", i, 3*i+i%7)
	}
	rows := read(t, b.String())
	for cut, want := range map[table.Cap]string{table.Whole: "over 40 rows", table.ByRows: "over the first 40 rows"} {
		rows.Truncated = cut
		r, err := whatif.Run(rows, whatif.Request{Technique: whatif.Correlation}, whatif.Options{})
		if err != nil || !strings.Contains(r.Sentences[0], want) {
			t.Errorf("%s: %v %v", want, r, err)
		}
	}
}

// The finding comes first: a slope that may be chance is no trend.
func TestATrendThatMayBeChance(t *testing.T) {
	var b strings.Builder
	b.WriteString("month:text,revenue:integer\n")
	for i, v := range []int{100, 140, 90, 150, 95, 130, 105, 145} {
		fmt.Fprintf(&b, "2025-%02d,%d\n", i+1, v)
	}
	r, err := whatif.Run(read(t, b.String()), whatif.Request{Technique: whatif.Trend}, whatif.Options{})
	if err != nil || !strings.HasPrefix(r.Sentences[0], "There is no clear trend: the straight line through 8 months of revenue, January 2025 to August 2025, rises by ") {
		t.Errorf("%v %v", r, err)
	}
}
