package critic

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
)

// What is read of a text at most.
const (
	mostText      = 32 << 10
	mostSentences = 200
)

// findInText holds a text against what it cites, and against the question.
func (c *Critic) findInText(ctx context.Context, a Answer) ([]Finding, error) {
	text := strings.ToValidUTF8(a.Text[:min(len(a.Text), mostText)], "")
	if strings.TrimSpace(text) == "" {
		return nil, ctx.Err()
	}
	switch a.Mode {
	case Documents:
		found, err := c.findUncited(ctx, a, text)
		if err != nil {
			return nil, err
		}
		about, err := c.findOffTopic(ctx, a, text)
		return append(found, about...), err
	case General:
		return a.findInvented(text), ctx.Err()
	}
	return nil, ctx.Err()
}

// findUncited holds each sentence against the passages that it cites.
func (c *Critic) findUncited(ctx context.Context, a Answer, text string) ([]Finding, error) {
	var list []Finding
	sentences := sentencesOf(text)
	for _, s := range sentences[:min(len(sentences), mostSentences)] {
		sentence := text[s.start:s.end]
		if claimsNothing(sentence) {
			continue
		}
		var passages []Passage
		for _, cite := range a.Citations {
			if cite.Start < s.end && s.start < cite.End {
				passages = append(passages, cite.Passages...)
			}
		}
		if len(passages) == 0 {
			list = append(list, Finding{Aspect: Grounding, Kind: NoSource, Severity: fault.Error, Parts: []string{sentence},
				Message: fmt.Sprintf("Nothing is cited for %s.", quote(shorten(sentence))), Hint: "cite a passage, or leave the sentence out"})
			continue
		}
		f, err := c.supports(ctx, sentence, passages)
		if err != nil {
			return nil, err
		}
		if f != nil {
			list = append(list, *f)
		}
		if len(list) == mostFindings {
			break
		}
	}
	return list, ctx.Err()
}

// claimsNothing is true for what needs no source: a question, an introduction, and that the
// documents say nothing.
func claimsNothing(sentence string) bool {
	low := strings.ToLower(sentence)
	switch {
	case strings.HasSuffix(sentence, "?"), strings.HasSuffix(sentence, ":"), strings.HasPrefix(sentence, "#"):
		return true
	case strings.Contains(low, "document") || strings.Contains(low, "passage") || strings.Contains(low, "excerpt") || strings.Contains(low, "handbook"):
		for _, says := range []string{"not say", "not mention", "no mention", "not specify", "say nothing", "says nothing", "not state", "not describe", "not contain", "not cover"} {
			if strings.Contains(low, says) && len(figuresOf(sentence)) == 0 {
				return true
			}
		}
	}
	return len(termsOf(sentence)) == 0
}

// aboutQuestion is how near a text is to a question at least that it answers; set on the
// pairs of testdata/tune.jsonl.
const aboutQuestion = 0.25

// findOffTopic finds a text that has nothing to do with the question, and parts of the
// question that it does not speak of.
func (c *Critic) findOffTopic(ctx context.Context, a Answer, text string) ([]Finding, error) {
	said := termsOf(text)
	for _, cite := range a.Citations {
		for _, p := range cite.Passages {
			said = append(said, termsOf(p.Title)...)
		}
	}
	parts := questionsIn(a.Question)
	var left []string
	for _, part := range parts {
		terms := termsOf(part)
		if len(terms) == 0 || coverage(terms, said) > 0.34 {
			continue
		}
		var sentences []string
		for _, s := range sentencesOf(text) {
			sentences = append(sentences, text[s.start:s.end])
		}
		near, err := c.nearest(ctx, part, sentences)
		if err != nil {
			return nil, err
		}
		if near < aboutQuestion {
			left = append(left, part)
		}
	}
	switch {
	case len(left) == 0:
		return nil, ctx.Err()
	case len(left) == len(parts):
		return []Finding{{Aspect: Relevance, Kind: OffTopic, Severity: fault.Error, Parts: left,
			Message: "The passages that were found say nothing of what was asked.", Hint: "ask in the words of the documents"}}, ctx.Err()
	}
	return []Finding{{Aspect: Completeness, Kind: Unanswered, Severity: fault.Warning, Parts: left,
		Message: fmt.Sprintf("The answer does not speak of %s.", english.JoinList(english.Quoted(left), "or")), Hint: "ask for that by itself"}}, ctx.Err()
}

// questionsIn are the questions of a message: those that end with a mark, and those that
// "and" joins before a word that asks.
func questionsIn(text string) []string {
	var list []string
	for _, s := range sentencesOf(text) {
		words := strings.Fields(text[s.start:s.end])
		first := 0
		for i, w := range words {
			asks := i+1 < len(words) && english.Among(strings.ToLower(strings.Trim(w, ",")), "and or") && english.Among(strings.ToLower(words[i+1]), "what which who when where why how is are does do can")
			if asks && i > first {
				list = append(list, strings.Join(words[first:i], " "))
				first = i + 1
			}
		}
		list = append(list, strings.Join(words[first:], " "))
	}
	return slices.DeleteFunc(list, func(q string) bool { return len(termsOf(q)) == 0 })
}

// mostSmall is up to which number a text may count without a source: two ways, three steps.
const mostSmall = 12

// findInvented finds the figures of a text that rests on no rows and no passages, and that
// nobody has said before.
func (a Answer) findInvented(text string) []Finding {
	known := figuresOf(a.Question)
	for _, s := range a.Sources {
		known = append(known, figuresOf(s)...)
	}
	for _, year := range []int{a.Now.Year(), a.Now.Year() - 1, a.Now.Year() + 1, a.Now.Day()} {
		known = append(known, figure{value: float64(year)})
	}
	var parts []string
	for _, f := range figuresOf(text) {
		small := f.value <= mostSmall && f.digits == 0 && !f.percent && !strings.ContainsAny(f.unit, "$€£")
		if !small && !slices.ContainsFunc(known, f.is) && !slices.Contains(parts, f.text) {
			parts = append(parts, f.text)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []Finding{{Aspect: Hallucination, Kind: Invented, Severity: fault.Error, Parts: parts,
		Message: fmt.Sprintf("Nothing that Plumb knows says %s.", english.JoinList(english.Quoted(parts), "or")), Hint: "ask for the figure as a question, so that it comes from the data"}}
}
