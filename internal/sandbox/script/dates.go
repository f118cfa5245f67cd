package script

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"

	"github.com/plumbdata/plumb/internal/table"
)

// moment is a date or a timestamp in a program. Both are one type, so that they
// can be compared; a date is its midnight. Zones are gone: an instant is in UTC.
type moment struct {
	kind table.Kind
	at   time.Time
}

var (
	_ starlark.Comparable = (*moment)(nil)
	_ starlark.HasBinary  = (*moment)(nil)
	_ starlark.HasAttrs   = (*moment)(nil)
)

func toMoment(v table.Value) (*moment, bool) {
	at, ok := v.Time()
	return &moment{v.Kind(), at}, ok
}

// value is the moment as a cell. Years are within those of package time.
func (m *moment) value() table.Value {
	const day = 86400
	if m.kind == table.Date {
		seconds := m.at.Unix()
		days := seconds / day
		if seconds%day < 0 {
			days--
		}
		return table.NewDate(days)
	}
	if m.kind == table.TimestampTZ {
		return table.NewInstant(m.at.UnixMicro())
	}
	return table.NewTimestamp(m.at.UnixMicro(), uint16(m.at.Nanosecond()%1000))
}

func (m *moment) String() string { return m.value().String() }
func (m *moment) Type() string {
	if m.kind == table.Date {
		return "date"
	}
	return "timestamp"
}
func (m *moment) Freeze()               {}
func (m *moment) Truth() starlark.Bool  { return starlark.True }
func (m *moment) Hash() (uint32, error) { return starlark.MakeInt64(m.at.UnixNano()).Hash() }

// CompareSameType orders moments.
func (m *moment) CompareSameType(op syntax.Token, y starlark.Value, _ int) (bool, error) {
	c := m.at.Compare(y.(*moment).at)
	switch op {
	case syntax.EQL:
		return c == 0, nil
	case syntax.NEQ:
		return c != 0, nil
	case syntax.LT:
		return c < 0, nil
	case syntax.LE:
		return c <= 0, nil
	case syntax.GT:
		return c > 0, nil
	}
	return c >= 0, nil
}

// Binary makes d + days, d - days and d - d work.
func (m *moment) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	switch y := y.(type) {
	case *moment:
		if op == syntax.MINUS && side == starlark.Left {
			return difference(m, y), nil
		}
	case starlark.Int:
		n, err := starlark.AsInt32(y)
		switch {
		case err != nil:
			return nil, err
		case op == syntax.PLUS:
			return m.addDays(n)
		case op == syntax.MINUS && side == starlark.Left:
			return m.addDays(-n)
		}
	case starlark.String:
		return nil, fmt.Errorf("a %s and a string: make a date of the string with date(%s)", m.Type(), cut(y.String()))
	}
	return nil, nil
}

// difference is in days: whole ones between dates, else with fractions.
func difference(a, b *moment) starlark.Value {
	const day = 86400
	seconds := a.at.Unix() - b.at.Unix()
	if a.kind == table.Date && b.kind == table.Date {
		return starlark.MakeInt64(seconds / day)
	}
	return starlark.Float((float64(seconds) + float64(a.at.Nanosecond()-b.at.Nanosecond())/1e9) / day)
}

var errYears = errors.New("the date would be outside of the years 0 to 9999")

func (m *moment) with(at time.Time) (starlark.Value, error) {
	if at.Year() < 0 || at.Year() > 9999 {
		return nil, errYears
	}
	return &moment{m.kind, at}, nil
}

const mostDays = 4_000_000

func (m *moment) addDays(n int) (starlark.Value, error) {
	if n < -mostDays || n > mostDays {
		return nil, errYears
	}
	return m.with(m.at.AddDate(0, 0, n))
}

// addMonths keeps the day, or takes the last one of a shorter month.
func (m *moment) addMonths(n int) (starlark.Value, error) {
	if n < -mostDays || n > mostDays {
		return nil, errYears
	}
	year, month, day := m.at.Date()
	first := time.Date(year, month+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	day = min(day, first.AddDate(0, 1, -1).Day())
	return m.with(time.Date(first.Year(), first.Month(), day, m.at.Hour(), m.at.Minute(), m.at.Second(), m.at.Nanosecond(), time.UTC))
}

// Attr gives the parts of a date. As in Python, Monday is weekday 0.
func (m *moment) Attr(name string) (starlark.Value, error) {
	n := 0
	switch name {
	case "year":
		n = m.at.Year()
	case "quarter":
		n = (int(m.at.Month()) + 2) / 3
	case "month":
		n = int(m.at.Month())
	case "day":
		n = m.at.Day()
	case "weekday":
		n = (int(m.at.Weekday()) + 6) % 7
	case "hour":
		n = m.at.Hour()
	case "minute":
		n = m.at.Minute()
	case "second":
		n = m.at.Second()
	case "date":
		return &moment{table.Date, m.at.Truncate(24 * time.Hour)}, nil
	default:
		return nil, nil
	}
	return starlark.MakeInt(n), nil
}

// AttrNames lists what Attr gives.
func (m *moment) AttrNames() []string {
	return []string{"date", "day", "hour", "minute", "month", "quarter", "second", "weekday", "year"}
}

// datesModule holds the functions on dates.
func datesModule() *starlarkstruct.Module {
	members := starlark.StringDict{}
	for name, f := range map[string]function{
		"parse": parseDate, "add_days": shift((*moment).addDays), "add_months": shift((*moment).addMonths),
		"difference": differenceFunction, "format": format,
	} {
		members[name] = starlark.NewBuiltin(name, f)
	}
	for _, part := range (*moment)(nil).AttrNames() {
		members[part] = starlark.NewBuiltin(part, partOf)
	}
	return &starlarkstruct.Module{Name: "dates", Members: members}
}

func partOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	m, err := oneMoment(b, args, kwargs)
	if err != nil {
		return nil, err
	}
	return m.Attr(b.Name())
}

func oneMoment(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (*moment, error) {
	var v starlark.Value
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &v); err != nil {
		return nil, err
	}
	return asMoment(v)
}

// asMoment accepts dates and their text.
func asMoment(v starlark.Value) (*moment, error) {
	switch v := v.(type) {
	case *moment:
		return v, nil
	case starlark.String:
		for _, kind := range []table.Kind{table.Date, table.Timestamp, table.TimestampTZ} {
			if parsed, ok := table.Parse(kind, string(v)); ok {
				if m, ok := toMoment(parsed); ok && m.at.Year() >= 0 && m.at.Year() <= 9999 {
					return m, nil
				}
			}
		}
		return nil, fmt.Errorf("%s is no date: write 2024-01-31, or give its form, as in dates.parse(text, \"%%d.%%m.%%Y\")", cut(v.String()))
	}
	return nil, fmt.Errorf("a %s is no date", v.Type())
}

// parseDate makes a date of year, month and day, or of a text in the usual form or
// in a given one.
func parseDate(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var year, month, day int
	if len(args) == 3 && starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 3, &year, &month, &day) == nil {
		at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
		if at.Year() != year || int(at.Month()) != month || at.Day() != day || year < 0 || year > 9999 {
			return nil, fmt.Errorf("there is no day %d-%02d-%02d", year, month, day)
		}
		return &moment{table.Date, at}, nil
	}
	var v starlark.Value
	var form string
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &v, &form); err != nil {
		return nil, err
	}
	text, isText := starlark.AsString(v)
	if form == "" || !isText {
		return asMoment(v)
	}
	layout, clock, err := parseLayout(form)
	if err != nil {
		return nil, err
	}
	at, err := time.Parse(layout, text)
	if err != nil {
		return nil, fmt.Errorf("%s is not a date in the form %s", cut(v.String()), form)
	}
	if clock {
		return &moment{table.Timestamp, at.UTC()}, nil
	}
	return &moment{table.Date, at.UTC()}, nil
}

// parseLayout turns a form of strftime into one of package time, and says whether it
// has a time of day. Days and months may have one digit.
func parseLayout(form string) (layout string, clock bool, err error) {
	var b strings.Builder
	for i := 0; i < len(form); i++ {
		switch c := form[i]; {
		case c == '%' && i+1 < len(form):
			i++
			part, ok := strftime()[form[i]]
			if !ok {
				return "", false, unknownPart(form[i])
			}
			clock = clock || strings.IndexByte("HMSIp", form[i]) >= 0
			if part != "06" {
				part = strings.TrimPrefix(part, "0")
			}
			b.WriteString(part)
		case c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' && c != 'T' && c != 'Z' || c >= 'a' && c <= 'z':
			return "", false, fmt.Errorf("the form %s may have signs between its parts, but no letters or digits", form)
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), clock, nil
}

// strftime are the parts of a form, as package time writes them.
func strftime() map[byte]string {
	return map[byte]string{
		'Y': "2006", 'm': "01", 'd': "02", 'y': "06", 'B': "January", 'b': "Jan", 'A': "Monday", 'a': "Mon", '%': "%",
		'H': "15", 'M': "04", 'S': "05", 'I': "03", 'p': "PM",
	}
}

func unknownPart(c byte) error {
	return fmt.Errorf("%%%c is not known in a form: use %%Y %%m %%d %%y %%B %%b %%A %%a %%H %%M %%S %%I %%p", c)
}

// format writes a date in a form of strftime, piece by piece, so that other text in it
// is never taken for a part of a date. %q is the quarter.
func format(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Value
	var form string
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &v, &form); err != nil {
		return nil, err
	}
	m, err := asMoment(v)
	if err != nil {
		return nil, err
	}
	var out strings.Builder
	for i := 0; i < len(form); i++ {
		if form[i] != '%' || i+1 == len(form) {
			out.WriteByte(form[i])
			continue
		}
		i++
		if form[i] == 'q' {
			out.WriteString(strconv.Itoa((int(m.at.Month()) + 2) / 3))
			continue
		}
		part, ok := strftime()[form[i]]
		if !ok {
			return nil, unknownPart(form[i])
		}
		out.WriteString(m.at.Format(part))
	}
	return starlark.String(out.String()), nil
}

// shift is a function of a date and a number.
func shift(by func(*moment, int) (starlark.Value, error)) function {
	return func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var v starlark.Value
		var n int
		if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &v, &n); err != nil {
			return nil, err
		}
		m, err := asMoment(v)
		if err != nil {
			return nil, err
		}
		return by(m, n)
	}
}

func differenceFunction(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var first, second starlark.Value
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &first, &second); err != nil {
		return nil, err
	}
	x, err := asMoment(first)
	if err != nil {
		return nil, err
	}
	y, err := asMoment(second)
	if err != nil {
		return nil, err
	}
	return difference(x, y), nil
}
