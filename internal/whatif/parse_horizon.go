package whatif

import (
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

const unitWord = `(days?|weeks?|months?|quarters?|years?)`

var countWord = `(\d{1,4}|an?|` + english.NumberPattern + `|couple of|few|several|half)`

// horizonRule is a way to say how far. counted rules have a number first.
type horizonRule struct {
	rule   *lazyregexp.Regexp
	counts bool
	loose  bool // only in a question that is about the future anyway
	apply  func(m []string) Horizon
}

var lead = `(?:\b(?:for|over|in|during|within|through|throughout|until|by|to|of|into|on|across) )?`

var horizonRules = []horizonRule{
	{rule: pattern(lead + `(?:the )?\b(?:next|coming|following|upcoming|future) ` + countWord + ` (?:more )?` + unitWord + `\b(?:'s|')?`), counts: true},
	{rule: pattern(`\b` + countWord + ` ` + unitWord + ` (?:ahead|out|forward|from now|into the future|in advance|from today)\b`), counts: true},
	{rule: pattern(lead + `(?:the )?\b(?:another|an additional) ` + countWord + ` ` + unitWord + `\b`), counts: true},
	{rule: pattern(lead + `(?:the )?\b(?:next|coming|following|upcoming|another) ` + unitWord + `\b(?:'s|')?`), apply: func(m []string) Horizon { return Horizon{Count: 1, Unit: unitOf(m[1])} }},
	{rule: pattern(`\b(?:for |over |during |until |by |to |through |till )?(?:the )?(?:rest|remainder|end) of (?:the|this) ` + unitWord + `\b`), apply: func(m []string) Horizon { return Horizon{Unit: unitOf(m[1])} }},
	{rule: pattern(`\b(?:by|until|through|till) year[- ]end\b`), apply: func([]string) Horizon { return Horizon{Unit: Year} }},
	{rule: pattern(`\b(?:for |by |until )?tomorrow\b`), apply: func([]string) Horizon { return Horizon{Count: 1, Unit: Day} }},
	{rule: pattern(`\b(?:in|within|for|over) ` + countWord + ` (?:more )?` + unitWord + `(?:'s|')?(?: time)?\b`), counts: true, loose: true},
	{rule: pattern(`\b` + countWord + ` (?:more )?` + unitWord + `$`), counts: true, loose: true},
	{rule: pattern(`\b(?:for|in|by|to|through|until|till|into)(?: the end of| the year)? (20\d\d)\b`), loose: true, apply: func(m []string) Horizon { return Horizon{Year: count(m[1])} }},
}

// readHorizon takes how far to look out of a question. Loose wordings, such as
// "in three months", count only when the future is already certain.
func readHorizon(q string, loose bool) (Horizon, string) {
	for _, h := range horizonRules {
		if h.loose && !loose {
			continue
		}
		m := h.rule.FindStringSubmatch(q)
		if m == nil {
			continue
		}
		if h.counts {
			out := Horizon{Count: count(m[1]), Unit: unitOf(m[2])}
			if strings.EqualFold(m[1], "half") {
				continue
			}
			return out, cut(q, h.rule)
		}
		return h.apply(m), cut(q, h.rule)
	}
	return Horizon{}, q
}

func unitOf(word string) Unit {
	return Unit(strings.TrimSuffix(strings.ToLower(word), "s"))
}

// countWords are counts that are no plain number words.
var countWords = map[string]int{"a": 1, "an": 1, "couple of": 2, "few": 3, "several": 3, "a hundred": 100, "a thousand": 1_000, "ten thousand": 10_000}

// count is a whole number in digits or words; 0 when it is too large to mean
// anything.
func count(word string) int {
	word = strings.ToLower(word)
	if n, ok := countWords[word]; ok {
		return n
	}
	if n, ok := english.ParseNumber(word); ok {
		return n
	}
	n, err := strconv.Atoi(strings.ReplaceAll(word, ",", ""))
	if err != nil || n > 1_000_000 {
		return 0
	}
	return n
}
