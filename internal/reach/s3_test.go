package reach

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/test/servertest"
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

// anywhere is a client that reaches all addresses.
func anywhere(*url.URL) (*http.Client, error) {
	return Dialer{Permit: func(string, netip.Addr) error { return nil }}.Client(nil), nil
}

// What a server sees of a request is what was signed.
func TestRequestsAreSigned(t *testing.T) {
	s := servertest.ServeS3(t, "shop", map[string]string{"sales/2024 größer+.csv": "a\n", "b": "c"})
	env := map[string]string{"AWS_ENDPOINT_URL": s.URL, "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "geheim", "AWS_SESSION_TOKEN": "token", "AWS_REGION": "eu-central-1"}
	now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	b, err := OpenBucket("shop", BucketOptions{Environment: func(name string) string { return env[name] }, Client: anywhere, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	page, next, err := b.List(t.Context(), "sales/2024 größer", "")
	if err != nil || next != "" || len(page) != 1 || page[0].Key != "sales/2024 größer+.csv" || page[0].Size != 2 || page[0].ETag == "" || page[0].Modified != "2026-01-02T03:04:05.000Z" {
		t.Fatalf("%+v %q %v", page, next, err)
	}
	answer, err := b.Request(page[0].Key).Do(t.Context(), http.MethodGet, nil)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer, err)
	}
	answer.Body.Close()
	for _, r := range s.Seen() {
		got := r.Header.Get("Authorization")
		again := r.Clone(t.Context())
		again.URL.Host, again.URL.Scheme = r.Host, "http"
		again.Header.Del("Authorization")
		again.Header.Del("Accept-Encoding")
		signV4(again, credentials{"AKIDEXAMPLE", "geheim", "token"}, "eu-central-1", "s3", now())
		if got == "" || got != again.Header.Get("Authorization") {
			t.Errorf("%s is signed as %q, want %q", r.URL, got, again.Header.Get("Authorization"))
		}
		if strings.Contains(r.URL.RawQuery, "+") {
			t.Errorf("%s has a space that servers read in two ways", r.URL)
		}
	}
}

func TestAddressesOfKeys(t *testing.T) {
	for bucket, want := range map[string]string{
		"shop":    "https://shop.s3.us-east-1.amazonaws.com/a%20b",
		"my.shop": "https://s3.us-east-1.amazonaws.com/my.shop/a%20b", // for whose name no certificate holds
	} {
		b, err := OpenBucket(bucket, BucketOptions{Client: anywhere, Now: time.Now})
		if err != nil || b.at("a b").String() != want || b.Request("a b").Sign != nil {
			t.Error(b.at("a b"), err)
		}
	}
	for _, name := range []string{"", "a/b", "a@b", "a:1"} {
		if _, err := OpenBucket(name, BucketOptions{Client: anywhere, Now: time.Now}); err == nil {
			t.Errorf("%q is taken for a bucket", name)
		}
	}
}
