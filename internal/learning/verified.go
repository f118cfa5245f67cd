package learning

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
)

// Pair is a question with the statement that a person has verified for it.
type Pair struct {
	ID       string    `json:"id"`
	Question string    `json:"question"`
	SQL      string    `json:"sql"`
	By       string    `json:"by,omitempty"`
	Source   string    `json:"source"` // edited, chosen, said or imported
	At       time.Time `json:"at"`
	Used     int       `json:"used"`
}

// Verify keeps a question with its statement, in place of what was kept for the question.
func (b *Book) Verify(ctx context.Context, question, sql, by, source string) (Pair, error) {
	switch {
	case strings.TrimSpace(question) == "" || strings.TrimSpace(sql) == "":
		return Pair{}, fault.New(fault.Usage, "a verified question needs words and a statement").WithHint("ask a question first, then verify its answer")
	case len(question) > maxQuestion || len(sql) > maxSQL:
		return Pair{}, fault.New(fault.Usage, "the question or the statement is too long to be kept").WithHint("shorten it")
	}
	list, err := b.Pairs(ctx)
	if err != nil {
		return Pair{}, err
	}
	p := Pair{ID: pairID(question), Question: question, SQL: sql, By: by, Source: source, At: b.clock().UTC()}
	if len(list) >= maxPairs && !slices.ContainsFunc(list, func(o Pair) bool { return o.ID == p.ID }) {
		return p, fault.New(fault.Usage, "%d questions are verified; there is no room for more", len(list)).WithHint("remove some: plumb verified remove ID")
	}
	return p, b.put(ctx, kindPair, p.ID, p)
}

func pairID(question string) string {
	sum := sha256.Sum256([]byte(plain(question)))
	return "pair_" + hex.EncodeToString(sum[:8])
}

// Pairs are all that are kept, the newest last.
func (b *Book) Pairs(ctx context.Context) ([]Pair, error) {
	list, err := all[Pair](ctx, b, kindPair)
	slices.SortFunc(list, func(a, b Pair) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	return list, err
}

// Answered notes that a pair has answered a question.
func (b *Book) Answered(ctx context.Context, p Pair) error {
	p.Used++
	return b.put(ctx, kindPair, p.ID, p)
}

// Match is a pair whose question is like another.
type Match struct {
	Pair
	Same     bool    // it means the same
	Likeness float64 // 0 to 1
}

// How like two questions must be. Set by hand on questions of the demo.
const (
	sameMeaning = 0.90 // the cosine of questions that say the same in other words
	nearMeaning = 0.62
	mostMatches = 5
	mostMeant   = 400 // pairs whose meaning is compared: those with most words in common
)

// Find finds the pairs whose questions are like one, the likest first.
func (b *Book) Find(ctx context.Context, question string) ([]Match, error) {
	list, err := b.Pairs(ctx)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	asked := dissect(question)
	var found []Match
	for _, p := range list {
		o := dissect(p.Question)
		m := Match{Pair: p, Likeness: asked.likeness(o)}
		m.Same = asked.sameSlots(o) && slices.Equal(asked.content, o.content)
		if m.Same {
			m.Likeness = 1
		}
		if plain(p.Question) == plain(question) {
			m.Same, m.Likeness = true, 1
			return []Match{m}, nil
		}
		found = append(found, m)
	}
	slices.SortStableFunc(found, func(a, b Match) int { return cmp.Compare(b.Likeness, a.Likeness) })
	found = found[:min(len(found), mostMeant)]
	if !found[0].Same {
		if err := b.compareMeaning(ctx, question, asked, found); err != nil {
			return nil, err
		}
	}
	found = slices.DeleteFunc(found, func(m Match) bool { return !m.Same && m.Likeness < nearMeaning })
	return found[:min(len(found), mostMatches)], nil
}

// compareMeaning tells questions that mean the same in other words.
func (b *Book) compareMeaning(ctx context.Context, question string, asked parts, found []Match) error {
	if b.embedder == nil {
		return nil
	}
	e, err := b.embedder()
	if err != nil {
		return nil // words alone tell
	}
	texts := []string{question}
	for _, m := range found {
		texts = append(texts, m.Question)
	}
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return err
	}
	for i := range found {
		m := &found[i]
		near := dot(vectors[0], vectors[i+1])
		o := dissect(m.Question)
		m.Same = near >= sameMeaning && asked.sameSlots(o) && asked.coveredBy(o)
		m.Likeness = max(near, m.Likeness*nearMeaning)
	}
	slices.SortStableFunc(found, func(a, b Match) int {
		if a.Same != b.Same {
			if a.Same {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.Likeness, a.Likeness)
	})
	return nil
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// parts are what a question is made of: slots, which must be the same for two questions to
// mean the same, and words that may be said otherwise.
type parts struct {
	slots   []string // numbers, periods, names, directions, groups: sorted
	content []string // stems of the other words, sorted
}

var (
	// turned are groups of words that change what is asked for, each group alike.
	turned = []string{
		"not no without never except excluding exclude but", "most highest largest biggest top best maximum max greatest", "least lowest smallest worst bottom minimum min fewest",
		"average mean avg", "median", "count number many", "share percentage percent proportion", "rate", "growth grow grew change changed increase increased decrease decreased", "more over above exceeding greater",
		"less under below fewer", "before until", "after since", "first earliest", "last latest previous past", "this current", "next", "distinct unique different", "cumulative running",
		"day daily", "week weekly", "month monthly", "quarter quarterly", "year yearly annual annually", "today", "yesterday", "compare compared versus vs", "trend", "forecast predict", "why",
		"or", "only just", "all every",
	}
	light = english.NewSet("make made bring brought show list give tell get got find see display please want need know does did do was were is are have has had can could would generate generated return report question figure come came earn earned total overall per each by")
)

// slotWords are words that tell questions apart as names and numbers do.
var slotWords = english.NewSet(`january jan february feb march mar april apr june jun july jul august aug september sep sept october oct november nov december dec
	monday mon tuesday tue wednesday wed thursday thu friday fri saturday sat sunday sun weekend weekday morning afternoon evening night noon midnight
	spring summer autumn fall winter second third fourth fifth sixth half one two three four five six seven eight nine ten eleven twelve twenty hundred thousand million billion`)

// isMay is true for the month, which is written as the verb is.
func isMay(words []string, at int) bool {
	if strings.ToLower(words[at]) != "may" {
		return false
	}
	before, after := "", ""
	if at > 0 {
		before = strings.ToLower(words[at-1])
	}
	if at+1 < len(words) {
		after = words[at+1]
	}
	return at > 0 && words[at] == "May" || english.Among(before, "in of since until from to for by last this next and during") || after != "" && unicode.IsDigit([]rune(after)[0])
}

// turningWords are those words, each with the first of its group.
var turningWords = func() map[string]string {
	m := map[string]string{}
	for _, g := range turned {
		list := strings.Fields(g)
		for _, w := range list {
			m[w] = list[0]
		}
	}
	return m
}()

// groupWords stand before what figures are wanted by.
var groupWords = english.NewSet("by per each every across")

// dissect takes a question apart.
func dissect(question string) parts {
	var p parts
	words := strings.FieldsFunc(question, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != ',' && r != '%' && r != '-' && r != '_'
	})
	for i, w := range words {
		bare := strings.Trim(w, ".,-")
		low := strings.ToLower(bare)
		switch {
		case low == "":
		case strings.ContainsFunc(low, unicode.IsDigit):
			p.slots = append(p.slots, strings.ReplaceAll(low, ",", ""))
		case slotWords[low] || isMay(words, i):
			p.slots = append(p.slots, low)
		case turningWords[low] != "":
			p.slots = append(p.slots, turningWords[low])
		case groupWords[low]:
			if i+1 < len(words) { // what the figures are wanted by must be the same
				p.slots = append(p.slots, "by:"+english.Stem(strings.ToLower(strings.Trim(words[i+1], ".,-"))))
			}
		case english.StopWords[low] || light[low]:
		default:
			p.content = append(p.content, english.Stem(low))
			if i > 0 && unicode.IsUpper([]rune(bare)[0]) { // a name
				p.slots = append(p.slots, "name:"+low)
			}
		}
	}
	slices.Sort(p.slots)
	slices.Sort(p.content)
	p.slots, p.content = slices.Compact(p.slots), slices.Compact(p.content)
	return p
}

func (p parts) sameSlots(o parts) bool { return slices.Equal(p.slots, o.slots) }

// coveredBy is true where most words of a question are those of the other: of the rest
// the meaning as a whole says that it is the same.
func (p parts) coveredBy(o parts) bool {
	return shareOf(p.content, o.content) >= 0.5 && shareOf(o.content, p.content) >= 0.5
}

func (p parts) likeness(o parts) float64 {
	return (shareOf(p.content, o.content) + shareOf(o.content, p.content) + shareOf(p.slots, o.slots)) / 3
}

func shareOf(list, among []string) float64 {
	if len(list) == 0 {
		return 1
	}
	n := 0
	for _, w := range list {
		if slices.Contains(among, w) {
			n++
		}
	}
	return float64(n) / float64(len(list))
}
