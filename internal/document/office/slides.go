package office

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/fault"
)

const maxSlides = 5000

// slides reads a PPTX: each slide under its title, with what is said beside it.
func (c *container) slides(main string) (*document.Document, error) {
	targets := map[string]string{}
	for _, r := range c.relations(main) {
		targets[r.id] = r.target
	}
	var order []string
	if err := c.scan(main, func(t xml.Token) error {
		if e, ok := t.(xml.StartElement); ok && e.Name.Local == "sldId" {
			order = append(order, targets[relationID(e)])
		}
		return nil
	}); err != nil {
		return nil, err
	}
	if len(order) > maxSlides {
		return nil, fault.New(fault.BadData, "%s has %d slides; Plumb reads up to %d", c.name, len(order), maxSlides).WithHint("split the presentation")
	}
	b := &build.Builder{}
	w := &word{}
	if err := c.scan("docProps/core.xml", w.property); err != nil {
		return nil, err
	}
	b.Title(w.b.Document().Title)
	for i, part := range order {
		b.Page = i + 1
		if err := c.slide(b, part, i+1); err != nil {
			return nil, err
		}
	}
	return b.Document(), nil
}

func (c *container) slide(b *build.Builder, part string, number int) error {
	s := &slide{links: map[string]string{}}
	notes := ""
	for _, r := range c.relations(part) {
		switch {
		case r.external:
			s.links[r.id] = r.target
		case strings.HasSuffix(r.kind, "/notesSlide"):
			notes = r.target
		}
	}
	if err := c.scan(part, s.visit); err != nil {
		return err
	}
	if s.hidden {
		b.Note("slide %d is hidden, and was left out", number)
		return nil
	}
	said := &slide{}
	if notes != "" {
		if err := c.scan(notes, said.visit); err != nil {
			return err
		}
	}
	if len(s.shapes) == 0 && len(said.shapes) == 0 {
		if s.title == "" {
			b.Note("slide %d has no text", number)
		}
	}
	if s.title == "" && len(s.shapes)+len(said.shapes) > 0 {
		s.title = fmt.Sprintf("Slide %d", number)
	}
	b.Heading(1, s.title)
	for _, sh := range s.shapes {
		sh.emit(b)
	}
	for _, sh := range said.shapes {
		for _, p := range sh.paragraphs {
			b.Paragraph("Notes: " + p.text)
		}
	}
	for _, l := range s.used {
		b.Link(l)
	}
	return nil
}

// slide is the reading of a slide.
type slide struct {
	links  map[string]string
	used   []string
	hidden bool
	title  string
	shapes []*shape

	skip    int    // elements around that stand in for what old programs do not know
	shape   *shape // at hand
	text    strings.Builder
	level   int
	reading bool
	table   *wordTable
}

// shape is a text or a table on a slide.
type shape struct {
	place      string // what the layout says that it is
	isPlace    bool
	paragraphs []slideParagraph
	rows       [][]string
}

type slideParagraph struct {
	text  string
	level int
}

func (s *shape) emit(b *build.Builder) {
	if s.rows != nil {
		b.Table("", s.rows, build.HeaderUnknown)
		return
	}
	inList := s.isPlace && s.place != "subTitle" && len(s.paragraphs) > 1
	for _, p := range s.paragraphs {
		if inList || p.level > 0 {
			b.Item(p.level+1, p.text)
		} else {
			b.Paragraph(p.text)
		}
	}
}

func (s *slide) visit(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		if s.skip > 0 || t.Name.Local == "Fallback" {
			s.skip++
			return nil
		}
		s.start(t)
	case xml.EndElement:
		if s.skip > 0 {
			s.skip--
			return nil
		}
		s.end(t.Name.Local)
	case xml.CharData:
		if s.reading && s.skip == 0 && s.text.Len() < build.MaxText {
			s.text.Write(t)
		}
	}
	return nil
}

func (s *slide) start(e xml.StartElement) {
	switch e.Name.Local {
	case "sld":
		s.hidden = attr(e, "show") != "" && !isOn(attr(e, "show"))
	case "sp", "graphicFrame":
		s.shape = &shape{}
	case "ph":
		if s.shape != nil {
			s.shape.isPlace, s.shape.place = true, attr(e, "type")
		}
	case "p":
		s.text.Reset()
		s.level = 0
	case "pPr":
		s.level, _ = strconv.Atoi(attr(e, "lvl")) // without a number it is the first
	case "t":
		s.reading = true
	case "br":
		s.text.WriteByte('\n')
	case "hlinkClick":
		if l := s.links[relationID(e)]; l != "" && len(s.used) < build.MaxLinks {
			s.used = append(s.used, l)
		}
	case "tbl":
		s.table = &wordTable{}
	}
	if s.table == nil {
		return
	}
	switch e.Name.Local {
	case "tr":
		s.table.rows = append(s.table.rows, nil)
	case "tc":
		s.table.cell = nil
	}
}

func (s *slide) end(name string) {
	switch name {
	case "t":
		s.reading = false
	case "p":
		if s.table != nil {
			s.table.cell = append(s.table.cell, s.text.String())
		} else if s.shape != nil && strings.TrimSpace(s.text.String()) != "" {
			s.shape.paragraphs = append(s.shape.paragraphs, slideParagraph{s.text.String(), min(max(s.level, 0), build.MaxLevel)})
		}
		s.text.Reset()
	case "tc":
		if s.table != nil && len(s.table.rows) > 0 && s.table.cells < build.MaxCells {
			last := len(s.table.rows) - 1
			s.table.rows[last] = append(s.table.rows[last], strings.Join(s.table.cell, "\n"))
			s.table.cells++
		}
	case "tbl":
		if s.table != nil && s.shape != nil {
			s.shape.rows = s.table.rows
		}
		s.table = nil
	case "sp", "graphicFrame":
		s.endShape()
	}
}

func (s *slide) endShape() {
	sh := s.shape
	s.shape = nil
	if sh == nil || len(sh.paragraphs) == 0 && sh.rows == nil {
		return
	}
	switch sh.place {
	case "sldNum", "dt", "ftr", "hdr", "sldImg":
		return
	case "title", "ctrTitle":
		if s.title == "" {
			var parts []string
			for _, p := range sh.paragraphs {
				parts = append(parts, p.text)
			}
			s.title = strings.Join(parts, " ")
			return
		}
	}
	s.shapes = append(s.shapes, sh)
}
