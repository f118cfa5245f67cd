package files

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// SettingsFile lies beside data files, and says how to read them where Plumb
// would do otherwise.
const SettingsFile = "plumb.files.yaml"

// settings are the content of a SettingsFile.
type settings struct {
	Union *bool                    `yaml:"union"` // files of one shape are one table
	Files map[string]tableSettings `yaml:"files"` // by name or glob
}

// tableSettings say how to read one file.
type tableSettings struct {
	Encoding   string        `yaml:"encoding"`
	Delimiter  string        `yaml:"delimiter"`
	HeaderRow  *int          `yaml:"header"`     // the line with the names of the columns; 0 for none
	Wide       *bool         `yaml:"wide"`       // false: columns that are periods stay columns
	Running    *bool         `yaml:"running"`    // true: running totals over columns that are periods stay as they are
	Indicators *bool         `yaml:"indicators"` // false: figures that rows name stay rows
	Lists      *bool         `yaml:"lists"`      // false: lists in a cell stay text
	Dates      *bool         `yaml:"dates"`      // false: no date is made of a year and a month
	Footer     *bool         `yaml:"footer"`     // true: notes and totals at the end stay rows
	Union      *bool         `yaml:"union"`      // files of one shape are one table; nil for what the folder says
	Columns    columnsByName `yaml:"columns"`

	Header int `yaml:"-"` // HeaderRow, 0 where it is left to Plumb, -1 for none
}

type columnsByName map[string]columnSettings

// columnSettings say how to read one column.
type columnSettings struct {
	Type    string   `yaml:"type"`    // text, number, date, time or boolean
	Format  string   `yaml:"format"`  // DD/MM/YYYY hh:mm or day first, or a number as it is written: 1.234,5
	Missing []string `yaml:"missing"` // values that stand for nothing
}

// of finds the settings of a column, whatever the case of its name.
func (c columnsByName) of(name string) columnSettings {
	if s, ok := c[name]; ok {
		return s
	}
	for n, s := range c {
		if strings.EqualFold(n, name) {
			return s
		}
	}
	return columnSettings{}
}

// Formats of dates that say only what comes first.
const (
	formatDayFirst   = "day first"
	formatMonthFirst = "month first"
)

// readSettings reads the settings at a path, if there are any.
func readSettings(path string) (s settings, err error) {
	info, err := os.Stat(path)
	if path == "" || os.IsNotExist(err) {
		return s, nil
	}
	broken := func(err error) error {
		text := strings.TrimSpace(yaml.FormatError(err, false, true))
		return fault.Wrap(err, fault.Config, "%s: %s", path, text).
			WithHint("it may say union, and for each of files: encoding, delimiter, header, wide, running, lists, dates, footer, union and columns; see docs/files.md")
	}
	if err != nil {
		return s, broken(cause(err))
	}
	const most = 1 << 20
	if !info.Mode().IsRegular() || info.Size() > most {
		return s, broken(fmt.Errorf("it is not a regular file of at most %d bytes", most))
	}
	f, err := os.Open(path)
	if err != nil {
		return s, broken(cause(err))
	}
	defer f.Close()
	if err := yaml.NewDecoder(io.LimitReader(f, most), yaml.Strict()).Decode(&s); err != nil && err != io.EOF {
		return s, broken(err)
	}
	for name, t := range s.Files {
		if err := t.check(); err != nil {
			return s, broken(fmt.Errorf("%s: %w", name, err))
		}
		if t.HeaderRow != nil {
			if t.Header = *t.HeaderRow; t.Header == 0 {
				t.Header = -1
			}
		}
		s.Files[name] = t
	}
	return s, nil
}

// types are the values of a column's type.
var types = map[string]kind{"text": kindText, "number": kindNumber, "date": kindDate, "time": kindTime, "boolean": kindBoolean}

func (t tableSettings) check() error {
	if len([]rune(t.Delimiter)) > 1 {
		return fmt.Errorf("the delimiter %q has more than one character", t.Delimiter)
	}
	if t.HeaderRow != nil && *t.HeaderRow < 0 {
		return fmt.Errorf("header is the number of a line, or 0 for none")
	}
	for name, c := range t.Columns {
		if _, ok := types[c.Type]; !ok && c.Type != "" {
			return fmt.Errorf("column %s: the type %q is not one of text, number, date, time and boolean", name, c.Type)
		}
		if c.Format != "" && c.Type != "date" && c.Type != "number" {
			return fmt.Errorf("column %s: a format needs the type date or number", name)
		}
	}
	return nil
}

// of finds the settings of a file by its name.
func (s settings) of(name string) tableSettings { return s.Files[s.governing(name)] }

// governing is the name or the pattern that stands for a file, or "".
func (s settings) governing(name string) string {
	if _, ok := s.Files[name]; ok {
		return name
	}
	patterns := make([]string, 0, len(s.Files))
	for p := range s.Files {
		patterns = append(patterns, p)
	}
	slices.Sort(patterns)
	for _, p := range patterns {
		if ok, err := filepath.Match(p, name); ok && err == nil {
			return p
		}
	}
	return ""
}

// readings are the ways to read a column as the settings want it.
func (c columnSettings) readings(name string, sample []string) []reading {
	var found []reading
	switch types[c.Type] {
	case kindNumber:
		var numbers []number
		for _, v := range sample {
			if n, ok := scanNumber(v); ok {
				numbers = append(numbers, n)
			}
		}
		if found, _ = numberReadings("hour", numbers); len(found) == 0 { // zeros in front do not matter
			found = []reading{{kind: kindNumber, sql: dress{bare: true}.sql(pointDecimal), hand: pointDecimal, dressed: true},
				{kind: kindNumber, sql: `NULLIF(regexp_extract({}, '^[+-]?[0-9]+(?:\.[0-9]+)?'), '')`, hand: pointDecimal, dressed: true}} // 90 min, 2 seasons
		}
		if at := strings.LastIndexAny(c.Format, ".,"); at >= 0 {
			h := pointDecimal
			if c.Format[at] == ',' {
				h = commaDecimal
			}
			found = slices.DeleteFunc(found, func(r reading) bool { return r.hand != h && r.hand != noHand })
		}
	case kindDate:
		order := map[string]hand{formatDayFirst: dayFirst, formatMonthFirst: monthFirst}[c.Format]
		if c.Format != "" && order == noHand {
			return []reading{{kind: kindDate, sql: "try_strptime({}, " + duckdb.Literal(strptimeFormat(c.Format)) + ")", dressed: true}}
		}
		var dates []date
		for _, v := range sample {
			if d, ok := scanDate(v); ok {
				dates = append(dates, d)
			}
		}
		found = slices.DeleteFunc(dateReadings(dates), func(r reading) bool { return order != noHand && r.hand != noHand && r.hand != order })
		if len(found) == 0 {
			found = []reading{{kind: kindDate, sql: "TRY_CAST({} AS TIMESTAMP)"}}
		}
	case kindTime:
		found = []reading{{kind: kindTime, sql: "TRY_CAST({} AS TIME)", dressed: true}}
	case kindBoolean:
		found = []reading{{kind: kindBoolean, dressed: true, sql: `CASE WHEN lower({}) IN ('true', 't', 'yes', 'y', '1') THEN true WHEN lower({}) IN ('false', 'f', 'no', 'n', '0') THEN false END`}}
	}
	return found
}

var formatParts = regexp.MustCompile(`YYYY|YY|MONTH|MON|MM|DD|hh|mm|ss|AM`)

// strptimeFormat turns DD/MM/YYYY into %d/%m/%Y; a format with % is one of
// strptime already.
func strptimeFormat(format string) string {
	if strings.Contains(format, "%") {
		return format
	}
	hour := "%H"
	if strings.Contains(format, "AM") {
		hour = "%I"
	}
	parts := map[string]string{"YYYY": "%Y", "YY": "%y", "MONTH": "%B", "MON": "%b", "MM": "%m", "DD": "%d", "hh": hour, "mm": "%M", "ss": "%S", "AM": "%p"}
	return formatParts.ReplaceAllStringFunc(format, func(p string) string { return parts[p] })
}
