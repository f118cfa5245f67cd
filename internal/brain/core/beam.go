package core

import (
	"cmp"
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// State says what a grammar allows next. It does not change: Step gives
// another.
type State interface {
	// Allowed sets mask, which is all false, for the tokens that may follow.
	Allowed(mask []bool)
	Step(token int) State
	// Done is true once the sequence is complete; nothing may follow.
	Done() bool
}

// Candidate is a sequence with the logarithm of its probability, and of each
// of its tokens' given those before.
type Candidate struct {
	LogProb float64
	Tokens  []int
	Steps   []float64
}

// MaxWidth bounds a beam.
const MaxWidth = 64

// hopeless is how far behind the best a sequence is, in nats, that is no longer
// written: it would be 20,000 times less probable.
const hopeless = 10

// hypothesis is a sequence that is not complete.
type hypothesis struct {
	Candidate
	state State
	seen  []int32
}

func (h *hypothesis) with(token int, logProb float64) Candidate {
	return Candidate{
		LogProb: h.LogProb + logProb,
		Tokens:  append(slices.Clip(h.Tokens), token),
		Steps:   append(slices.Clip(h.Steps), logProb),
	}
}

// Beam writes the most probable complete sequences of at most maxLen tokens
// that the grammar allows, the best first, at most width of them. The token
// that completes a sequence is its last. Sequences that are not complete in
// time are dropped, and those that fall far behind.
func (m *Memory) Beam(ctx context.Context, start State, width, maxLen int) ([]Candidate, error) {
	if width < 1 || width > MaxWidth {
		return nil, fault.New(fault.Internal, "a beam cannot be %d wide", width)
	}
	config := m.model.Config
	maxLen = min(maxLen, config.MaxLength)
	decoder := m.decoding()
	live, done := []hypothesis{{state: start}}, []Candidate(nil)
	mask := make([]bool, config.Tokens+m.items)
	places := make([]next, 0, width)
	for length := 0; length < maxLen && len(live) > 0; length++ {
		if err := ctx.Err(); err != nil {
			return nil, fault.Of(err)
		}
		places = places[:0]
		for i := range live {
			h := &live[i]
			p := next{token: config.Start, position: length, row: int32(length*width + i)}
			if length > 0 {
				p.token = h.Tokens[length-1]
			}
			h.seen = append(slices.Clip(h.seen), p.row)
			p.seen = h.seen
			places = append(places, p)
		}
		best := top{limit: 2 * width}
		for i, logProbs := range decoder.read(places) {
			clear(mask)
			live[i].state.Allowed(mask)
			for token, allowed := range mask {
				if allowed {
					best.offer(choice{live[i].LogProb + logProbs[token], i, token, logProbs[token]})
				}
			}
		}
		var following []hypothesis
		for _, c := range best.choices {
			leader := best.choices[0].total
			if len(done) > 0 {
				leader = max(leader, done[0].LogProb)
			}
			if c.total < leader-hopeless {
				break
			}
			h := &live[c.from]
			state := h.state.Step(c.token)
			if state.Done() {
				done = append(done, h.with(c.token, c.step))
			} else if following = append(following, hypothesis{h.with(c.token, c.step), state, h.seen}); len(following) == width {
				break
			}
		}
		live = following
		slices.SortStableFunc(done, func(a, b Candidate) int { return cmp.Compare(b.LogProb, a.LogProb) })
		done = done[:min(len(done), width)]
		if len(done) == width && len(live) > 0 && live[0].LogProb < done[width-1].LogProb {
			break // what is to come can only be less probable
		}
	}
	return done, nil
}

// Score gives sequences their probabilities, whether a grammar allows them or
// not.
func (m *Memory) Score(ctx context.Context, sequences ...[]int) ([]Candidate, error) {
	config := m.model.Config
	out := make([]Candidate, len(sequences))
	decoder := m.decoding() // what it keeps of one sequence, the next does not see
	for i, tokens := range sequences {
		if err := ctx.Err(); err != nil {
			return nil, fault.Of(err)
		}
		if len(tokens) > config.MaxLength {
			return nil, fault.New(fault.Internal, "a sequence of %d tokens is longer than the parser's %d", len(tokens), config.MaxLength)
		}
		places, seen := make([]next, len(tokens)), make([]int32, len(tokens))
		before := config.Start
		for j, token := range tokens {
			if token < 0 || token >= config.Tokens+m.items {
				return nil, fault.New(fault.Internal, "the parser knows no token %d", token)
			}
			seen[j] = int32(j)
			places[j] = next{token: before, position: j, seen: seen[:j+1], row: int32(j)}
			before = token
		}
		c := Candidate{Tokens: slices.Clone(tokens), Steps: make([]float64, len(tokens))}
		if len(tokens) > 0 {
			for j, logProbs := range decoder.read(places) {
				c.Steps[j] = logProbs[tokens[j]]
				c.LogProb += c.Steps[j]
			}
		}
		out[i] = c
	}
	return out, nil
}

// choice is one way to go on with a hypothesis.
type choice struct {
	total       float64
	from, token int
	step        float64
}

// top keeps the best choices in order; of equal ones, those offered first.
type top struct {
	limit   int
	choices []choice
}

func (t *top) offer(c choice) {
	n := len(t.choices)
	if n == t.limit && c.total <= t.choices[n-1].total {
		return
	}
	if n < t.limit {
		t.choices = append(t.choices, c)
		n++
	}
	at := n - 1
	for ; at > 0 && t.choices[at-1].total < c.total; at-- {
		t.choices[at] = t.choices[at-1]
	}
	t.choices[at] = c
}
