// Package documenttest builds the documents that tests of their readers share, byte by
// byte: what a file says beyond the usual is a test's own.
package documenttest

import (
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/document"
)

// Outline is a document as lines, for comparison: the kind of each block with its level,
// page and sheet, then its text or table.
func Outline(d *document.Document) string {
	var b strings.Builder
	for _, block := range d.Blocks {
		b.WriteString(string(block.Kind))
		if block.Level > 0 {
			fmt.Fprintf(&b, " %d", block.Level)
		}
		if block.Page > 0 {
			fmt.Fprintf(&b, " p%d", block.Page)
		}
		if block.Sheet != "" {
			fmt.Fprintf(&b, " [%s]", block.Sheet)
		}
		if block.Text != "" {
			fmt.Fprintf(&b, ": %s", strings.ReplaceAll(block.Text, "\n", "⏎"))
		}
		if block.Table != nil {
			writeTable(&b, block)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func writeTable(b *strings.Builder, block document.Block) {
	for _, c := range block.Table.Columns {
		fmt.Fprintf(b, " <%s:%s>", c.Name, c.Kind)
	}
	for _, row := range block.Table.Rows {
		b.WriteString(" /")
		for i, v := range row {
			if i > 0 {
				b.WriteString(" |")
			}
			b.WriteString(" " + strings.ReplaceAll(v.String(), "\n", "⏎"))
		}
	}
}
