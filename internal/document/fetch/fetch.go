// Package fetch reads documents from where they are: files, folders and globs, web pages and whole sites,
// S3-compatible storage, FTP and SFTP servers, and text that is given with its words.
//
// A place is listed (Source.List) and its items are read (Source.Read); each item has a mark that changes with
// its content, so that a refresh reads only what has changed (Refresh). One item that fails never stops the
// others.
//
// What is reached is what the person allowed:
//
//   - Every IP address is checked when it is dialled and so after every redirect. Private addresses, and servers
//     without encryption, are reached only if their host is allowed by name (Options.Allowed). Link-local
//     addresses and the metadata services of clouds are reached only by their own IP address.
//   - Credentials are written as ${NAME} and come from the environment. They are part of no item, and of no
//     fault.
//   - Sizes, counts, times, attempts and what is unpacked are bounded (Limits).
//   - Of a folder, nothing outside of it is read, whatever links are in it.
package fetch

import (
	"context"
	"crypto/x509"
	"iter"
	"net"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// Item is something that can be read from a place. It is kept as JSON, and handed back with the next listing.
type Item struct {
	Address  string    `json:"address"` // where it is, without secrets; the same in every listing
	Name     string    `json:"name"`    // below the place, for people; its ending tells the type
	Size     int64     `json:"size"`    // -1 if unknown
	Mark     string    `json:"mark"`    // changes with the content
	Modified time.Time `json:"modified,omitzero"`
	Media    string    `json:"media,omitempty"` // the media type that the server names
	// Validator lets a web server answer that a page is the same.
	Validator string `json:"validator,omitempty"`
	// Links are the addresses to which a crawl goes on from a page; nil if they were not looked for.
	Links []string `json:"links,omitzero"`
}

// Source is a place that documents are fetched from. Its methods are not for concurrent use.
type Source interface {
	// List yields what is there now. What an earlier listing gave may be handed back, by address, so that
	// unchanged pages are not sent again.
	//
	// An error beside an item with an address is about that item: it is there, or was, and cannot be read;
	// if its code is fault.NotFound it is gone. An error beside an empty item is about the listing, which is
	// not complete, unless its code is fault.ResultTruncated: then it ended at its bounds, as asked for.
	List(ctx context.Context, known map[string]Item) iter.Seq2[Item, error]
	// Read gives the content of an item. To read it before the listing goes on saves a request for web pages.
	Read(ctx context.Context, item Item) ([]byte, error)
	Close() error
}

// Options say what may be reached, with whose credentials, and how much may be read.
type Options struct {
	// Environment gives the variables that ${NAME} and S3 refer to; nil for none, as for a place that somebody
	// else wrote: who names a variable chooses the server that it is sent to.
	Environment func(name string) string
	// Allowed are hosts, as names or IP addresses without port, that may be at private addresses and that are
	// reached without encryption, too.
	Allowed []string
	// Accept says by its name whether a file of a folder or site is wanted; nil for all.
	Accept func(name string) bool
	// Crawl follows the links of a web page; nil for only that page.
	Crawl  *Crawl
	SSH    SSH
	Limits Limits

	Now      func() time.Time
	Sleep    func(context.Context, time.Duration) error // nil to wait by the clock of the machine
	Resolver *net.Resolver                              // nil for the system's
	Roots    *x509.CertPool                             // whose certificates are accepted; nil for the system's
}

// Limits bound the work on one place. What is zero has a default.
type Limits struct {
	ItemBytes  int64         // of one item, unpacked: 64 MiB
	TotalBytes int64         // that are read between one listing and the next: 4 GiB
	Items      int           // of a listing: 20,000
	Timeout    time.Duration // of one request with its answer: 2 minutes
	Retries    int           // after a failure that may pass: 3; negative for none
	Pause      time.Duration // between requests to a server: none
}

func (o Options) withDefaults() Options {
	l := &o.Limits
	l.ItemBytes = orDefault(l.ItemBytes, 64<<20)
	l.TotalBytes = orDefault(l.TotalBytes, 4<<30)
	l.Items = orDefault(l.Items, 20_000)
	l.Timeout = orDefault(l.Timeout, 2*time.Minute)
	l.Retries = orDefault(l.Retries, 3)
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.Environment == nil {
		o.Environment = func(string) string { return "" }
	}
	if o.Accept == nil {
		o.Accept = func(string) bool { return true }
	}
	return o
}

func orDefault[T int | int64 | time.Duration](value, otherwise T) T {
	if value == 0 {
		return otherwise
	}
	return value
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Open prepares a place:
//
//	handbook.pdf  docs/  docs/**/*.md           a file, a folder with all below it, a glob
//	https://example.com/handbook.html           a page, or with Options.Crawl a site
//	s3://bucket/prefix  s3://bucket/*.pdf       S3 or, with AWS_ENDPOINT_URL, what speaks like it
//	ftp://host/docs  ftps://host/docs           FTP, with TLS
//	sftp://ann@host/docs                        SFTP
//	text:Refunds take 14 days.                  these words
//
// Files are looked for below the working folder unless their path is absolute. Little is checked before the
// first listing.
func Open(ctx context.Context, where string, o Options) (Source, error) {
	o = o.withDefaults()
	p, err := parsePlace(where, o.Environment)
	if err != nil {
		return nil, err
	}
	if o.Crawl != nil && p.scheme != "https" && p.scheme != "http" {
		return nil, fault.New(fault.Usage, "%s has no links to follow", p.shown).WithHint("only web addresses are crawled: https://host/")
	}
	switch p.scheme {
	case "":
		return openLocal(p.shown, o)
	case "text":
		return Given(Text{Name: "text.txt", Data: []byte(p.text)}), nil
	case "s3":
		return openS3(ctx, p, o)
	case "ftp", "ftps":
		return openFTP(p, o)
	case "sftp":
		return openSFTP(p, o)
	}
	if o.Crawl != nil {
		return openCrawl(p, o)
	}
	return openPage(p, o)
}
