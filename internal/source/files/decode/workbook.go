package decode

import (
	"archive/zip"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// workbook is an Excel file (.xlsx, .xlsm): XML in a zip archive.
type workbook struct {
	limits
	name      string
	members   map[string]*zip.File // by lower-case name
	sheets    []sheet
	since1904 bool
	shared    sharedStrings
	formats   []numberFormat // by style
}

// sheet is a sheet of a workbook as its list of contents has it.
type sheet struct {
	name   string
	member string // of the archive
	hidden bool
}

const workbookMember = "xl/workbook.xml"

func isWorkbook(archive *zip.Reader) bool {
	for _, m := range archive.File {
		if strings.EqualFold(memberName(m), workbookMember) {
			return true
		}
	}
	return false
}

// memberName is the name of a member; some programs write backslashes.
func memberName(m *zip.File) string { return strings.ReplaceAll(m.Name, `\`, "/") }

// workbook converts each sheet with data to CSV.
func (d *decoder) workbook(in item, archive *zip.Reader) ([]Part, error) {
	w, err := d.openWorkbook(in, archive)
	if err != nil {
		return nil, w.broken(err, d.cells)
	}
	var parts []Part
	var skipped []Note
	for _, s := range w.sheets {
		if s.hidden {
			skipped = append(skipped, Note{Subject: Skipped, What: "sheet " + s.name, Why: "it is hidden"})
			continue
		}
		part, why, err := d.convert(w, s)
		switch {
		case err != nil:
			return nil, w.broken(err, d.cells)
		case why == "":
			parts = append(parts, part)
		case why != emptySheet:
			skipped = append(skipped, Note{Subject: Skipped, What: "sheet " + s.name, Why: why})
		}
	}
	switch {
	case len(parts) > 0:
		parts[0].Notes = append(parts[0].Notes, skipped...)
	case len(skipped) > 0:
		return nil, fault.New(fault.BadData, "%s has no sheet with a table: %s", in.name, skipped[0]).
			WithHint("unhide the sheet, or check that it is the right file")
	default:
		return nil, fault.New(fault.BadData, "all sheets of %s are empty", in.name).WithHint("check that it is the right file")
	}
	return parts, nil
}

// broken is the fault for a workbook that cannot be read.
func (w *workbook) broken(err error, most int64) error {
	if errors.Is(err, errTooManyCells) {
		return fault.Wrap(err, fault.BadData, "%s has more cells than Plumb reads (%d million)", w.name, most/1_000_000).
			WithHint("save it as CSV, or load it into a database")
	}
	return damaged(w.name, "Excel", err)
}

// openWorkbook reads all but the sheets.
func (d *decoder) openWorkbook(in item, archive *zip.Reader) (*workbook, error) {
	w := &workbook{limits: d.limits, name: in.name, members: map[string]*zip.File{}}
	for _, m := range archive.File {
		w.members[strings.ToLower(memberName(m))] = m
	}
	targets := map[string]string{} // by id
	err := d.scan(w, "xl/_rels/workbook.xml.rels", func(s *xmlScanner, token xmlToken) error {
		if token == xmlStart && string(s.name) == "Relationship" {
			target := string(s.attr("Target"))
			if !strings.HasPrefix(target, "/") {
				target = path.Join("xl", target)
			}
			targets[string(s.attr("Id"))] = strings.TrimPrefix(path.Clean(target), "/")
		}
		return nil
	})
	if err != nil {
		return w, err
	}
	err = d.scan(w, workbookMember, func(s *xmlScanner, token xmlToken) error {
		switch {
		case token == xmlStart && string(s.name) == "workbookPr":
			w.since1904 = s.attrBool("date1904")
		case token == xmlStart && string(s.name) == "sheet":
			state := string(s.attr("state"))
			w.sheets = append(w.sheets, sheet{
				name:   strings.TrimSpace(string(s.attr("name"))),
				member: targets[string(s.attr("id"))],
				hidden: state == "hidden" || state == "veryHidden",
			})
			if len(w.sheets) > w.parts {
				return fault.New(fault.BadData, "%s has more than %d sheets", w.name, w.parts).
					WithHint("save the sheets that you need in a workbook of their own")
			}
		}
		return nil
	})
	if err != nil {
		return w, err
	}
	if err := d.readStyles(w); err != nil {
		return w, err
	}
	return w, d.readSharedStrings(w)
}

// scan reads a member of the archive; one that is missing has nothing in it.
func (d *decoder) scan(w *workbook, member string, visit func(*xmlScanner, xmlToken) error) error {
	r, err := d.openMember(w, member)
	if r == nil || err != nil {
		return err
	}
	defer r.Close()
	s := newXMLScanner(r)
	for {
		token, err := s.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = visit(s, token)
		}
		if err != nil {
			return err
		}
	}
}

// openMember opens a member, nil if there is none. What is unpacked counts
// against the limit on bytes.
func (d *decoder) openMember(w *workbook, member string) (io.ReadCloser, error) {
	m := w.members[strings.ToLower(member)]
	if m == nil {
		return nil, nil
	}
	r, err := m.Open()
	if err != nil {
		return nil, err
	}
	counted := io.TeeReader(cancellable{d.ctx, r}, &boundedWriter{d, io.Discard})
	return struct {
		io.Reader
		io.Closer
	}{counted, r}, nil
}

// readStyles finds the number format of each style.
func (d *decoder) readStyles(w *workbook) error {
	const most = 65_536
	custom := map[int]numberFormat{}
	inCells := false
	return d.scan(w, "xl/styles.xml", func(s *xmlScanner, token xmlToken) error {
		switch string(s.name) {
		case "numFmt":
			if token == xmlStart && len(custom) < most {
				custom[s.attrInt("numFmtId", -1)] = parseFormat(string(s.attr("formatCode")))
			}
		case "cellXfs":
			inCells = token == xmlStart
		case "xf":
			if token == xmlStart && inCells && len(w.formats) < most {
				id := s.attrInt("numFmtId", 0)
				f, ok := custom[id]
				if !ok {
					f = builtinFormat(id)
				}
				w.formats = append(w.formats, f)
			}
		}
		return nil
	})
}

func (w *workbook) formatOf(style int) numberFormat {
	if style < 0 || style >= len(w.formats) {
		return numberFormat{}
	}
	return w.formats[style]
}

// sharedStrings are the distinct texts of a workbook, one after the other.
type sharedStrings struct {
	all  string
	ends []uint32
}

func (s *sharedStrings) at(n int) string {
	if n < 0 || n >= len(s.ends) {
		return ""
	}
	begin := uint32(0)
	if n > 0 {
		begin = s.ends[n-1]
	}
	return s.all[begin:s.ends[n]]
}

func (d *decoder) readSharedStrings(w *workbook) error {
	var all strings.Builder
	var text []byte
	reading, phonetic := false, false
	err := d.scan(w, "xl/sharedStrings.xml", func(s *xmlScanner, token xmlToken) error {
		if token == xmlText {
			if reading && !phonetic {
				text = append(text, s.text...)
			}
			return nil
		}
		switch string(s.name) {
		case "t":
			reading = token == xmlStart
		case "rPh":
			phonetic = token == xmlStart
		case "si":
			if token == xmlStart {
				text = text[:0]
				return nil
			}
			all.WriteString(unescapeCell(string(text)))
			w.shared.ends = append(w.shared.ends, uint32(all.Len()))
			if int64(all.Len())+4*int64(len(w.shared.ends)) > w.strings {
				return fault.New(fault.BadData, "the texts of %s take more than %s", w.name, size(w.strings)).
					WithHint("save it as CSV, and connect that")
			}
		}
		return nil
	})
	w.shared.all = all.String()
	return err
}
