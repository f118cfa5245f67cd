package files

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// Bounds on columns whose values are made one where only capitals and outer blanks differ:
// kinds of things that come again and again, not names or codes.
const (
	mostKinds       = 60  // different values in the sample
	leastRepeated   = 4   // how often each comes, on average
	mostSpellings   = 100 // values of a column that are changed
	shortestSpelled = 3   // letters; shorter ones may be codes
)

// findSpellings finds the values of text columns that are written in several ways: urgent
// beside Urgent. They are read as the most frequent one.
func findSpellings(ctx context.Context, b *duckdb.Builder, stage string, trials []*trial) error {
	for _, t := range trials {
		f := t.finding
		if f.reading.sql != "" || f.separator != "" || f.chosen || !holdsKinds(t.sample) || slices.ContainsFunc(wordsOf(f.name), func(w string) bool { return slices.Contains(exactWords, w) }) {
			continue
		}
		folded := fmt.Sprintf("lower(trim(%s))", f.id)
		found, err := b.Ask(ctx, fmt.Sprintf(`SELECT key, v FROM (SELECT %s AS key, %s AS v, count(*) AS n FROM %s WHERE %s IS NOT NULL GROUP BY ALL)
			QUALIFY count(*) OVER (PARTITION BY key) > 1 ORDER BY key, n DESC, v LIMIT %d`, folded, f.id, stage, f.id, 2*mostSpellings))
		if err != nil {
			return err
		}
		if len(found.Rows) == 2*mostSpellings {
			continue
		}
		usual := map[string]string{}
		for _, row := range found.Rows {
			key, value := row[0].String(), row[1].String()
			switch first, ok := usual[key]; {
			case countLetters(key) < shortestSpelled || strings.ContainsAny(key, "/0123456789") || !isUsual(value):
			case !ok:
				usual[key] = value
			case len(f.spellings) < mostSpellings:
				f.spellings = append(f.spellings, [2]string{value, first})
			}
		}
		if len(f.spellings) > 0 {
			f.example, f.value = f.spellings[0][0], f.spellings[0][1]
		}
	}
	return nil
}

// exactWords are in the names of columns whose capitals tell values apart.
var exactWords = []string{"unit", "units", "gene", "symbol", "id", "code", "key", "sku", "hash", "token"}

// isUsual is true for words in small letters, in capitals, or with a capital at their
// beginning. MBps is not Mbps.
func isUsual(value string) bool {
	for w := range strings.FieldsSeq(value) {
		rest := []rune(w)[1:]
		if strings.ToLower(w) != w && strings.ToUpper(w) != w && strings.ToLower(string(rest)) != string(rest) {
			return false
		}
	}
	return true
}

func countLetters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// holdsKinds is true for values that come again and again.
func holdsKinds(sample []string) bool {
	seen, filled := map[string]bool{}, 0
	for _, v := range sample {
		if v != "" {
			filled++
			seen[v] = true
		}
	}
	return len(seen) > 1 && len(seen) <= mostKinds && filled >= leastRepeated*len(seen)
}

// spelled is a column of text with its usual spellings.
func (f finding) spelled() string {
	if len(f.spellings) == 0 {
		return f.id
	}
	var b strings.Builder
	b.WriteString("CASE " + f.id)
	for _, s := range f.spellings {
		fmt.Fprintf(&b, " WHEN %s THEN %s", duckdb.Literal(s[0]), duckdb.Literal(s[1]))
	}
	return b.String() + " ELSE " + f.id + " END"
}
