package memory

import (
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// rule reads clauses of one shape. The groups of its expression go to read, which refuses
// what only looks like it.
type rule struct {
	topic    Topic
	expr     *lazyregexp.Regexp
	standing bool // only where the words say that it holds from now on
	read     func(c *clause, m []string) []said
}

// said is a subject with what is said of it.
type said struct {
	topic          Topic // "" is the rule's
	subject, value string
}

// pattern is a rule's expression: the whole clause in any case, with names in braces for
// the parts that many share.
func pattern(expr string) *lazyregexp.Regexp {
	return lazyregexp.New(`(?i)^(?:` + parts.Replace(expr) + `)$`)
}

var parts = strings.NewReplacer(
	// A noun phrase, a shorter one, and anything.
	"{np}", `((?:the |our |my |all |any |a |an )?["\pL][\pL\pN_'"./&$€£%+-]*(?: [\pL\pN_'"./&$€£%+-]+){0,8})`,
	"{term}", `((?:the |our |my |a |an )?["\pL][\pL\pN_'"./&-]*(?: [\pL\pN_'"./&-]+){0,3})`,
	"{any}", `(.+)`,
	"{period}", `((?:the )?(?:(?:last|past|current|this|previous|running) (?:(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve) |full |whole |complete )?(?:fiscal |financial |calendar |business )?(?:day|week|month|quarter|year)s?|year[ -]to[ -]date|month[ -]to[ -]date|ytd|mtd|all (?:time|years|of the data)|(?:19|20)\d\d))`,
	"{say}", `(?:says?|said|asks?(?: you)? (?:about|for)|asks?|(?:talks?|speaks?) (?:of|about)|mentions?|writes?|uses?(?: the word)?)`,
)

// first reads a clause by the first rule that has something to say.
func first(rules []rule, c *clause) []said {
	for _, r := range rules {
		if r.standing && !c.standing && !c.session {
			continue
		}
		m := r.expr.FindStringSubmatch(c.text)
		if m == nil {
			continue
		}
		found := r.read(c, m)
		for i := range found {
			if found[i].topic == "" {
				found[i].topic = r.topic
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// value reads nothing of a clause but that it is there.
func value(v string) func(*clause, []string) []said {
	return func(*clause, []string) []said { return []said{{value: v}} }
}

// readKeep reads what a clause says to be remembered: what has a list of values before what
// can be anything.
func readKeep(c *clause) []said {
	if found := parseClosed(c); found != nil {
		return found
	}
	for _, rules := range [][]rule{formatRules, personRules, wordRules, rowRules} {
		if found := first(rules, c); found != nil {
			return found
		}
	}
	return nil
}

// parseKeep reads what is to be remembered.
func parseKeep(c *clause) []Statement {
	if found := readKeep(c); found != nil {
		return statements(c, Keep, found)
	}
	if c.noted && declares(c.text) && !requests.MatchString(c.text) {
		return statements(c, Keep, []said{{topic: Note, value: unquote(c.text)}})
	}
	return nil
}

func statements(c *clause, act Act, found []said) []Statement {
	var list []Statement
	for _, f := range found {
		if len(f.subject) > maxSubject || len(f.value) > maxValue {
			return nil
		}
		list = append(list, Statement{Act: act, Topic: f.topic, Subject: f.subject, Value: f.value, Text: c.said,
			Standing: c.standing || c.ours || isFact(f.topic) || habitual.MatchString(c.text), Session: c.session, Everywhere: c.everywhere})
	}
	return list
}

// isFact says whether statements about a topic say how things are, whatever is asked.
func isFact(t Topic) bool {
	found, ok := topicOf(t)
	return ok && found.kind == Fact
}

// habitual are words of a clause that speak of more than the answer before it.
var habitual = lazyregexp.New(`(?i)\b(?:always|never|ever|every|each|default|defaults|prefer|preferred|like|favou?rite|rather|best|should|means?|usually|don'?t|do not|any ?more|no more|no longer|again|our|my|we|i'?m)\b`)
