// Package remote downloads data files from https and S3 addresses into a cache
// folder, once, and again when they have changed.
//
// What is reached is what the person wrote:
//
//   - Only the address itself is requested; nothing in downloaded data is followed.
//   - https everywhere; http only to a loopback address.
//   - Redirects, at most five, lead to https on public addresses and carry no
//     credentials.
//   - A private, loopback or link-local address is reached only if the address
//     names its host and the person wrote it (Options.Trusted): not somebody else
//     who reaches the page, nor a project's file. This is checked for the
//     IP address that is dialled, so that no name can be made to lead inside.
//   - Credentials for S3 come from the environment, go only to Amazon or to the
//     endpoint that the environment names, and only for trusted addresses.
package remote

import (
	"context"
	"crypto/x509"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/reach"
)

// Options say where files are kept and what may be reached.
type Options struct {
	// Dir is the cache folder.
	Dir string
	// Trusted is set if the person wrote the address: in the command line, in a
	// file of their own, or on a page that only they reach.
	Trusted bool
	// Environment gives the AWS_… variables; nil for none.
	Environment func(name string) string
	// Accept says by its name whether a file of an S3 folder is data; nil for all.
	Accept func(name string) bool
	// Progress, if set, is called while a file is downloaded; total is -1 if
	// unknown.
	Progress func(name string, done, total int64)
	// MaxBytes bounds the files of one address together; 0 is 8 GiB.
	MaxBytes int64
	Now      func() time.Time

	roots *x509.CertPool // whose certificates are accepted; nil for the system's
}

// File is a file that was downloaded.
type File struct {
	Path string // in the cache folder; its base is the file's own name
	Name string // without secrets, for messages: the address without its parameters
	Size int64
	// Mark changes with the content.
	Mark string
	// Stale says why the copy could not be compared with the original; nil if it
	// is current.
	Stale error
}

const (
	maxBytes = 8 << 30
	maxFiles = 1000
)

// Schemes are those of addresses.
var Schemes = []string{"https", "http", "s3"}

// Is says whether a place is a remote address.
func Is(place string) bool {
	scheme, _, ok := strings.Cut(place, ":")
	return ok && slices.Contains(Schemes, strings.ToLower(scheme))
}

// Fetch downloads the files of an address, or finds that the copies are current:
// one file for https://host/file.csv and s3://bucket/key, those of a folder for
// s3://bucket/prefix/, and those that match for s3://bucket/2024-*.csv.
func Fetch(ctx context.Context, address string, o Options) ([]File, error) {
	if o.MaxBytes <= 0 {
		o.MaxBytes = maxBytes
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, fault.New(fault.Usage, "%s is not an address", reach.WithoutSecrets(address)).
			WithHint("write https://host/file.csv or s3://bucket/file.csv")
	}
	u.Fragment = ""
	if strings.EqualFold(u.Scheme, "s3") {
		return fetchS3(ctx, u, o)
	}
	if err := checkAddress(u, o.Trusted); err != nil {
		return nil, err
	}
	f, err := fetch(ctx, reach.Request{URL: u, Client: newClient(u, o.Trusted, o)}, o)
	if err != nil {
		return nil, err
	}
	return []File{f}, nil
}

// Name is what people call the file or folder at an address: the last part of its
// path.
func Name(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "data"
	}
	return reach.FileName(u)
}
