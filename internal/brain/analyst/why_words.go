package analyst

import (
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
)

// whyQuestion is a message that asks what a change comes from.
type whyQuestion struct {
	figure string // words for the figure and its conditions, without periods; "" for that of the turn before
	before *span.Period
	after  *span.Period
	last   bool   // compared with the same time a year before
	asked  string // what the message takes for granted: method.Fell, method.Rose or ""
}

// What messages take for granted.
var (
	saysFell = lazyregexp.New(`(?i)^(?:drop|f[ae]ll|declin|decreas|go(?:es|ing|ne)? (?:so )?down|went (?:so )?down|plung|crash|dip|shr[iau]nk|slump|s[iau]nk|tank|collaps|lower|down|less|fewer|downturn|reduc|loss)`)
	saysRose = lazyregexp.New(`(?i)^(?:go(?:es|ing|ne)? (?:so )?up|went (?:so )?up|ris|rose|increas|grow|grew|jump|spik|higher|up|more|soar|surg|climb|uptick|uplift|gain)`)
)

func takenForGranted(move string) string {
	switch {
	case saysFell.MatchString(move):
		return method.Fell
	case saysRose.MatchString(move):
		return method.Rose
	}
	return ""
}

var (
	// asksWhy begins a message that wants a cause.
	asksWhy = lazyregexp.New(`(?i)^(?:(?:and|but|so|ok|okay|then|well|now|hm|hi|please|plumb)[, ]+)*(?:(?:can|could) you )?(?:(?:tell|show) me |explain(?: to me)? |find out |analy[sz]e |investigate |do you know |any idea |look into |help me understand |i want to know |i'd like to know )?` +
		`(?:why|how come|what (?:caused|causes|explains|drove|drives|triggered|led to|made|makes)|what(?:'s| is| was| are| were) (?:the (?:main |biggest |key )?(?:reasons?|causes?|drivers?|explanation)|behind|driving|causing|responsible for)|(?:the )?(?:reasons?|causes?|drivers?) (?:for|of|behind)|explain|where (?:did|does) .* come from)\b`)
	// leads are words between the question word and the figure.
	leads = lazyregexp.New(`(?i)^(?: |,|did|does|do|has|have|had|is|are|was|were|we|the|our|my|their|there|been|a|an|this|that|it|see|saw|such|so many|so few|for|of|in|behind|to)*\b`)
	// moves are the verbs and nouns of a change.
	moves = lazyregexp.New(`(?i)\b(?:drop(?:ped|ping|s)?|f[ae]ll(?:s|en|ing)?|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|go(?:es|ing|ne)? (?:so )?(?:down|up)|went (?:so )?(?:down|up)|ris(?:e|es|en|ing)|rose|increas(?:e|es|ed|ing)|grow(?:s|n|ing)?|grew|growth|` +
		`jump(?:s|ed|ing)?|spik(?:e|es|ed|ing)|plung(?:e|es|ed|ing)|crash(?:es|ed|ing)?|chang(?:e|es|ed|ing)|dip(?:s|ped|ping)?|shr[iau]nk(?:s|ing)?|slump(?:s|ed|ing)?|soar(?:s|ed|ing)?|surg(?:e|es|ed|ing)|climb(?:s|ed|ing)?|s[iau]nk(?:s|ing)?|tank(?:s|ed|ing)?|` +
		`collaps(?:e|es|ed|ing)|improv(?:e|es|ed|ing|ement)|worsen(?:s|ed|ing)?|deteriorat(?:e|es|ed|ing|ion)|lower|higher|down|up|so (?:low|high|bad|good|weak|strong)|(?:much |far )?(?:worse|better|weaker|stronger)|less|fewer|more|(?:un)?even|downturn|uptick|uplift|swing|shift(?:s|ed|ing)?|move(?:s|d)?|reduc(?:e|es|ed|ing|tion)|loss of|gain(?:s|ed)?)\b`)
	// around are words about the comparison, which say nothing of the figure.
	around = lazyregexp.New(`(?i)\b(?:so (?:much|sharply|badly|fast|suddenly|strongly)|sharply|suddenly|significantly|dramatically|a lot|by \d[\d.,]* ?%?|compared|comparison|relative|versus|vs\.?|than|against|from|between|to|until|and|with|over|during|since|year over year|year-over-year|yoy|month over month|mom|` +
		`the (?:previous|prior|preceding) (?:year|month|quarter|week|period|day)|(?:previous|prior|preceding) (?:year|month|quarter|week|period|day)|in|on|for|of|the|that|this|there|was|is|were|are|did|has|have|it|happen(?:ed)?|a|an|last|recently|lately|time|period|so|by|at|per|been|being|be|much|all)\b`)
	yearBefore = lazyregexp.New(`(?i)\b(?:year over year|year-over-year|yoy|(?:compared (?:to|with)|versus|vs\.?|than|against|over) (?:the )?(?:same (?:month|quarter|week|period|time) )?(?:of |in )?(?:last|the previous|the prior|previous|prior) year|(?:same (?:month|quarter|week|period|time) (?:of |in )?)?(?:last year|the year before|a year (?:ago|earlier|before)))\b`)
)

// comparesNumber is a comparison with a number, which is no change.
var comparesNumber = lazyregexp.New(`(?i)\b(?:more|less|fewer|higher|lower) than \d[\d.,]*`)

// onlyThat is what is left of a message that says no more than why: the answer before is
// spoken of.
var onlyThat = lazyregexp.New(`(?i)^ ?(?:(?:is|was|did|does) )?(?:this|that|it|so)?(?: happen(?:ed)?| so| like that| the case)?$`)

// readWhy reads a message that asks for a cause; nil for another. Now is the
// person's clock.
func readWhy(text string, now time.Time) *whyQuestion {
	text = strings.NewReplacer("’", "'", "‘", "'").Replace(strings.TrimRight(strings.TrimSpace(text), "?!. "))
	lead := asksWhy.FindStringIndex(text)
	if lead == nil {
		return nil
	}
	rest := comparesNumber.ReplaceAllString(text[lead[1]:], " ")
	if onlyThat.MatchString(rest) && beginsWhy.MatchString(text) {
		return &whyQuestion{}
	}
	move := moves.FindStringIndex(rest)
	if move == nil {
		return nil
	}
	w := &whyQuestion{last: yearBefore.MatchString(rest), asked: takenForGranted(rest[move[0]:])}
	if w.last {
		rest = yearBefore.ReplaceAllString(rest, " ")
		if move = moves.FindStringIndex(rest); move == nil {
			return nil
		}
	}
	words := span.Words(rest)
	periods := periodsOf(words, now)
	w.figure = figureWords(rest, words, periods)
	switch {
	case len(periods) == 1:
		w.after = &periods[0].Period
	case len(periods) > 1:
		w.before, w.after = &periods[0].Period, &periods[1].Period
		if w.before.Start.After(w.after.Start) {
			w.before, w.after = w.after, w.before
		}
	}
	return w
}

// periodsOf are the periods of a message. A range whose ends are periods by
// themselves is two: who compares says from March to April.
func periodsOf(words []span.Word, now time.Time) []span.Span {
	var all []span.Span
	for _, s := range span.Find(words, now) {
		if s.Kind == span.Temporal && !s.Period.Recurring() && !s.Period.Start.IsZero() && !s.Period.End.IsZero() {
			all = append(all, s)
		}
	}
	apart := func(within *span.Span) []span.Span {
		var list []span.Span
		for _, s := range all {
			if within != nil && (s.First < within.First || s.End > within.End || s.First == within.First && s.End == within.End) {
				continue
			}
			if len(list) == 0 || s.First >= list[len(list)-1].End {
				list = append(list, s)
			}
		}
		return list
	}
	list := apart(nil)
	if len(list) == 1 {
		if ends := apart(&list[0]); len(ends) == 2 {
			return ends
		}
	}
	return list
}

// figureWords are the words that are left without periods, the change and what
// surrounds them.
func figureWords(rest string, words []span.Word, periods []span.Span) string {
	var kept []string
	for i, word := range words {
		inPeriod := false
		for _, p := range periods {
			inPeriod = inPeriod || i >= p.First && i < p.End
		}
		if !inPeriod {
			kept = append(kept, word.Text)
		}
	}
	text := strings.Join(kept, " ")
	text = leads.ReplaceAllString(text, "")
	if at := moves.FindStringIndex(text); at != nil {
		before, after := strings.TrimSpace(text[:at[0]]), strings.TrimSpace(text[at[1]:])
		// After the change come conditions ("in Germany"), or the figure itself ("the
		// drop in revenue"); words that only surround a period go.
		if onlyAround(after) {
			after = ""
		}
		if onlyAround(before) {
			before, after = "", leads.ReplaceAllString(after, "")
		}
		text = strings.TrimSpace(before + " " + after)
	}
	return strings.TrimSpace(trailing.ReplaceAllString(text, ""))
}

// trailing are words at the end that led to a period which is gone.
var trailing = lazyregexp.New(`(?i)(?:[ ,]+(?:in|on|from|to|and|between|compared|with|than|versus|vs|since|during|for|over|at|the|of|by|was|is|were|are|so))+$`)

func onlyAround(text string) bool {
	return strings.TrimSpace(strings.Trim(around.ReplaceAllString(text, " "), " ,.?!'s")) == ""
}

// month, quarter, … before: the period that is as long, and ends where this one
// begins.
func before(p span.Period, year bool) span.Period {
	if year {
		return p.Shifted(span.Year, -1)
	}
	if p.Grain != 0 && p.Shifted(p.Grain, 1).Start.Equal(p.End) {
		return p.Shifted(p.Grain, -1)
	}
	return span.Period{Start: p.Start.Add(p.Start.Sub(p.End)), End: p.Start, Grain: p.Grain}
}

// singular is the last word of a name in the singular.
func singular(words []string) string {
	if len(words) == 0 {
		return ""
	}
	list := append([]string(nil), words...)
	list[len(list)-1] = english.Singular(list[len(list)-1])
	return strings.Join(list, " ")
}
