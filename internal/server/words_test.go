package server

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/test/browsertest"
)

func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"this Plumb needs its token":  "This Plumb needs its token.",
		"there is no page /n/ö":       "There is no page /n/ö",
		"was it you?":                 "Was it you?",
		"ändere es, then start again": "Ändere es, then start again.",
	} {
		if got := sentence(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestWordsHaveTheirStyle opens an address that there is not: the style is let
// through by the policy.
func TestWordsHaveTheirStyle(t *testing.T) {
	_, web := open(t)
	shown := browsertest.Open(t, browsertest.Visit{URL: web.URL + "/nix", Selectors: []string{"h1", "a"}})
	if len(shown.Refused) > 0 || !strings.HasPrefix(shown.Texts[0], "There is no page /nix") || shown.Texts[1] != "Go to the notebooks" {
		t.Errorf("%+v", shown)
	}
	for _, e := range shown.Errors {
		if strings.Contains(e, "Content Security Policy") {
			t.Error(e)
		}
	}
}
