package server

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/browsertest"
)

// TestTheDocsInABrowser opens the page that shows the API, under the policy
// that it is served with.
func TestTheDocsInABrowser(t *testing.T) {
	_, web := open(t)
	shown := browsertest.Open(t, browsertest.Visit{URL: web.URL + "/docs", Selectors: []string{"#ask .path", "main"}})
	if len(shown.Errors) > 0 || len(shown.Refused) > 0 || shown.Title != "Plumb API" {
		t.Errorf("%s: %v %v", shown.Title, shown.Errors, shown.Refused)
	}
	if shown.Texts[0] != "/api/ask" || !strings.Contains(shown.Texts[1], "Ask a question") {
		t.Errorf("%.300q", shown.Texts)
	}
}
