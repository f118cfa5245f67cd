package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// FindPlainNames finds what is written onto the names of all tables, or of all
// columns of a table, and notes the names without it: city of sbcustcity.
func FindPlainNames(s *Snapshot) {
	tables := make([]string, len(s.Tables))
	for i := range s.Tables {
		tables[i] = s.Tables[i].Name
	}
	shared, plain := english.GluedPrefix(tables), plainTables(tables)
	if saysInColumns(s, tables, plain) {
		clear(plain)
	}
	for i := range s.Tables {
		t := &s.Tables[i]
		if t.Plain = withoutPrefix(t.Name, shared); shared == "" {
			t.Plain = plain[i]
		}
		columns := make([]string, len(t.Columns))
		for j := range t.Columns {
			columns[j] = t.Columns[j].Name
		}
		prefix := english.GluedPrefix(columns)
		for j := range t.Columns {
			c := &t.Columns[j]
			if c.Plain = withoutPrefix(c.Name, prefix); c.Plain == "" && c.Kind.Numeric() {
				c.Plain = figureNames[strings.ToLower(c.Name)]
			}
		}
	}
}

// figureNames are columns of numbers that are known by their initials, which mean
// something else where they hold texts.
var figureNames = map[string]string{"adr": "daily rate", "revpar": "revenue per available room", "aov": "average order value", "arpu": "average revenue per user",
	"mrr": "monthly recurring revenue", "ltv": "lifetime value", "cac": "customer acquisition cost", "gmv": "gross merchandise value",
	"cogs": "cost of goods sold"}

// saysInColumns is true where what would be cut off the names of tables is a word of their
// columns: covid of covid_cases_global says what cases are counted.
func saysInColumns(s *Snapshot, names, plain []string) bool {
	said := map[string]bool{}
	for i := range s.Tables {
		for j := range s.Tables[i].Columns {
			for _, w := range english.Split(s.Tables[i].Columns[j].Name) {
				said[w] = true
			}
		}
	}
	for i, name := range names {
		if plain[i] == "" {
			continue
		}
		kept := english.Split(plain[i])
		if slices.ContainsFunc(english.Split(name), func(w string) bool { return said[w] && !slices.Contains(kept, w) }) {
			return true
		}
	}
	return false
}

// withoutPrefix is a name without a prefix, or "" where it has none.
func withoutPrefix(name, prefix string) string {
	if rest, ok := english.CutGlued(name, prefix); ok && prefix != "" {
		return rest
	}
	return ""
}

// Called is the name without what the names of all tables begin with.
func (t *Table) Called() string { return cmp.Or(t.Plain, t.Name) }

// Called is the name without what the names of all columns of the table begin with.
func (c *Column) Called() string { return cmp.Or(c.Plain, c.Name) }

// words splits an identifier as english.Split does, and takes apart words that
// were written together (agentid, saledate).
func words(name string) []string {
	var list []string
	for _, w := range english.Split(name) {
		if parts := english.SplitGlued(w, nil); parts != nil {
			list = append(list, parts...)
			continue
		}
		if head, ok := cutNumber(w); ok {
			list = append(list, head, "number")
			continue
		}
		list = append(list, w)
	}
	return list
}

// cutNumber takes what says number off a word in German or Dutch: Bestellnr.
func cutNumber(w string) (head string, ok bool) {
	for _, end := range []string{"nr", "nummer"} {
		if head, ok := strings.CutSuffix(w, end); ok && len(head) >= 4 {
			return head, true
		}
	}
	return "", false
}

// meanings are the words of an identifier, written out.
func meanings(name string) []string { return english.ExpandName(words(name)) }

// lastMeaning is the last of some words, written out.
func lastMeaning(list []string) string {
	full := english.ExpandName(list)
	return full[len(full)-1]
}

// nounOf is a noun in the singular. What tables call staff, their keys call
// employees.
func nounOf(w string) string {
	if w == "staff" {
		return "employee"
	}
	return english.Singular(w)
}
