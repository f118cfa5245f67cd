package line

import (
	"fmt"
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/plumbdata/plumb/internal/terminal"
)

// row is one row of the window.
type row struct {
	text  string // with colours
	width int    // columns it takes
}

// layout is a text broken into rows, and the place of the cursor.
type layout struct {
	rows       []row
	at, column int
}

// shown is how one character is drawn, and how many columns that takes. What
// would move the cursor by itself becomes a sign that does not.
func shown(character string) (string, int) {
	if character == "\t" {
		return "    ", 4
	}
	drawn := terminal.Clean(character)
	w := terminal.Width(drawn)
	if w == 0 {
		return " " + drawn, 1 // an accent without its letter
	}
	return drawn, w
}

func width(text string) int {
	sum := 0
	for g := graphemes.FromString(text); g.Next(); {
		_, w := shown(g.Value())
		sum += w
	}
	return sum
}

// lay breaks a text into rows. Every line begins with a prompt; what does not
// fit goes on below, indented as far.
func lay(b buffer, first, further string, columns int, paint func(string) string) layout {
	var l layout
	indent := width(first)
	if indent > columns/2 {
		indent = 0
	}
	var text strings.Builder
	used := 0
	begin := func(prompt string) {
		text.Reset()
		text.WriteString(paint(prompt))
		used = width(prompt)
	}
	end := func() { l.rows = append(l.rows, row{text.String(), used}) }
	found := false
	here := func(place int) {
		if !found && place >= b.at {
			found, l.at, l.column = true, len(l.rows), used
		}
	}
	room := func(w int) { // for a character, or for the cursor alone
		if used+w > columns {
			end()
			begin(strings.Repeat(" ", indent))
		}
	}
	begin(first)
	for g := graphemes.FromString(b.text); g.Next(); {
		if g.Value() == "\n" {
			if g.Start() >= b.at && !found {
				room(1)
			}
			here(g.Start())
			end()
			begin(further)
			continue
		}
		drawn, w := shown(g.Value())
		room(w)
		here(g.Start())
		text.WriteString(drawn)
		used += w
		if len(g.Value()) > 1 && used < columns {
			fmt.Fprintf(&text, "\x1b[%dG\x1b[K", used+1) // terminals differ about some widths
		}
	}
	if !found {
		room(1)
	}
	here(len(b.text))
	end()
	return l
}
