package config

import (
	"math"
	"strconv"
	"strings"
)

// Size is a number of bytes, written as 16MiB, 1GB or 4096.
type Size int64

var units = []struct {
	name  string
	bytes int64
}{
	{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
	{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1},
}

// ParseSize reads a size. Case does not count; a number alone is bytes.
func ParseSize(s string) (Size, bool) {
	number, factor := strings.TrimSpace(s), int64(1)
	for _, u := range units {
		if n := len(number) - len(u.name); n > 0 && strings.EqualFold(number[n:], u.name) {
			number, factor = strings.TrimSpace(number[:n]), u.bytes
			break
		}
	}
	if strings.Trim(number, "0123456789.") != "" {
		return 0, false // no signs, exponents, hexadecimals or infinities
	}
	if n, err := strconv.ParseInt(number, 10, 64); err == nil {
		return Size(n * factor), n <= math.MaxInt64/factor
	}
	f, err := strconv.ParseFloat(number, 64)
	if f *= float64(factor); err != nil || f >= math.MaxInt64 {
		return 0, false
	}
	return Size(math.Round(f)), true
}

// String is the size in the largest unit that gives a whole number.
func (s Size) String() string {
	for _, u := range units {
		if s != 0 && int64(s)%u.bytes == 0 {
			return strconv.FormatInt(int64(s)/u.bytes, 10) + u.name
		}
	}
	return "0B"
}

// MarshalText writes the size as people do.
func (s Size) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
