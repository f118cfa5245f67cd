package files

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// unit is what becomes a table: a file, or several of one shape.
type unit struct {
	files   []file
	origins []string // of several: where the rows of each come from
	base    string   // of the table's name
	names   []string // of the columns of all files, where they differ
	seasons bool     // the origins are seasons
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
	for _, u := range joinAlike(units) {
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

// joinAlike puts units together whose files have most columns in common, and names that
// differ in a number or a time alone: exports of several years, to which columns were
// added.
func joinAlike(units []unit) []unit {
	var list []unit
	for _, u := range units {
		at := slices.IndexFunc(list, func(o unit) bool { return o.isLike(u) })
		if at < 0 {
			list = append(list, u)
			continue
		}
		list[at] = list[at].with(u)
	}
	return list
}

func (u unit) with(other unit) unit {
	joined := unit{files: append(slices.Clone(u.files), other.files...), base: u.base, names: slices.Clone(columnsOf(u))}
	slices.SortStableFunc(joined.files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	for _, n := range columnsOf(other) {
		if !hasName(joined.names, n) {
			joined.names = append(joined.names, n)
		}
	}
	return joined
}

// isLike reports whether the files of two units may be parts of one table.
func (u unit) isLike(other unit) bool {
	const least = 7 // of ten columns
	if u.files[0].suffix() != other.files[0].suffix() || shapeOf(u.files[0]) == "" || shapeOf(other.files[0]) == "" {
		return false
	}
	a, b := columnsOf(u), columnsOf(other)
	shared := 0
	for _, n := range b {
		if hasName(a, n) {
			shared++
		}
	}
	if shared*10 < max(len(a), len(b))*least {
		return false
	}
	joined := u.with(other)
	if !joined.unite() {
		return false
	}
	return joined.seasons || !slices.ContainsFunc(joined.origins, func(o string) bool {
		_, isPeriod := parsePeriod(o)
		return !isPeriod && strings.Trim(o, "0123456789-") != ""
	})
}

func hasName(list []string, name string) bool {
	return slices.ContainsFunc(list, func(n string) bool { return strings.EqualFold(n, name) })
}

// columnsOf are the names of the columns of a unit.
func columnsOf(u unit) []string {
	if len(u.names) > 0 {
		return u.names
	}
	opening, err := readOpening(u.files[0])
	if err != nil {
		return nil
	}
	return findDialect(opening, u.files[0].delimiter(), len(opening) < openingSize, u.files[0].settings).names
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
	u.nameSeasons()
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

// seasonPattern is a season in the name of a file: 1617, 2016-17, 2016-2017.
var seasonPattern = regexp.MustCompile(`^(?:20)?([0-9]{2})-?(?:20)?([0-9]{2})$`)

// nameSeasons writes seasons as people do, where all origins are some: 2016/17.
func (u *unit) nameSeasons() {
	written := make([]string, len(u.origins))
	for i, o := range u.origins {
		m := seasonPattern.FindStringSubmatch(o)
		if m == nil {
			return
		}
		first, _ := strconv.Atoi(m[1])
		if last, _ := strconv.Atoi(m[2]); last != (first+1)%100 {
			return
		}
		written[i] = "20" + m[1] + "/" + m[2]
	}
	u.origins, u.seasons = written, true
}

// originName names the column that says where rows come from.
func (u unit) originName() string {
	if u.seasons {
		return "season"
	}
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
