package fetch

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/reach"
)

// Crawl says how far links are followed. What is zero has a default.
type Crawl struct {
	Depth  int           // links between the first page and the last: 3
	Pages  int           // that are asked for: 500
	Prefix string        // of the paths that are followed: /docs/
	Hosts  []string      // that are followed to by name, besides the site itself
	Pause  time.Duration // between requests, unless robots.txt asks for more: 250 ms
	// Links finds the links of an HTML or Markdown page, as they stand there or resolved.
	Links func(name string, data []byte) ([]string, error)
}

const (
	maxLinks    = 2000 // of a page
	maxVariants = 50   // of the parameters of one path
	maxWaiting  = 50_000
)

// crawler reads a site breadth first: what is few links away comes first.
type crawler struct {
	*web
	Crawl
	start   *url.URL
	allowed func(host string) bool // without encryption
	accept  func(string) bool
	rules   map[string]*robots // by site, of this listing
	closed  map[string]error   // sites whose robots.txt cannot be read
	leaves  bool               // the request may be redirected out of the site
}

func openCrawl(p place, o Options) (Source, error) {
	start := canonical(p.url)
	switch {
	case start == nil:
		return nil, fault.New(fault.Usage, "%s is not the address of a page", p.shown).WithHint("write https://host/")
	case strings.Contains(p.shown, "${"):
		return nil, fault.New(fault.Usage, "a site cannot be crawled with a secret in its parameters, which its pages may pass on").WithHint("write https://name:${PASSWORD}@host/ if it has a login")
	}
	w, err := newWeb(p, o)
	if err != nil {
		return nil, err
	}
	c := &crawler{web: w, Crawl: *o.Crawl, start: start, allowed: o.isAllowed, accept: o.Accept}
	c.Depth = orDefault(c.Depth, 3)
	c.Pages = orDefault(c.Pages, 500)
	c.effort.Pause = max(c.effort.Pause, orDefault(c.Pause, 250*time.Millisecond))
	w.site = siteOf(start)
	follow := w.client.CheckRedirect
	w.client.CheckRedirect = func(r *http.Request, via []*http.Request) error {
		if !c.leaves && !c.mayFollow(r.URL) {
			return fault.Wrap(errOutside, fault.Connect, "%s leads out of the site, or to what its robots.txt does not allow", reach.WithoutSecrets(via[0].URL.String()))
		}
		return follow(r, via)
	}
	return c, nil
}

var errOutside = errors.New("outside")

// mayFollow decides about a redirect. A site whose robots.txt was not read yet is one that was not asked for.
func (c *crawler) mayFollow(u *url.URL) bool {
	to := canonical(u)
	if to == nil || !c.isInside(to) {
		return false
	}
	r := c.rules[siteOf(to)]
	return r != nil && r.allows(to.RequestURI())
}

// isInside reports whether a canonical address belongs to what is crawled.
func (c *crawler) isInside(u *url.URL) bool {
	if u.String() == c.start.String() {
		return true
	}
	if siteOf(u) == c.site {
		return strings.HasPrefix(u.Path, c.Prefix)
	}
	isNamed := slices.ContainsFunc(c.Hosts, func(h string) bool { return plainHost(h) == plainHost(u.Hostname()) })
	return isNamed && (u.Scheme == "https" || c.allowed(u.Hostname()))
}

// link is an address that waits to be asked for.
type link struct {
	url   *url.URL
	depth int
}

// run is the state of one listing.
type run struct {
	known    map[string]Item
	waiting  []link
	met      map[string]bool // addresses that wait or were asked for
	contents map[string]bool // hashes of what was listed
	variants map[string]int  // parameters by path
	pages    int
	deeper   int // links that are too many links away
	endless  int // links that look like those of a loop
	refused  int // by robots.txt
}

func (c *crawler) List(ctx context.Context, known map[string]Item) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		c.effort.begin()
		c.rules, c.closed = map[string]*robots{}, map[string]error{}
		r := &run{known: known, met: map[string]bool{}, contents: map[string]bool{}, variants: map[string]int{}}
		r.add(c.start, 0)
		for len(r.waiting) > 0 && r.pages < c.Pages {
			next := r.waiting[0]
			r.waiting = r.waiting[1:]
			item, err := c.visit(ctx, r, next)
			if ctx.Err() != nil {
				yield(Item{}, ctx.Err())
				return
			}
			total := errors.Is(err, errTotal)
			switch {
			case err != nil && (next.depth == 0 || total):
				if total {
					err = truncated("the crawl of %s ended after %d pages: %s", c.start, r.pages, err).WithHint("name a part of the site, or raise the limit")
				}
				yield(Item{}, err)
				return
			case item.Address != "" && !yield(item, err):
				return
			}
		}
		if note := c.note(r); note != nil {
			yield(Item{}, note)
		}
	}
}

// note says what the bounds of a crawl left out.
func (c *crawler) note(r *run) error {
	var parts []string
	say := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	say(len(r.waiting), fmt.Sprintf("links wait after %d pages", r.pages))
	say(r.deeper, fmt.Sprintf("links are more than %d links away", c.Depth))
	say(r.endless, "links look as if they went round in circles")
	say(r.refused, "links are not allowed by robots.txt")
	if parts == nil {
		return nil
	}
	return truncated("the crawl of %s ended at its bounds: %s", c.start, strings.Join(parts, ", ")).
		WithHint("name a part of the site, or raise the depth and the number of pages")
}

// visit asks for a page and adds its links. The item is empty for what is no document, or is known by now.
func (c *crawler) visit(ctx context.Context, r *run, next link) (Item, error) {
	address := next.url.String()
	old := r.known[address]
	item := Item{Address: address, Name: reach.FileName(next.url), Size: -1}
	ok, err := c.isPolite(ctx, next.url)
	switch {
	case err != nil:
		c.follow(r, next, old.Links)
		return item, err
	case !ok && next.depth == 0:
		return Item{}, fault.New(fault.Connect, "robots.txt of %s does not let programs read %s", next.url.Host, next.url).
			WithHint("name the single page, or ask those who run the site")
	case !ok:
		r.refused++
		return Item{}, nil
	}
	if old.Links == nil {
		old = Item{} // without its links the page is needed again
	}
	r.pages++
	c.leaves = next.depth == 0
	item, a, err := c.get(ctx, next.url, address, old)
	switch {
	case errors.Is(err, errOutside):
		return Item{}, nil
	case err != nil:
		// What it led to must not be taken for gone, unless the page itself is.
		if fault.CodeOf(err) != fault.NotFound {
			c.follow(r, next, old.Links)
		}
		return item, err
	}
	base, isNew := c.arrive(r, next, a)
	switch {
	case !isNew || r.contents[item.Mark]:
		return Item{}, nil // by another address it was listed, or will be
	case next.depth > 0 && !c.isWanted(item):
		return Item{}, nil
	}
	r.contents[item.Mark] = true
	if !a.same {
		item.Links = c.linksOf(item, a.data, base)
	}
	c.follow(r, next, item.Links)
	return item, nil
}

// follow adds the links of a page.
func (c *crawler) follow(r *run, from link, links []string) {
	for _, to := range links {
		u, err := url.Parse(to)
		switch {
		case err != nil, !c.isInside(u), r.met[to]:
		case from.depth >= c.Depth:
			r.met[to] = true
			r.deeper++
		default:
			r.add(u, from.depth+1)
		}
	}
}

// arrive is where a request has led to, and whether nothing was known from there. The site of a crawl is the one
// to which its first page leads: example.com leads to www.example.com.
func (c *crawler) arrive(r *run, next link, a answer) (base *url.URL, isNew bool) {
	base = next.url
	to := canonical(a.from)
	if to == nil || to.String() == next.url.String() {
		return base, true
	}
	if next.depth == 0 {
		if c.login == nil {
			c.site = siteOf(to)
		}
		r.met[to.String()] = true
		return to, true
	}
	isNew = !r.met[to.String()]
	r.met[to.String()] = true
	return to, isNew
}

// isPolite reports whether robots.txt allows an address. What a site says is asked for once in a listing.
func (c *crawler) isPolite(ctx context.Context, u *url.URL) (bool, error) {
	site := siteOf(u)
	if err := c.closed[site]; err != nil {
		return false, err
	}
	rules := c.rules[site]
	if rules == nil {
		c.leaves = true
		at := &url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/robots.txt"}
		_, a, err := c.get(ctx, at, at.String(), Item{})
		var refused reach.Refusal
		switch {
		case err == nil:
			rules = parseRobots(a.data)
		case fault.CodeOf(err) == fault.NotFound, errors.As(err, &refused) && refused.Status < 500 && refused.Status != http.StatusTooManyRequests:
			rules = &robots{}
		case errors.Is(err, errTooLarge):
			rules = &robots{rules: []robotsRule{{pattern: "/"}}}
		default:
			f := fault.Of(err)
			c.closed[site] = fault.Wrap(f, f.Code, "robots.txt of %s cannot be read, and so nothing else is asked for: %s", u.Host, f.Message).WithHint("%s", f.Hint)
			return false, c.closed[site]
		}
		c.rules[site] = rules
		c.effort.Pause = max(c.effort.Pause, rules.delay)
	}
	return rules.allows(u.RequestURI()), nil
}

// isWanted reports whether what a link led to is a document.
func (c *crawler) isWanted(item Item) bool {
	kind, _, _ := strings.Cut(item.Media, "/")
	switch {
	case slices.Contains([]string{"image", "audio", "video", "font"}, kind), strings.HasSuffix(item.Media, "javascript"), item.Media == "text/css":
		return false
	}
	return c.accept(item.Name)
}

// linksOf finds the links of a page that belong to the site, and nothing in what has no links. It is never nil.
func (c *crawler) linksOf(item Item, data []byte, base *url.URL) []string {
	links := []string{}
	name := strings.ToLower(item.Name)
	isPage := strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".htm") || strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".markdown") ||
		endings[item.Media] == ".html" || endings[item.Media] == ".md"
	if !isPage || c.Links == nil {
		return links
	}
	found, err := c.Links(item.Name, data)
	if err != nil {
		return links // the page itself is read by others, who say what is wrong with it
	}
	seen := map[string]bool{}
	for _, text := range found {
		to, err := url.Parse(strings.TrimSpace(text))
		if err != nil {
			continue
		}
		to = base.ResolveReference(to)
		if to.Scheme == "http" && base.Scheme == "https" && to.Port() == "" {
			to.Scheme = "https" // the links of a site are older than its encryption
		}
		if to = canonical(to); to == nil || !c.isInside(to) || isAsset(to.Path) {
			continue
		}
		if s := to.String(); !seen[s] && len(links) < maxLinks {
			seen[s] = true
			links = append(links, s)
		}
	}
	return links
}

// assets are the endings of files that are no documents, so that they are not asked for.
var assets = []string{
	".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg", ".ico", ".bmp", ".tif", ".tiff", ".css", ".js", ".mjs", ".map", ".woff", ".woff2", ".ttf", ".otf", ".eot",
	".mp3", ".mp4", ".m4a", ".m4v", ".ogg", ".wav", ".flac", ".webm", ".avi", ".mov", ".mkv",
	".zip", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".tar", ".iso", ".dmg", ".exe", ".msi", ".deb", ".rpm", ".apk", ".jar", ".whl", ".bin", ".so", ".dll",
}

func isAsset(p string) bool { return slices.Contains(assets, strings.ToLower(path.Ext(p))) }

// add puts an address at the end of those that wait, unless it was met or looks like that of a loop.
func (r *run) add(u *url.URL, depth int) {
	key := u.String()
	if r.met[key] {
		return
	}
	r.met[key] = true
	at := u.Host + u.Path
	if u.RawQuery != "" {
		r.variants[at]++
	}
	if goesRound(u.Path) || r.variants[at] > maxVariants || len(r.waiting) >= maxWaiting {
		r.endless++
		return
	}
	r.waiting = append(r.waiting, link{u, depth})
}

func (c *crawler) Read(ctx context.Context, item Item) ([]byte, error) {
	u, err := url.Parse(item.Address)
	if err != nil || !c.isInside(u) {
		return nil, fault.New(fault.NotFound, "%s is not a page of %s", item.Address, c.start).WithHint("crawl the site again")
	}
	c.leaves = u.String() == c.start.String()
	return c.read(ctx, u, item)
}
