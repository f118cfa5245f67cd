package memory

import (
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// everywhereWords are where rows are never to be seen.
const everywhereWords = `(?: (?:from|in|of|out of) (?:everything|(?:all|any|every|my|the|your) (?:of )?(?:the |my |your )?(?:figures?|answers?|numbers?|results?|reports?|totals?|analys[ei]s|calculations?)))`

var rowRules = []rule{
	{Only, pattern(`(?:only (?:ever )?|ever only )(?:count|consider|look at|include|use|show(?: me)?|take|analy[sz]e|report(?: on)?) {np}`), true, only},
	{Only, pattern(`only ever (?:count|consider|look at|include|use|show(?: me)?|take) {np}`), false, only},
	{Only, pattern(`(?:count|consider|look at|include|use|show(?: me)?|take) only {np}`), true, only},
	{Only, pattern(`(?:count|consider|look at|include|use|show(?: me)?|take) {np} only`), true, only},
	{Only, pattern(`my (?:analys[ei]s|questions?|reports?|work|figures?) (?:are|is) (?:always|only|all)(?: only)? (?:about|on|for) {np}`), false, only},
	{Only, pattern(`(?:i|we)(?:'m|'re| am| are)? only (?:ever )?(?:care about|interested in|look at|deal with|work with|count|ever interested in) {np}`), false, only},
	{Only, pattern(`only {np} (?:interests?|matters?|concerns?|counts?)(?: (?:to|for))?(?: (?:me|us))?`), false, onlyNamed},
	{Only, pattern(`(?:stick|keep|hold)(?: yourself)? to {np}`), true, only},
	{Only, pattern(`(?:restrict|limit|narrow)(?: (?:everything|it|all|answers|yourself|results))? to {np}`), true, only},
	{LeaveOut, pattern(`(?:leave out|ignore|exclude|disregard|omit|filter out|leave aside)(?: (?:everything|anything) (?:from|of|by|in))? {np}`), false, leaveOut},
	{LeaveOut, pattern(`(?:skip|drop|remove|forget about|hide|take out|throw out|get rid of) {np}`), true, leaveOut},
	{LeaveOut, pattern(`leave {np} (?:out|aside)(?: of (?:all |any |the )*(?:everything|figures?|answers?|numbers?|results?|reports?|totals?|it))?`), false, leaveOut},
	{LeaveOut, pattern(`(?:skip|drop|remove|filter|exclude|leave out|omit) {np}` + everywhereWords), false, leaveOut},
	{LeaveOut, pattern(`keep {np} out` + everywhereWords + `?(?: of (?:everything|it))?`), false, leaveOut},
	{LeaveOut, pattern(`(?:we |i )?(?:don'?t|do not|never)(?: ever)? (?:count|include|consider)(?: in)? {np}`), false, leaveOut},
	{LeaveOut, pattern(`(?:never|don'?t ever|do not ever) (?:show|list|use|report)(?: me)? {np}`), false, leaveOut},
	{LeaveOut, pattern(`{np} (?:should|must|may|can|are|is|shall|need|have)(?: always)?(?: to)?(?: be)? (?:left out|ignored|excluded|omitted|disregarded|filtered out|skipped)(?: always)?`), false, leaveOutNamed},
	{LeaveOut, pattern(`{np} (?:(?:should|must|may|can|are|is|shall|do|need)(?: never| not)|(?:should|must|ca|are|is|sha|need)n'?t|cannot)(?: ever)?(?: be)? (?:to be )?(?:counted|included|considered|shown)`), false, leaveOutNamed},
	{LeaveOut, pattern(`{np} (?:don'?t|do not|never|doesn'?t) count`), false, leaveOutNamed},
	{LeaveOut, pattern(`{np} (?:must|should|may|can|shall) (?:never|not) (?:ever )?(?:show up|appear|turn up|count|matter|be seen)`), false, leaveOutNamed},
	{LeaveOut, pattern(`{np} (?:(?:don'?t|do not|never) (?:matter|interest|concern)(?: (?:to )?(?:me|us))?|(?:are|is) of no (?:interest|concern)(?: (?:to|for) (?:me|us))?|(?:are|is) (?:not|never) (?:relevant|of interest|interesting)(?: (?:to|for) (?:me|us))?)`), false, leaveOutNamed},
	{LeaveOut, pattern(`i(?:'m| am) (?:never|not ever) interested in {np}`), false, leaveOut},
	{LeaveOut, pattern(`i never want(?: to see)? {np}`), false, leaveOut},
	{LeaveOut, pattern(`(?:i|we) (?:don'?t|do not|never) want(?: to see)? {np}` + everywhereWords), false, leaveOut},
	{LeaveOut, pattern(`(?:without|no|excluding|except|not counting) {np}`), true, leaveOut},
}

var (
	// asWhat is what rows are not counted as: the rest of a sentence that names rows.
	asWhat = lazyregexp.New(`(?i) (?:as|in|from|when computing|when calculating) (?:the )?(?:revenue|sales|turnover|profit|margin|counts?|customers|employees|orders)$|` + everywhereWords + `$`)
	// dataFrom are words before what rows are of.
	dataFrom = lazyregexp.New(`(?i)^(?:the )?(?:data|rows|records|entries|figures|everything|anything) (?:from|of|for|about) `)
	// ofPlumb is no kind of rows, but what answers are made from.
	ofPlumb = lazyregexp.New(`(?i)\b(?:databases?|documents?|tables?|models?|brain|mode|plan|steps?|sources?|web|internet|quer(?:y|ies)|sql|charts?|ones)\b`)
	// andMore is between rows that are named one after the other.
	andMore = lazyregexp.New(`(?i),? (?:and|or|nor) |, `)
)

// leaveOut reads the kinds of rows that a phrase names. A word that points at the answer
// before names none.
func leaveOut(c *clause, m []string) []said {
	text := dataFrom.ReplaceAllString(asWhat.ReplaceAllString(m[1], ""), "")
	if rest, ok := strings.CutSuffix(text, " ones"); ok && c.Them != "" {
		text = rest + " " + c.Them
	}
	if ofPlumb.MatchString(text) {
		return nil
	}
	return kinds(text)
}

// leaveOutNamed reads a sentence about rows: what begins as a request for data, such as
// “list orders that should be excluded”, is none.
func leaveOutNamed(c *clause, m []string) []said {
	if asking[strings.ToLower(strings.Fields(m[1])[0])] || notRows.HasAny(strings.Fields(strings.ToLower(m[1]))) {
		return nil
	}
	return leaveOut(c, m)
}

var notRows = english.NewSet("that which who whose where")

func onlyNamed(c *clause, m []string) []said { return leaveOutNamed(c, m) }

func only(c *clause, m []string) []said { return leaveOut(c, m) }

func kinds(text string) []said {
	var list []said
	for _, part := range split(text) {
		subject := phrase(part)
		if subject == "" {
			return nil
		}
		list = append(list, said{subject: subject})
	}
	return list
}

// split cuts a list of kinds of rows. Words that only narrow down, as in “old and new
// customers”, are no kind by themselves.
func split(text string) []string {
	cut := andMore.FindAllStringIndex(text, -1)
	var list []string
	start := 0
	for _, at := range cut {
		if !english.IsPlural(text[start:at[0]]) && !english.Uncountable(lastWord(text[start:at[0]])) {
			return []string{text}
		}
		list = append(list, text[start:at[0]])
		start = at[1]
	}
	return append(list, text[start:])
}
