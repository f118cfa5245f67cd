package lookup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// sentence is a part of a passage that says one thing.
type sentence struct {
	passage int    // in the list of passages
	at      int    // in the list of sentences of the passage
	text    string // what is said, a row with the names of its columns
	quote   string // as it stands there
	item    bool   // of a list
	row     bool   // of a table
}

var (
	itemStart = lazyregexp.New(`^\s*(?:[-*•–]|\d{1,3}[.)]|[a-z][.)])\s+`)
	tableRule = lazyregexp.New(`^[\s|:+=-]+$`)
	// abbreviation is what a full stop follows that ends no sentence.
	abbreviation = lazyregexp.New(`(?i)(?:^|[\s(])(?:[a-z]|vs|approx|no|e\.g|i\.e|inc|ltd|co|corp|dr|mr|mrs|ms|prof|est|etc|avg|max|min|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|fig|sec|art|cf|para|vol|pp)$`)
)

// most sentences of one passage are looked at, and bytes of one are kept.
const (
	maxSentences = 200
	maxSentence  = 700
)

// cut takes a passage apart. Lines that go on belong together; an item of a list and a row
// of a table are sentences of their own. The first row of a table names its columns.
func cut(n int, text string) []sentence {
	var list []sentence
	add := func(s sentence) {
		s.passage, s.at = n, len(list)
		s.text = shortened(s.text)
		if s.quote == "" {
			s.quote = s.text
		}
		if s.text != "" && len(list) < maxSentences {
			list = append(list, s)
		}
	}
	var open strings.Builder
	var rows []string
	item := false
	flush := func() {
		for i, row := range rows {
			switch {
			case len(rows) == 1:
				add(sentence{text: row, row: true})
			case i > 0:
				add(sentence{text: tellRow(rows[0], row), quote: shortened(rows[0]) + "\n" + shortened(row), row: true})
			}
		}
		for _, s := range split(open.String()) {
			add(sentence{text: s, item: item})
		}
		open.Reset()
		item, rows = false, nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		isRow := strings.HasPrefix(line, "|") || strings.Contains(line, " | ") // as passages have them
		if isRow != (rows != nil) && line != "" {
			flush()
		}
		switch {
		case line == "":
			flush()
		case tableRule.MatchString(line):
		case isRow:
			rows = append(rows, strings.Trim(line, "| "))
		case itemStart.MatchString(line):
			flush()
			item = true
			open.WriteString(itemStart.ReplaceAllString(line, ""))
		default:
			if open.Len() > 0 {
				open.WriteByte(' ')
			}
			open.WriteString(line)
		}
	}
	flush()
	return list
}

// shortened is a text on one line, up to maxSentence.
func shortened(text string) string {
	if text = strings.Join(strings.Fields(text), " "); len(text) > maxSentence {
		text = cutAt(text, maxSentence)
	}
	return text
}

// tellRow is a row with the names of its columns: “Reason: Damaged; Who pays: Tarnfell”.
func tellRow(header, row string) string {
	names, cells := strings.Split(header, "|"), strings.Split(row, "|")
	if len(names) != len(cells) {
		return row
	}
	var b strings.Builder
	for i, cell := range cells {
		name, cell := strings.TrimSpace(names[i]), strings.TrimSpace(cell)
		switch {
		case cell == "":
			continue
		case b.Len() > 0:
			b.WriteString("; ")
		}
		if name != "" {
			b.WriteString(name + ": ")
		}
		b.WriteString(cell)
	}
	return b.String()
}

// Sentences are those of a passage, one after the other.
func Sentences(text string) []string {
	var list []string
	for _, s := range cut(0, text) {
		list = append(list, s.text)
	}
	return list
}

// cutAt is the beginning of a text, up to the end of a word.
func cutAt(text string, most int) string {
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	text = text[:most]
	if i := strings.LastIndexByte(text, ' '); i > most/2 {
		text = text[:i]
	}
	return text + " …"
}

// split cuts text at the ends of its sentences.
func split(text string) []string {
	var list []string
	start := 0
	for i, r := range text {
		if !strings.ContainsRune(".!?。！？", r) {
			continue
		}
		end := i + utf8.RuneLen(r)
		for end < len(text) && strings.IndexByte(`"')]”’`, text[end]) >= 0 {
			end++
		}
		rest := text[end:]
		wide := strings.ContainsRune("。！？", r)
		if rest != "" && !wide && !unicode.IsSpace(firstRune(rest)) {
			continue // 1.5, plumb.yaml
		}
		if next := firstRune(strings.TrimSpace(rest)); r == '.' && (unicode.IsLower(next) || abbreviation.MatchString(text[start:i])) {
			continue
		}
		list = append(list, text[start:end])
		start = end
	}
	return append(list, text[start:])
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// words are the stems of what a text says, without words that only connect.
func words(text string) []string {
	var list []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !english.StopWords[w] && !asking[w] {
			list = append(list, english.Stem(w))
		}
	}
	return list
}

// asking are words of a question that say nothing of what it is about.
var asking = english.NewSet("explain describe tell define definition meaning mean means overview summary please show give know say says document documents according policy process procedure")
