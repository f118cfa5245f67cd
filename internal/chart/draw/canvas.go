package draw

import (
	"math"
	"strings"
)

// canvas is a field of cells. In Unicode a cell has 2 × 4 dots, so that lines
// are fine; in ASCII it has one.
type canvas struct {
	columns, rows int
	ascii         bool
	dots          []byte   // of each cell, as braille counts them
	ink           []int8   // the series that drew a cell last, or -1
	signs         []string // set over the dots
}

func newCanvas(columns, rows int, ascii bool) *canvas {
	c := &canvas{columns: columns, rows: rows, ascii: ascii,
		dots: make([]byte, columns*rows), ink: make([]int8, columns*rows), signs: make([]string, columns*rows)}
	for i := range c.ink {
		c.ink[i] = -1
	}
	return c
}

// dotBits are the bits of braille's dots by row and column.
var dotBits = [4][2]byte{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// Places on a canvas are parts of it: x runs from 0 at the left to 1, y from 0
// at the middle of the lowest row to 1 at the middle of the highest.

func (c *canvas) dotX(x float64) int { return int(x*float64(c.columns*2-1) + 0.5) }

func (c *canvas) dotY(y float64) int { return int((1-y)*float64(c.rows-1)*4 + 2) }

func (c *canvas) cell(x, y float64) (column, row int) {
	return min(c.dotX(x)/2, c.columns-1), int((1-y)*float64(c.rows-1) + 0.5)
}

// dot sets one dot of a series.
func (c *canvas) dot(dx, dy, series int) {
	if dx < 0 || dy < 0 || dx >= c.columns*2 || dy >= c.rows*4 {
		return
	}
	i := dy/4*c.columns + dx/2
	c.dots[i] |= dotBits[dy%4][dx%2]
	c.ink[i] = int8(series % mostSeries)
}

// sign sets a sign of a series in a cell.
func (c *canvas) sign(x, y float64, series int, sign string) {
	column, row := c.cell(x, y)
	if column < 0 || row < 0 || column >= c.columns || row >= c.rows {
		return
	}
	c.signs[row*c.columns+column] = sign
	c.ink[row*c.columns+column] = int8(series % mostSeries)
}

// stroke draws a line between two places.
func (c *canvas) stroke(x0, y0, x1, y1 float64, series int, ascii string) {
	if c.ascii {
		c.strokeASCII(x0, y0, x1, y1, series, ascii)
		return
	}
	ax, ay, bx, by := c.dotX(x0), c.dotY(y0), c.dotX(x1), c.dotY(y1)
	n := max(abs(bx-ax), abs(by-ay), 1)
	for i := range n + 1 {
		part := float64(i) / float64(n)
		c.dot(int(math.Round(float64(ax)+part*float64(bx-ax))), int(math.Round(float64(ay)+part*float64(by-ay))), series)
	}
}

func (c *canvas) strokeASCII(x0, y0, x1, y1 float64, series int, sign string) {
	ax, ay := c.cell(x0, y0)
	bx, by := c.cell(x1, y1)
	n := max(abs(bx-ax), abs(by-ay), 1)
	for i := range n + 1 {
		part := float64(i) / float64(n)
		c.sign(x0+part*(x1-x0), y0+part*(y1-y0), series, sign)
	}
}

func abs(n int) int { return max(n, -n) }

// row is a row of the canvas as text, painted in runs of the same series.
func (c *canvas) row(row int, paint func(series int, text string) string) string {
	var line, run strings.Builder
	ink := int8(-1)
	flush := func() {
		if ink < 0 {
			line.WriteString(run.String())
		} else {
			line.WriteString(paint(int(ink), run.String()))
		}
		run.Reset()
	}
	for i := row * c.columns; i < (row+1)*c.columns; i++ {
		text := " "
		switch {
		case c.signs[i] != "":
			text = c.signs[i]
		case c.dots[i] != 0:
			text = string(rune(0x2800 + int(c.dots[i])))
		}
		if c.ink[i] != ink {
			flush()
			ink = c.ink[i]
		}
		run.WriteString(text)
	}
	flush()
	return strings.TrimRight(line.String(), " ")
}
