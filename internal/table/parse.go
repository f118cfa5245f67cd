package table

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Parse reads the text form that String writes. Timestamps may also have a
// space instead of the T, and a zone offset.
func Parse(k Kind, s string) (Value, bool) {
	switch k {
	case Null:
		return Value{}, s == ""
	case Bool:
		return NewBool(s == "true"), s == "true" || s == "false"
	case Int:
		return ParseInt(s)
	case Decimal:
		return ParseDecimal(s)
	case Float:
		return parseFloat(s)
	case Text:
		return NewText(s), true
	case Date, Timestamp, TimestampTZ:
		if s == "infinity" || s == "-infinity" {
			return NewEndless(k, s[0] == '-'), true
		}
		return parseTemporal(k, s)
	case Time:
		micros, nanos, ok := parseClock(s)
		return Value{kind: Time, n: micros, nanos: nanos}, ok
	case Interval:
		return parseInterval(s)
	case UUID:
		return parseUUID(s)
	case JSON:
		return NewJSON(s), json.Valid([]byte(s))
	case Bytes:
		b, err := base64.StdEncoding.DecodeString(s)
		return NewBytes(b), err == nil
	}
	return Value{}, false
}

func parseFloat(s string) (Value, bool) {
	switch s {
	case "NaN":
		return NewFloat(math.NaN()), true
	case "Infinity":
		return NewFloat(math.Inf(1)), true
	case "-Infinity":
		return NewFloat(math.Inf(-1)), true
	}
	if strings.ContainsAny(s, "xXpP_nNiI") {
		return Value{}, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return NewFloat(f), err == nil
}

func parseTemporal(k Kind, s string) (Value, bool) {
	if k == Date {
		d, ok := parseDate(s)
		return NewDate(d), ok
	}
	micros, nanos, ok := parseTimestamp(s, k == TimestampTZ)
	return Value{kind: k, n: micros, nanos: nanos}, ok
}

func parseUUID(s string) (Value, bool) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return Value{}, false
	}
	for i := range len(s) {
		c := s[i] | 0x20
		if i != 8 && i != 13 && i != 18 && i != 23 && (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return Value{}, false
		}
	}
	return Value{kind: UUID, s: strings.ToLower(s)}, true
}
