package reach

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// Bucket is an S3 bucket and how it is reached.
type Bucket struct {
	name        string
	region      string
	isRegion    bool     // the environment names the region
	endpoint    *url.URL // of an S3-compatible server; nil for Amazon
	credentials credentials
	client      *http.Client
	now         func() time.Time
}

// BucketOptions say with whose credentials a bucket is reached.
type BucketOptions struct {
	// Environment gives the AWS_… variables; nil for none, as for an address that somebody else wrote.
	Environment func(name string) string
	// Client makes the client for the server that the environment names, nil for Amazon, or refuses it.
	Client func(endpoint *url.URL) (*http.Client, error)
	Now    func() time.Time
}

// OpenBucket prepares requests to a bucket. Nothing is sent.
func OpenBucket(name string, o BucketOptions) (*Bucket, error) {
	b := &Bucket{name: name, region: "us-east-1", now: o.Now}
	if name == "" || strings.ContainsAny(name, `/\?#@:%`) {
		return nil, fault.New(fault.Usage, "%.80q is not the name of a bucket", name).WithHint("write s3://bucket/file.csv")
	}
	if o.Environment != nil {
		if err := b.configure(o.Environment); err != nil {
			return nil, err
		}
	}
	client, err := o.Client(b.endpoint)
	if err != nil {
		return nil, err
	}
	// Redirects are not followed: they would carry a signature elsewhere.
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	b.client = client
	return b, nil
}

func (b *Bucket) configure(env func(string) string) error {
	b.isRegion = env("AWS_REGION") != ""
	b.region = cmp.Or(env("AWS_REGION"), env("AWS_DEFAULT_REGION"), b.region)
	b.credentials = credentials{env("AWS_ACCESS_KEY_ID"), env("AWS_SECRET_ACCESS_KEY"), env("AWS_SESSION_TOKEN")}
	address := cmp.Or(env("AWS_ENDPOINT_URL_S3"), env("AWS_ENDPOINT_URL"))
	if address == "" {
		return nil
	}
	endpoint, err := url.Parse(address)
	if err != nil || endpoint.Host == "" || endpoint.Scheme != "https" && endpoint.Scheme != "http" {
		return fault.New(fault.Config, "AWS_ENDPOINT_URL is not an https address").WithHint("set it to https://host")
	}
	b.endpoint = endpoint
	return nil
}

// at is the address of a key, "" for the bucket.
func (b *Bucket) at(key string) *url.URL {
	u := &url.URL{Scheme: "https", Host: b.name + ".s3." + b.region + ".amazonaws.com", Path: "/" + key}
	switch {
	case b.endpoint != nil:
		u.Scheme, u.Host, u.Path = b.endpoint.Scheme, b.endpoint.Host, path.Join("/", b.endpoint.Path, b.name)+"/"+key
	case strings.Contains(b.name, "."): // for which no certificate holds
		u.Host, u.Path = "s3."+b.region+".amazonaws.com", "/"+b.name+"/"+key
	}
	u.RawPath = uriEncode(u.Path, true) // what is sent must be what is signed
	return u
}

// Request asks for a key.
func (b *Bucket) Request(key string) Request { return b.request(b.at(key)) }

func (b *Bucket) request(u *url.URL) Request {
	r := Request{URL: u, Client: b.client}
	if b.credentials.key != "" && b.credentials.secret != "" {
		r.Sign = func(h *http.Request) { signV4(h, b.credentials, b.region, "s3", b.now()) }
	}
	return r
}

// Close ends the connections that are kept for other requests.
func (b *Bucket) Close() { b.client.CloseIdleConnections() }

// FindRegion asks Amazon where the bucket is, which it tells anyone.
func (b *Bucket) FindRegion(ctx context.Context) error {
	if b.endpoint != nil || b.isRegion {
		return nil
	}
	r := b.Request("")
	r.Sign = nil
	answer, err := r.Do(ctx, http.MethodHead, nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if region := answer.Header.Get("X-Amz-Bucket-Region"); region != "" && strings.Trim(region, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" {
		b.region = region
		return nil
	}
	if answer.StatusCode == http.StatusNotFound {
		return fault.New(fault.Connect, "there is no bucket %s", b.name).WithHint("check its name; for a server other than Amazon's set AWS_ENDPOINT_URL")
	}
	return nil
}

// Object is a key of a bucket.
type Object struct {
	Key      string `xml:"Key"`
	Size     int64  `xml:"Size"`
	ETag     string `xml:"ETag"`
	Modified string `xml:"LastModified"` // as RFC 3339 writes it
}

// List is a page of the keys with a prefix: the first one, or the one that another page names as the next;
// next is "" for the last.
func (b *Bucket) List(ctx context.Context, prefix, after string) (page []Object, next string, err error) {
	const most = 16 << 20
	u := b.at("")
	q := url.Values{"list-type": {"2"}, "prefix": {prefix}, "max-keys": {strconv.Itoa(1000)}}
	if after != "" {
		q.Set("continuation-token", after)
	}
	u.RawQuery = strings.ReplaceAll(q.Encode(), "+", "%20") // as it is signed
	r := b.request(u)
	answer, err := r.Do(ctx, http.MethodGet, nil)
	if err != nil {
		return nil, "", err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, "", r.Refused(answer)
	}
	var listing struct {
		Contents []Object `xml:"Contents"`
		Next     string   `xml:"NextContinuationToken"`
	}
	if err := xml.NewDecoder(io.LimitReader(answer.Body, most)).Decode(&listing); err != nil {
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return nil, "", err
		}
		return nil, "", fault.Wrap(err, fault.Connect, "%s did not list the bucket as S3 does: %v", u.Host, err).WithHint("check AWS_ENDPOINT_URL")
	}
	return listing.Contents, listing.Next, nil
}

// s3Error is what S3 says about a request that it refuses, "" for other servers.
func s3Error(answer *http.Response) string {
	var e struct {
		Code    string
		Message string
	}
	const most = 64 << 10
	if !strings.Contains(answer.Header.Get("Content-Type"), "xml") || xml.NewDecoder(io.LimitReader(answer.Body, most)).Decode(&e) != nil || e.Code == "" {
		return ""
	}
	return strings.TrimSpace(e.Code + " " + e.Message)
}
