package fetch

import (
	"cmp"
	"context"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/reach"
)

// web asks for pages, and keeps the last one: it is read after it was listed.
type web struct {
	client *http.Client
	effort *effort
	login  *url.Userinfo // for one server
	site   string        // its scheme and host
	held   Item
	data   []byte
}

// newWeb prepares requests to the server of a place.
func newWeb(p place, o Options) (*web, error) {
	if p.scheme == "http" {
		if err := o.checkPlain(p, "https://"); err != nil {
			return nil, err
		}
	}
	w := &web{client: o.dialer().Client(reach.FollowRedirects(o.isAllowed)), effort: newEffort(p.url.Host, o), login: p.url.User, site: siteOf(p.url)}
	p.url.User = nil
	return w, nil
}

// siteOf is what a login and a crawl are bound to.
func siteOf(u *url.URL) string { return strings.ToLower(u.Scheme + "://" + u.Host) }

// get asks for a page, or whether it is still what it was.
func (w *web) get(ctx context.Context, u *url.URL, address string, old Item) (Item, answer, error) {
	header := http.Header{"Accept-Encoding": {"gzip"}}
	if kind, value, ok := strings.Cut(old.Validator, " "); ok && kind == "etag" {
		header.Set("If-None-Match", value)
	} else if ok && kind == "modified" {
		header.Set("If-Modified-Since", value)
	}
	if w.login != nil && siteOf(u) == w.site {
		with := *u
		with.User = w.login
		u = &with
	}
	item := Item{Address: address, Name: reach.FileName(u), Size: -1}
	a, err := w.effort.download(ctx, reach.Request{URL: u, Client: w.client}, header, reach.WithoutSecrets(u.String()))
	switch {
	case err != nil:
		return item, a, err
	case a.same:
		return old, a, nil
	}
	item.Name, item.Media, item.Size = nameOf(a.from, a.header), mediaOf(a.header), int64(len(a.data))
	item.Mark = hashOf(a.data)
	modified := a.header.Get("Last-Modified")
	item.Modified, _ = time.Parse(http.TimeFormat, modified) // zero where it cannot be read
	if etag := a.header.Get("ETag"); etag != "" {
		item.Validator = "etag " + etag
	} else if modified != "" {
		item.Validator = "modified " + modified
	}
	w.held, w.data = item, a.data
	return item, a, w.effort.spend(a.data)
}

// read gives the page that was listed last, or asks for another one again.
func (w *web) read(ctx context.Context, u *url.URL, item Item) ([]byte, error) {
	if w.data == nil || w.held.Address != item.Address || w.held.Mark != item.Mark {
		if _, _, err := w.get(ctx, u, item.Address, Item{}); err != nil {
			return nil, err
		}
	}
	return w.data, nil
}

func (w *web) Close() error {
	w.client.CloseIdleConnections()
	return nil
}

// page is one page or file on the web.
type page struct {
	*web
	url     *url.URL
	address string
}

func openPage(p place, o Options) (Source, error) {
	w, err := newWeb(p, o)
	if err != nil {
		return nil, err
	}
	return &page{web: w, url: p.url, address: p.shown}, nil
}

func (p *page) List(ctx context.Context, known map[string]Item) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		p.effort.begin()
		item, _, err := p.get(ctx, p.url, p.address, known[p.address])
		item.Address = cmp.Or(item.Address, p.address)
		yield(item, err)
	}
}

func (p *page) Read(ctx context.Context, item Item) ([]byte, error) {
	if item.Address != p.address {
		return nil, fault.New(fault.NotFound, "%s is not at %s", item.Address, p.address).WithHint("list the place again")
	}
	return p.read(ctx, p.url, item)
}
