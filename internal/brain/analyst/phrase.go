package analyst

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/plan"
)

// politely are words with which people begin, before they say what they want.
const politely = `^(?:(?:and|but|so|ok|okay|then|well|now|hi|hello|please|plumb|also)[, ]+)*(?:(?:can|could|would) (?:you|we|i) (?:please )?)?` +
	`(?:(?:show|give|get|tell)(?: me| us)? |i(?:'d| would) like (?:to (?:see|know|have) )?|i (?:want|need) (?:to (?:see|know|have) )?|let(?:'s|s| us) |run |do |make |perform |create |compute |calculate |see |find(?: out)? |draw |plot |conduct |please )*`

// phrase compiles a pattern of a message that may begin politely; it ends where the
// message does.
func phrase(pattern string) *lazyregexp.Regexp { return lazyregexp.New(politely + pattern + `$`) }

// plainText is a message without its punctuation at the end, in lower case and with
// straight apostrophes.
func plainText(text string) string {
	text = strings.NewReplacer("’", "'", "‘", "'").Replace(text)
	text = strings.TrimRight(lower(strings.TrimSpace(text)), "?!., ")
	text = strings.TrimRight(strings.TrimSuffix(text, " please"), ", ")
	return strings.Join(strings.Fields(text), " ")
}

// readForm lets the parser read a question; nil where it is not sure enough.
func (a *Analyst) readForm(ctx context.Context, text string, q brain.Question) (*form.Query, *brain.Reading, error) {
	answer, err := a.Read(ctx, brain.Question{Text: text, Now: q.Now})
	if err != nil || len(answer.Readings) == 0 || answer.Confidence < leastSure {
		return nil, nil, err
	}
	r := &answer.Readings[0]
	read, ok := r.Form.(*form.Query)
	if !ok || read == nil {
		return nil, nil, nil
	}
	r.Probability = answer.Confidence
	return read, r, nil
}

// namesIt is true where some word of a piece of the message is a name or a value of
// this database: spikes may be what a shop sells.
func (a *Analyst) namesIt(piece string) bool {
	words := span.Words(piece)
	return len(a.Index.Names(words)) > 0 || slices.ContainsFunc(a.Index.Values(words), func(m index.Match) bool { return m.Kind <= index.Stemmed })
}

// computeStep is the last step of a plan.
func computeStep(method string, args any, output, goal string, inputs ...string) (plan.Step, error) {
	encoded, err := json.Marshal(args)
	return plan.Step{Language: plan.Compute, Method: method, Arguments: encoded, Inputs: inputs, Output: output, Goal: goal}, err
}

// analysis is a plan whose figure the parser read, with that reading in words.
func analysis(p *plan.Plan, r *brain.Reading) *brain.Analysis {
	sentence := p.Title
	if r.Sentence != "" {
		sentence += ": " + r.Sentence
	}
	return &brain.Analysis{Plan: p, Sentence: sentence, Confidence: r.Probability}
}

// rowsOfTable is what the rows of a table are called, several of them. A file is named
// for what it holds together, and not for its rows.
func rowsOfTable(ix *index.Index, t int) string {
	if one := &ix.Tables[t]; len(ix.Tables) == 1 && singular(one.Words) == strings.Join(one.Words, " ") {
		if one.Noun == "" || strings.EqualFold(one.Noun, singular(one.Words)) {
			return "rows"
		}
		return english.Plural(one.Noun)
	}
	return render.Table(ix, t, true)
}
