package pdf

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// writer makes blocks of lines.
type writer struct {
	b    build.Builder
	body float64   // the size of most letters
	head []float64 // the sizes of headings, the largest first
	drop map[string]bool
}

// rounded is a size that differs by what people see.
func rounded(size float64) float64 { return math.Round(size*2) / 2 }

// measure finds the size of the text, and those of headings. What is dropped is neither.
func (w *writer) measure(pages []pageText) {
	letters := map[float64]int{}
	for _, p := range pages {
		for _, region := range p.regions {
			for _, l := range region {
				if w.isDropped(l) {
					continue
				}
				letters[rounded(l.size)] += len(l.text())
			}
		}
	}
	most := 0
	for size, n := range letters {
		if n > most || n == most && size < w.body {
			w.body, most = size, n
		}
	}
	for size := range letters {
		if size > 1.12*w.body {
			w.head = append(w.head, size)
		}
	}
	slices.Sort(w.head)
	slices.Reverse(w.head)
}

var digits = lazyregexp.New(`[0-9]+`)

// edgeKey is a line at the edge of a page, without its numbers.
func edgeKey(l line) string {
	text := l.text()
	for _, at := range digits.FindAllStringIndex(text, -1) {
		text = text[:at[0]] + strings.Repeat("0", at[1]-at[0]) + text[at[1]:]
	}
	for strings.Contains(text, "00") {
		text = strings.ReplaceAll(text, "00", "0")
	}
	return fmt.Sprintf("%.0f %s", l.y/3, text)
}

// edges are the first and the last lines of a page.
func edges(p pageText) []line {
	const each = 2
	var all []line
	for _, r := range p.regions {
		for _, l := range r {
			if !l.turned {
				all = append(all, l)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b line) int { return int(math.Copysign(1, b.y-a.y)) })
	if len(all) <= 2*each {
		return all
	}
	return append(slices.Clone(all[:each]), all[len(all)-each:]...)
}

// dropRepeated finds the lines that stand at the same edge of many pages.
func (w *writer) dropRepeated(pages []pageText) {
	const least = 3
	count := map[string]int{}
	for _, p := range pages {
		seen := map[string]bool{}
		for _, l := range edges(p) {
			if k := edgeKey(l); !seen[k] {
				seen[k] = true
				count[k]++
			}
		}
	}
	w.drop = map[string]bool{}
	for k, n := range count {
		if n >= least && n*5 >= len(pages)*2 {
			w.drop[k] = true
		}
	}
}

func (w *writer) isDropped(l line) bool {
	return len(w.drop) > 0 && !l.turned && w.drop[edgeKey(l)]
}

// region makes blocks of the lines of a region.
func (w *writer) region(lines []line) {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return len(l.cells) == 0 || w.isDropped(l) })
	left, right := math.Inf(1), math.Inf(-1)
	for _, l := range lines {
		left, right = min(left, l.x), max(right, l.end)
	}
	leading := leadingOf(lines)
	for i := 0; i < len(lines); {
		if rows, n := tableOf(lines[i:]); n > 0 {
			w.b.Table("", rows, build.HeaderUnknown)
			i += n
			continue
		}
		if lines[i].mono {
			i += w.code(lines[i:])
			continue
		}
		n := w.paragraph(lines[i:], left, right, leading)
		w.emit(lines[i : i+n])
		i += n
	}
}

// leadingOf is the usual distance of two lines, in sizes.
func leadingOf(lines []line) float64 {
	var gaps []float64
	for i := 1; i < len(lines); i++ {
		if gap := (lines[i-1].y - lines[i].y) / max(lines[i].size, 1); gap > 0.5 && gap < 3 {
			gaps = append(gaps, gap)
		}
	}
	if len(gaps) == 0 {
		return 1.2
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/3] // gaps between paragraphs are larger
}

// code makes a block of lines with letters of one width.
func (w *writer) code(lines []line) int {
	n := 0
	left := math.Inf(1)
	for n < len(lines) && lines[n].mono {
		left = min(left, lines[n].x)
		n++
	}
	if n == 1 && len(lines) > 1 && w.body == rounded(lines[0].size) && !strings.ContainsAny(lines[0].text(), "{}()=;<>/\\$#") {
		w.emit(lines[:1])
		return 1
	}
	var b strings.Builder
	for i, l := range lines[:n] {
		width := 0.6 * l.size
		if i > 0 && lines[i-1].y-l.y > 1.9*l.size {
			b.WriteByte('\n')
		}
		at := 0
		for _, c := range l.cells {
			for column := min(int(math.Round((c.x-left)/width)), 200); at < column; at++ {
				b.WriteByte(' ')
			}
			b.WriteString(c.text)
			at += utf8.RuneCountInString(c.text)
		}
		b.WriteByte('\n')
	}
	w.b.Code(b.String())
	return n
}

var listMark = lazyregexp.New(`^(?:[•●○▪■◦‣∙·–—*-]|\(?(?:\d{1,2}|[a-z])[.)])\s+\S`)

// paragraph is how many lines belong together.
func (w *writer) paragraph(lines []line, left, right, leading float64) int {
	n := 1
	for ; n < len(lines); n++ {
		a, b := lines[n-1], lines[n]
		gap := (a.y - b.y) / max(b.size, a.size, 1)
		heading := w.level(a) > 0
		switch {
		case math.Abs(a.size-b.size) > 0.12*a.size, a.bold != b.bold && (isShort(a, right) || isShort(b, right)), b.mono:
			return n
		case gap > leading*1.35+0.1 && !(heading && gap < 1.8), gap < 0:
			return n
		case listMark.MatchString(b.text()):
			return n
		case heading:
			continue
		case a.rtl != b.rtl:
			return n
		}
		indented, short := b.x > left+0.7*b.size && a.x < b.x-0.7*b.size, a.end < right-0.12*(right-left)
		if a.rtl {
			indented, short = b.end < right-0.7*b.size && a.end > b.end+0.7*b.size, a.x > left+0.12*(right-left)
		}
		if listMark.MatchString(lines[0].text()) && n == 1 { // its other lines are set in
			indented = false
		}
		if indented && endsSentence(a.text()) || short && endsSentence(a.text()) {
			return n
		}
		if tab, count := tableOf(lines[n:]); count > 0 && len(tab) > 0 {
			return n
		}
	}
	return n
}

func isShort(l line, right float64) bool { return l.end < right-2*l.size }

func endsSentence(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, `"'”’»)]`))
	return strings.ContainsRune(".!?:;。！？؟…", r)
}

// level is that of a heading by the size of its letters, 0 for text.
func (w *writer) level(l line) int {
	for i, size := range w.head {
		if rounded(l.size) == size {
			return min(i+1, 6)
		}
	}
	return 0
}

// emit makes a block of lines that belong together.
func (w *writer) emit(lines []line) {
	text := join(lines)
	const long = 250
	level := w.level(lines[0])
	if len(text) > long || !strings.ContainsFunc(text, unicode.IsLetter) || utf8.RuneCountInString(text) < 2 {
		level = 0
	} else if level == 0 && lines[0].bold && len(lines) <= 2 && len(text) < long/2 && !endsSentence(text) && rounded(lines[0].size) >= w.body {
		level = min(len(w.head)+1, 6)
	}
	switch mark := listMark.FindString(text); {
	case level > 0:
		w.b.Heading(level, text)
	case mark != "":
		_, rest, _ := strings.Cut(text, " ")
		if !unicode.IsDigit(rune(mark[0])) {
			text = rest
		}
		w.b.Item(1, text)
	default:
		w.b.Paragraph(text)
	}
}

// join makes a text of lines. Words that are parted at the end of a line are joined.
func join(lines []line) string {
	var b strings.Builder
	for i, l := range lines {
		text := l.text()
		if i == len(lines)-1 {
			b.WriteString(text)
			break
		}
		next, _ := utf8.DecodeRuneInString(lines[i+1].text())
		last, size := utf8.DecodeLastRuneInString(text)
		before, _ := utf8.DecodeLastRuneInString(text[:len(text)-size])
		switch {
		case last == '\u00ad' || (last == '-' || last == '\u2010') && unicode.IsLower(before) && unicode.IsLower(next):
			b.WriteString(text[:len(text)-size])
		case last == '-' && unicode.IsLetter(before), isIdeograph(last) && isIdeograph(next):
			b.WriteString(text)
		default:
			b.WriteString(text + " ")
		}
	}
	return b.String()
}

// isIdeograph is true for characters that are written without spaces between words.
func isIdeograph(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef
}
