package talk

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/intent"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// cues are words that a clause must have, beside its intent, to be split off: half of a
// question alone can look like anything. What has none is never split off.
var cues = map[intent.Name]*lazyregexp.Regexp{
	intent.Export:         lazyregexp.New(`(?i)\b(?:export|download|save|extract|dump|file|` + formatWord + `)\b`),
	intent.CreateArtifact: lazyregexp.New(`(?i)\b(?:report|memo|note|notebook|slides?|deck|presentation|dashboard|document|one-pager|letter|summary)\b`),
	intent.Provenance:     lazyregexp.New(`(?i)\b(?:come from|came from|based on|sources?|which tables?|what tables?|where (?:did|do|does|is|are)|how (?:did you|was|were))\b`),
	intent.Challenge:      lazyregexp.New(`(?i)\b(?:sure|right|correct|wrong|believe|trust|double[- ]check|verify|doubt|really|can't be|looks? off)\b`),
	intent.Summarize:      lazyregexp.New(`(?i)\b(?:summari[sz]e|summary|sum (?:it |this |that )?up|recap|so far|gist|short version|in short|findings)\b`),
	intent.Alert:          lazyregexp.New(`(?i)\b(?:alert|warn|notify|ping|let me know|tell me (?:when|if|as soon)|keep an eye|watch)\b`),
	intent.TriggerAction:  lazyregexp.New(`(?i)\b(?:send|mail|email|e-mail|post|share|forward|message|submit|upload|open a ticket|raise a ticket) (?:it|this|that|them|these|those|the (?:result|table|chart|answer|report|list)|a|an|me|to)\b`),
	intent.Reset:          lazyregexp.New(`(?i)\b(?:start over|start afresh|start again|fresh|forget|new session|clear|begin|reset|from scratch)\b`),
	intent.ModeSwitch:     lazyregexp.New(`(?i)\b(?:mode|switch|from (?:now|here) on)\b`),
	intent.Redo:           nothingElse,
}

// Parts are what a message wants, one after the other: each is put as a message of
// its own, after the turn of the one before. Most messages are one. A question is never
// cut: what is split off is something else to do, such as an export, and only where the
// classifier is sure of it.
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
