package draw

import (
	"strings"

	"github.com/plumbdata/plumb/internal/terminal"
)

// longestLabel bounds the bytes of a label that are looked at.
const longestLabel = 400

// clean is text from the data, harmless and on one line.
func clean(text string) string {
	if len(text) > longestLabel {
		text = strings.ToValidUTF8(text[:longestLabel], "")
	}
	return strings.TrimSpace(terminal.Clean(text))
}

func (d *drawing) cut(text string, width int) string {
	if width <= 0 {
		return ""
	}
	return d.screen.Cut(text, width)
}

func padLeft(text string, width int) string {
	return strings.Repeat(" ", max(0, width-terminal.Width(text))) + text
}

func padRight(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-terminal.Width(text)))
}

// widest is the widest of texts, at most limit.
func widest(texts []string, limit int) int {
	w := 0
	for _, t := range texts {
		w = max(w, terminal.Width(t))
	}
	return min(w, limit)
}

func count(n int, noun string) string {
	return plain(float64(n), 0) + " " + plural(n, noun, noun+"s")
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// tick is a labelled place on an axis.
type tick struct {
	at    int // column or row
	label string
	under string // a second line of the label, such as the year
}

// spread picks the ticks whose labels fit beside each other, the first one
// first, and gives the lines of labels. Labels are centred under their places
// where the edges allow it.
func spread(ticks []tick, width int) (kept []tick, labels, under string) {
	var upper, lower writer
	for _, t := range ticks {
		w := terminal.Width(t.label)
		start := min(max(t.at-w/2, 0), width-w)
		if start < 0 || !upper.put(start, t.label, 2) {
			continue
		}
		kept = append(kept, t)
		if t.under != "" && start+terminal.Width(t.under) <= width {
			lower.put(start, t.under, 1)
		}
	}
	return kept, upper.text.String(), lower.text.String()
}

// writer sets words in a line from left to right.
type writer struct {
	text strings.Builder
	end  int
}

// put sets a word at a column, if that leaves a gap to the word before it.
func (w *writer) put(at int, word string, gap int) bool {
	if w.end > 0 && at < w.end+gap {
		return false
	}
	w.text.WriteString(strings.Repeat(" ", at-w.end))
	w.text.WriteString(word)
	w.end = at + terminal.Width(word)
	return true
}
