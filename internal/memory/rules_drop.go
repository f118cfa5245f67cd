package memory

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// Words of messages about the memory itself. Like statements about how answers look, such
// a message has no other words: “what do you know about orders?” is about orders.
var (
	memoryWords = english.NewSet(`remember remembered remembering memorise memorised memorize memorized memory memories stored saved noted learned learnt
		preferences preference settings told taught`)
	aboutMemory = memoryWords.With(english.NewSet(`what what's which whatever do did does have has had are is was be you your you've i i've me us my we our mine about of from
		on for in to the a so far already until now yet all any anything everything something information info data things thing facts notes that show list tell give see view display
		open ask asked say said know known keep kept store save recall forget delete erase remove clear wipe out please ever still using use current currently
		completely entirely can could would will and every bit everything's`))
)

// parseAsked reads what is a question or an order about the memory itself.
func parseAsked(c *clause, question bool) []Statement {
	w := readWords(c)
	first := ""
	for _, x := range w.list {
		if first == "" && !english.Among(x.text, "please can could would will you i i'd like") {
			first = x.text
		}
	}
	act := Act("")
	switch about := len(w.list) <= 14 && w.known(nil, aboutMemory); {
	case english.Among(first, "forget delete erase remove clear wipe"):
		if about && forgetsAll(w, first) {
			act = DropAll
		}
	case english.Among(first, "remember memorise memorize save store keep know"):
	case about && asksShown(w) && (question || english.Among(first, "what which show list tell give see view display open do have did")):
		act = Show
	}
	if act == "" && takesBack.MatchString(c.text) {
		act = DropLast
	}
	if act == "" {
		return nil
	}
	return []Statement{{Act: act, Text: c.said}}
}

// remembers reports whether a word speaks of the memory.
func remembers(w *words) bool {
	return slices.ContainsFunc(w.list, func(x word) bool { return memoryWords[x.text] })
}

// forgetsAll reports whether all that is known of the person is to be forgotten: not the
// data, and not the conversation.
func forgetsAll(w *words, first string) bool {
	all := w.has("everything all anything whatever memory memories preferences information")
	short := first == "forget" && len(w.list) < 4
	return all && (remembers(w) || w.has("know me")) || short && w.has("everything me")
}

// asksShown reports whether the words ask for what is known of the person.
func asksShown(w *words) bool {
	known := remembers(w) || w.has("know") && w.has("me us") || w.has("kept keep store save") && w.has("about")
	return known && w.has("me us my your mine you you've") && !w.has("it this")
}

// takesBack is what takes back the statement before it. Of an answer, people say other
// things: that it is not right.
var takesBack = pattern(`(?:forget|scratch|scrap|unlearn|never ?mind|undo remembering)(?: about)? (?:that|it|this|what i (?:just )?said|the last thing i said)(?: again| please| before| earlier| just now)?(?:,? (?:i was|that was|it'?s|it was) wrong.*)?` +
	`|i (?:take|took) (?:that|it|this) back` +
	`|(?:that|this|it)(?:'s| is) no longer (?:true|valid|right|the case|so)` +
	`|(?:that|this|it)(?:'s| is|n't| isn't)(?: not)? (?:true|valid|right|the case|so) (?:any ?more|any longer)` +
	`|(?:don'?t|do not) (?:remember|keep|save|store|memori[sz]e) (?:that|this|it)(?: again)?`)

var (
	forgets  = lazyregexp.New(`(?i)^(?:forget|unlearn|drop|remove|delete) (?:about |that |what i (?:said|told you) about |my |the (?:rule|preference|definition|meaning|note|fact) (?:about|that|for|of) |preferences? (?:for|about) )+(.+)$`)
	needless = lazyregexp.New(`(?i)^(.+?) (?:(?:are|is|isn't|aren't) (?:no longer |not )?(?:needed|necessary|wanted|required)(?: any ?(?:more|longer))|(?:are|is) no longer (?:needed|necessary|wanted|required))$`)
	stops    = lazyregexp.New(`(?i)^(?:i )?(?:stop|quit|no longer|don'?t|do not|no need to|(?:you )?(?:don'?t|do not) (?:have|need) to|(?:you )?need not) (.+?)((?: any ?(?:more|longer)| all the time| every time| again)*)$`)
	includes = lazyregexp.New(`(?i)^(?:(?:include|count|consider|show|allow|add) (.+?) (?:again|after all|once more|back in|back)|bring back (.+?)|(.+?) (?:may|can|should) be (?:included|counted|considered|shown) again)$`)
	gerunds  = english.NewPairs(`leaving leave, ignoring ignore, excluding exclude, skipping skip, omitting omit, showing show, calling call, using use, counting count,
		including include, filtering filter, answering answer, hiding hide, drawing draw, rounding round, writing write, giving give, disregarding disregard, dropping drop,
		removing remove, keeping keep, displaying display, speaking speak, talking talk, saying say, naming name, referring refer`)
)

// parseDrop reads what is to hold no longer.
func parseDrop(c *clause) []Statement {
	if m := forgets.FindStringSubmatch(c.text); m != nil {
		return statements(c, Drop, forgotten(c, m[1]))
	}
	if m := needless.FindStringSubmatch(c.text); m != nil {
		return statements(c, Drop, forgotten(c, m[1]))
	}
	if m := includes.FindStringSubmatch(c.text); m != nil {
		what := m[1] + m[2] + m[3]
		if found := parseClosed(&clause{text: "never " + what, Context: c.Context}); found != nil {
			return statements(c, Drop, found)
		}
		if found := kinds(what); found != nil {
			for i := range found {
				found[i].topic = LeaveOut
			}
			return statements(c, Drop, found)
		}
	}
	m := stops.FindStringSubmatch(c.text)
	if m == nil {
		return nil
	}
	verb, rest, _ := strings.Cut(m[1], " ")
	base, gerund := gerunds[strings.ToLower(verb)]
	if !gerund {
		// “Don't show SQL” is a preference; what no longer is to be says so.
		if m[2] == "" && !strings.HasPrefix(strings.ToLower(c.text), "no longer") {
			return nil
		}
		base = strings.ToLower(verb)
	}
	if english.Among(base, "need want") {
		return statements(c, Drop, forgotten(c, rest))
	}
	if english.Among(base, "count include consider") || base == "use" && m[2] == "" {
		return nil // “stop counting returns” leaves them out, “stop using pie charts” avoids them
	}
	// What is stopped is what would be kept if it were asked for.
	return statements(c, Drop, wished(c, base+" "+rest))
}

// wished reads a text as if it were to hold from now on.
func wished(c *clause, text string) []said {
	of := *c
	of.text, of.standing, of.asked = text, true, true
	return readKeep(&of)
}

// forgotten is what a phrase names of what is remembered: a sentence that was said, a
// topic, or a subject of whatever topic.
func forgotten(c *clause, text string) []said {
	if found := wished(c, text); found != nil {
		return found
	}
	low := plainSubject(strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(text), " preferences"), " preference"))
	for _, n := range topicNames {
		if english.Among(low, n.names) || low == n.long {
			return []said{{topic: n.topic}}
		}
	}
	if found := wished(c, "use "+text); found != nil {
		return found
	}
	if t := term(text); t != "" && !strings.Contains(low, "question") && !strings.Contains(low, "filter") {
		return []said{{subject: t}}
	}
	return nil
}

// topicNames are what people call what they said.
var topicNames = []struct {
	topic       Topic
	names, long string
}{
	{FiscalYear, "fy", "fiscal year"}, {FiscalYear, "", "financial year"}, {WeekStart, "", "week start"}, {Name, "name", ""}, {Chart, "chart charts diagram", "chart type"},
	{Currency, "currency", ""}, {Decimals, "decimal decimals rounding", ""}, {Language, "language", ""}, {Role, "role job team department region", ""},
	{Target, "target goal quota", ""}, {Period, "period", "default period"}, {Granularity, "granularity", ""}, {ShowSQL, "sql", ""}, {Dates, "date dates", "date format"},
	{Scale, "scale", ""}, {Separators, "", "number format"}, {Detail, "detail length", ""}, {Rows, "", "number of rows"},
}
