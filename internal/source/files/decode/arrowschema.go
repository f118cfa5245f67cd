package decode

import "fmt"

// arrowType is a type of values, numbered as the format does.
type arrowType int

const (
	arrowNull        arrowType = 1
	arrowInt         arrowType = 2
	arrowFloat       arrowType = 3
	arrowBinary      arrowType = 4
	arrowText        arrowType = 5
	arrowBool        arrowType = 6
	arrowDecimal     arrowType = 7
	arrowDate        arrowType = 8
	arrowTime        arrowType = 9
	arrowTimestamp   arrowType = 10
	arrowList        arrowType = 12
	arrowStruct      arrowType = 13
	arrowFixedBinary arrowType = 15
	arrowFixedList   arrowType = 16
	arrowMap         arrowType = 17
	arrowDuration    arrowType = 18
	arrowLargeBinary arrowType = 19
	arrowLargeText   arrowType = 20
	arrowLargeList   arrowType = 21
	arrowBinaryView  arrowType = 23
	arrowTextView    arrowType = 24
)

var arrowTypeNames = map[arrowType]string{
	11: "interval", 14: "union", 22: "run-end encoded", 25: "list view", 26: "large list view",
	arrowList: "list", arrowStruct: "struct", arrowFixedList: "list", arrowMap: "map", arrowLargeList: "list", arrowDuration: "duration",
}

func (t arrowType) String() string {
	if name := arrowTypeNames[t]; name != "" {
		return name
	}
	return fmt.Sprintf("type %d", int(t))
}

// arrowField is a column, or a part of one.
type arrowField struct {
	name             string
	typ              arrowType
	bits             int // of a number, or bytes of a fixed binary, or items of a fixed list
	signed           bool
	unit             int // of a time: 0 seconds to 3 nanoseconds; of a date: 0 days, 1 milliseconds
	zone             string
	precision, scale int
	children         []*arrowField
	dictionary       *arrowField // the indexes, if values are in a dictionary
	dictionaryID     int64
}

const maxArrowDepth = 16

// parseArrowField reads a field of the schema. The number of fields is bounded by
// the size of the metadata.
func parseArrowField(t flatTable, depth int) *arrowField {
	check(depth <= maxArrowDepth)
	f := &arrowField{name: t.text(0), typ: arrowType(t.number(2, 1, 0))}
	typ, ok := t.table(3)
	check(ok)
	f.parseType(typ)
	for _, c := range t.tables(5) {
		f.children = append(f.children, parseArrowField(c, depth+1))
	}
	if d, ok := t.table(4); ok {
		f.dictionaryID = d.number(0, 8, 0)
		f.dictionary = &arrowField{typ: arrowInt, bits: 32, signed: true}
		if index, ok := d.table(1); ok {
			f.dictionary.parseType(index)
		}
	}
	return f
}

func (f *arrowField) parseType(t flatTable) {
	switch f.typ {
	case arrowInt:
		f.bits, f.signed = int(t.number(0, 4, 0)), t.number(1, 1, 0) != 0
		check(f.bits == 8 || f.bits == 16 || f.bits == 32 || f.bits == 64)
	case arrowFloat:
		precision := t.number(0, 2, 0)
		check(precision >= 0 && precision <= 2)
		f.bits = 16 << precision
	case arrowDecimal:
		f.precision, f.scale, f.bits = int(t.number(0, 4, 0)), int(t.number(1, 4, 0)), int(t.number(2, 4, 128))
		check(f.precision > 0 && f.precision <= 76 && f.scale >= 0 && f.scale <= f.precision)
		check(f.bits == 32 || f.bits == 64 || f.bits == 128 || f.bits == 256)
	case arrowDate:
		f.unit = int(t.number(0, 2, 1))
		check(f.unit == 0 || f.unit == 1)
		f.bits = 32 << f.unit
	case arrowTime:
		f.unit, f.bits = int(t.number(0, 2, 1)), int(t.number(1, 4, 32))
		check((f.bits == 32 || f.bits == 64) && f.unit >= 0 && f.unit <= 3)
	case arrowTimestamp:
		f.unit, f.zone, f.bits = int(t.number(0, 2, 0)), t.text(1), 64
		check(f.unit >= 0 && f.unit <= 3)
	case arrowDuration:
		f.unit, f.bits = int(t.number(0, 2, 1)), 64
		check(f.unit >= 0 && f.unit <= 3)
	case arrowFixedBinary, arrowFixedList:
		f.bits = int(t.number(0, 4, 0))
		check(f.bits >= 0)
	}
}

// isReadable is false for types that are not read, here or in a part.
func (f *arrowField) isReadable() bool {
	switch f.typ {
	case arrowNull, arrowInt, arrowFloat, arrowBinary, arrowText, arrowBool, arrowDate, arrowTime, arrowTimestamp, arrowFixedBinary,
		arrowDuration, arrowLargeBinary, arrowLargeText, arrowBinaryView, arrowTextView:
		return true
	case arrowDecimal:
		return f.bits == 128
	case arrowList, arrowLargeList, arrowFixedList, arrowMap:
		return len(f.children) == 1 && f.children[0].isReadable()
	case arrowStruct:
		for _, c := range f.children {
			if !c.isReadable() {
				return false
			}
		}
		return true
	}
	return false
}
