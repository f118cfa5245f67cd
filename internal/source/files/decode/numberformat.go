package decode

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// numberFormat is what a format of cells says about the numbers in them.
type numberFormat struct {
	date, time bool
	elapsed    bool // hours may exceed 24
	percent    bool
	digits     int // of a code that is filled up with zeros; 0 for other numbers
}

// builtinFormat is a format that files refer to by its number alone.
func builtinFormat(id int) numberFormat {
	switch {
	case id == 9 || id == 10:
		return numberFormat{percent: true}
	case id >= 14 && id <= 17, id >= 27 && id <= 31, id == 36, id >= 50 && id <= 54, id == 57, id == 58:
		return numberFormat{date: true}
	case id >= 18 && id <= 21, id >= 32 && id <= 35, id == 45, id == 47, id == 55, id == 56:
		return numberFormat{time: true}
	case id == 22:
		return numberFormat{date: true, time: true}
	case id == 46:
		return numberFormat{time: true, elapsed: true}
	}
	return numberFormat{}
}

// parseFormat reads a format as people define it: "dd.mm.yyyy hh:mm", "0.0%",
// "[$-409]d-mmm-yy;@".
func parseFormat(code string) numberFormat {
	var f numberFormat
	var plain strings.Builder // without literal text
	code = strings.ToLower(code)
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '"':
			if end := strings.IndexByte(code[i+1:], '"'); end >= 0 {
				i += end + 1
			}
		case '\\', '_', '*':
			i++ // the next character is literal
		case '[':
			end := strings.IndexByte(code[i:], ']')
			if end < 0 {
				end = len(code) - i - 1
			}
			if inside := strings.Trim(code[i:i+end+1], "[]"); inside != "" && strings.Trim(inside, "hms") == "" {
				f.elapsed, f.time = true, true
			}
			i += end
		case ';':
			i = len(code) // other formats for negative numbers, zero and text
		default:
			plain.WriteByte(code[i])
		}
	}
	text := plain.String()
	if text == "general" {
		return f
	}
	if len(text) > 1 && strings.Trim(text, "0") == "" {
		f.digits = min(len(text), 30)
	}
	f.percent = strings.Contains(text, "%")
	f.time = f.time || strings.ContainsAny(text, "hs") || strings.Contains(text, "am/pm")
	f.date = strings.ContainsAny(text, "yd") || !f.time && strings.Contains(text, "m")
	return f
}

// format writes a number out: dates in ISO 8601, percentages with their sign,
// all else without a format.
func (f numberFormat) format(raw string, since1904 bool) (string, valueKind) {
	if f == (numberFormat{}) && isShortInteger(raw) {
		return raw, numberValue
	}
	v, err := strconv.ParseFloat(raw, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return raw, textValue
	}
	if f.date || f.time {
		if text, ok := f.formatTime(v, since1904); ok {
			return text, dateValue
		}
	}
	if f.percent {
		return plainNumber(shift(v, 2)) + "%", numberValue
	}
	text := plainNumber(v)
	if missing := f.digits - len(text); missing > 0 && isShortInteger(text) && v >= 0 {
		text = strings.Repeat("0", missing) + text
	}
	return text, numberValue
}

// isShortInteger is true for digits that no rounding changes.
func isShortInteger(raw string) bool {
	digits := strings.TrimPrefix(raw, "-")
	if digits == "" || len(digits) > 15 || digits[0] == '0' && len(digits) > 1 {
		return false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return false
		}
	}
	return true
}

// plainNumber has the 15 digits that Excel shows, not the 17 that it stores.
func plainNumber(v float64) string {
	if rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64); err == nil {
		v = rounded
	}
	if size := math.Abs(v); size != 0 && (size >= 1e21 || size < 1e-9) {
		return strconv.FormatFloat(v, 'e', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// shift moves the decimal point, without the error of a multiplication.
func shift(v float64, by int) float64 {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	e, err := strconv.Atoi(exponent)
	if err != nil {
		return v
	}
	shifted, err := strconv.ParseFloat(mantissa+"e"+strconv.Itoa(e+by), 64)
	if err != nil {
		return v
	}
	return shifted
}

const (
	maxSerial    = 2958466 // the day after 9999-12-31
	days1904     = 1462    // between the two calendars of Excel
	milliseconds = 24 * 60 * 60 * 1000
)

// formatTime writes a number of days since the beginning of Excel's calendar as
// a date, a time or both; false if it is none.
func (f numberFormat) formatTime(v float64, since1904 bool) (string, bool) {
	if v < 0 || v >= maxSerial {
		return "", false
	}
	total := int64(math.Round(v * milliseconds))
	if f.elapsed || !f.date && v < 1 {
		return clock(total), true
	}
	day, ms := total/milliseconds, total%milliseconds
	switch {
	case since1904:
		day += days1904
	case day < 61:
		day++ // the calendar has a 29 February 1900
	}
	text := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(day)).Format(time.DateOnly)
	if f.time || ms != 0 {
		text += " " + clock(ms)
	}
	return text, true
}

// clock is a time of day, or an elapsed time.
func clock(ms int64) string {
	pad := func(n int64) string {
		if n < 10 {
			return "0" + strconv.FormatInt(n, 10)
		}
		return strconv.FormatInt(n, 10)
	}
	text := pad(ms/3600000) + ":" + pad(ms/60000%60) + ":" + pad(ms/1000%60)
	if rest := ms % 1000; rest != 0 {
		text += strings.TrimRight("."+strconv.FormatInt(rest+1000, 10)[1:], "0")
	}
	return text
}
