package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/servertest"
)

func TestAPage(t *testing.T) {
	content, tag := "<h1>Refunds</h1>", `"v1"`
	s := servertest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Last-Modified", "Fri, 02 Jan 2026 03:04:05 GMT")
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		fmt.Fprint(w, content)
	})
	p, k := open(t, s.URL+"/policy?id=7#top", options()), keep{}
	if got := k.refresh(t, p); got != "changed policy.html" || len(s.Seen()) != 1 {
		t.Errorf("%s after %d requests", got, len(s.Seen()))
	}
	item := k[s.URL+"/policy?id=7"]
	if item.Media != "text/html" || item.Size != 16 || item.Modified.Year() != 2026 {
		t.Errorf("%+v", item)
	}
	if got := k.refresh(t, p); got != "same policy.html" {
		t.Error(got)
	}
	tag = `"v2"` // of another machine, perhaps
	if got := k.refresh(t, p); got != "same policy.html" {
		t.Error(got)
	}
	content, tag = "<h1>Returns</h1>", `"v3"`
	if got := k.refresh(t, p); got != "changed policy.html" {
		t.Error(got)
	}
	if data, err := p.Read(t.Context(), item); err != nil || string(data) != content {
		t.Errorf("%s %v", data, err)
	}
	if _, err := p.Read(t.Context(), Item{Address: s.URL + "/other"}); fault.CodeOf(err) != fault.NotFound {
		t.Error(err)
	}
}

// Failures that pass are tried again, others not; what a page was before stays.
func TestFailuresOfServers(t *testing.T) {
	for name, c := range map[string]struct {
		answer   func(n int, w http.ResponseWriter)
		want     string
		requests int
	}{
		"busy twice": {func(n int, w http.ResponseWriter) {
			if n <= 2 {
				w.Header().Set("Retry-After", "7")
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			fmt.Fprint(w, "text")
		}, "page.txt=text", 3},
		"busy for an hour": {func(_ int, w http.ResponseWriter) {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusTooManyRequests)
		}, "page.txt!CONNECT_ERROR", 1},
		"broken":    {func(_ int, w http.ResponseWriter) { w.WriteHeader(http.StatusInternalServerError) }, "page.txt!CONNECT_ERROR", 4},
		"forbidden": {func(_ int, w http.ResponseWriter) { w.WriteHeader(http.StatusForbidden) }, "page.txt!CONNECT_ERROR", 1},
		"gone":      {func(_ int, w http.ResponseWriter) { w.WriteHeader(http.StatusGone) }, "page.txt!NOT_FOUND", 1},
		"truncated once": {func(n int, w http.ResponseWriter) {
			w.Header().Set("Content-Length", "8")
			fmt.Fprint(w, "half")
			if n > 1 {
				fmt.Fprint(w, "half")
			}
		}, "page.txt=halfhalf", 2},
		"hangs up": {func(_ int, w http.ResponseWriter) { panic(http.ErrAbortHandler) }, "page.txt!CONNECT_ERROR", 4},
		"two gigabytes": {func(_ int, w http.ResponseWriter) {
			w.Header().Set("Content-Length", "2147483648")
			w.WriteHeader(http.StatusOK)
		}, "page.txt!BAD_DATA", 1},
		"packed as asked": {func(_ int, w http.ResponseWriter) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(packed("text"))
		}, "page.txt=text", 1},
		"packed otherwise": {func(_ int, w http.ResponseWriter) {
			w.Header().Set("Content-Encoding", "br")
			fmt.Fprint(w, "text")
		}, "page.txt!BAD_DATA", 1},
		"a bomb": {func(_ int, w http.ResponseWriter) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(packed(strings.Repeat("\x00", 3<<19)))
		}, "page.txt!BAD_DATA", 1},
	} {
		t.Run(name, func(t *testing.T) {
			var requests atomic.Int32
			s := servertest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { c.answer(int(requests.Add(1)), w) })
			var waits []time.Duration
			o := options()
			o.Sleep = func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil }
			if got := readAll(t, open(t, s.URL+"/page.txt", o)); !slices.Equal(got, []string{c.want}) || int(requests.Load()) != c.requests || len(waits) != c.requests-1 {
				t.Errorf("%q after %d requests and %v", got, requests.Load(), waits)
			}
			if name == "busy twice" && waits[0] != 7*time.Second || name == "broken" && !slices.Equal(waits, []time.Duration{500e6, 1e9, 2e9}) {
				t.Errorf("waited for %v", waits)
			}
		})
	}
}

func packed(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text)) // into memory
	_ = z.Close()
	return b.Bytes()
}

func TestEndlessAndSlowPages(t *testing.T) {
	s := servertest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		for r.URL.Path == "/endless.txt" && r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 4096)); err != nil {
				return
			}
		}
		<-r.Context().Done()
	})
	o := options()
	o.Limits.ItemBytes = 50_000
	if got := readAll(t, open(t, s.URL+"/endless.txt", o)); !slices.Equal(got, []string{"endless.txt!BAD_DATA"}) {
		t.Errorf("%q", got)
	}
	o.Limits.Timeout = 30 * time.Millisecond
	if got := readAll(t, open(t, s.URL+"/slow.txt", o)); !slices.Equal(got, []string{"slow.txt!CONNECT_ERROR"}) {
		t.Errorf("%q", got)
	}
	if n := len(s.Seen()); n > 2 {
		t.Errorf("%d requests: what is slow once is not asked again", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range open(t, s.URL+"/slow.txt", options()).List(ctx, nil) {
		if fault.CodeOf(err) != fault.Canceled {
			t.Error(err)
		}
	}
}

// Where a request ends up is decided by the address that is dialled, on every redirect.
func TestAddressesThatAreRefused(t *testing.T) {
	inside := servertest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "secret") })
	var hops atomic.Int32
	s := servertest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/metadata":
			http.Redirect(w, r, "https://169.254.169.254/latest/meta-data/", http.StatusFound)
		case "/plain-metadata":
			http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusFound)
		case "/inside":
			http.Redirect(w, r, strings.Replace(inside.URL, "127.0.0.1", "localhost", 1), http.StatusFound)
		case "/six":
			http.Redirect(w, r, "https://[::ffff:127.0.0.1]:1/", http.StatusFound)
		case "/file":
			w.Header().Set("Location", "file:///etc/passwd")
			w.WriteHeader(http.StatusFound)
		case "/loop":
			http.Redirect(w, r, fmt.Sprint("/loop?", hops.Add(1)), http.StatusFound)
		case "/here":
			http.Redirect(w, r, "/end.txt", http.StatusFound)
		default:
			fmt.Fprint(w, "end")
		}
	})
	if got := readAll(t, open(t, s.URL+"/here", options())); !slices.Equal(got, []string{"end.txt=end"}) {
		t.Errorf("%q", got)
	}
	for where, want := range map[string]string{
		s.URL + "/metadata": "private network", s.URL + "/plain-metadata": "not encrypted", s.URL + "/inside": "not encrypted", s.URL + "/file": "not encrypted",
		s.URL + "/loop": "more than 5 times", "https://10.1.2.3/": "private network", "https://[::1]:1/": "private network", "https://localhost:1/": "private network",
		"https://0.0.0.0:1/": "private network", "https://[fd00:ec2::254]/": "private network", "https://[::ffff:10.1.2.3]/": "private network",
	} {
		o := options()
		got := open(t, where, o)
		for item, err := range got.List(t.Context(), nil) {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %+v %v", where, item, err)
			}
		}
	}
	if n := len(inside.Seen()); n > 0 {
		t.Errorf("%d requests came through", n)
	}
	o := options()
	o.Allowed = nil
	for _, where := range []string{s.URL, "http://example.com/", "ftp://example.com/"} {
		if _, err := Open(t.Context(), where, o); fault.CodeOf(err) != fault.Usage || !strings.Contains(err.Error(), "not encrypted") {
			t.Errorf("%s: %v", where, err)
		}
	}
}

// nameServer answers for names, in turn where there are several addresses.
func nameServer(t *testing.T, names map[string][]string) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	asked := map[string]int{}
	go func() {
		for buffer := make([]byte, 1500); ; {
			n, from, err := conn.ReadFrom(buffer)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buffer[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			q := m.Questions[0]
			m.Response, m.Additionals = true, nil
			name := strings.TrimSuffix(q.Name.String(), ".")
			if list := names[name]; len(list) > 0 && q.Type == dnsmessage.TypeA {
				ip := net.ParseIP(list[asked[name]%len(list)]).To4()
				asked[name]++
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}, Body: &dnsmessage.AResource{A: [4]byte(ip)}}}
			} else if list == nil {
				m.RCode = dnsmessage.RCodeNameError
			}
			if packed, err := m.Pack(); err == nil {
				_, _ = conn.WriteTo(packed, from) // the resolver asks again
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func TestNamesThatLeadInside(t *testing.T) {
	s := servertest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "text") })
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	o := options()
	o.Allowed = []string{"Wiki.Example.com.", "cloud.example.com", "rebound.example.com"}
	o.Limits.Retries = -1
	o.Resolver = nameServer(t, map[string][]string{
		"wiki.example.com": {"127.0.0.1"}, "other.example.com": {"10.1.2.3"}, "cloud.example.com": {"169.254.169.254"}, "rebound.example.com": {"127.0.0.1", "169.254.169.254"},
	})
	if got := readAll(t, open(t, "http://wiki.example.com:"+port+"/a.txt", o)); !slices.Equal(got, []string{"a.txt=text"}) {
		t.Errorf("%q", got)
	}
	for where, want := range map[string]string{
		"https://other.example.com/":    "other.example.com is at an address inside a private network",
		"http://cloud.example.com/":     "cloud.example.com is at an address inside a private network",
		"sftp://ann@other.example.com/": "other.example.com is at an address inside a private network",
		"ftps://other.example.com/":     "other.example.com is at an address inside a private network",
		"https://none.example.com/":     "the host none.example.com is not known",
	} {
		o := o
		o.Environment = variables("P", "geheim")
		where = strings.Replace(where, "ann@", "ann:${P}@", 1)
		for _, err := range open(t, where, o).List(t.Context(), nil) {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", where, err)
			} else {
				checkFault(t, err)
			}
		}
	}
	// The name leads to another address once it is asked for again.
	rebound := open(t, "http://rebound.example.com:"+port+"/a.txt", o)
	if got := readAll(t, rebound); !slices.Equal(got, []string{"a.txt=text"}) {
		t.Errorf("%q", got)
	}
	_ = rebound.Close() // and its connection with it
	if got := readAll(t, rebound); !slices.Equal(got, []string{"a.txt!CONNECT_ERROR"}) {
		t.Errorf("%q", got)
	}
}

// A login comes from the environment and goes to the server that was named.
func TestLogins(t *testing.T) {
	other := servertest.ServeTLS(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "other") })
	s := servertest.ServeTLS(t, func(w http.ResponseWriter, r *http.Request) {
		if _, password, _ := r.BasicAuth(); password != "geheim!" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if r.URL.Path == "/away" {
			http.Redirect(w, r, other.URL+"/a.txt", http.StatusFound)
			return
		}
		fmt.Fprint(w, "text of "+r.URL.Query().Get("token"))
	})
	o := options()
	o.Environment = variables("PASSWORD", "geheim!", "TOKEN", "t/1", "WRONG", "x")
	o.Roots = x509.NewCertPool()
	o.Roots.AddCert(s.Certificate())
	at := func(login, rest string) string {
		return strings.Replace(s.URL, "https://", "https://"+login+"@", 1) + rest
	}
	if got := readAll(t, open(t, at("ann:${PASSWORD}", "/a.txt?token=${TOKEN}"), o)); !slices.Equal(got, []string{"a.txt=text of t/1"}) {
		t.Errorf("%q", got)
	}
	if got := readAll(t, open(t, at("ann:${PASSWORD}", "/away"), o)); !slices.Equal(got, []string{"a.txt=other"}) {
		t.Errorf("%q", got)
	}
	if r := other.Seen(); len(r) != 1 || r[0].Header.Get("Authorization") != "" || r[0].Header.Get("Referer") != "" {
		t.Error("the login was passed on")
	}
	for item, err := range open(t, at("ann:${WRONG}", "/a.txt"), o).List(t.Context(), nil) {
		if err == nil || !strings.Contains(err.Error(), "with the login of the address") || strings.Contains(item.Address, "ann") {
			t.Errorf("%+v %v", item, err)
		}
	}
}

func TestNamesOfPages(t *testing.T) {
	for _, c := range []struct{ address, disposition, media, want string }{
		{"https://h/a/b.pdf?x=1", "", "", "b.pdf"},
		{"https://h/a/guide", "", "text/html; charset=utf-8", "guide.html"},
		{"https://h/", "", "text/html", "h.html"},
		{"https://h/v1.2", "", "text/markdown", "v1.2.md"},
		{"https://h/get?id=7", `attachment; filename="board report.docx"`, "application/octet-stream", "board report.docx"},
		{"https://h/get?id=7", `attachment; filename="../../x.pdf"`, "", "x.pdf"},
		{"https://h/thing", "", "application/x-odd", "thing"},
	} {
		u, _ := http.NewRequest(http.MethodGet, c.address, nil)
		h := http.Header{"Content-Type": {c.media}, "Content-Disposition": {c.disposition}}
		if got := nameOf(u.URL, h); got != c.want {
			t.Errorf("%s: %s, want %s", c.address, got, c.want)
		}
	}
}
