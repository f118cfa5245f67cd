package eval

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/connection"
)

// Replay is a brain that repeats what is recorded in a file of lines
// {"id","turn","sql","confidence","status","candidates"}, so that answers from elsewhere
// can be measured in the same way.
func Replay(path string) (Brain, error) {
	j, err := ReadJournal(path)
	if err != nil {
		return nil, err
	}
	return recall{identity: j.digest(), say: func(c *Case, turn int) Answer {
		r, ok := j.Get(c.ID, turn)
		switch {
		case !ok:
			return Answer{Status: Failed}
		case r.Status == "" && r.SQL == "":
			r.Status = Declined
		case r.Status == "":
			r.Status = Answered
		}
		return Answer{SQL: r.SQL, Confidence: r.Confidence, Status: r.Status, Candidates: r.Candidates, Reading: r.Reading}
	}}, nil
}

// Gold is a brain that says the gold queries. What it does not get right is
// out of reach for everyone: the gold query fails, or the guard refuses it.
var Gold Brain = recall{identity: "gold", say: func(c *Case, turn int) Answer {
	t := c.Turns[turn]
	if t.Gold == "" {
		return Answer{Status: Declined}
	}
	queries := alternatives(t.Gold)
	if len(queries) == 0 {
		return Answer{Status: Failed}
	}
	return Answer{SQL: queries[0], Confidence: 1, Status: Answered}
}}

// recall is a brain, and its session, that knows the cases.
type recall struct {
	identity string
	say      func(c *Case, turn int) Answer
}

func (r recall) Identity() string { return r.identity }

func (r recall) Open(context.Context, *connection.Connection) (Session, error) { return r, nil }

func (r recall) recall(c *Case, turn int) Answer { return r.say(c, turn) }

func (recall) Ask(context.Context, Request) (Answer, error) { return Answer{Status: Failed}, nil }

func (recall) Close() error { return nil }

// digest is a short mark of all records.
func (j *Journal) digest() string {
	var lines []string
	for _, r := range j.records {
		text, _ := json.Marshal(r) // plain data
		lines = append(lines, string(text))
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(sum[:8])
}
