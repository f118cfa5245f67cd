package critic

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// How far a sentence may be from the passage that it cites; set on the pairs of
// testdata/passages.jsonl that are called tune.
const (
	coveredFrom = 0.7  // the part of its words that the passage has, which is enough by itself
	partFrom    = 0.55 // the part that is enough where the whole is as near as nearFrom
	nearFrom    = 0.6  // a cosine
	wordFrom    = 0.55 // the cosine from which a word stands for another
	aboutFrom   = 0.5  // the part of its words from which a clause of the passage says the same, or the opposite
)

// supports holds a sentence against the passages that it cites. It returns what is wrong,
// or nil.
func (c *Critic) supports(ctx context.Context, sentence string, passages []Passage) (*Finding, error) {
	var texts, parts []string
	for _, p := range passages {
		texts = append(texts, p.Title+"\n"+p.Text)
		for _, s := range sentencesOf(p.Text) {
			parts = append(parts, p.Text[s.start:s.end])
		}
	}
	source := strings.Join(texts, "\n")
	if f := missingFigure(sentence, source); f != nil {
		return f, nil
	}
	own := termsOf(sentence)
	if f := missingName(sentence, own, source); f != nil {
		return f, nil
	}
	if len(own) == 0 {
		return nil, nil
	}
	clauses := clausesOf(parts)
	for _, claim := range clausesOf([]string{sentence}) {
		if f := contradiction(claim, clauses); f != nil {
			return f, nil
		}
	}
	said := termsOf(source)
	covered, err := c.likeness(ctx, own, said)
	if err != nil {
		return nil, err
	}
	near, err := c.nearest(ctx, sentence, parts)
	if err != nil {
		return nil, err
	}
	if covered >= coveredFrom || covered >= partFrom && near >= nearFrom {
		return nil, nil
	}
	return &Finding{Aspect: Grounding, Kind: NotInSource, Severity: fault.Error, Parts: []string{sentence},
		Message: fmt.Sprintf("What is cited for %s does not say it.", quote(shorten(sentence))), Hint: "read the passage"}, nil
}

// missingFigure finds a number that the source does not have, or has of something else.
func missingFigure(sentence, source string) *Finding {
	have := figuresOf(source)
	for _, f := range figuresOf(sentence) {
		found, units := false, []string(nil)
		for _, h := range have {
			if !f.is(h) {
				continue
			}
			if found = sameUnit(f, h); found {
				break
			}
			units = append(units, h.unit)
		}
		switch {
		case found:
		case len(units) == 0:
			return &Finding{Aspect: Hallucination, Kind: NotInSource, Severity: fault.Error, Parts: []string{f.text},
				Message: fmt.Sprintf("The text says %s, which what it cites does not have.", quote(f.text)), Hint: "read the passage"}
		default:
			return &Finding{Aspect: Hallucination, Kind: Contradicted, Severity: fault.Error, Parts: []string{f.text + " " + f.unit},
				Message: fmt.Sprintf("The text says %s, and what it cites says %s.", quote(f.text+" "+f.unit), quote(f.text+" "+units[0])), Hint: "read the passage"}
		}
	}
	return nil
}

// sameUnit is false only for two numbers of different units, such as days and hours.
func sameUnit(a, b figure) bool {
	if a.percent != b.percent && (a.percent || b.percent) {
		return a.unit == "" || b.unit == ""
	}
	x, ok := english.UnitOf(a.unit)
	y, also := english.UnitOf(b.unit)
	return !ok || !also || x == y
}

// missingName finds a word that is written as a name, and that the source does not have.
func missingName(sentence string, own []term, source string) *Finding {
	low := strings.ToLower(source)
	have := map[string]bool{}
	for _, t := range termsOf(source) {
		have[t.stem] = true
	}
	for _, t := range own {
		if !t.name || have[t.stem] || strings.Contains(low, strings.ToLower(t.text)) || isInitialsOf(t.text, source) {
			continue
		}
		if _, isFigure := figureIn(t.text); isFigure {
			continue
		}
		return &Finding{Aspect: Hallucination, Kind: NotInSource, Severity: fault.Error, Parts: []string{t.text},
			Message: fmt.Sprintf("The text names %s, which what it cites does not.", quote(t.text)), Hint: "read the passage"}
	}
	return nil
}

// isInitialsOf is true for letters that words of a text begin with, one after the other: the
// CFO where it has a chief financial officer.
func isInitialsOf(name, text string) bool {
	if len(name) < 2 || len(name) > 6 || strings.ToUpper(name) != name {
		return false
	}
	var initials strings.Builder
	for _, w := range wordsOf(text) {
		if w = bare(w); w != "" && !english.Among(strings.ToLower(w), "of and the for") {
			initials.WriteString(strings.ToUpper(w[:1]))
		}
	}
	return strings.Contains(initials.String(), name)
}

// statement is a part of a sentence that says something by itself.
type statement struct {
	text      string
	terms     []term
	relations []string
}

// clausesOf cuts sentences where they turn to something else.
func clausesOf(sentences []string) []statement {
	var list []statement
	for _, s := range sentences {
		first := 0
		for _, at := range turns.FindAllStringIndex(s, -1) {
			if len(termsOf(s[first:at[0]])) > 1 && len(termsOf(s[at[1]:])) > 1 {
				list = append(list, stated(s[first:at[0]]))
				first = at[1]
			}
		}
		list = append(list, stated(s[first:]))
	}
	return list
}

var turns = lazyregexp.New(`(?i)(?:;|,? (?:while|whereas|but|although|though)|, (?:and|or)) `)

func stated(text string) statement {
	s := statement{text: text, terms: termsOf(text)}
	for _, w := range wordsOf(text) {
		if w = strings.ToLower(bare(w)); opposed[w] != nil {
			s.relations = append(s.relations, w)
		}
	}
	return s
}

// coverage is the part of some terms that others have.
func coverage(own, said []term) float64 {
	if len(own) == 0 {
		return 1
	}
	have := map[string]bool{}
	for _, t := range said {
		have[t.stem] = true
	}
	n := 0.0
	for _, t := range own {
		if have[t.stem] {
			n++
		} else if slices.ContainsFunc(synonyms[t.stem], func(s string) bool { return have[s] }) {
			n += 0.8
		}
	}
	return n / float64(len(own))
}

// contradiction finds the clause of the source that is nearest in words to a claim, and in
// it a word that one of the two denies, or whose opposite it has.
func contradiction(claim statement, source []statement) *Finding {
	part := 0.0
	var closest *statement
	for i := range source {
		if c := coverage(claim.terms, source[i].terms); c > part {
			closest, part = &source[i], c
		}
	}
	if closest == nil || part < aboutFrom {
		return nil
	}
	word, turned := "", 0
	for _, t := range claim.terms {
		if has(closest.terms, t.stem) {
			yes := slices.ContainsFunc(closest.terms, func(o term) bool { return o.stem == t.stem && !o.denied })
			no := slices.ContainsFunc(closest.terms, func(o term) bool { return o.stem == t.stem && o.denied })
			if t.denied && !no || !t.denied && !yes {
				word, turned = t.text, 1
			}
		}
	}
	for _, t := range claim.terms {
		if !has(closest.terms, t.stem) && slices.ContainsFunc(closest.terms, func(o term) bool { return isOpposite(t.stem, o.stem) }) {
			word, turned = t.text, turned+1
			break
		}
	}
	for _, r := range claim.relations {
		if !slices.Contains(closest.relations, r) && slices.ContainsFunc(opposed[r], func(o string) bool { return slices.Contains(closest.relations, o) }) {
			word, turned = r, turned+1
			break
		}
	}
	if turned%2 == 0 { // "not allowed" and "forbidden" are the same
		return nil
	}
	return &Finding{Aspect: Hallucination, Kind: Contradicted, Severity: fault.Error, Parts: []string{claim.text},
		Message: fmt.Sprintf("What is cited for %s says the opposite, as far as %s is concerned.", quote(shorten(claim.text)), quote(word)), Hint: "read the passage"}
}

// likeness is coverage, where a word also counts that means nearly the same as one of the
// others.
func (c *Critic) likeness(ctx context.Context, own, said []term) (float64, error) {
	covered := coverage(own, said)
	if covered >= coveredFrom || c.Embedder == nil {
		return covered, ctx.Err()
	}
	var texts []string
	add := func(t term) {
		if w := strings.ToLower(t.text); !slices.Contains(texts, w) {
			texts = append(texts, w)
		}
	}
	for _, t := range own {
		if coverage([]term{t}, said) == 0 && !t.name {
			add(t)
		}
	}
	mine := len(texts)
	for _, t := range said {
		if len(texts) < mine+mostCompared {
			add(t)
		}
	}
	vectors, err := c.embed(ctx, texts)
	if vectors == nil || mine == 0 {
		return covered, err
	}
	for i := range mine {
		for _, v := range vectors[mine:] {
			if dot(vectors[i], v) >= wordFrom {
				covered += 0.8 / float64(len(own))
				break
			}
		}
	}
	return covered, nil
}

// embed gives vectors, nil where nobody can.
func (c *Critic) embed(ctx context.Context, texts []string) ([][]float32, error) {
	if c.Embedder == nil || len(texts) == 0 {
		return nil, ctx.Err()
	}
	e, err := c.Embedder()
	if err != nil {
		return nil, ctx.Err() // words decide
	}
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return nil, ctx.Err()
	}
	return vectors, nil
}

func dot(a, b []float32) float64 {
	sum := float32(0)
	for i, x := range a {
		sum += x * b[i]
	}
	return float64(sum)
}

// nearest is the cosine of a text with the nearest of some others, or of two of them
// together; 0 where nobody can tell.
func (c *Critic) nearest(ctx context.Context, text string, others []string) (float64, error) {
	texts := []string{text}
	for i := range others[:min(len(others), mostCompared)] {
		texts = append(texts, others[i])
		if i+1 < len(others) {
			texts = append(texts, others[i]+" "+others[i+1])
		}
	}
	vectors, err := c.embed(ctx, texts)
	best := 0.0
	for i := 1; i < len(vectors); i++ {
		best = max(best, dot(vectors[0], vectors[i]))
	}
	return best, err
}

// mostCompared is how many sentences or words of passages are compared.
const mostCompared = 60

// shorten cuts a text for a message.
func shorten(text string) string {
	const most = 120
	if runes := []rune(text); len(runes) > most {
		return strings.TrimSpace(string(runes[:most])) + "…"
	}
	return text
}
