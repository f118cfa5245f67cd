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
}

// spread picks the ticks whose labels fit beside each other in a line, the
// first one first, and gives the line. Labels are centred under their places
// where the edges allow it.
func spread(ticks []tick, width int) (kept []tick, line string) {
	var b strings.Builder
	end := 0 // where the line ends, in columns
	for _, t := range ticks {
		w := terminal.Width(t.label)
		start := min(max(t.at-w/2, 0), width-w)
		if start < 0 || len(kept) > 0 && start < end+2 {
			continue
		}
		b.WriteString(strings.Repeat(" ", start-end))
		b.WriteString(t.label)
		end = start + w
		kept = append(kept, t)
	}
	return kept, b.String()
}
