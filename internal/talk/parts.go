package talk

import (
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/intent"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// cues are words that a clause must have, beside its intent, to be split off: half of a
// question alone can look like anything. What has none is never split off. "Report the
// mean" makes no report, and the mode of a column is no mode of Plumb.
var cues = map[intent.Name]*lazyregexp.Regexp{
	intent.Export:         lazyregexp.New(`(?i)\b(?:export|download|save|extract|dump|file|` + formatWord + `)\b`),
	intent.CreateArtifact: lazyregexp.New(`(?i)\S\s+report\b|\b(?:memo|note|notebook|slides?|deck|presentation|dashboard|document|one-pager|letter|summary)\b`),
	intent.Provenance:     lazyregexp.New(`(?i)\b(?:come from|came from|based on|sources?|which tables?|what tables?|where (?:did|do|does|is|are)|how (?:did you|was|were))\b`),
	intent.Challenge:      lazyregexp.New(`(?i)\b(?:sure|right|correct|wrong|believe|trust|double[- ]check|verify|doubt|really|can't be|looks? off)\b`),
	intent.Summarize:      lazyregexp.New(`(?i)\b(?:summari[sz]e|summary|sum (?:it |this |that )?up|recap|so far|gist|short version|in short|findings)\b`),
	intent.Alert:          lazyregexp.New(`(?i)\b(?:alert|warn|notify|ping|let me know|tell me (?:when|if|as soon)|keep an eye|watch)\b`),
	intent.TriggerAction:  lazyregexp.New(`(?i)\b(?:send|mail|email|e-mail|post|share|forward|message|submit|upload|open a ticket|raise a ticket) (?:it|this|that|them|these|those|the (?:result|table|chart|answer|report|list)|a|an|me|to)\b`),
	intent.Reset:          lazyregexp.New(`(?i)\b(?:start over|start afresh|start again|fresh|forget|new session|clear|begin|reset|from scratch)\b`),
	intent.ModeSwitch:     lazyregexp.New(`(?i)\b(?:(?:switch|go|change|turn|move|use|enter|leave|stay)\b.*\bmode|mode (?:on|off)|switch|from (?:now|here) on)\b`),
	intent.Redo:           nothingElse,
}

// Parts are what a message wants, one after the other: each is put as a message of
// its own, after the turn of the one before. Most messages are one. What is split off is
// something else to do, such as an export, and only where the classifier is sure of it, or
// a question that is whole by itself after another such one.
func (t *Talk) Parts(ctx context.Context, text string) []string {
	one := []string{text}
	if t.Intents == nil || strings.TrimSpace(text) == "" {
		return one
	}
	c, err := t.Intents()
	if err != nil {
		return one
	}
	clauses, err := c.Clauses(ctx, text)
	if err != nil || len(clauses) == 0 {
		return one
	}
	if rest := withoutGreeting(clauses); len(rest) < len(clauses) {
		clauses, one = rest, []string{join(rest)}
	}
	var parts []string
	for start, i := 0, 1; i <= len(clauses); i++ {
		if i == len(clauses) || apart(clauses[i-1], clauses[i]) {
			parts = append(parts, join(clauses[start:i]))
			start = i
		}
	}
	if len(parts) > 1 {
		return parts
	}
	if named := namedExport(one[0]); named != nil {
		return named
	}
	if several := severalFormats(one[0]); several != nil {
		return several
	}
	if several := questionsIn(one[0]); several != nil && !t.isAnalysis(ctx, one[0]) {
		return several
	}
	return one // in the words that it was written in
}

// apart is true for two clauses of which one is done by itself: the classifier is sure of
// one of them, and the one to do is at least likely.
func apart(first, second intent.Clause) bool {
	return (acts(first) || acts(second)) && max(first.Score, second.Score) >= intent.SureScore
}

// join is several clauses as one message.
func join(clauses []intent.Clause) string {
	text := clauses[0].Text
	for i, c := range clauses[1:] {
		switch {
		case strings.HasSuffix(text, "?"):
			text += " "
		case c.Sentence != clauses[i].Sentence:
			text += ". "
		default:
			text += ", and "
		}
		text += c.Text
	}
	return text
}

var (
	// beginsQuestion is how a question for figures begins that is whole by itself.
	beginsQuestion = lazyregexp.New(`(?i)^(?:how (?:many|much) |what (?:is|was|are|were) (?:the|our) |which |who )\S+ \S+`)
	// betweenQuestions is what stands between two of them.
	betweenQuestions = lazyregexp.New(`(?i)\?\s+(?:and )?|,? and (?:also )?((?:how (?:many|much)|what (?:is|was|are|were) (?:the|our)) )`)
	// pointsAtQuestion are words of a question that is about the one before it.
	pointsAtQuestion = lazyregexp.New(`(?i)\b(?:it|its|they|them|their|those|these|that|this|same|each|former|latter)\b`)
)

// questionsIn are the questions of a message that are whole by themselves; nil where there
// is only one, or one of them needs another.
func questionsIn(text string) []string {
	var list []string
	start := 0
	for _, m := range betweenQuestions.FindAllStringSubmatchIndex(text, -1) {
		list = append(list, strings.TrimSpace(text[start:m[0]]))
		if start = m[1]; m[2] >= 0 {
			start = m[2]
		}
	}
	const most = 4
	if list = append(list, strings.TrimSpace(text[start:])); len(list) < 2 || len(list) > most {
		return nil
	}
	for i, q := range list {
		if !beginsQuestion.MatchString(q) || i > 0 && pointsAtQuestion.MatchString(q) {
			return nil
		}
	}
	return list
}

// isAnalysis is true for a message that is answered in several steps as a whole.
func (t *Talk) isAnalysis(ctx context.Context, text string) bool {
	analyst, ok := t.Brain.(brain.Analyst)
	if !ok {
		return false
	}
	found, err := analyst.Analyze(ctx, brain.Question{Text: text, Now: t.Today()})
	return err == nil && found != nil
}

// acts is true for a clause that wants something else than figures.
func acts(c intent.Clause) bool {
	cue := cues[c.Name]
	return cue != nil && c.Score >= intent.LikelyScore && cue.MatchString(strings.TrimSpace(c.Text))
}

// withoutGreeting leaves out a greeting before something else; thanks alone stay.
func withoutGreeting(clauses []intent.Clause) []intent.Clause {
	if len(clauses) > 1 && clauses[0].Name == intent.Greeting && clauses[0].Score >= intent.SureScore {
		return clauses[1:]
	}
	return clauses
}

// severalFormats splits an export of the last answer in several formats; nil for another
// message.
func severalFormats(text string) []string {
	if r := parseExport(text); !r.named || len(r.rest) > 0 || r.name != "" || !cues[intent.Export].MatchString(text) {
		return nil
	}
	var list []string
	for _, m := range saysFormat.FindAllStringSubmatch(text, -1) {
		if part := "export it as " + formats[strings.ToLower(m[1])]; !slices.Contains(list, part) {
			list = append(list, part)
		}
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// namedExport splits an export of something that the message names: first that is
// asked for, and then exported. It is nil for another message.
func namedExport(text string) []string {
	m := exportOf.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || len(parseExport(m[2]).rest) == 0 {
		return nil
	}
	question := m[2]
	if verb := strings.ToLower(m[1]); verb == "show" || verb == "list" {
		question = verb + " " + question
	}
	return []string{question, "export it as " + parseExport(text).format}
}
