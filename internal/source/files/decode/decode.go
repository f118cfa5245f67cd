// Package decode turns a file as people have it into parts that a reader of
// plain data understands: UTF-8 text without a byte order mark (CSV, JSON, JSON
// lines) and Parquet.
//
// It decodes text in other encodings, unpacks compressed files and archives,
// and converts the sheets of Excel workbooks and Arrow files. What a file is
// comes from its content; its name decides only between kinds of text. Every
// decision that could be wrong is a Note. Nothing is dropped without one.
//
// Files are streamed: memory does not grow with them, but for the distinct
// texts of a workbook, which are bounded.
package decode

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/plumbdata/plumb/internal/fault"
)

// Kind is how a part is to be read.
type Kind string

const (
	CSV       Kind = "csv" // with any delimiter
	JSON      Kind = "json"
	JSONLines Kind = "jsonl"
	Parquet   Kind = "parquet"
)

// Part is a table of a file.
type Part struct {
	// Path is the original file where nothing had to be done, else a new file
	// in the folder given to Open, which the caller removes.
	Path string
	Kind Kind
	// Name is the sheet of a workbook or the member of an archive; "" for a
	// file that is one table.
	Name  string
	Notes []Note
}

// limits bound what one call of Open does.
type limits struct {
	bytes   int64 // that are written or unpacked
	parts   int   // sheets, members of an archive
	cells   int64 // of a workbook
	columns int   // of a sheet
	strings int64 // bytes of a workbook's distinct texts, which are held in memory
}

var standard = limits{bytes: 8 << 30, parts: 200, cells: 200_000_000, columns: 16_384, strings: 512 << 20}

// Open decodes a file. The parts that had to be written are new files in dir,
// which is created if it does not exist; after an error none is left.
func Open(ctx context.Context, path, dir string) ([]Part, error) {
	return open(ctx, path, dir, standard, nil)
}

// IsEncoding says whether OpenAs knows an encoding.
func IsEncoding(name string) bool {
	_, err := htmlindex.Get(name)
	return err == nil
}

// OpenAs is Open for text whose encoding is known: windows-1250, latin1, utf-16le,
// shift_jis, … as the WHATWG lists them.
func OpenAs(ctx context.Context, path, dir, encoding string) ([]Part, error) {
	e, err := htmlindex.Get(encoding)
	if err != nil {
		return nil, fault.Wrap(err, fault.Config, "%.40q is not an encoding that Plumb knows", encoding).WithHint("write utf-8, windows-1252, windows-1250, utf-16le, shift_jis or the like")
	}
	return open(ctx, path, dir, standard, &recognised{name: encoding, encoding: e, certain: true})
}

func open(ctx context.Context, path, dir string, most limits, given *recognised) ([]Part, error) {
	d := &decoder{ctx: ctx, dir: dir, original: path, limits: most, left: most.bytes, given: given}
	parts, err := d.file(item{path: path, name: filepath.Base(path)}, 0)
	if err == nil && len(parts) == 0 {
		err = fault.New(fault.BadData, "%s holds no data", filepath.Base(path)).WithHint("check that it is the right file")
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		d.removeAll()
		return nil, fault.Of(err)
	}
	d.removeUnused(parts)
	return parts, nil
}

// decoder is the state of one call of Open.
type decoder struct {
	ctx      context.Context
	dir      string
	original string
	limits
	given      *recognised // the encoding of text, nil if it is to be recognised
	left       int64       // bytes that may still be written or unpacked
	written    []string    // files in dir
	mixedLines bool        // some lines of the text that is read end in \r\n, others in \n
}

// item is a file on disk and the name that tells its kind, which differs for
// what was unpacked.
type item struct{ path, name string }

// maxDepth is how often what was unpacked may be packed again: a .csv.gz in a
// .zip.
const maxDepth = 2

// file decodes a file by what it begins with.
func (d *decoder) file(in item, depth int) ([]Part, error) {
	f, err := os.Open(in.path)
	if err != nil {
		return nil, fault.Wrap(err, fault.Connect, "%s cannot be read: %v", in.name, cause(err)).WithHint("check its permissions")
	}
	defer f.Close()
	head := make([]byte, headSize)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fault.Wrap(err, fault.BadData, "%s cannot be read: %v", in.name, cause(err)).WithHint("check that the file is complete")
	}
	head = head[:n]
	switch c := containerOf(head); c {
	case plainText:
		return d.text(in, f, head)
	case parquetFile:
		return []Part{{Path: in.path, Kind: Parquet}}, nil
	case arrowFile:
		return d.arrow(in, f)
	case zipFile:
		return d.zip(in, f, depth)
	case gzipFile, bzip2File, zstdFile:
		if depth >= maxDepth {
			return nil, fault.New(fault.BadData, "%s is packed more than %d times", in.name, maxDepth).WithHint("unpack it, and connect what is in it")
		}
		return d.unpack(in, f, c, depth)
	default:
		return nil, c.refuse(in.name)
	}
}

// create makes a new file in the decoder's folder.
func (d *decoder) create(ending string) (*os.File, error) {
	err := os.MkdirAll(d.dir, 0o700)
	var f *os.File
	if err == nil {
		f, err = os.CreateTemp(d.dir, "part-*"+ending)
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Store, "a file cannot be created in %s: %v", d.dir, cause(err)).WithHint("check its permissions and free space")
	}
	d.written = append(d.written, f.Name())
	return f, nil
}

// write makes a new file of what fill writes.
func (d *decoder) write(ending string, fill func(io.Writer) error) (string, error) {
	f, err := d.create(ending)
	if err != nil {
		return "", err
	}
	err = fill(&boundedWriter{d, f})
	if err := errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	return f.Name(), nil
}

func (d *decoder) removeAll() {
	for _, path := range d.written {
		_ = os.Remove(path) // in a cache folder, where what is left over costs only space
	}
}

// removeUnused removes what was unpacked only to be decoded.
func (d *decoder) removeUnused(parts []Part) {
	used := map[string]bool{}
	for _, p := range parts {
		used[p.Path] = true
	}
	for _, path := range d.written {
		if !used[path] {
			_ = os.Remove(path) // as above
		}
	}
}

// boundedWriter writes while the limit on bytes allows it and nobody cancels.
type boundedWriter struct {
	d *decoder
	w io.Writer
}

func (b *boundedWriter) Write(p []byte) (int, error) {
	if err := b.d.ctx.Err(); err != nil {
		return 0, err
	}
	if b.d.left -= int64(len(p)); b.d.left < 0 {
		return 0, fault.New(fault.BadData, "%s holds more than %s of data when it is unpacked", filepath.Base(b.d.original), size(b.d.bytes)).
			WithHint("load it into a DuckDB or PostgreSQL database, and connect that")
	}
	n, err := b.w.Write(p)
	if err != nil {
		return n, fault.Wrap(err, fault.StoreFull, "the decoded copy of %s cannot be written: %v", filepath.Base(b.d.original), cause(err)).
			WithHint("check the free space in %s", b.d.dir)
	}
	return n, nil
}

// cancellable is a reader that stops when the context does.
type cancellable struct {
	ctx context.Context
	r   io.Reader
}

func (c cancellable) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

// damaged is the fault for a file that ends early or is corrupt; what Plumb
// itself reports, and cancellation, stay as they are.
func damaged(name, format string, err error) error {
	var known *fault.Fault
	if errors.As(err, &known) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fault.Wrap(err, fault.BadData, "%s is not a complete %s file: %v", name, format, cause(err)).
		WithHint("download or export it again")
}

// cause is what the system says, without the path again.
func cause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

func size(bytes int64) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%d GiB", bytes>>30)
	case bytes >= 1<<20:
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// ending is the last extension of a name, in lower case.
func ending(name string) string { return strings.ToLower(filepath.Ext(name)) }
