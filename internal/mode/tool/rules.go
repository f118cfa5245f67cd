package tool

import (
	"embed"
	"strings"
)

//go:embed rules/*.md
var ruleFiles embed.FS

// Rules is how a statement for a database is to be written, for a model that
// writes one: what holds everywhere, and what is particular to the dialect,
// which is named as in a schema.
func Rules(dialect string) string {
	var parts []string
	for _, name := range []string{"statement", dialect} {
		if text, err := ruleFiles.ReadFile("rules/" + name + ".md"); err == nil { // a dialect that nobody knows has no file
			parts = append(parts, strings.TrimSpace(string(text)))
		}
	}
	return strings.Join(parts, "\n")
}
