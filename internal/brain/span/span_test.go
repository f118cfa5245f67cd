package span

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ question, want string }{
		{"How many orders?", "How|many|orders|?"},
		{"", ""},
		{"1,000.50 and 2.5", "1,000.50|and|2.5"},
		{"on 2024-05-01 at 10:30", "on|2024-05-01|at|10:30"},
		{"01/05/2024 or 31.12.2023.", "01/05/2024|or|31.12.2023|."},
		{"length of R-QXTV", "length|of|R|-|QXTV"},
		{"to O'Hare, o’hare by 5 o'clock", "to|O'Hare|,|o’hare|by|5|o|'|clock"},
		{"$5k, 40%", "$|5k|,|40|%"},
		{"Zürich’s Öl 東京", "Zürich|’|s|Öl|東京"},
		{"customer_id of e\u0301t\u00e9", "customer_id|of|e\u0301t\u00e9"},
		{"Q3 2025 vs K480s", "Q3|2025|vs|K480s"},
		{"1,0000 12,34", "1|,|0000|12|,|34"},
	} {
		var got []string
		for _, w := range Words(c.question) {
			if c.question[w.Start:w.End] != w.Text {
				t.Errorf("%q: %q does not lie at %d", c.question, w.Text, w.Start)
			}
			got = append(got, w.Text)
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%q: got %s, want %s", c.question, s, c.want)
		}
	}
	if n := len(Words(strings.Repeat("so ", 500))); n != MaxWords {
		t.Errorf("%d words were read", n)
	}
}

// found lists the spans of one kind as text=meaning.
func found(q string, k Kind) string {
	var list []string
	for _, s := range Find(Words(q), clock) {
		if s.Kind != k {
			continue
		}
		switch k {
		case Number:
			list = append(list, fmt.Sprintf("%s=%s%s", s.Text, s.Number, []string{"", "%", "th", "$"}[s.Unit]))
		case Comparison:
			list = append(list, s.Text+" "+s.Op)
		default:
			list = append(list, s.Text)
		}
	}
	return strings.Join(list, "; ")
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ question, want string }{
		{"more than 1,000 orders", "1,000=1000"},
		{"ten cities", "ten=10"},
		{"twenty-one and twenty one", "twenty-one=21; twenty one=21"},
		{"two hundred and five", "two hundred and five=205"},
		{"over 50.000 euro", "50.000=50000$"},
		{"a grade of 4.000 or 12345.000", "4.000=4; 12345.000=12345"},
		{"1.250.000 and 2.5", "1.250.000=1250000; 2.5=2.5"},
		{"one thousand two hundred", "one thousand two hundred=1200"},
		{"a hundred thousand", "a hundred thousand=100000"},
		{"2.5 million", "2.5 million=2500000"},
		{"three million", "three million=3000000"},
		{"a dozen", "a dozen=12"},
		{"two dozen", "two dozen=24"},
		{"5k and 3m", "5k=5000; 3m=3000000"},
		{"$5k", "$5k=5000$"},
		{"€ 1,250.50", "€ 1,250.50=1250.5$"},
		{"500 dollars", "500=500$"},
		{"40%", "40%=40%"},
		{"12.5 percent", "12.5 percent=12.5%"},
		{"the third largest", "third=3th"},
		{"the 21st and 2nd", "21st=21th; 2nd=2th"},
		{"twenty first", "twenty first=21th"},
		{"-5 degrees", "-5=-5"},
		{"grades 4-5", "4=4; 5=5"},
		{"in 2025", "2025=2025"},
		{"one or two or three", "one=1; two=2; three=3"},
		{"nineteen ninety", "nineteen=19; ninety=90"},
		{"K480 and D-AC12", ""},
		{"2024-05-01 or 10:30", ""},
		{"ordered twice", "twice=2"},
		{"0.75", "0.75=0.75"},
		{"a customer", ""},
		{"thousand", ""},
	} {
		if got := found(c.question, Number); got != c.want {
			t.Errorf("%q: got %s, want %s", c.question, got, c.want)
		}
	}
}

func TestComparisonsAndNegations(t *testing.T) {
	for _, c := range []struct {
		question string
		kind     Kind
		want     string
	}{
		{"more than 5", Comparison, "more than >"},
		{"at least 5", Comparison, "at least >="},
		{"no more than 5", Comparison, "no more than <="},
		{"5 or more", Comparison, "or more >="},
		{"fewer than ten", Comparison, "fewer than <"},
		{"between 5 and 9", Comparison, "between between"},
		{"exactly three", Comparison, "exactly ="},
		{"over 65", Comparison, "over >"},
		{"x >= 5 and y < 3", Comparison, ">= >=; < <"},
		{"other than Rome", Comparison, "other than !="},
		{"not exceeding 10", Comparison, "not exceeding <="},
		{"without an email", Negation, "without"},
		{"who don't have a car", Negation, "don't"},
		{"haven’t ordered", Negation, "haven’t"},
		{"never ordered", Negation, "never"},
		{"non-cancelled trips", Negation, "non"},
		{"neither red nor blue", Negation, "neither; nor"},
		{"except Rome", Negation, "except"},
		{"notes and nobles", Negation, ""},
	} {
		if got := found(c.question, c.kind); got != c.want {
			t.Errorf("%q: got %s, want %s", c.question, got, c.want)
		}
	}
}

func TestQuoted(t *testing.T) {
	for _, c := range []struct{ question, want string }{
		{`customers with "Halvors" in the name`, "Halvors"},
		{"called 'The Old Mill'", "The Old Mill"},
		{"women's shoes and men's", ""},
		{"the “Big One” and ‘x’", "Big One; x"},
		{`an open " quote`, ""},
		{`an empty "" one`, ""},
		{"«Öl»", "Öl"},
	} {
		if got := found(c.question, Quoted); got != c.want {
			t.Errorf("%q: got %s, want %s", c.question, got, c.want)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, q := range []string{
		"orders between 1 and 31 August 2025, 5k \"x\" since 29 February", "last 99999999999 days", "from to between and 2024-2020", "week 53 of 2021 ago",
		"29 February 2023 or later so far", "the same period last year before", "May 31 to 30 February", "9999-12-31 next year", "a hundred and and - 20-", "\xff 0 \u0301",
	} {
		f.Add(q, int64(1763200000))
	}
	f.Fuzz(func(t *testing.T, q string, unix int64) {
		now := time.Unix(unix%(1<<36), 0).UTC()
		words := Words(q)
		spans := Find(words, now)
		for _, s := range spans {
			switch {
			case s.First < 0 || s.First >= s.End || s.End > len(words):
				t.Fatalf("%q: span %+v lies outside of %d words", q, s, len(words))
			case s.Kind == Number && s.Number == "":
				t.Fatalf("%q: no number in %+v", q, s)
			case s.Kind == Temporal && !s.Period.Recurring() && s.Period.Start.IsZero() && s.Period.End.IsZero():
				t.Fatalf("%q: an endless period in %+v", q, s)
			case s.Kind == Temporal && !s.Period.Start.IsZero() && !s.Period.End.IsZero() && !s.Period.Start.Before(s.Period.End):
				t.Fatalf("%q: %s is empty", q, show(s.Period))
			case s.Kind == Temporal && s.Period.Recurring() && (s.Period.Every.First < 1 || s.Period.Every.First > s.Period.Every.Last || s.Period.Every.Last > 12):
				t.Fatalf("%q: recurring %+v", q, s.Period.Every)
			case utf8.ValidString(q) && !utf8.ValidString(s.Text):
				t.Fatalf("%q: broken text %q", q, s.Text)
			}
		}
		if !slices.Equal(spans, Find(words, now)) {
			t.Fatalf("%q: two answers", q)
		}
	})
}

// Nested periods take no longer than their words.
func TestDeepNesting(t *testing.T) {
	for _, q := range []string{"first week of ", "the end of ", "last day of the ", "so far ", "same period ", "between the first week of "} {
		Find(Words(strings.Repeat(q, 60)), clock)
	}
}

func BenchmarkFind(b *testing.B) {
	words := Words("Compare Q3 2025 with the same quarter a year earlier: how many orders over $1,000 were not cancelled, by month since January 2024?")
	for b.Loop() {
		Find(words, clock)
	}
}
