package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

var personRules = []rule{
	{Name, pattern(`(?:my name is|you can call me|(?:people |everyone |everybody |they |colleagues )?calls? me|i am called|i'?m called) ((?:["\pL][\pL'.-]*)(?: [\pL][\pL'.-]*){0,2})`), false, personName},
	{Role, pattern(`(?:i'?m|i am) ((?:in|with|from|on|at|part of|responsible for|in charge of|the|an?|head of|working (?:in|for|as|on|with)) .+)`), false, role},
	{Role, pattern(`i (?:mostly |mainly |usually |only |also )?(?:work|works) ((?:in|for|as|at|with|on) .+)`), false, role},
	{Role, pattern(`i do ((?:\pL+ ){1,4}(?:at|for|in) .+)`), false, role},
	{Role, pattern(`(?:i'?m|i am) ((?:\pL+ ){1,2}(?:from|of|in|with) .+)`), false, roleWithName},
	{Role, pattern(`i ((?:mostly |mainly |also )?(?:manage|run|lead|oversee|look after|head|own|handle|supervise|cover|support|serve|teach|buy|plan|sell|sit in|report to|belong to|live in|deal with|take care of|focus on|speciali[sz]e in) .+)`), false, role},
	{Role, pattern(`my ((?:sales )?(?:region|team|department|role|job|job title|area|territory|branch|unit|division|country|market|city|office|position|company|organi[sz]ation) (?:is|are|looks after|covers|handles|sells|works) .+)`), false, role},
	{Role, pattern(`we ((?:run|operate|own|sell|make|produce|build|rent out|serve|teach|manufacture|distribute|insure|transport) .+)`), false, role},
	{Role, pattern(`(?:we'?re|we are) ((?:an?|the|part of) .+)`), false, role},
	{Target, pattern(`(?:our|my|the)(?: current| new)?(?: {np})? (?:targets?|goals?|quotas?|objectives?)(?: (?:for|of|in) {np})?(?: (?:for|in) (?:the year )?\d{4}| this (?:year|quarter|month))? (?:is|are|=|:|stands at) (.+)`), false, target},
	{Target, pattern(`(?:our|my|the)(?: {np})? budget for {np} (?:is|=) (.+)`), false, target},
	{Target, pattern(`(?:our|my|the)?(?: ?{np})? ?(?:targets?|goals?|quotas?) ?(?:for {np})?[:=] ?(.+)`), false, target},
	{Target, pattern(`targets? {np}: (.+)`), false, targetOf},
	{Target, pattern(`(?:we|i) (?:want|need|have|must|plan|try|hope|are trying)(?: to)? (?:get|keep|bring|push|reach|hold|reduce|increase|raise|lower|cut|grow) {np} ((?:to|under|below|above|over|at|beyond|by) .+)`), false, targetOf},
	{Target, pattern(`(?:the|our|my) (?:target|goal|quota|objective)(?: (?:that )?(?:we|i) (?:set|have|agreed on|aim for|follow))? is (.+)`), false, targetAlone},
	{Target, pattern(`(?:we|i)(?:'re| are|'m| am)? (?:supposed|expected|required|meant|obliged|have|want|need|must|plan|aim|promised)(?: to)? (?:stay|be|remain|get|keep|come) ((?:under|below|above|over|at|beyond) [\d.,]+ ?(?:%|percent|\pL+)?) {np}`), false, targetAfter},
	{Target, pattern(`(?:the|our) (?:main )?(?:kpi|metric|figure)(?: (?:that )?(?:we|i) (?:watch|follow|track|care about|look at))? is {np}, (.+)`), false, targetOf},
	{Target, pattern(`we (?:aim|are aiming|'re aiming|plan|strive) (?:for|at) (?:an? )?(?:{np} of )?(.+)`), false, targetOf},
}

func personName(_ *clause, m []string) []said {
	name := strings.Trim(m[1], `"`)
	for w := range strings.FieldsSeq(strings.ToLower(name)) {
		if english.Among(w, "back later tomorrow again when if at on a the an up customers guests now today and or not") {
			return nil
		}
	}
	return []said{{value: name}}
}

// passing are states that say nothing of who a person is.
var passing = lazyregexp.New(`(?i)\b(?:hurry|rush|trouble|doubt|lost|confused|bit|little|looking|interested|trying|asking|wondering|curious|meeting|moment|afraid|sorry|middle of)\b`)

func role(_ *clause, m []string) []said {
	if passing.MatchString(m[1]) || requests.MatchString(m[1]) || strings.Contains(m[1], ":") {
		return nil
	}
	return []said{{value: m[1]}}
}

// roleWithName reads “I'm Tom from accounting”: a name begins with a capital letter.
func roleWithName(c *clause, m []string) []said {
	name, rest, _ := strings.Cut(m[1], " ")
	if r, _ := utf8.DecodeRuneInString(name); !unicode.IsUpper(r) || len(role(c, m)) == 0 {
		return nil
	}
	return append([]said{{topic: Name, value: name}}, role(c, []string{"", rest})...)
}

func targetAlone(c *clause, m []string) []said { return targetOf(c, []string{"", "", m[1]}) }

// targetAfter reads “stay below 3% returns”: the figure, then what it is of.
func targetAfter(c *clause, m []string) []said { return targetOf(c, []string{"", m[2], m[1]}) }

// target reads a figure that is aimed at: without one it is no target.
func target(c *clause, m []string) []said {
	return targetOf(c, []string{"", m[1] + m[2], m[3]})
}

func targetOf(_ *clause, m []string) []said {
	if !strings.ContainsAny(m[2], "0123456789") {
		return nil
	}
	subject := ""
	if m[1] != "" {
		if subject = phrase(m[1]); subject == "" {
			return nil
		}
	}
	return []said{{subject: subject, value: strings.TrimSpace(m[2])}}
}

var wordRules = []rule{
	{Called, pattern(`(?:we )?(?:call|name|refer to) (?:them|these|those)(?: as)? {term}`), false, callThem},
	{Called, pattern(`(?:we )?refer to {term} as {term}`), false, calls},
	{Called, pattern(`(?:i|we|they|people|everyone|everybody|our \pL+)(?: (?:also|all|usually|always|here|just))* (?:call|name) {np}`), false, callsTwo},
	{Called, pattern(`(?:call|name) {np}`), false, callsAsked},
	{Called, pattern(`{term} (?:are|is) (?:also |usually |always )?(?:called|known as|named|referred to as) {term}`), false, calls},
	{Called, pattern(`{term} (?:are|is) (?:also |usually |always )?(?:our (?:word|name|term) for|what we call) {term}`), false, calledBy},
	{Called, pattern(`(?:we )?say {term} (?:for|instead of|rather than) {term}`), false, calledBy},
	{Called, pattern(`(?:we )?say {term},? (?:and )?not {term}`), false, calledBy},
	{Called, pattern(`(?:we )?use the (?:word|term|name) {term} (?:for|instead of) {term}`), false, calledBy},
	{Means, pattern(`(?:by|with) (.{1,60}?),? (?:i|we)(?: always| usually)? (?:mean|refer to|understand)(?: always)? {any}`), false, meansFirst},
	{Means, pattern(`(?:when|if|whenever|wherever|where|any ?time|every time|each time)(?:ever)? (?:i|we|somebody|someone|anybody|anyone|people|they|our people)(?: here)? {say} (.{1,60}?),? (?:then )?(?:(?:what )?(?:i|we|they)|it|that|this)(?:'s|'m|'re| am| are| is)?(?: always| usually)? (?:means?(?: is)?|talking about|refers? to|referring to) {any}`), false, meansFirst},
	{Means, pattern(`(?:when|if|whenever)(?:ever)? (?:i|we|somebody|someone|anyone|people|they) {say} (.{1,60}?),? (?:then )?(?:please )?(?:always )?(?:take|use) {any}`), false, meansFirst},
	{Means, pattern(`(?:our )?(.{1,60}?) (?:always |usually |just |really )?(?:means?|refers? to|stands for|stand for|(?:should|must|has to|is to) be (?:understood|read|taken|defined) as|is (?:understood|read|taken) as|is short for|is defined as|are defined as|denotes|equals) (?:always )?{any}`), false, meansPlain},
	{Means, pattern(`(?:define|treat|we (?:define|understand|count|treat)) {term} as {any}`), false, meansFirst},
	{Means, pattern(`(.{1,60}?) is (?:our|an?|the) (?:abbreviation|acronym|short form|shorthand|short) (?:for|of) {any}`), false, meansPlain},
	{Means, pattern(`([A-Za-z][\w&/-]{1,9}) ?[=:] ?{any}`), false, meansShort},
	{Means, pattern(`(?:an? |the )?{np} (?:counts|is counted|is considered|is regarded|qualifies) (?:as )?(?:an? )?{term} (?:if|when|once|as soon as) {any}`), false, countsAs},
	{Means, pattern(`(?:an? |the )?{np} (?:counts|is counted|is considered|is regarded|qualifies) (?:as )?(?:an? )?(\pL+) ((?:from|above|over|below|under|after|with|without|at) .+)`), false, countsAs},
	{Means, pattern(`(.{1,60}?) (?:should|must) (?:always )?be {any}`), true, meansPlain},
	{Means, pattern(`use ([\w.]+(?: [\w.]+){0,2}) (?:for|as|whenever i (?:ask for|say)|when i (?:ask for|say)|if i (?:ask for|say)) {term}`), false, usesFor},
	{Means, pattern(`use ([\w.]+(?: [\w.]+){0,2}) (?:whenever|when|if) {term} (?:is|are) (?:mentioned|asked for|meant)`), false, usesFor},
	{Means, pattern(`what (?:we|i|people here) call (?:an? )?{term} (?:is|are) {any}`), false, meansFirst},
	{Means, pattern(`(?:our |the |an? )?("[^"]{1,50}"|[A-Z][A-Z&/-]{1,7}) (?:is|are|covers?|comprises?|includes|consists of|equals?) {any}`), false, meansCoined},
	{Means, pattern(`take {term}(?:, not {term},)? as {term}`), false, takesAs},
	{Means, pattern(`(an? .{1,60}?) is (an? |any )(.+)`), false, kindOf},
	{Means, pattern(`{term} are (\pL+s (?:with|without|who|that|whose|which|where|above|below|over|under) .+)`), false, kindsOf},
	{Means, pattern(`{term} is (.+ (?:minus|divided by|times|plus|multiplied by|less|over) .+)`), false, meansPlain},
	{Means, pattern(`(?:our |the )?{term} is (?:always )?{any}`), false, meansOurs},
}

func callThem(c *clause, m []string) []said {
	name := term(m[1])
	if name == "" || c.Them == "" {
		return nil
	}
	return []said{{subject: name, value: c.Them}}
}

// calls reads “customers are called guests”: the thing, then its name.
func calls(c *clause, m []string) []said { return calledBy(c, []string{"", m[2], m[1]}) }

// calledBy reads “guests is our word for customers”: the name, then the thing.
func calledBy(_ *clause, m []string) []said {
	name, thing := term(m[1]), term(m[2])
	if name == "" || thing == "" || strings.EqualFold(name, thing) {
		return nil
	}
	return []said{{subject: name, value: thing}}
}

// callsTwo reads “we call our customers guests”: two names in a row, cut in the middle.
func callsTwo(c *clause, m []string) []said {
	words := strings.Fields(m[1])
	if len(words) > 2 && english.Among(strings.ToLower(words[0]), "our the all") {
		words = words[1:]
	}
	for i := 1; i < len(words); i++ {
		thing, name := strings.Join(words[:i], " "), strings.Join(words[i:], " ")
		if english.IsPlural(strings.Trim(thing, `"'`)) && english.IsPlural(strings.Trim(name, `"'`)) && len(words)-i <= 3 {
			return calls(c, []string{"", thing, name})
		}
	}
	return nil
}

// callsAsked reads “call customers guests”. Of more than two words it may be about calls,
// unless it is asked for.
func callsAsked(c *clause, m []string) []said {
	if !c.asked && !c.standing && len(strings.Fields(m[1])) != 2 {
		return nil
	}
	return callsTwo(c, m)
}

var forUs = lazyregexp.New(`(?i) (?:for us|with us|here|in our (?:team|company|business))$`)

func meansFirst(_ *clause, m []string) []said {
	subject, value := term(forUs.ReplaceAllString(m[1], "")), meaning(m[2])
	if subject == "" || value == "" || strings.EqualFold(subject, value) {
		return nil
	}
	return []said{{subject: subject, value: value}}
}

// meansPlain reads “revenue means gross revenue”. What begins as a request for data does
// not explain a word.
func meansPlain(c *clause, m []string) []said {
	if asking[strings.ToLower(strings.Fields(m[1])[0])] || strings.HasSuffix(m[1], ",") {
		return nil
	}
	return meansFirst(c, m)
}

// meansShort reads “AOV = average order value”, but no condition: status = open.
func meansShort(c *clause, m []string) []said {
	if strings.ToUpper(m[1]) != m[1] && !c.standing || len(strings.Fields(m[2])) < 2 {
		return nil
	}
	return meansPlain(c, m)
}

// usesFor reads “use net_amount for revenue”: the name of a column, or a term that has the
// word in it.
func usesFor(c *clause, m []string) []said {
	used, word := m[1], term(m[2])
	if word == "" || used[0] <= '9' || !strings.Contains(used, "_") && !strings.Contains(used, ".") &&
		!strings.HasSuffix(strings.ToLower(used), " "+strings.ToLower(word)) {
		return nil
	}
	return meansFirst(c, []string{"", word, used})
}

// meansCoined reads what is said of a word in quotation marks, or in capital letters: “MRR
// is monthly recurring revenue”. What it is at the moment explains nothing.
func meansCoined(c *clause, m []string) []said {
	if m[1][0] != '"' && strings.ToUpper(m[1]) != m[1] || len(strings.Fields(m[2])) < 2 ||
		english.Among(strings.ToLower(strings.Fields(m[2])[0]), "too very so not higher lower up down still now falling rising about only") {
		return nil
	}
	return meansPlain(c, m)
}

// countsAs reads “an order counts as large from 1,000 euros”.
func countsAs(c *clause, m []string) []said {
	if found := meansFirst(c, m[1:]); found != nil {
		return found
	}
	return meansFirst(c, []string{"", m[2], m[1] + " " + m[3]})
}

func takesAs(c *clause, m []string) []said { return meansFirst(c, []string{"", m[3], m[1]}) }

// kindOf reads “a VIP is a customer who …”: of one word it is no explanation.
func kindOf(c *clause, m []string) []said {
	if len(strings.Fields(m[3])) < 2 {
		return nil
	}
	return meansPlain(c, []string{"", m[1], m[3]})
}

func kindsOf(c *clause, m []string) []said { return meansPlain(c, m) }

// meansOurs reads “our margin is gross margin”, and “for us revenue is net of returns”:
// elsewhere what is said of a thing explains no word.
func meansOurs(c *clause, m []string) []said {
	words := strings.Fields(m[2])
	same := len(words) > 1 && strings.EqualFold(words[len(words)-1], lastWord(m[1])) && !strings.EqualFold(words[0], "the")
	if !same && !c.ours {
		return nil
	}
	return meansPlain(c, m)
}

func lastWord(text string) string {
	words := strings.Fields(text)
	return strings.Trim(words[len(words)-1], `"'`)
}
