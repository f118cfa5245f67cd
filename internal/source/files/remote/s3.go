package remote

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

	"github.com/plumbdata/plumb/internal/fault"
)

// bucket is an S3 bucket and how it is reached.
type bucket struct {
	name        string
	region      string
	endpoint    *url.URL // of an S3-compatible server; nil for Amazon
	credentials credentials
	options     Options
}

func newBucket(name string, o Options) (*bucket, error) {
	b := &bucket{name: name, region: "us-east-1", options: o}
	if strings.ContainsAny(name, `/\?#@:%`) {
		return nil, fault.New(fault.Usage, "%.80q is not the name of a bucket", name).WithHint("write s3://bucket/file.csv")
	}
	if o.Environment == nil || !o.Trusted {
		return b, nil
	}
	env := o.Environment
	b.region = cmp.Or(env("AWS_REGION"), env("AWS_DEFAULT_REGION"), b.region)
	b.credentials = credentials{env("AWS_ACCESS_KEY_ID"), env("AWS_SECRET_ACCESS_KEY"), env("AWS_SESSION_TOKEN")}
	address := cmp.Or(env("AWS_ENDPOINT_URL_S3"), env("AWS_ENDPOINT_URL"))
	if address == "" {
		return b, nil
	}
	endpoint, err := url.Parse(address)
	if err != nil || endpoint.Host == "" || endpoint.Scheme != "https" && endpoint.Scheme != "http" {
		return nil, fault.New(fault.Config, "AWS_ENDPOINT_URL is not an https address").WithHint("set it to https://host")
	}
	if err := checkAddress(endpoint, true); err != nil {
		return nil, err
	}
	b.endpoint = endpoint
	return b, nil
}

// at is the address of a key, "" for the bucket.
func (b *bucket) at(key string) *url.URL {
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

// request asks for a key. Redirects are not followed: they would carry a
// signature elsewhere.
func (b *bucket) request(u *url.URL) request {
	client := newClient(u, b.endpoint != nil, b.options)
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	r := request{url: u, client: client}
	if b.credentials.key != "" && b.credentials.secret != "" {
		r.sign = func(h *http.Request) { signV4(h, b.credentials, b.region, "s3", b.options.Now()) }
	}
	return r
}

func fetchS3(ctx context.Context, u *url.URL, o Options) ([]File, error) {
	if u.User != nil {
		return nil, fault.New(fault.Usage, "an s3 address has no login").WithHint("write s3://bucket/file.csv, and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	b, err := newBucket(u.Host, o)
	if err != nil {
		return nil, err
	}
	if err := b.findRegion(ctx); err != nil {
		return nil, err
	}
	key := strings.TrimPrefix(u.Path, "/")
	keys := []string{key}
	if key == "" || strings.HasSuffix(key, "/") || strings.ContainsAny(key, "*?[") {
		if keys, err = b.list(ctx, key); err != nil {
			return nil, err
		}
	}
	var files []File
	for _, key := range keys {
		f, err := fetch(ctx, b.request(b.at(key)), o)
		if err != nil {
			return nil, err
		}
		f.Name = "s3://" + b.name + "/" + key
		if o.MaxBytes -= f.Size; o.MaxBytes < 0 {
			return nil, fault.New(fault.Connect, "the files of %s have more than %s together", u, sizeOf(b.options.MaxBytes)).
				WithHint("name fewer, such as s3://bucket/2024-*.csv")
		}
		files = append(files, f)
	}
	return files, nil
}

// findRegion asks Amazon where a bucket is, which it tells anyone.
func (b *bucket) findRegion(ctx context.Context) error {
	if b.endpoint != nil || b.options.Environment != nil && b.options.Environment("AWS_REGION") != "" && b.options.Trusted {
		return nil
	}
	r := b.request(b.at(""))
	r.sign = nil
	defer r.client.CloseIdleConnections()
	answer, err := r.do(ctx, http.MethodHead, nil)
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

// listing is a page of the keys of a bucket.
type listing struct {
	Contents []struct {
		Key  string `xml:"Key"`
		Size int64  `xml:"Size"`
	} `xml:"Contents"`
	Next string `xml:"NextContinuationToken"`
}

const (
	maxPages   = 100 // of 1,000 keys that are looked at
	maxListing = 16 << 20
)

// list finds the data files of a folder, but not of folders below it, or the keys
// that match a pattern.
func (b *bucket) list(ctx context.Context, pattern string) ([]string, error) {
	prefix := pattern
	if at := strings.IndexAny(pattern, "*?["); at >= 0 {
		prefix = pattern[:at]
	}
	var keys []string
	next := ""
	for range maxPages {
		page, err := b.page(ctx, prefix, next)
		if err != nil {
			return nil, err
		}
		for _, c := range page.Contents {
			if b.isWanted(c.Key, pattern) && c.Size > 0 {
				keys = append(keys, c.Key)
			}
			if len(keys) > maxFiles {
				return nil, fault.New(fault.Connect, "there are more than %d data files at s3://%s/%s", maxFiles, b.name, pattern).
					WithHint("name fewer, such as s3://%s/%s2024-*.csv", b.name, prefix)
			}
		}
		if next = page.Next; next == "" {
			break
		}
	}
	if len(keys) == 0 {
		return nil, fault.New(fault.Connect, "there are no data files at s3://%s/%s", b.name, pattern).WithHint("check the name; folders below it are not looked into")
	}
	return keys, nil
}

func (b *bucket) isWanted(key, pattern string) bool {
	name := path.Base(key)
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || b.options.Accept != nil && !b.options.Accept(name) {
		return false
	}
	if strings.ContainsAny(pattern, "*?[") {
		ok, err := path.Match(pattern, key)
		return ok && err == nil
	}
	return !strings.Contains(strings.TrimPrefix(key, pattern), "/")
}

func (b *bucket) page(ctx context.Context, prefix, next string) (*listing, error) {
	u := b.at("")
	q := url.Values{"list-type": {"2"}, "prefix": {prefix}, "max-keys": {strconv.Itoa(1000)}}
	if next != "" {
		q.Set("continuation-token", next)
	}
	u.RawQuery = q.Encode()
	r := b.request(u)
	defer r.client.CloseIdleConnections()
	answer, err := r.do(ctx, http.MethodGet, nil)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, refused(u, answer.StatusCode, r.sign != nil, s3Error(answer))
	}
	var page listing
	if err := xml.NewDecoder(io.LimitReader(answer.Body, maxListing)).Decode(&page); err != nil {
		if errors.Is(err, context.Canceled) {
			return nil, err
		}
		return nil, fault.Wrap(err, fault.Connect, "%s did not list the bucket as S3 does: %v", u.Host, err).WithHint("check AWS_ENDPOINT_URL")
	}
	return &page, nil
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
