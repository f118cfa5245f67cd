package index

import "strings"

// Spellings lists the stored values of a text column that differ from a text
// in case and outer spaces alone: typed by hand, one thing is written in
// several ways. Short codes may differ by their case, so they stand alone.
func (x *Index) Spellings(column int, text string) []string {
	const shortest, most = 4, 12
	if column <= 0 || column >= len(x.Columns) || x.Columns[column].Kind != Text || len(text) < shortest {
		return []string{text}
	}
	list := []string{text}
	plain := strings.TrimSpace(text)
	for _, r := range x.find.byKey.refs(keyOf(tokens(text))) {
		if int(r.column) != column || len(list) == most {
			continue
		}
		if v := x.stored.at(r).Text; v != text && strings.EqualFold(strings.TrimSpace(v), plain) {
			list = append(list, v)
		}
	}
	return list
}
