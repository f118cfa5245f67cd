package memory

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/vector"
)

// Verdict is what a critic says of an answer.
type Verdict string

const (
	Accept Verdict = "ACCEPT"
	Reject Verdict = "REJECT"
	Retry  Verdict = "RETRY"
)

// Experience is a question with its answer, for whoever remembers it.
type Experience struct {
	Verdict Verdict
	Query   string
	Answer  string
	Mode    string // in which way it was answered
	Agents  []string
	Retries int
	Chart   string
	SQL     string
	Failure string // what went wrong before the answer was right
}

// Remember keeps an answer that was accepted, and returns nil for any other. One that was
// given before is not kept twice, and one that answers the same question otherwise takes
// the place of the older, which is kept as history.
func (b *Book) Remember(ctx context.Context, w Whose, e Experience) (*Memory, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	query := clean(e.Query, maxQuery)
	if e.Verdict != Accept || query == "" {
		return nil, nil
	}
	m := &Memory{
		ID: b.newID(), Type: Conversation, Timestamp: b.now().UTC(),
		Content: clean(fmt.Sprintf("User asked: %s\nAssistant responded: %s", query, strings.TrimSpace(e.Answer)), maxContent),
		Metadata: Metadata{Query: query, Mode: clean(e.Mode, maxName), Success: true, RetryCount: max(e.Retries, 0), ChartType: clean(e.Chart, maxName),
			SQLQuery: clean(e.SQL, maxSQL), Owner: w.Owner, Scope: w.Scope, Session: w.Session},
	}
	for _, a := range e.Agents[:min(len(e.Agents), maxAgents)] {
		m.Metadata.AgentsUsed = append(m.Metadata.AgentsUsed, clean(a, maxName))
	}
	if failure := clean(e.Failure, maxQuery); failure != "" {
		m.Type = ErrorResolution
		m.Content = clean(fmt.Sprintf("User asked: %s\nFailed with: %s\nResolved by: %s\n%s", query, failure, m.Metadata.SQLQuery, strings.TrimSpace(e.Answer)), maxContent)
	}
	b.changing.Lock()
	defer b.changing.Unlock()
	same, other, err := b.sameQuestion(ctx, m)
	if err != nil {
		return nil, err
	}
	if same != nil {
		m.ID, m.Metadata.Uses, m.Metadata.Helped, m.Metadata.LastUsed = same.ID, same.Metadata.Uses, same.Metadata.Helped, same.Metadata.LastUsed
		m.Metadata.Repeats = same.Metadata.Repeats + 1
	}
	for _, o := range other {
		o.Metadata.SupersededBy = m.ID
	}
	if err := b.put(ctx, append([]*Memory{m}, other...)...); err != nil {
		return nil, err
	}
	return m, b.makeRoom(ctx, w.Owner)
}

// sameQuestion finds the memories of the same question: the one with the same statement,
// and those that were answered with another, which the newest takes the place of.
func (b *Book) sameQuestion(ctx context.Context, m *Memory) (same *Memory, other []*Memory, err error) {
	near, err := b.near(ctx, m.Metadata.Owner, m.meaning(), 8, b.o.Same, map[string][]string{
		typeLabel: {string(m.Type)}, scopeLabel: {labelOf(m.Metadata.Scope)}})
	for _, n := range near {
		switch o := n.Memory; {
		case !o.Active() || !sameDetails(o.Metadata.Query, m.Metadata.Query):
		case same == nil && oneLine(o.Metadata.SQLQuery) == oneLine(m.Metadata.SQLQuery):
			same = o
		default:
			other = append(other, o)
		}
	}
	return same, other, err
}

func oneLine(sql string) string { return strings.Join(strings.Fields(sql), " ") }

// sameDetails reports whether two texts that mean nearly the same do so in what an
// embedding hardly shows: numbers, months, negations, names and the ends of scales.
func sameDetails(a, b string) bool { return slices.Equal(details(a), details(b)) }

func details(text string) []string {
	var list []string
	for i, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '_' }) {
		low := strings.ToLower(w)
		switch {
		case strings.ContainsAny(w, "0123456789"), english.Months[low] > 0, strings.HasSuffix(low, "n't"),
			english.Among(low, `no not never without before after above below over under more less fewer most least highest lowest first last next
				top bottom north south east west ascending descending max min this`),
			i > 0 && unicode.IsUpper([]rune(w)[0]):
			list = append(list, low)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// near finds memories of an owner by their meaning, the nearest first.
func (b *Book) near(ctx context.Context, owner, text string, k int, least float64, labels map[string][]string) ([]Recalled, error) {
	if b.embedder == nil {
		return nil, nil
	}
	vectors, err := b.embedder.Embed(ctx, []string{text})
	if err != nil {
		return nil, err
	}
	return b.nearVector(ctx, owner, vectors[0], k, least, labels)
}

func (b *Book) nearVector(ctx context.Context, owner string, v []float32, k int, least float64, labels map[string][]string) ([]Recalled, error) {
	hits, err := b.vectors.Search(ctx, b.collection, v, k, vector.Filter{Owners: []string{owner}, Labels: labels})
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, h := range hits {
		if h.Owner == owner && h.Score >= least {
			ids = append(ids, h.ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := b.get(ctx, owner, ids...)
	if err != nil {
		return nil, err
	}
	var list []Recalled
	for _, h := range hits {
		if m := found[h.ID]; m != nil && h.Owner == owner && h.Score >= least {
			list = append(list, Recalled{Memory: m, Score: h.Score})
		}
	}
	return list, nil
}

// makeRoom drops what is worth least when an owner has more memories than they may have.
// It makes some room ahead, so that it is rarely needed.
func (b *Book) makeRoom(ctx context.Context, owner string) error {
	n, err := b.count(ctx, owner)
	if err != nil || n <= b.o.MaxMemories {
		return err
	}
	_, err = b.prune(ctx, owner, b.o.MaxMemories-b.o.MaxMemories/20)
	return err
}

func (b *Book) count(ctx context.Context, owner string) (int, error) {
	total := 0
	for _, t := range Types() {
		n, err := b.records.CountRecords(ctx, store.RecordFilter{Kind: kind(t), Owner: owner})
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}
