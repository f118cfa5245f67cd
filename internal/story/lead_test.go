package story

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// wrongIn are the words of a text that the rows do not support.
func wrongIn(text string, t *table.Table, c Context) string {
	var list []string
	for _, claim := range Check(text, t, c).Unsupported() {
		list = append(list, claim.Text)
	}
	return strings.Join(list, "|")
}

func TestLeads(t *testing.T) {
	three := sales("product", "revenue", []string{"tent", "stove", "lamp"}, 15150, 15000, 9000)
	for text, wrong := range map[string]string{
		"The tent made 15,150 and the stove 15,000, so the tent leads by 150.":  "",
		"The tent made 15,150 and the stove 15,000, so the tent leads by 160.":  "160",
		"The tent made 15,150 and the stove 15,000, so the stove leads by 150.": "leads|150",
		"The tent made 15,150 and the lamp 9,000, so the tent is ahead by 150.": "150",
		"The tent made 15,150 against the stove's 15,000, and leads by 150.":    "",
		"The tent leads by 150.":                                    "",
		"The tent leads by a margin of 150.":                        "",
		"The tent leads by about 1%.":                               "",
		"The tent leads by 6,150.":                                  "6,150",
		"The tent made 15,150. It leads by 150.":                    "",
		"The tent is ahead by 150.":                                 "",
		"The tent is 150 ahead.":                                    "",
		"The tent wins by 150.":                                     "",
		"The tent has a lead of 150.":                               "",
		"The tent has a lead of 160.":                               "160",
		"The stove is ahead by 6,000.":                              "6,000", // it is second
		"The stove is behind by 150.":                               "",
		"The stove is 150 behind.":                                  "",
		"The stove trails by 150.":                                  "",
		"The lamp is behind by 6,150.":                              "",
		"The lamp is behind by 6,000.":                              "6,000",
		"The tent is behind by 150.":                                "150",
		"Tent and stove lead by 6,000.":                             "lead by 6,000", // between them it is 150
		"Tents lead with 15,150, ahead of stoves with 15,000.":      "",
		"Tents lead with 15,150, ahead of stoves with 15,010.":      "15,010",
		"Tents lead on revenue with 15,150, ahead of lamps at 150.": "150",
		"The lead of the tent over the stove is 150.":               "",
	} {
		if got := wrongIn(text, three, Context{Question: "Which product sells best?"}); got != wrong {
			t.Errorf("%s: %q is wrong, not %q", text, got, wrong)
		}
	}
}

func TestRowsHaveANoun(t *testing.T) {
	of := func(kind meaning.RowKind, noun string) *meaning.Meaning {
		return &meaning.Meaning{Row: meaning.Row{Kind: kind, Noun: noun, Plural: noun + "s"}}
	}
	reviews := of(meaning.RowRecord, "product review")
	first := of(meaning.RowRecord, "review")
	first.Limit.Rows = 3
	both := of(meaning.RowRecord, "review")
	both.Set = true
	for _, c := range []struct {
		text  string
		of    *meaning.Meaning
		wrong string
	}{
		{"There are 3 reviews.", reviews, ""},
		{"There are 3 product reviews.", reviews, ""},
		{"The three reviews average 3.", reviews, ""},
		{"2 of the 3 reviews have a rating above 2.", reviews, ""},
		{"There are 4 reviews.", reviews, "4"},
		{"There are 2 reviews.", reviews, "2"}, // titles, but not reviews
		{"There are 3 products.", reviews, "3"},
		{"There are 3 reviews.", nil, "3"},
		{"There are 3 reviews.", of(meaning.RowGroup, "review"), "3"},
		{"There are 3 reviews.", of(meaning.RowValue, ""), "3"},
		{"There are 3 reviews.", first, "3"},
		{"There are 3 reviews.", both, "3"},
	} {
		rows := sales("title", "rating", []string{"good", "fine", "good"}, 5, 3, 1)
		if got := wrongIn(c.text, rows, Context{Meaning: c.of}); got != c.wrong {
			t.Errorf("%s of %v: %q is wrong, not %q", c.text, c.of, got, c.wrong)
		}
	}
	for text, wrong := range map[string]string{
		"good and fine each have two reviews.": "", "good and fine each have three reviews.": "three", "good has 2 reviews.": "", "good has 4 reviews.": "4", "There are 4 reviews.": "",
		"There are two titles.": "", "Two of the 4 reviews have a rating of at least 3.": "",
	} {
		rows := sales("title", "rating", []string{"good", "fine", "good", "fine"}, 5, 3, 1, 2)
		if got := wrongIn(text, rows, Context{Meaning: reviews}); got != wrong {
			t.Errorf("%s: %q is wrong, not %q", text, got, wrong)
		}
	}
	cut := sales("title", "rating", []string{"good", "fine", "good"}, 5, 3, 1)
	cut.Truncated = table.ByRows
	if wrongIn("There are 3 reviews.", cut, Context{Meaning: reviews}) == "" {
		t.Error("there may be more of them")
	}
	one := sales("title", "rating", []string{"good"}, 5)
	if wrongIn("There is 1 review.", one, Context{Meaning: of(meaning.RowRecord, "review")}) != "" ||
		wrongIn("There is 1 review.", one, Context{Meaning: of(meaning.RowTotal, "")}) == "" {
		t.Error("one row may be a figure of many")
	}
}

// What was counted is true of the table whose rows there are, and of no other.
func TestCountsOfRecords(t *testing.T) {
	tab := &table.Table{Columns: []table.Column{{Name: "full_name", Kind: table.Text}, {Name: "region_name", Kind: table.Text}}}
	for _, n := range []string{"Ann", "Bo", "Cy"} {
		tab.Rows = append(tab.Rows, table.Row{table.NewText(n), table.NewText("North")})
	}
	results := []Result{NewResult(tab, &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowRecord, Noun: "customer", Plural: "customers"}}, true)}
	for text, want := range map[string]bool{"There are three customers.": true, "There are four customers.": false, "There are three regions.": false} {
		r, err := CheckAll(t.Context(), text, results, Context{})
		if err != nil || (len(r.Unsupported()) == 0) != want {
			t.Errorf("%s: %v %v", text, r.Reasons(), err)
		}
	}
}

// How many have the most, or the least, is counted among all of them.
func TestSeveralHaveTheMost(t *testing.T) {
	rows := sales("category", "products", []string{"tent", "boot", "lamp", "rope", "map"}, 12, 12, 12, 4, 4)
	for text, wrong := range map[string]string{
		"Three of the five categories have the most products, 12.":  "",
		"Two of the five categories have the most products, 12.":    "Two",
		"Five categories have the most products, 12.":               "Five",
		"Two of the five categories have the fewest products, 4.":   "",
		"Three of the five categories have the fewest products, 4.": "Three",
		"Three of the five categories have the most products, 4.":   "4",
		"Three categories share the most products, 12.":             "",
	} {
		if got := wrongIn(text, rows, Context{Question: "products by category"}); got != wrong {
			t.Errorf("%s: %q is wrong, not %q", text, got, wrong)
		}
	}
}
