package remote

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/reach"
)

// kept is what is known of a download beside its content.
type kept struct {
	File     string    `json:"file"` // its name in the folder
	ETag     string    `json:"etag,omitempty"`
	Modified string    `json:"last_modified,omitempty"`
	Size     int64     `json:"size"`
	Checked  time.Time `json:"checked"`
	Mark     string    `json:"mark"`
}

const (
	keptName = "download.json"
	// currentFor is how long a copy counts as current without a question to the
	// server, so that each statement does not ask.
	currentFor = 5 * time.Minute
	// mostKept is how many downloads are kept; the oldest go first.
	mostKept = 100
	// stallTime is how long a download may stand still.
	stallTime = 60 * time.Second
	lockTime  = time.Hour
)

// fetch downloads a file unless the copy is current.
func fetch(ctx context.Context, r reach.Request, o Options) (File, error) {
	// What was downloaded for the person, perhaps with their credentials, is not
	// given to others.
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %t %t", r.URL, o.Trusted, r.Sign != nil))
	root := filepath.Join(o.Dir, "remote")
	dir := filepath.Join(root, hex.EncodeToString(sum[:16]))
	lock, err := ownfile.Lock(ctx.Done(), dir+".lock", lockTime)
	if err != nil {
		if ctx.Err() != nil {
			return File{}, fault.Of(ctx.Err())
		}
		return File{}, fault.Wrap(err, fault.Store, "the cache folder %s cannot be used: %v", root, err).WithHint("check its permissions and free space")
	}
	defer lock.Close()
	old := recall(dir)
	if old != nil && o.Now().Sub(old.Checked) < currentFor && !o.Now().Before(old.Checked) {
		return old.asFile(dir, r.URL), nil
	}
	now, err := download(ctx, r, o, dir, old)
	switch {
	case err == nil:
		prune(root)
		return now.asFile(dir, r.URL), nil
	case old != nil && ctx.Err() == nil && fault.CodeOf(err) == fault.Connect:
		f := old.asFile(dir, r.URL)
		f.Stale = err
		return f, nil
	}
	return File{}, fault.Of(err)
}

func (k *kept) asFile(dir string, u *url.URL) File {
	return File{Path: filepath.Join(dir, k.File), Name: reach.WithoutSecrets(u.String()), Size: k.Size, Mark: k.Mark}
}

// recall is what is known of an earlier download, nil without one.
func recall(dir string) *kept {
	data, err := os.ReadFile(filepath.Join(dir, keptName))
	var k kept
	if err != nil || json.Unmarshal(data, &k) != nil || k.File != filepath.Base(k.File) {
		return nil
	}
	info, err := os.Stat(filepath.Join(dir, k.File))
	if err != nil || !info.Mode().IsRegular() || info.Size() != k.Size {
		return nil
	}
	return &k
}

// download asks for a file; the server may say that the copy is current.
func download(ctx context.Context, r reach.Request, o Options, dir string, old *kept) (*kept, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer r.Client.CloseIdleConnections()
	header := http.Header{}
	if old != nil && old.ETag != "" {
		header.Set("If-None-Match", old.ETag)
	}
	if old != nil && old.Modified != "" {
		header.Set("If-Modified-Since", old.Modified)
	}
	answer, err := r.Do(ctx, http.MethodGet, header)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	switch {
	case answer.StatusCode == http.StatusNotModified && old != nil:
		old.Checked = o.Now()
		return old, old.write(dir)
	case answer.StatusCode != http.StatusOK:
		return nil, r.Refused(answer)
	case answer.ContentLength > o.MaxBytes:
		return nil, tooLarge(r.URL, o.MaxBytes)
	case mediaType(answer.Header) == "text/html":
		return nil, webPage(r.URL)
	}
	now := &kept{File: downloadName(r.URL, answer.Header), ETag: answer.Header.Get("ETag"), Modified: answer.Header.Get("Last-Modified"), Checked: o.Now()}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, notWritten(dir, err)
	}
	body := &watched{r: answer.Body, most: o.MaxBytes, name: now.File, total: answer.ContentLength, progress: o.Progress,
		stalled: time.AfterFunc(stallTime, func() { cancel(errStalled) })}
	defer body.stalled.Stop()
	hash := sha256.New()
	if now.Size, err = saveBody(filepath.Join(dir, now.File), io.TeeReader(body, hash)); err != nil {
		if context.Cause(ctx) == errStalled {
			err = errStalled
		}
		return nil, bodyFault(r.URL, o.MaxBytes, dir, err)
	}
	now.Mark = hex.EncodeToString(hash.Sum(nil)[:16])
	if old != nil && old.File != now.File {
		_ = os.Remove(filepath.Join(dir, old.File)) // it is no longer known
	}
	return now, now.write(dir)
}

func (k *kept) write(dir string) error {
	data, err := json.Marshal(k)
	if err == nil {
		err = ownfile.Replace(filepath.Join(dir, keptName), data)
	}
	if err != nil {
		return notWritten(dir, err)
	}
	return nil
}

func notWritten(dir string, err error) error {
	return fault.Wrap(err, fault.Store, "the download cannot be kept in %s: %v", dir, err).WithHint("check its permissions and free space")
}

var (
	errStalled  = errors.New("nothing arrived for a minute")
	errTooLarge = errors.New("too large")
)

// errDisk is an error of the file that is written.
type errDisk struct{ error }

func bodyFault(u *url.URL, most int64, dir string, err error) error {
	var disk errDisk
	switch {
	case errors.Is(err, errTooLarge):
		return tooLarge(u, most)
	case errors.As(err, &disk):
		return notWritten(dir, disk.error)
	case errors.Is(err, context.Canceled):
		return err
	}
	return fault.Wrap(err, fault.Connect, "the download of %s broke off: %v", reach.WithoutSecrets(u.String()), err).WithHint("try again")
}

// saveBody writes a file whole or not at all.
func saveBody(path string, body io.Reader) (int64, error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return 0, errDisk{err}
	}
	defer os.Remove(f.Name()) // unless it was renamed
	written, err := io.Copy(diskWriter{f}, body)
	if closeErr := f.Close(); err == nil && closeErr != nil {
		err = errDisk{closeErr}
	}
	if err != nil {
		return 0, err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return 0, errDisk{err}
	}
	return written, nil
}

type diskWriter struct{ f *os.File }

func (d diskWriter) Write(p []byte) (int, error) {
	n, err := d.f.Write(p)
	if err != nil {
		err = errDisk{err}
	}
	return n, err
}

// watched is a body that is bounded, reports progress, and must not stand still.
type watched struct {
	r        io.Reader
	done     int64
	most     int64
	total    int64
	name     string
	progress func(name string, done, total int64)
	stalled  *time.Timer
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	w.done += int64(n)
	w.stalled.Reset(stallTime)
	if w.progress != nil && n > 0 {
		w.progress(w.name, w.done, w.total)
	}
	if w.done > w.most {
		return n, errTooLarge
	}
	return n, err
}

// endings are those of media types, for addresses whose path has none.
var endings = map[string]string{
	"text/csv": ".csv", "application/csv": ".csv", "text/tab-separated-values": ".tsv", "text/plain": ".csv",
	"application/json": ".json", "application/geo+json": ".json", "application/x-ndjson": ".jsonl", "application/jsonl": ".jsonl",
	"application/vnd.apache.parquet": ".parquet", "application/vnd.apache.arrow.file": ".arrow",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
	"application/zip": ".zip", "application/x-zip-compressed": ".zip",
}

// downloadName is the name of a file by its address, or by what the server says
// where the address has no ending (https://host/export?id=7).
func downloadName(u *url.URL, header http.Header) string {
	name := reach.FileName(u)
	if ext := filepath.Ext(name); len(ext) > 1 && len(ext) <= len(".parquet") && !isScript(ext) {
		return name
	}
	if _, params, err := mime.ParseMediaType(header.Get("Content-Disposition")); err == nil && params["filename"] != "" {
		if given := reach.FileName(&url.URL{Host: u.Host, Path: "/" + params["filename"]}); filepath.Ext(given) != "" {
			return given
		}
	}
	return strings.TrimSuffix(name, filepath.Ext(name)) + endings[mediaType(header)]
}

func mediaType(header http.Header) string {
	media, _, _ := mime.ParseMediaType(header.Get("Content-Type")) // "" where it cannot be read
	return media
}

// isScript is true for the ending of a program that makes the file.
func isScript(ext string) bool {
	return slices.Contains([]string{".php", ".aspx", ".ashx", ".jsp", ".cgi", ".com", ".org", ".net"}, strings.ToLower(ext))
}

// prune removes the downloads that were asked for longest ago.
func prune(root string) {
	entries, err := os.ReadDir(root)
	if err != nil || len(entries) <= 2*mostKept {
		return
	}
	type download struct {
		path string
		used time.Time
	}
	var all []download
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		path := filepath.Join(root, e.Name())
		if info, err := os.Stat(filepath.Join(path, keptName)); err == nil {
			all = append(all, download{path, info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b download) int { return b.used.Compare(a.used) })
	for _, d := range all[min(len(all), mostKept):] {
		_ = os.RemoveAll(d.path)        // what is left over costs only space
		_ = os.Remove(d.path + ".lock") // as above
	}
}
