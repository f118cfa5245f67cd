package files

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/files/decode"
)

// How a column is read is one of these, or one of the last two with a format: date
// DD/MM/YYYY.
const (
	asAuto       = "auto" // as Plumb would
	asList       = "list"
	asSpelled    = "one spelling" // text whose values differ only in capitals
	asText       = "text"
	asTime       = "time"
	asBoolean    = "boolean"
	asNumber     = "number"
	asPoint      = "number 1,234.5"
	asComma      = "number 1.234,5"
	asDate       = "date"
	asMonthFirst = "date " + formatMonthFirst
	asDayFirst   = "date " + formatDayFirst
)

// How a file is read.
const (
	asRows             = "rows" // columns that are periods
	asColumns          = "columns"
	asAdded            = "added amounts" // running totals over such columns: what each period adds
	asRunning          = "running totals"
	asIndicatorColumns = "indicator columns" // figures that rows name
	asIndicatorRows    = "indicator rows"
	asOne              = "one table" // files of one shape
	asSeparate         = "separate tables"
	asEncoding         = "encoding "
)

// encodings are those that people may choose from; a reading can name others.
var encodings = []string{"utf-8", "windows-1252", "windows-1250", "windows-1251", "iso-8859-2", "iso-8859-15", "macintosh", "ibm866", "koi8-r",
	"shift_jis", "euc-jp", "euc-kr", "gb18030", "big5", "utf-16le", "utf-16be"}

// ParseReading reads COLUMN: READING, FILE/COLUMN: READING or FILE: READING.
func ParseReading(text string) (source.ReadAs, error) {
	at := strings.LastIndex(text, ": ")
	if at < 0 {
		at = strings.LastIndex(text, ":")
	}
	if at <= 0 || strings.TrimSpace(text[at+1:]) == "" {
		return source.ReadAs{}, fault.New(fault.Usage, "%.80q does not say how to read a column", text).
			WithHint("write 'COLUMN: text', or 'FILE/COLUMN: number'; plumb connect --help shows the readings")
	}
	what, r := strings.TrimSpace(text[:at]), source.ReadAs{As: strings.TrimSpace(text[at+1:])}
	file, column, both := strings.Cut(what, "/")
	switch {
	case both && formatOf(file) != nil:
		r.File, r.Column = file, strings.TrimSpace(column)
	case formatOf(what) != nil:
		r.File = what
	default:
		r.Column = what
	}
	_, err := tableSettings{}.with(r)
	return r, err
}

// with are the settings once a reading is chosen.
func (t tableSettings) with(r source.ReadAs) (tableSettings, error) {
	yes, no := true, false
	encoding, isEncoding := strings.CutPrefix(r.As, asEncoding)
	switch {
	case r.Column != "":
		c, err := t.Columns.of(r.Column).with(r)
		if err != nil {
			return t, err
		}
		t.Columns = maps.Clone(t.Columns)
		if t.Columns == nil {
			t.Columns = columnsByName{}
		}
		maps.DeleteFunc(t.Columns, func(name string, _ columnSettings) bool { return strings.EqualFold(name, r.Column) })
		t.Columns[r.Column] = c
	case r.File == "":
		return t, fault.New(fault.Usage, "neither a file nor a column is named to read as %.40q", r.As).WithHint("name one of them")
	case r.As == asRows:
		t.Wide = &yes
	case r.As == asColumns:
		t.Wide = &no
	case r.As == asAdded:
		t.Running = &no
	case r.As == asRunning:
		t.Running = &yes
	case r.As == asIndicatorColumns:
		t.Indicators = &yes
	case r.As == asIndicatorRows:
		t.Indicators = &no
	case r.As == asWithoutFooter:
		t.Footer = &no
	case r.As == asWithFooter:
		t.Footer = &yes
	case r.As == asOne:
		t.Union = &yes
	case r.As == asSeparate:
		t.Union = &no
	case isEncoding && decode.IsEncoding(encoding):
		t.Encoding = encoding
	default:
		return t, fault.New(fault.Usage, "a file cannot be read as %.40q", r.As).
			WithHint("%s", strings.Join([]string{asRows, asColumns, asAdded, asRunning, asIndicatorColumns, asIndicatorRows, asWithFooter, asWithoutFooter, asOne, asSeparate}, ", ")+", or an encoding such as "+asEncoding+encodings[1])
	}
	return t, nil
}

func (c columnSettings) with(r source.ReadAs) (columnSettings, error) {
	name, format, _ := strings.Cut(r.As, " ")
	_, known := types[name]
	switch {
	case r.As == asAuto, r.As == asList, r.As == asSpelled:
		c.Type, c.Format = "", ""
	case known && (format == "" || name == asDate || name == asNumber):
		c.Type, c.Format = name, strings.TrimSpace(format)
	default:
		return c, fault.New(fault.Usage, "%s cannot be read as %.40q", r.Column, r.As).
			WithHint("%s", strings.Join([]string{asAuto, asText, asNumber, asPoint, asComma, asDate, asDayFirst, asMonthFirst, asTime, asBoolean}, ", ")+", or date with a format such as DD.MM.YYYY")
	}
	return c, nil
}

// concerns says whether a reading is of a file, by the file's name.
func concerns(pattern, name string) bool {
	ok, err := filepath.Match(pattern, name)
	return pattern == "" || pattern == name || ok && err == nil
}

// as is how a column is read.
func (f finding) as() string {
	if f.native == "VARCHAR" || f.reading.sql == "" {
		if f.separator != "" {
			return asList
		}
		if len(f.spellings) > 0 {
			return asSpelled
		}
		return asText
	}
	if f.chosen {
		return f.asked
	}
	hands := map[hand]string{pointDecimal: asPoint, commaDecimal: asComma, monthFirst: asMonthFirst, dayFirst: asDayFirst}
	kinds := map[kind]string{kindNumber: asNumber, kindDate: asDate, kindTime: asTime, kindBoolean: asBoolean}
	return cmp.Or(hands[f.reading.hand], kinds[f.reading.kind])
}

// choicesOf are the choices that the columns of a table leave.
func choicesOf(f file, findings []finding, decisions []Decision) []source.ReadChoice {
	noted := map[string]bool{}
	for _, d := range decisions {
		noted[d.Column] = true
	}
	var list []source.ReadChoice
	for _, c := range findings {
		if c.column.native != "VARCHAR" {
			continue
		}
		as, number, date := c.as(), []string{asNumber}, []string{asDate}
		for _, h := range c.hands {
			if h == pointDecimal || h == commaDecimal {
				number = []string{asPoint, asComma}
			} else {
				date = []string{asDayFirst, asMonthFirst}
			}
		}
		options := slices.Concat([]string{asText}, number, date, []string{asTime, asBoolean})
		if c.splits {
			options = slices.Insert(options, 0, asList)
		}
		if !slices.Contains(options, as) {
			options = slices.Insert(options, 0, as)
		}
		example := cmp.Or(c.example, c.sampled)
		list = append(list, source.ReadChoice{File: f.settingsKey(), Column: c.name, As: as, Options: options, Example: example, Value: cmp.Or(c.value, example), Noted: noted[c.name]})
	}
	return list
}

// choiceOfFile is a choice about a whole file.
func choiceOfFile(f file, as string, options ...string) source.ReadChoice {
	if !slices.Contains(options, as) {
		options = slices.Insert(options, 0, as)
	}
	return source.ReadChoice{File: f.settingsKey(), As: as, Options: options, Noted: true}
}

// encodingChoice is the choice of a text's encoding, if there is one.
func encodingChoice(f file, notes []decode.Note) []source.ReadChoice {
	chosen, example := f.settings.Encoding, ""
	for _, n := range notes {
		if n.Subject == decode.Encoding || n.Subject == decode.UncertainEncoding {
			chosen, example = cmp.Or(chosen, strings.ToLower(n.What)), n.Example
		}
	}
	if chosen == "" {
		return nil
	}
	options := make([]string, len(encodings))
	for i, e := range encodings {
		options[i] = asEncoding + e
	}
	c := choiceOfFile(f, asEncoding+chosen, options...)
	c.Example, c.Value = example, example
	return []source.ReadChoice{c}
}

// choices are those of all files, each column once.
func (s *shelf) choices() []source.ReadChoice {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []source.ReadChoice
	for _, u := range s.now.Units {
		for _, c := range u.Choices {
			if !slices.ContainsFunc(list, func(o source.ReadChoice) bool {
				return o.File == c.File && o.Column == c.Column && (c.Column != "" || o.As == c.As)
			}) {
				list = append(list, c)
			}
		}
	}
	for _, r := range s.config.Readings { // which were one table before
		if r.As == asSeparate {
			list = append(list, source.ReadChoice{File: r.File, As: asSeparate, Options: []string{asOne, asSeparate}, Noted: true})
		}
	}
	return list
}

// checkReadings refuses a reading of what is not there.
func (s *shelf) checkReadings() error {
	all := s.choices()
	for _, r := range s.config.Readings {
		if !slices.ContainsFunc(s.found, func(f file) bool { return concerns(r.File, f.name) }) {
			var names []string
			for _, f := range s.found {
				names = append(names, f.name)
			}
			return fault.New(fault.Usage, "there is no file %s to read as %s", r.File, r.As).WithHint("%s", fault.DidYouMean(r.File, "files", names))
		}
		if r.Column == "" || slices.ContainsFunc(all, func(c source.ReadChoice) bool { return means(r, c) }) {
			continue
		}
		var names []string
		for _, c := range all {
			if c.Column != "" {
				names = append(names, c.Column)
			}
		}
		return fault.New(fault.Usage, "there is no column %s to read as %s", r.Column, r.As).WithHint("%s", fault.DidYouMean(r.Column, "columns", names))
	}
	return nil
}

// means says whether a reading is about what a choice is about.
func means(r source.ReadAs, c source.ReadChoice) bool {
	return strings.EqualFold(r.Column, c.Column) && (r.File == "" || r.File == c.File || concerns(c.File, r.File) || concerns(r.File, c.File))
}
