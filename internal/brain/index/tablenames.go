package index

import (
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/schema"
)

// Words that end the names of files that tables were made of, and say how a file
// came to be, not what its rows are. Those of listWords do so only after the
// plural of what the rows are: a doctors list is of doctors, a price list of prices
// is something else, and so is the copy of a book.
var (
	fileWords = english.NewSet("export csv tsv xlsx xls json parquet")
	listWords = english.NewSet("list data exports extract dump backup copy final")
)

// tableParts are the parts of a table's name that say what its rows are.
func (b *builder) tableParts(table int, shared string) []string {
	parts := b.usedParts(table, shared)
	short := withoutFile(parts)
	if len(short) == len(parts) {
		return parts
	}
	for i := range b.Tables { // sales 2023 and sales 2024 stay two
		if i != table && slices.Equal(withoutFile(b.usedParts(i, shared)), short) {
			return parts
		}
	}
	return short
}

// usedParts are the parts of a table's name without those that say how the table
// is used.
func (b *builder) usedParts(table int, shared string) []string {
	parts := partsOf(b.tables[table].Called())
	if shared != "" && len(parts) > 1 && parts[0] == shared {
		parts = parts[1:]
	}
	for len(parts) > 1 && schema.Layers[parts[0]] {
		parts = parts[1:]
	}
	for len(parts) > 1 && tableSuffixes[parts[len(parts)-1]] {
		parts = parts[:len(parts)-1]
	}
	return parts
}

func withoutFile(parts []string) []string {
	for n := len(parts); n > 1; n = len(parts) {
		last, before := parts[n-1], parts[n-2]
		several := len(before) > 3 && strings.HasSuffix(before, "s") && !strings.HasSuffix(before, "ss")
		numbered := fileWords[before] && len(last) < 4 && isDigits(last) // the second download: export_1
		if !fileWords[last] && !calendarYear(last) && !(listWords[last] && several) && !numbered {
			break
		}
		parts = parts[:n-1]
	}
	return parts
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

func calendarYear(s string) bool {
	year, err := strconv.Atoi(s)
	return err == nil && len(s) == 4 && year >= 1900 && year < 2100
}
