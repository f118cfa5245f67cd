package ask

import (
	"slices"
	"strings"
)

// phraseOf is the noun with its filters. What is better said apart comes back
// as asides.
func (a *asker) nounPhrase(noun string, person bool, fs []filter) (string, []string) {
	var before, after, which, asides []string
	for _, f := range fs {
		if len(f.noun) > 0 && chance(a.Rand, 40) {
			noun = pick(a.Rand, f.noun)
			continue
		}
		type slot struct {
			to   *[]string
			from []string
			odds int
		}
		options := []slot{{&before, f.before, 40}, {&after, f.after, 36}, {&which, f.which, 14}, {&asides, f.aside, 32}}
		if len(before) > 0 {
			options[0].odds = 8
		}
		if len(before) > 0 && f.when != nil {
			options[0].odds = 0
		}
		total := 0
		for i, o := range options {
			if len(o.from) == 0 {
				options[i].odds = 0
			}
			total += options[i].odds
		}
		if total == 0 {
			continue
		}
		n := a.IntN(total)
		for _, o := range options {
			if n -= o.odds; n < 0 {
				text := pick(a.Rand, o.from)
				if f.when != nil && o.to == &before {
					*o.to = slices.Insert(*o.to, 0, text) // 2024 active contracts
				} else {
					*o.to = append(*o.to, text)
				}
				if f.remark != "" && o.to != &asides && chance(a.Rand, 12) {
					asides = append(asides, f.remark)
				}
				break
			}
		}
	}
	parts := append(slices.Clone(before), noun)
	parts = append(parts, joinAfter(after)...)
	if len(which) > 0 {
		word := "that"
		if person && chance(a.Rand, 80) {
			word = "who"
		} else if chance(a.Rand, 15) {
			word = "which"
		}
		if len(after) > 0 {
			word = "and " + word
		}
		parts = append(parts, word, strings.Join(which, " and "))
	}
	return strings.Join(parts, " "), asides
}

// joinAfter puts "and" between descriptions that begin alike.
func joinAfter(list []string) []string {
	var out []string
	for i, s := range list {
		if i > 0 {
			first, _, _ := strings.Cut(list[i-1], " ")
			if strings.HasPrefix(s, "whose ") || strings.HasPrefix(s, "where ") || strings.HasPrefix(s, first+" ") {
				out = append(out, "and")
			}
		}
		out = append(out, s)
	}
	return out
}

// sentence is a question while it is put together.
type sentence struct {
	text   string
	asides []string // said after it, in brackets or sentences of their own
	list   []string // the columns to show
	order  string   // highest first
}

// finished writes the sentence down as one of many people would.
func (a *asker) finished(s sentence) string {
	text := strings.TrimSpace(s.text)
	ask := strings.HasSuffix(text, "?")
	text = strings.TrimRight(text, "?.")
	if s.order != "" {
		text += pick(a.Rand, []string{", ", ", ", ", ", ", ", " - ", "; ", " "}) + s.order
	}
	var own []string // sentences of their own
	for _, x := range s.asides {
		switch n := a.IntN(12); {
		case n < 5:
			text += ", " + x
		case n < 9:
			text += " (" + x + ")"
		case n < 10 && !ask:
			text += pick(a.Rand, dashes) + x
		default:
			own = append(own, x)
		}
	}
	if len(s.list) > 0 {
		text = a.withList(text, s.list, ask, &own)
	}
	end := ""
	if ask {
		end = "?"
		if chance(a.Rand, 12) {
			end = ""
		}
	} else if chance(a.Rand, 25) {
		end = "."
	}
	if len(own) > 0 {
		if end == "" {
			end = "."
		}
		for i, x := range own {
			own[i] = upperFirst(x) + pick(a.Rand, []string{".", ".", ""})
		}
		if strings.HasSuffix(text, ".") {
			end = ""
		}
		text += end + " " + strings.Join(own, " ")
	} else {
		text += end
	}
	return a.styled(squeeze(text))
}

var dashes = []string{" - ", " - ", " — ", " – "}

// withList says which columns to show.
func (a *asker) withList(text string, list []string, ask bool, own *[]string) string {
	joined := strings.Join(list, ", ")
	anded := and(list, "and")
	switch n := a.IntN(12); {
	case n < 4 && !ask:
		return text + ": " + pick(a.Rand, []string{joined, anded})
	case n < 5:
		return text + pick(a.Rand, dashes) + pick(a.Rand, []string{joined, anded})
	case n < 6:
		return text + " (" + pick(a.Rand, []string{joined, anded}) + ")"
	case n < 7 && !ask:
		return text + ", " + pick(a.Rand, []string{"showing ", "with ", "show "}) + anded
	case n < 8 && !ask:
		return text + "; " + pick(a.Rand, []string{anded, "show " + anded})
	}
	*own = append(*own, pick(a.Rand, []string{anded, anded, joined, "show " + anded, "give me " + anded, "list " + anded, "I need " + anded, anded + " please"}))
	return text
}

// styled gives the sentence a hand: capitals or none, a polite word, a slip.
func (a *asker) styled(s string) string {
	s = strings.ReplaceAll(s, "  ", " ")
	switch n := a.IntN(100); {
	case n < 50:
		s = upperFirst(s)
	case n < 75:
	case n < 84:
		s = lowerWords(s)
	case n < 87:
		s = upperFirst(strings.TrimSuffix(s, "."))
	default:
		s = upperFirst(s)
	}
	if chance(a.Rand, 3) {
		s = strings.TrimRight(s, ".") + pick(a.Rand, []string{" please", ", please", " thanks", " pls"})
		if strings.Contains(s, "? ") {
			s = strings.Replace(s, "? ", " ", 1) + "?"
		}
	}
	if chance(a.Rand, 3) {
		s = a.slip(s)
	}
	return s
}

// lowerWords drops the capitals outside quotes.
func lowerWords(s string) string {
	if strings.ContainsAny(s, `"'`) {
		return s
	}
	return strings.ToLower(s)
}

// slip makes a typing mistake in one long word without capitals or digits.
func (a *asker) slip(s string) string {
	words := strings.Split(s, " ")
	i := a.IntN(len(words))
	w := words[i]
	if len(w) < 6 || strings.ToLower(w) != w || strings.ContainsAny(w, `0123456789'"-.,:;?()/&`) || !ascii(w) || calendarWord(w) {
		return s
	}
	n := 1 + a.IntN(len(w)-3)
	b := []byte(w)
	switch a.IntN(3) {
	case 0:
		b[n], b[n+1] = b[n+1], b[n]
	case 1:
		b = slices.Delete(b, n, n+1)
	default:
		b = slices.Insert(b, n, b[n])
	}
	words[i] = string(b)
	return strings.Join(words, " ")
}

func ascii(s string) bool {
	for _, r := range s {
		if r > 0x7f {
			return false
		}
	}
	return true
}

// calendarWord says whether a slip would make a period or number unreadable.
func calendarWord(w string) bool {
	for _, m := range monthNames {
		if strings.EqualFold(m, w) {
			return true
		}
	}
	switch w {
	case "quarter", "months", "quarters", "before", "during", "second", "between", "million", "fourth", "eleven", "twelve", "coming", "within", "beginning", "yesterday":
		return true
	}
	return false
}
