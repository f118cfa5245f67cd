package fetch

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestRobots(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		allowed string
		denied  string
		delay   time.Duration
	}{
		"empty":             {"", "/ /a", "", 0},
		"all":               {"User-agent: *\nDisallow: /", "", "/ /a", 0},
		"nothing":           {"User-agent: *\nDisallow:", "/ /a", "", 0},
		"longest wins":      {"User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c /b", "/a /a/c /ab", 0},
		"allow wins":        {"User-agent: *\nDisallow: /a\nAllow: /a", "/a", "", 0},
		"wildcards":         {"User-agent: *\nDisallow: /*.pdf$\nDisallow: /*/print\nDisallow: /s*x$", "/a.pdf?x /print /sxy", "/a.pdf /b/c.pdf /a/print /a/print/2 /sx /sabx", 0},
		"parameters":        {"User-agent: *\nDisallow: /*?sort=", "/a", "/a?sort=1 /a/b?sort=", 0},
		"ours":              {"User-agent: *\nDisallow: /\n\nUser-agent: Plumb/1.0\nDisallow: /a", "/b", "/a", 0},
		"ours twice":        {"User-agent: plumb\nDisallow: /a\n\nUser-agent: x\nDisallow: /\nUser-agent: plumb\nDisallow: /b", "/c", "/a /b", 0},
		"others":            {"User-agent: plumber\nDisallow: /\nUser-agent: GPTBot\nDisallow: /", "/a", "", 0},
		"a group of two":    {"User-agent: a\nUser-agent: plumb\nDisallow: /a", "/b", "/a", 0},
		"between":           {"User-agent: plumb\nSitemap: /s.xml\nUser-agent: b\nDisallow: /a", "/b", "/a", 0},
		"comments":          {"# hello\r\nUser-agent: * # all\r\nDisallow: /a # not this\r\n", "/b", "/a", 0},
		"encodings":         {"User-agent: *\nDisallow: /%7Eann\nDisallow: /größe", "/bob", "/~ann /%7eann /gr%C3%B6%c3%9fe", 0},
		"delay":             {"User-agent: *\nCrawl-delay: 1.5", "/", "", 1500 * time.Millisecond},
		"a long delay":      {"User-agent: *\nCrawl-delay: 1e300", "/", "", 10 * time.Second},
		"no delay":          {"User-agent: *\nCrawl-delay: -1\nCrawl-delay: NaN", "/", "", 0},
		"rules of no one":   {"Disallow: /", "/a", "", 0},
		"a byte order mark": {"\ufeffUser-agent: *\nDisallow: /a", "/b", "/a", 0},
		"capitals":          {"USER-AGENT: PLUMB\nDISALLOW: /a", "/A", "/a", 0},
	} {
		r := parseRobots([]byte(c.text))
		if r.delay != c.delay {
			t.Errorf("%s: a delay of %v", name, r.delay)
		}
		for path := range strings.FieldsSeq(c.allowed) {
			if !r.allows(path) {
				t.Errorf("%s: %s is not allowed", name, path)
			}
		}
		for path := range strings.FieldsSeq(c.denied) {
			if r.allows(path) {
				t.Errorf("%s: %s is allowed", name, path)
			}
		}
	}
}

func FuzzRobots(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /*a*b$\nAllow: /\nCrawl-delay: 3", "/xaxb")
	f.Add("User-agent: plumb\nDisallow: %4", "/%")
	f.Fuzz(func(t *testing.T, text, path string) {
		r := parseRobots([]byte(text))
		if r.delay < 0 || r.delay > maxDelay {
			t.Errorf("a delay of %v", r.delay)
		}
		if allowed := r.allows(path); len(r.rules) == 0 && !allowed {
			t.Error("something is denied without a rule")
		}
		// A rule that names the path, and is longer than all others, decides.
		long := "/" + strings.Repeat("x", len(text)*3+len(path)*3)
		if parseRobots([]byte(text + "\nUser-agent: plumb\nDisallow: " + long)).allows(long) {
			t.Error("the longest rule does not decide")
		}
	})
}

func TestCanonical(t *testing.T) {
	for from, want := range map[string]string{
		"HTTPS://Ex.COM:443":                          "https://ex.com/",
		"http://ex.com:80/":                           "http://ex.com/",
		"https://ex.com:8443/a":                       "https://ex.com:8443/a",
		"https://ex.com./a#b":                         "https://ex.com/a",
		"https://ann:pw@ex.com/a":                     "https://ex.com/a",
		"https://ex.com/a/../b/./c":                   "https://ex.com/b/c",
		"https://ex.com/a//b/":                        "https://ex.com/a/b/",
		"https://ex.com/%7eann/%e4%2f?q=%41":          "https://ex.com/~ann/%E4%2F?q=A",
		"https://ex.com/größe":                        "https://ex.com/gr%C3%B6%C3%9Fe",
		"https://ex.com/a/index.html":                 "https://ex.com/a/",
		"https://ex.com/Index.PHP?b=2&a=1":            "https://ex.com/?a=1&b=2",
		"https://ex.com/a?utm_source=x&sid=1&b=":      "https://ex.com/a?b=",
		"https://ex.com/a;jsessionid=AB12?x=1":        "https://ex.com/a?x=1",
		"https://[::1]:443/":                          "https://[::1]/",
		"https://[0:0::1]:8443/a":                     "https://[::1]:8443/a",
		"https://ex.com/..":                           "https://ex.com/",
		"mailto:a@b":                                  "",
		"ftp://ex.com/":                               "",
		"https:///a":                                  "",
		"https://ex.com/" + strings.Repeat("a", 2100): "",
	} {
		u, err := url.Parse(from)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if c := canonical(u); c != nil {
			got = c.String()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", from, got, want)
		}
	}
	for path, want := range map[string]bool{"/a/b/c": false, "/a/a/a": false, "/a/b/a/b/a/b/a/b": true, strings.Repeat("/x1", 1) + strings.Repeat("/", 40): true, "/2026/01/02/2026": false} {
		if got := goesRound(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{"https://ex.com/a/../b?x=1&a=%41#f", "http://[::1%25eth0]:80/;jsessionid=1/x", "https://ex.com/%2e%2e/%00", "https://ex.com/?&&=;", "//h/a?b", "https://ex.com:/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := url.Parse(text)
		if err != nil {
			return
		}
		c := canonical(u)
		if c == nil {
			return
		}
		once := c.String()
		again, err := url.Parse(once)
		if err != nil {
			t.Fatalf("%q becomes %q: %v", text, once, err)
		}
		twice := canonical(again)
		if twice == nil || twice.String() != once {
			t.Errorf("%q becomes %q and then %v", text, once, twice)
		}
		if again.Fragment != "" || again.User != nil || again.Host == "" || !strings.EqualFold(again.Scheme, u.Scheme) {
			t.Errorf("%q becomes %q", text, once)
		}
	})
}
