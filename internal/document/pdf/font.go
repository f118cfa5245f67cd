package pdf

import (
	"bytes"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// font says what the codes of a text stand for, and how wide they are.
type font struct {
	composite bool
	codes     *cmap // of a composite font
	unicode   *cmap // what codes stand for, as the file says
	encoding  *encoding
	widths    map[uint32]float64 // in thousandths
	usual     float64
	scale     float64 // of widths
	standard  *[95]int
	bold      bool
	mono      bool
}

const maxWidths = 100_000

// loadFont reads a font. What is missing is as usual.
func (f *file) loadFont(o object) *font {
	d, _ := f.resolve(o).(dict)
	t := &font{widths: map[uint32]float64{}, usual: 500, scale: 0.001}
	base, _ := f.resolve(d["BaseFont"]).(name)
	lower := strings.ToLower(string(base))
	t.bold = strings.Contains(lower, "bold") || strings.Contains(lower, "black") || strings.Contains(lower, "heavy")
	t.mono = strings.Contains(lower, "courier") || strings.Contains(lower, "mono") || strings.Contains(lower, "consolas") || strings.Contains(lower, "cmtt")
	if s, ok := f.resolve(d["ToUnicode"]).(*stream); ok {
		if data, err := f.decode(s); err == nil {
			t.unicode = parseCMap(data)
		}
	}
	subtype, _ := f.resolve(d["Subtype"]).(name)
	if subtype == "Type0" {
		f.loadComposite(t, d)
		return t
	}
	descriptor, _ := f.resolve(d["FontDescriptor"]).(dict)
	t.encoding = f.loadEncoding(d, descriptor, subtype)
	first, _ := f.resolve(d["FirstChar"]).(float64)
	for i, w := range f.list(d["Widths"]) {
		if n, ok := f.resolve(w).(float64); ok && i < 256 {
			t.widths[uint32(first)+uint32(i)] = n
		}
	}
	switch n, ok := f.resolve(descriptor["MissingWidth"]).(float64); {
	case ok && n > 0:
		t.usual = n
	case t.mono:
		t.usual = 600
	case strings.Contains(lower, "times") || strings.Contains(lower, "serif"):
		t.standard = &times
	default:
		t.standard = &helvetica
	}
	if subtype == "Type3" {
		t.standard = nil
		if m, ok := f.resolve(d["FontMatrix"]).(array); ok && len(m) == 6 {
			if s, ok := f.resolve(m[0]).(float64); ok {
				t.scale = max(s, -s)
			}
		}
	}
	return t
}

func (f *file) loadComposite(t *font, d dict) {
	t.composite, t.usual = true, 1000
	switch e := f.resolve(d["Encoding"]).(type) {
	case name:
		t.codes = predefined(e)
	case *stream:
		if data, err := f.decode(e); err == nil {
			t.codes = parseCMap(data)
		}
	}
	list := f.list(d["DescendantFonts"])
	if len(list) == 0 {
		return
	}
	descendant, _ := f.resolve(list[0]).(dict)
	if n, ok := f.resolve(descendant["DW"]).(float64); ok {
		t.usual = n
	}
	widths := f.list(descendant["W"])
	for i := 0; i+1 < len(widths) && len(t.widths) < maxWidths; {
		first, ok := f.resolve(widths[i]).(float64)
		if !ok {
			break
		}
		switch next := f.resolve(widths[i+1]).(type) {
		case array:
			for j, w := range next {
				if n, ok := f.resolve(w).(float64); ok && len(t.widths) < maxWidths {
					t.widths[uint32(first)+uint32(j)] = n
				}
			}
			i += 2
		case float64:
			if i+2 >= len(widths) {
				return
			}
			w, _ := f.resolve(widths[i+2]).(float64)
			for c := first; c <= next && len(t.widths) < maxWidths; c++ {
				t.widths[uint32(c)] = w
			}
			i += 3
		default:
			return
		}
	}
}

var builtinCode = lazyregexp.New(`dup\s+(\d{1,3})\s*/(\S{1,60})\s+put`)

// loadEncoding finds what the codes of a simple font stand for.
func (f *file) loadEncoding(d, descriptor dict, subtype name) *encoding {
	var base *encoding
	switch e := f.resolve(d["Encoding"]).(type) {
	case name:
		return baseEncoding(e)
	case dict:
		if n, ok := f.resolve(e["BaseEncoding"]).(name); ok {
			base = baseEncoding(n)
		}
		if base == nil {
			base = f.builtinEncoding(descriptor, subtype)
		}
		code := 0
		for _, o := range f.list(e["Differences"]) {
			switch o := f.resolve(o).(type) {
			case float64:
				code = int(o)
			case name:
				if code >= 0 && code < len(base) {
					base[code] = glyphText(o)
				}
				code++
			}
		}
		return base
	}
	return f.builtinEncoding(descriptor, subtype)
}

// builtinEncoding is that of the font itself.
func (f *file) builtinEncoding(descriptor dict, subtype name) *encoding {
	if s, ok := f.resolve(descriptor["FontFile"]).(*stream); ok {
		if data, err := f.decode(s); err == nil {
			const most = 64 << 10
			head, _, _ := bytes.Cut(data, []byte("eexec"))
			e, some := &encoding{}, false
			for _, m := range builtinCode.FindAllStringSubmatch(string(head[:min(len(head), most)]), 256) {
				if n := int(parseNumber([]byte(m[1]))); n < len(e) {
					e[n], some = glyphText(name(m[2])), true
				}
			}
			if some {
				return e
			}
		}
	}
	if subtype == "TrueType" {
		return baseEncoding("WinAnsiEncoding")
	}
	return baseEncoding("")
}

// next takes a character from a string: its text, and its width in the units of text.
// Known is false where nothing says what it stands for.
func (t *font) next(s string) (text string, width float64, size int, known bool) {
	code, size := uint32(s[0]), 1
	if t.composite {
		code, size = t.codes.next(s)
	}
	text, known = t.unicode.lookup(code)
	if !known || text == "\x00" || text == "\ufffd" {
		if t.composite {
			text, known = t.codes.lookup(code)
		} else if text = t.encoding[code]; text != "" {
			known = true
		} else {
			known = false
		}
	}
	id := code
	if t.composite {
		id = t.codes.cid(code)
	}
	w, ok := t.widths[id]
	if !ok {
		w = t.usual
		if t.standard != nil && code >= ' ' && int(code) < ' '+len(t.standard) {
			w = float64(t.standard[code-' '])
		}
	}
	return text, w * t.scale, size, known
}
