package line

import (
	"strings"
	"unicode/utf8"
)

// walk goes through the history, and back to what was being typed.
type walk struct {
	list  []string
	at    int // len(list) is the draft
	draft string
}

func newWalk(list []string) walk { return walk{list: list, at: len(list)} }

func (w *walk) older(b *buffer) {
	if w.at == 0 {
		return
	}
	if w.at == len(w.list) {
		w.draft = b.text
	}
	w.at--
	*b = buffer{w.list[w.at], len(w.list[w.at])}
}

func (w *walk) newer(b *buffer) {
	switch {
	case w.at >= len(w.list):
		return
	case w.at == len(w.list)-1:
		*b = buffer{w.draft, len(w.draft)}
	default:
		*b = buffer{w.list[w.at+1], len(w.list[w.at+1])}
	}
	w.at++
}

// search looks for words in the history, the newest first.
type search struct {
	before buffer // what was being typed
	list   []string
	term   string
	at     int // the entry shown; len(list) is none
	failed bool
}

func newSearch(b buffer, list []string) *search { return &search{before: b, list: list, at: len(list)} }

// find shows the next entry from a place on, in a direction, that has the term
// and differs from what is shown.
func (s *search) find(from, step int, b *buffer) {
	s.failed = false
	term := strings.ToLower(s.term)
	for i := from; i >= 0 && i < len(s.list); i += step {
		text := s.list[i]
		low := strings.ToLower(text)
		n := strings.Index(low, term)
		if n < 0 || (i != s.at && text == b.text && s.at < len(s.list)) {
			continue
		}
		if len(low) != len(text) { // places in one are not places in the other
			n = len(text)
		}
		s.at = i
		*b = buffer{text, n}
		return
	}
	s.failed = true
}

func (s *search) status() string {
	what := "history: " + s.term
	switch {
	case len(s.list) == 0:
		return what + "  (no history yet; Esc cancels)"
	case s.failed:
		return what + "  (no match; Esc cancels)"
	case s.term == "":
		return what + "  (type part of an earlier line)"
	}
	return what + "  (Ctrl-R older, Enter runs it, Esc cancels)"
}

const maxTerm = 200

// pressInSearch obeys a key during a search. It is not done with one that ends
// the search and then does what it always does.
func (e *Editor) pressInSearch(k key) (o outcome, done bool) {
	s := e.search
	switch k.code {
	case keyText:
		if len(s.term)+len(k.text) > maxTerm || strings.Contains(k.text, "\n") {
			e.paint.bell()
			return goOn, true
		}
		s.term += k.text
		s.find(min(s.at, len(s.list)-1), -1, &e.buf)
	case keyBackspace:
		_, size := utf8.DecodeLastRuneInString(s.term)
		s.term = s.term[:len(s.term)-size]
		s.at = len(s.list)
		if s.failed, e.buf = false, s.before; s.term != "" {
			s.find(len(s.list)-1, -1, &e.buf)
		}
	case keySearch:
		if s.term != "" {
			s.find(s.at-1, -1, &e.buf)
		}
	case keySearchBack:
		if s.term != "" {
			s.find(s.at+1, 1, &e.buf)
		}
	case keyEscape, keyCancel, keyInterrupt:
		e.buf, e.search = s.before, nil
	case keyNone:
	default:
		if e.search = nil; s.at < len(s.list) {
			e.past = walk{s.list, s.at, s.before.text}
		}
		return goOn, false
	}
	return goOn, true
}
