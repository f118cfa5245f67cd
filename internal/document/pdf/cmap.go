package pdf

import (
	"sort"
	"strings"
	"unicode/utf16"
)

// cmap says how many bytes each code has, and what it stands for.
type cmap struct {
	spaces  []codespace
	single  map[uint32]string
	ranges  []cmapRange
	cids    []cidRange
	isWide  bool // codes without a codespace have two bytes
	unicode bool // codes are UTF-16
}

type codespace struct {
	size      int
	low, high uint32
}

type cmapRange struct {
	low, high uint32
	to        []uint16 // of low; the last one counts up
}

type cidRange struct{ low, high, cid uint32 }

const maxMappings = 200_000

// parseCMap reads a CMap. What is broken in it is passed over.
func parseCMap(data []byte) *cmap {
	m := &cmap{single: map[uint32]string{}}
	l := &lexer{data: data, contents: true}
	var stack []object
	const most = 2_000_000
	for range most {
		o, err := l.next(0)
		if err != nil {
			break
		}
		op, ok := o.(operator)
		if !ok {
			if len(stack) < 1000 {
				stack = append(stack, o)
			}
			continue
		}
		switch op {
		case "endcodespacerange":
			for i := 0; i+1 < len(stack); i += 2 {
				low, ok1 := stack[i].(str)
				high, ok2 := stack[i+1].(str)
				if ok1 && ok2 && len(low) > 0 && len(low) <= 4 && len(m.spaces) < 1000 {
					m.spaces = append(m.spaces, codespace{len(low), codeOf(low), codeOf(high)})
				}
			}
		case "endbfchar":
			for i := 0; i+1 < len(stack); i += 2 {
				from, ok1 := stack[i].(str)
				to, ok2 := stack[i+1].(str)
				if ok1 && ok2 && len(m.single) < maxMappings {
					m.single[codeOf(from)] = utf16Text(units(to))
				}
			}
		case "endbfrange":
			for i := 0; i+2 < len(stack); i += 3 {
				m.addRange(stack[i], stack[i+1], stack[i+2])
			}
		case "endcidrange":
			for i := 0; i+2 < len(stack); i += 3 {
				low, ok1 := stack[i].(str)
				high, ok2 := stack[i+1].(str)
				cid, ok3 := stack[i+2].(float64)
				if ok1 && ok2 && ok3 && len(m.cids) < maxMappings {
					m.cids = append(m.cids, cidRange{codeOf(low), codeOf(high), uint32(cid)})
				}
			}
		}
		stack = stack[:0]
	}
	sort.SliceStable(m.ranges, func(i, j int) bool { return m.ranges[i].low < m.ranges[j].low })
	sort.SliceStable(m.cids, func(i, j int) bool { return m.cids[i].low < m.cids[j].low })
	return m
}

func (m *cmap) addRange(low, high, to object) {
	l, ok1 := low.(str)
	h, ok2 := high.(str)
	if !ok1 || !ok2 {
		return
	}
	from, end := codeOf(l), codeOf(h)
	switch to := to.(type) {
	case str:
		if len(m.ranges) < maxMappings && len(to) > 0 {
			m.ranges = append(m.ranges, cmapRange{from, end, units(to)})
		}
	case array:
		for i, o := range to {
			if s, ok := o.(str); ok && len(m.single) < maxMappings && from+uint32(i) <= end {
				m.single[from+uint32(i)] = utf16Text(units(s))
			}
		}
	}
}

func codeOf(s str) uint32 {
	n := uint32(0)
	for i := range len(s) {
		n = n<<8 | uint32(s[i])
	}
	return n
}

func units(s str) []uint16 {
	const most = 128
	var list []uint16
	if len(s) == 1 {
		return []uint16{uint16(s[0])}
	}
	for i := 0; i+1 < len(s) && len(list) < most; i += 2 {
		list = append(list, uint16(s[i])<<8|uint16(s[i+1]))
	}
	return list
}

func utf16Text(u []uint16) string { return string(utf16.Decode(u)) }

// lookup is the text of a code, "" if there is none.
func (m *cmap) lookup(code uint32) (string, bool) {
	if m == nil {
		return "", false
	}
	if s, ok := m.single[code]; ok {
		return s, true
	}
	if m.unicode {
		return utf16Text([]uint16{uint16(code)}), true
	}
	i := sort.Search(len(m.ranges), func(i int) bool { return m.ranges[i].low > code }) - 1
	if i < 0 || code > m.ranges[i].high {
		return "", false
	}
	r := m.ranges[i]
	u := append([]uint16{}, r.to...)
	u[len(u)-1] += uint16(code - r.low)
	return utf16Text(u), true
}

// cid is the number of the glyph of a code.
func (m *cmap) cid(code uint32) uint32 {
	if m == nil || len(m.cids) == 0 {
		return code
	}
	if i := sort.Search(len(m.cids), func(i int) bool { return m.cids[i].low > code }) - 1; i >= 0 && code <= m.cids[i].high {
		return m.cids[i].cid + code - m.cids[i].low
	}
	return 0
}

// next takes a code from a string.
func (m *cmap) next(s string) (code uint32, size int) {
	if m != nil {
		n := uint32(0)
		for size := 1; size <= 4 && size <= len(s); size++ {
			n = n<<8 | uint32(s[size-1])
			for _, space := range m.spaces {
				if space.size == size && n >= space.low && n <= space.high {
					return n, size
				}
			}
		}
	}
	if len(s) < 2 {
		return uint32(s[0]), 1
	}
	return uint32(s[0])<<8 | uint32(s[1]), 2
}

// predefined is a CMap that a font names.
func predefined(n name) *cmap {
	m := &cmap{isWide: true}
	text := string(n)
	m.unicode = strings.HasPrefix(text, "Uni") && (strings.Contains(text, "UCS2") || strings.Contains(text, "UTF16"))
	return m
}
