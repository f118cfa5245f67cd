package critic

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/fault"
)

// Model is a language model that judges answers after the rules. Its words are data.
type Model interface {
	Critique(ctx context.Context, a Answer) (Remark, error)
}

// Remark is what a model says of an answer.
type Remark struct {
	Decision Decision
	Aspect   Aspect
	Reason   string
	Parts    []string
	By       string // provider/model
}

// longestReason is how much of a model's reason is shown, in characters.
const longestReason = 300

// askModel lets a model lower a verdict by one step: an answer that stands is tried once
// more, or, where it cannot be, rejected. One that cannot be asked changes nothing.
func (c *Critic) askModel(ctx context.Context, a Answer, v *Verdict) error {
	if c.Model == nil || v.Decision != Accept {
		return ctx.Err()
	}
	r, err := c.Model.Critique(ctx, a)
	if err != nil {
		return ctx.Err()
	}
	v.Model = r.By
	if r.Decision != Reject && r.Decision != Retry {
		return nil
	}
	f := Finding{Aspect: r.Aspect, Kind: Objection, Severity: fault.Error, Hint: "look at the reading and the rows",
		Message: fmt.Sprintf("A language model objects: %s.", strings.TrimRight(plain(r.Reason), ".!"))}
	switch f.Aspect {
	case Relevance, Grounding, Completeness, Hallucination:
	default:
		f.Aspect = Relevance
	}
	for _, p := range r.Parts[:min(len(r.Parts), 3)] {
		f.Parts = append(f.Parts, plain(p))
	}
	switch {
	case a.CanRetry:
		v.Decision = Retry
	case r.Decision == Reject:
		v.Decision = Reject
	default:
		f.Severity = fault.Warning // there is no second attempt to ask for
	}
	v.Findings = append([]Finding{f}, v.Findings...)
	v.Findings = v.Findings[:min(len(v.Findings), mostFindings)]
	return nil
}

// plain is a text of a model as one line for people, cut where it is long.
func plain(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || !unicode.IsPrint(r) && r != ' '
	}), " ")
	if runes := []rune(text); len(runes) > longestReason {
		return string(runes[:longestReason]) + "…"
	}
	return text
}
