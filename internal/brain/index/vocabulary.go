package index

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/english"
)

// vocabulary gathers the words of the schema and what they are abbreviated to.
func (b *builder) vocabulary(s *speller) {
	short := map[string]bool{}
	learn := func(list []string) {
		for _, w := range list {
			if _, short := abbreviation(w); len(w) >= 4 && !short || english.NameWords[w] {
				s.known[w]++
			}
			if len(w) >= 3 && len(w) <= 5 {
				short[w] = true
			}
		}
	}
	for i := range b.Tables {
		t := &b.Tables[i]
		called := english.Split(b.tables[i].Called())
		learn(called)
		for _, w := range called {
			s.tables[english.Singular(w)] = true
		}
		b.learnText(s, t.About, t.Synonyms)
		for _, n := range t.Columns {
			c := &b.Columns[n]
			learn(english.Split(b.column[n].Called()))
			b.learnText(s, c.About, c.Synonyms)
		}
	}
	for _, d := range b.s.Documents.Text {
		b.learnText(s, d.Title+" "+d.Body, nil)
	}
	full := s.fullWords()
	for w := range short {
		if long := s.longFor(w, full[w[0]]); long != "" {
			s.learnt[w] = long
		}
	}
	shorts := slices.Collect(maps.Keys(short))
	// A name is cut short in one way: beside instr, inst is not the instrument.
	maps.DeleteFunc(s.learnt, func(w, full string) bool {
		longer := func(other string) bool {
			return other != w && strings.HasPrefix(other, w) && s.learnt[other] == full
		}
		usual, listed := abbreviation(w)
		return listed && usual != full && slices.ContainsFunc(shorts, longer)
	})
}

func (b *builder) learnText(s *speller, text string, more []string) {
	const longest = 4000
	text = text[:min(len(text), longest)]
	for _, w := range strings.FieldsFunc(text+" "+strings.Join(more, " "), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if w = strings.ToLower(w); len(w) >= 4 {
			s.known[w]++
		}
	}
}

// fullWord is a word of the schema in the singular, and how often it occurs.
type fullWord struct {
	text  string
	count int
}

// fullWords are the words of the schema by their first letter.
func (s *speller) fullWords() map[byte][]fullWord {
	by := map[byte][]fullWord{}
	for _, known := range slices.Sorted(maps.Keys(s.known)) {
		w := english.Singular(known)
		by[w[0]] = append(by[w[0]], fullWord{w, s.known[known]})
	}
	return by
}

// complete are short words that are cut from nothing, though others begin like them: a
// lab is no label.
var complete = english.NewSet(`lab bar car pet bus van cup gym zoo art bid tax map tag pin lap win fan gas oil ink tea arm leg ear eye cat dog cow pig hen bee egg
	ham jam pie pub inn spa sea sky sun ice tip toy pen hub pad tap tub band bank barn beam bean beer bell belt bike bird boat bolt bond boot bowl camp cart case cell chip
	coal coat coin cook cord core corn crew crop dish dock door dose dust farm fish flat foam font fork fund gate gear gift glue goat hand harp herd hill hive hook hull
	hunt idea iron jury kiln kite lake lamp lane leaf lens lift lock maid mask mill mine moss nail nest pack park path pipe plot pond pony pool port post raft rail rain ramp
	ring road rock role roof room root rope ruby sack safe sail salt seal seat seed ship shoe shop silk site skin slot snow soap sock soil song spot star stem stop suit tank
	tape task taxi team tent test tile tire toll tool tour town trap tree trip tube twin tyre vase veil vein vest view vine visa ward wave weed well whip wine wing wood yard
	air age bag bed box boy bug cap cut dry era fee fly fog fox fur gap gun hat hay hit hot jar jet joy kit law lid lot mud mug nut oak pan pay pot red rib rod row rug run
	sex top use war wax web wet army baby back ball bath bear bone born cake calm chef clay cold desk diet down draw drum duty east edge face fact fall fast fear feed feet
	fire firm folk foot girl golf hair half hall heat hero hope king knee lady land late life live load love luck main male meat menu milk mind mood moon move neck need nose
	pain pair pass peak poem pole poll poor race rest rice rich ride rise risk rule sand self side sign slow soft soul step swim talk tall tone true turn walk wall wash wear
	west wild wind word zero`)

// longFor is the one of the words that an abbreviation stands for: one that it
// begins, or whose consonants it gives. The most frequent wins, then the shortest.
func (s *speller) longFor(w string, list []fullWord) string {
	if english.NameWords[w] || complete[w] || s.known[w] > 2 {
		return ""
	}
	var best fullWord
	for _, full := range list {
		if len(full.text) < len(w)+2 || !abbreviates(w, full.text) {
			continue
		}
		if full.count > best.count || full.count == best.count && len(full.text) < len(best.text) {
			best = full
		}
	}
	return best.text
}

// Abbreviates is abbreviates for those who hold names against a text themselves.
func Abbreviates(short, full string) bool { return abbreviates(short, full) }

// abbreviates reports whether short is a way to cut full short: its
// beginning, or its first letter and consonants in order, the important ones
// included.
func abbreviates(short, full string) bool {
	if len(short) < 2 || len(short) >= len(full) || short[0] != full[0] || strings.ContainsAny(short+full, "0123456789") {
		return false
	}
	if strings.HasPrefix(full, short) {
		return len(short) >= 3
	}
	if strings.ContainsAny(short[1:], "aeiou") {
		return false
	}
	at := 0
	for i := 1; i < len(short); i++ {
		k := strings.IndexByte(full[at+1:], short[i])
		if k < 0 {
			return false
		}
		// A leap over several consonants is another word.
		if skipped := consonants(full[at+1 : at+1+k]); skipped > 2 || skipped > 1 && len(short) < 4 {
			return false
		}
		at += 1 + k
	}
	return consonants(full[at+1:]) <= 3 && 3*len(short) >= len(full)
}

func consonants(s string) int {
	n := 0
	for i := range len(s) {
		if !strings.ContainsRune("aeiouy", rune(s[i])) {
			n++
		}
	}
	return n
}
