package analyst

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// entitiesQuestion asks for those to whom something happened in some periods, and
// not in others.
type entitiesQuestion struct {
	noun   string // who: customers
	wants  string // count, list or share
	events []condition
	again  bool // words such as "came back", which mean the same events once more
	both   bool // all periods are meant, and not one of them
}

// condition is how often something happened in a period.
type condition struct {
	period span.Period // zero for all that the data tell of
	words  []string    // that say what happened; none for the same as before
	none   bool        // it did not happen
	op     form.CondOp
	count  int        // compared by op; at least one where op is empty
	every  span.Grain // it happened in every one of these of the period
}

// special is true for a condition that is more than happening at all.
func (c condition) special() bool { return c.op != "" || c.every != 0 }

const (
	wantsCount = "count"
	wantsList  = "list"
	wantsShare = "share"
)

var (
	asksShare = lazyregexp.New(`(?i)^(?:what|which)? ?(?:is |was )?(?:the )?(?:share|percentage|percent|proportion|fraction|part|%) of\b|^(?:how many|how much) (?:percent|%) of\b|^what (?:share|percentage|percent|proportion|fraction) of\b`)
	asksCount = lazyregexp.New(`(?i)^(?:how many(?: different| distinct| unique)?(?: of)?|(?:what is |what was |give me |show me |tell me )?(?:the )?number of|count(?: the| all)?)\b`)
	asksList  = lazyregexp.New(`(?i)^(?:(?:please )?(?:list|show|find|give me|show me|get|name|tell me)(?: me)?(?: all)?(?: the| our)?|which|who are(?: the| our)?|what|all(?: the| our)?|the|our)\b`)
	// everyPeriod is a condition on all parts of a period.
	everyPeriod = lazyregexp.New(`(?i)\b((?:in|during|on) (?:every|each|all)|every)(?: single| one)?(?: of)?(?: the)? (day|week|month|quarter|year)s?(?: of| in| during| within| from)?\b`)
	// countsOf are how often something happened.
	countsOf = lazyregexp.New(`(?i)\b(?:(more than|over|at least|no less than|not less than|fewer than|less than|under|at most|no more than|not more than|exactly|only|just) )?(\d+|one|two|three|four|five|six|seven|eight|nine|ten|once|twice)( or more| or fewer| or less|\+)?(?: ?(?:times|time|x)\b| different\b| separate\b| distinct\b|\b)`)
	saysNone = lazyregexp.New(`(?i)\b(?:not|never|no|without|none|neither|nor|didn't|don't|doesn't|haven't|hasn't|hadn't|weren't|wasn't|cannot|stopped)\b`)
	saysBoth = lazyregexp.New(`(?i)\b(?:both|each of|all of)\b`)
	comes    = lazyregexp.New(`(?i)\b(?:c[ao]me?s? back|coming back|return(?:ed|s|ing)?|again|(?:was |were |are |is )?retained|stayed|remained|(?:were |was |are )?still)\b`)
)

// plainWords say nothing of their own in a condition.
var plainWords = english.NewSet(`a an the in on at of for from to and but also then both with who that which whom whose have has had having were was are is been be being did do does done made make
	placed place any all our us my we their they them it least , . ? ! : ; ( ) - during within over through between year time times period at-all ever even yet however while whereas though still one ones those these
	there something anything someone so far of us no not n't never without none once order's already each only just please s t didn haven hasn weren wasn don doesn`)

// readEntities reads a message that asks for those who did something; nil for another.
func readEntities(text string, now time.Time) *entitiesQuestion {
	text = strings.NewReplacer("’", "'", "‘", "'").Replace(strings.TrimRight(strings.TrimSpace(text), "?!. "))
	e := &entitiesQuestion{wants: wantsList}
	rest := text
	for _, way := range []struct {
		asks  *lazyregexp.Regexp
		wants string
	}{{asksShare, wantsShare}, {asksCount, wantsCount}, {asksList, wantsList}} {
		if at := way.asks.FindStringIndex(text); at != nil {
			e.wants, rest = way.wants, text[at[1]:]
			break
		}
	}
	words := span.Words(rest)
	if len(periodsApart(words, now)) == 0 && !everyPeriod.MatchString(rest) {
		return nil
	}
	e.both = saysBoth.MatchString(rest)
	e.noun, rest = firstNoun(words)
	if e.noun == "" {
		return nil
	}
	if !e.readConditions(rest, now) {
		return nil
	}
	if e.wants == wantsCount && e.again && len(e.events) == 2 {
		// "How many customers of 2024 came back" wants the number, and its share is told.
		e.wants = wantsShare
	}
	return e
}

// firstNoun is the noun at the beginning, and what follows it.
func firstNoun(words []span.Word) (noun, rest string) {
	for len(words) > 0 && english.Among(strings.ToLower(words[0].Text), "the of our all different distinct unique those these my") {
		words = words[1:]
	}
	if len(words) < 2 || !english.IsPlural(words[0].Text) && !english.Among(strings.ToLower(words[0].Text), "people") {
		return "", ""
	}
	return words[0].Text, span.Text(words[1:])
}

// periodsApart are the periods of words that do not overlap, each at its longest. Two
// that are joined by "and" are two: in March and April.
func periodsApart(words []span.Word, now time.Time) []span.Span {
	all := span.Find(words, now)
	all = slices.DeleteFunc(all, func(s span.Span) bool {
		return s.Kind != span.Temporal || s.Period.Recurring() || s.Period.Start.IsZero() || s.Period.End.IsZero()
	})
	apart := func(first, end int, but *span.Span) []span.Span {
		var list []span.Span
		for _, s := range all {
			inside := s.First >= first && s.End <= end && (but == nil || s.First != but.First || s.End != but.End)
			if inside && (len(list) == 0 || s.First >= list[len(list)-1].End) {
				list = append(list, s)
			}
		}
		return list
	}
	var list []span.Span
	for _, s := range apart(0, len(words), nil) {
		joined := slices.ContainsFunc(words[s.First:s.End], func(w span.Word) bool { return strings.EqualFold(w.Text, "and") })
		ranges := s.First > 0 && strings.EqualFold(words[s.First-1].Text, "between") || strings.EqualFold(words[s.First].Text, "between")
		if parts := apart(s.First, s.End, &s); joined && !ranges && len(parts) == 2 {
			list = append(list, parts...)
			continue
		}
		list = append(list, s)
	}
	return list
}

var (
	// noAnchor is a length of time that does not say when it ends. Beside a period up to
	// now (endsNow), it ends now as well.
	noAnchor = lazyregexp.New(`(?i)\b(?:in|within|over|during) (?:the span of )?((?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:days|weeks|months|quarters|years))\b`)
	endsNow  = lazyregexp.New(`(?i)\b(?:last|past|previous) (?:\d+ |\pL+ )?(?:days?|weeks?|months?|quarters?|years?)\b`)
)

// readConditions reads what follows the noun: words, then a period, and so on.
func (e *entitiesQuestion) readConditions(text string, now time.Time) bool {
	var every span.Grain
	if m := everyPeriod.FindStringSubmatchIndex(text); m != nil {
		// "Orders every month" are orders by month; who ordered every month did so in each.
		if bare := strings.EqualFold(text[m[2]:m[3]], "every"); bare && (e.wants != wantsList || len(meaningful(text[:m[0]])) == 0) {
			return false
		}
		every = grainNamed(text[m[4]:m[5]])
		text = text[:m[0]] + " in " + text[m[1]:]
	}
	if endsNow.MatchString(text) {
		text = noAnchor.ReplaceAllString(text, "in the last $1")
	}
	words := span.Words(text)
	periods := periodsApart(words, now)
	if len(periods) == 0 {
		c := condition{every: every}
		ok := e.readCondition(&c, text)
		e.events = []condition{c}
		return ok && !c.none
	}
	from := 0
	for i, p := range periods {
		lead := span.Text(words[from:p.First])
		from = p.End
		c := condition{period: p.Period}
		if i == 0 {
			c.every = every
		}
		if i == len(periods)-1 {
			lead += " " + span.Text(words[p.End:]) // "… in 2025 at all"
		}
		if !e.readCondition(&c, lead) {
			return false
		}
		e.events = append(e.events, c)
	}
	return len(e.events) > 0 && !e.events[0].none
}

// joinsOtherwise are words between conditions that are neither "and" nor "but not".
var joinsOtherwise = lazyregexp.New(`(?i)\b(?:or|either|before|after|since|until|than|per|by|versus|vs|compared|average|total|most|least often|top|first|last|between|revenue|sum)\b`)

func (e *entitiesQuestion) readCondition(c *condition, lead string) bool {
	c.none = saysNone.MatchString(lead)
	if m := countsOf.FindStringSubmatch(lead); m != nil && (m[1] != "" || m[3] != "" || !strings.EqualFold(m[2], "one")) {
		c.count, c.op = timesOf(m[2]), comparison(strings.ToLower(m[1]), strings.ToLower(m[3]))
		if c.op == "" {
			return false
		}
		c.none = saysNone.MatchString(strings.Replace(lead, m[0], " ", 1))
		lead = strings.Replace(lead, m[0], " ", 1)
	}
	if c.none && c.op != "" || joinsOtherwise.MatchString(lead) {
		return false
	}
	switch { // no events at all are fewer than three, too: those with three are left out
	case c.op == form.Less:
		c.op, c.none = form.GreaterEqual, true
	case c.op == form.LessEqual:
		c.op, c.none = form.Greater, true
	case c.op == form.Equal && c.count == 0:
		c.op, c.none = "", true
	}
	if comes.MatchString(lead) {
		e.again = true
		lead = comes.ReplaceAllString(lead, " ")
		if len(e.events) == 0 {
			return false
		}
	}
	c.words = meaningful(saysNone.ReplaceAllString(lead, " "))
	return true
}

// meaningful are the words of a condition that say what happened.
func meaningful(text string) []string {
	var list []string
	for _, w := range span.Words(text) {
		if low := strings.ToLower(w.Text); !plainWords[low] {
			list = append(list, low)
		}
	}
	return list
}

func timesOf(word string) int {
	switch strings.ToLower(word) {
	case "once":
		return 1
	case "twice":
		return 2
	}
	if n, ok := english.ParseNumber(strings.ToLower(word)); ok {
		return n
	}
	n, err := strconv.Atoi(word)
	if err != nil {
		return 0
	}
	return n
}

// comparison is what words before and after a number say; "" where that is not clear.
func comparison(before, after string) form.CondOp {
	after = strings.TrimSpace(after)
	switch before {
	case "more than", "over":
		return form.Greater
	case "at least", "no less than", "not less than":
		return form.GreaterEqual
	case "fewer than", "less than", "under":
		return form.Less
	case "at most", "no more than", "not more than":
		return form.LessEqual
	case "exactly", "only", "just":
		return form.Equal
	}
	switch after {
	case "or more", "+":
		return form.GreaterEqual
	case "or fewer", "or less":
		return form.LessEqual
	}
	return form.Equal
}

func grainNamed(word string) span.Grain {
	return map[string]span.Grain{"day": span.Day, "week": span.Week, "month": span.Month, "quarter": span.Quarter, "year": span.Year}[strings.ToLower(english.Singular(word))]
}

// special is true for a question that takes more than a statement whose parts the
// parser knows.
func (e *entitiesQuestion) special() bool {
	return e.wants == wantsShare || e.again || e.both || len(e.events) > 2 || slices.ContainsFunc(e.events, condition.special)
}
