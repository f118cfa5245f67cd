package critic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
)

// findInReading says what is wrong with a reading that is doubted, as far as that can be told,
// and names what others leave out.
func (a Answer) findInReading(doubts Doubts) []Finding {
	severity, doubted := fault.Warning, doubts.Most() >= rejecting && !a.Beyond
	if doubts.Reading >= rejecting {
		severity = fault.Error
	}
	var list []Finding
	if doubts.Things >= rejecting {
		if words := a.notThere(); len(words) > 0 {
			list = append(list, Finding{Aspect: Relevance, Kind: NotThere, Severity: fault.Error, Parts: words,
				Message: fmt.Sprintf("Nothing in the data is called %s, and the answer is about %s instead.", english.JoinList(english.Quoted(words), "or"), a.subject()),
				Hint:    "ask in the words of the data"})
		}
	}
	for _, n := range otherRoles(a.Review) {
		what := n.Of + " " + n.Text
		message := fmt.Sprintf("%s seems to name one %s, and the answer compares %s with %s.", quote(what), english.Singular(n.Of), quote(n.Column), n.Text)
		if n.Column == "" {
			message = fmt.Sprintf("%s seems to name one %s, and the answer takes %s rows.", quote(what), english.Singular(n.Of), n.Text)
		}
		list = append(list, Finding{Aspect: Relevance, Kind: OtherRole, Severity: severity, Message: message, Parts: []string{what},
			Hint: "say which column holds " + n.Text})
	}
	if parts := a.leftOut(); len(parts) > 0 {
		list = append(list, Finding{Aspect: Completeness, Kind: LeftOut, Severity: severity, Parts: parts,
			Message: fmt.Sprintf("The answer leaves out %s.", english.JoinList(english.Quoted(parts), "and")), Hint: "check the reading"})
	}
	if !doubted || slices.ContainsFunc(list, func(f Finding) bool { return f.Severity == fault.Error }) {
		return list
	}
	f := Finding{Aspect: Relevance, Kind: OtherReading, Severity: fault.Error, Hint: "check the reading, and rephrase the question if you mean something else",
		Message: fmt.Sprintf("The question does not seem to mean %s.", quote(shorten(a.Sentence)))}
	for _, w := range a.Review.Words {
		if w.Stands == brain.StandsForNothing && (w.Place != brain.NoPlace || w.Known) {
			f.Parts = append(f.Parts, w.Text)
		}
	}
	if len(f.Parts) > 0 {
		f.Message = fmt.Sprintf("The question does not seem to mean %s: nothing of that is %s.", quote(shorten(a.Sentence)), english.JoinList(english.Quoted(f.Parts), "or"))
	}
	return append(list, f)
}

// findUnchanged finds a reading that is the one which was said to be wrong.
func (a Answer) findUnchanged() []Finding {
	if a.Wrong == "" || a.Wrong != a.Sentence {
		return nil
	}
	return []Finding{{Aspect: Completeness, Kind: LeftOut, Severity: fault.Error, Message: "This is the answer as before: Plumb did not understand what should change.",
		Hint: "name a column or a value as the schema spells it, or edit the statement"}}
}

// Words that are this far from all that a reading reads, and from all that the database
// has, name something else. The first is for what is asked for itself.
const (
	farAskedFor = 0.15
	farNoun     = 0.4
)

// notThere are the words for things that the database does not have.
func (a Answer) notThere() []string {
	var list []string
	for _, w := range a.Review.Words {
		if w.Stands != brain.StandsForNothing || w.Known || !w.Measured {
			continue
		}
		from := 2.0
		switch w.Place {
		case brain.AskedFor:
			from = farAskedFor
		case brain.Noun, brain.Modifies, brain.InPhrase, brain.Done:
			from = farNoun
		}
		if farOf(w) >= from && nowhereOf(w) >= from/2 {
			list = append(list, w.Text)
		}
	}
	return list[:min(len(list), 3)]
}

// leftOut are the parts of the question that the reading leaves out for sure.
func (a Answer) leftOut() []string {
	var list []string
	for _, u := range a.Review.Unmet {
		list = append(list, u.Text)
	}
	return list[:min(len(list), 3)]
}

// subject is what the reading is about, in words.
func (a Answer) subject() string {
	if m := a.Meaning; m != nil && m.Row.Plural != "" {
		return m.Row.Plural
	}
	if s := a.Review.Subject; len(s) > 0 {
		return strings.Join(s[:min(len(s), 2)], " and ")
	}
	return "something else"
}
