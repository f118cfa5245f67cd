package remote

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/servertest"
)

// clock is a time that a test sets.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func newClock() *clock { return &clock{time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

// trusted are the options for an address that the person wrote.
func trusted(t testing.TB) Options {
	t.Helper()
	return Options{Dir: t.TempDir(), Trusted: true, Now: newClock().Now}
}

// trust are the certificates of a server.
func trust(s *servertest.Web) *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(s.Certificate())
	return pool
}

func read(t testing.TB, f File) string {
	t.Helper()
	data, err := os.ReadFile(f.Path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestDownloadedOnceAndRevalidated(t *testing.T) {
	content, tag := "a,b\n1,2\n", `"v1"`
	s := servertest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		fmt.Fprint(w, content)
	})
	c := newClock()
	o := trusted(t)
	o.Now = c.Now
	var reported []string
	o.Progress = func(name string, done, total int64) {
		reported = append(reported, fmt.Sprint(name, " ", done, "/", total))
	}
	fetchOne := func() File {
		t.Helper()
		files, err := Fetch(t.Context(), s.URL+"/data/sales.csv?version=1#top", o)
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		return files[0]
	}
	first := fetchOne()
	if filepath.Base(first.Path) != "sales.csv" || read(t, first) != content || first.Name != s.URL+"/data/sales.csv" || first.Size != 8 || first.Stale != nil {
		t.Errorf("%+v", first)
	}
	if want := []string{"sales.csv 8/8"}; !slices.Equal(reported, want) {
		t.Errorf("progress: %v", reported)
	}
	if fetchOne() != first || len(s.Seen()) != 1 {
		t.Errorf("%d requests for a copy that is current", len(s.Seen()))
	}
	c.now = c.now.Add(time.Hour)
	if fetchOne() != first || len(s.Seen()) != 2 {
		t.Errorf("%d requests to revalidate", len(s.Seen()))
	}
	content, tag = "a,b\n3,4\n", `"v2"`
	c.now = c.now.Add(time.Hour)
	if f := fetchOne(); read(t, f) != content || f.Mark == first.Mark {
		t.Errorf("%+v", f)
	}
	s.Close()
	c.now = c.now.Add(time.Hour)
	if f := fetchOne(); read(t, f) != content || fault.CodeOf(f.Stale) != fault.Connect {
		t.Errorf("%+v", f)
	}
}

func TestLastModifiedIsUsed(t *testing.T) {
	const at = "Fri, 02 Jan 2026 00:00:00 GMT"
	s := servertest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-Modified-Since") == at {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("Last-Modified", at)
		fmt.Fprint(w, "a\n")
	})
	c := newClock()
	o := trusted(t)
	o.Now = c.Now
	for range 2 {
		if files, err := Fetch(t.Context(), s.URL+"/x.csv", o); err != nil || read(t, files[0]) != "a\n" {
			t.Fatal(files, err)
		}
		c.now = c.now.Add(time.Hour)
	}
	if got := s.Seen()[1].Header.Get("If-Modified-Since"); got != at {
		t.Errorf("got %q", got)
	}
}

func TestAnswersThatAreNotTheFile(t *testing.T) {
	for status, want := range map[int]string{
		404: "there is no file at", 403: "without a login", 500: "cannot answer now", 429: "cannot answer now", 302: "answered with status 302", 204: "status 204",
	} {
		s := servertest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
		o := trusted(t)
		_, err := Fetch(t.Context(), s.URL+"/x.csv?key=geheim", o)
		if f := fault.Of(err); f == nil || f.Code != fault.Connect || !strings.Contains(f.Message, want) || f.Hint == "" || strings.Contains(f.Message+f.Hint, "geheim") {
			t.Errorf("%d: %v", status, err)
		}
		if left, _ := filepath.Glob(o.Dir + "/remote/*/*"); len(left) > 0 {
			t.Errorf("%d: %v is left", status, left)
		}
	}
}

func TestSizeIsBounded(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"announced": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000000")
			w.WriteHeader(http.StatusOK)
		},
		"endless": func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1000)); err != nil {
					return
				}
				w.(http.Flusher).Flush()
			}
		},
	} {
		o := trusted(t)
		o.MaxBytes = 5000
		_, err := Fetch(t.Context(), servertest.Serve(t, handler).URL+"/x.csv", o)
		if err == nil || !strings.Contains(err.Error(), "more than 5000 bytes") {
			t.Errorf("%s: %v", name, err)
		}
		if left, _ := filepath.Glob(o.Dir + "/remote/*/*"); len(left) > 0 {
			t.Errorf("%s: %v is left", name, left)
		}
	}
}

func TestBrokenDownloadIsNotKept(t *testing.T) {
	s := servertest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		fmt.Fprint(w, "a,b\n")
	})
	o := trusted(t)
	_, err := Fetch(t.Context(), s.URL+"/x.csv", o)
	if fault.CodeOf(err) != fault.Connect || !strings.Contains(err.Error(), "broke off") {
		t.Error(err)
	}
	if left, _ := filepath.Glob(o.Dir + "/remote/*/*"); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := servertest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		cancel()
		<-r.Context().Done()
	})
	if _, err := Fetch(ctx, s.URL+"/x.csv", trusted(t)); fault.CodeOf(err) != fault.Canceled {
		t.Error(err)
	}
}

func TestAddressesThatAreRefused(t *testing.T) {
	s := servertest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "a\n") })
	stranger := trusted(t)
	stranger.Trusted = false
	for _, c := range []struct {
		address string
		o       Options
		want    string
	}{
		{"http://data.example.com/x.csv", trusted(t), "not encrypted"},
		{"http://192.168.1.1/x.csv", trusted(t), "not encrypted"},
		{s.URL + "/x.csv", stranger, "private network"},
		{"https://127.0.0.1:1/x.csv", stranger, "private network"},
		{"https://[::1]:1/x.csv", stranger, "private network"},
		{"https://localhost:1/x.csv", stranger, "private network"},
		{"https://10.1.2.3/x.csv", stranger, "private network"},
		{"https://169.254.169.254/latest/meta-data", stranger, "private network"},
		{"https://[::ffff:10.1.2.3]/x.csv", stranger, "private network"},
		{"https:///x.csv", trusted(t), "not an address"},
		{"s3://user:pass@bucket/x.csv", trusted(t), "has no login"},
	} {
		_, err := Fetch(t.Context(), c.address, c.o)
		if f := fault.Of(err); f == nil || !strings.Contains(f.Message, c.want) || f.Hint == "" {
			t.Errorf("%s: %v", c.address, err)
		}
	}
	if n := len(s.Seen()); n > 0 {
		t.Errorf("%d requests came through", n)
	}
}

// A name that the person wrote may be private; what it redirects to may not.
func TestRedirects(t *testing.T) {
	inside := servertest.ServeTLS(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "secret\n") })
	hops := 0
	s := servertest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/same":
			http.Redirect(w, r, "/file.csv", http.StatusFound)
		case "/file.csv":
			fmt.Fprint(w, "a\n")
		case "/loop":
			hops++
			http.Redirect(w, r, fmt.Sprint("/loop?", hops), http.StatusFound)
		case "/plain":
			http.Redirect(w, r, "http://data.example.com/x.csv", http.StatusFound)
		case "/inside":
			http.Redirect(w, r, strings.Replace(inside.URL, "127.0.0.1", "localhost", 1), http.StatusFound)
		}
	})
	if files, err := Fetch(t.Context(), s.URL+"/same", trusted(t)); err != nil || read(t, files[0]) != "a\n" {
		t.Error(files, err)
	}
	for path, want := range map[string]string{"/loop": "more than 5 times", "/plain": "not encrypted", "/inside": "private network"} {
		if _, err := Fetch(t.Context(), s.URL+path, trusted(t)); fault.CodeOf(err) != fault.Connect || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if n := len(inside.Seen()); n > 0 {
		t.Errorf("%d requests came through", n)
	}
}

// Login and parameters go to the host that was named, and to no other.
func TestSecretsAreNotPassedOn(t *testing.T) {
	s := servertest.ServeTLS(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/first" {
			http.Redirect(w, r, "/second.csv", http.StatusFound)
			return
		}
		fmt.Fprint(w, "a\n")
	})
	o := trusted(t)
	o.roots = trust(s)
	address := strings.Replace(s.URL, "https://", "https://ann:geheim@", 1) + "/first?key=geheim"
	files, err := Fetch(t.Context(), address, o)
	if err != nil {
		t.Fatal(err)
	}
	seen := s.Seen()
	if _, password, ok := seen[0].BasicAuth(); !ok || password != "geheim" {
		t.Error("the login was not sent")
	}
	if seen[1].Header.Get("Referer") != "" {
		t.Error("the address was passed on")
	}
	if strings.Contains(fmt.Sprintf("%+v", files), "geheim") {
		t.Errorf("%+v", files)
	}
}

// A copy that was made for the person is not given to others.
func TestCopiesAreApart(t *testing.T) {
	s := servertest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "a\n") })
	o := trusted(t)
	if _, err := Fetch(t.Context(), s.URL+"/x.csv", o); err != nil {
		t.Fatal(err)
	}
	o.Trusted = false
	if _, err := Fetch(t.Context(), s.URL+"/x.csv", o); fault.CodeOf(err) != fault.Connect {
		t.Error(err)
	}
}

func TestNamesOfDownloads(t *testing.T) {
	for _, c := range []struct{ address, disposition, media, want string }{
		{"https://h/a/b.csv?x=1", "", "", "b.csv"},
		{"https://h/a/b.csv.gz", "", "application/gzip", "b.csv.gz"},
		{"https://h/export?id=7", `attachment; filename="sales 2024.xlsx"`, "", "sales 2024.xlsx"},
		{"https://h/export", `attachment; filename="../../etc/x.csv"`, "", "x.csv"},
		{"https://h/export", "", "text/csv; charset=utf-8", "export.csv"},
		{"https://h/get.php", "", "application/json", "get.json"},
		{"https://data.example.com/", "", "text/csv", "data.example.csv"},
		{"https://h/%2e%2e%2fb%00.csv", "", "", "b_.csv"},
		{"https://h/.hidden.csv", "", "", "hidden.csv"},
	} {
		u, err := url.Parse(c.address)
		if err != nil {
			t.Fatal(err)
		}
		if got := downloadName(u, http.Header{"Content-Disposition": {c.disposition}, "Content-Type": {c.media}}); got != c.want {
			t.Errorf("%s is called %s, want %s", c.address, got, c.want)
		}
	}
}

func TestIs(t *testing.T) {
	for place, want := range map[string]bool{"https://a/b.csv": true, "S3://b/k": true, "http://localhost/x": true, "/data/x.csv": false, "file:///x.csv": false, "https": false} {
		if Is(place) != want {
			t.Errorf("%s: got %v", place, !want)
		}
	}
}

func TestPrune(t *testing.T) {
	root := t.TempDir()
	for i := range mostKept + 150 {
		dir := filepath.Join(root, fmt.Sprintf("%03d", i))
		at := time.Unix(int64(i), 0)
		err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, keptName), nil, 0o600))
		if err := errors.Join(err, os.Chtimes(filepath.Join(dir, keptName), at, at)); err != nil {
			t.Fatal(err)
		}
	}
	prune(root)
	left, err := os.ReadDir(root)
	if err != nil || len(left) != mostKept || left[0].Name() != "150" {
		t.Errorf("%d are left from %v on: %v", len(left), left[0], err)
	}
}
