package story

import "strings"

// Strip is the text without the sentences that make unsupported claims. Where
// the claims stand only behind a semicolon or a dash, the rest of the sentence
// stays.
func Strip(text string, r Report) string {
	ws := words(text)
	var b strings.Builder
	at := 0
	for _, s := range sentences(text, ws) {
		start, end := ws[s.from].start, ws[s.to-1].end
		kept := supportedPart(text, ws, s, r)
		if kept == "" {
			at = end
			continue
		}
		gap := text[at:start]
		if b.Len() == 0 {
			gap = strings.TrimLeft(gap, " \n\t")
		}
		b.WriteString(gap)
		b.WriteString(kept)
		at = end
	}
	return strings.TrimSpace(b.String())
}

// StripAll strips a text until what is left stands: a sentence may have rested
// on one that is gone. It is "" when nothing would. Check holds a text against
// the rows once more; the report is that of the text, at first.
func StripAll(text string, r Report, check func(text string) (Report, error)) (string, error) {
	const rounds = 8
	for range rounds {
		if len(r.Unsupported()) == 0 {
			return text, nil
		}
		text = Strip(text, r)
		var err error
		if r, err = check(text); err != nil {
			return "", err
		}
	}
	if len(r.Unsupported()) > 0 {
		return "", nil
	}
	return text, nil
}

// supportedPart is what of a sentence can stay.
func supportedPart(text string, ws []word, s span, r Report) string {
	first := -1
	for _, c := range r.Claims {
		if !c.Supported && c.Start < ws[s.to-1].end && c.End > ws[s.from].start && (first < 0 || c.Start < first) {
			first = c.Start
		}
	}
	if first < 0 {
		return text[ws[s.from].start:ws[s.to-1].end]
	}
	for i := s.to - 1; i > s.from; i-- {
		if w := ws[i]; w.start < first && oneOf(w.text, ";", "—") {
			return strings.TrimRight(text[ws[s.from].start:w.start], " ") + "."
		}
	}
	return ""
}
