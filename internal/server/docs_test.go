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
	shown := browsertest.Open(t, browsertest.Visit{URL: web.URL + "/docs#ask", Selectors: []string{"#ask .path", "main", "#ask .example"}})
	if len(shown.Errors) > 0 || len(shown.Refused) > 0 || shown.Title != "Plumb API" {
		t.Errorf("%s: %v %v", shown.Title, shown.Errors, shown.Refused)
	}
	if !strings.Contains(shown.Texts[2], web.URL+"/api/ask") || !strings.Contains(shown.Texts[2], "revenue by region") {
		t.Errorf("the example of a linked route: %q", shown.Texts[2])
	}
	if shown.Texts[0] != "/api/ask" || !strings.Contains(shown.Texts[1], "Ask a question") {
		t.Errorf("%.300q", shown.Texts)
	}
}
