package gloss

import (
	"slices"
	"strings"
)

// Months are the names and short names of months, one list for each language, English
// first.
var Months = [][]string{
	{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"},
	{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"},
	{"januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember"},
	{"jan", "feb", "mär", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez"},
	{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"},
	{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"},
	{"ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"},
	{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"},
	{"jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"},
	{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"},
	{"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december"},
}

// Weekdays are the names of the days of the week from Monday, English first.
var Weekdays = [][]string{
	{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"},
	{"mon", "tue", "wed", "thu", "fri", "sat", "sun"},
	{"montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"},
	{"lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"},
	{"lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"},
	{"segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo"},
	{"lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"},
	{"maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"},
}

// Month is the number of the month that a word is the name of, in any language; 0 for
// none.
func Month(word string) int { return placeOf(word, Months) }

// Weekday is the number of the day of the week that a word is the name of, from Monday,
// 1; 0 for none.
func Weekday(word string) int { return placeOf(word, Weekdays) }

func placeOf(word string, names [][]string) int {
	word = strings.ToLower(strings.TrimSuffix(strings.TrimSpace(word), "."))
	for _, language := range names {
		if i := slices.Index(language, word); i >= 0 {
			return i + 1
		}
	}
	return 0
}
