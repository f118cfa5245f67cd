package fetch

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/servertest"
)

// links are those of an HTML page, and of a Markdown page that begins with one.
func links(name string, data []byte) ([]string, error) {
	if strings.HasSuffix(name, ".md") {
		_, rest, _ := strings.Cut(string(data), "](")
		target, _, _ := strings.Cut(rest, ")")
		return []string{target}, nil
	}
	var found []string
	for z := html.NewTokenizer(bytes.NewReader(data)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return found, nil
		case html.StartTagToken:
			for t := z.Token(); len(t.Attr) > 0; t.Attr = t.Attr[1:] {
				if t.Data == "a" && t.Attr[0].Key == "href" {
					found = append(found, t.Attr[0].Val)
				}
			}
		}
	}
}

// site serves pages by path; the value is a title and links.
func site(t *testing.T, pages map[string]string) *servertest.Web {
	return servertest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		text, ok := pages[r.URL.RequestURI()]
		title, rest, _ := strings.Cut(text, " ")
		switch {
		case !ok:
			w.WriteHeader(http.StatusNotFound)
		case strings.HasSuffix(r.URL.Path, ".txt"), strings.HasSuffix(r.URL.Path, ".md"):
			fmt.Fprint(w, text)
		case title == "→":
			http.Redirect(w, r, rest, http.StatusFound)
		case title == "503":
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			sum := `"` + hashOf([]byte(text)) + `"`
			w.Header().Set("ETag", sum)
			w.Header().Set("Content-Type", "text/html")
			if r.Header.Get("If-None-Match") == sum {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			fmt.Fprintf(w, "<title>%s</title>", title)
			for to := range strings.FieldsSeq(rest) {
				fmt.Fprintf(w, `<a href=%q>x</a>`, to)
			}
		}
	})
}

func crawling(c Crawl) Options {
	o := options()
	c.Links = links
	o.Crawl = &c
	return o
}

// paths are those of the pages that a crawl lists, and its faults.
func paths(t *testing.T, s Source) string {
	t.Helper()
	var all []string
	for item, err := range s.List(t.Context(), nil) {
		u, _ := url.Parse(item.Address)
		if text := u.RequestURI(); err == nil {
			all = append(all, text)
		} else {
			checkFault(t, err)
			all = append(all, strings.TrimPrefix(text, "/")+"!"+string(fault.CodeOf(err)))
		}
	}
	return strings.Join(all, " ")
}

func asked(s *servertest.Web) string {
	var all []string
	for _, r := range s.Seen() {
		all = append(all, r.URL.RequestURI())
	}
	return strings.Join(all, " ")
}

func TestCrawlIsBreadthFirst(t *testing.T) {
	s := site(t, map[string]string{
		"/":           "home /b/ /a?utm_source=x#top https://other.example.com/ mailto:x@y /logo.png javascript:void(0) /a",
		"/a":          "a /c /index.html /a",
		"/b/":         "b d.html ./../b/index.html?sid=7 /guide.md",
		"/b/d.html":   "d /e",
		"/c":          "c /b/d.html /report.txt /none",
		"/guide.md":   "[g](/e)",
		"/e":          "e /f",
		"/f":          "f",
		"/report.txt": "plain /text",
	})
	p := open(t, s.URL, crawling(Crawl{}))
	if got, want := paths(t, p), "/ /b/ /a /b/d.html /guide.md /c /e /report.txt none!NOT_FOUND !RESULT_TRUNCATED"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := asked(s), "/robots.txt / /b/ /a /b/d.html /guide.md /c /e /report.txt /none"; got != want {
		t.Errorf("asked for %s", got)
	}
	if err := listingFault(t, p); err == nil || !strings.Contains(err.Error(), "1 links are more than 3 links away") {
		t.Error(err)
	}
	for name, c := range map[string]struct {
		crawl Crawl
		start string
		want  string
	}{
		"depth":  {Crawl{Depth: 1}, "/", "/ /b/ /a !RESULT_TRUNCATED"},
		"pages":  {Crawl{Pages: 4}, "/", "/ /b/ /a /b/d.html !RESULT_TRUNCATED"},
		"prefix": {Crawl{Prefix: "/b/"}, "/", "/ /b/ /b/d.html"},
		"below":  {Crawl{}, "/c", "/c /b/d.html /report.txt none!NOT_FOUND /e /f"},
	} {
		if got := paths(t, open(t, s.URL+c.start, crawling(c.crawl))); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestCrawlHonoursRobots(t *testing.T) {
	pages := map[string]string{
		"/robots.txt": "User-agent: *\nDisallow: /private\nAllow: /private/open\nDisallow: /*.pdf$\nCrawl-delay: 700\n",
		"/":           "home /private/x /private/open /a.pdf /to-private",
		"/private/x":  "secret", "/private/open": "open", "/a.pdf": "pdf", "/to-private": "→ /private/x",
	}
	s := site(t, pages)
	o := crawling(Crawl{})
	var waits []time.Duration
	o.Sleep = func(_ context.Context, d time.Duration) error {
		waits = append(waits, d.Round(time.Second))
		return nil
	}
	if got := paths(t, open(t, s.URL, o)); got != "/ /private/open !RESULT_TRUNCATED" {
		t.Error(got)
	}
	if got := asked(s); got != "/robots.txt / /private/open /to-private" {
		t.Errorf("asked for %s", got)
	}
	if !slices.Contains(waits, maxDelay) || slices.Max(waits) > maxDelay {
		t.Errorf("waited for %v", waits)
	}
	pages["/robots.txt"] = "User-agent: *\nDisallow: /\n"
	if got := paths(t, open(t, s.URL, o)); got != "!CONNECT_ERROR" {
		t.Error(got)
	}
	// Whoever names a page wants that page, as with a browser.
	if got := readAll(t, open(t, s.URL+"/a.pdf", options())); !slices.Equal(got, []string{"a.pdf=<title>pdf</title>"}) {
		t.Errorf("%q", got)
	}
	pages["/robots.txt"] = "503"
	broken := servertest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	if got := paths(t, open(t, broken.URL, o)); got != "!CONNECT_ERROR" || strings.Contains(asked(broken), " / ") {
		t.Error(got, asked(broken))
	}
	forbidden := servertest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			w.WriteHeader(http.StatusForbidden)
		}
		fmt.Fprint(w, "text")
	})
	if got := paths(t, open(t, forbidden.URL, o)); got != "/" {
		t.Error(got)
	}
}

// Pages that a program makes without end do not keep a crawl going.
func TestEndlessCrawl(t *testing.T) {
	var pages atomic.Int32
	s := servertest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		n := pages.Add(1)
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<p>page %d</p><a href="/calendar/%d">next</a><a href="/calendar/%d">later</a><a href="again/">in</a><a href="/search?page=%d&s=%d">more</a>`, n, n+1, n+1000, n, n*7)
	})
	o := crawling(Crawl{Depth: 1000, Pages: 150})
	p := open(t, s.URL+"/x/", o)
	listed := 0
	var note error
	for item, err := range p.List(t.Context(), nil) {
		if item.Address != "" {
			listed++
		} else {
			note = err
		}
		if strings.Contains(item.Address, "again/again/again/again") {
			t.Errorf("%s goes round in circles", item.Address)
		}
	}
	if listed != 150 || pages.Load() != 150 || fault.CodeOf(note) != fault.ResultTruncated || !strings.Contains(note.Error(), "links wait after 150 pages") || !strings.Contains(note.Error(), "round in circles") {
		t.Errorf("%d listed, %d asked for: %v", listed, pages.Load(), note)
	}
	o.Limits.TotalBytes = 2000
	if err := listingFault(t, open(t, s.URL, o)); fault.CodeOf(err) != fault.ResultTruncated || !strings.Contains(err.Error(), "more than 1.95 KiB together") {
		t.Error(err)
	}
}

func TestCrawlSkipsWhatItHas(t *testing.T) {
	s := site(t, map[string]string{
		"/":         "→ /start",
		"/start":    "start /same1 /same2 /moved /away",
		"/same1":    "same next",
		"/same2":    "same next",
		"/moved":    "→ /same1",
		"/away":     "→ https://169.254.169.254/",
		"/next":     "next",
		"/start/no": "no",
	})
	if got := paths(t, open(t, s.URL, crawling(Crawl{}))); got != "/ /same1 /next" {
		t.Error(got)
	}
}

func TestOtherHosts(t *testing.T) {
	other := site(t, map[string]string{"/docs": "docs /more", "/more": "more /none-here"})
	s := site(t, map[string]string{"/": "home " + strings.Replace(other.URL, "127.0.0.1", "localhost", 1) + "/docs"})
	o := crawling(Crawl{})
	if got := paths(t, open(t, s.URL, o)); got != "/" || len(other.Seen()) > 0 {
		t.Error(got)
	}
	o.Crawl.Hosts, o.Allowed = []string{"localhost"}, append(o.Allowed, "localhost")
	if got := paths(t, open(t, s.URL, o)); got != "/ /docs /more none-here!NOT_FOUND" {
		t.Error(got)
	}
	if got := asked(other); got != "/robots.txt /docs /more /none-here" {
		t.Error(got)
	}
}

// The site of a crawl is the one to which its first page leads.
func TestCrawlOfASiteThatMoved(t *testing.T) {
	to := site(t, map[string]string{"/en/": "home /a", "/a": "a"})
	from := site(t, map[string]string{"/": "→ " + to.URL + "/en/"})
	p := open(t, from.URL, crawling(Crawl{}))
	for range 2 {
		if got := readAll(t, p); len(got) != 2 || !strings.HasPrefix(got[0], "en=") && !strings.HasPrefix(got[0], "en.html=") || !strings.HasPrefix(got[1], "a.html=") {
			t.Errorf("%q", got)
		}
	}
}

func TestRefreshOfASite(t *testing.T) {
	pages := map[string]string{"/": "home /a /b", "/a": "a /c", "/b": "b", "/c": "c"}
	s := site(t, pages)
	p, k := open(t, s.URL, crawling(Crawl{})), keep{}
	if got := k.refresh(t, p); got != "changed 127.0.0.1.html, changed a.html, changed b.html, changed c.html" {
		t.Error(got)
	}
	first := len(s.Seen())
	pages["/b"] = "b /d"
	pages["/d"] = "d"
	if got := k.refresh(t, p); got != "changed b.html, changed d.html, same 127.0.0.1.html, same a.html, same c.html" {
		t.Error(got)
	}
	for _, r := range s.Seen()[first:] {
		if path := r.URL.Path; path != "/d" && path != "/robots.txt" && r.Header.Get("If-None-Match") == "" {
			t.Errorf("%s was sent again", path)
		}
	}
	delete(pages, "/c")
	if got := k.refresh(t, p); !strings.Contains(got, "gone c.html") {
		t.Error(got)
	}
	// A page that fails for a while takes nothing with it.
	pages["/b"] = "503"
	if got := k.refresh(t, p); got != "failed b, failed c, same 127.0.0.1.html, same a.html, same d.html" {
		t.Error(got)
	}
	pages["/robots.txt"] = "503"
	broken := servertest.Serve(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	if got := (keep{"x": {Address: "x", Name: "x"}}).refresh(t, open(t, broken.URL, crawling(Crawl{}))); got != "partial CONNECT_ERROR" {
		t.Error(got)
	}
	if _, err := p.Read(t.Context(), Item{Address: "https://169.254.169.254/"}); fault.CodeOf(err) != fault.NotFound {
		t.Error(err)
	}
}

func TestCrawlsThatCannotBe(t *testing.T) {
	o := crawling(Crawl{})
	o.Environment = variables("T", "geheim")
	for where, want := range map[string]string{"docs": "no links to follow", "s3://shop/": "no links to follow", "https://h.example/?token=${T}": "with a secret in its parameters"} {
		if _, err := Open(t.Context(), where, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", where, err)
		}
	}
}

// A document that is too large does not keep the others from being read.
func TestCrawlGoesOnAfterALargeDocument(t *testing.T) {
	s := servertest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/film.pdf":
			w.Header().Set("Content-Length", "2147483648")
		case "/photo":
			w.Header().Set("Content-Type", "image/png")
			fmt.Fprint(w, "png")
		default:
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<a href="/film.pdf">f</a><a href="/photo">p</a><a href="/z">z</a>`+r.URL.Path)
		}
	})
	if got := paths(t, open(t, s.URL, crawling(Crawl{}))); got != "/ film.pdf!BAD_DATA /z" {
		t.Error(got)
	}
}
