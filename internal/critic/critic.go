// Package critic reads an answer before people do, whoever gave it, and says whether it
// stands: whether it is about what was asked, rests on its rows or its passages, leaves
// nothing out, and claims nothing that is nowhere. It holds the answer against the question
// by rules and by two regressions that were fitted to wrong readings; a language model may be
// asked after that, and can only lower the verdict.
//
// What is read here is data: no word of a question, a passage, a value or a model is
// followed.
package critic

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/embed"
)

// Decision is what becomes of an answer.
type Decision string

// The decisions.
const (
	Accept Decision = "accept"
	Reject Decision = "reject" // it becomes unsure, or is declined, and people are told why
	Retry  Decision = "retry"  // it is tried once more, and whoever tries is told why
)

// Aspect is what a finding is about.
type Aspect string

// The aspects.
const (
	Relevance     Aspect = "relevance"     // the answer is about something else
	Grounding     Aspect = "grounding"     // nothing supports a part of it
	Completeness  Aspect = "completeness"  // it leaves out a part of the question
	Hallucination Aspect = "hallucination" // it says something that its source says otherwise, or nowhere
)

// Kind is what was found. Kinds are counted, and part of the public contract.
type Kind string

// The kinds of findings.
const (
	NotThere     Kind = "not_there"      // what is asked for is nothing that the data have
	NotAQuestion Kind = "not_a_question" // the message wants something done, and was read as a question
	OtherRole    Kind = "other_role"     // a number that names something was read as an amount
	LeftOut      Kind = "left_out"       // the question says something for sure that the reading leaves out
	OtherReading Kind = "other_reading"  // question and reading do not go together
	FalseFigure  Kind = "false_figure"   // the rows say otherwise
	NoSource     Kind = "no_source"      // a sentence cites nothing
	NotInSource  Kind = "not_in_source"  // the passage that a sentence cites does not say it
	Contradicted Kind = "contradicted"   // it says the opposite
	OffTopic     Kind = "off_topic"      // the text has nothing to do with the question
	Unanswered   Kind = "unanswered"     // a part of the question that the text does not speak of
	Invented     Kind = "invented"       // figures of nowhere
	Objection    Kind = "objection"      // of a language model
)

// Withholds says that rows are not shown as the answer after such a finding: the message
// asks for something that is not there, or asks nothing.
func (k Kind) Withholds() bool { return k == NotThere || k == NotAQuestion }

// Finding is something that is wrong with an answer.
type Finding struct {
	Aspect   Aspect         `json:"aspect"`
	Kind     Kind           `json:"kind"`
	Severity fault.Severity `json:"severity"` // an error is a reason to reject the answer
	Message  string         `json:"message"`  // for people
	Hint     string         `json:"hint,omitempty"`
	Parts    []string       `json:"parts,omitempty"` // the words of the question or of the answer that it is about
}

// Verdict is what the critic says of an answer.
type Verdict struct {
	Decision Decision  `json:"decision"`
	Findings []Finding `json:"findings,omitempty"` // errors first
	// Doubt is the probability that the reading is wrong, as far as the regressions can tell,
	// each by itself; -1 where there was nothing to read.
	Doubt float64 `json:"doubt"`
	Model string  `json:"model,omitempty"` // that had a say, as provider/model
}

// Reason is why an answer does not stand, in one sentence for people; "" for one that does.
func (v Verdict) Reason() string {
	if v.Decision == Accept || len(v.Findings) == 0 {
		return ""
	}
	return v.Findings[0].Message
}

// Code marks the critic's findings among the diagnostics of a cell.
const Code fault.Code = "CRITIC"

// Diagnostics are the findings as a cell keeps them.
func (v Verdict) Diagnostics() []fault.Diagnostic {
	var list []fault.Diagnostic
	for _, f := range v.Findings {
		list = append(list, fault.Diagnostic{Severity: f.Severity, Code: Code, Message: f.Message, Hint: f.Hint})
	}
	return list
}

// mostFindings is how many findings a verdict has.
const mostFindings = 12

// Critic judges answers. It may be used by many at once.
type Critic struct {
	// Embedder tells how near in meaning texts are; without it, words decide.
	Embedder func() (embed.Embedder, error)
	// Model is asked after the rules; nil asks nobody.
	Model Model
}

// Judge reads an answer. An error is a cancellation; what else fails is left out.
func (c *Critic) Judge(ctx context.Context, a Answer) (Verdict, error) {
	v := Verdict{Decision: Accept, Doubt: -1}
	if a.Chosen {
		return v, nil // the person knows what they mean
	}
	v.Findings = append(a.findRequest(), a.findUnchanged()...)
	if a.Review != nil {
		doubts := a.doubts()
		v.Doubt = doubts.Most()
		v.Findings = append(v.Findings, a.findInReading(doubts)...)
	}
	for _, find := range []func(context.Context, Answer) ([]Finding, error){findInStory, c.findInText} {
		found, err := find(ctx, a)
		if err != nil {
			return v, err
		}
		v.Findings = append(v.Findings, found...)
	}
	v.settle(v.Findings, a)
	if err := c.askModel(ctx, a, &v); err != nil {
		return v, err
	}
	return v, ctx.Err()
}

// settle takes the findings and decides.
func (v *Verdict) settle(found []Finding, a Answer) {
	rank := map[fault.Severity]int{fault.Error: 0, fault.Warning: 1, fault.Info: 2}
	slices.SortStableFunc(found, func(x, y Finding) int { return rank[x.Severity] - rank[y.Severity] })
	v.Findings = found[:min(len(found), mostFindings)]
	v.Decision = Accept
	if len(found) == 0 || found[0].Severity != fault.Error {
		return
	}
	v.Decision = Reject
	if a.CanRetry && found[0].Kind != NotAQuestion && found[0].Kind != NotThere {
		v.Decision = Retry
	}
}
