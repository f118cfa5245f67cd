package knowledge

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTerms(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "",
		"What is the net revenue?":         "net revenu",
		"Refunds were refunded":            "refund refund",
		"to be or not to be":               "",
		"input/output, well-known":         "input output well known",
		"ISO-9001 and ISO 9001":            "iso 9001 iso9001 iso 9001",
		"AB12 FY2025 Q3":                   "ab 12 ab12 fy 2025 fy2025 q3",
		"net_revenue netRevenue":           "net revenu net_revenue net revenu netrevenue",
		"R&D":                              "r d rd",
		"version 2.3.1":                    "version 2 3 1 231",
		"1,200.50 EUR, 1200.5 and 1 200":   "1200.5 eur 1200.5 1 200",
		"1,000,000":                        "1000000",
		"0042 0.50 3,5 2025-03-31":         "42 0.5 3.5 2025 03 31 20250331",
		"don't Anna's":                     "anna",
		"Café Ångström naïve":              "cafe angstrom naiv",
		"Ｆｕｌｌ width ﬁne":                   "full width fine",
		"Die Würde des Menschen":           "die wurd des menschen",
		"Москва столица":                   "москва столица",
		"東京は日本の首都":                         "東京 京は は日 日本 本の の首 首都",
		"水":                                "水",
		"한국어 문장":                           "한국 국어 문장",
		"नमस्ते दुनिया":                    "नमस्ते दुनिया",
		"سلام دنیا":                        "سلام دنیا",
		"สวัสดี":                           "สว วั ัส สด ดี",
		"re\u00adcord zero\u200bwidth":     "record zerowidth",
		"😀 !!! --- ...":                    "",
		"https://example.com/a?b=rates":    "https exampl com b rate",
		"mail ann@example.com":             "mail ann exampl com",
		"C:\\temp\\x.txt":                  "c temp x txt",
		"'; DROP TABLE passages; --":       "drop tabl passag",
		"§ 4.2 and Section 4.2(b)":         "4.2 section 4.2 b",
		"\x00\x1b[31mred":                  "31 mred 31mred",
		"SELECT * FROM orders WHERE x='1'": "select order x 1",
	} {
		want = strings.ReplaceAll(want, "net_revenue", "netrevenue")
		if got := strings.Join(Terms(text), " "); got != want {
			t.Errorf("%q has the terms %q, not %q", text, got, want)
		}
	}
}

func FuzzTerms(f *testing.F) {
	for _, s := range []string{"ISO-9001", "1,200.50", "東京", "a\xffb", strings.Repeat("ab1", 100), "e\u0301.\u0301", "1.", ",1", "1,,1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, term := range Terms(s) {
			if term == "" || len(term) > maxTerm || !utf8.ValidString(term) || strings.ContainsRune(term, 0) {
				t.Errorf("%q has the term %q", s, term)
			}
		}
		if parts := Sentences(s); strings.Join(parts, "") != s || slices.Contains(parts, "") {
			t.Errorf("%q has the sentences %q", s, parts)
		}
	})
}

func TestSentences(t *testing.T) {
	for _, want := range [][]string{
		{"One. ", "Two! ", "Three?"},
		{"See Fig. 3 and No. 7 of Dr. Smith et al. for e.g. details. ", "More."},
		{"It is 3.5 percent. ", "J. R. Smith agrees."},
		{"First line.\n", "Second line."},
		{"これは文です。", "次の文です。"},
		{"No end"},
		{"It ended in Sect.\n", "Then more."},
	} {
		if got := Sentences(strings.Join(want, "")); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
