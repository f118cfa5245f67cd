package draw

import (
	"strings"

	"github.com/plumbdata/plumb/internal/terminal"
)

// mostSeries is how many series signs and colours can tell apart.
const mostSeries = 8

// palette is the page's palette in the colours that terminals have.
var palette = [mostSeries]terminal.Style{"38;5;68", "38;5;173", "38;5;71", "38;5;140", "38;5;167", "38;5;74", "38;5;179", "38;5;245"}

// Signs of the series, as points and as fillings.
var (
	pointSigns  = [mostSeries]string{"●", "■", "▲", "◆", "○", "□", "△", "◇"}
	pointASCII  = [mostSeries]string{"o", "x", "*", "#", "%", "@", "&", "="}
	fillSigns   = [mostSeries]string{"█", "▓", "▒", "░", "▚", "▖", "▪", "·"}
	fillASCII   = [mostSeries]string{"#", "=", ":", "-", "o", "~", "x", "."}
	shadeSigns  = []string{"·", "░", "▒", "▓", "█"}
	shadesASCII = []string{".", ":", "+", "*", "#"}
)

func (d *drawing) point(series int) string {
	return d.screen.Sign(pointSigns[series%mostSeries], pointASCII[series%mostSeries])
}

func (d *drawing) fill(series int) string {
	return d.screen.Sign(fillSigns[series%mostSeries], fillASCII[series%mostSeries])
}

// paint colours text as a series.
func (d *drawing) paint(series int, text string) string {
	return d.screen.Paint(palette[series%mostSeries], text)
}

func (d *drawing) dim(text string) string { return d.screen.Paint(terminal.Dim, text) }

// legend names the series beside their signs, on as many lines as it takes.
func (d *drawing) legend(names []string, sign func(int) string) {
	const gap = "   "
	line, width := "", 0
	for i, name := range names {
		name = d.cut(name, min(30, d.width-4))
		w := terminal.Width(sign(i)) + 1 + terminal.Width(name)
		if width > 0 && width+len(gap)+w > d.width {
			d.line(line)
			line, width = "", 0
		}
		if width > 0 {
			line, width = line+gap, width+len(gap)
		}
		line, width = line+d.paint(i, sign(i))+" "+name, width+w
	}
	d.line(line)
	d.line("")
}

// bar is a bar of a length in columns, exact to an eighth of one.
func (d *drawing) bar(length float64) string {
	eighths := int(length*8 + 0.5)
	if d.screen.ASCII {
		return strings.Repeat("#", (eighths+4)/8)
	}
	return strings.Repeat("█", eighths/8) + []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}[eighths%8]
}

// barLeft is a bar that ends on its right; only halves of a column exist.
func (d *drawing) barLeft(length float64) string {
	halves := int(length*2 + 0.5)
	if d.screen.ASCII {
		return strings.Repeat("#", (halves+1)/2)
	}
	return strings.Repeat("▐", halves%2) + strings.Repeat("█", halves/2)
}
