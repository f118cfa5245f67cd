package english

import "strings"

// irregular are plurals with singulars that no rule below gives, in both
// directions.
var irregular = NewPairs(`people person, children child, men man, women woman, mice mouse, feet foot, geese goose, teeth tooth,
	wives wife, lives life, knives knife, shelves shelf, leaves leaf, halves half, wolves wolf, calves calf, thieves thief, loaves loaf, selves self,
	indices index, matrices matrix, vertices vertex, appendices appendix, criteria criterion, phenomena phenomenon, quizzes quiz, buses bus, gases gas,
	lenses lens, aliases alias, biases bias, canvases canvas, atlases atlas, movies movie, cookies cookie, calories calorie, zombies zombie, selfies selfie,
	brownies brownie, smoothies smoothie, ties tie, pies pie, lies lie, shoes shoe, toes toe, canoes canoe, caches cache, niches niche, headaches headache,
	taxis taxi, skis ski, bikinis bikini, kiwis kiwi, emojis emoji, kpis kpi, menus menu, gurus guru, ids id, ads ad, uses use, reuses reuse, abuses abuse,
	excuses excuse, fuses fuse, analyses analysis, diagnoses diagnosis, crises crisis, theses thesis, hypotheses hypothesis, synopses synopsis,
	axes axis, ins in, outs out, heroes hero, potatoes potato, tomatoes tomato, echoes echo, vetoes veto, cargoes cargo, passersby passerby`)

// otherPlurals are further plurals of words that have a usual one.
var otherPlurals = NewPairs(`persons person, indexes index, appendixes appendix`)

var irregularPlurals = func() map[string]string {
	m := map[string]string{}
	for many, one := range irregular {
		m[one] = many
	}
	return m
}()

var (
	// unchanging are nouns that are their own plural.
	unchanging = NewSet("series species aircraft spacecraft sheep fish deer staff personnel crossroads headquarters means")
	// uncountable are nouns that have no plural: nobody counts them.
	uncountable = NewSet(`equipment news feedback data information traffic software hardware luggage
		baggage furniture money media physics mathematics economics logistics analytics politics athletics electronics genetics ethics gymnastics`)
	// endInS are singulars that look like plurals.
	endInS = NewSet("gas lens alias bias canvas atlas chaos")
)

// Uncountable reports whether a noun has no plural.
func Uncountable(noun string) bool { return uncountable[strings.ToLower(noun)] }

// Singular is the singular of a noun, or of the last word of a phrase. What is
// no plural stays as it is.
func Singular(phrase string) string {
	head, w := lastWord(phrase)
	return head + singular(w)
}

func singular(w string) string {
	low := strings.ToLower(w)
	if one, ok := irregular[low]; ok {
		return one
	}
	if one, ok := otherPlurals[low]; ok {
		return one
	}
	switch {
	case len(low) < 4 || !strings.HasSuffix(low, "s") || unchanging[low] || uncountable[low] || endInS[low] || endsWith(low, "ss", "us", "is"):
		return w
	case strings.HasSuffix(low, "ies"):
		return w[:len(w)-3] + "y"
	case endsWith(low, "sses", "xes", "zzes", "tzes", "ches", "shes", "oes"), endsWith(low, "uses") && !endsWith(low, "ouses", "auses"):
		return w[:len(w)-2]
	}
	return w[:len(w)-1]
}

// Plural is the plural of a noun, or of the last word of a phrase. A plural
// stays as it is.
func Plural(phrase string) string {
	head, w := lastWord(phrase)
	low := strings.ToLower(w)
	many, ok := irregularPlurals[low]
	switch {
	case ok:
		return head + many
	case w == "" || uncountable[low] || IsPlural(w):
		return phrase
	case strings.HasSuffix(low, "y") && len(low) > 1 && !strings.ContainsRune("aeiou", rune(low[len(low)-2])):
		return head + w[:len(w)-1] + "ies"
	case strings.HasSuffix(low, "sis"):
		return head + w[:len(w)-2] + "es"
	case endsWith(low, "s", "x", "z", "ch", "sh"):
		return head + w + "es"
	}
	return head + w + "s"
}

// IsPlural reports whether a noun, or the last word of a phrase, is a plural, as
// far as its form shows.
func IsPlural(phrase string) bool {
	_, w := lastWord(phrase)
	low := strings.ToLower(w)
	return unchanging[low] || singular(low) != low
}

// lastWord cuts a phrase or a name before its last word.
func lastWord(phrase string) (head, last string) {
	at := strings.LastIndexAny(phrase, " _-") + 1
	return phrase[:at], phrase[at:]
}

func endsWith(w string, endings ...string) bool {
	for _, e := range endings {
		if strings.HasSuffix(w, e) {
			return true
		}
	}
	return false
}

// IsParticiple reports whether a word looks like a past participle: ordered, sold.
func IsParticiple(w string) bool { return strings.HasSuffix(w, "ed") || participles[w] }

var participles = NewSet("made taken given done written taught sold run built won held")

// VerbStem is a verb without its endings: ship of ships and shipped.
func VerbStem(w string) string {
	if Among(w, "pay pays paid paying") {
		return "pay"
	}
	for _, ending := range []string{"s", "ing", "ed", "e"} {
		w = strings.TrimSuffix(w, ending)
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] {
		w = w[:n-1] // shipp
	}
	return w
}
