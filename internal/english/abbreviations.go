package english

import (
	_ "embed"
	"strings"
)

//go:embed abbreviations.txt
var abbreviationsText string

var anywhere, inNames = readAbbreviations(abbreviationsText)

func readAbbreviations(text string) (anywhere, inNames map[string]string) {
	sections := map[string]map[string]string{"anywhere": {}, "in names": {}}
	ReadSections(text, func(section, line string) {
		full, list, ok := strings.Cut(line, ":")
		if !ok || sections[section] == nil {
			panic("english: abbreviations: " + line)
		}
		for short := range strings.FieldsSeq(list) {
			sections[section][short] = full
		}
	})
	return sections["anywhere"], sections["in names"]
}

// Expand is what an abbreviation stands for in the names of tables and columns:
// a word, or a few.
func Expand(w string) (full string, ok bool) {
	if full, ok = anywhere[w]; !ok {
		full, ok = inNames[w]
	}
	return full, ok
}

// Expansions are the words that abbreviations stand for.
var Expansions = func() Set {
	s := Set{}
	for _, section := range []map[string]string{anywhere, inNames} {
		for _, full := range section {
			for w := range strings.FieldsSeq(full) {
				s[w] = true
			}
		}
	}
	return s
}()

// atEnd are abbreviations that stand for this at the end of a name.
var atEnd = map[string]string{"sec": "seconds", "min": "minutes", "ind": "indicator"}

// ExpandInContext is what the i-th part of a name stands for where the parts
// beside it decide that: the min of end_min are minutes, that of min_price is
// the minimum.
func ExpandInContext(parts []string, i int) (full string, ok bool) {
	before, after := "", ""
	if i > 0 {
		before = parts[i-1]
	}
	if i+1 < len(parts) {
		after = parts[i+1]
	}
	last := before != "" && after == ""
	switch w := parts[i]; {
	case particles[w] && phrasal[before]:
		return w, true // check-ins
	case after == "name" && initials[w] != "":
		return initials[w], true
	case w == "hr" && !last:
		return "hourly", true
	case w == "co" && after != "": // EU Co-financed
		return w, true
	case last && atEnd[w] != "":
		return atEnd[w], true
	case w == "ph" && numberParts[after]: // else it may be acidity
		return "phone", true
	case w == "cur" && (after == "" || after == "cd" || after == "code"):
		return "currency", true
	case w == "term" && !(ending[after] || ending[before]):
		return w, true // of a contract or a school, not its end
	case w == "sub" && divided[after]:
		return w, true // below a category, and no subscription
	case dated[w] != "" && (dateParts[after] || dateParts[before]):
		return dated[w], true
	}
	return "", false
}

var (
	initials    = NewPairs("l last, f first, m middle")
	phrasal     = NewSet("check log sign walk drop opt buy stand trade plug drive fly cash clock tap punch")
	particles   = NewSet("in ins out outs")
	numberParts = NewSet("no nr nbr num number")
	dateParts   = NewSet("dt dte date ts tm time at on by")
	divided     = NewSet("category categories cat class type group region department dept title task genre industry sector segment area unit project family brand product total")
	ending      = NewSet("dt date rsn reason cd code flg flag")
	// dated are abbreviations of what happened at a date.
	dated = NewPairs("clr cleared, inst installed, iss issued, sched scheduled, reg registration")
)

// ExpandName writes the abbreviations in the parts of a stored name out.
func ExpandName(parts []string) []string {
	list := make([]string, 0, len(parts))
	for i, p := range parts {
		full, ok := ExpandInContext(parts, i)
		if !ok {
			full, ok = Expand(p)
		}
		if !ok {
			full = p
		}
		list = append(list, strings.Fields(full)...)
	}
	return list
}

// ExpandLabel writes out the abbreviations that are nothing else in the words of
// a heading. There a person or a statement chose the words: the rep of "calls
// by rep" stays.
func ExpandLabel(words []string) []string {
	list := make([]string, 0, len(words))
	for _, w := range words {
		if full, ok := anywhere[w]; ok {
			list = append(list, strings.Fields(full)...)
			continue
		}
		list = append(list, w)
	}
	return list
}
