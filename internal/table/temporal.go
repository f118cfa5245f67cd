package table

import (
	"strconv"
	"strings"
)

const (
	microsPerSecond = 1_000_000
	microsPerDay    = 86_400 * microsPerSecond
)

// Times are formatted here and not with package time, because databases hold
// years from 4713 BC to 294276 AD. Years outside 0000–9999 have a sign, as in
// ISO 8601.
func appendTemporal(b []byte, v Value) []byte {
	switch v.kind {
	case Date:
		return appendDate(b, v.n)
	case Time:
		return appendClock(b, v.n, v.nanos)
	}
	days, micros := floorDiv(v.n, microsPerDay)
	b = appendDate(b, days)
	b = append(b, 'T')
	b = appendClock(b, micros, v.nanos)
	if v.kind == TimestampTZ {
		b = append(b, 'Z')
	}
	return b
}

func floorDiv(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r < 0 {
		q, r = q-1, r+b
	}
	return q, r
}

func appendDate(b []byte, days int64) []byte {
	y, m, d := civil(days)
	switch {
	case y < 0:
		b = append(b, '-')
		b = appendPadded(b, -y, 4)
	case y > 9999:
		b = append(b, '+')
		b = appendPadded(b, y, 4)
	default:
		b = appendPadded(b, y, 4)
	}
	b = append(b, '-')
	b = appendPadded(b, m, 2)
	b = append(b, '-')
	return appendPadded(b, d, 2)
}

func appendClock(b []byte, micros int64, nanos uint16) []byte {
	seconds, micros := micros/microsPerSecond, micros%microsPerSecond
	b = appendPadded(b, seconds/3600, 2)
	b = append(b, ':')
	b = appendPadded(b, seconds/60%60, 2)
	b = append(b, ':')
	b = appendPadded(b, seconds%60, 2)
	if fraction := micros*1000 + int64(nanos); fraction != 0 {
		b = append(b, '.')
		b = appendPadded(b, fraction, 9)
		for b[len(b)-1] == '0' {
			b = b[:len(b)-1]
		}
	}
	return b
}

func appendPadded(b []byte, n int64, width int) []byte {
	digits := 1
	for p := int64(10); n >= p && p > 0; p *= 10 {
		digits++
	}
	for ; digits < width; digits++ {
		b = append(b, '0')
	}
	return strconv.AppendInt(b, n, 10)
}

// civil turns days since 1970-01-01 into a proleptic Gregorian date, and days
// turns it back (Howard Hinnant's algorithms).
func civil(z int64) (y, m, d int64) {
	z += 719468
	era, doe := floorDiv(z, 146097)
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d = doy - (153*mp+2)/5 + 1
	m = mp + 3
	if m > 12 {
		m -= 12
	}
	y = yoe + era*400
	if m <= 2 {
		y++
	}
	return y, m, d
}

func days(y, m, d int64) int64 {
	if m <= 2 {
		y--
	}
	era, yoe := floorDiv(y, 400)
	mp := (m + 9) % 12
	doy := (153*mp+2)/5 + d - 1
	return era*146097 + yoe*365 + yoe/4 - yoe/100 + doy - 719468
}

func parseDate(s string) (int64, bool) {
	sign := int64(1)
	if s != "" && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	year, rest, ok := strings.Cut(s, "-")
	if !ok || len(year) < 4 || len(year) > 7 || len(rest) != 5 || rest[2] != '-' {
		return 0, false
	}
	y, ok1 := number(year)
	m, ok2 := number(rest[:2])
	d, ok3 := number(rest[3:])
	if !ok1 || !ok2 || !ok3 || m < 1 || m > 12 || d < 1 || d > 31 {
		return 0, false
	}
	n := days(sign*y, m, d)
	if _, m2, d2 := civil(n); m2 != m || d2 != d {
		return 0, false // such as 30 February
	}
	return n, true
}

func parseClock(s string) (micros int64, nanos uint16, ok bool) {
	clock, fraction, hasFraction := strings.Cut(s, ".")
	if len(clock) == 5 {
		clock += ":00"
	}
	if len(clock) != 8 || clock[2] != ':' || clock[5] != ':' {
		return 0, 0, false
	}
	h, ok1 := number(clock[:2])
	m, ok2 := number(clock[3:5])
	sec, ok3 := number(clock[6:])
	if !ok1 || !ok2 || !ok3 || h > 24 || m > 59 || sec > 60 {
		return 0, 0, false
	}
	micros = ((h*60+m)*60 + sec) * microsPerSecond
	if hasFraction {
		if fraction == "" || len(fraction) > 9 {
			return 0, 0, false
		}
		f, ok := number(fraction + "000000000"[len(fraction):])
		if !ok {
			return 0, 0, false
		}
		micros += f / 1000
		nanos = uint16(f % 1000)
	}
	return micros, nanos, micros < microsPerDay || micros == microsPerDay && nanos == 0
}

// parseTimestamp reads "2024-01-31", "2024-01-31 12:00", "2024-01-31T12:00:00.5"
// and, where zone is true, a trailing Z or ±hh[:mm[:ss]].
func parseTimestamp(s string, zone bool) (micros int64, nanos uint16, ok bool) {
	day, clock := s, ""
	if i := strings.IndexAny(s, "T "); i >= 0 {
		day, clock = s[:i], s[i+1:]
	}
	var offset int64
	if zone {
		if clock, offset, ok = cutZone(clock); !ok {
			return 0, 0, false
		}
	}
	d, ok := parseDate(day)
	if !ok {
		return 0, 0, false
	}
	if clock != "" {
		if micros, nanos, ok = parseClock(clock); !ok {
			return 0, 0, false
		}
	}
	// One day is moved from the product to the sum, so that the first moment
	// of all does not overflow on the way.
	if d < 0 {
		d, micros = d+1, micros-microsPerDay
	}
	total, ok := times(d, microsPerDay)
	if !ok {
		return 0, 0, false
	}
	total, ok = plus(total, micros-offset)
	return total, nanos, ok
}

func times(a, b int64) (int64, bool) {
	p := a * b
	return p, a == 0 || p/a == b
}

func plus(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0)
}

func cutZone(clock string) (rest string, offset int64, ok bool) {
	if r, found := strings.CutSuffix(clock, "Z"); found {
		return r, 0, true
	}
	i := strings.LastIndexAny(clock, "+-")
	if i < 0 {
		return clock, 0, true
	}
	hours, minutes, _ := strings.Cut(clock[i+1:], ":")
	if minutes == "" && len(hours) == 4 {
		hours, minutes = hours[:2], hours[2:]
	}
	minutes, seconds, _ := strings.Cut(minutes, ":")
	h, ok1 := number(hours)
	m, ok2 := number("0" + minutes)
	sec, ok3 := number("0" + seconds)
	if !ok1 || !ok2 || !ok3 || h > 24 || m > 59 || sec > 59 {
		return "", 0, false
	}
	offset = ((h*60+m)*60 + sec) * microsPerSecond
	if clock[i] == '-' {
		offset = -offset
	}
	return clock[:i], offset, true
}

func number(s string) (int64, bool) {
	if s == "" || len(s) > 18 || !allDigits(s) {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// Intervals are written as ISO 8601 durations: P1Y2M3DT4H5M6.5S.
func appendInterval(b []byte, v Value) []byte {
	months, days, micros := v.Interval()
	part := func(n int64, unit byte) {
		if n != 0 {
			b = append(strconv.AppendInt(b, n, 10), unit)
		}
	}
	b = append(b, 'P')
	part(int64(months/12), 'Y')
	part(int64(months%12), 'M')
	part(int64(days), 'D')
	if micros != 0 {
		b = append(b, 'T')
		seconds, rest := micros/microsPerSecond, micros%microsPerSecond
		part(seconds/3600, 'H')
		part(seconds/60%60, 'M')
		if s := seconds % 60; s != 0 || rest != 0 {
			if micros < 0 {
				b, s, rest = append(b, '-'), -s, -rest
			}
			b = strconv.AppendInt(b, s, 10)
			if rest != 0 {
				b = appendPadded(append(b, '.'), rest, 6)
				for b[len(b)-1] == '0' {
					b = b[:len(b)-1]
				}
			}
			b = append(b, 'S')
		}
	}
	if b[len(b)-1] == 'P' {
		b = append(b, "T0S"...)
	}
	return b
}

func parseInterval(s string) (Value, bool) {
	s, ok := strings.CutPrefix(s, "P")
	if !ok || s == "" {
		return Value{}, false
	}
	var months, dayCount, micros int64
	clock := false
	for s != "" {
		if s[0] == 'T' {
			if clock || len(s) == 1 {
				return Value{}, false
			}
			clock, s = true, s[1:]
			continue
		}
		i := strings.IndexAny(s, "YMDHS")
		if i <= 0 {
			return Value{}, false
		}
		text, unit := s[:i], s[i]
		s = s[i+1:]
		switch {
		case unit == 'Y' && !clock:
			ok = addUnits(&months, text, 12)
		case unit == 'M' && !clock:
			ok = addUnits(&months, text, 1)
		case unit == 'D' && !clock:
			ok = addUnits(&dayCount, text, 1)
		case unit == 'H' && clock:
			ok = addUnits(&micros, text, 3600*microsPerSecond)
		case unit == 'M' && clock:
			ok = addUnits(&micros, text, 60*microsPerSecond)
		case unit == 'S' && clock:
			ok = addSeconds(&micros, text)
		default:
			ok = false
		}
		if !ok {
			return Value{}, false
		}
	}
	if int64(int32(months)) != months || int64(int32(dayCount)) != dayCount {
		return Value{}, false
	}
	return NewInterval(int32(months), int32(dayCount), micros), true
}

// addUnits adds a whole number of units, unless the sum would overflow.
func addUnits(sum *int64, text string, unit int64) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return false
	}
	n, ok := times(n, unit)
	if !ok {
		return false
	}
	*sum, ok = plus(*sum, n)
	return ok
}

// addSeconds adds seconds with up to six digits after the point.
func addSeconds(micros *int64, text string) bool {
	v, ok := ParseDecimal(text)
	if !ok || v.s != "" || v.scale > 6 {
		return false
	}
	unit := int64(1)
	for range 6 - v.scale {
		unit *= 10
	}
	n, ok := times(v.n, unit)
	if !ok {
		return false
	}
	*micros, ok = plus(*micros, n)
	return ok
}
