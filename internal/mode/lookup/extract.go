package lookup

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// How sentences are chosen. Set by hand.
const (
	byMeaning   = 0.55 // the weight of nearness in meaning beside that of words in common
	enough      = 0.34 // the least that the best sentence must reach
	beside      = 0.72 // of the best, what further sentences must reach
	maxChosen   = 5
	maxListed   = 12 // items of one list
	sameWords   = 0.8
	inPassage   = 0.25 // how much the relevance of the passage counts
	answersKind = 0.12 // what a sentence gains that has what the question asks for: a number, a time
)

// candidate is a sentence with how well it answers.
type candidate struct {
	sentence
	score float64
	own   float64 // the share of the question that it has itself
}

// extract chooses the sentences of passages that answer a question, word for word, in the
// order of their documents. It is empty where none does.
func (m *Mode) extract(ctx context.Context, question string, passages []Passage) (answer, error) {
	list, err := m.rate(ctx, question, passages)
	if err != nil || len(list) == 0 {
		return answer{}, err
	}
	best := slices.MaxFunc(list, func(a, b candidate) int { return cmp.Compare(a.score, b.score) })
	if best.score < enough {
		return answer{}, nil
	}
	chosen := choose(list, best)
	return join(chosen, passages), nil
}

// rate says how well each sentence of the passages answers a question.
func (m *Mode) rate(ctx context.Context, question string, passages []Passage) ([]candidate, error) {
	var list []candidate
	for n, p := range passages {
		for _, s := range cut(n, p.Text) {
			if !p.isHeading(s.text) {
				list = append(list, candidate{sentence: s})
			}
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	asked := words(question)
	weight := rarity(asked, list)
	near := make([]float64, len(list))
	if m.Embedder != nil {
		texts := []string{question}
		for _, c := range list {
			texts = append(texts, withHeading(passages[c.passage], c.text))
		}
		vectors, err := m.Embedder.Embed(ctx, texts)
		if err != nil {
			return nil, err
		}
		for i := range list {
			near[i] = max(dot(vectors[0], vectors[i+1]), 0)
		}
	}
	kind := kindOf(question)
	for i := range list {
		c := &list[i]
		p := passages[c.passage]
		own, above := weightOf(asked, words(c.text), weight), weightOf(asked, words(p.Title+" "+strings.Join(p.Section, " ")), weight)
		c.own = own
		said := min(own+0.5*above, 1)
		c.score = said
		if m.Embedder != nil {
			c.score = byMeaning*near[i] + (1-byMeaning)*said
		}
		c.score = (1-inPassage)*c.score + inPassage*p.Relevance
		if kind != nil && own+above > 0 && kind.MatchString(c.text) {
			c.score += answersKind
		}
		if isDefinition(question, c.text) {
			c.score += answersKind
		}
		if !strings.ContainsFunc(c.text, unicode.IsLetter) || strings.HasSuffix(c.text, "?") {
			c.score -= 0.3
		}
	}
	return list, nil
}

// isHeading is true for the title of the document, and for a heading of the passage.
func (p Passage) isHeading(text string) bool {
	return strings.EqualFold(text, p.Title) || slices.ContainsFunc(p.Section, func(s string) bool { return strings.EqualFold(text, s) })
}

// withHeading is a sentence with the heading that it stands under, which says what it is
// about.
func withHeading(p Passage, text string) string {
	if len(p.Section) == 0 {
		return text
	}
	return p.Section[len(p.Section)-1] + ": " + text
}

// rarity is how much each word of the question tells: those that few sentences have tell
// most.
func rarity(asked []string, list []candidate) map[string]float64 {
	in := map[string]int{}
	for _, c := range list {
		seen := map[string]bool{}
		for _, w := range words(c.text) {
			if !seen[w] {
				seen[w] = true
				in[w]++
			}
		}
	}
	weight := map[string]float64{}
	for _, w := range asked {
		weight[w] = math.Log(1 + float64(len(list))/(1+float64(in[w])))
	}
	return weight
}

// weightOf is the share of the question's words that a text has, by what they tell.
func weightOf(asked, has []string, weight map[string]float64) float64 {
	total, found := 0.0, 0.0
	for i, w := range asked {
		if slices.Contains(asked[:i], w) {
			continue
		}
		total += weight[w]
		if slices.Contains(has, w) {
			found += weight[w]
		}
	}
	if total == 0 {
		return 0
	}
	return found / total
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// kinds say what the answer to a question has.
var kinds = []struct{ question, sentence *lazyregexp.Regexp }{
	{lazyregexp.New(`(?i)\b(?:how long|how soon|how quickly|when|what (?:day|date|time|deadline|period)|how often|until when|by when)\b`),
		lazyregexp.New(`(?i)\d|\b(?:day|week|month|quarter|year|hour|minute|annual|daily|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|immediately|always|never|one|two|three|four|five|six|seven|eight|nine|ten|thirty|sixty|ninety)`)},
	{lazyregexp.New(`(?i)\b(?:how much|how many|what (?:percentage|share|amount|limit|price|cost|fee|rate|threshold|minimum|maximum)|what is the (?:\w+ )?(?:limit|fee|rate|threshold|minimum|maximum|price|cost))\b`),
		lazyregexp.New(`(?i)\d|%|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|none|free|half|unlimited)\b`)},
	{lazyregexp.New(`(?i)^\s*(?:and |so |but )?(?:who|whom|whose)\b|\bwhich (?:team|person|role|department|manager)\b`),
		lazyregexp.New(`(?i)\b(?:team|manager|director|officer|head|lead|department|owner|board|committee|customer|supplier|staff|employee|finance|legal|sales|support|he|she|they|cfo|ceo|cto|coo)\b|\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+`)},
	{lazyregexp.New(`(?i)^\s*why\b`), lazyregexp.New(`(?i)\b(?:because|so that|in order to|since|due to|therefore|reason|to avoid|to ensure|protects?)\b`)},
}

func kindOf(question string) *lazyregexp.Regexp {
	for _, k := range kinds {
		if k.question.MatchString(question) {
			return k.sentence
		}
	}
	return nil
}

var asksDefinition = lazyregexp.New(`(?i)^(?:so |and |please )?(?:what(?:'s| is| are| was| does| do)|define|explain|describe|tell me about|what is meant by)\s+(?:(?:is |are )?(?:an?|the|our)\s+)?(.+?)(?:\s+(?:mean|means|refer to|stand for|work|all about|about))?\s*[?.!]*$`)

// isDefinition is true for a sentence that begins by saying what the thing asked for is.
func isDefinition(question, text string) bool {
	m := asksDefinition.FindStringSubmatch(strings.TrimSpace(question))
	if m == nil {
		return false
	}
	thing := words(m[1])
	if len(thing) == 0 || len(thing) > 5 {
		return false
	}
	head := text
	if i := defines.FindStringIndex(text); i != nil {
		head = text[:i[0]]
	} else {
		return false
	}
	has := words(head)
	const most = 3 // further words
	return len(has) <= len(thing)+most && !slices.ContainsFunc(thing, func(w string) bool { return !slices.Contains(has, w) })
}

var defines = lazyregexp.New(`(?i)\s(?:is|are|means|mean|refers to|describes|covers|consists of|includes)\s|[:–—]\s`)

// choose takes the best sentences: those that come near to the best, and the rest of a list
// that the best is an item of. None says again what another says.
func choose(list []candidate, best candidate) []candidate {
	ranked := slices.Clone(list)
	slices.SortStableFunc(ranked, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var chosen []candidate
	for _, c := range ranked {
		if c.score < beside*best.score || c.score < enough || len(chosen) == maxChosen {
			break
		}
		if c.row && best.row && c.passage == best.passage && c.own < best.own {
			continue // the table says it of another
		}
		if !slices.ContainsFunc(chosen, func(o candidate) bool { return alike(o.text, c.text) }) {
			chosen = append(chosen, c)
		}
	}
	if best.item || strings.HasSuffix(best.text, ":") {
		for _, c := range listOf(list, best) {
			if len(chosen) < maxListed && !slices.ContainsFunc(chosen, func(o candidate) bool { return o.passage == c.passage && o.at == c.at || alike(o.text, c.text) }) {
				chosen = append(chosen, c)
			}
		}
	}
	rank := map[int]int{} // passages by their best sentence
	for i, c := range chosen {
		if _, known := rank[c.passage]; !known {
			rank[c.passage] = i
		}
	}
	slices.SortFunc(chosen, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(rank[a.passage], rank[b.passage]), cmp.Compare(a.at, b.at))
	})
	return withoutIntroductions(chosen)
}

// withoutIntroductions leaves out what introduces a list of which nothing is told: “It has
// three steps:”.
func withoutIntroductions(chosen []candidate) []candidate {
	if len(chosen) == 1 {
		return chosen
	}
	var list []candidate
	for i, c := range chosen {
		if !strings.HasSuffix(c.text, ":") || i+1 < len(chosen) && chosen[i+1].passage == c.passage && (chosen[i+1].item || chosen[i+1].row) {
			list = append(list, c)
		}
	}
	return list
}

// listOf are the items that stand in one list with another, or after the words that
// introduce it.
func listOf(list []candidate, of candidate) []candidate {
	var out []candidate
	for _, c := range list {
		switch {
		case c.passage != of.passage || c.at == of.at && !c.item:
		case c.item:
			out = append(out, c)
		case c.at > of.at:
			return out
		default:
			out = nil
		}
	}
	return out
}

// alike is true for two sentences with nearly the same words.
func alike(a, b string) bool {
	x, y := words(a), words(b)
	if len(x) == 0 || len(y) == 0 {
		return a == b
	}
	common := 0
	for _, w := range x {
		if slices.Contains(y, w) {
			common++
		}
	}
	return float64(common) >= sameWords*float64(max(len(x), len(y)))
}

// join writes sentences as one text: those of a list under each other.
func join(chosen []candidate, passages []Passage) answer {
	var a answer
	var text strings.Builder
	for i, c := range chosen {
		switch {
		case i == 0:
		case c.item || c.row || chosen[i-1].item || chosen[i-1].row:
			text.WriteByte('\n')
		case c.passage != chosen[i-1].passage:
			text.WriteByte('\n')
		default:
			text.WriteByte(' ')
		}
		if c.item {
			text.WriteString("- ")
		}
		at := text.Len()
		text.WriteString(c.text)
		a.rests = append(a.rests, rest{at: at, end: text.Len(), passage: &passages[c.passage], quote: c.quote})
	}
	a.text = text.String()
	return a
}
