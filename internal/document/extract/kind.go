package extract

import (
	"bytes"
	"encoding/binary"
	"mime"
	"path"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// The kinds of documents.
const (
	kindPDF      = "pdf"
	kindDOCX     = "docx"
	kindXLSX     = "xlsx"
	kindPPTX     = "pptx"
	kindHTML     = "html"
	kindMarkdown = "markdown"
	kindText     = "text"
	kindCSV      = "csv"
	kindOffice   = "office" // one of the three, which its contents say
)

// shortName is the last part of a name, for messages.
func shortName(name string) string {
	const most = 100
	name = path.Base(strings.TrimRight(printable(name), "/"))
	if r := []rune(name); len(r) > most {
		name = string(r[:most]) + "…"
	}
	if name == "" || name == "." {
		return "the document"
	}
	return name
}

// printable is a text on one line, without codes that control a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, build.Line(text))
}

// pdfHead is how far into a file its mark may be.
const pdfHead = 1024

// binaryKind is the kind of a file that is not text, "" for one that may be.
func binaryKind(name string, data []byte) (string, error) {
	if at := bytes.Index(data[:min(len(data), pdfHead)], []byte("%PDF-")); at == 0 || at > 0 && !isText(data[:at]) || at > 0 && bytes.Contains(data[max(0, len(data)-pdfHead):], []byte("%%EOF")) {
		return kindPDF, nil
	}
	for _, f := range foreign {
		if bytes.HasPrefix(data, []byte(f.magic)) {
			return "", fault.New(fault.BadData, "%s is %s, which Plumb does not read as a document", name, f.what).WithHint("%s", f.hint)
		}
	}
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte("PK\x05\x06")):
		return kindOffice, nil
	case bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return "", oldOffice(name, data)
	}
	return "", nil
}

func isText(b []byte) bool {
	return !bytes.ContainsFunc(b, func(r rune) bool { return r < ' ' && r != '\t' && r != '\r' && r != '\n' && r != '\f' })
}

const (
	hintPicture = "Plumb reads no text in pictures: run text recognition (OCR) on it, and add the result"
	hintSaveAs  = "save it as PDF, DOCX, XLSX, PPTX, HTML, Markdown or text"
	hintUnpack  = "unpack it, and add what is in it"
)

var foreign = []struct{ magic, what, hint string }{
	{"\x89PNG\r\n", "a picture", hintPicture}, {"\xff\xd8\xff", "a picture", hintPicture}, {"GIF8", "a picture", hintPicture},
	{"II*\x00", "a picture", hintPicture}, {"MM\x00*", "a picture", hintPicture}, {"8BPS", "a picture", hintPicture},
	{"{\\rtf", "in the RTF format", hintSaveAs}, {"%!PS", "a PostScript file", "convert it to PDF"},
	{"\x1f\x8b", "compressed", hintUnpack}, {"BZh9", "compressed", hintUnpack}, {"\x28\xb5\x2f\xfd", "compressed", hintUnpack},
	{"7z\xbc\xaf\x27\x1c", "an archive", hintUnpack}, {"Rar!\x1a\x07", "an archive", hintUnpack}, {"\xfd7zXZ\x00", "compressed", hintUnpack},
	{"SQLite format 3\x00", "a database", "connect it as data"}, {"PAR1", "a Parquet file", "connect it as data"}, {"ARROW1", "an Arrow file", "connect it as data"},
	{"\x7fELF", "a program", "check that it is the right file"}, {"MZ\x90\x00", "a program", "check that it is the right file"},
	{"ID3", "a sound", "check that it is the right file"}, {"OggS", "a sound", "check that it is the right file"},
}

// oldOffice is the fault for a container of old Office formats. Newer files that are
// protected with a password are in it, too.
func oldOffice(name string, data []byte) error {
	var mark []byte
	for _, unit := range utf16.Encode([]rune("EncryptedPackage")) {
		mark = binary.LittleEndian.AppendUint16(mark, unit)
	}
	if bytes.Contains(data, mark) {
		return fault.New(fault.BadData, "%s is protected with a password", name).WithHint("open it in Office, remove the password, and save it")
	}
	return fault.New(fault.BadData, "%s is in an old Office format (.doc, .xls, .ppt), which Plumb does not read", name).
		WithHint("open it in Office or LibreOffice, and save it as DOCX, XLSX or PPTX")
}

var charsetPattern = lazyregexp.New(`(?i)(?:<meta\s[^>]{0,200}charset\s*=\s*["']?|<\?xml\s[^>]{0,100}encoding\s*=\s*["'])([a-z0-9_:.-]{2,40})`)

// charsetOf is the encoding that the media type or a page itself names.
func charsetOf(media string, data []byte) string {
	if _, parameters, err := mime.ParseMediaType(media); err == nil && parameters["charset"] != "" {
		return parameters["charset"]
	}
	const most = 4096
	if m := charsetPattern.FindStringSubmatch(string(data[:min(len(data), most)])); m != nil {
		return m[1]
	}
	return ""
}

// textKind is the kind of a text: a page shows by its beginning, the others by name and
// media type.
func textKind(name, media, text string) string {
	media = strings.ToLower(strings.TrimSpace(strings.Split(media, ";")[0]))
	ending := strings.ToLower(path.Ext(name))
	byName := map[string]string{
		".html": kindHTML, ".htm": kindHTML, ".xhtml": kindHTML,
		".md": kindMarkdown, ".markdown": kindMarkdown, ".mdown": kindMarkdown, ".mkd": kindMarkdown, ".mdx": kindMarkdown, ".rmd": kindMarkdown,
		".csv": kindCSV, ".tsv": kindCSV, ".tab": kindCSV,
	}[ending]
	byMedia := map[string]string{
		"text/html": kindHTML, "application/xhtml+xml": kindHTML, "text/markdown": kindMarkdown, "text/x-markdown": kindMarkdown,
		"text/csv": kindCSV, "text/tab-separated-values": kindCSV, "application/csv": kindCSV,
	}[media]
	switch {
	case byName == kindMarkdown || byName == kindCSV && !isPage(text):
		return byName
	case isPage(text) || byName == kindHTML:
		return kindHTML
	case byMedia == kindHTML && ending == ".txt" && !strings.Contains(text, "</"): // servers that call all text so
		return kindText
	case byMedia != "":
		return byMedia
	}
	return kindText
}

var beforePage = lazyregexp.New(`^(?:\s+|<!--(?s:.*?)-->|<\?xml[^>]{0,500}\?>)`)

// isPage is true for a text that begins as web pages do.
func isPage(text string) bool {
	const most = 8192
	head := strings.TrimPrefix(text[:min(len(text), most)], "\ufeff")
	for range 10 {
		skip := beforePage.FindString(head)
		if head = head[len(skip):]; skip == "" {
			break
		}
	}
	head = strings.ToLower(head[:min(len(head), 100)])
	for _, tag := range []string{"<!doctype html", "<html", "<head>", "<body"} {
		if strings.HasPrefix(head, tag) {
			return true
		}
	}
	return false
}
