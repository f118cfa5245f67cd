package files

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// unit is what becomes a table: a file, or several of one shape.
type unit struct {
	files   []file
	origins []string // of several: where the rows of each come from
	base    string   // of the table's name
}

// file stands for the unit in messages.
func (u unit) file() file {
	f := u.files[0]
	if len(u.files) > 1 {
		f.shown, f.key = u.shown(), patternOf(u.files)
	}
	return f
}

// settingsKey is what settings call a file.
func (f file) settingsKey() string { return cmp.Or(f.key, f.name) }

// patternOf is a pattern for the names of several files: sales_*.csv.
func patternOf(files []file) string {
	front, back := files[0].name, files[0].name
	for _, f := range files[1:] {
		for !strings.HasPrefix(f.name, front) {
			front = front[:len(front)-1]
		}
		for !strings.HasSuffix(f.name, back) {
			back = back[1:]
		}
	}
	literal := strings.NewReplacer("*", "?", "[", "?", `\\`, "?")
	return literal.Replace(strings.ToValidUTF8(front, "")) + "*" + literal.Replace(strings.ToValidUTF8(back, ""))
}

// mark changes when the unit must be converted again.
func (u unit) mark(name string) string { return name + "\n" + markOf(u.files) }

// origin says where the rows of a file come from, "" where it is the only one.
func (u unit) origin(i int) string {
	if len(u.files) == 1 {
		return ""
	}
	return u.origins[i]
}

func (u unit) shown() string { return u.files[0].shown + " … " + u.files[len(u.files)-1].shown }

// leastShared is how many columns files of one shape have at least.
const leastShared = 2

// findUnits puts files together that have the same columns, and names that
// differ in one place. Files that cannot be read stay alone.
func findUnits(list []file) []unit {
	var units []unit
	places := map[string]int{} // of the unit, by shape
	for _, f := range list {
		shape := shapeOf(f)
		if at, ok := places[shape]; ok && shape != "" {
			units[at].files = append(units[at].files, f)
			continue
		}
		places[shape] = len(units)
		units = append(units, unit{files: []file{f}, base: tableName(f)})
	}
	var all []unit
	for _, u := range units {
		if len(u.files) == 1 || u.unite() {
			all = append(all, u)
			continue
		}
		for _, f := range u.files {
			all = append(all, unit{files: []file{f}, base: tableName(f)})
		}
	}
	return all
}

// shapeOf is the same for files that may be parts of one table, and "" for those that
// stay alone.
func shapeOf(f file) string {
	if f.problem != nil || f.size == 0 || f.format.kind != formatCSV || f.settings.Union != nil && !*f.settings.Union {
		return ""
	}
	opening, err := readOpening(f)
	if err != nil {
		return ""
	}
	d := findDialect(opening, f.delimiter(), len(opening) < openingSize, f.settings)
	if len(d.names) < leastShared {
		return ""
	}
	return f.suffix() + "\x00" + strings.ToLower(strings.Join(d.names, "\x00"))
}

var nameParts = regexp.MustCompile(`[0-9]+|[\p{L}]+|[^0-9\p{L}]+`)

// unite finds the place where the names of the files differ, and reports
// whether they are parts of one table.
func (u *unit) unite() bool {
	parts := make([][]string, len(u.files))
	shortest := 0
	for i, f := range u.files {
		parts[i] = nameParts.FindAllString(f.stem(), -1)
		if i == 0 || len(parts[i]) < shortest {
			shortest = len(parts[i])
		}
	}
	same := func(at func([]string) string) bool {
		return !slices.ContainsFunc(parts, func(p []string) bool { return !strings.EqualFold(at(p), at(parts[0])) })
	}
	front, back := 0, 0
	for front < shortest && same(func(p []string) string { return p[front] }) {
		front++
	}
	for back < shortest-front && same(func(p []string) string { return p[len(p)-1-back] }) {
		back++
	}
	// A year beside what differs belongs to it: 2015-01, Jan 2015.
	if first := parts[0]; front > 1 && yearPattern.MatchString(first[front-2]) {
		front -= 2
	}
	if first := parts[0]; back > 1 && yearPattern.MatchString(first[len(first)-back+1]) {
		back -= 2
	}
	u.origins = nil
	words := false
	downloads := u.areDownloads()
	for i, p := range parts {
		middle := p[front : len(p)-back]
		origin := strings.ReplaceAll(strings.Trim(strings.Join(middle, ""), " _-."), "_", "-")
		if downloads {
			origin = u.files[i].stem()
		}
		if origin == "" || slices.Contains(u.origins, origin) {
			return false
		}
		_, isPeriod := parsePeriod(origin)
		words = words || !isPeriod && strings.Trim(origin, "0123456789_- ") != ""
		u.origins = append(u.origins, origin)
	}
	first := parts[0]
	shared := strings.Trim(strings.Join(first[:front], "")+"_"+strings.Join(first[len(first)-back:], ""), " _-.")
	if strings.Trim(shared, "0123456789_- .") == "" || words && u.isWide() {
		return false // nothing is the same, or the words name figures and not places
	}
	u.base = plainName(shared)
	return true
}

var downloadPattern = regexp.MustCompile(` \([0-9]+\)$`)

// areDownloads is true for files that a browser gave the same name with a number:
// E0.csv, E0 (1).csv. Some of one size may be the same file, twice.
func (u *unit) areDownloads() bool {
	sizes := map[int64]bool{}
	plain := 0
	for _, f := range u.files {
		sizes[f.size] = true
		if !downloadPattern.MatchString(f.stem()) {
			plain++
		}
	}
	return plain == 1 && len(sizes) == len(u.files)
}

func (u *unit) isWide() bool {
	opening, err := readOpening(u.files[0])
	if err != nil {
		return false
	}
	d := findDialect(opening, u.files[0].delimiter(), len(opening) < openingSize, u.files[0].settings)
	columns := make([]column, len(d.names))
	for i, n := range d.names {
		columns[i] = column{name: n, native: "VARCHAR"}
	}
	wide, _, _ := findSeries(columns)
	return len(wide) > 0
}

// originName names the column that says where rows come from.
func (u unit) originName() string {
	kinds := map[periodKind]int{}
	for _, o := range u.origins {
		if p, ok := parsePeriod(o); ok {
			kinds[p.kind]++
		}
	}
	for kind, name := range map[periodKind]string{periodYear: "year", periodMonth: "month", periodQuarter: "quarter", periodDay: "date"} {
		if kinds[kind] == len(u.origins) {
			return name
		}
	}
	return "source"
}
