// Package pdf reads the text of PDF files as it stands on their pages: lines, paragraphs,
// headings by the size of their letters, lists and simple tables.
//
// Files may be broken or hostile: all that is read, unpacked and followed is bounded, and
// what refers to itself is nothing. Packages for PDF that were tried loop or panic on such
// files, or lose the spaces between words.
package pdf

import (
	"errors"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/fault"
)

// Bounds of the tree of pages.
const (
	maxPages = 20_000
	maxNodes = 10 * maxPages
)

// Read reads a file. The name is for messages.
func Read(filename string, data []byte) (*document.Document, error) {
	f, err := open(data)
	if err == nil {
		err = f.unlock()
	}
	switch {
	case errors.Is(err, errPassword):
		return nil, fault.Wrap(err, fault.BadData, "the document is protected with a password: %s cannot be read without it", filename).
			WithHint("open it with its password, print or save it as a PDF without one, and add that")
	case err != nil:
		return nil, damaged(filename, err)
	}
	pages, err := f.pages()
	if err != nil {
		return nil, damaged(filename, err)
	}
	if len(pages) > maxPages {
		return nil, fault.New(fault.BadData, "%s has more than %d pages", filename, maxPages).WithHint("split the document")
	}
	r := &reading{f: f, fonts: map[object]*font{}}
	r.readPages(pages)
	if f.left < 0 {
		return nil, damaged(filename, errLarge)
	}
	return r.document(), nil
}

func damaged(filename string, err error) error {
	return fault.Wrap(err, fault.BadData, "%s is damaged and cannot be read: %v", filename, err).
		WithHint("open it in a PDF reader; if it opens there, print or save it as a PDF again")
}

// page is a page with what it inherits.
type page struct {
	dict
	resources dict
	rotate    int
}

// pages are the pages in their order.
func (f *file) pages() ([]page, error) {
	root, _ := f.resolve(f.trailer["Root"]).(dict)
	seen := map[ref]bool{}
	nodes := 0 // those without a number can be many more than there are objects
	var list []page
	var walk func(o object, above page, depth int) error
	walk = func(o object, above page, depth int) error {
		if r, ok := o.(ref); ok {
			if seen[r] {
				return nil // a loop, or a page twice
			}
			seen[r] = true
		}
		d, ok := f.resolve(o).(dict)
		if nodes++; !ok || len(list) > maxPages || nodes > maxNodes {
			return nil
		}
		if depth > maxNesting {
			return errNesting
		}
		here := page{dict: d, resources: above.resources, rotate: above.rotate}
		if r, ok := f.resolve(d["Resources"]).(dict); ok {
			here.resources = r
		}
		if n, ok := f.resolve(d["Rotate"]).(float64); ok {
			here.rotate = int(n)
		}
		kids, isTree := f.resolve(d["Kids"]).(array)
		if !isTree || d["Type"] == name("Page") {
			list = append(list, here)
			return nil
		}
		for _, k := range kids {
			if err := walk(k, here, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	if err := walk(root["Pages"], page{}, 0); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errors.New("it has no pages")
	}
	return list, nil
}

// reading is the reading of a file.
type reading struct {
	f        *file
	fonts    map[object]*font
	pages    []pageText
	pictures []int // pages without text that have pictures
	unknown  []int // pages with characters that nothing says the meaning of
	links    []string
	text     int
}

// pageText is what stands on a page.
type pageText struct {
	number  int
	regions [][]line // in the order in which they are read
}

func (r *reading) readPages(pages []page) {
	for i, pg := range pages {
		p := &painter{f: r.f, fonts: r.fonts}
		p.ctm, p.scale = turned(pg.rotate), 1
		contents := r.f.contents(pg.dict)
		if r.f.left < 0 {
			return
		}
		p.run(contents, pg.resources)
		r.annotations(pg.dict)
		glyphs := withoutArtifacts(p.glyphs)
		if n := countText(glyphs); n == 0 && p.pictures > 0 {
			r.pictures = append(r.pictures, i+1)
		} else if p.unknown > 0 && p.unknown*5 >= n {
			r.unknown = append(r.unknown, i+1)
		}
		t := pageText{number: i + 1, regions: arrange(glyphs)}
		for _, g := range glyphs {
			r.text += len(g.text)
		}
		r.pages = append(r.pages, t)
		if r.text > build.MaxText || r.f.left < 0 {
			return
		}
	}
}

func turned(rotate int) matrix {
	switch (rotate%360 + 360) % 360 {
	case 90:
		return matrix{0, -1, 1, 0, 0, 0}
	case 180:
		return matrix{-1, 0, 0, -1, 0, 0}
	case 270:
		return matrix{0, 1, -1, 0, 0, 0}
	}
	return identity
}

// contents are those of a page, in one.
func (f *file) contents(d dict) []byte {
	var all []byte
	for _, o := range f.list(d["Contents"]) {
		s, ok := f.resolve(o).(*stream)
		if !ok {
			continue
		}
		if data, err := f.decode(s); err == nil {
			all = append(append(all, data...), '\n')
		}
	}
	return all
}

// annotations collects the addresses of links.
func (r *reading) annotations(d dict) {
	for _, o := range r.f.list(d["Annots"]) {
		a, _ := r.f.resolve(o).(dict)
		action, _ := r.f.resolve(a["A"]).(dict)
		if uri, ok := r.f.resolve(action["URI"]).(str); ok && len(r.links) < build.MaxLinks {
			r.links = append(r.links, textString(uri))
		}
	}
}

// withoutArtifacts leaves out what a file marks as no part of its text, such as numbers of
// pages, unless there is nothing else.
func withoutArtifacts(all []glyph) []glyph {
	var list []glyph
	for _, g := range all {
		if !g.artifact {
			list = append(list, g)
		}
	}
	if countText(list) == 0 {
		return all
	}
	return list
}

func countText(list []glyph) int {
	n := 0
	for _, g := range list {
		if strings.TrimSpace(g.text) != "" {
			n++
		}
	}
	return n
}

// document puts the pages together.
func (r *reading) document() *document.Document {
	w := &writer{}
	if info, ok := r.f.resolve(r.f.trailer["Info"]).(dict); ok {
		if s, ok := r.f.resolve(info["Title"]).(str); ok {
			w.b.Title(plainTitle(textString(s)))
		}
	}
	w.dropRepeated(r.pages)
	w.measure(r.pages)
	for _, p := range r.pages {
		w.b.Page = p.number
		for _, region := range p.regions {
			w.region(region)
		}
	}
	for _, l := range r.links {
		w.b.Link(l)
	}
	noteOf(&w.b, r.pictures, "is a picture", "are pictures")
	noteOf(&w.b, r.unknown, "has characters that the file does not say the meaning of", "have characters that the file does not say the meaning of")
	return w.b.Document()
}

// plainTitle is a title that a person gave; programs put names of files there.
func plainTitle(text string) string {
	lower := strings.ToLower(strings.TrimSpace(text))
	for _, bad := range []string{"untitled", "microsoft word - ", "microsoft powerpoint - "} {
		if strings.HasPrefix(lower, bad) {
			return ""
		}
	}
	for _, ending := range []string{".doc", ".docx", ".tex", ".dvi", ".indd", ".pdf", ".ppt", ".pptx", ".xls", ".xlsx"} {
		if strings.HasSuffix(lower, ending) {
			return ""
		}
	}
	return text
}

// noteOf says something of pages.
func noteOf(b *build.Builder, pages []int, one, several string) {
	for i := 0; i < len(pages); {
		j := i
		for j+1 < len(pages) && pages[j+1] == pages[j]+1 {
			j++
		}
		if i == j {
			b.Note("page %d %s", pages[i], one)
		} else {
			b.Note("pages %s %s", fmt.Sprintf("%d to %d", pages[i], pages[j]), several)
		}
		i = j + 1
	}
}
