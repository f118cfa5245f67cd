package intent

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// Embedder turns texts into vectors of length one, near to each other where the
// texts mean the same.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Tier says how far a classification can be relied on.
type Tier int

const (
	Unsure Tier = iota // only a guess: the next tier decides
	Likely             // the next tier is asked where there is one
	Sure               // can be acted on
)

// From these scores on a classification is likely, and sure.
const (
	LikelyScore = 0.65
	SureScore   = 0.80
)

func tierOf(score float64) Tier {
	switch {
	case score >= SureScore:
		return Sure
	case score >= LikelyScore:
		return Likely
	}
	return Unsure
}

// Intent is a kind of intent and the probability of it, from 0 to 1.
type Intent struct {
	Name  Name
	Score float64
}

// These were chosen on the tuning half of testdata/messages.jsonl.
const (
	sharpness   = 4.0   // how fast a likeness of meaning fades
	wordShare   = 0.6   // what a likeness in words is worth beside one in meaning
	ridge       = 0.3   // how little the exemplars are taken at their word
	temperature = 0.035 // what turns evidence into probability
)

// Classifier compares messages with exemplars. It is a kernel ridge regression:
// each exemplar speaks for its intent, and against others, as much as makes all
// exemplars come out right together. It does not change after New.
type Classifier struct {
	embedder  Embedder
	names     []Name
	words     *vocabulary
	openings  map[opening]bool
	exemplars []point
	voices    [][]float32 // for each exemplar, what it says of each name
}

// opening is the first word of an exemplar of an intent.
type opening struct {
	name Name
	word string
}

// point is a text: what it means and which words it has.
type point struct {
	meaning []float32
	words   []weighted
}

// New learns from exemplars, which it embeds first.
func New(ctx context.Context, embedder Embedder, exemplars []Exemplar) (*Classifier, error) {
	texts := make([]string, len(exemplars))
	for i, e := range exemplars {
		texts[i] = e.Text
	}
	vectors, err := vectorsOf(ctx, embedder, texts)
	if err != nil {
		return nil, err
	}
	return learn(embedder, exemplars, vectors)
}

func learn(embedder Embedder, exemplars []Exemplar, vectors [][]float32) (*Classifier, error) {
	if len(exemplars) == 0 {
		return nil, fault.New(fault.Internal, "intents cannot be learnt without exemplars")
	}
	c := prepare(embedder, exemplars)
	likeness := make([][]float64, len(exemplars))
	voices := make([][]float64, len(exemplars))
	for i, e := range exemplars {
		if len(vectors[i]) != len(vectors[0]) {
			return nil, fault.New(fault.Internal, "the vectors of the exemplars differ in length")
		}
		p := point{vectors[i], c.words.weigh(e.Text)}
		c.exemplars = append(c.exemplars, p)
		for _, q := range c.exemplars {
			likeness[i] = append(likeness[i], like(p, q))
		}
		likeness[i][i] += ridge
		voices[i] = make([]float64, len(c.names))
		voices[i][slices.Index(c.names, e.Intent)] = 1
	}
	if !solve(likeness, voices) {
		return nil, fault.New(fault.Internal, "the vectors of the exemplars contain values that are not numbers")
	}
	for _, v := range voices {
		c.voices = append(c.voices, narrow(v))
	}
	return c, nil
}

// prepare does what needs no vectors.
func prepare(embedder Embedder, exemplars []Exemplar) *Classifier {
	c := &Classifier{embedder: embedder, words: newVocabulary(exemplars), openings: map[opening]bool{}}
	for _, e := range exemplars {
		if !slices.Contains(c.names, e.Intent) {
			c.names = append(c.names, e.Intent)
		}
		c.openings[opening{e.Intent, first(e.Text)}] = true
	}
	return c
}

// opens says whether a text begins as some exemplar of the intent does.
func (c *Classifier) opens(name Name, text string) bool {
	return c.openings[opening{name, first(text)}]
}

func first(text string) string {
	if words := split(text); len(words) > 0 {
		return words[0]
	}
	return ""
}

func narrow(wide []float64) []float32 {
	out := make([]float32, len(wide))
	for i, v := range wide {
		out[i] = float32(v)
	}
	return out
}

// like is 1 + wordShare for two equal texts, and near 0 for unlike ones.
func like(p, q point) float64 {
	return math.Exp(sharpness*(dot(p.meaning, q.meaning)-1)) + wordShare*overlap(p.words, q.words)
}

// dot adds up in four places, which do not wait for each other.
func dot(x, y []float32) float64 {
	var a, b, c, d float32
	for len(x) >= 4 && len(y) >= 4 {
		a += x[0] * y[0]
		b += x[1] * y[1]
		c += x[2] * y[2]
		d += x[3] * y[3]
		x, y = x[4:], y[4:]
	}
	for i, v := range x {
		a += v * y[i]
	}
	return float64(a + b + c + d)
}

// Classify tells the intents of a message, in the order in which they come, and
// how sure the least of them is. Where nothing is likely it gives its best
// guess; an empty message has no intent.
func (c *Classifier) Classify(ctx context.Context, message string) ([]Intent, Tier, error) {
	parts, scored, err := c.parse(ctx, message)
	if err != nil || len(parts) == 0 {
		return nil, Unsure, err
	}
	intents, tier := parts.read(scored, c.opens)
	return intents, tier, nil
}

// Clauses are what each clause of a message wants, in their order, however sure
// that is.
func (c *Classifier) Clauses(ctx context.Context, message string) ([]Clause, error) {
	parts, scored, err := c.parse(ctx, message)
	if err != nil {
		return nil, err
	}
	var list []Clause
	for i, s := range parts {
		for _, clause := range s.read(scored, c.opens) {
			clause.Sentence = i
			list = append(list, clause)
		}
	}
	return list, nil
}

// parse cuts a message, and scores all texts that it can be read as.
func (c *Classifier) parse(ctx context.Context, text string) (message, map[string]Intent, error) {
	parts := cut(text)
	if len(parts) == 0 {
		return nil, nil, nil
	}
	parts.keep(func(clause string) bool {
		return slices.ContainsFunc(c.names, func(n Name) bool { return c.opens(n, clause) })
	})
	scored, err := c.score(ctx, parts.texts())
	return parts, scored, err
}

// score gives the best intent of each text.
func (c *Classifier) score(ctx context.Context, texts []string) (map[string]Intent, error) {
	vectors, err := vectorsOf(ctx, c.embedder, texts)
	if err != nil {
		return nil, err
	}
	best := make(map[string]Intent, len(texts))
	for i, text := range texts {
		if len(vectors[i]) != len(c.exemplars[0].meaning) {
			return nil, fault.New(fault.Internal, "a vector has %d numbers, those of the exemplars have %d", len(vectors[i]), len(c.exemplars[0].meaning))
		}
		best[text] = c.best(point{vectors[i], c.words.weigh(text)})
	}
	return best, nil
}

func (c *Classifier) best(p point) Intent {
	evidence := make([]float64, len(c.names))
	for i, e := range c.exemplars {
		l := like(p, e)
		for n, voice := range c.voices[i] {
			evidence[n] += l * float64(voice)
		}
	}
	top := slices.Max(evidence)
	var all float64
	for _, e := range evidence {
		all += math.Exp((e - top) / temperature)
	}
	return Intent{c.names[slices.Index(evidence, top)], 1 / all}
}

func vectorsOf(ctx context.Context, embedder Embedder, texts []string) ([][]float32, error) {
	vectors, err := embedder.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(texts) {
		return nil, fault.New(fault.Internal, "%d texts were embedded as %d vectors", len(texts), len(vectors))
	}
	return vectors, nil
}

// weakest is the lowest score of some intents.
func weakest(intents []Intent) float64 {
	return slices.MinFunc(intents, func(a, b Intent) int { return cmp.Compare(a.Score, b.Score) }).Score
}
