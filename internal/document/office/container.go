// Package office reads the files of Office: Word (DOCX), PowerPoint (PPTX) and Excel
// (XLSX). They are XML in zip archives.
package office

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/fault"
)

// Bounds of what is unpacked. Real documents are packed about tenfold; a hundredfold are
// sheets that are nearly empty.
const (
	maxUnpacked = 256 << 20
	maxRatio    = 300
	freely      = 8 << 20 // that may be packed as much as it likes
	maxMembers  = 20_000
	maxDepth    = 1000 // of elements in elements
)

// Kinds by the member that each has.
const (
	kindDOCX = "docx"
	kindPPTX = "pptx"
	kindXLSX = "xlsx"
)

// Read reads a file of Office, and says which it is.
func Read(name string, data []byte) (*document.Document, string, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // nothing is written
		return nil, "", damaged(name, err)
	}
	if len(archive.File) > maxMembers {
		return nil, "", fault.New(fault.BadData, "%s is an archive of %d files; Plumb reads up to %d", name, len(archive.File), maxMembers).WithHint("unpack it, and add what is in it")
	}
	c := &container{name: name, members: map[string]*zip.File{}, left: maxUnpacked}
	for _, m := range archive.File {
		key := strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(m.Name, `\`, "/"), "/"))
		if c.members[key] == nil {
			c.members[key] = m
		}
		if m.Flags&1 != 0 {
			return nil, "", fault.New(fault.BadData, "%s is protected with a password", name).WithHint("unpack it, or save it without the password")
		}
	}
	main := c.mainPart()
	var d *document.Document
	kind := ""
	switch {
	case strings.HasPrefix(main, "word/"):
		kind = kindDOCX
		d, err = c.word(main)
	case strings.HasPrefix(main, "ppt/"):
		kind = kindPPTX
		d, err = c.slides(main)
	case strings.HasPrefix(main, "xl/"):
		kind = kindXLSX
		if err = c.checkSize(); err == nil {
			d, err = sheets(name, data)
		}
	default:
		return nil, "", c.foreign()
	}
	if err != nil {
		return nil, "", damaged(name, err)
	}
	return d, kind, nil
}

// container is the archive.
type container struct {
	name    string
	members map[string]*zip.File // by name in lower case
	left    int64                // bytes that may still be unpacked
}

// mainPart is the part that the others belong to.
func (c *container) mainPart() string {
	for _, r := range c.relations("") {
		if strings.HasSuffix(r.kind, "/officeDocument") && c.members[strings.ToLower(r.target)] != nil {
			return strings.ToLower(r.target)
		}
	}
	for _, usual := range []string{"word/document.xml", "ppt/presentation.xml", "xl/workbook.xml"} {
		if c.members[usual] != nil {
			return usual
		}
	}
	return ""
}

func (c *container) foreign() error {
	f := fault.New(fault.BadData, "%s is an archive, not a document", c.name).WithHint("unpack it, and add what is in it")
	if m := c.members["mimetype"]; m != nil {
		if r, err := c.open("mimetype"); err == nil {
			text, _ := io.ReadAll(io.LimitReader(r, 100)) // what it is tells only what to say
			switch {
			case bytes.Contains(text, []byte("opendocument")):
				return fault.New(fault.BadData, "%s is an OpenDocument file, which Plumb does not read", c.name).WithHint("save it as DOCX, XLSX, PPTX or PDF")
			case bytes.Contains(text, []byte("epub")):
				return fault.New(fault.BadData, "%s is an EPUB book, which Plumb does not read", c.name).WithHint("convert it to PDF or HTML")
			}
		}
	}
	return f
}

// checkSize refuses an archive that says it is larger than may be unpacked. The reader
// of workbooks bounds what it really unpacks.
func (c *container) checkSize() error {
	total := uint64(0)
	for _, m := range c.members {
		if total += m.UncompressedSize64; total > maxUnpacked || m.UncompressedSize64 > freely && m.UncompressedSize64/max(m.CompressedSize64, 1) > maxRatio {
			return c.bomb()
		}
	}
	return nil
}

func (c *container) bomb() error {
	return fault.New(fault.BadData, "%s unpacks to more than Plumb reads of a document", c.name).WithHint("check that it is the right file, or split it")
}

var errMissing = errors.New("a part of it is missing")

// open opens a member; what is read of it counts.
func (c *container) open(member string) (io.Reader, error) {
	m := c.members[strings.ToLower(member)]
	if m == nil {
		return nil, errMissing
	}
	r, err := m.Open()
	if err != nil {
		return nil, err
	}
	return &counted{c: c, r: r, most: max(freely, int64(min(m.CompressedSize64, maxUnpacked))*maxRatio)}, nil
}

// counted is a member that is unpacked within bounds.
type counted struct {
	c    *container
	r    io.Reader
	most int64
}

func (r *counted) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.c.left -= int64(n)
	if r.most -= int64(n); r.most < 0 || r.c.left < 0 {
		return n, r.c.bomb()
	}
	return n, err
}

var (
	errDoctype = errors.New("its XML has a document type, which documents do not have")
	errDepth   = errors.New("its XML is nested too deep")
)

// scan visits the tokens of a member: xml.StartElement, xml.EndElement and xml.CharData.
// Names have no namespaces. A member that is missing has none.
func (c *container) scan(member string, visit func(xml.Token) error) error {
	r, err := c.open(member)
	if errors.Is(err, errMissing) {
		return nil
	} else if err != nil {
		return err
	}
	d := xml.NewDecoder(r)
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errors.New("its XML is not UTF-8") }
	depth := 0
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		switch token.(type) {
		case xml.Directive:
			return errDoctype
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return errDepth
			}
		case xml.EndElement:
			depth--
		case xml.Comment, xml.ProcInst:
			continue
		}
		if err := visit(token); err != nil {
			return err
		}
	}
}

// attr is the value of an attribute, whatever its namespace.
func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// relationID is the attribute r:id, and not id.
func relationID(e xml.StartElement) string {
	for _, a := range e.Attr {
		if a.Name.Local == "id" && a.Name.Space != "" {
			return a.Value
		}
	}
	return ""
}

// isOn is the value of an attribute or element that is on or off.
func isOn(value string) bool { return value != "0" && value != "false" && value != "off" }

// relation is a part or an address that a part refers to.
type relation struct {
	id, kind, target string
	external         bool
}

// relations are those of a part; one that is broken has none.
func (c *container) relations(part string) []relation {
	folder, file := path.Split(part)
	var list []relation
	const most = 50_000
	_ = c.scan(folder+"_rels/"+file+".rels", func(t xml.Token) error {
		e, ok := t.(xml.StartElement)
		if !ok || e.Name.Local != "Relationship" || len(list) >= most {
			return nil
		}
		r := relation{id: attr(e, "Id"), kind: attr(e, "Type"), target: attr(e, "Target"), external: attr(e, "TargetMode") == "External"}
		if !r.external {
			if !strings.HasPrefix(r.target, "/") {
				r.target = path.Join(folder, r.target)
			}
			r.target = strings.ToLower(strings.TrimPrefix(path.Clean(r.target), "/"))
		}
		list = append(list, r)
		return nil
	})
	return list
}

// damaged is the fault for what cannot be read.
func damaged(name string, err error) error {
	var f *fault.Fault
	if errors.As(err, &f) {
		return err
	}
	return fault.Wrap(err, fault.BadData, "%s is damaged and cannot be read: %v", name, err).WithHint("open it in the program that made it, and save it again")
}
