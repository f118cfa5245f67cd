package table

import (
	"encoding/binary"
	"math"
)

// The binary form of rows, for two Plumb processes of the same build that
// talk over a pipe. It is not a file format.

// AppendRow appends the binary form of a row.
func AppendRow(b []byte, row Row) []byte {
	for _, v := range row {
		b = append(b, byte(v.kind))
		switch v.kind {
		case Null:
		case Float:
			b = binary.LittleEndian.AppendUint64(b, uint64(v.n))
		case Text, JSON, Bytes, UUID:
			b = appendString(b, v.s)
		default:
			b = append(b, v.scale)
			b = binary.AppendUvarint(b, uint64(v.nanos))
			b = binary.AppendVarint(b, v.n)
			b = appendString(b, v.s)
		}
	}
	return b
}

// DecodeRow fills row from the front of s and returns what follows it. Texts
// in the row share memory with s.
func DecodeRow(s string, row Row) (rest string, ok bool) {
	for i := range row {
		if s == "" || s[0] >= byte(kinds) {
			return "", false
		}
		v := Value{kind: Kind(s[0])}
		s = s[1:]
		switch v.kind {
		case Null:
		case Float:
			if len(s) < 8 {
				return "", false
			}
			v.n = int64(leUint64(s))
			s = s[8:]
		case Text, JSON, Bytes, UUID:
			if v.s, s, ok = cutString(s); !ok {
				return "", false
			}
		default:
			if s == "" {
				return "", false
			}
			v.scale, s = s[0], s[1:]
			var nanos, n uint64
			if nanos, s, ok = cutUvarint(s); !ok || nanos > math.MaxUint16 {
				return "", false
			}
			v.nanos = uint16(nanos)
			if n, s, ok = cutUvarint(s); !ok {
				return "", false
			}
			v.n = int64(n>>1) ^ -int64(n&1)
			if v.s, s, ok = cutString(s); !ok || (v.kind == Interval && len(v.s) != 8) {
				return "", false
			}
		}
		row[i] = v
	}
	return s, true
}

func leUint64(s string) (u uint64) {
	for i := 7; i >= 0; i-- {
		u = u<<8 | uint64(s[i])
	}
	return u
}

func cutUvarint(s string) (u uint64, rest string, ok bool) {
	for i := 0; i < len(s) && i < binary.MaxVarintLen64; i++ {
		u |= uint64(s[i]&0x7f) << (7 * i)
		if s[i] < 0x80 {
			return u, s[i+1:], true
		}
	}
	return 0, "", false
}

func cutString(s string) (text, rest string, ok bool) {
	n, s, ok := cutUvarint(s)
	if !ok || n > uint64(len(s)) {
		return "", "", false
	}
	return s[:n], s[n:], true
}
