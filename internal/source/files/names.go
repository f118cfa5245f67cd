package files

import (
	"fmt"
	"strings"
)

// tableName makes a plain identifier of a file's name: sales 2024.csv becomes
// sales_2024.
func tableName(f file) string {
	return plainName(f.stem())
}

// plainName makes an identifier that needs no quotes.
func plainName(text string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, text)
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "_" + name
	}
	const most = 60
	return name[:min(len(name), most)]
}

// tableNames gives each unit a name of its own. Units whose names differ only in
// their ending all get it (sales_csv, sales_tsv), so that a new file never takes
// over the name of another; what is still the same is numbered. DuckDB does not
// tell upper from lower case.
func tableNames(units []unit) ([]string, names) {
	endings := map[string]map[string]bool{}
	for _, u := range units {
		base := strings.ToLower(u.base)
		if endings[base] == nil {
			endings[base] = map[string]bool{}
		}
		endings[base][extensionName(u.files[0])] = true
	}
	list := make([]string, len(units))
	taken := names{}
	for i, u := range units {
		base := u.base
		if len(endings[strings.ToLower(base)]) > 1 {
			base += "_" + extensionName(u.files[0])
		}
		list[i] = taken.take(base)
	}
	return list, taken
}

// extensionName is the file's ending as part of a name: csv, csv_gz.
func extensionName(f file) string {
	text := strings.Trim(f.suffix(), ".")
	return strings.ToLower(strings.ReplaceAll(text, ".", "_"))
}

// names are the names of tables that are taken, in lower case.
type names map[string]bool

// take returns the name, with a number where it is taken.
func (n names) take(name string) string {
	free := name
	for i := 2; n[strings.ToLower(free)]; i++ {
		free = fmt.Sprintf("%s_%d", name, i)
	}
	n[strings.ToLower(free)] = true
	return free
}
