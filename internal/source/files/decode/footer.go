package decode

import (
	"strings"
	"unicode"
)

// footer is what follows the rows of data.
type footer struct {
	end   int // the row of the sheet where the data ends, exclusive
	notes []Note
}

// totalWords begin rows of totals, in the languages of most workbooks.
var totalWords = strings.Fields(`total totals sum subtotal summe gesamt gesamtsumme insgesamt totaal totale totali somme suma sumatorio soma
	razem łącznie ogółem celkem összesen итого всего разом toplam yhteensä totalt σύνολο 合計 总计 總計 합계`)

// findFooter looks for totals and footnotes at the end. A total is certain if it
// says so and one of its numbers is the sum of its column, or if several are.
func (s *sheetSurvey) findFooter(body int) footer {
	const everything = 1 << 40
	f := footer{end: everything}
	usual := width(s.top)
	rows := s.last
	for len(rows) > 0 && rows[0].number < body {
		rows = rows[1:]
	}
	footnotes := 0
	for i := len(rows) - 1; i > 0; i-- {
		apart := rows[i].number > rows[i-1].number+1 || footnotes > 0 || saysTotal(rows[i-1])
		if !isFootnote(rows[i], usual, apart) {
			break
		}
		f.end = rows[i].number
		footnotes++
	}
	rows = rows[:len(rows)-footnotes]
	if footnotes > 0 {
		f.notes = append(f.notes, Note{Subject: DroppedRows, Why: "notes", Count: footnotes, Row: f.end + 1, Example: s.last[len(s.last)-footnotes].cells[0].text})
	}
	if len(rows) < 2 {
		return f
	}
	switch r := rows[len(rows)-1]; {
	case s.isTotal(r):
		f.end = r.number
		f.notes = append(f.notes, Note{Subject: DroppedRows, Why: "a total", Count: 1, Row: r.number + 1, Example: r.cells[0].text})
	case saysTotal(r):
		f.notes = append(f.notes, Note{Subject: SuspectedTotal, Row: r.number + 1, Example: r.cells[0].text})
	}
	return f
}

// isFootnote is true for one text below a table of several columns, apart from
// it or marked as a note.
func isFootnote(r sheetRow, usual int, apart bool) bool {
	if usual < 3 || len(r.cells) != 1 || r.cells[0].kind != textValue {
		return false
	}
	return apart || IsFootnote(r.cells[0].text)
}

// IsFootnote is true for a text that is marked as a note.
func IsFootnote(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, mark := range []string{"*", "note", "source", "quelle", "hinweis", "anmerkung", "fuente", "nota", "fonte", "¹", "1)", "©", "źródło", "источник", "примечание", "generated", "exported", "report "} {
		if strings.HasPrefix(text, mark) {
			return true
		}
	}
	return false
}

func saysTotal(r sheetRow) bool {
	for _, c := range r.cells {
		if c.kind == textValue {
			return SaysTotal(c.text) // only the first text of a row is its label
		}
	}
	return false
}

// SaysTotal is true for the label of a total.
func SaysTotal(label string) bool {
	words := strings.FieldsFunc(strings.ToLower(label), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, w := range totalWords {
		if len(words) == 1 && words[0] == w || len(words) == 2 && (words[0] == w && words[1] == "general" || words[0] == "grand" && words[1] == w) {
			return true
		}
	}
	return false
}

// isTotal is true for a row that is certainly a total.
func (s *sheetSurvey) isTotal(r sheetRow) bool {
	sums, numbers, texts := 0, 0, 0
	for _, c := range r.cells {
		switch c.kind {
		case numberValue:
			numbers++
			if s.columns[c.column].isSum(c.number) {
				sums++
			}
		case textValue:
			texts++
		}
	}
	return sums > 0 && saysTotal(r) || sums > 1 && sums == numbers && texts == 0
}
