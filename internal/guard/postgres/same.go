package postgres

import (
	"strings"

	"github.com/plumbdata/plumb/internal/guard"
)

// places are the keys of the numbers that say where in the text a node is.
var places = []string{"location", "stmt_len", "stmt_location", "name_location", "arg_location"}

// sameButSchemas reports whether two trees in JSON say the same, but for the
// schemas that the edits have given to tables.
func sameButSchemas(written, rendered string, edits []edit) bool {
	schemas := make(map[string]string, len(edits))
	for _, e := range edits {
		schemas[e.table] = e.schema
	}
	return guard.SameTree(written, rendered, places, func(a, b string) (string, string, bool) {
		// Both are behind the quote of a key.
		table, ok := strings.CutPrefix(a, `relname":"`)
		if !ok {
			return a, b, false
		}
		table, _, _ = strings.Cut(table, `"`)
		schema, ok := schemas[table]
		b, found := strings.CutPrefix(b, `schemaname":"`+schema+`","`)
		return a, b, ok && found
	})
}
