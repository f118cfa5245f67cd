package draw

import (
	"math"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/terminal"
)

// values draws one row of figures: a single one large, several as a list. Of
// two where the second is the previous period, the change is shown.
func (d *drawing) values() {
	row := d.table.Rows[0]
	type figure struct{ name, text string }
	var figures []figure
	numbers := make([]amount, len(d.plan.Y))
	for i, y := range d.plan.Y {
		v := value(row, d.column(y))
		text := d.label(v, d.plan.Period)
		if v.Kind().Numeric() {
			if n, ok := d.number(v); ok {
				numbers[i] = amount{n, true}
				text = d.figure(numbers[i])
			}
		}
		if v.IsNull() {
			text = "no value"
		}
		figures = append(figures, figure{clean(chart.Phrase(y, nil)), text})
	}
	of := ""
	if d.plan.X != "" {
		of = d.label(value(row, d.column(d.plan.X)), chart.NoPeriod)
	}
	if len(figures) == 1 || len(figures) == 2 && isBefore(figures[1].name) {
		d.large(figures[0].text)
		var caption []string
		if of != "" {
			caption = append(caption, of)
		}
		switch exact := exactly(numbers[0]); {
		case numbers[0].ok && d.plan.YFormat.Style == chart.Short && exact != figures[0].text:
			caption = append(caption, figures[0].name+": "+exact)
		case !strings.EqualFold(figures[0].name, clean(d.plan.Title)):
			caption = append(caption, figures[0].name)
		}
		if len(figures) == 2 {
			caption = append(caption, d.change(numbers[0], numbers[1])+figures[1].name+" ("+figures[1].text+")")
		}
		if len(caption) > 0 {
			d.line("")
			d.note(strings.Join(caption, d.screen.Sign(" · ", ", ")))
		}
		return
	}
	if of != "" {
		d.line(d.cut(of, d.width))
	}
	var names, texts []string
	for _, f := range figures[:min(len(figures), d.height)] {
		names, texts = append(names, f.name), append(texts, f.text)
	}
	left := widest(names, d.width/2)
	right := widest(texts, d.width-left-2)
	for i := range names {
		d.line(padRight(d.cut(names[i], left), left) + "  " + d.screen.Paint(terminal.Bold, padLeft(d.cut(texts[i], right), right)))
	}
}

// figure is a number in the plan's format; one that is not whole keeps its
// cents.
func (d *drawing) figure(a amount) string {
	if d.plan.YFormat.Style == chart.Plain {
		return exactly(a)
	}
	return write(a.v, d.plan.YFormat)
}

func exactly(a amount) string {
	if a.v == math.Trunc(a.v) {
		return plain(a.v, 0)
	}
	return plain(a.v, enough(a.v, 2))
}

// isBefore reports whether a name says that its figure is the one to compare
// with.
func isBefore(name string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(name)) {
		switch word {
		case "previous", "prior", "before", "last", "prev", "earlier":
			return true
		}
	}
	return false
}

// change is how a figure differs from the one before it.
func (d *drawing) change(now, before amount) string {
	switch {
	case !now.ok || !before.ok || before.v == 0:
		return "with "
	case now.v == before.v:
		return "the same as "
	}
	part := plain(math.Abs(now.v-before.v)/math.Abs(before.v)*100, 1) + "%"
	if now.v > before.v {
		return d.screen.Sign("▲ ", "up ") + part + " on "
	}
	return d.screen.Sign("▼ ", "down ") + part + " on "
}

// digits are figures of 3 × 5 points, a row of points in each part.
var digits = map[rune]string{
	'0': "### #.# #.# #.# ###", '1': ".#. ##. .#. .#. ###", '2': "### ..# ### #.. ###", '3': "### ..# ### ..# ###",
	'4': "#.# #.# ### ..# ..#", '5': "### #.. ### ..# ###", '6': "### #.. ### #.# ###", '7': "### ..# ..# ..# ..#",
	'8': "### #.# ### #.# ###", '9': "### #.# ### ..# ###", '.': ". . . . #", ',': ".. .. .. .# #.",
	'-': "... ... ### ... ...", '%': "#..# ...# .##. #... #..#", 'k': "#... #.#. ##.. #.#. #..#", 'M': "#...# ##.## #.#.# #...# #...#",
	'B': "##. #.# ##. #.# ##.", 'T': "### .#. .#. .#. .#.",
}

// large sets a figure in large letters, or in bold ones where it has other
// letters than digits, or too many.
func (d *drawing) large(text string) {
	var rows [5]string
	for i, r := range text {
		points, ok := digits[r]
		if !ok {
			d.line(d.screen.Paint(terminal.Bold, d.cut(text, d.width)))
			return
		}
		for y, part := range strings.Fields(points) {
			if i > 0 {
				rows[y] += "."
			}
			rows[y] += part
		}
	}
	if len(rows[0]) > d.width || text == "" {
		d.line(d.screen.Paint(terminal.Bold, d.cut(text, d.width)))
		return
	}
	if d.screen.ASCII {
		point, space := "#", " "
		if 2*len(rows[0]) <= d.width { // points are about square when they are two columns wide
			point, space = "##", "  "
		}
		for _, r := range rows {
			d.line(strings.TrimRight(strings.NewReplacer("#", point, ".", space).Replace(r), " "))
		}
		return
	}
	for y := 0; y < len(rows); y += 2 {
		lower := strings.Repeat(".", len(rows[0]))
		if y+1 < len(rows) {
			lower = rows[y+1]
		}
		d.line(d.paint(0, halfBlocks(rows[y], lower)))
	}
}

// halfBlocks is two rows of points as one line.
func halfBlocks(upper, lower string) string {
	var b strings.Builder
	for i := range upper {
		switch {
		case upper[i] == '#' && lower[i] == '#':
			b.WriteString("█")
		case upper[i] == '#':
			b.WriteString("▀")
		case lower[i] == '#':
			b.WriteString("▄")
		default:
			b.WriteString(" ")
		}
	}
	return strings.TrimRight(b.String(), " ")
}
