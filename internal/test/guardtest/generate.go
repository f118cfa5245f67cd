package guardtest

import (
	"math/rand/v2"
	"strings"
)

// Rules is a grammar to make statements from: each name has alternatives, in
// which <name> stands for another rule. The first alternative of a rule is
// taken where a statement has become deep enough, so it should be short.
type Rules map[string][]string

// Expand makes a text from the rule.
func (r Rules) Expand(rng *rand.Rand, rule string, depth int) string {
	alternatives, ok := r[rule]
	if !ok {
		return "<" + rule + ">" // not a rule: the operators < and >
	}
	text := alternatives[0]
	if depth > 0 {
		text = alternatives[rng.IntN(len(alternatives))]
	}
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "<")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		name, after, ok := strings.Cut(rest, ">")
		if _, known := r[name]; !ok || !known {
			out.WriteByte('<')
			text = rest
			continue
		}
		out.WriteString(r.Expand(rng, name, depth-1))
		text = after
	}
}

// Statements makes n statements from the rule "statement", the same ones each
// time.
func (r Rules) Statements(seed uint64, n int) []string {
	rng := rand.New(rand.NewPCG(seed, seed))
	out := make([]string, n)
	for i := range out {
		out[i] = r.Expand(rng, "statement", 7)
	}
	return out
}
