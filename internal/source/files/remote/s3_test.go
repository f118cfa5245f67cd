package remote

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// The examples of AWS's documentation (Signature Calculations for the
// Authorization Header) and of its test suite for Signature Version 4.
func TestSignatureV4(t *testing.T) {
	s3 := credentials{key: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}
	suite := credentials{key: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"}
	may2013, august2015 := time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC), time.Date(2015, 8, 30, 12, 36, 0, 0, time.UTC)
	for _, c := range []struct {
		address string
		header  http.Header
		by      credentials
		service string
		now     time.Time
		want    string
	}{
		{"https://examplebucket.s3.amazonaws.com/test.txt", http.Header{"Range": {"bytes=0-9"}}, s3, "s3", may2013,
			"SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"},
		{"https://examplebucket.s3.amazonaws.com/?lifecycle", nil, s3, "s3", may2013, "Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"},
		{"https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J", nil, s3, "s3", may2013, "Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"},
		{"https://example.amazonaws.com/", nil, suite, "service", august2015,
			"Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
		{"https://example.amazonaws.com/?Param2=value2&Param1=value1", nil, suite, "service", august2015, "Signature=b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"},
	} {
		r, err := http.NewRequest(http.MethodGet, c.address, nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, values := range c.header {
			r.Header[name] = values
		}
		signV4(r, c.by, "us-east-1", c.service, c.now)
		if got := r.Header.Get("Authorization"); !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.address, got, c.want)
		}
	}
}

// fakeS3 serves a bucket as S3 does, in pages of two keys.
func fakeS3(t *testing.T, files map[string]string) *recorder {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		key, ok := strings.CutPrefix(r.URL.Path, "/shop/")
		switch {
		case !ok:
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `<?xml version="1.0"?><Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message></Error>`)
		case key == "":
			writeListing(w, r.URL.Query(), files)
		case files[key] == "":
			w.WriteHeader(http.StatusNotFound)
		default:
			w.Header().Set("ETag", `"`+hashOf(files[key])+`"`)
			fmt.Fprint(w, files[key])
		}
	})
}

func writeListing(w http.ResponseWriter, q url.Values, files map[string]string) {
	type object struct {
		Key  string
		Size int
	}
	page := struct {
		XMLName               xml.Name `xml:"ListBucketResult"`
		Contents              []object
		NextContinuationToken string `xml:",omitempty"`
	}{}
	var keys []string
	for k := range files {
		if strings.HasPrefix(k, q.Get("prefix")) && k > q.Get("continuation-token") {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	if len(keys) > 2 {
		keys, page.NextContinuationToken = keys[:2], keys[1]
	}
	for _, k := range keys {
		page.Contents = append(page.Contents, object{k, len(files[k])})
	}
	w.Header().Set("Content-Type", "application/xml")
	_ = xml.NewEncoder(w).Encode(page) // the reader of the test fails without it
}

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
	s := fakeS3(t, map[string]string{
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
	for _, r := range s.seen() {
		got := r.Header.Get("Authorization")
		again := r.Clone(t.Context())
		again.URL.Host, again.URL.Scheme = r.Host, "http"
		again.Header.Del("Authorization")
		again.Header.Del("Accept-Encoding")
		signV4(again, credentials{"AKIDEXAMPLE", "geheim", "token"}, "eu-central-1", "s3", o.Now())
		if got == "" || got != again.Header.Get("Authorization") {
			t.Errorf("%s is signed as %q, want %q", r.URL, got, again.Header.Get("Authorization"))
		}
	}
}

func TestS3Faults(t *testing.T) {
	s := fakeS3(t, map[string]string{"a.csv": "a\n"})
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
	if s.seen()[0].Header.Get("Authorization") != "" {
		t.Error("an anonymous request is signed")
	}
}

// Neither credentials nor the endpoint of the environment serve an address that
// somebody else wrote.
func TestS3OfStrangers(t *testing.T) {
	o := trusted(t)
	o.Trusted = false
	o.Environment = environment("http://127.0.0.1:1", "AWS_ACCESS_KEY_ID", "k", "AWS_SECRET_ACCESS_KEY", "s", "AWS_REGION", "eu-west-1")
	b, err := newBucket("shop", o)
	if err != nil {
		t.Fatal(err)
	}
	if b.endpoint != nil || b.credentials != (credentials{}) || b.request(b.at("x")).sign != nil || b.at("a b").String() != "https://shop.s3.us-east-1.amazonaws.com/a%20b" {
		t.Errorf("%+v %s", b, b.at("a b"))
	}
	dotted, err := newBucket("my.shop", o)
	if err != nil || dotted.at("k").String() != "https://s3.us-east-1.amazonaws.com/my.shop/k" {
		t.Error(dotted, err)
	}
}
