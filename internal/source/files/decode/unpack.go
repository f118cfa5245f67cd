package decode

import (
	"archive/zip"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/plumbdata/plumb/internal/fault"
)

// unpack decompresses a file and decodes what was in it.
func (d *decoder) unpack(in item, f *os.File, c container, depth int) ([]Part, error) {
	if err := rewind(f); err != nil {
		return nil, err
	}
	source := cancellable{d.ctx, f}
	var unpacked io.Reader
	var err error
	switch c {
	case gzipFile:
		unpacked, err = gzip.NewReader(source)
	case bzip2File:
		unpacked = bzip2.NewReader(source)
	case zstdFile:
		var z *zstd.Decoder
		if z, err = zstd.NewReader(source, zstd.WithDecoderMaxMemory(256<<20), zstd.WithDecoderConcurrency(1)); err == nil {
			defer z.Close()
			unpacked = z
		}
	}
	if err != nil {
		return nil, damaged(in.name, string(c), err)
	}
	return d.extract(in, unpacked, strings.TrimSuffix(in.name, path.Ext(in.name)), string(c), depth)
}

// extract writes what a reader unpacks, and decodes it.
func (d *decoder) extract(in item, unpacked io.Reader, name, format string, depth int) ([]Part, error) {
	into, err := d.write(ending(name), func(w io.Writer) error {
		_, err := io.Copy(w, unpacked)
		return err
	})
	if err != nil {
		return nil, damaged(in.name, format, err)
	}
	parts, err := d.file(item{path: into, name: name}, depth+1)
	for i := range parts {
		parts[i].Notes = append([]Note{{Subject: Unpacked, What: format}}, parts[i].Notes...)
	}
	return parts, err
}

// zip decodes a workbook, or each data file in an archive.
func (d *decoder) zip(in item, f *os.File, depth int) ([]Part, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(f, info.Size())
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // members are written under names of our own
		return nil, damaged(in.name, "zip", err)
	}
	if isWorkbook(archive) {
		return d.workbook(in, archive)
	}
	if depth >= maxDepth {
		return nil, fault.New(fault.BadData, "%s is packed more than %d times", in.name, maxDepth).WithHint("unpack it, and connect what is in it")
	}
	for _, m := range archive.File {
		switch path.Ext(m.Name) {
		case ".xml", ".bin":
			if strings.HasSuffix(m.Name, "content.xml") || strings.HasPrefix(m.Name, "xl/") {
				return nil, fault.New(fault.BadData, "%s is a spreadsheet in a format that Plumb does not read", in.name).
					WithHint("open it in Excel or LibreOffice, save it as .xlsx, and connect that")
			}
		}
	}
	return d.members(in, archive, depth)
}

func (d *decoder) members(in item, archive *zip.Reader, depth int) ([]Part, error) {
	var data []*zip.File
	for _, m := range archive.File {
		if isDataMember(m.Name) && !m.FileInfo().IsDir() {
			data = append(data, m)
		}
	}
	switch {
	case len(data) == 0:
		return nil, fault.New(fault.BadData, "the archive %s has no data files", in.name).
			WithHint("data files in it end in .csv, .tsv, .txt, .json, .jsonl, .parquet, .xlsx or .feather, and may be packed as .gz")
	case len(data) > d.parts:
		return nil, fault.New(fault.BadData, "the archive %s has more than %d data files", in.name, d.parts).
			WithHint("unpack it, and connect the files that you need")
	}
	var parts []Part
	for _, m := range data {
		if m.Flags&1 != 0 {
			return nil, fault.New(fault.BadData, "the archive %s is protected by a password", in.name).WithHint("unpack it, and connect what is in it")
		}
		r, err := m.Open()
		if err != nil {
			return nil, damaged(in.name, "zip", err)
		}
		base := path.Base(strings.ReplaceAll(m.Name, `\`, "/"))
		more, err := d.extract(in, cancellable{d.ctx, r}, base, "zip", depth)
		_ = r.Close() // it was read to its end, or reported an error
		if err != nil {
			return nil, err
		}
		if len(data) > 1 {
			for i := range more {
				more[i].Name = strings.TrimSpace(stem(base) + " " + more[i].Name)
			}
		}
		parts = append(parts, more...)
	}
	return parts, nil
}

// stem is a file name without the endings that tell what it is.
func stem(name string) string {
	for _, p := range packed {
		name = strings.TrimSuffix(name, p)
	}
	return strings.TrimSuffix(name, path.Ext(name))
}

// isDataMember goes by the name, since archives also hold descriptions and what
// the system that packed them left.
func isDataMember(name string) bool {
	name = strings.ToLower(strings.ReplaceAll(name, `\`, "/"))
	base := path.Base(name)
	if strings.HasPrefix(base, ".") || strings.HasPrefix(name, "__macosx/") || strings.HasPrefix(base, "readme") || strings.HasPrefix(base, "license") {
		return false
	}
	for _, p := range packed {
		base = strings.TrimSuffix(base, p)
	}
	switch path.Ext(base) {
	case ".csv", ".tsv", ".tab", ".txt", ".json", ".geojson", ".jsonl", ".ndjson", ".parquet", ".xlsx", ".xlsm", ".feather", ".arrow", ".ipc":
		return true
	}
	return false
}
