package remote

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/servertest"
)

func environment(endpoint string, more ...string) func(string) string {
	return func(name string) string {
		if name == "AWS_ENDPOINT_URL" {
			return endpoint
		}
		for i := 0; i+1 < len(more); i += 2 {
			if more[i] == name {
				return more[i+1]
			}
		}
		return ""
	}
}

func TestS3(t *testing.T) {
	s := servertest.ServeS3(t, "shop", map[string]string{
		"sales/2023.csv": "a\n1\n", "sales/2024 größer+.csv": "a\n2\n", "sales/2025.csv": "a\n3\n", "sales/readme.pdf": "x", "sales/below/x.csv": "a\n4\n", "sales/_SUCCESS": "x", "sales/empty.csv": "",
	})
	o := trusted(t)
	o.Accept = func(name string) bool { return strings.HasSuffix(name, ".csv") }
	o.Environment = environment(s.URL, "AWS_ACCESS_KEY_ID", "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY", "geheim", "AWS_SESSION_TOKEN", "token", "AWS_REGION", "eu-central-1")
	for address, want := range map[string]string{
		"s3://shop/sales/2023.csv":         "2023.csv",
		"s3://shop/sales/":                 "2023.csv 2024 größer+.csv 2025.csv",
		"s3://shop/sales/202[45]*.csv":     "2024 größer+.csv 2025.csv",
		"s3://shop/sales/2024 größer+.csv": "2024 größer+.csv",
		"s3://shop/sales/below/":           "x.csv",
	} {
		files, err := Fetch(t.Context(), address, o)
		var names []string
		for _, f := range files {
			names = append(names, filepath.Base(f.Path))
			if !strings.HasPrefix(read(t, f), "a\n") || !strings.HasPrefix(f.Name, "s3://shop/sales/") {
				t.Errorf("%+v", f)
			}
		}
		if err != nil || strings.Join(names, " ") != want {
			t.Errorf("%s: %v %v", address, names, err)
		}
	}
	for _, r := range s.Seen() {
		if !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260102/eu-central-1/s3/") {
			t.Errorf("%s is signed as %q", r.URL, r.Header.Get("Authorization"))
		}
	}
}

func TestS3Faults(t *testing.T) {
	s := servertest.ServeS3(t, "shop", map[string]string{"a.csv": "a\n"})
	o := trusted(t)
	o.Environment = environment(s.URL)
	for address, want := range map[string]string{
		"s3://shop/b.csv":  "there is no file",
		"s3://none/":       "NoSuchBucket",
		"s3://shop/below/": "no data files",
	} {
		_, err := Fetch(t.Context(), address, o)
		if fault.CodeOf(err) != fault.Connect || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
	o.Environment = environment("http://storage.example.com")
	if _, err := Fetch(t.Context(), "s3://shop/a.csv", o); fault.CodeOf(err) != fault.Usage {
		t.Error(err)
	}
	if s.Seen()[0].Header.Get("Authorization") != "" {
		t.Error("an anonymous request is signed")
	}
}

// Neither credentials nor the endpoint of the environment serve an address that
// somebody else wrote.
func TestS3OfStrangers(t *testing.T) {
	o := trusted(t)
	o.Trusted = false
	o.Environment = environment("http://127.0.0.1:1", "AWS_ACCESS_KEY_ID", "k", "AWS_SECRET_ACCESS_KEY", "s", "AWS_REGION", "eu-west-1")
	b, err := openBucket("shop", o)
	if err != nil {
		t.Fatal(err)
	}
	if r := b.Request("x"); r.Sign != nil || r.URL.String() != "https://shop.s3.us-east-1.amazonaws.com/x" {
		t.Errorf("%+v", r)
	}
}
