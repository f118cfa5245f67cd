package critic

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
)

// request is what a message wants done, where it is no question.
type request string

const (
	noRequest request = ""
	watching  request = "alert"  // a watch that tells when something happens
	acting    request = "action" // something done outside: sent, changed, arranged
)

// findRequest finds a message that wants something done, and was answered with rows as
// if it were a question: the condition of an alert is no filter.
func (a Answer) findRequest() []Finding {
	if a.Mode != Data && a.Mode != Analysis {
		return nil
	}
	kind, words := requestIn(a.Question, a.FollowUp, a.standsForData)
	if kind == noRequest {
		kind, words = a.classified()
	}
	switch kind {
	case watching:
		return []Finding{{Aspect: Relevance, Kind: NotAQuestion, Severity: fault.Error, Parts: []string{words},
			Message: fmt.Sprintf("The message asks to be told when something happens (%s), and the answer only shows what is there now.", quote(words)),
			Hint:    "ask for the figure to see it now"}}
	case acting:
		return []Finding{{Aspect: Relevance, Kind: NotAQuestion, Severity: fault.Error, Parts: []string{words},
			Message: fmt.Sprintf("The message asks for something to be done (%s), and the answer only shows rows.", quote(words)),
			Hint:    "ask which rows there are to see them"}}
	}
	return nil
}

// classified is what the classifier of messages says, where it is fairly sure.
func (a Answer) classified() (request, string) {
	if len(a.Wants) == 0 || a.Wants[0].Score < classifiedFrom {
		return noRequest, ""
	}
	switch a.Wants[0].Name {
	case "alert":
		return watching, a.Question
	case "trigger_action":
		return acting, a.Question
	}
	return noRequest, ""
}

// classifiedFrom is the score from which the classifier of messages is believed; set on
// train databases (docs/evaluation.md).
const classifiedFrom = 0.5

// standsForData is true for a word of the question that names something which the reading
// reads, so that it is no verb: the emails of customers.
func (a Answer) standsForData(start int) bool {
	if a.Review == nil || a.Review.Text != a.Question {
		return false
	}
	return slices.ContainsFunc(a.Review.Words, func(w brain.Word) bool {
		return w.Start == start && (w.Stands == brain.StandsForName || w.Stands == brain.StandsForValue || w.Stands == brain.StandsForTerm)
	})
}

// token is a word of a message, in lower case.
type token struct {
	text       string
	start, end int
	ends       bool // a clause, or a sentence, ends after it
}

func tokensOf(text string) []token {
	var list []token
	start := -1
	flush := func(end int) {
		if start >= 0 {
			list = append(list, token{text: strings.ToLower(text[start:end]), start: start, end: end})
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '\'', r == '’', r == '-' && start >= 0, r == '_':
			if start < 0 {
				start = i
			}
		default:
			flush(i)
			if strings.ContainsRune(".?!;:,\n", r) && len(list) > 0 {
				list[len(list)-1].ends = true
			}
		}
	}
	flush(len(text))
	return list
}

// requestIn finds what a message wants done, and the words that say so. isData is true for
// a word, by its place, that names data.
func requestIn(text string, follows bool, isData func(start int) bool) (request, string) {
	words := tokensOf(text)
	conditional := false
	for first := 0; first < len(words); {
		end := first + 1
		for end < len(words) && !words[end-1].ends {
			end++
		}
		c := clause{text: text, words: words[first:end], isData: isData, after: conditional, follows: follows}
		conditional = c.opensCondition()
		if kind, said := c.read(); kind != noRequest {
			return kind, said
		}
		first = end
	}
	return noRequest, ""
}

// clause is a part of a message up to a comma or a full stop.
type clause struct {
	text    string
	words   []token
	isData  func(int) bool
	follows bool // the message follows an answer
	after   bool // it follows a clause that says when
}

func (c *clause) at(i int) string {
	if i < 0 || i >= len(c.words) {
		return ""
	}
	return c.words[i].text
}

// said are words as they were written.
func (c *clause) said(first, end int) string {
	return c.text[c.words[first].start:c.words[min(end, len(c.words))-1].end]
}

// opensCondition is true for a clause that says when something is to be done: "if stock falls
// below ten". A question for the time begins with "when", too.
func (c *clause) opensCondition() bool {
	i := 0
	for manners[c.at(i)] {
		i++
	}
	switch w := c.at(i); {
	case w == "when":
		return !english.Among(c.at(i+1), "is are was were do does did has have had will would can could should")
	case english.Among(w, "if once whenever"):
		return true
	}
	return english.Among(c.at(i), "as the every in") && c.conditionAfter(i) == i+3
}

// read says what the clause wants done.
func (c *clause) read() (request, string) {
	if c.opensCondition() {
		if at := c.toldAfter(1); at > 0 { // if it fails I want a message
			return watching, c.said(0, at)
		}
		return noRequest, ""
	}
	if c.after {
		if at := c.toldAfter(0); at > 0 {
			return watching, c.said(0, at)
		}
	}
	i := c.skipManners()
	wishes := i > 0 && english.Among(c.at(i-1), "to need want like")
	if i == len(c.words) || asksFirst[c.at(i)] {
		return noRequest, ""
	}
	if kind, end := c.watch(i, wishes); kind != noRequest {
		return kind, c.said(i, end)
	}
	if end := c.act(i); end > 0 {
		return acting, c.said(i, end)
	}
	return noRequest, ""
}

// toldAfter is the end of words from a place on for being told something that is not a
// question of its own; 0 where there are none.
func (c *clause) toldAfter(i int) int {
	for k := i; k < len(c.words); k++ {
		w, next := c.at(k), c.at(k+1)
		switch {
		case english.Among(w, "tell inform notify alert warn message email mail text call ping remind wake page") && persons[next] && !english.Among(c.at(k+2), "what how which who where why the"),
			w == "let" && persons[next] && c.at(k+2) == "know" && !english.Among(c.at(k+3), "what how which who where why the"):
			return k + 2
		case english.Among(w, "want need like give send drop raise get") && c.hasWord(k+1, k+5, "message notification alert alarm warning call line shout mail email sms signal flag"):
			return k + 2
		}
	}
	return 0
}

// skipManners is the place of the verb behind "please", "could you", "I want you to" and
// their like, and behind words for when: "every Friday, mail me".
func (c *clause) skipManners() int {
	i := 0
	for i < len(c.words) {
		if i == 0 && english.Among(c.at(0), "every each") && repeated[c.at(1)] {
			i = c.skipTime(2)
			continue
		}
		n := c.courtesy(i)
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

// courtesy is the number of words of one that begins at i, 0 where none does.
func (c *clause) courtesy(i int) int {
	if manners[c.at(i)] {
		return 1
	}
	for _, phrase := range courtesies {
		n := 0
		for n < len(phrase) && phrase[n][c.at(i+n)] {
			n++
		}
		if n == len(phrase) {
			return n
		}
	}
	return 0
}

// skipTime is the place behind a time of day: at five, at 9 am, morning.
func (c *clause) skipTime(i int) int {
	for english.Among(c.at(i), "morning evening afternoon night at around by and noon midnight am pm o'clock one two three four five six seven eight nine ten eleven twelve") || isNumber(c.at(i)) {
		i++
	}
	return i
}

func isNumber(w string) bool {
	return w != "" && strings.Trim(w, "0123456789:.") == ""
}

// watch reads a clause that wants to be told when something happens. Its verb is at i.
func (c *clause) watch(i int, wishes bool) (request, int) {
	w := c.at(i)
	switch {
	case wishes && english.Among(w, "be know"):
		if at := c.toKnow(i); at > 0 {
			return watching, at
		}
	case warns[w] && !c.isData(c.words[i].start) && (persons[c.at(i+1)] || english.Among(c.at(i+1), "the our") && english.Among(c.at(i+2), "team manager boss office staff")):
		return watching, max(i+2, c.conditionAfter(i+2))
	case english.Among(w, "flag report shout say") && english.Among(c.at(i+1), "it this them to that") && c.conditionAfter(i+2) > 0:
		return watching, c.conditionAfter(i + 2)
	case w == "let" && persons[c.at(i+1)] && c.at(i+2) == "know" && c.at(i+3) == "about" && english.Among(c.at(i+4), "every any each new"):
		return watching, i + 5
	case w == "let" && persons[c.at(i+1)] && c.at(i+2) == "know", w == "tell" && (persons[c.at(i+1)] || english.Among(c.at(i+1), "the our")):
		if at := c.changeAfter(c.behindPersons(i)); at > 0 {
			return watching, at
		}
	case c.observes(i):
		return watching, i + 2
	}
	if at := c.alarmFrom(i, wishes); at > 0 {
		return watching, at
	}
	return noRequest, 0
}

// toKnow is the place behind "be told when" or "know as soon as" at i, which somebody wants; 0
// where it is neither.
func (c *clause) toKnow(i int) int {
	next := c.at(i + 1)
	switch {
	case c.at(i) == "know":
		if english.Among(next, "right straight immediately as whenever once") {
			return c.conditionAfter(i + 1)
		}
	case english.Among(next, "alerted notified warned told informed reminded pinged messaged emailed texted updated"):
		if at := c.conditionAfter(i + 2); at > 0 || next != "told" {
			return max(at, i+2)
		}
	}
	return 0
}

// behindPersons is the place behind "let me know", "tell me" and "tell the team" at i.
func (c *clause) behindPersons(i int) int {
	if c.at(i+2) == "know" || english.Among(c.at(i+1), "the our") {
		return i + 3
	}
	return i + 2
}

// observes is true for keeping an eye on something, at i.
func (c *clause) observes(i int) bool {
	w, next := c.at(i), c.at(i+1)
	switch {
	case w == "keep":
		return english.Among(next, "watch track") || english.Among(next, "me us") && english.Among(c.at(i+2), "posted informed updated") ||
			english.Among(next, "a an") && c.hasWord(i+2, i+4, "eye watch")
	case !english.Among(w, "watch monitor track observe supervise") || c.isData(c.words[i].start) || next == "":
		return false
	case determiners[next]:
		return true
	case w == "track" || w == "supervise":
		return w == "supervise" && english.Among(next, "for out over")
	}
	return !english.Among(next, "by per of and in")
}

// alarmFrom finds an alarm that is to be given: set up an alert, raise the alarm, a heads-up
// when. It returns the end of its words, or 0.
func (c *clause) alarmFrom(i int, wishes bool) int {
	gives := gives[c.at(i)] && !c.isData(c.words[i].start)
	for k := i; k < min(i+5, len(c.words)); k++ {
		if !alarms[c.at(k)] || c.isData(c.words[k].start) || c.at(k+1) == "to" { // a reminder to others is sent
			continue
		}
		one := english.Among(c.at(k-1), "an a early")
		if gives && k > i || wishes && one && !english.Among(c.at(k+1), "list count table chart") || one && c.conditionAfter(k+1) > 0 {
			return k + 1
		}
	}
	return 0
}

// conditionAfter is the place behind the word that begins a condition: when, if, once, as
// soon as, whenever; 0 where there is none.
func (c *clause) conditionAfter(i int) int {
	for k := i; k < len(c.words); k++ {
		switch w := c.at(k); {
		case english.Among(w, "when if once whenever"):
			return k + 1
		case w == "soon" && c.at(k-1) == "as" && c.at(k+1) == "as", w == "time" && c.at(k-1) == "every", w == "moment" && c.at(k-1) == "the", w == "case" && c.at(k-1) == "in":
			return min(k+2, len(c.words))
		}
	}
	return 0
}

// changeAfter is conditionAfter for "tell me" and "let me know", which ask for what is,
// too: what has happened is a question, and so is whether something is.
func (c *clause) changeAfter(i int) int {
	first := c.at(i)
	if !english.Among(first, "when if once whenever as every in") && !(first == "the" && english.Among(c.at(i+1), "moment minute second")) {
		return 0
	}
	at := c.conditionAfter(i)
	if at == 0 || at > i+4 {
		return 0
	}
	if first == "once" || first == "whenever" || first == "as" || first == "the" || first == "every" || first == "in" {
		return at
	}
	changes := false
	for k := at; k < len(c.words); k++ {
		w := c.at(k)
		if english.Among(w, "was were did had") || english.Among(w, "has have") && english.IsParticiple(c.at(k+1)) {
			return 0 // it asks about what has been
		}
		changes = changes || becoming[w] || english.Among(w, "there") && english.Among(c.at(k+1), "is are") && english.Among(c.at(k+2), "new another")
	}
	if !changes {
		return 0
	}
	return at
}

// act is the end of the words of a clause that wants something done outside; 0 for one
// that does not. Its verb is at i.
func (c *clause) act(i int) int {
	verb, next := c.at(i), c.at(i+1)
	if c.follows && (edits[verb] || english.Among(next, "it them")) {
		return 0 // it changes the answer before
	}
	if c.isData(c.words[i].start) && !persons[next] {
		return 0
	}
	for _, e := range errands {
		if e.begins(c, i) {
			return i + e.end
		}
	}
	switch {
	case english.Among(verb, "tell ask instruct") && !persons[next] && !determiners[next] && c.at(i+2) == "to":
		return i + 3
	case sends[verb] && (determiners[next] || persons[next]) && !c.isShown(i+1):
		return i + 2
	case outside[verb]:
		return c.change(i)
	}
	return 0
}

// change is act for verbs that change something outside.
func (c *clause) change(i int) int {
	verb, next := c.at(i), c.at(i+1)
	switch {
	case determiners[next] && !english.Among(c.at(i+2), "filter filters limit column columns chart answer result results"):
		return i + 2
	case isNumber(c.at(i + 2)): // cancel order 77
		return i + 3
	case english.IsPlural(next) && !english.Among(c.at(i+2), "by per over of and") && (!nouns[verb] || i+1 < len(c.words) && c.isData(c.words[i+1].start)):
		return i + 2
	}
	return 0
}

// isShown is true for what sends nothing to anybody: "send me the list", "share of", which
// people say for "show".
func (c *clause) isShown(i int) bool {
	if !english.Among(c.at(i), "me us") {
		return false
	}
	for k := i + 1; k < len(c.words); k++ {
		if english.Among(c.at(k), "email mail e-mail slack sms text every daily weekly monthly whenever when once if each reminder") {
			return false
		}
	}
	return !english.Among(c.at(i-1), "email mail e-mail text message sms")
}

func (c *clause) hasWord(first, end int, list string) bool {
	for k := first; k < min(end, len(c.words)); k++ {
		if english.Among(c.at(k), list) {
			return true
		}
	}
	return false
}

// phrases reads one sequence of sets a line: words, separated by |.
func phrases(lines ...string) [][]english.Set {
	made := make([][]english.Set, len(lines))
	for i, line := range lines {
		for _, place := range strings.Fields(line) {
			made[i] = append(made[i], english.NewSet(strings.ReplaceAll(place, "|", " ")))
		}
	}
	return made
}

func quote(text string) string { return "“" + text + "”" }

var (
	manners = english.NewSet("please plumb kindly hey hi hello ok okay now then also and so just maybe thanks immediately automatically simply go ahead")
	// courtesies are words before what somebody wants, the longer first.
	courtesies = phrases(
		"i|we want|need you|someone|it|this|that to",
		"i'd|we'd|i’d|we’d like you|someone|it|this|that to",
		"i|we would|should like to",
		"i|we want|need|wish to",
		"i|we would|should like",
		"i'd|we'd|i’d|we’d like to",
		"make sure to",
		"can|could|would|will|should|may|might you|we|someone|somebody",
		"i|we want|need|wish",
		"i'd|we'd|i’d|we’d like",
		"let's|lets|let’s",
	)
	// asksFirst begin a question or ask for rows.
	asksFirst = english.NewSet(`what which who whom whose how where why is are was were do does did has have had am show list give display find get return count compute calculate
		compare determine retrieve fetch identify select rank sort order name describe summarise summarize break split plot chart graph average total number`)
	persons     = english.NewSet("me us him her them everyone everybody anyone somebody someone")
	determiners = english.NewSet(anyOne)
	repeated    = english.NewSet("monday tuesday wednesday thursday friday saturday sunday day morning evening night week month hour quarter year weekday weekend")
	warns       = english.NewSet("alert notify warn ping inform remind text message page email mail e-mail signal buzz nudge update")
	gives       = english.NewSet("set create raise trigger give send make add configure activate enable put need want start establish get sound schedule")
	alarms      = english.NewSet("alert alerts alarm alarms notification notifications warning warnings reminder reminders heads-up headsup shout monitor watch trigger ping nudge")
	becoming    = english.NewSet(`drops drop falls fall rises rise exceeds exceed reaches reach passes pass goes go gets get becomes become changes change hits hit climbs climb crosses cross runs run
		slips slip dips dip increases increase decreases decrease grows grow shrinks shrink arrives arrive comes come appears appear happens happen fails fail stops stop expires expire opens open`)
	sends = english.NewSet("send email mail e-mail forward share post publish text message deliver hand pass fax upload submit slack")
	// edits are verbs for what may be done to an answer.
	edits = english.NewSet("remove update edit rename move add change set put delete open close mark place confirm print create make")
	// nouns are verbs that name things as well.
	nouns = english.NewSet("refund contact block book purchase charge bill invoice transfer move promote ship fire hire subscribe update edit open close place trigger log file launch stop pay reserve order grant schedule upload submit publish release pause")
	// outside are verbs for what changes something, or somebody has to do.
	outside = english.NewSet(`release pause place trigger log file launch stop resume cancel refund invite notify remind contact approve reject archive block disable enable assign reassign schedule book reserve reorder restock purchase buy pay charge bill
		invoice upload submit publish forward deploy sync migrate merge activate deactivate suspend terminate dismiss fire hire promote ban unblock unsubscribe subscribe delete erase remove update edit
		rename close reopen move transfer escalate apologise apologize thank congratulate ship dispatch confirm renew revoke grant`)
)
