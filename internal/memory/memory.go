// Package memory keeps what is worth remembering of a person's conversations: what they
// said once and mean to hold (preferences and facts), questions that were answered well,
// what such questions have in common, and how a failure was overcome.
//
// It promises:
//
//   - A memory belongs to one owner. No read reaches those of another, whatever ids are
//     given.
//   - Only accepted answers are remembered. What a person states is kept because they
//     say so, apart from that.
//   - Everything is bounded: the length of a memory, how many an owner has, how many
//     are recalled, and how much of them a page holds.
//   - Memories are data. They are never instructions or SQL, they widen nothing that may
//     run, and what looks like a secret is never among them.
//   - The same calls at the same times give the same memories.
package memory

import (
	"encoding/json"
	"math"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// Type is what kind of a memory it is.
type Type string

const (
	Conversation    Type = "conversation"     // a question and its accepted answer
	Preference      Type = "preference"       // how a person wants answers
	Fact            Type = "fact"             // how a person says things are
	Pattern         Type = "pattern"          // what several conversations have in common
	ErrorResolution Type = "error_resolution" // a failure, and what was right in the end
)

// Types are all that there are, in the order in which they are exported.
func Types() []Type { return []Type{Preference, Fact, Pattern, ErrorResolution, Conversation} }

// Memory is one thing that is remembered.
type Memory struct {
	ID        string    `json:"memory_id"`
	Type      Type      `json:"type"`
	Content   string    `json:"content"`
	Timestamp time.Time `json:"timestamp"`
	Metadata  Metadata  `json:"metadata"`
}

// Metadata is what is known of a memory.
type Metadata struct {
	Query      string   `json:"query,omitempty"`
	Mode       string   `json:"mode,omitempty"` // in which way it was answered
	Success    bool     `json:"success"`
	AgentsUsed []string `json:"agents_used,omitempty"`
	RetryCount int      `json:"retry_count"`
	ChartType  string   `json:"chart_type,omitempty"`
	SQLQuery   string   `json:"sql_query,omitempty"`

	Owner       string `json:"owner"`
	Scope       string `json:"scope,omitempty"` // the database; "" for all
	Session     string `json:"session,omitempty"`
	SessionOnly bool   `json:"session_only,omitempty"` // holds in its session alone

	// Of what a person stated.
	Topic   Topic  `json:"topic,omitempty"`
	Subject string `json:"subject,omitempty"`
	Value   string `json:"value,omitempty"`

	Uses     int       `json:"uses"`              // how often answers showed it
	Helped   int       `json:"helped"`            // how often people said that it was right
	Repeats  int       `json:"repeats,omitempty"` // how often the same was said or asked again
	LastUsed time.Time `json:"last_used,omitzero"`
	Score    float64   `json:"score"` // what it is worth, when it was last looked at

	SupersededBy string    `json:"superseded_by,omitempty"` // the memory that counts instead
	Wrong        bool      `json:"wrong,omitempty"`         // the person said so
	Examined     time.Time `json:"examined,omitzero"`       // when others like it were looked for
	Members      int       `json:"members,omitempty"`       // of a pattern: how many there were
	Examples     []string  `json:"examples,omitempty"`      // of a pattern: some of their questions
}

// Active reports whether the memory counts. What does not is history.
func (m *Memory) Active() bool { return m.Metadata.SupersededBy == "" && !m.Metadata.Wrong }

// Brief is the memory on one line: of an answer, the question.
func (m *Memory) Brief() string {
	if m.Type == Conversation || m.Type == ErrorResolution {
		return "an answer to “" + m.Metadata.Query + "”"
	}
	first, _, _ := strings.Cut(m.Content, "\n")
	return first
}

// Stated reports whether a person said it, rather than that it was learned from answers.
func (m *Memory) Stated() bool { return m.Metadata.Topic != "" }

// worth is what keeping a memory is worth: more the fresher it is, the more often it was
// used and the more it helped. What counts no longer is worth little; what a person stated
// and still counts is worth more than all else.
func (m *Memory) worth(now time.Time, halfLife time.Duration) float64 {
	if m.Stated() && m.Active() && !m.Metadata.SessionOnly {
		return stated
	}
	last := m.Timestamp
	if m.Metadata.LastUsed.After(last) {
		last = m.Metadata.LastUsed
	}
	age := max(now.Sub(last), 0)
	w := math.Exp2(-float64(age)/float64(halfLife)) * (1 + math.Log2(1+float64(m.Metadata.Uses+m.Metadata.Repeats+m.Metadata.Members))) *
		math.Exp2(float64(min(m.Metadata.Helped, 4)))
	if !m.Active() {
		w *= past
	}
	return math.Round(w*1e6) / 1e6
}

const (
	stated = 1000.0
	past   = 0.1
)

// Bounds of a memory, in bytes.
const (
	maxQuery    = 1000
	maxContent  = 4000
	maxSQL      = 8000
	maxName     = 80 // of a mode, an agent, a chart
	maxAgents   = 12
	maxExamples = 3
)

// kind is under which records of a type are kept.
func kind(t Type) string { return "memory_" + string(t) }

func (m *Memory) record(now time.Time) (store.Record, error) {
	body, err := json.Marshal(m)
	if err != nil {
		return store.Record{}, fault.Wrap(err, fault.Internal, "a memory cannot be written: %s", err)
	}
	return store.Record{Kind: kind(m.Type), Owner: m.Metadata.Owner, Scope: m.Metadata.Scope, ID: m.ID, Body: body,
		CreatedAt: m.Timestamp, UpdatedAt: now}, nil
}

// read is the memory of a record. Its owner is the record's, whatever the body says.
func read(r store.Record) (*Memory, error) {
	var m Memory
	if err := json.Unmarshal(r.Body, &m); err != nil {
		return nil, fault.Wrap(err, fault.BadData, "the memory %.80q cannot be read: %s", r.ID, err).
			WithHint("forget it, or restore the store from a backup")
	}
	m.ID, m.Metadata.Owner, m.Metadata.Scope = r.ID, r.Owner, r.Scope
	return &m, nil
}
