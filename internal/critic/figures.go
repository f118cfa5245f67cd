package critic

import (
	"math"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// figure is a number in a text, with what it counts.
type figure struct {
	text    string
	value   float64
	digits  int    // after the point
	unit    string // the word after it, or a sign: %, day, EUR
	percent bool
}

// figuresOf are the numbers of a text, in digits or in words. One is an article as well,
// and left out.
func figuresOf(text string) []figure {
	var list []figure
	words := wordsOf(text)
	for i := 0; i < len(words); i++ {
		f, ok := figureIn(words[i])
		if !ok {
			n, isWord := english.ParseNumber(strings.ToLower(bare(words[i])))
			if !isWord || n < 2 {
				continue
			}
			f = figure{text: bare(words[i]), value: float64(n)}
		}
		if i+1 < len(words) {
			next := strings.ToLower(bare(words[i+1]))
			if scale, ok := scales[next]; ok {
				f.value, f.text = f.value*scale, f.text+" "+next
				f.digits = 0
				i++
				next = ""
				if i+1 < len(words) {
					next = strings.ToLower(bare(words[i+1]))
				}
			}
			if f.unit == "" && !strings.ContainsAny(words[i][len(words[i])-1:], ".,;:") {
				f.unit = english.Singular(next)
			}
		}
		f.percent = f.unit == "%" || f.unit == "percent" || f.unit == "pct"
		list = append(list, f)
	}
	return list
}

var scales = map[string]float64{"thousand": 1e3, "million": 1e6, "billion": 1e9, "hundred": 100, "k": 1e3, "m": 1e6, "mn": 1e6, "bn": 1e9}

// figureIn reads a word of digits: 1,200.50, 35%, €20, 3rd, 2024-25 is none.
func figureIn(word string) (figure, bool) {
	w := bare(word)
	f := figure{text: w}
	for _, sign := range []string{"$", "€", "£"} {
		if rest, ok := strings.CutPrefix(w, sign); ok {
			w, f.unit = rest, sign
		}
		if rest, ok := strings.CutSuffix(w, sign); ok {
			w, f.unit = rest, sign
		}
	}
	if rest, ok := strings.CutSuffix(w, "%"); ok {
		w, f.unit = rest, "%"
	}
	for _, ending := range []string{"st", "nd", "rd", "th"} {
		if rest, ok := strings.CutSuffix(w, ending); ok && rest != "" && strings.Trim(rest, "0123456789") == "" {
			w = rest
		}
	}
	if scale := w[max(0, len(w)-1):]; scale == "k" || scale == "K" || scale == "m" || scale == "M" {
		if n, err := strconv.ParseFloat(strings.TrimRight(w, "kKmM"), 64); err == nil {
			f.value = n * scales[strings.ToLower(scale)]
			return f, true
		}
	}
	plain := strings.ReplaceAll(strings.TrimRight(w, "."), ",", "")
	n, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) || strings.ContainsAny(plain, "eExXpP_") {
		return f, false
	}
	f.value = n
	if at := strings.IndexByte(plain, '.'); at >= 0 {
		f.digits = len(plain) - at - 1
	}
	return f, true
}

// is is true for the same number, as exactly as this one says it.
func (f figure) is(o figure) bool {
	if f.value == o.value {
		return true
	}
	half := 0.5 * math.Pow10(-f.digits)
	if f.digits == 0 && f.value != 0 && f.value == math.Trunc(f.value) {
		for f.value != 0 && math.Mod(f.value, half*20) == 0 && half < 5e8 { // 1,200,000 says three digits
			half *= 10
		}
		if half < 5 {
			half = 0.5
		}
	}
	return o.digits > f.digits && math.Abs(f.value-o.value) <= half || half >= 5 && math.Abs(f.value-o.value) <= half && math.Abs(f.value-o.value) <= 0.005*math.Abs(f.value)
}
