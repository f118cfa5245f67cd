package memory

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// Listing chooses memories of an owner, the newest first.
type Listing struct {
	Types   []Type // nil for all
	Scope   string // about this database, or about all; "" for any
	History bool   // those that count no longer, too
	Offset  int
	Limit   int // at most 200; default 50
}

// List reads a page of the memories of an owner.
func (b *Book) List(ctx context.Context, owner string, l Listing) ([]*Memory, error) {
	if err := (Whose{Owner: owner, Scope: l.Scope}).check(); err != nil {
		return nil, err
	}
	limit, offset := min(cmp.Or(max(l.Limit, 0), 50), 200), max(l.Offset, 0)
	if l.Types == nil {
		l.Types = Types()
	}
	if offset > b.o.MaxMemories {
		return nil, nil
	}
	page := newest{most: offset + limit}
	err := b.all(ctx, owner, l.Types, func(m *Memory) error {
		if (l.History || m.Active()) && (l.Scope == "" || m.Metadata.Scope == "" || m.Metadata.Scope == l.Scope) {
			page.add(m)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	list := page.sorted()
	return list[min(offset, len(list)):], nil
}

// Stats are figures about the memories of an owner.
type Stats struct {
	Total      int            `json:"total"`
	Active     int            `json:"active"`
	ByType     map[Type]int   `json:"by_type"`  // of those that count
	ByTopic    map[Topic]int  `json:"by_topic"` // of those that count
	ByMode     map[string]int `json:"by_mode"`  // of conversations
	Used       int            `json:"used"`     // memories that answers showed at least once
	Uses       int            `json:"uses"`
	Helped     int            `json:"helped"` // how often people said that one was right
	Wrong      int            `json:"wrong"`  // memories that people said to be wrong
	Retried    int            `json:"retried"`
	Sessions   int            `json:"sessions"`
	PerSession float64        `json:"per_session"`
	MostUsed   []*Memory      `json:"most_used,omitempty"`
	Growth     []Growth       `json:"growth,omitempty"` // of months in which any were added
	Days       []DayGrowth    `json:"days,omitempty"`   // of the last 30 days, those in which any were added
}

// Growth is how many memories a month added.
type Growth struct {
	Month string `json:"month"` // 2026-02
	Added int    `json:"added"`
}

// DayGrowth is how many memories a day added.
type DayGrowth struct {
	Day   string `json:"day"` // 2026-02-14
	Added int    `json:"added"`
}

// recentDays is how many days are told apart.
const recentDays = 30

// mostUsed is how many of the most used memories are named.
const mostUsed = 5

// Stats computes figures about the memories of an owner.
func (b *Book) Stats(ctx context.Context, owner string) (*Stats, error) {
	if err := (Whose{Owner: owner}).check(); err != nil {
		return nil, err
	}
	s := &Stats{ByType: map[Type]int{}, ByTopic: map[Topic]int{}, ByMode: map[string]int{}}
	sessions, months, days := map[string]bool{}, map[string]int{}, map[string]int{}
	recent := b.now().UTC().AddDate(0, 0, -recentDays)
	err := b.all(ctx, owner, Types(), func(m *Memory) error {
		s.Total++
		months[m.Timestamp.UTC().Format("2006-01")]++
		if m.Timestamp.After(recent) {
			days[m.Timestamp.UTC().Format(time.DateOnly)]++
		}
		s.Uses += m.Metadata.Uses
		s.Helped += m.Metadata.Helped
		if m.Metadata.Wrong {
			s.Wrong++
		}
		if m.Metadata.RetryCount > 0 {
			s.Retried++
		}
		if m.Metadata.Session != "" {
			sessions[m.Metadata.Session] = true
		}
		if m.Metadata.Mode != "" {
			s.ByMode[m.Metadata.Mode]++
		}
		if m.Metadata.Uses > 0 {
			s.Used++
			s.MostUsed = append(s.MostUsed, m)
			if len(s.MostUsed) > 10*mostUsed {
				s.MostUsed = byUse(s.MostUsed)
			}
		}
		if m.Active() {
			s.Active++
			s.ByType[m.Type]++
			if m.Stated() {
				s.ByTopic[m.Metadata.Topic]++
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.MostUsed = byUse(s.MostUsed)
	if s.Sessions = len(sessions); s.Sessions > 0 {
		s.PerSession = float64(s.Total) / float64(s.Sessions)
	}
	for month, n := range months {
		s.Growth = append(s.Growth, Growth{month, n})
	}
	slices.SortFunc(s.Growth, func(x, y Growth) int { return strings.Compare(x.Month, y.Month) })
	for day, n := range days {
		s.Days = append(s.Days, DayGrowth{day, n})
	}
	slices.SortFunc(s.Days, func(x, y DayGrowth) int { return strings.Compare(x.Day, y.Day) })
	return s, nil
}

func byUse(list []*Memory) []*Memory {
	slices.SortFunc(list, func(x, y *Memory) int {
		return cmp.Or(cmp.Compare(y.Metadata.Uses, x.Metadata.Uses), y.Metadata.LastUsed.Compare(x.Metadata.LastUsed), strings.Compare(x.ID, y.ID))
	})
	return list[:min(len(list), mostUsed)]
}

// Export writes all memories of an owner, history included, one JSON object a line.
func (b *Book) Export(ctx context.Context, owner string, w io.Writer) (int, error) {
	if err := (Whose{Owner: owner}).check(); err != nil {
		return 0, err
	}
	n := 0
	out := bufio.NewWriter(w)
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	now := b.now()
	err := b.all(ctx, owner, Types(), func(m *Memory) error {
		m.Metadata.Score = m.worth(now, b.o.HalfLife)
		n++
		return lines.Encode(m)
	})
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return n, fault.Of(err)
	}
	return n, nil
}
