package memory

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// Act is what a message wants of the memory.
type Act string

const (
	Keep     Act = "keep"      // what it says is to be remembered
	Drop     Act = "drop"      // what it names no longer holds
	DropLast Act = "drop_last" // what was said last no longer holds
	DropAll  Act = "drop_all"  // all that is known of the person is to be forgotten
	Show     Act = "show"      // what is remembered is to be shown
)

// Statement is something that a person says once and means to be remembered, or says of
// what is remembered.
type Statement struct {
	Act     Act
	Topic   Topic  // of Keep and Drop; "" of Drop is whatever was said of the subject
	Subject string // what it is about, where the topic has one: a term, a kind of rows
	Value   string // what it says, normalised where the topic has a list of values
	Text    string // the words of the person
	// Standing is true where the words say that it holds from now on. What else is kept
	// may be meant for the answer before it alone.
	Standing bool
	// Session is true where the words say that it holds in this conversation alone.
	Session bool
	// Everywhere is true where the words say that it holds for all databases.
	Everywhere bool
}

// Context is what a message comes after.
type Context struct {
	// Them is the noun of the conversation, which “them” stands for: customers.
	Them string
}

// Bounds of what is parsed, in bytes.
const (
	maxMessage = 600
	maxSubject = 60
	maxValue   = 240
	maxClauses = 5
)

// Parse reads what a message says to be remembered. It is empty for a question about data,
// also for one that comes with a statement: nothing of a question is ever taken away.
func Parse(text string, c Context) []Statement {
	text = plainText(text)
	if text == "" || len(text) > maxMessage {
		return nil
	}
	var all []Statement
	for _, s := range sentences(text) {
		found := parseSentence(s, c)
		if found == nil || len(all)+len(found) > maxClauses {
			return nil
		}
		for _, s := range found {
			if !slices.ContainsFunc(all, func(o Statement) bool { return s.sameAs(o) }) {
				all = append(all, s)
			}
		}
	}
	return all
}

// sameAs reports whether two statements say the same.
func (s Statement) sameAs(o Statement) bool {
	return s.Act == o.Act && s.Topic == o.Topic && s.Subject == o.Subject && s.Value == o.Value
}

// plainText is a text with plain quotation marks and dashes on one line.
func plainText(text string) string {
	text = typography.Replace(clean(text, maxMessage+1))
	return strings.Join(strings.Fields(text), " ")
}

var typography = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "–", "-", "—", "-", "…", "...")

// sentences cuts a text after marks that end a sentence, with the marks.
func sentences(text string) []string {
	var list []string
	start := 0
	for _, at := range sentenceEnd.FindAllStringIndex(text, -1) {
		list = append(list, text[start:at[1]])
		start = at[1]
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		list = append(list, rest)
	}
	return list
}

var sentenceEnd = lazyregexp.New(`(?:[!?;]+|[^\s.][^\s.]\.+)(?: |$)`)

// parseSentence reads a sentence as several statements that are joined, else as one: what
// somebody is may go on for long, but not over another statement.
func parseSentence(s string, c Context) []Statement {
	for _, at := range joints.FindAllStringIndex(s, maxClauses) {
		left := parseClause(s[:at[0]], c)
		if left == nil {
			continue
		}
		if right := parseSentence(s[at[1]:], c); right != nil {
			for i := range right {
				right[i].Session = right[i].Session || left[0].Session
				right[i].Standing = right[i].Standing || left[0].Standing
			}
			return append(left, right...)
		}
	}
	return parseClause(s, c)
}

var joints = lazyregexp.New(`(?i)(?:,? and |, so |,? but |, |; ?| - )(?:also |please |that )?`)

// clause is a part of a message without the words that only say how it is meant.
type clause struct {
	text string // what is said
	said string // the words of the person
	Context
	asked                         bool // politely, as a request
	noted                         bool // to be remembered whatever it is
	ours                          bool // of those who speak: for us, here
	standing, session, everywhere bool
	unless                        bool // unless the person says otherwise
}

// openings are words before what is said, and what they tell.
var openings = []struct {
	words *lazyregexp.Regexp
	tell  func(*clause)
}{
	{lazyregexp.New(`(?i)^(?:hi|hello|hey|good (?:morning|afternoon)|no|yes|right|well|listen|look|sorry|hm+|oh|i (?:have )?changed my mind|you got (?:that|it|this) wrong|that was wrong)(?: there)?(?:[,!:;]| -) *`), func(*clause) {}},
	{lazyregexp.New(`(?i)^(?:ok(?:ay)?|so|and|also|but|actually|btw|by the way|one (?:more )?thing(?: (?:first|before we (?:start|begin)))?|to be clear|in short|as i said|let'?s|if possible|for clarity|just to be clear|i'?d say|i think)\b[,:]* +`), func(*clause) {}},
	{lazyregexp.New(`(?i)^(?:please|pls|plz|kindly)[,:]? +`), func(c *clause) { c.asked = true }},
	{lazyregexp.New(`(?i)^(?:could|can|would|will) (?:you|u|we) (?:(?:please|pls|just|kindly) )*`), func(c *clause) { c.asked = true }},
	{lazyregexp.New(`(?i)^(?:it would be (?:great|nice|good|helpful|better)|i(?:'d| would) (?:prefer|like|appreciate|love)(?: it)?) if you (?:could |would )?`), func(c *clause) { c.asked = true }},
	{lazyregexp.New(`(?i)^(?:you (?:may|might|should|must) (?:want|like|need|have) to know|(?:don'?t|do not) lose sight of the fact|it (?:helps|may help|is good|is important) to know|be informed|take into account|consider)(?: that) +`), note},
	{lazyregexp.New(`(?i)^(?:i(?:'d| would) (?:like|prefer) you to|i want you to|make sure (?:to|that you|you)|be sure to|you (?:can|could|should|may|must)) `), func(c *clause) { c.asked = true }},
	{lazyregexp.New(`(?i)^(?:always|by default|as a default|from (?:now|here|today) on(?:wards?)?|from now|going forward|in (?:the )?future|as a (?:general )?rule|in general|generally|every time|each time|permanently|for good)[,:]? +`), func(c *clause) { c.standing = true }},
	{lazyregexp.New(`(?i)^(?:just )?(?:for (?:now|the moment|today|this (?:session|conversation|chat|notebook))|(?:in|during) this (?:session|conversation|chat|notebook))[,:]? +`), func(c *clause) { c.session = true }},
	{lazyregexp.New(`(?i)^(?:in|for) (?:all|every|any) (?:my |our )?databases?[,:]? +`), func(c *clause) { c.everywhere = true }},
	{lazyregexp.New(`(?i)^(?:for us|here|at our (?:company|place)|with us|(?:in|at|with) (?:our|this|my) (?:team|company|business|case|data|database|department|house|firm|shop|industry|country|world|office|organi[sz]ation)|for me)[,:]? +`), func(c *clause) { c.ours = true }},
	{lazyregexp.New(`(?i)^[^:?.]{0,40}\b(?:heads[ -]?up|important|need to know|should know|note|notes|reminder|fact|fyi|(?:store|save|keep) this|info|information|background|context|remember|mind|know|warning|careful|caution|attention)\b[^:?.]{0,14}: +`), note},
	{lazyregexp.New(`(?i)^unless (?:i|we) (?:say|ask|state|specify)(?: for)? (?:otherwise|something else|so|anything else)[,:]? +`), func(c *clause) { c.unless = true }},
	{lazyregexp.New(`(?i)^(?:(?:if|when|whenever) (?:i|we) (?:don'?t|do not) (?:mention|give|say|name|specify)|(?:if|when|whenever) (?:i|we) (?:mention|give|say|name|specify) no|(?:when|if|where) no) (?:a |any |the )?(?:period|time|date|dates|time range|timeframe)(?: (?:is|are) (?:given|mentioned|named|specified|stated))?,? (?:then )?`), func(c *clause) { c.unless = true }},
	{lazyregexp.New(`(?i)^(?:remember|don'?t forget|do not forget) to (?:always )?`), func(c *clause) { c.asked = true }},
	{lazyregexp.New(`(?i)^(?:remember|memori[sz]e|keep in mind|bear in mind|don'?t forget|do not forget|be aware)(?: this| the following)?(?: for me)?(?: that|[,:])? +`), note},
	{lazyregexp.New(`(?i)^(?:you should know that|(?:know|note|make a note|take a note|take note|write down|learn)(?: this| the following)?(?: that|:)|save(?: this)?:) +`), note},
	{lazyregexp.New(`(?i)^(?:fyi|for your information|for the record|just so you know|so you know|for context|as background)[,:]? +`), note},
}

// between is in the middle of what is said.
var between = lazyregexp.New(`(?i), (?:for us|to us|at our (?:firm|company|place)|in our (?:team|company|business|case)|with us|here), `)

func note(c *clause) { c.noted, c.standing = true, true }

// endings are words after what is said, and what they tell.
var endings = []struct {
	words *lazyregexp.Regexp
	tell  func(*clause)
}{
	{lazyregexp.New(`(?i)[,.!]* (?:please|pls|plz|thanks|thank you|thx|by the way|btw|ok|okay|though|instead|too|as well|if possible|in our company|here|for us|for me)[.!]*$`), func(*clause) {}},
	{lazyregexp.New(`(?i),? (?:from (?:now|here|today) on(?:wards?)?|from now|going forward|in (?:the )?future|by default|as a default|always|every time|each time|at all times|in all (?:my |your )?(?:answers|figures|questions|reports)|in everything|in general|ever|permanently|for good|unless i say otherwise|unless i (?:ask|say) (?:for )?(?:something|anything) else)[.!]*$`), func(c *clause) { c.standing = true }},
	{lazyregexp.New(`(?i),? (?:for (?:now|the moment|today)|(?:in|for|during) this (?:session|conversation|chat|notebook)(?: only)?)[.!]*$`), func(c *clause) { c.session = true }},
	{lazyregexp.New(`(?i),? (?:in|for) (?:all|every|any) (?:my |our )?databases?[.!]*$`), func(c *clause) { c.everywhere = true }},
}

// parseClause reads what is said once. A question is no statement, unless it asks politely,
// or for what is remembered.
func parseClause(text string, context Context) []Statement {
	c := clause{said: strings.TrimSpace(text), Context: context}
	rest := strings.TrimRight(c.said, " .,;!")
	question := strings.HasSuffix(rest, "?")
	rest = strings.TrimRight(rest, " ?.!,")
	for again := true; again; {
		again = false
		for _, o := range openings {
			at := o.words.FindStringIndex(rest)
			if at == nil || at[1] == len(rest) {
				continue
			}
			o.tell(&c)
			rest, again = rest[at[1]:], true
		}
	}
	for again := true; again; {
		again = false
		for _, e := range endings {
			if at := e.words.FindStringIndex(rest); at != nil && at[0] > 0 {
				e.tell(&c)
				rest, again = strings.TrimRight(rest[:at[0]], " ,."), true
			}
		}
	}
	if at := between.FindStringIndex(rest); at != nil {
		c.ours, rest = true, rest[:at[0]]+" "+rest[at[1]:]
	}
	c.text = rest
	if rest == "" {
		return nil
	}
	if found := parseAsked(&c, question); found != nil {
		return found
	}
	if question && !c.asked || !c.standing && !c.unless && opensQuestion(rest) {
		return nil
	}
	if found := parseDrop(&c); found != nil {
		return found
	}
	return parseKeep(&c)
}
