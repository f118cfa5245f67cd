package pdf

import (
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// chunk is characters that stand side by side, in the order of the file.
type chunk struct {
	glyphs []glyph
	x, end float64
	y      float64
	size   float64
}

// cell is a part of a line that is set apart by a wide space.
type cell struct {
	x, end float64
	text   string
}

// line is what stands on one baseline.
type line struct {
	cells  []cell
	x, end float64
	y      float64
	size   float64
	bold   bool
	mono   bool
	rtl    bool
	turned bool
}

func (l line) text() string {
	parts := make([]string, len(l.cells))
	for i, c := range l.cells {
		parts[i] = c.text
	}
	return strings.Join(parts, " ")
}

// Spaces, in parts of the size of the letters.
const (
	wordGap = 0.17
	cellGap = 1.1
)

// arrange puts the characters of a page in lines, and these in the order of reading.
func arrange(all []glyph) [][]line {
	var regions [][]line
	for angle := range 4 {
		var glyphs []glyph
		for _, g := range all {
			if g.angle == angle {
				glyphs = append(glyphs, g)
			}
		}
		if len(glyphs) == 0 {
			continue
		}
		for _, part := range order(chunksOf(glyphs), 0) {
			lines := linesOf(part)
			for i := range lines {
				lines[i].turned = angle != 0
			}
			regions = append(regions, lines)
		}
	}
	return regions
}

// chunksOf parts characters where they do not go on.
func chunksOf(glyphs []glyph) []chunk {
	var list []chunk
	for _, g := range glyphs {
		if n := len(list); n > 0 {
			c := &list[n-1]
			last := c.glyphs[len(c.glyphs)-1]
			gap := g.x - last.end
			if math.Abs(g.y-c.y) < 0.1*c.size && gap < cellGap*c.size && gap > -0.6*c.size && math.Abs(g.size-c.size) < 0.3*c.size {
				if isDouble(last, g) {
					continue
				}
				c.glyphs = append(c.glyphs, g)
				c.x, c.end = min(c.x, g.x), max(c.end, g.end)
				continue
			}
		}
		if strings.TrimSpace(g.text) == "" {
			continue
		}
		list = append(list, chunk{glyphs: []glyph{g}, x: min(g.x, g.end), end: max(g.x, g.end), y: g.y, size: g.size})
	}
	for i := range list { // blanks at the end have no width that matters
		c := &list[i]
		for n := len(c.glyphs); n > 1 && strings.TrimSpace(c.glyphs[n-1].text) == ""; n-- {
			c.glyphs = c.glyphs[:n-1]
		}
		c.x, c.end = math.Inf(1), math.Inf(-1)
		for _, g := range c.glyphs {
			c.x, c.end = min(c.x, g.x, g.end), max(c.end, g.x, g.end)
		}
	}
	return list
}

// isDouble is true for a letter that is drawn twice to look bold.
func isDouble(a, b glyph) bool {
	return a.text == b.text && math.Abs(a.x-b.x) < 0.05*a.size && math.Abs(a.y-b.y) < 0.05*a.size && a.end-a.x > 0.1*a.size
}

const maxCuts = 8

// order parts a page into columns, and what stands above and below them.
func order(chunks []chunk, depth int) [][]chunk {
	if len(chunks) == 0 {
		return nil
	}
	if depth < maxCuts {
		if left, right, ok := columns(chunks); ok {
			if isRTL(textOfChunks(chunks)) {
				left, right = right, left
			}
			return append(order(left, depth+1), order(right, depth+1)...)
		}
		if above, below, ok := bands(chunks); ok {
			return append(order(above, depth+1), order(below, depth+1)...)
		}
	}
	return [][]chunk{chunks}
}

func textOfChunks(chunks []chunk) string {
	var b strings.Builder
	for _, c := range chunks {
		for _, g := range c.glyphs {
			b.WriteString(g.text)
		}
		if b.Len() > 2000 {
			break
		}
	}
	return b.String()
}

// columns parts text at a gap from top to bottom, if both sides are text and no cells of a
// table.
func columns(chunks []chunk) (left, right []chunk, ok bool) {
	sorted := slices.Clone(chunks)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].x < sorted[j].x })
	size := middleSize(chunks)
	end, best, at := sorted[0].end, 0.0, 0
	for i, c := range sorted {
		if gap := c.x - end; gap > best && i >= 4 && len(sorted)-i >= 4 {
			best, at = gap, i
		}
		end = max(end, c.end)
	}
	if best < 0.9*size || !isProse(sorted[:at]) || !isProse(sorted[at:]) {
		return nil, nil, false
	}
	border := sorted[at].x
	for _, c := range chunks { // in the order of the file
		if c.x < border {
			left = append(left, c)
		} else {
			right = append(right, c)
		}
	}
	return left, right, true
}

func middleSize(chunks []chunk) float64 {
	sizes := make([]float64, len(chunks))
	for i, c := range chunks {
		sizes[i] = c.size
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}

// isProse is true for lines that mostly fill their column.
func isProse(chunks []chunk) bool {
	const least, letters = 4, 18
	x, end := math.Inf(1), math.Inf(-1)
	for _, c := range chunks {
		x, end = min(x, c.x), max(end, c.end)
	}
	rows := map[int]float64{}
	count := 0
	for _, c := range chunks {
		rows[int(math.Round(c.y/max(c.size*0.5, 1)))] += c.end - c.x
		count += len(c.glyphs)
	}
	full := 0
	for _, width := range rows {
		if width > 0.7*(end-x) {
			full++
		}
	}
	return len(rows) >= least && full*2 >= len(rows) && count >= letters*len(rows)
}

// bands parts a page between two lines, where one of the parts has columns.
func bands(chunks []chunk) (above, below []chunk, ok bool) {
	const tries, fewest = 16, 10
	if len(chunks) < fewest {
		return nil, nil, false
	}
	sorted := slices.Clone(chunks)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].y > sorted[j].y })
	type cut struct {
		at  int
		gap float64
	}
	var cuts []cut
	for i := 1; i < len(sorted); i++ {
		if gap := sorted[i-1].y - sorted[i].y; gap > 0.9*sorted[i].size {
			cuts = append(cuts, cut{i, gap})
		}
	}
	sort.SliceStable(cuts, func(i, j int) bool { return cuts[i].gap > cuts[j].gap })
	for _, c := range cuts[:min(len(cuts), tries)] {
		_, _, a := columns(sorted[:c.at])
		b := false
		if !a {
			_, _, b = columns(sorted[c.at:])
		}
		if a || b {
			border := sorted[c.at].y
			for _, k := range chunks {
				if k.y > border {
					above = append(above, k)
				} else {
					below = append(below, k)
				}
			}
			return above, below, len(above) > 0 && len(below) > 0
		}
	}
	return nil, nil, false
}

// linesOf puts chunks on their lines, from top to bottom.
func linesOf(chunks []chunk) []line {
	sorted := slices.Clone(chunks)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].y > sorted[j].y })
	var lines []line
	for i := 0; i < len(sorted); {
		j, size := i+1, sorted[i].size
		y := sorted[i].y
		for j < len(sorted) && y-sorted[j].y < 0.45*min(max(size, sorted[j].size), 2*min(size, sorted[j].size)) {
			if sorted[j].size > size { // what is raised stands higher than its line
				size, y = sorted[j].size, sorted[j].y
			}
			j++
		}
		var glyphs []glyph
		for _, c := range sorted[i:j] {
			glyphs = append(glyphs, c.glyphs...)
		}
		lines = append(lines, makeLine(glyphs, size, y))
		i = j
	}
	return lines
}

// makeLine reads characters from one side to the other.
func makeLine(glyphs []glyph, size, y float64) line {
	sort.SliceStable(glyphs, func(i, j int) bool { return glyphs[i].x < glyphs[j].x })
	glyphs = slices.CompactFunc(glyphs, isDouble) // a whole word may be drawn twice
	l := line{size: size, y: y, x: math.Inf(1), end: math.Inf(-1)}
	bold, mono := 0, 0
	var all strings.Builder
	for _, g := range glyphs {
		l.x, l.end = min(l.x, g.x, g.end), max(l.end, g.x, g.end)
		if g.bold {
			bold++
		}
		if g.mono {
			mono++
		}
		all.WriteString(g.text)
	}
	l.bold, l.mono = bold*10 >= len(glyphs)*9, mono*10 >= len(glyphs)*9
	l.rtl = isRTL(all.String())
	from := 0
	flush := func(to int) {
		if from < to {
			if text := textOfCell(glyphs[from:to], l.rtl); text != "" {
				l.cells = append(l.cells, cell{glyphs[from].x, glyphs[to-1].end, text})
			}
		}
		from = to
	}
	lastEnd := math.Inf(1)
	for i, g := range glyphs {
		if strings.TrimSpace(g.text) == "" {
			continue
		}
		if g.x-lastEnd > cellGap*max(g.size, 0.7*size) {
			flush(i)
		}
		lastEnd = max(g.end, g.x)
	}
	flush(len(glyphs))
	if l.rtl {
		slices.Reverse(l.cells)
	}
	return l
}

// textOfCell joins characters, with spaces where there is space between them.
func textOfCell(glyphs []glyph, rtl bool) string {
	parts := make([]string, 0, len(glyphs))
	last := math.Inf(1)
	for _, g := range glyphs {
		if strings.TrimSpace(g.text) == "" {
			if len(parts) > 0 && parts[len(parts)-1] != " " {
				parts = append(parts, " ")
			}
			last = math.Inf(1)
			continue
		}
		if g.x-last > wordGap*g.size {
			parts = append(parts, " ")
		}
		parts = append(parts, g.text)
		last = max(g.end, g.x)
	}
	if rtl {
		parts = logical(parts)
	}
	return strings.TrimSpace(compose(strings.Join(parts, "")))
}

// logical is the order in which text that runs from right to left is read: numbers and
// Latin words in it run the other way.
func logical(parts []string) []string {
	slices.Reverse(parts)
	for i := 0; i < len(parts); {
		if !runsLTR(parts[i]) {
			i++
			continue
		}
		j, last := i, i
		for j < len(parts) && (runsLTR(parts[j]) || isNeutral(parts[j])) {
			if runsLTR(parts[j]) {
				last = j
			}
			j++
		}
		slices.Reverse(parts[i : last+1])
		i = last + 1
	}
	return parts
}

func runsLTR(s string) bool {
	for _, r := range s {
		return unicode.IsDigit(r) || unicode.IsLetter(r) && !isRTLRune(r)
	}
	return false
}

func isNeutral(s string) bool {
	for _, r := range s {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}
	return false
}

func isRTLRune(r rune) bool {
	return r >= 0x590 && r <= 0x8ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc
}

// isRTL is true for text most letters of which run from right to left.
func isRTL(text string) bool {
	right, left := 0, 0
	for _, r := range text {
		switch {
		case isRTLRune(r):
			right++
		case unicode.IsLetter(r):
			left++
		}
	}
	return right > left
}

// compose replaces ligatures and the forms that letters have beside others.
func compose(text string) string {
	if !strings.ContainsFunc(text, isForm) {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if isForm(r) {
			out.WriteString(norm.NFKC.String(string(r)))
		} else {
			out.WriteRune(r)
		}
	}
	return norm.NFC.String(out.String())
}

func isForm(r rune) bool {
	return r >= 0xfb00 && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc || r >= 0xf900 && r <= 0xfaff || r >= 0x2f00 && r <= 0x2fd5 || r >= 0x300 && r <= 0x36f
}
