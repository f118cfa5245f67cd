package intent

import (
	"slices"
	"strings"
)

// A message is read clause by clause. At most this many sentences, and ways to
// cut one in two, are looked at.
const (
	maxSentences = 6
	maxCuts      = 4
)

// Clause is a part of a message that wants something.
type Clause struct {
	Text     string // as it was written, but for what joins it to others
	Sentence int    // the number of its sentence, from 0
	Intent
}

// sentence is a sentence and the ways to cut it into two clauses.
type sentence struct {
	text string
	cuts []halves
}

type halves struct {
	left, right string
	comma       bool // nothing but a comma stands between them
}

type message []sentence

// cut finds the sentences of a message.
func cut(text string) message {
	var m message
	rest := strings.TrimSpace(text)
	for rest != "" {
		end := sentenceEnd(rest)
		if len(m) == maxSentences-1 {
			end = len(rest)
		}
		if s := trim(rest[:end]); s != "" {
			m = append(m, sentence{s, cuts(s)})
		}
		rest = strings.TrimSpace(rest[end:])
	}
	return m
}

// sentenceEnd is where the first sentence ends: after ? or !, at a semicolon or
// a line's end, and after a full stop that is not within a number, an address
// or a short form.
func sentenceEnd(text string) int {
	for i := range len(text) {
		r, next := text[i], i+1
		spaceFollows := next == len(text) || strings.IndexByte(" \t\r\n", text[next]) >= 0
		switch {
		case r == ';' || r == '\n', (r == '?' || r == '!') && spaceFollows:
			return next
		case r == '.' && spaceFollows && !isShortForm(text[:i]):
			return next
		}
	}
	return len(text)
}

func isShortForm(before string) bool {
	word := before[strings.LastIndexAny(before, " \t(")+1:]
	return slices.Contains([]string{"vs", "e.g", "i.e", "approx", "no", "incl", "excl", "dr", "mr", "mrs"}, strings.ToLower(word))
}

func trim(clause string) string {
	clause = strings.Trim(clause, " \t\n.;!,")
	for _, filler := range []string{"then ", "and ", "now ", "please "} {
		if len(clause) > len(filler) && strings.EqualFold(clause[:len(filler)], filler) {
			clause = strings.TrimLeft(clause[len(filler):], " ,")
		}
	}
	return clause
}

// cuts are the ways to read a sentence as two: before "and", "then" or after a
// comma. Which of them holds, if any, shows in what the halves want. Commas are
// everywhere: one alone counts only after a word or three, such as a greeting.
func cuts(s string) []halves {
	var list []halves
	lower := strings.ToLower(s)
	if len(lower) != len(s) {
		return nil // a letter that changes its length with its case
	}
	for i := 1; i < len(s)-1 && len(list) < maxCuts; i++ {
		for _, joint := range []string{", and ", ", then ", " and then ", " and ", " then ", ", "} {
			if !strings.HasPrefix(lower[i:], joint) {
				continue
			}
			h := halves{trim(s[:i]), trim(s[i+len(joint):]), joint == ", "}
			if h.left != "" && h.right != "" && (!h.comma || len(strings.Fields(h.left)) <= 3) {
				list = append(list, h)
			}
			i += len(joint) - 2
			break
		}
	}
	return list
}

// keep drops the cuts whose second half cannot begin a clause.
func (m message) keep(canBegin func(string) bool) {
	for i := range m {
		m[i].cuts = slices.DeleteFunc(m[i].cuts, func(h halves) bool { return !canBegin(h.right) })
	}
}

// texts are all texts whose intent matters to read.
func (m message) texts() []string {
	list := []string{m.text()}
	for _, s := range m {
		list = append(list, s.text)
		for _, c := range s.cuts {
			list = append(list, c.left, c.right)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (m message) text() string {
	list := make([]string, len(m))
	for i, s := range m {
		list[i] = s.text
	}
	return strings.Join(list, ". ")
}

// read gives the intents of the clauses. A sentence that makes no sense alone
// leaves the word to the others, or to the message as a whole.
func (m message) read(scored map[string]Intent, opens func(Name, string) bool) ([]Intent, Tier) {
	var intents []Intent
	complete := true
	for _, s := range m {
		found := s.read(scored, opens)
		if slices.ContainsFunc(found, func(c Clause) bool { return tierOf(c.Score) == Unsure }) {
			complete = false
			continue
		}
		for _, f := range found {
			intents = join(intents, f.Intent)
		}
	}
	if whole := scored[m.text()]; len(intents) == 0 || !complete && whole.Score > weakest(intents) {
		return []Intent{whole}, tierOf(whole.Score)
	}
	tier := tierOf(weakest(intents))
	if !complete {
		tier = min(tier, Likely)
	}
	return intents, tier
}

// read takes a sentence as two clauses where both want something for sure, and
// not the same, and the second begins as one with its intent can begin. A comma
// alone counts only after a greeting.
func (s sentence) read(scored map[string]Intent, opens func(Name, string) bool) []Clause {
	best := []Clause{{Text: s.text, Intent: scored[s.text]}}
	least := SureScore
	for _, c := range s.cuts {
		left, right := scored[c.left], scored[c.right]
		if left.Name == right.Name || c.comma && left.Name != Greeting || !opens(right.Name, c.right) {
			continue
		}
		if score := min(left.Score, right.Score); score >= least {
			best, least = []Clause{{Text: c.left, Intent: left}, {Text: c.right, Intent: right}}, score
		}
	}
	return best
}

// join adds an intent. One that is there already is not there twice, and what
// changes a question belongs to a question that was asked before it.
func join(intents []Intent, one Intent) []Intent {
	for i, other := range intents {
		if other.Name == one.Name {
			intents[i].Score = max(other.Score, one.Score)
			return intents
		}
		if other.Name.Asks() && one.Name.Changes() {
			return intents
		}
	}
	return append(intents, one)
}
