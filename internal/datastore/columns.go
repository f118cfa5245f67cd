package datastore

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/table"
)

// Bounds of a table's columns.
const (
	maxColumns    = 2000
	maxColumnName = 500 // bytes
	maxDigits     = 38  // of DuckDB's decimals
)

// survey is what was seen of a column's values. Only with all of them is it known
// which type they have: an engine with dynamic types may hold anything in a column, and
// others do not say how many digits a number has.
type survey struct {
	column  table.Column
	seen    uint32 // kinds, as bits
	escaped bool   // some texts are written with escapes

	whole, scale int  // most digits before and after the point
	beyondInt64  bool // some whole numbers do not fit
	beyondUint64 bool
	negative     bool
	unequal      bool // some numbers are not what a float makes of them
	endless      bool // some decimals are not finite
	nanos        bool // some times have nanoseconds
	invalid      bool // some JSON is not JSON
}

func (s *survey) has(k table.Kind) bool { return s.seen&(1<<k) != 0 }

// only reports whether all values are of the kinds.
func (s *survey) only(list ...table.Kind) bool {
	rest := s.seen
	for _, k := range list {
		rest &^= 1 << k
	}
	return rest == 0
}

// note takes a value into account, whose text form is given.
func (s *survey) note(v table.Value, text string) {
	s.seen |= 1 << v.Kind()
	switch v.Kind() {
	case table.Int:
		s.noteInt(v, text)
	case table.Decimal:
		s.noteDecimal(text)
	case table.Time, table.Timestamp, table.TimestampTZ:
		const withMicros = 6
		if _, fraction, ok := strings.Cut(text, "."); ok && len(strings.TrimSuffix(fraction, "Z")) > withMicros {
			s.nanos = true
		}
	case table.JSON:
		s.invalid = s.invalid || !json.Valid([]byte(v.Raw()))
	}
}

func (s *survey) noteInt(v table.Value, text string) {
	digits := strings.TrimPrefix(text, "-")
	s.whole = max(s.whole, len(digits))
	s.negative = s.negative || len(digits) < len(text)
	const exact = 1 << 53
	n, fits := v.Int64()
	if !fits {
		_, err := strconv.ParseUint(text, 10, 64)
		s.beyondInt64, s.beyondUint64 = true, s.beyondUint64 || err != nil
	}
	s.unequal = s.unequal || !fits || n > exact || n < -exact
}

func (s *survey) noteDecimal(text string) {
	if strings.ContainsAny(text, "NI") {
		s.endless = true
		return
	}
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	whole = strings.TrimLeft(whole, "0")
	s.whole, s.scale = max(s.whole, len(whole)), max(s.scale, len(fraction))
	const exact = 15 // digits, of which a float keeps all
	if len(whole)+len(fraction) > exact && !s.unequal {
		f, err := strconv.ParseFloat(text, 64)
		s.unequal = err != nil || strconv.FormatFloat(f, 'f', -1, 64) != shortest(text)
	}
}

// shortest is a decimal without the zeros that say nothing.
func shortest(text string) string {
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	sign := ""
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = "-", rest
	}
	text = strings.TrimLeft(text, "0")
	if text == "" || text[0] == '.' {
		text = "0" + text
	}
	return sign + text
}

// plain are the types of kinds whose values all fit into one.
var plain = map[table.Kind]string{
	table.Bool: "BOOLEAN", table.Float: "DOUBLE", table.Text: "VARCHAR", table.Date: "DATE", table.TimestampTZ: "TIMESTAMP WITH TIME ZONE",
	table.UUID: "UUID", table.Bytes: "BLOB", table.Null: "INTEGER",
}

// decide is the column's type, and the expression that makes its value of the staged
// text. A note says where a value is no longer what it was.
func (s *survey) decide(name, staged string) (c Column, expression, note string, err error) {
	if s.escaped {
		staged = "url_decode(" + staged + ")"
	}
	c = Column{Name: name, Kind: s.column.Kind}
	c.Type, note, err = s.typeOf()
	switch {
	case err != nil:
		return c, "", "", err
	case isLarge(c.Type), c.Type == "INTERVAL", c.Type == "TIME_NS":
		c.Stored, expression = asText, staged
	case c.Type == "BLOB":
		expression = "from_base64(" + staged + ")"
	case c.Type == asText:
		expression = staged
	default:
		expression = fmt.Sprintf("CAST(%s AS %s)", staged, c.Type)
	}
	return c, expression, note, nil
}

func (s *survey) typeOf() (native, note string, err error) {
	kind := s.column.Kind
	if s.seen != 0 && s.seen&(s.seen-1) == 0 { // one kind only, whatever the column says
		for k := range table.Bytes + 1 {
			if s.has(k) {
				kind = k
			}
		}
	}
	switch {
	case s.only(kind):
		return s.typeOfKind(kind)
	case s.only(table.Int, table.Decimal):
		return s.decimal()
	case s.only(table.Int, table.Decimal, table.Float) && !s.unequal:
		return "DOUBLE", "", nil
	}
	return asText, "holds values of several types, which are kept as text", nil
}

func (s *survey) typeOfKind(kind table.Kind) (native, note string, err error) {
	switch kind {
	case table.Int:
		return s.integer(), "", nil
	case table.Decimal:
		return s.decimal()
	case table.Interval:
		return "INTERVAL", "", nil
	case table.Time:
		if s.nanos {
			return "TIME_NS", "", nil
		}
		return "TIME", "", nil
	case table.Timestamp:
		if s.nanos {
			return "TIMESTAMP_NS", "", nil
		}
		return "TIMESTAMP", "", nil
	case table.JSON:
		if s.invalid {
			return asText, "holds JSON that is not valid, which is kept as text", nil
		}
		return "JSON", "", nil
	}
	return plain[kind], "", nil
}

func (s *survey) integer() string {
	switch {
	case !s.beyondInt64:
		return "BIGINT"
	case !s.beyondUint64 && !s.negative:
		return "UBIGINT"
	case s.whole <= maxDigits:
		return "HUGEINT"
	}
	return "BIGNUM"
}

// declared finds the digits of a decimal type as engines write them.
var declared = lazyregexp.New(`(?i)^(?:decimal|numeric)\((\d+), ?(\d+)\)$`)

// decimal is a type for all the numbers: that which the source declares, if they fit.
func (s *survey) decimal() (native, note string, err error) {
	if m := declared.FindStringSubmatch(s.column.Native); m != nil {
		digits, _ := strconv.Atoi(m[1])
		scale, _ := strconv.Atoi(m[2])
		if digits <= maxDigits && scale >= s.scale && digits-scale >= s.whole && !s.endless {
			return fmt.Sprintf("DECIMAL(%d,%d)", digits, scale), "", nil
		}
	}
	const usual = 18 // digits that fit into eight bytes
	switch digits := s.whole + s.scale; {
	case s.seen == 0:
		return fmt.Sprintf("DECIMAL(%d,3)", usual), "", nil
	case !s.endless && digits <= usual:
		return fmt.Sprintf("DECIMAL(%d,%d)", usual, s.scale), "", nil
	case !s.endless && digits <= maxDigits:
		return fmt.Sprintf("DECIMAL(%d,%d)", maxDigits, s.scale), "", nil
	case !s.unequal:
		return "DOUBLE", "", nil
	}
	return "", "", fault.New(fault.BadData, "column %s holds numbers that no type of DuckDB keeps exactly: they have more than %d digits, or are not finite", s.column.Name, maxDigits).
		WithHint("round them in the statement, such as round(%s, 10)", s.column.Name)
}

// columnNames are names that DuckDB can tell apart, and notes about those that were
// changed.
func columnNames(columns []table.Column) (names, notes []string) {
	taken := map[string]bool{}
	for i, c := range columns {
		name := strings.ReplaceAll(strings.ToValidUTF8(c.Name, "\uFFFD"), "\x00", "\uFFFD")
		for len(name) > maxColumnName {
			_, last := utf8.DecodeLastRuneInString(name)
			name = name[:len(name)-last]
		}
		if name == "" {
			name = fmt.Sprintf("column_%d", i+1)
		}
		free := name
		for n := 2; taken[strings.ToLower(free)]; n++ {
			free = fmt.Sprintf("%s_%d", name, n)
		}
		taken[strings.ToLower(free)] = true
		if free != c.Name {
			notes = append(notes, fmt.Sprintf("column %d, %s, is called %s", i+1, quoteName(c.Name), free))
		}
		names = append(names, free)
	}
	return names, notes
}
