package tell

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// dimension is a column that says whose figures a row holds.
type dimension struct {
	column    string
	one, many string   // what its values are: region, regions
	labels    []string // by row
	missing   []int    // rows without a label
	unique    bool     // no value occurs twice
	flag      bool     // yes or no
	variants  []string // two spellings of one name, if there are such
}

func (t *teller) newDimension(column int) *dimension {
	c := t.table.Columns[column]
	d := &dimension{column: c.Name, labels: make([]string, len(t.table.Rows)), unique: true}
	list := nameWords(c.Name)
	identifier := len(list) > 0 && list[len(list)-1] == "id"
	if d.flag = c.Kind == table.Bool; d.flag && len(list) > 1 && (list[0] == "is" || list[0] == "has") {
		list = list[1:]
	}
	d.one = nounOf(list)
	if d.one == "entry" || strings.HasSuffix(d.one, " name") {
		d.one = cmp.Or(t.columnMeaning(column).Entity, d.one)
	}
	d.many = english.Plural(d.one)
	numbers := numericColumn(t.table, column) || d.one != "entry" && spellsNumbers(t.table, column)
	seen := make(map[string]bool, len(t.table.Rows))
	folded := make(map[string]string, len(t.table.Rows))
	for i, row := range t.table.Rows {
		var v table.Value
		if column < len(row) {
			v = row[column]
		}
		raw := v.String()
		key := v.Kind().String() + raw
		d.unique, seen[key] = d.unique && !seen[key], true
		label := sanitize(raw)
		fold := strings.ToLower(label)
		switch other, met := folded[fold]; {
		case !met:
			folded[fold] = raw
		case other != raw && label != "" && (len(d.variants) == 0 || d.variants[0] == d.variants[1]):
			d.variants = []string{sanitize(other), label}
		}
		switch {
		case v.IsNull():
			d.missing = append(d.missing, i)
			label = "(no " + d.one + ")"
		case label == "":
			d.missing = append(d.missing, i)
			label = "(blank " + d.one + ")"
		case identifier && numbers && d.one != "entry":
			label = d.one + " " + label
		case numbers && slices.Contains(list, "month") && monthNumber(label) != "":
			label = monthNumber(label)
		case c.Kind == table.Bool:
			label = story.Flag(c.Name, v.Bool())
			t.flags[label] = true
		case numbers:
			label = d.one + " " + label
		}
		d.labels[i] = label
	}
	return d
}

// spellsNumbers reports whether the texts of a column are numbers, which alone
// would be taken for figures: the hours 08 to 16.
func spellsNumbers(t *table.Table, column int) bool {
	any := false
	for _, row := range t.Rows {
		if column >= len(row) || row[column].IsNull() {
			continue
		}
		if text := sanitize(row[column].String()); text == "" || strings.Trim(text, "0123456789") != "" {
			return false
		}
		any = true
	}
	return any
}

// nounOf is what the values of a column are: a region of region_name, a
// department of dept.
func nounOf(list []string) string {
	list = slices.Clone(list)
	for n := len(list); n > 1 && slices.Contains([]string{"id", "name", "code", "key", "title", "label"}, list[n-1]); n = len(list) {
		if list[n-1] == "name" && english.NameKinds[list[n-2]] {
			break
		}
		list = list[:n-1]
	}
	list = english.ExpandLabel(list)
	switch one := english.Singular(strings.Join(list, " ")); one {
	case "", "name", "id", "label", "value":
		return "entry"
	default:
		return one
	}
}

// joinNames makes one name of a first and a last one.
func (t *teller) joinNames() {
	find := func(forms ...string) int {
		return slices.IndexFunc(t.dimensions, func(d *dimension) bool { return slices.Contains(forms, strings.Join(nameWords(d.column), " ")) })
	}
	first, last := find("first name", "fname", "given name", "forename", "firstname"), find("last name", "lname", "family name", "surname", "lastname")
	if first < 0 || last < 0 || len(t.dimensions[first].missing)+len(t.dimensions[last].missing) > 0 {
		return
	}
	a, b := t.dimensions[first], t.dimensions[last]
	whole := &dimension{column: a.column, one: "name", many: "names", labels: make([]string, len(a.labels)), unique: true}
	seen := make(map[string]bool, len(a.labels))
	for i := range a.labels {
		whole.labels[i] = a.labels[i] + " " + b.labels[i]
		whole.unique, seen[whole.labels[i]] = whole.unique && !seen[whole.labels[i]], true
	}
	t.dimensions[first] = whole
	t.dimensions = slices.Delete(t.dimensions, last, last+1)
}

func monthNumber(s string) string {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 12 {
		return ""
	}
	return date(2000, n, 1).Month().String()
}
