package fetch

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/reach"
)

// answer is what a web server gave.
type answer struct {
	data   []byte
	same   bool     // the server says that nothing has changed
	from   *url.URL // where redirects led to
	header http.Header
}

// download asks a server for a file. The name is for messages.
func (e *effort) download(ctx context.Context, r reach.Request, header http.Header, name string) (answer, error) {
	var a answer
	err := e.try(ctx, func(ctx context.Context) (err error) {
		a, err = e.downloadOnce(ctx, r, header, name)
		return err
	})
	return a, err
}

func (e *effort) downloadOnce(ctx context.Context, r reach.Request, header http.Header, name string) (answer, error) {
	got, err := r.Do(ctx, http.MethodGet, header)
	if err != nil {
		return answer{}, err
	}
	defer got.Body.Close()
	a := answer{from: got.Request.URL, header: got.Header}
	switch {
	case got.StatusCode == http.StatusNotModified && (header.Get("If-None-Match") != "" || header.Get("If-Modified-Since") != ""):
		a.same = true
		return a, nil
	case got.StatusCode == http.StatusNotFound || got.StatusCode == http.StatusGone:
		return a, notFound(reach.WithoutSecrets(r.URL.String()))
	case got.StatusCode != http.StatusOK:
		return a, r.Refused(got)
	case got.ContentLength > e.ItemBytes:
		return a, e.tooLarge(name, got.ContentLength)
	}
	body, err := unpack(got)
	if err == nil {
		a.data, err = e.read(body)
	}
	var known *fault.Fault
	switch {
	case err == nil, errors.As(err, &known):
		return a, err
	case errors.Is(err, errTooLarge):
		return a, e.tooLarge(name, -1)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return a, err
	}
	return a, fault.Wrap(errors.Join(errBroken, err), fault.Connect, "the download of %s broke off: %v", name, err).WithHint("try again")
}

// unpack undoes the packing for the way. Plumb offers gzip; what servers send without being offered is refused.
func unpack(got *http.Response) (io.Reader, error) {
	switch encoding := strings.ToLower(strings.TrimSpace(got.Header.Get("Content-Encoding"))); encoding {
	case "", "identity":
		return got.Body, nil
	case "gzip", "x-gzip":
		packed := &counted{r: got.Body}
		z, err := gzip.NewReader(bufio.NewReader(packed))
		if err != nil {
			return nil, err
		}
		return &unpacked{r: z, packed: packed}, nil
	default:
		return nil, fault.New(fault.BadData, "%s sends the document packed as %.20q, which was not asked for", got.Request.URL.Host, encoding).
			WithHint("download it yourself, and use the copy")
	}
}

type counted struct {
	r io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

const (
	// maxRatio is how many bytes one packed byte may stand for. Text packs to a tenth, and tables to a
	// fiftieth; what packs better is made to.
	maxRatio  = 200
	freeBytes = 1 << 20 // that may pack as well as they like
)

// unpacked refuses what unpacks to far more than was sent, before the size alone would.
type unpacked struct {
	r      io.Reader
	packed *counted
	n      int64
}

func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if u.n += int64(n); u.n > freeBytes && u.n > maxRatio*u.packed.n {
		return 0, fault.New(fault.BadData, "what the server sent unpacks to more than %d times its size", maxRatio).
			WithHint("download it yourself, and use the copy if you trust it")
	}
	return n, err
}

// endings are those of the media types of documents, for addresses whose path has none.
var endings = map[string]string{
	"text/html": ".html", "application/xhtml+xml": ".html", "text/markdown": ".md", "text/x-markdown": ".md", "text/plain": ".txt",
	"text/csv": ".csv", "text/tab-separated-values": ".tsv", "application/json": ".json", "application/pdf": ".pdf",
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document":   ".docx",
	"application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":         ".xlsx",
}

func hasEnding(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	for _, e := range endings {
		if ext == e {
			return true
		}
	}
	return ext == ".htm" || ext == ".markdown"
}

// mediaOf is the media type that a server names, "" for none.
func mediaOf(h http.Header) string {
	media, _, _ := mime.ParseMediaType(h.Get("Content-Type")) // "" where it cannot be read
	return media
}

// nameOf is a name for what is at an address, with an ending that tells its type if anything does: of the path,
// or of what the server says.
func nameOf(u *url.URL, h http.Header) string {
	name := reach.FileName(u)
	if u.Path == "" || u.Path == "/" {
		name = u.Hostname()
	} else if hasEnding(name) {
		return name
	}
	if _, params, err := mime.ParseMediaType(h.Get("Content-Disposition")); err == nil && params["filename"] != "" {
		if given := reach.FileName(&url.URL{Host: u.Host, Path: "/" + params["filename"]}); hasEnding(given) {
			return given
		}
	}
	return name + endings[mediaOf(h)]
}
