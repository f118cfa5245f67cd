package remote

import (
	"context"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/reach"
)

func openBucket(name string, o Options) (*reach.Bucket, error) {
	with := reach.BucketOptions{Now: o.Now, Client: func(endpoint *url.URL) (*http.Client, error) {
		if endpoint == nil {
			return newClient(&url.URL{Scheme: "https"}, false, o), nil
		}
		if err := checkAddress(endpoint, true); err != nil {
			return nil, err
		}
		return newClient(endpoint, true, o), nil
	}}
	if o.Trusted {
		with.Environment = o.Environment
	}
	return reach.OpenBucket(name, with)
}

func fetchS3(ctx context.Context, u *url.URL, o Options) ([]File, error) {
	if u.User != nil {
		return nil, fault.New(fault.Usage, "an s3 address has no login").WithHint("write s3://bucket/file.csv, and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	b, err := openBucket(u.Host, o)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	if err := b.FindRegion(ctx); err != nil {
		return nil, err
	}
	key := strings.TrimPrefix(u.Path, "/")
	keys := []string{key}
	if key == "" || strings.HasSuffix(key, "/") || strings.ContainsAny(key, "*?[") {
		if keys, err = list(ctx, b, u.Host, key, o); err != nil {
			return nil, err
		}
	}
	var files []File
	most := o.MaxBytes
	for _, key := range keys {
		f, err := fetch(ctx, b.Request(key), o)
		if err != nil {
			return nil, err
		}
		f.Name = "s3://" + u.Host + "/" + key
		if o.MaxBytes -= f.Size; o.MaxBytes < 0 {
			return nil, fault.New(fault.Connect, "the files of %s have more than %s together", u, sizeOf(most)).
				WithHint("name fewer, such as s3://bucket/2024-*.csv")
		}
		files = append(files, f)
	}
	return files, nil
}

// maxPages is how many pages of 1,000 keys are looked at.
const maxPages = 100

// list finds the data files of a folder, but not of folders below it, or the keys
// that match a pattern.
func list(ctx context.Context, b *reach.Bucket, bucket, pattern string, o Options) ([]string, error) {
	prefix := pattern
	if at := strings.IndexAny(pattern, "*?["); at >= 0 {
		prefix = pattern[:at]
	}
	var keys []string
	next := ""
	for range maxPages {
		page, after, err := b.List(ctx, prefix, next)
		if err != nil {
			return nil, err
		}
		for _, c := range page {
			if isWanted(c.Key, pattern, o) && c.Size > 0 {
				keys = append(keys, c.Key)
			}
			if len(keys) > maxFiles {
				return nil, fault.New(fault.Connect, "there are more than %d data files at s3://%s/%s", maxFiles, bucket, pattern).
					WithHint("name fewer, such as s3://%s/%s2024-*.csv", bucket, prefix)
			}
		}
		if next = after; next == "" {
			break
		}
	}
	if len(keys) == 0 {
		return nil, fault.New(fault.Connect, "there are no data files at s3://%s/%s", bucket, pattern).WithHint("check the name; folders below it are not looked into")
	}
	return keys, nil
}

func isWanted(key, pattern string, o Options) bool {
	name := path.Base(key)
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || o.Accept != nil && !o.Accept(name) {
		return false
	}
	if strings.ContainsAny(pattern, "*?[") {
		ok, err := path.Match(pattern, key)
		return ok && err == nil
	}
	return !strings.Contains(strings.TrimPrefix(key, pattern), "/")
}
