package fetch

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/reach"
)

// storage is a part of an S3 bucket.
type storage struct {
	bucket  *reach.Bucket
	name    string // s3://bucket
	prefix  string // of the keys that are listed, with a slash at its end
	key     string // that may be meant itself; "" if the place is a folder or a glob
	glob    pattern
	accept  func(string) bool
	effort  *effort
	isFound bool
}

func openS3(_ context.Context, p place, o Options) (Source, error) {
	s := &storage{name: "s3://" + p.url.Host, accept: o.Accept, effort: newEffort(p.shown, o)}
	key := strings.TrimPrefix(p.url.Path, "/")
	switch {
	case isPattern(key):
		base, rest, err := splitPattern(key)
		if err != nil {
			return nil, err
		}
		s.prefix, s.glob = folderKey(base), rest
	case key == "" || strings.HasSuffix(key, "/"):
		s.prefix = key
	default:
		s.prefix, s.key = folderKey(key), key
	}
	var err error
	s.bucket, err = reach.OpenBucket(p.url.Host, reach.BucketOptions{Environment: o.Environment, Now: o.Now, Client: func(endpoint *url.URL) (*http.Client, error) {
		if endpoint == nil {
			return o.dialer().Client(nil), nil
		}
		// The person names this server in their environment, which allows it; without encryption only on this
		// machine, or by name.
		if endpoint.Scheme == "http" && !reach.IsLoopback(endpoint.Hostname()) && !o.isAllowed(endpoint.Hostname()) {
			return nil, fault.New(fault.Config, "AWS_ENDPOINT_URL is not encrypted: anyone on the way could change the documents").
				WithHint("set it to https://host, or allow it by its name: plumb docs add --allow %s, or documents.NAME.allow in the configuration", endpoint.Hostname())
		}
		with := o
		with.Allowed = []string{endpoint.Hostname()}
		return with.dialer().Client(nil), nil
	}})
	if err != nil {
		return nil, err
	}
	return s, nil
}

func folderKey(key string) string {
	if key == "" {
		return ""
	}
	return key + "/"
}

// findRegion finds the region of the bucket, once.
func (s *storage) findRegion(ctx context.Context) error {
	if s.isFound {
		return nil
	}
	err := s.effort.try(ctx, s.bucket.FindRegion)
	s.isFound = err == nil
	return err
}

func (s *storage) List(ctx context.Context, _ map[string]Item) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		s.effort.begin()
		if err := s.findRegion(ctx); err != nil {
			yield(Item{}, err)
			return
		}
		if s.key != "" {
			// The key itself comes before all others that begin with it.
			if page, _, err := s.page(ctx, s.key, ""); err != nil {
				yield(Item{}, err)
				return
			} else if len(page) > 0 && page[0].Key == s.key {
				yield(s.item(page[0]), nil)
				return
			}
		}
		s.listFolder(ctx, yield)
	}
}

func (s *storage) listFolder(ctx context.Context, yield func(Item, error) bool) {
	const pages = 10_000
	found, next := 0, ""
	for range pages {
		page, after, err := s.page(ctx, s.prefix, next)
		if err != nil {
			yield(Item{}, err)
			return
		}
		for _, object := range page {
			rel, ok := strings.CutPrefix(object.Key, s.prefix)
			if !ok || rel == "" || strings.HasSuffix(rel, "/") || !s.glob.match(rel) || !s.accept(baseName(rel)) {
				continue
			}
			if found++; found > s.effort.Items {
				yield(Item{}, truncated("%s/%s has more than %d documents; the others are left out", s.name, s.prefix, s.effort.Items).WithHint("name a longer prefix"))
				return
			}
			if !yield(s.item(object), nil) {
				return
			}
		}
		if next = after; next == "" {
			if found == 0 && s.key != "" {
				yield(Item{}, notFound(s.name+"/"+s.key))
			}
			return
		}
	}
	yield(Item{}, fault.New(fault.Connect, "%s does not end its listing", s.name).WithHint("name a longer prefix"))
}

func (s *storage) page(ctx context.Context, prefix, after string) (page []reach.Object, next string, err error) {
	err = s.effort.try(ctx, func(ctx context.Context) error {
		page, next, err = s.bucket.List(ctx, prefix, after)
		return err
	})
	return page, next, err
}

func (s *storage) item(o reach.Object) Item {
	name := strings.TrimPrefix(o.Key, s.prefix)
	if o.Key == s.key {
		name = baseName(o.Key)
	}
	modified, _ := time.Parse(time.RFC3339, o.Modified) // zero where it cannot be read
	mark := cmp.Or(strings.Trim(o.ETag, `"`), fmt.Sprintf("%d@%s", o.Size, o.Modified))
	return Item{Address: s.name + "/" + o.Key, Name: name, Size: o.Size, Mark: mark, Modified: modified}
}

func (s *storage) Read(ctx context.Context, item Item) ([]byte, error) {
	key, ok := strings.CutPrefix(item.Address, s.name+"/")
	if !ok || key != s.key && !strings.HasPrefix(key, s.prefix) {
		return nil, fault.New(fault.NotFound, "%s is not in %s/%s", item.Address, s.name, s.prefix).WithHint("list the bucket again")
	}
	if err := s.effort.checkSize(item); err != nil {
		return nil, err
	}
	if err := s.findRegion(ctx); err != nil {
		return nil, err
	}
	a, err := s.effort.download(ctx, s.bucket.Request(key), nil, item.Address)
	if fault.CodeOf(err) == fault.NotFound {
		return nil, notFound(item.Address)
	}
	if err != nil {
		return nil, err
	}
	return a.data, s.effort.spend(a.data)
}

func (s *storage) Close() error {
	s.bucket.Close()
	return nil
}

// baseName is the last part of a path with slashes.
func baseName(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }
