package decode

import (
	"bytes"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// headSize is how much of a file is read to find out what it is.
const headSize = 64 << 10

// container is what a file is by its first bytes.
type container string

const (
	plainText   container = "text"
	parquetFile container = "Parquet"
	arrowFile   container = "Arrow"
	featherV1   container = "Feather version 1"
	zipFile     container = "zip"
	gzipFile    container = "gzip"
	bzip2File   container = "bzip2"
	zstdFile    container = "zstd"
	oldOffice   container = "old Office"
	sqliteFile  container = "SQLite"
	pdfFile     container = "PDF"
	sevenZip    container = "7z"
	rarFile     container = "RAR"
	xzFile      container = "xz"
	orcFile     container = "ORC"
	avroFile    container = "Avro"
	webPage     container = "HTML"
	encrypted   container = "encrypted Parquet"
)

var magics = []struct {
	magic string
	is    container
}{
	{"PAR1", parquetFile},
	{"PARE", encrypted},
	{"ARROW1\x00\x00", arrowFile},
	{"\xff\xff\xff\xff", arrowFile}, // a stream: the mark of its first message
	{"FEA1", featherV1},
	{"PK\x03\x04", zipFile},
	{"PK\x05\x06", zipFile}, // an empty one
	{"\x1f\x8b", gzipFile},
	{"BZh", bzip2File},
	{"\x28\xb5\x2f\xfd", zstdFile},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", oldOffice},
	{"SQLite format 3\x00", sqliteFile},
	{"%PDF-", pdfFile},
	{"7z\xbc\xaf\x27\x1c", sevenZip},
	{"Rar!\x1a\x07", rarFile},
	{"\xfd7zXZ\x00", xzFile},
	{"ORC", orcFile},
	{"Obj\x01", avroFile},
}

func containerOf(head []byte) container {
	for _, m := range magics {
		if !bytes.HasPrefix(head, []byte(m.magic)) {
			continue
		}
		if len(m.magic) <= 3 && isPrintable(head) {
			continue // a CSV may begin with ORC or BZh
		}
		return m.is
	}
	begin := bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(head[:min(len(head), 512)], []byte("\xef\xbb\xbf"))))
	for _, tag := range []string{"<!doctype html", "<html", "<head", "<table", "<meta"} {
		if bytes.HasPrefix(begin, []byte(tag)) {
			return webPage
		}
	}
	return plainText
}

// isPrintable is true for ASCII text.
func isPrintable(b []byte) bool {
	return !bytes.ContainsFunc(b[:min(len(b), 512)], func(r rune) bool { return r < ' ' && r != '\t' && r != '\r' && r != '\n' || r > '~' })
}

// refuse is the fault for a kind of file that is not decoded.
func (c container) refuse(name string) error {
	what, hint := "a file in the "+string(c)+" format, which Plumb does not read", "write it as Parquet or CSV, and connect that"
	switch c {
	case oldOffice:
		what = "in Excel's old .xls format or is protected by a password, neither of which Plumb reads"
		hint = "open it in Excel or LibreOffice, save it as .xlsx without a password, and connect that"
	case sqliteFile:
		what, hint = "an SQLite database, not a data file", "connect it as sqlite:"+name
	case pdfFile:
		what, hint = "a PDF document, not data", "look for the same data as CSV or Excel"
	case sevenZip, rarFile, xzFile:
		hint = "unpack it, and connect what is in it"
	case webPage:
		what = "a web page (HTML), not data"
		hint = "if it was downloaded, the site may have sent a login or error page: download it again; if a program exported it, open it in Excel and save it as .xlsx"
	case encrypted:
		what, hint = "encrypted", "write it without encryption, and connect again"
	case featherV1:
		what, hint = "a Feather file of version 1, which Plumb does not read", "write it again with a current version of its library, which writes version 2"
	}
	return fault.New(fault.BadData, "%s is %s", name, what).WithHint("%s", hint)
}

// promises are the formats that endings of names promise, for files that are text
// instead.
var promises = map[string]string{".parquet": "a Parquet", ".feather": "an Arrow", ".arrow": "an Arrow", ".ipc": "an Arrow", ".xlsx": "an Excel", ".xlsm": "an Excel",
	".zip": "a zip", ".gz": "a gzip", ".bz2": "a bzip2", ".zst": "a zstd"}

// packed are the endings of compressed files.
var packed = []string{".gz", ".bz2", ".zst"}

// textKind is the kind of a text file by its name.
func textKind(name string) Kind {
	lower := strings.ToLower(name)
	for _, p := range packed {
		lower = strings.TrimSuffix(lower, p)
	}
	switch ending(lower) {
	case ".json", ".geojson":
		return JSON
	case ".jsonl", ".ndjson":
		return JSONLines
	}
	return CSV
}
