package files

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// As is what something in a file was read as.
type As string

const (
	AsNumber     As = "numbers"
	AsDate       As = "dates"
	AsTime       As = "times of day"
	AsBoolean    As = "true or false"
	AsText       As = "text"           // though it looks like something else
	AsMissing    As = "missing values" // in a column of text
	AsRows       As = "rows"           // columns that are periods
	AsAdded      As = "added amounts"  // running totals over such columns
	AsIndicators As = "indicators"     // columns, one for each figure that rows name
	AsSpelled    As = "one value"      // what differs only in capitals
	AsList       As = "a list"         // a cell with several values
	AsParts      As = "parts of a date"
	AsOneTable   As = "one table"  // files of one shape
	AsDecoded    As = "plain data" // what was not, such as text in another encoding or a sheet
)

// Decision is how a column, or a whole file, was read where people might have
// expected something else.
type Decision struct {
	File   string // its name
	Column string // or several, separated by commas
	As     As
	Unit   string // €, percent, cm, …

	Example string // a value as it is written
	Value   string // the same as it is read

	Values     int64  // that are not empty
	Missing    int64  // markers such as NA, read as nothing
	Code       string // the number among them, such as -999
	Odd        int64  // values that are something else
	OddExample string
	Nearly     As     // of a column that stays text: what most values are…
	Reason     string // …or why it stays so
	Assumption string // what was assumed where the file does not say…
	Other      string // …and what to read it as if that is wrong
	Table      string // that was made, of rows or lists
}

var kindNames = map[kind]As{kindNumber: AsNumber, kindDate: AsDate, kindTime: AsTime, kindBoolean: AsBoolean}

// decisions are what is worth telling of the columns of a file.
func decisionsOf(f file, findings []finding) []Decision {
	var list []Decision
	for _, c := range findings {
		d := Decision{File: f.shown, Column: c.name, As: kindNames[c.reading.kind], Unit: c.reading.unit, Example: c.example, Value: c.value,
			Values: c.values, Missing: c.missing, Code: c.code, Odd: c.odd, OddExample: c.oddOne}
		switch {
		case c.nearly != kindText:
			d.As, d.Nearly = AsText, kindNames[c.nearly]
		case c.why != "":
			d.As, d.Reason = AsText, c.why
		case len(c.spellings) > 0:
			d.As = AsSpelled
		case c.reading.kind == kindText && c.missing > 0:
			d.As, d.Example = AsMissing, strings.Join(c.markers, ", ")
		case c.reading.kind == kindText || !c.reading.dressed && c.odd == 0 && c.missing == 0:
			continue
		case c.assumed:
			d.Assumption, d.Other = assumptions[c.reading.hand], others[c.reading.hand]
		}
		list = append(list, d)
	}
	return list
}

var assumptions = map[hand]string{
	pointDecimal: "commas separate thousands", commaDecimal: "commas separate decimals",
	monthFirst: "the month comes first", dayFirst: "the day comes first",
}

var others = map[hand]string{pointDecimal: asComma, commaDecimal: asPoint, monthFirst: asDayFirst, dayFirst: asMonthFirst}

// Bounds on what is told of one file.
const (
	mostNames = 4 // columns in one sentence
	mostLines = 8 // of a kind
)

// diagnostics tells decisions, those of one kind together.
func diagnostics(decisions []Decision) []fault.Diagnostic {
	var list []fault.Diagnostic
	for _, part := range group(decisions, func(d Decision) string { return d.File }) {
		list = append(list, fileDiagnostics(part)...)
	}
	return list
}

// rowsInfo tells of columns that became rows.
func rowsInfo(d Decision) fault.Diagnostic {
	empty := ""
	if d.Missing > 0 {
		empty = fmt.Sprintf("; %d empty cells are left out", d.Missing)
	}
	return info("the %d columns %s of %s are read as rows, with the columns %s%s", d.Values, d.Column, d.File, d.Value, empty)
}

func fileDiagnostics(decisions []Decision) []fault.Diagnostic {
	var infos, warnings []fault.Diagnostic
	file := decisions[0].File
	read := func(d Decision) bool {
		return d.As != AsParts && d.As != AsAdded && d.As != AsIndicators && d.As != AsSpelled && d.Example != "" && d.Value != "" && d.Value != d.Example && d.Assumption == ""
	}
	told := group(slices.DeleteFunc(slices.Clone(decisions), func(d Decision) bool { return !read(d) }), func(d Decision) string { return string(d.As) + " " + d.Unit })
	for _, same := range told {
		d := same[0]
		unit := ""
		if d.Unit != "" && d.As == AsNumber {
			unit = " (" + d.Unit + ")"
		}
		infos = append(infos, info("%s of %s %s read as %s%s: %s → %s", joinNames(same), file, isAre(same), d.As, unit, d.Example, d.Value))
	}
	coded := slices.DeleteFunc(slices.Clone(decisions), func(d Decision) bool { return d.Code == "" })
	for _, same := range group(coded, func(d Decision) string { return d.Code }) {
		infos = append(infos, info("%s is read as missing in %s of %s; to keep it: plumb connect … --read '%s: %s'", same[0].Code, joinNames(same), file, same[0].Column, asNumber))
	}
	missing := slices.DeleteFunc(slices.Clone(decisions), func(d Decision) bool { return d.Missing == 0 || d.As == AsRows || d.Code != "" })
	if len(missing) > 0 {
		infos = append(infos, info("NA and the like are read as missing in %s of %s", joinNames(missing), file))
	}
	for _, same := range group(decisions, func(d Decision) string { return string(d.As) + d.Assumption }) {
		if d := same[0]; d.Assumption != "" && d.As != AsDecoded {
			warnings = append(warnings, warning(d.Column, d.Other, "%s of %s could be read in two ways: %s is read as %s, since %s by default", joinNames(same), file, d.Example, d.Value, d.Assumption))
		}
	}
	infos = append(infos, spelledInfo(decisions)...)
	if lists := slices.DeleteFunc(slices.Clone(decisions), func(d Decision) bool { return d.As != AsList }); len(lists) > 0 {
		tables := "a table of their own, " + lists[0].Table
		if len(lists) > 1 {
			tables = "tables of their own, such as " + lists[0].Table
		}
		infos = append(infos, info("the lists in %s of %s are %s", joinNames(lists), file, tables))
	}
	for _, d := range decisions {
		switch told, ok := d.tell(file); {
		case !ok:
		case told.Severity == fault.Info:
			infos = append(infos, told)
		default:
			warnings = append(warnings, told)
		}
	}
	if more := len(warnings) - mostLines; more > 0 {
		warnings = append(warnings[:mostLines], warning("", "", "%d more columns of %s are like that", more, file))
	}
	return append(infos, warnings...)
}

// tell says how a column or a file was read; false where there is nothing to tell, or
// several are told together.
func (d Decision) tell(file string) (told fault.Diagnostic, ok bool) {
	switch {
	case d.As == AsText && d.Reason != "":
		return warning(d.Column, asNumber, "%s of %s stays text: %s", d.Column, file, d.Reason), true
	case d.As == AsText:
		return warning(d.Column, readingNames[d.Nearly], "%s of %s stays text: it looks like %s, but %d of %d values are not, such as %q", d.Column, file, d.Nearly, d.Odd, d.Values-d.Missing, d.OddExample), true
	case d.As == AsRows:
		return rowsInfo(d), true
	case d.As == AsDecoded && d.Assumption != "":
		return warning("", "", "%s: %s", file, d.Assumption), true
	case d.As == AsDecoded:
		return info("%s: %s", file, d.Reason), true
	case d.As == AsParts:
		return info("%s of %s are parts of a date, which the column %s holds: %s", d.Column, file, d.Value, d.Example), true
	case d.As == AsIndicators && d.Values == 1:
		return info("%s of %s names one figure, which is the column %s", d.Column, file, d.Example), true
	case d.As == AsIndicators:
		return info("the %d figures that %s of %s names are read as columns, such as %s", d.Values, d.Column, file, d.Example), true
	case d.As == AsAdded:
		return info("the figures of %s are running totals: the column %s holds what each %s adds, and %s the total until then", file, d.Column, d.Example, d.Value), true
	case d.As == AsList: // told together
		return told, false
	case d.As == AsOneTable:
		return info("the %s %s are read as one table, %s; its column %s says where a row comes from", d.Column, file, d.Table, d.Value), true
	default:
		if d.Odd > 0 {
			return warning(d.Column, asText, "%s of %s is read as %s; %d of %d values are not, and are left empty, such as %q", d.Column, file, d.As, d.Odd, d.Values-d.Missing, d.OddExample), true
		}
	}
	return told, false
}

// spelledInfo tells of values that differ only in capitals.
func spelledInfo(decisions []Decision) []fault.Diagnostic {
	list := slices.DeleteFunc(slices.Clone(decisions), func(d Decision) bool { return d.As != AsSpelled })
	if len(list) == 0 {
		return nil
	}
	return []fault.Diagnostic{info("what differs only in capitals is one value in %s of %s: %s → %s", joinNames(list), list[0].File, list[0].Example, list[0].Value)}
}

func info(format string, args ...any) fault.Diagnostic {
	return fault.Diagnostic{Severity: fault.Info, Message: fmt.Sprintf(format, args...)}
}

// warning says what may be wrong, and how a column could be read instead.
func warning(column, as, format string, args ...any) fault.Diagnostic {
	f := fault.New(fault.BadData, format, args...)
	if column == "" {
		return f.WithHint("to read it in another way, see docs/files.md").Diagnostic(fault.Warning)
	}
	return f.WithHint("to read it in another way: plumb connect … --read '%s: %s', or choose so on the page", column, as).Diagnostic(fault.Warning)
}

var readingNames = map[As]string{AsNumber: asNumber, AsDate: asDate, AsTime: asTime, AsBoolean: asBoolean}

// joinNames lists the columns of decisions, the first of them and how many more.
func joinNames(list []Decision) string {
	var parts []string
	for _, d := range list[:min(len(list), mostNames)] {
		parts = append(parts, d.Column)
	}
	text := strings.Join(parts, ", ")
	if more := len(list) - mostNames; more > 0 {
		text += fmt.Sprintf(" and %d more columns", more)
	}
	return text
}

func isAre(list []Decision) string {
	if len(list) > 1 {
		return "are"
	}
	return "is"
}

// group splits a list by a key, in the order in which keys first come.
func group(list []Decision, key func(Decision) string) [][]Decision {
	var order []string
	parts := map[string][]Decision{}
	for _, d := range list {
		k := key(d)
		if parts[k] == nil {
			order = append(order, k)
		}
		parts[k] = append(parts[k], d)
	}
	groups := make([][]Decision, len(order))
	for i, k := range order {
		groups[i] = parts[k]
	}
	return groups
}
