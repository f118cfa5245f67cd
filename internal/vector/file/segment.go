package file

import (
	"cmp"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"sort"
	"strings"
	"unsafe"

	"github.com/plumbdata/plumb/internal/neural/kernel"
	"github.com/plumbdata/plumb/internal/vector"
)

// A segment is a header, the sizes of its sections, and the sections, each at a multiple of
// alignment and used where it lies in the mapped file, in the order of bytes that all
// machines have which Plumb is built for. Of a row it has the id, a code for the owner and
// for each label, the vector, and the vector in codes. Sections that searches need only for
// what they find come first, with a checksum of their own; the other checksum is that of
// codes and vectors.
const (
	magic     = "plumbvec"
	version   = 1
	alignment = 64
)

// header is at the start of a segment. Numbers are unsigned.
type header struct {
	Magic       [8]byte
	Version     uint32
	Dimensions  uint32
	Rows        uint32
	Columns     uint32 // the owner and each label
	Lists       uint32 // groups of near vectors; 0 where there are none, see lists.go
	Probes      uint32 // how many of them a search looks into
	Start       uint64 // where in the file the segment begins
	Size        uint64 // of the segment
	Front       uint64 // what comes before codes and vectors
	FrontSum    uint32 // of the front after the header
	BackSum     uint32 // of codes and vectors
	_           [56]byte
	HeaderSum   uint32 // of the header before it
	HeaderAfter uint32 // nothing, so that the header ends where a section may begin
}

const (
	headerSize = 128
	sumAt      = headerSize - 8
)

// The sections, by the order in which they lie; those of columns come between the front
// ones and the back ones.
const (
	atRemoved    = iota // rows of the file that this segment removes or replaces
	atOrder             // rows by their id and then their owner
	atIDs               // where in the next section each id ends
	atIDText            //
	atRoundings         // of each row
	atListEnds          // the last row of each list, and one
	atListScales        // of the codes of each list's centre
	atKeys              // as atIDs, the names of the columns; the owner's is empty
	atKeyText           //
	frontFixed          // three for each column: ends of values, their text, a code for each row
)

const (
	afterListCodes = iota // of centres
	afterCodes            //
	afterVectors          //
	backFixed
)

var checksums = crc32.MakeTable(crc32.Castagnoli)

// segment is a decoded segment. It refers to the bytes that it was decoded from.
type segment struct {
	header
	removed   []uint32
	order     []uint32
	ids       texts
	roundings []rounding
	listEnds  []uint32
	centres   []rounding
	columns   []column
	listCodes []byte
	codes     []byte
	vectors   []float32
}

// column has a value for each row: 0 for none, or the number of the value, from 1. Values
// are sorted.
type column struct {
	key      string
	values   texts
	codes    []uint32
	complete bool // every row has a value
}

// texts are strings, by where each ends.
type texts struct {
	ends []uint32
	text []byte
}

func (t texts) len() int { return len(t.ends) }

// at is a string that lives as long as the mapped file.
func (t texts) at(i int) string {
	from := uint32(0)
	if i > 0 {
		from = t.ends[i-1]
	}
	b := t.text[from:t.ends[i]]
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// find is the number of the first string that is not before s, and whether it is s.
func (t texts) find(s string) (int, bool) {
	return sort.Find(t.len(), func(i int) int { return strings.Compare(s, t.at(i)) })
}

var (
	errNone     = errors.New("no segment begins here")
	errDamaged  = errors.New("its parts do not fit together")
	errChecksum = errors.New("a checksum is wrong")
	errNewer    = errors.New("it was written by a newer version of Plumb")
)

// readHeader decodes the header of the segment that begins at a place of the file.
func readHeader(b []byte, start int64) (header, error) {
	var h header
	if _, err := binary.Decode(b, binary.LittleEndian, &h); err != nil || string(h.Magic[:]) != magic ||
		h.HeaderSum != crc32.Checksum(b[:sumAt], checksums) || h.Start != uint64(start) {
		return h, errNone
	}
	if h.Version != version {
		return h, errNewer
	}
	const most = 1 << 31
	if h.Dimensions == 0 || h.Dimensions > vector.MaxDimensions || h.Rows > most || h.Columns > most || h.Lists > h.Rows ||
		h.Size > 1<<48 || h.Size%alignment != 0 || h.Front > h.Size || h.Front < headerSize {
		return h, errDamaged
	}
	return h, nil
}

// decode makes a segment of its bytes, which are aligned. What it accepts can be used
// without looking at any limit again.
func decode(h header, b []byte) (*segment, error) {
	s := &segment{header: h}
	if uint64(len(b)) != h.Size {
		return nil, errDamaged
	}
	if crc32.Checksum(b[headerSize:h.Front], checksums) != h.FrontSum {
		return nil, errChecksum
	}
	count := frontFixed + 3*int(h.Columns) + backFixed
	sections, ok := cut(b, count, int(h.Front))
	if !ok {
		return nil, errDamaged
	}
	s.removed = words(sections[atRemoved])
	s.order = words(sections[atOrder])
	s.ids = texts{words(sections[atIDs]), sections[atIDText]}
	s.roundings = roundings(sections[atRoundings])
	s.listEnds = words(sections[atListEnds])
	s.centres = roundings(sections[atListScales])
	keys := texts{words(sections[atKeys]), sections[atKeyText]}
	back := sections[count-backFixed:]
	s.listCodes, s.codes, s.vectors = back[afterListCodes], back[afterCodes], floats(back[afterVectors])
	if !keys.valid(int(h.Columns)) {
		return nil, errDamaged
	}
	for i := range int(h.Columns) {
		parts := sections[frontFixed+3*i:]
		c := column{key: keys.at(i), values: texts{words(parts[0]), parts[1]}, codes: words(parts[2])}
		if !c.values.valid(c.values.len()) {
			return nil, errDamaged
		}
		s.columns = append(s.columns, c)
	}
	if !s.valid() {
		return nil, errDamaged
	}
	return s, nil
}

// cut finds the sections behind the header and their sizes.
func cut(b []byte, count, front int) (sections [][]byte, ok bool) {
	at := headerSize + 8*count
	if count > len(b)/8 || at > front {
		return nil, false
	}
	sizes := b[headerSize:at]
	for i := range count {
		at = aligned(at)
		if i == count-backFixed && at != front {
			return nil, false
		}
		size := binary.LittleEndian.Uint64(sizes[8*i:])
		if at > len(b) || size > uint64(len(b)-at) {
			return nil, false
		}
		sections = append(sections, b[at:at+int(size):at+int(size)])
		at += int(size)
	}
	return sections, aligned(at) == len(b)
}

// valid checks what the code relies on.
func (s *segment) valid() bool {
	rows, d := int(s.Rows), int(s.Dimensions)
	if len(s.order) != rows || !s.ids.valid(rows) || len(s.roundings) != rows || len(s.columns) == 0 || s.columns[0].key != "" ||
		len(s.codes) != rows*kernel.RowBytes(d) || len(s.vectors) != rows*d ||
		len(s.listEnds) != int(s.Lists) || len(s.centres) != int(s.Lists) || len(s.listCodes) != int(s.Lists)*kernel.RowBytes(d) {
		return false
	}
	if s.Lists > 0 && (int(s.listEnds[s.Lists-1]) != rows || s.Probes == 0) {
		return false
	}
	for i, end := range s.listEnds {
		if i > 0 && end < s.listEnds[i-1] {
			return false
		}
	}
	for _, row := range s.order {
		if int(row) >= rows {
			return false
		}
	}
	for i := range s.columns {
		c := &s.columns[i]
		if len(c.codes) != rows {
			return false
		}
		least, most := ^uint32(0), uint32(0)
		for _, code := range c.codes {
			least, most = min(least, code), max(most, code)
		}
		c.complete = least > 0
		if int(most) > c.values.len() || i == 0 && !c.complete {
			return false
		}
	}
	return true
}

func (t texts) valid(count int) bool {
	last := uint32(0)
	for _, end := range t.ends {
		if end < last {
			return false
		}
		last = end
	}
	return len(t.ends) == count && int(last) == len(t.text)
}

func (s *segment) owner(row int) string {
	return s.columns[0].values.at(int(s.columns[0].codes[row]) - 1)
}

func (s *segment) vector(row int) []float32 {
	d := int(s.Dimensions)
	return s.vectors[row*d : (row+1)*d]
}

// labels are a row's labels, as a copy.
func (s *segment) labels(row int) map[string]string {
	labels := map[string]string{}
	for _, c := range s.columns[1:] {
		if code := c.codes[row]; code > 0 {
			labels[strings.Clone(c.key)] = strings.Clone(c.values.at(int(code) - 1))
		}
	}
	return labels
}

// find is the row of an owner's id, or -1.
func (s *segment) find(owner, id string) int {
	i, ok := sort.Find(len(s.order), func(i int) int {
		row := int(s.order[i])
		return cmp.Or(strings.Compare(id, s.ids.at(row)), strings.Compare(owner, s.owner(row)))
	})
	if !ok {
		return -1
	}
	return int(s.order[i])
}

func aligned(n int) int { return (n + alignment - 1) / alignment * alignment }

func words(b []byte) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/4)
}
func floats(b []byte) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/4)
}
func roundings(b []byte) []rounding {
	return unsafe.Slice((*rounding)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/8)
}
