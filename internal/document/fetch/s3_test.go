package fetch

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/servertest"
)

func TestS3(t *testing.T) {
	server := servertest.ServeS3(t, "shop", map[string]string{
		"docs": "itself", "docs/a.md": "1", "docs/b größer+?.md": "2", "docs/sub/c.pdf": "3", "docs/sub/": "", "docs/.hidden/d.md": "4", "docs2/e.md": "5", "docs/empty.txt": "", "handbook.pdf": "6",
	})
	o := options()
	o.Allowed = nil // who names a server in the environment allows it
	o.Environment = variables("AWS_ENDPOINT_URL", server.URL, "AWS_ACCESS_KEY_ID", "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY", "geheim", "AWS_REGION", "eu-central-1")
	for where, want := range map[string][]string{
		"s3://shop/docs/":              {"a.md=1", "b größer+?.md=2", "empty.txt=", "sub/c.pdf=3"},
		"s3://shop/docs/sub":           {"c.pdf=3"},
		"s3://shop/docs":               {"docs=itself"},
		"s3://shop/handbook.pdf":       {"handbook.pdf=6"},
		"s3://shop/docs/b größer+?.md": {"b größer+?.md=2"},
		"s3://shop/*.pdf":              {"handbook.pdf=6"},
		"s3://shop/**/*.pdf":           {"docs/sub/c.pdf=3", "handbook.pdf=6"},
		"s3://shop/none":               {"!NOT_FOUND"},
		"s3://none/":                   {"!CONNECT_ERROR"},
	} {
		if got := readAll(t, open(t, where, o)); !slices.Equal(got, want) {
			t.Errorf("%s: %q", where, got)
		}
	}
	for _, r := range server.Seen() {
		if !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/") {
			t.Errorf("%s is not signed", r.URL)
		}
	}
	s, k := open(t, "s3://shop/docs/", o), keep{}
	k.refresh(t, s)
	server.Put("docs/a.md", "11")
	server.Remove("docs/sub/c.pdf")
	if got := k.refresh(t, s); got != "changed a.md, gone sub/c.pdf, same b größer+?.md, same empty.txt" {
		t.Error(got)
	}
	for _, address := range []string{"s3://shop/handbook.pdf", "s3://other/docs/a.md", "https://shop/docs/a.md"} {
		if _, err := s.Read(t.Context(), Item{Address: address}); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("%s: %v", address, err)
		}
	}
	o.Limits.Items, o.Limits.ItemBytes = 2, 1
	if got := readAll(t, open(t, "s3://shop/docs/", o)); !slices.Equal(got, []string{"a.md!BAD_DATA", "b größer+?.md=2", "!RESULT_TRUNCATED"}) {
		t.Errorf("%q", got)
	}
	o.Environment = variables("AWS_ENDPOINT_URL", "http://storage.example.com")
	if _, err := Open(t.Context(), "s3://shop/", o); fault.CodeOf(err) != fault.Config {
		t.Error(err)
	}
}

// Each of many documents does not wait for a server that is gone.
func TestAServerThatIsGone(t *testing.T) {
	files := map[string]string{}
	for i := range 50 {
		files[fmt.Sprintf("%02d.md", i)] = "x"
	}
	server := servertest.ServeS3(t, "shop", files)
	o := options()
	o.Environment = variables("AWS_ENDPOINT_URL", server.URL)
	waits := 0
	o.Sleep = func(context.Context, time.Duration) error { waits++; return nil }
	s := open(t, "s3://shop/", o)
	var items []Item
	for item, err := range s.List(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	server.Close()
	var last error
	for _, item := range items {
		if _, last = s.Read(t.Context(), item); last == nil {
			t.Errorf("%s was read", item.Name)
		}
	}
	if checkFault(t, last); waits > 5 || !strings.Contains(last.Error(), "failed 20 times in a row") {
		t.Errorf("waited %d times: %v", waits, last)
	}
}
