package schema

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/table"
)

// UnitOf is what the numbers of a column are measured in, as a document says, else
// its name, else its comment; "" when nothing does. It is "%" for 95 that is 95%,
// "fraction" for 0.95 that is, and k€ for thousands of euros.
func UnitOf(c *Column) string {
	unit := cmp.Or(c.Unit, unitOfName(c.Called()), unitInText(c.About()))
	low, high, known := limits(c)
	within := known && c.Kind != table.Int && low >= -1 && low < high && high <= 1
	switch words := namingOf(c.Called()).words; {
	case unit == "%" && c.Unit == "" && within && !columns.Changes.HasAny(words) && !strings.Contains(c.About(), "%"):
		return "fraction" // called a percentage, and none lies above 1
	case unit == "" && within && low >= 0 && columns.IsPortion(words):
		return "fraction"
	}
	return unit
}

// limits are the least and the greatest number of a column.
func limits(c *Column) (low, high float64, known bool) {
	low, err := strconv.ParseFloat(c.Min, 64)
	high, other := strconv.ParseFloat(c.Max, 64)
	return low, high, err == nil && other == nil
}

// unitOfName is the unit that a name says: in brackets, or as one of its words.
func unitOfName(name string) string {
	if rateUnit.MatchString(name) {
		return ""
	}
	if _, unit := CutUnit(name); unit != "" {
		return unit
	}
	if strings.Contains(name, "(% ") || strings.HasSuffix(strings.TrimSpace(name), "%") || strings.HasSuffix(strings.TrimSpace(name), "(%)") {
		return "%"
	}
	parts := english.Split(name)
	words := slices.Concat(parts, namingOf(name).words)
	says := func(list string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return english.Among(w, list) })
	}
	if slices.Contains(parts, "per") || says("price rate tariff") && !says("percent frac fraction percentage cents usd eur gbp") {
		return "" // of money by that unit
	}
	for i := len(parts) - 1; i >= 0 && len(parts) > 1; i-- {
		w := parts[i]
		if u, ok := english.UnitInName(w); ok && !(i == 0 && (w == "min" || w == "mm" || w == "ha" || w == "days")) {
			return u.Symbol
		}
	}
	if len(parts) == 1 && len(parts[0]) > 3 {
		if u, ok := english.UnitInName(parts[0]); ok {
			return u.Symbol
		}
	}
	return ""
}

var (
	inUnit  = lazyregexp.New(`\bin (\pL+\b|[$€£¥₹])`)
	density = lazyregexp.New(`^(?:[µu]g|mg|g|kg|t|ng|l|ml|m|km|m3|m³|mm|cm|kwh|pcs|mi|ft)/(?:m3|m³|l|dl|ml|kg|ha|s|h|m2|m²|km|km2|km²|100km|day|year|min|hr)$`)
	inPart  = lazyregexp.New(`^(.*\S)\s*[(\[](?:in )?([^()\[\]]{1,16})[)\]]$`)
)

// unitInText is the unit that a description says: in cents, in $.
func unitInText(text string) string {
	for _, m := range inUnit.FindAllStringSubmatch(strings.ToLower(text), -1) {
		u, ok := english.UnitInName(m[1])
		if !ok && english.IsCurrency(m[1]) {
			u, ok = english.UnitOf(m[1])
		}
		if ok || m[1] == "millions" || m[1] == "thousands" {
			return cmp.Or(u.Symbol, m[1])
		}
	}
	if strings.Contains(text, "%") {
		return "%"
	}
	return ""
}

// CutUnit takes a unit of money, seconds, hours or one by another out of a name that has it
// in brackets, money with how many of it one is: Budget (k€), Sales (USD m), Finish (s),
// NO2 (ug/m3).
func CutUnit(name string) (rest, unit string) {
	for bracket, word := range timeBrackets {
		if rest, ok := strings.CutSuffix(name, bracket); ok {
			u, _ := english.UnitInName(word)
			return rest, u.Symbol
		}
	}
	m := inPart.FindStringSubmatch(strings.TrimSpace(name))
	if m == nil {
		return name, ""
	}
	said := strings.ToLower(strings.ReplaceAll(m[2], " ", ""))
	if density.MatchString(said) {
		return m[1], said
	}
	said = strings.TrimPrefix(said, "current") // GDP (current US$)
	for word, sign := range currencies {
		if scale, ok := strings.CutPrefix(said, word); ok && scales[scale] != "" {
			return m[1], scales[scale] + sign
		}
		if scale, ok := strings.CutSuffix(said, word); ok && scales[scale] != "" {
			return m[1], scales[scale] + sign
		}
		if said == word {
			return m[1], cmp.Or(english.CurrencyCode(word), english.CurrencyCode(sign))
		}
	}
	return name, ""
}

// timeBrackets are units too short to be one anywhere else; item(s) are several.
var timeBrackets = map[string]string{" (s)": "seconds", " [s]": "seconds", " (h)": "hours", " [h]": "hours"}

// currencies are the ways to write one, each with its sign.
var currencies = map[string]string{"€": "€", "eur": "€", "$": "$", "usd": "$", "us$": "$", "£": "£", "gbp": "£", "¥": "¥", "jpy": "¥", "₹": "₹", "inr": "₹", "chf": "CHF"}

// scales are the ways to say how many one is: k for thousands.
var scales = map[string]string{"k": "k", "000": "k", "000s": "k", "'000": "k", "thousand": "k", "thousands": "k", "t": "k",
	"m": "m", "mn": "m", "mm": "m", "mio": "m", "million": "m", "millions": "m", "bn": "bn", "b": "bn", "billion": "bn", "billions": "bn"}
