package server

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/test/browsertest"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// TestTheDocsInABrowser opens the page that shows the API, under the policy
// that it is served with and in the page's typeface.
func TestTheDocsInABrowser(t *testing.T) {
	page := os.DirFS(filepath.Join(testbed.Root(t), "web", "dist"))
	if _, err := fs.Stat(page, "index.html"); err != nil {
		if os.Getenv("PLUMB_TEST_REQUIRE") == "1" {
			t.Fatal("needs the built page: run make build")
		}
		t.Skip("needs the built page: run make build")
	}
	_, web := open(t, func(o *Options) { o.Page = page })
	if answer, _ := call(t, web, "GET /docs/inter.woff2", ""); answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "font/woff2" {
		t.Errorf("the typeface: %d %v", answer.StatusCode, answer.Header)
	}
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
