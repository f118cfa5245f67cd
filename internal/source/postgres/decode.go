package postgres

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/plumbdata/plumb/internal/table"
)

// decoder reads one value that is not null, in the format that its type asks
// for. The bytes are the driver's and do not outlive the call.
type decoder func(b []byte) (table.Value, bool)

const (
	textFormat   int16 = 0
	binaryFormat int16 = 1
)

// PostgreSQL counts from 2000-01-01, Plumb from 1970-01-01.
const (
	epochDays   = 10957
	epochMicros = epochDays * 86400 * 1_000_000
)

func decodeText(b []byte) (table.Value, bool)  { return table.NewText(string(b)), true }
func decodeBytes(b []byte) (table.Value, bool) { return table.NewBytes(b), true }
func decodeJSON(b []byte) (table.Value, bool)  { return table.NewJSON(string(b)), true }

// decodeJSONB skips the version in front of the text.
func decodeJSONB(b []byte) (table.Value, bool) {
	if len(b) == 0 || b[0] != 1 {
		return table.Value{}, false
	}
	return table.NewJSON(string(b[1:])), true
}

func decodeBool(b []byte) (table.Value, bool) {
	if len(b) != 1 {
		return table.Value{}, false
	}
	return table.NewBool(b[0] != 0), true
}

func decodeInt2(b []byte) (table.Value, bool) {
	if len(b) != 2 {
		return table.Value{}, false
	}
	return table.NewInt(int64(int16(binary.BigEndian.Uint16(b)))), true
}

func decodeInt4(b []byte) (table.Value, bool) {
	if len(b) != 4 {
		return table.Value{}, false
	}
	return table.NewInt(int64(int32(binary.BigEndian.Uint32(b)))), true
}

func decodeInt8(b []byte) (table.Value, bool) {
	if len(b) != 8 {
		return table.Value{}, false
	}
	return table.NewInt(int64(binary.BigEndian.Uint64(b))), true
}

func decodeOID(b []byte) (table.Value, bool) {
	if len(b) != 4 {
		return table.Value{}, false
	}
	return table.NewInt(int64(binary.BigEndian.Uint32(b))), true
}

func decodeFloat4(b []byte) (table.Value, bool) {
	if len(b) != 4 {
		return table.Value{}, false
	}
	return table.NewFloat32(math.Float32frombits(binary.BigEndian.Uint32(b))), true
}

func decodeFloat8(b []byte) (table.Value, bool) {
	if len(b) != 8 {
		return table.Value{}, false
	}
	return table.NewFloat(math.Float64frombits(binary.BigEndian.Uint64(b))), true
}

func decodeUUID(b []byte) (table.Value, bool) {
	if len(b) != 16 {
		return table.Value{}, false
	}
	return table.NewUUID([16]byte(b)), true
}

func decodeDate(b []byte) (table.Value, bool) {
	if len(b) != 4 {
		return table.Value{}, false
	}
	switch days := int32(binary.BigEndian.Uint32(b)); days {
	case math.MaxInt32, math.MinInt32:
		return table.NewEndless(table.Date, days < 0), true
	default:
		return table.NewDate(int64(days) + epochDays), true
	}
}

func decodeTime(b []byte) (table.Value, bool) {
	if len(b) != 8 {
		return table.Value{}, false
	}
	return table.NewTime(int64(binary.BigEndian.Uint64(b))), true
}

func decodeTimestamp(b []byte) (table.Value, bool) {
	micros, endless, ok := moment(b)
	switch {
	case !ok:
		return table.Value{}, false
	case endless:
		return table.NewEndless(table.Timestamp, micros < 0), true
	}
	return table.NewTimestamp(micros+epochMicros, 0), true
}

func decodeInstant(b []byte) (table.Value, bool) {
	micros, endless, ok := moment(b)
	switch {
	case !ok:
		return table.Value{}, false
	case endless:
		return table.NewEndless(table.TimestampTZ, micros < 0), true
	}
	return table.NewInstant(micros + epochMicros), true
}

func moment(b []byte) (micros int64, endless, ok bool) {
	if len(b) != 8 {
		return 0, false, false
	}
	micros = int64(binary.BigEndian.Uint64(b))
	return micros, micros == math.MaxInt64 || micros == math.MinInt64, true
}

// decodeInterval gives a text for the endless intervals of PostgreSQL 17.
func decodeInterval(b []byte) (table.Value, bool) {
	if len(b) != 16 {
		return table.Value{}, false
	}
	micros := int64(binary.BigEndian.Uint64(b))
	days := int32(binary.BigEndian.Uint32(b[8:]))
	months := int32(binary.BigEndian.Uint32(b[12:]))
	switch {
	case micros == math.MaxInt64 && days == math.MaxInt32 && months == math.MaxInt32:
		return table.NewText("infinity"), true
	case micros == math.MinInt64 && days == math.MinInt32 && months == math.MinInt32:
		return table.NewText("-infinity"), true
	}
	return table.NewInterval(months, days, micros), true
}

// numeric is PostgreSQL's decimal: digits in base 10000, the first of which
// counts 10000^weight, and how many decimals to show.
type numeric struct {
	digits []byte // two bytes each
	weight int
	scale  int
}

// at is the digit that counts 10000^exponent.
func (n numeric) at(exponent int) int64 {
	i := n.weight - exponent
	if i < 0 || 2*i >= len(n.digits) {
		return 0
	}
	return int64(binary.BigEndian.Uint16(n.digits[2*i:]))
}

func decodeNumeric(b []byte) (table.Value, bool) {
	if len(b) < 8 {
		return table.Value{}, false
	}
	count := int(binary.BigEndian.Uint16(b))
	n := numeric{
		weight: int(int16(binary.BigEndian.Uint16(b[2:]))),
		scale:  int(binary.BigEndian.Uint16(b[6:])),
		digits: b[8:],
	}
	if len(n.digits) != 2*count {
		return table.Value{}, false
	}
	switch sign := binary.BigEndian.Uint16(b[4:]); sign {
	case 0x0000:
		return n.value(false)
	case 0x4000:
		return n.value(true)
	case 0xC000:
		return table.ParseDecimal("NaN")
	case 0xD000:
		return table.ParseDecimal("Infinity")
	case 0xF000:
		return table.ParseDecimal("-Infinity")
	}
	return table.Value{}, false
}

func (n numeric) value(negative bool) (table.Value, bool) {
	const fits = 18 // decimal digits in an int64
	if 4*max(n.weight+1, 0)+n.scale > fits {
		return table.ParseDecimal(n.text(negative))
	}
	var unscaled int64
	for e := n.weight; e >= 0; e-- {
		unscaled = unscaled*10000 + n.at(e)
	}
	for e, left := -1, n.scale; left > 0; e, left = e-1, left-4 {
		digit, power := n.at(e), int64(10000)
		for range 4 - min(left, 4) {
			digit, power = digit/10, power/10
		}
		unscaled = unscaled*power + digit
	}
	if negative {
		unscaled = -unscaled
	}
	return table.NewDecimal(unscaled, uint8(n.scale)), true
}

func (n numeric) text(negative bool) string {
	var b []byte
	if negative {
		b = append(b, '-')
	}
	whole := false
	for e := n.weight; e >= 0; e-- {
		switch digit := n.at(e); {
		case whole:
			b = appendDigit(b, digit)
		case digit != 0:
			b = strconv.AppendInt(b, digit, 10)
			whole = true
		}
	}
	if !whole {
		b = append(b, '0')
	}
	if n.scale == 0 {
		return string(b)
	}
	b = append(b, '.')
	end := len(b) + n.scale
	for e := -1; len(b) < end; e-- {
		b = appendDigit(b, n.at(e))
	}
	return string(b[:end])
}

func appendDigit(b []byte, digit int64) []byte {
	return append(b, byte('0'+digit/1000%10), byte('0'+digit/100%10), byte('0'+digit/10%10), byte('0'+digit%10))
}
