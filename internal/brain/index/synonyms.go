package index

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// learnSynonyms learns what people call tables and columns from what is written about
// them: what "Number of the deal", "Stage of the deal" and "Value of the deal"
// describe is a table of deals, and a column described as "Salesperson; may
// be missing" is called that.
func (b *builder) learnSynonyms() {
	named := map[string]bool{} // stems that stand in some name already
	for i := range b.Tables {
		mark(named, b.Tables[i].Forms)
	}
	for i := range b.Columns {
		mark(named, b.Columns[i].Forms)
	}
	b.nameTablesByTexts(named)
	b.namePartsOfWholes()
	for n := 1; n < len(b.Columns); n++ {
		c := &b.Columns[n]
		if k := len(c.Words); k > 0 && c.Words[k-1] == "confirmed" && c.Type.Numeric() && !named["case"] { // as epidemics are counted
			c.Synonyms = append(slices.Clip(c.Synonyms), "cases", "confirmed cases")
		}
		if s := nameInText(c.About, named); s != "" && !slices.Contains(c.Synonyms, s) {
			c.Synonyms = append(slices.Clip(c.Synonyms), s)
		}
	}
}

func mark(set map[string]bool, forms [][]string) {
	for _, f := range forms {
		for _, w := range f {
			set[english.Singular(w)] = true
		}
	}
}

// nameTablesByTexts gives a table the noun that the descriptions of its columns
// keep coming back to, when no other table's do.
func (b *builder) nameTablesByTexts(named map[string]bool) {
	const enough = 3
	counts := make([]map[string]int, len(b.Tables))
	total := map[string]int{}
	for i := range b.Tables {
		counts[i] = map[string]int{}
		texts := []string{b.Tables[i].About}
		for _, n := range b.Tables[i].Columns {
			texts = append(texts, b.Columns[n].About)
		}
		for _, text := range texts {
			for _, s := range nounsAfterArticles(text) {
				if !named[s] {
					counts[i][s]++
					total[s]++
				}
			}
		}
	}
	for i := range b.Tables {
		t := &b.Tables[i]
		best := ""
		for s, n := range counts[i] {
			if n >= enough && n*10 >= total[s]*8 && (best == "" || n > counts[i][best] || n == counts[i][best] && s < best) {
				best = s
			}
		}
		if best != "" && !slices.Contains(t.Synonyms, best) {
			t.Synonyms = append(slices.Clip(t.Synonyms), best)
		}
	}
}

var partsOfWhole = lazyregexp.New(`(?i)^(?:the\s+)?([a-z]{3,20}s) of (?:the |all )?([a-z]{3,20}s)\b`)

// namePartsOfWholes gives a table that is described as the lines of the orders the
// name order line, where the orders are a table that it leads to.
func (b *builder) namePartsOfWholes() {
	for i := range b.Tables {
		m := partsOfWhole.FindStringSubmatch(b.Tables[i].About)
		if m == nil {
			continue
		}
		part, whole := english.Singular(strings.ToLower(m[1])), []string{english.Singular(strings.ToLower(m[2]))}
		name := whole[0] + " " + part
		leads := slices.ContainsFunc(b.Keys, func(k Key) bool {
			return b.Columns[k.From[0]].Table == i && b.isCalled(b.Columns[k.To[0]].Table, whole)
		})
		if leads && !b.isNamed(tokens(name)) && !slices.Contains(b.Tables[i].Synonyms, name) {
			b.Tables[i].Synonyms = append(slices.Clip(b.Tables[i].Synonyms), name)
		}
	}
}

// nounsAfterArticles lists the stems of the words after an article: the things that a
// description is about. Each once.
func nounsAfterArticles(text string) []string {
	list := tokens(text[:min(len(text), 400)])
	var out []string
	for i := 1; i < len(list); i++ {
		w := list[i]
		if !english.Among(list[i-1], "the a an each one per") || stop[w] || len(w) < 4 {
			continue
		}
		if s := english.Singular(w); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// nameInText is the name at the beginning of a description: one or two words that
// end with a stop, and that no name says yet.
func nameInText(about string, named map[string]bool) string {
	end := strings.IndexAny(about, ".;:,(")
	if end < 0 {
		end = len(about)
	}
	list := tokens(about[:end])
	if len(list) == 0 || len(list) > 2 {
		return ""
	}
	fresh := false
	for _, w := range list {
		if stop[w] || len(w) < 4 {
			return ""
		}
		fresh = fresh || !named[english.Singular(w)]
	}
	if !fresh {
		return ""
	}
	return strings.Join(list, " ")
}
