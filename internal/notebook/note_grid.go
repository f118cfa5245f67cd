package notebook

import (
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// gridRow is a row of a table in a note.
type gridRow []gridCell

type gridCell struct {
	Line   line
	Number bool // stands at the right
}

// What is shown of a table; the rest is left out, or text.
const (
	maxGridRows    = 200
	maxGridColumns = 20
)

// gridRule stands below the names of a table.
var gridRule = lazyregexp.New(`^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$`)

// gridOf is the table that lines begin with, its names first; nil if there is
// none.
func gridOf(lines []string) []gridRow {
	if len(lines) < 2 || !strings.Contains(lines[0], "|") || !gridRule.MatchString(lines[1]) {
		return nil
	}
	rules := gridColumns(lines[1])
	width := len(gridColumns(lines[0]))
	var rows []gridRow
	for i, text := range lines {
		if i == 1 {
			continue
		}
		if !strings.Contains(text, "|") || len(rows) > maxGridRows {
			break
		}
		var row gridRow
		for n, part := range gridColumns(text) {
			if n == width {
				break
			}
			row = append(row, gridCell{spans(part), n < len(rules) && strings.HasSuffix(rules[n], ":") && !strings.HasPrefix(rules[n], ":")})
		}
		rows = append(rows, row)
	}
	return rows
}

// gridColumns are the parts of a line between its bars.
func gridColumns(text string) []string {
	text = strings.TrimSpace(text)
	parts := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "|"), "|"), "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts[:min(len(parts), maxGridColumns)]
}
