package pdf

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed glyphs.txt
var glyphList string

// glyphs are the characters that names of glyphs stand for.
var glyphs = sync.OnceValue(func() map[string]rune {
	list := make(map[string]rune, 4300)
	for line := range strings.Lines(glyphList) {
		name, code, ok := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.ParseUint(code, 16, 32); ok && err == nil {
			list[name] = rune(n)
		}
	}
	return list
})

// glyphText is the text that a name of a glyph stands for, "" if it is unknown.
func glyphText(n name) string {
	base, _, _ := strings.Cut(string(n), ".")
	var out strings.Builder
	for part := range strings.SplitSeq(base, "_") {
		if r, ok := glyphs()[part]; ok {
			out.WriteRune(r)
			continue
		}
		if hex, ok := strings.CutPrefix(part, "uni"); ok && len(hex) >= 4 && len(hex)%4 == 0 {
			var u []uint16
			for i := 0; i+4 <= len(hex) && len(u) < 16; i += 4 {
				if v, err := strconv.ParseUint(hex[i:i+4], 16, 16); err == nil {
					u = append(u, uint16(v))
				}
			}
			out.WriteString(utf16Text(u))
			continue
		}
		if hex, ok := strings.CutPrefix(part, "u"); ok && len(hex) >= 4 && len(hex) <= 6 {
			if v, err := strconv.ParseUint(hex, 16, 32); err == nil && v <= 0x10ffff {
				out.WriteRune(rune(v))
			}
		}
	}
	return out.String()
}

// The encodings that fonts name, from 0x80 on; below they are nearly ASCII.
const (
	winHigh = "€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"
	macHigh = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"
	// Standard encoding, from 0xA1 on; a blank is no character.
	standardHigh = "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ –†‡· ¶•‚„”»…‰ ¿ `´ˆ˜¯˘˙¨ ˚¸ ˝˛ˇ—                Æ ª    ŁØŒº     æ   ı  łøœß    "
)

type encoding [256]string

func newEncoding(high string, from int) *encoding {
	e := &encoding{}
	for i := 0x20; i < 0x7f; i++ {
		e[i] = string(rune(i))
	}
	i := from
	for _, r := range high {
		if i < len(e) && (r != ' ' || from == 0x80) {
			e[i] = string(r)
		}
		i++
	}
	return e
}

// baseEncoding is an encoding by its name.
func baseEncoding(n name) *encoding {
	switch n {
	case "WinAnsiEncoding":
		return newEncoding(winHigh, 0x80)
	case "MacRomanEncoding":
		return newEncoding(macHigh, 0x80)
	}
	e := newEncoding(standardHigh, 0xa1)
	e['\''], e['`'] = "’", "‘"
	return e
}

// Widths of the fonts that every program has, from the blank to the tilde.
var (
	helvetica = [95]int{278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
		1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
		333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584}
	times = [95]int{250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
		921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
		333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541}
)
