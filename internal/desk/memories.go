package desk

import (
	"context"
	"io"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/memory"
	"github.com/plumbdata/plumb/internal/statistics"
	"github.com/plumbdata/plumb/internal/talk"
)

// Remembered is a memory of the person.
type Remembered struct {
	ID       string     `json:"id"`
	Type     string     `json:"type" enum:"preference,fact,pattern,error_resolution,conversation"`
	Content  string     `json:"content"`
	At       time.Time  `json:"at"`
	Question string     `json:"question,omitempty" doc:"What was asked or said."`
	SQL      string     `json:"sql,omitempty"`
	Mode     string     `json:"mode,omitempty" doc:"In which way it was answered."`
	Scope    string     `json:"scope,omitempty" doc:"The database that it is about; empty for all."`
	Effect   string     `json:"effect" doc:"What it changes of later answers; empty where it changes none."`
	Active   bool       `json:"active" doc:"It counts. What does not is history."`
	Wrong    bool       `json:"wrong,omitempty" doc:"The person said so."`
	By       string     `json:"superseded_by,omitempty" doc:"The memory that counts instead."`
	Session  bool       `json:"session_only,omitempty" doc:"It holds in its conversation alone."`
	Uses     int        `json:"uses" doc:"How often answers showed it."`
	Helped   int        `json:"helped" doc:"How often the person said that it was right."`
	Repeats  int        `json:"repeats" doc:"How often the same was said or asked again."`
	LastUsed *time.Time `json:"last_used,omitempty"`
	Examples []string   `json:"examples,omitempty" doc:"Of a pattern: some of the questions that it was made of."`
	Nearness float64    `json:"nearness,omitempty" doc:"Of a search: how near it is, from 0 to 1."`
}

// MemoryFilter chooses memories, the newest first.
type MemoryFilter struct {
	Types   []string
	History bool   // those that count no longer, too
	Search  string // what they are to be about; then the nearest come first
	Offset  int
	Limit   int
}

// book is what is remembered.
func (w *Work) memories() (*memory.Book, error) {
	if w.Memory != nil {
		if b := w.Memory(); b != nil {
			return b, nil
		}
	}
	return nil, fault.New(fault.NotFound, "nothing is remembered here").WithHint("set memories.keep: on in the configuration, and start Plumb again")
}

func (w *Work) whose() memory.Whose { return memory.Whose{Owner: w.Person} }

// Memories lists memories of the person.
func (w *Work) Memories(ctx context.Context, f MemoryFilter) ([]Remembered, error) {
	b, err := w.memories()
	if err != nil {
		return nil, err
	}
	types := []memory.Type{}
	for _, t := range f.Types {
		types = append(types, memory.Type(t))
	}
	list := []Remembered{}
	if f.Search != "" {
		found, err := b.Search(ctx, w.Person, f.Search, f.Limit)
		for _, r := range found {
			if len(types) == 0 || slices.Contains(types, r.Type) {
				m := remembered(r.Memory)
				m.Nearness = min(max(r.Score, 0), 1)
				list = append(list, m)
			}
		}
		return list, err
	}
	if len(types) == 0 {
		types = nil
	}
	found, err := b.List(ctx, w.Person, memory.Listing{Types: types, History: f.History, Offset: f.Offset, Limit: f.Limit})
	for _, m := range found {
		list = append(list, remembered(m))
	}
	return list, err
}

func remembered(m *memory.Memory) Remembered {
	x := m.Metadata
	r := Remembered{ID: m.ID, Type: string(m.Type), Content: m.Content, At: m.Timestamp, Question: x.Query, SQL: x.SQLQuery, Mode: x.Mode, Scope: x.Scope, Effect: effectOf(m),
		Active: m.Active(), Wrong: x.Wrong, By: x.SupersededBy, Session: x.SessionOnly, Uses: x.Uses, Helped: x.Helped, Repeats: x.Repeats, Examples: x.Examples}
	if !x.LastUsed.IsZero() {
		r.LastUsed = &x.LastUsed
	}
	return r
}

// effectOf is what a memory changes of later answers.
func effectOf(m *memory.Memory) string {
	switch {
	case !m.Active():
		return ""
	case m.Stated():
		if slices.Contains(talk.Effective, m.Metadata.Topic) {
			return m.Metadata.Topic.Effect()
		}
		return ""
	}
	return "Shown beside an answer when a question is like it."
}

// JudgeMemory notes that a memory is right or wrong. One that is wrong counts no longer.
func (w *Work) JudgeMemory(ctx context.Context, id, judgement string) (Remembered, error) {
	b, err := w.memories()
	if err != nil {
		return Remembered{}, err
	}
	m, err := b.Feedback(ctx, w.whose(), id, memory.Judgement(judgement))
	if err != nil {
		return Remembered{}, err
	}
	return remembered(m), nil
}

// ForgetMemory removes a memory for good.
func (w *Work) ForgetMemory(ctx context.Context, id string) error {
	b, err := w.memories()
	if err != nil {
		return err
	}
	_, err = b.Forget(ctx, w.whose(), id)
	return err
}

// ForgetAll removes all that is remembered of the person, and says how many memories that were.
func (w *Work) ForgetAll(ctx context.Context) (int, error) {
	b, err := w.memories()
	if err != nil {
		return 0, err
	}
	return b.DeleteAll(ctx, w.Person)
}

// ExportMemories writes all memories, one JSON object a line.
func (w *Work) ExportMemories(ctx context.Context, out io.Writer) error {
	b, err := w.memories()
	if err != nil {
		return err
	}
	_, err = b.Export(ctx, w.Person, out)
	return err
}

// Statistics says how well questions were answered in the last days; 0 is all of them.
func (w *Work) Statistics(ctx context.Context, days int) (*statistics.Report, error) {
	return w.statistics.Report(ctx, days)
}
