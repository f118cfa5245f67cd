package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// Settings are what an owner's statements come to for one database and session. Each has
// one of the values of its topic, or none: what else a statement says is no setting.
type Settings struct {
	// Vocabulary is what words mean to the owner, the newest first; nil for nothing.
	Vocabulary *brain.Vocabulary
	// Names are what things are called in answers: guests, for customers.
	Names map[string]string

	Chart       string   // bar, line, pie, area, scatter or table
	AvoidCharts []string // of these
	Currency    string   // a code
	Decimals    *int
	Scale       string // thousands, millions, billions or full
	Separators  string // how 1234.5 is written
	Dates       string // iso, dmy or mdy
	SQL         string // show or hide
	Detail      string // short or long
	Language    string // an ISO 639 code
	Rows        int
	Granularity string // day, week, month, quarter or year
	Period      string // in words: last 12 months
	WeekStart   string // a day of the week, in small letters

	because map[Topic][]brain.Applied
}

// Because are the statements behind what a topic is set to, for the answer that names
// them: who forgets one by its id switches it off.
func (s *Settings) Because(t Topic) []brain.Applied { return s.because[t] }

// Preferences reads what an owner's statements come to. Where two contradict each other,
// the one for this session counts before all others, the one for this database before
// that for all, and then the newer.
func (b *Book) Preferences(ctx context.Context, w Whose) (*Settings, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	said, err := b.said(ctx, w.Owner)
	if err != nil {
		return nil, err
	}
	said = slices.DeleteFunc(said, func(m *Memory) bool {
		return !m.Active() || m.Metadata.Scope != "" && m.Metadata.Scope != w.Scope || m.Metadata.SessionOnly && m.Metadata.Session != w.Session
	})
	rank := func(m *Memory) int {
		switch {
		case m.Metadata.SessionOnly:
			return 0
		case m.Metadata.Scope != "":
			return 1
		}
		return 2
	}
	slices.SortFunc(said, func(x, y *Memory) int {
		return cmp.Or(cmp.Compare(rank(x), rank(y)), y.Timestamp.Compare(x.Timestamp), strings.Compare(x.ID, y.ID))
	})
	s := &Settings{because: map[Topic][]brain.Applied{}}
	decided := map[string]bool{}
	for _, m := range said {
		if k := key(m.Metadata.Topic, m.Metadata.Subject); k != "" {
			if decided[k] {
				continue
			}
			decided[k] = true
		}
		if slices.Contains(b.o.Effective, m.Metadata.Topic) {
			s.set(m)
		}
	}
	return s, nil
}

// set takes over one statement.
func (s *Settings) set(m *Memory) {
	t, v := m.Metadata.Topic, m.Metadata.Value
	switch t {
	case Means, Called, LeaveOut, Only, FiscalYear:
		if e, ok := entryOf(m); ok {
			s.add(e)
		}
		if t == Called {
			if s.Names == nil {
				s.Names = map[string]string{}
			}
			if _, known := s.Names[v]; !known {
				s.Names[v] = m.Metadata.Subject
			}
		}
	case Currency:
		if !oneOf(v, currencyNames) {
			return
		}
		s.Currency = v
		s.add(entry(m, brain.Prefers, "", v))
	case Scale:
		if !english.Among(v, "thousands millions billions full") {
			return
		}
		s.Scale = v
		if v != "full" {
			s.add(entry(m, brain.Prefers, "", v))
		}
	case AvoidChart:
		if !english.Among(v, "bar line pie area scatter") || v == s.Chart {
			return
		}
		s.AvoidCharts = append(s.AvoidCharts, v)
	case Decimals:
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 || n > 9 {
			return
		}
		s.Decimals = &n
	case Rows:
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > 1000 {
			return
		}
		s.Rows = n
	case Period:
		if !periods.MatchString(v) {
			return
		}
		s.Period = v
	default:
		if !s.setWord(t, v) {
			return
		}
	}
	s.because[t] = append(s.because[t], brain.Applied{ID: m.ID, Origin: brain.Remembered, Text: m.told()})
}

// setWord takes over a topic whose value is one of some words.
func (s *Settings) setWord(t Topic, v string) bool {
	for _, word := range []struct {
		topic Topic
		words string
		to    *string
	}{
		{Chart, "bar line pie area scatter table", &s.Chart}, {Separators, "1.234,5 1,234.5 1'234.5", &s.Separators}, {Dates, "iso dmy mdy", &s.Dates},
		{ShowSQL, "show hide", &s.SQL}, {Detail, "short long", &s.Detail}, {Language, "de en fr es pt it nl", &s.Language},
		{Granularity, "day week month quarter year", &s.Granularity},
		{WeekStart, "monday tuesday wednesday thursday friday saturday sunday", &s.WeekStart},
	} {
		if word.topic == t && (english.Among(v, word.words) || t == Separators && v == "1 234,5") {
			*word.to = v
			return true
		}
	}
	return false
}

func oneOf(v string, values map[string]string) bool {
	for _, x := range values {
		if x == v {
			return true
		}
	}
	return false
}

// periods are those that can be a default.
var periods = pattern(`{period}|month to date`)

func (s *Settings) add(e brain.Entry) {
	if s.Vocabulary == nil {
		s.Vocabulary = &brain.Vocabulary{}
	}
	s.Vocabulary.Entries = append(s.Vocabulary.Entries, e)
}

func entry(m *Memory, kind brain.EntryKind, term, text string) brain.Entry {
	return brain.Entry{ID: m.ID, Origin: brain.Remembered, Kind: kind, Term: term, Text: text}
}

// entryOf is what a statement about words, rows or years says to a brain.
func entryOf(m *Memory) (brain.Entry, bool) {
	subject, v := m.Metadata.Subject, m.Metadata.Value
	switch m.Metadata.Topic {
	case Called:
		return entry(m, brain.Called, subject, v), subject != "" && v != ""
	case Means:
		if names(v) {
			return entry(m, brain.Called, subject, v), subject != ""
		}
		return entry(m, brain.Means, subject, v), subject != "" && v != ""
	case LeaveOut:
		return entry(m, brain.Always, subject, ""), subject != ""
	case Only:
		return entry(m, brain.Always, "", subject), subject != ""
	case FiscalYear:
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > 12 {
			return brain.Entry{}, false
		}
		return entry(m, brain.FiscalYear, "", time.Month(n).String()), true
	}
	return brain.Entry{}, false
}

// names reports whether a meaning is but another name, such as net revenue, rather than a
// definition.
func names(meaning string) bool {
	return len(strings.Fields(meaning)) <= 4 && !defines.MatchString(meaning)
}

var defines = lazyregexp.New(`(?i)[=<>×÷*/%,]|\d|\b(?:sum|number|count|average|mean|share|total|minus|plus|less|divided|times|per|with|without|who|that|whose|where|over|above|below|under|at least|more than|in the last|before|after|is|are|and|or|only|not|no|of|in|from|ordered|paid|logged)\b`)

// told is a statement for people: what was said, and when.
func (m *Memory) told() string {
	return fmt.Sprintf("you said “%s” (%s)", m.Content, m.Timestamp.Format("2 January 2006"))
}
