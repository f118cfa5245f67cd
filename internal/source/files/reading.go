package files

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/gloss"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// kind is what the values of a column are.
type kind int

const (
	kindText kind = iota
	kindNumber
	kindDate // with or without a time of day
	kindTime // of a day
	kindBoolean
)

// reading is a way to turn the text of a column into values. In its SQL {} stands
// for the text, and the result is NULL for text that is written otherwise: a
// number as text with a decimal point, a date as a timestamp.
type reading struct {
	kind    kind
	hand    hand // what it takes the file's habit to be, if that matters
	sql     string
	unit    string
	dressed bool // DuckDB would not read the values so
	clocked bool // the time of day counts though it is always midnight
}

// Shares of values, one in so many, that may be written otherwise: in a sample
// that suggests a reading, among all values of a column that is read so, and
// among all values of a column that stays text with a warning.
const (
	sampleTolerance = 5
	tolerance       = 100
	wordTolerance   = 10 // where it is one word, such as tbc, among prices or dates
	nearlyTolerance = 20
)

// missingMarkers are what people write for a value that is not there.
var missingMarkers = []string{"", "NA", "N/A", "n/a", "na", "N.A.", "n.a.", "#N/A", "#NA", "NULL", "Null", "null", "None", "none", "NaN", "nan", "NAN",
	"-", "--", "---", "–", "—", "?", ".", "..", "...", "(null)", "<NA>", "nil", "#VALUE!", "#DIV/0!", "#REF!", "N/D", "n/d", "N/K", "n/k", "N/R", "n/r", "missing", "Missing",
	"tbc", "TBC", "tba", "TBA", "tbd", "TBD", "No data", "no data", "NO DATA", "k.A.", "k. A.", "k.A", "keine Angabe", "n.v.", "n.b.", "s/d", "S/D", "n.d.", "N.D.", "n.c."}

// textMarkers are those that are no values in a column of text either: "none"
// may be an answer there.
var textMarkers = []string{"NA", "N/A", "n/a", "N.A.", "n.a.", "#N/A", "#NA", "NULL", "null", "NaN", "nan", "-", "--", "---", "–", "—", "?", "(null)", "<NA>", "#VALUE!", "#DIV/0!", "#REF!",
	"No data", "no data", "k.A.", "k. A.", "keine Angabe"}

// codeWords are words in the names of columns whose figures are codes.
var codeWords = []string{"zip", "zipcode", "postcode", "postal", "plz", "phone", "telephone", "tel", "mobile", "fax", "iban", "isbn", "ean", "upc", "gtin", "ssn", "barcode"}

// clockWords are words in the names of columns whose leading zeros mean nothing.
var clockWords = []string{"year", "month", "day", "hour", "minute", "second", "week", "quarter"}

// wordsOf are the words of a name, in lower case.
func wordsOf(name string) []string {
	words := english.Split(name)
	for i, w := range words {
		words[i] = strings.ToLower(w)
	}
	return words
}

func hasWord(name string, list []string) bool {
	return slices.ContainsFunc(wordsOf(name), func(w string) bool { return slices.Contains(list, w) })
}

// suggestReadings lists the ways in which a column may be read, the likelier
// first, by a sample of its values. None means that it is text; why says so to
// people who might have expected something else.
func suggestReadings(name string, sample []string) (list []reading, why string) {
	values := slices.DeleteFunc(slices.Clone(sample), func(v string) bool { return v == "" || slices.Contains(missingMarkers, v) })
	enough := func(n int) bool { return n > 0 && (len(values)-n)*sampleTolerance <= len(values) }
	if !enough(len(values)) {
		return nil, ""
	}
	if r, ok := booleanReading(values); ok {
		return []reading{r}, ""
	}
	var dates []date
	var numbers []number
	var written []string // the numbers
	for _, v := range values {
		if d, ok := scanDate(v); ok {
			dates = append(dates, d)
		}
		if n, ok := scanNumber(v); ok {
			numbers, written = append(numbers, n), append(written, v)
		}
	}
	if enough(len(dates)) && !(enough(len(numbers)) && !looksLikeDays(name, dates)) {
		return dateReadings(dates), ""
	}
	if r, ok := durationReading(name, values); ok {
		return []reading{r}, ""
	}
	if r, ok := timeReading(values); ok {
		return []reading{r}, ""
	}
	if r, ok := feetReading(values); ok {
		return []reading{r}, ""
	}
	if !enough(len(numbers)) || hasWord(name, codeWords) {
		return nil, ""
	}
	if r, ok := epochReading(name, written); ok {
		return []reading{r}, ""
	}
	return numberReadings(name, numbers)
}

// feet are lengths such as 5'10".
const feet = `^([0-9]{1,2})' ?(1[01]|[0-9])(?:"|'')?$`

var feetPattern = regexp.MustCompile(feet)

// feetReading reads feet and inches as inches. Minutes and seconds have more than
// eleven of the latter.
func feetReading(values []string) (r reading, ok bool) {
	for _, v := range values {
		if !feetPattern.MatchString(v) {
			return r, false
		}
	}
	pattern := duckdb.Literal(feet)
	return reading{kind: kindNumber, unit: "inches", dressed: true, sql: fmt.Sprintf(
		"CASE WHEN regexp_full_match({}, %[1]s) THEN CAST(12 * CAST(regexp_extract({}, %[1]s, 1) AS BIGINT) + CAST(regexp_extract({}, %[1]s, 2) AS BIGINT) AS VARCHAR) END", pattern)}, true
}

// looksLikeDays tells 20150131 from a number: several differ, and all are days.
func looksLikeDays(name string, dates []date) bool {
	const several = 5
	for _, d := range dates {
		if d.day != "%Y%m%d" {
			return true
		}
	}
	return len(dates) >= several || hasWord(name, epochWords) || hasWord(name, clockWords)
}

func booleanReading(values []string) (r reading, ok bool) {
	found := map[string]bool{}
	for _, v := range values {
		found[strings.ToLower(v)] = true
		if len(found) > 2 {
			return r, false
		}
	}
	if len(found) == 0 {
		return r, false
	}
	for _, pair := range [][2]string{{"true", "false"}, {"t", "f"}} {
		all := true
		for v := range found {
			all = all && (v == pair[0] || v == pair[1])
		}
		if all && (len(found) == 2 || len(pair[0]) > 1) { // a single "t" may be anything
			return reading{kind: kindBoolean, dressed: len(pair[0]) == 1,
				sql: fmt.Sprintf("CASE lower({}) WHEN '%s' THEN true WHEN '%s' THEN false END", pair[0], pair[1])}, true
		}
	}
	return r, false
}

// markersOf are the markers in a column of text that stand for nothing there.
// NA beside other codes of two letters is one of them.
func markersOf(sample []string) []string {
	var found []string
	codes, values := 0, 0
	for _, v := range sample {
		switch {
		case v == "":
		case slices.Contains(textMarkers, v):
			if !slices.Contains(found, v) {
				found = append(found, v)
			}
		default:
			values++
			if len(v) == 2 && strings.ToUpper(v) == v && strings.Trim(v, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
				codes++
			}
		}
	}
	if codes*2 > values {
		found = slices.DeleteFunc(found, func(m string) bool { return m == "NA" })
	}
	slices.Sort(found)
	return found
}

// noteOf says what kind of words a column of text holds, where that is worth a
// comment.
func noteOf(sample []string) string {
	for note, place := range map[string]func(string) int{"month names": gloss.Month, "weekday names": gloss.Weekday} {
		values, fit := 0, 0
		for _, v := range sample {
			if v != "" {
				values++
				if place(v) > 0 {
					fit++
				}
			}
		}
		if values > 0 && fit == values {
			return note
		}
	}
	return ""
}

// of puts a value into an expression.
func of(expression, value string) string { return strings.ReplaceAll(expression, "{}", value) }
