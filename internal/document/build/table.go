package build

import (
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/table"
)

// Header says whether the first row of a table has the names of its columns.
type Header int

// Where nobody says, the cells decide.
const (
	HeaderUnknown Header = iota
	HeaderFirst
	HeaderNone
)

// Table adds a table. Rows may differ in length. Columns whose cells are all numbers or
// dates have these as values, so that the table can be queried.
func (b *Builder) Table(caption string, rows [][]string, h Header) {
	if b.full {
		return
	}
	t, left := b.makeTable(rows, h)
	if t != nil {
		b.add(document.Block{Kind: document.Table, Text: Line(caption), Table: t})
	}
	if left != "" {
		b.Note("a table %s: the rest was left out", left)
	}
}

// makeTable makes a table of texts; left says what was left out.
func (b *Builder) makeTable(rows [][]string, h Header) (t *table.Table, left string) {
	rows, width := trim(rows)
	if width == 0 {
		return nil, ""
	}
	if width > MaxColumns {
		width, left = MaxColumns, fmt.Sprintf("has more than %d columns", MaxColumns)
	}
	if b.cells+width > MaxCells { // names of columns are cells, too
		return nil, "has more cells than Plumb keeps of a document"
	}
	b.cells += width
	if h == HeaderUnknown && looksLikeHeader(rows) {
		h = HeaderFirst
	}
	var names []string
	if h == HeaderFirst {
		names, rows = rows[0], rows[1:]
	}
	t = &table.Table{Columns: make([]table.Column, width)}
	complete(t.Columns, names)
	for i := range rows {
		size := 0
		for _, cell := range rows[i][:min(len(rows[i]), width)] {
			size += len(cell)
		}
		if b.cells+width > MaxCells || b.text+size > MaxText {
			rows, t.Truncated = rows[:i], table.ByRows
			left = fmt.Sprintf("is longer than Plumb keeps, and has %d rows now", i)
			break
		}
		b.cells, b.text = b.cells+width, b.text+size
	}
	t.Rows = make([]table.Row, len(rows))
	for i := range t.Rows {
		t.Rows[i] = make(table.Row, width)
	}
	for c := range width {
		column := make([]string, len(rows))
		for i, row := range rows {
			if c < len(row) {
				column[i] = row[c]
			}
		}
		kind, values := Values(column)
		t.Columns[c].Kind = kind
		for i, v := range values {
			t.Rows[i][c] = v
		}
	}
	return t, left
}

// trim cleans cells, and drops empty rows; width is that of the widest row. It ends with
// the row in which a document is full: the same text can stand in very many cells.
func trim(rows [][]string) (kept [][]string, width int) {
	size := 0
	for _, row := range rows {
		if size > MaxText {
			break
		}
		clean := make([]string, 0, len(row))
		last := 0
		for i, cell := range row {
			if size > MaxText {
				break
			}
			clean = append(clean, Lines(cell))
			if size += len(clean[i]); clean[i] != "" {
				last = i + 1
			}
		}
		if last > 0 {
			kept, width = append(kept, clean[:last]), max(width, last)
		}
	}
	return kept, width
}

// looksLikeHeader is true if the first row has different names, and they are no values.
func looksLikeHeader(rows [][]string) bool {
	const long = 80
	if len(rows) < 2 {
		return false
	}
	width := 0
	for _, row := range rows[1:min(len(rows), 50)] {
		width = max(width, len(row))
	}
	if len(rows[0]) < width {
		return false
	}
	seen := map[string]bool{}
	for _, name := range rows[0] {
		if name == "" || len(name) > long || seen[name] {
			return false
		}
		if kind, _ := Values([]string{name}); kind != table.Text {
			return false
		}
		seen[name] = true
	}
	return true
}

// complete names columns: each has a name, and none the name of another.
func complete(columns []table.Column, names []string) {
	const most = 200
	seen := map[string]bool{}
	last := map[string]int{} // the number that a name was given last
	for i := range columns {
		name := fmt.Sprintf("column %d", i+1)
		if i < len(names) && names[i] != "" {
			name = clip(Line(names[i]), most)
		}
		base, key := name, strings.ToLower(name)
		for n := max(last[key], 1) + 1; seen[strings.ToLower(name)]; n++ {
			name, last[key] = fmt.Sprintf("%s %d", base, n), n
		}
		seen[strings.ToLower(name)] = true
		columns[i].Name = name
	}
}

// Values are texts as what all of them are; an empty one is null.
func Values(texts []string) (table.Kind, []table.Value) {
	grouped := isGrouped(texts)
	for _, kind := range []table.Kind{table.Int, table.Decimal, table.Date} {
		values := make([]table.Value, len(texts))
		ok, some := true, false
		for i, text := range texts {
			if text == "" {
				continue
			}
			if values[i], ok = parse(kind, text, grouped); !ok {
				break
			}
			some = true
		}
		if ok && some {
			return kind, values
		}
	}
	values := make([]table.Value, len(texts))
	for i, text := range texts {
		if text != "" {
			values[i] = table.NewText(text)
		}
	}
	return table.Text, values
}

func parse(kind table.Kind, text string, grouped bool) (table.Value, bool) {
	text = strings.Replace(text, "\u2212", "-", 1) // the minus sign of typographers
	if kind == table.Date {
		if len(text) != len("2006-01-02") {
			return table.Value{}, false
		}
		return table.Parse(table.Date, text)
	}
	digits := strings.TrimPrefix(text, "-")
	if grouped {
		whole, _, _ := strings.Cut(digits, ".")
		if strings.Contains(whole, ",") && !isGroupedNumber(whole) {
			return table.Value{}, false
		}
		text, digits = strings.ReplaceAll(text, ",", ""), strings.ReplaceAll(digits, ",", "")
	}
	// What begins with a zero is the name of something: 00123, and so is a very long one.
	const longest = 30
	if digits == "" || digits[0] < '0' || digits[0] > '9' || len(digits) > longest || len(digits) > 1 && digits[0] == '0' && digits[1] != '.' || strings.HasSuffix(digits, ".") {
		return table.Value{}, false
	}
	if kind == table.Int {
		return table.ParseInt(text)
	}
	return table.ParseDecimal(text)
}

// isGrouped is true if a text shows that commas stand between thousands here: 1,234,567
// or 1,234.50. One like 1,234 alone can be a bit more than one.
func isGrouped(texts []string) bool {
	for _, text := range texts {
		whole, fraction, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(text, "-"), "\u2212"), ".")
		groups := strings.Count(whole, ",")
		if isGroupedNumber(whole) && (groups > 1 || groups == 1 && fraction != "") {
			return true
		}
	}
	return false
}

// isGroupedNumber is true for digits in groups of three after the first comma.
func isGroupedNumber(text string) bool {
	for i, group := range strings.Split(text, ",") {
		if len(group) > 3 || len(group) == 0 || i > 0 && len(group) != 3 || strings.Trim(group, "0123456789") != "" {
			return false
		}
	}
	return true
}
