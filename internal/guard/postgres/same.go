package postgres

import "strings"

// sameButSchemas reports whether two trees in JSON differ in nothing but the
// places in the text that their nodes come from, and the schemas that the
// edits have given to tables.
func sameButSchemas(written, rendered string, edits []edit) bool {
	schemas := make(map[string]string, len(edits)) // what follows in front of a table
	for _, e := range edits {
		schemas[e.table] = `"schemaname":"` + e.schema + `",`
	}
	for {
		n := common(written, rendered)
		written, rendered = written[n:], rendered[n:]
		if written == "" || rendered == "" {
			return written == rendered
		}
		var ok1, ok2 bool
		written, ok1 = skipPlace(written)
		rendered, ok2 = skipPlace(rendered)
		if ok1 || ok2 {
			continue
		}
		table, ok := strings.CutPrefix(written, `relname":"`)
		if !ok {
			return false
		}
		table, _, _ = strings.Cut(table, `"`)
		schema := schemas[table]
		// Both are behind the quote of a key.
		after, ok := strings.CutPrefix(`"`+rendered, schema)
		if schema == "" || !ok {
			return false
		}
		rendered = strings.TrimPrefix(after, `"`)
	}
}

// common is the length of what two trees begin with alike, up to the next
// place.
func common(a, b string) int {
	n := min(len(a), len(b)) - 2
	for i := 0; i < n; i++ {
		if a[i] != b[i] {
			return i
		}
		if a[i] != ',' && a[i] != '{' || a[i+1] != '"' && b[i+1] != '"' {
			continue
		}
		if isPlace(a[i+1:]) || isPlace(b[i+1:]) {
			if a[i] == '{' {
				return i + 1
			}
			return i
		}
	}
	if a == b {
		return len(a)
	}
	return max(n, 0)
}

var placeKeys = [...]string{`"location":`, `"stmt_len":`, `"stmt_location":`, `"name_location":`, `"arg_location":`}

func isPlace(s string) bool {
	if len(s) < 2 || s[1] != 'l' && s[1] != 's' && s[1] != 'n' && s[1] != 'a' {
		return false
	}
	for _, key := range placeKeys {
		if strings.HasPrefix(s, key) {
			return true
		}
	}
	return false
}

// skipPlace goes over a place, with the comma before or behind it, and reports
// whether there was one.
func skipPlace(s string) (string, bool) {
	rest, comma := strings.CutPrefix(s, ",")
	if !isPlace(rest) {
		return s, false
	}
	_, rest, _ = strings.Cut(rest, ":")
	rest = strings.TrimLeft(rest, "-0123456789")
	if !comma {
		rest = strings.TrimPrefix(rest, ",")
	}
	return rest, true
}
