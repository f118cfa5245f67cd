package datastore

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// figure is a number as people write it, with its currency, unit of a thousand or
// percent sign; also a date.
var figure = lazyregexp.New(`[$€£¥]?[-+]?\d(?:[\d.,:/-]*\d)?(?:\s?%|[KMB]\b)?`)

const (
	maxFirstLine = 300 // characters
	maxFigures   = 30
)

// summarize is the first line of a note, and the figures of the others.
func summarize(text string) string {
	first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	first = strings.TrimSpace(first)
	if runes := []rune(first); len(runes) > maxFirstLine {
		at := maxFirstLine
		for at > maxFirstLine/2 && runes[at] != ' ' { // a figure is not cut in two
			at--
		}
		first, rest = string(runes[:at])+"…", string(runes[at:])+"\n"+rest
	}
	var figures []string
	for _, f := range figure.FindAllString(rest, -1) {
		if !slices.Contains(figures, f) && len(figures) < maxFigures {
			figures = append(figures, f)
		}
	}
	if len(figures) == 0 {
		return first
	}
	return first + " Figures: " + strings.Join(figures, ", ")
}
