package span

import "strings"

// phrases are words with what they say. Longer ones win.
type phrases []phrase

type phrase struct {
	words []string
	op    string
}

func phrasesOf(list string) phrases {
	var p phrases
	op := ""
	for line := range strings.SplitSeq(list, "\n") {
		head, rest, ok := strings.Cut(line, ":")
		if ok {
			op = strings.TrimSpace(head)
		} else {
			rest = line // goes on
		}
		for s := range strings.SplitSeq(rest, ",") {
			if words := strings.Fields(s); len(words) > 0 {
				p = append(p, phrase{words, op})
			}
		}
	}
	return p
}

var comparing = phrasesOf(`
	>: more than, greater than, larger than, bigger than, higher than, longer than, older than, heavier than, later than, better than, above, over,
		exceeding, exceeds, exceed, exceeded, in excess of, upwards of, after, beyond, >, taller than, newer than, further than, worse than
	>=: at least, no less than, not less than, no fewer than, not fewer than, minimum of, a minimum of, min, or more, or higher, or above, or over,
		or greater, or older, or newer, or later, or larger, or better, and above, and over, and up, and more, and older, and later, or longer, since, starting from,
		> =, ≥, not below, not under, from
	<: less than, fewer than, smaller than, lower than, shorter than, younger than, lighter than, earlier than, cheaper than, below, under, before, <
	<=: at most, no more than, not more than, not exceeding, not over, not above, maximum of, a maximum of, up to, or less, or fewer, or lower,
		or below, or under, or younger, or earlier, or smaller, and below, and under, and less, and younger, until, no later than, not later than, < =, ≤, no longer than, no higher than
	=: exactly, equal to, equals, equal, precisely, same as, =
	!=: not equal to, not equal, different from, other than, except, except for, excluding, but not, not in, ! =, < >, ≠
	between: between, in the range, ranging from`)

// comparisons lists the words that compare.
func (r *reader) comparisons() []Span {
	return r.longest(Comparison, comparing)
}

var denying = phrasesOf(`
	not: not, no, never, without, neither, nor, none, nothing, nobody, non, except, except for, excluding, exclude, excludes, excluded, excl,
		other than, besides, apart from, don ' t, doesn ' t, didn ' t, isn ' t, aren ' t, wasn ' t, weren ' t, hasn ' t, haven ' t, hadn ' t, won ' t, can ' t,
		don ’ t, doesn ’ t, didn ’ t, isn ’ t, aren ’ t, wasn ’ t, weren ’ t, hasn ’ t, haven ’ t, hadn ’ t, won ’ t, can ’ t, cannot,
		dont, doesnt, didnt, isnt, arent, wasnt, havent, hasnt, lack, lacks, lacking, missing, leave out, leaving out, left out, ignore, ignoring, ignored,
		but not, yet to, no longer, rather than, instead of, minus, free of, fails to, failed to, not counting, not counted, not including, un`)

// negations lists the words that deny.
func (r *reader) negations() []Span {
	list := r.longest(Negation, denying)
	for i := range list {
		list[i].Op = ""
	}
	return list
}

// longest finds the phrases, at each place the longest.
func (r *reader) longest(k Kind, p phrases) []Span {
	var list []Span
	for i := 0; i < len(r.words); {
		best, op := 0, ""
		for _, f := range p {
			if n := r.phrase(i, f.words); n > best {
				best, op = n, f.op
			}
		}
		if best == 0 {
			i++
			continue
		}
		s := r.span(k, i, i+best)
		s.Op = op
		list = append(list, s)
		i += best
	}
	return list
}

// closing is the sign that ends what an opening one began.
var closing = map[string]string{`"`: `"`, "“": "”", "”": "”", "„": "“", "«": "»", "'": "'", "‘": "’", "`": "`"}

// findQuotes lists what stands in quotes. An apostrophe inside a word is none.
func (r *reader) findQuotes() []Span {
	var list []Span
	for i := 0; i < len(r.words); i++ {
		end, ok := closing[r.words[i].Text]
		if !ok || r.isGlued(i) && i > 0 && isWord(r.words[i-1].Text) {
			continue
		}
		for k := i + 2; k < len(r.words); k++ {
			if r.words[k].Text != end {
				continue
			}
			if k+1 < len(r.words) && r.isGlued(k+1) && isWord(r.words[k+1].Text) { // don't
				continue
			}
			list = append(list, r.span(Quoted, i+1, k))
			i = k
			break
		}
	}
	return list
}

func isWord(s string) bool {
	for _, r := range s {
		return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r > 0x7f && !strings.ContainsRune("“”„«»‘’–—", r)
	}
	return false
}
