package english

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed units.txt
var unitsText string

// Unit is a unit of measurement.
type Unit struct {
	Symbol    string // as it is written after a figure: kg, minutes, °C, EUR
	Dimension string // mass, time, money
	Factor    float64
}

// Convertible reports whether figures in one unit can be written in the other.
func (u Unit) Convertible(to Unit) bool {
	return u.Dimension == to.Dimension && u.Dimension != "temperature"
}

var unitsInNames, unitsAfterNumbers = readUnits(unitsText)

func readUnits(text string) (inNames, afterNumbers map[string]Unit) {
	inNames, afterNumbers = map[string]Unit{}, map[string]Unit{}
	ReadSections(text, func(dimension, line string) {
		head, spellings, _ := strings.Cut(line, ":")
		symbol, size, _ := strings.Cut(head, " ")
		factor, err := strconv.ParseFloat(size, 64)
		if err != nil {
			panic("english: units: " + line)
		}
		u := Unit{symbol, dimension, factor}
		names, others, _ := strings.Cut(spellings, "|")
		for w := range strings.FieldsSeq(names) {
			inNames[w], afterNumbers[w] = u, u
		}
		for w := range strings.FieldsSeq(others) {
			afterNumbers[w] = u
		}
	})
	return inNames, afterNumbers
}

// UnitOf is the unit that a word after a number says: 5 hours, 3 kg.
func UnitOf(w string) (Unit, bool) {
	u, ok := unitsAfterNumbers[w]
	return u, ok
}

// UnitInName is the unit that a word of a name says: the kg of weight_kg.
func UnitInName(w string) (Unit, bool) {
	u, ok := unitsInNames[w]
	return u, ok
}

// IsCurrency reports whether a word is the code or the sign of a currency: usd, $.
func IsCurrency(w string) bool {
	u, ok := unitsAfterNumbers[w]
	return ok && u.Dimension == "money" && (strings.EqualFold(w, u.Symbol) || strings.ContainsAny(w, "$€£¥₹")) && u.Factor == 1
}

// CurrencySign is the sign of a currency, by its code or name: € of eur. It is ""
// for a currency without one, and for what is none.
func CurrencySign(w string) string {
	u := unitsAfterNumbers[w]
	if u.Dimension != "money" || u.Factor != 1 {
		return ""
	}
	return signs[u.Symbol]
}

// CurrencyCode is the code of a currency by its sign or code: EUR of €.
func CurrencyCode(w string) string {
	if u := unitsAfterNumbers[w]; u.Dimension == "money" {
		return u.Symbol
	}
	return ""
}

var signs = func() map[string]string {
	m := map[string]string{}
	for w, u := range unitsAfterNumbers {
		if strings.ContainsAny(w, "$€£¥₹") {
			m[u.Symbol] = w
		}
	}
	return m
}()
