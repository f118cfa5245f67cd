// Package reply answers messages without a query: greetings, questions about
// Plumb or about words of the data, requests that Plumb does not fulfil. It also
// says what the data lacks where a question is declined.
package reply

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// Direct answers messages that ask nothing of the data. Greetings, thanks and
// questions about Plumb itself are told; requests to change data or for causes,
// other languages and days that no calendar has are declined. It is nil for all others. The parser knows only how to
// ask data, and would read a sum into every "thanks".
func Direct(ix *index.Index, q brain.Question) *brain.Answer {
	text := Normalize(q.Text)
	if text == "" {
		return Decline("This is not a question. " + describeUse(ix))
	}
	if told := General(ix, q); told != "" {
		return tell(told)
	}
	if asksForChange(text, q.Before != nil) {
		return Decline("Plumb only reads. It cannot change, add or delete anything.")
	}
	if a := explainWord(ix, q); a != nil {
		return a
	}
	if a := declineCause(ix, text, q.Before); a != nil {
		return a
	}
	if day := span.NoSuchDay(span.Words(q.Text)); day != "" {
		return Decline(fmt.Sprintf("There is no %s.", day))
	}
	if name := detectLanguage(text); name != "" {
		return Decline(fmt.Sprintf("This looks like %s. The built-in parser reads English, and German, Spanish, French, Portuguese, Italian and Dutch word by word.", name))
	}
	return nil
}

// General is what is said to greetings, thanks and questions about Plumb itself. It is
// "" for all other messages.
func General(ix *index.Index, q brain.Question) string {
	text := Normalize(q.Text)
	switch {
	case text == "":
	case isSmallTalk(text) && !(q.Before != nil && goesOn.MatchString(text)):
		return answerSmallTalk(text) + " " + describeUse(ix)
	case aboutPlumb.MatchString(text):
		return strings.TrimSpace("Plumb answers questions about one database in plain words: it writes SQL, runs it read-only, and shows both. " + describeTables(ix))
	}
	return ""
}

// Greeting is what is said to a message that begins as a greeting, thanks or a goodbye
// does, whatever follows. It is "" for all others.
func Greeting(ix *index.Index, q brain.Question) string {
	words := strings.Fields(Normalize(q.Text))
	if len(words) > 1 && words[0] == "good" {
		words = words[1:]
	}
	if len(words) == 0 || !greets[words[0]] && !thanks[words[0]] && !parting[words[0]] {
		return ""
	}
	return answerSmallTalk(words[0]) + " " + describeUse(ix)
}

// Decline is a decline that is certain.
func Decline(why string) *brain.Answer {
	return &brain.Answer{Outcome: brain.Declined, Confidence: 1, Missing: why}
}

// tell is an answer that needs no query.
func tell(text string) *brain.Answer {
	return &brain.Answer{Outcome: brain.Sure, Confidence: 1, Told: strings.TrimSpace(text)}
}

// Normalize is a message in lower case, words and apostrophes alone.
func Normalize(text string) string {
	text = strings.NewReplacer("’", "'", "‘", "'").Replace(strings.ToLower(text))
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '%' })
	return strings.Join(words, " ")
}

// longestTalk is how many words small talk has at most.
const longestTalk = 6

// isSmallTalk is true for a message all of whose words are said to people.
func isSmallTalk(text string) bool {
	words := strings.Fields(text)
	if len(words) > longestTalk || !talked[words[0]] && !talked[words[len(words)-1]] {
		return false
	}
	for _, w := range words {
		if !talked[w] && !talkedBeside[w] {
			return false
		}
	}
	return true
}

// goesOn is how a message begins that changes an answer, of whatever words it
// is made: and no, for the evening.
var goesOn = lazyregexp.New(`^(?:and|for|not) (?:(?:the|this|that|all|my) )?(?:yes|no|good|great|fine|perfect|excellent|super|right|morning|afternoon|evening|night|test)$`)

var (
	greets       = english.NewSet("hi hello hey hiya howdy morning afternoon evening greetings hallo yo welcome")
	thanks       = english.NewSet("thanks thank thx ty cheers appreciated appreciate")
	parting      = english.NewSet("bye goodbye ciao night later")
	talked       = english.NewSet("hi hello hey hiya howdy morning afternoon evening greetings hallo yo thanks thank thx ty cheers appreciated bye goodbye ciao night ok okay okey k yes yeah yep yup no nope nah sure fine cool nice great good perfect awesome excellent wow lol haha hm hmm huh sorry please test testing bravo super brilliant lovely alright right understood amazing")
	talkedBeside = english.NewSet("you so much very a lot for the that this it there plumb all again many too and my is was job work done well got see to friend everyone i'm not oh ah see ya everything thing what such that's it's help your to go now then i love really")
)

// answerSmallTalk is what is said to small talk.
func answerSmallTalk(text string) string {
	for w := range strings.FieldsSeq(text) {
		switch {
		case greets[w]:
			return "Hello."
		case thanks[w]:
			return "You are welcome."
		case parting[w]:
			return "Goodbye."
		}
	}
	return "That is not a question."
}

func describeUse(ix *index.Index) string {
	if len(ix.Tables) == 0 {
		return "Plumb answers questions about a database."
	}
	return "Plumb answers questions about this database, such as how many, how much, which and when."
}

// describeTables says what a database is about.
func describeTables(ix *index.Index) string {
	const most = 4
	var names []string
	for i := range ix.Tables {
		t := &ix.Tables[i]
		if t.View || t.Rows == 0 || len(t.Words) == 0 {
			continue
		}
		names = append(names, strings.Join(t.Words, " "))
	}
	switch n := len(names); {
	case n == 0:
		return ""
	case n > most:
		return fmt.Sprintf("This one has %d tables, such as %s.", n, english.JoinList(names[:most], "and"))
	}
	return "This one has " + english.JoinList(names, "and") + "."
}

// aboutPlumb are questions about Plumb itself. They are whole messages: who
// asks what a supplier can do asks the data.
var aboutPlumb = lazyregexp.New(`^(?:(?:hi|hello|hey|so|and|ok|okay|plumb) )*(?:` +
	`who (?:are|made|built|wrote) (?:you|plumb|this)|what are you|what(?:'s| is) (?:your name|plumb|this(?: tool| program| thing)?)|who is this|` +
	`(?:what|which)(?: else)? can (?:you|i|one|we|plumb)(?: do| ask| answer)(?: you| here| about| me| for me| this)?|what (?:kinds? of |sorts? of )?(?:questions|things) can (?:i|you|we|one) (?:ask|answer|do)(?: you| here)?|` +
	`what (?:do|could|should) (?:you|i) (?:do|know|ask|say)(?: here| about)?|how (?:do|does|can) (?:you|this|plumb|it|i) (?:work|help|use (?:this|it|you|plumb)|ask)(?: this| questions| a question)?|` +
	`(?:i need |please |can you |could you )?help(?: me| please| please help)?(?: out)?|are you (?:an? )?(?:ai|robot|bot|human|real|there|a person|a model|language model|machine|ok|sure)|` +
	`how are you(?: doing)?(?: today)?|what's up|tell me about (?:yourself|plumb|you)|do you (?:use|need) (?:an? )?(?:ai|llm|model|internet|language model)|` +
	`can you (?:hear|understand|help) (?:me|us)|what (?:data|tables|database) (?:do you have|is this|is here|are there|is there|can i ask about|do you know|have you got)|what (?:time|day|date) is it|what is in (?:here|this database|the database|this data)|` +
	`what(?:'s| is) this (?:database|data) about)(?: please| plumb)?$`)

var (
	// writesAlone are requests to change data that nothing before makes harmless.
	writesAlone = lazyregexp.New(`^(?:please |plumb |can you |could you |would you |i want to |i want you to |let's |now )*(?:delete|erase|wipe|truncate|purge|insert|alter|drop (?:the |all |every )?(?:table|tables|column|columns|database|index|view|schema|row|rows|record|records)|update (?:the |all |every |each )?\S+ (?:set|to)\b|grant|revoke)\b`)
	// writesFresh are requests that, after an answer, may change that answer.
	writesFresh = lazyregexp.New(`^(?:please |plumb |can you |could you |would you |i want to |i want you to |let's |now )*(?:drop\b|remove\b|rename\b|update (?:the|all|every|each|our|my|it)\b|(?:set|change|increase|decrease|raise|lower) (?:the|all|every|each|our) .* (?:to|by) |add (?:a |an |another )?(?:new \S+|row|record|entry|table|column)\b|create (?:a |an )?(?:new )?(?:table called|index|view|user|row|record|database)\b)`)
)

var (
	// nounFirst is a message whose first word may as well be part of a name: drop
	// off locations, grant amount, insert size.
	nounFirst = lazyregexp.New(`^(?:drop|grant|insert|purge|wipe) (\S+)`)
	// objects are words that follow a verb, and no noun.
	objects = english.NewSet("a an the all every each any some this that these those our my me us him her it them into table tables column columns row rows record records")
)

// asksForChange is true for a request to change data.
func asksForChange(text string, followUp bool) bool {
	if m := nounFirst.FindStringSubmatch(text); m != nil && !objects[m[1]] && AsksData.MatchString(text) {
		return false
	}
	return writesAlone.MatchString(text) || !followUp && writesFresh.MatchString(text)
}

// AsksData are words that ask for figures or rows. With them a question may be
// understoodWords of which no word names anything: "How many are out and not yet back?"
var AsksData = lazyregexp.New(`(?i)\b(?:how (?:many|much|often|long|old)|total|average|mean|median|number of|count|sum|which|list|show|most|least|fewest|highest|lowest|top|bottom|per|by|share|percent(?:age)?|every|each|daily|weekly|monthly|quarterly|yearly|annual(?:ly)?|best|worst|biggest|largest|smallest|trend)\b`)
