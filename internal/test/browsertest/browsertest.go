// Package browsertest opens pages in a real Chromium, for tests. Pages come from
// the loopback interface only: a request to any other address is refused and
// reported.
package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/test/testbed"
)

// visitLimit bounds one visit, the start of the browser included, on a busy machine.
const visitLimit = 10 * time.Minute

// Visit is a page to open and what to bring back from it.
type Visit struct {
	URL        string   `json:"url"`
	Width      int      `json:"width,omitempty"`  // of the window; 1280 if 0
	Height     int      `json:"height,omitempty"` // of the window; 800 if 0
	Selectors  []string `json:"selectors"`        // elements to wait for and read
	Screenshot bool     `json:"screenshot"`       // of the whole page
}

// Page is what a visit found.
type Page struct {
	Title      string   `json:"title"`
	Texts      []string `json:"texts"`      // what each selector's first element shows
	Screenshot []byte   `json:"screenshot"` // PNG
	Errors     []string `json:"errors"`     // the console's errors and uncaught exceptions
	Refused    []string `json:"refused"`    // addresses outside the loopback that it asked for
}

// Open visits a page in a new browser. A page that does not load, or lacks a
// selected element, fails the test.
func Open(tb testing.TB, v Visit) Page {
	tb.Helper()
	browser := find(tb)
	var page Page
	err := browser.drive(tb.Context(), tb.TempDir(), struct {
		Browser string `json:"browser"`
		Visit
	}{browser.dir, v}, &page)
	if err != nil {
		tb.Fatalf("cannot visit %s: %v", v.URL, err)
	}
	return page
}

// Screenshot is a PNG of the whole page.
func Screenshot(tb testing.TB, url string) []byte {
	tb.Helper()
	return Open(tb, Visit{URL: url, Screenshot: true}).Screenshot
}

// Text is what the first element that the CSS selector finds shows, once it
// is there.
func Text(tb testing.TB, url, selector string) string {
	tb.Helper()
	return Open(tb, Visit{URL: url, Selectors: []string{selector}}).Texts[0]
}

// Chromium is the folder of the unpacked browser, for tests that drive it
// themselves: the program is chromium, its libraries are in al2023/lib, and
// FONTCONFIG_FILE must name fonts.conf.
func Chromium(tb testing.TB) string {
	tb.Helper()
	return find(tb).dir
}

// chromium is an unpacked browser and the script that drives it.
type chromium struct {
	script string
	dir    string
}

// find returns the browser that package.json names, unpacked on first use.
func find(tb testing.TB) chromium {
	tb.Helper()
	if platform := runtime.GOOS + "/" + runtime.GOARCH; platform != "linux/amd64" {
		tb.Skipf("needs Chromium, which no npm package brings for %s", platform)
	}
	testbed.Find(tb, "Chromium", "playwright-core")
	pkg := testbed.Find(tb, "Chromium", "@sparticuz/chromium")
	c := chromium{script: filepath.Join(testbed.Root(tb), "internal", "test", "browsertest", "drive.mjs")}
	dir, err := testbed.Cached("chromium-"+pkg.Version, func(dir string) error {
		return c.drive(tb.Context(), dir, map[string]string{"unpack": dir}, nil)
	})
	if err != nil {
		tb.Fatal(err)
	}
	c.dir = dir
	return c
}

// drive runs the script: a request in, an answer out, both JSON. What the
// browser writes goes to the folder tmp.
func (c chromium) drive(ctx context.Context, tmp string, request, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, visitLimit)
	defer cancel()
	input, err := json.Marshal(request)
	if err != nil {
		return err
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("node", c.script)
	cmd.Dir = filepath.Dir(c.script)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + tmp, "HOME=" + tmp, "LANG=C.UTF-8"}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), &stdout, &stderr
	process, err := testbed.Start(cmd, syscall.SIGTERM)
	if errors.Is(err, exec.ErrNotFound) {
		return errors.New("there is no node on the PATH: install Node.js 20 or newer")
	}
	if err != nil {
		return err
	}
	select {
	case <-process.Exited():
	case <-ctx.Done():
		return errors.Join(ctx.Err(), process.Stop(syscall.SIGTERM))
	}
	if err := process.Wait(); err != nil {
		return fmt.Errorf("%w\n%s", err, strings.TrimSpace(stderr.String()))
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(stdout.Bytes(), answer)
}
