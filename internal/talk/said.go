package talk

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
)

// saying is what the person said to something that questions leave unsaid.
type saying struct {
	Database string `json:"database"`
	Key      string `json:"key"`
	Value    string `json:"value"`
}

// sayings are what was said about one database. They hold for every question that leaves
// the same thing unsaid.
type sayings struct {
	shelf    shelf[saying]
	database string
}

const maxSayings = 500

func newSayings(folder, database string) sayings {
	return sayings{shelf: shelf[saying]{path: filepath.Join(folder, "said.json"), most: maxSayings}, database: digest(database)}
}

func (s sayings) list() []brain.Said {
	var out []brain.Said
	for _, e := range s.shelf.load() {
		if e.Database == s.database {
			out = append(out, brain.Said{Key: e.Key, Value: e.Value})
		}
	}
	return out
}

func (s sayings) keep(said brain.Said) error {
	e := saying{Database: s.database, Key: said.Key, Value: said.Value}
	return s.shelf.put(e, func(o saying) bool { return o.Database == e.Database && o.Key == e.Key })
}

// Say answers the question of a turn once more, with what the person says to what it
// leaves unsaid: the number of a choice for each, from 1, where 0 takes what is taken
// anyway. What was chosen is remembered. The rest of the question may be given.
func (t *Talk) Say(ctx context.Context, of *Turn, numbers []int, q answer.Question) (*Turn, error) {
	said, chosen, err := saidOf(of.Draft.Unsaid, numbers)
	if err != nil {
		return nil, err
	}
	for _, s := range chosen {
		if err := t.said.keep(s); err != nil {
			t.Warn(fault.Of(err).Diagnostic(fault.Warning)) // it costs asking again
		}
	}
	q.Text, q.Heading, q.Now, q.Said, q.Ahead = of.Question, headingOf(of.Cell), t.Today(), said, of.Request
	q.Unattended = true // one round is enough
	made, err := t.Put(ctx, of.Before, q)
	if made != nil {
		made.Said = true
	}
	return made, err
}

// saidOf is what the numbers of choices say, and which of it was chosen.
func saidOf(unsaid []brain.Unsaid, numbers []int) (said, chosen []brain.Said, err error) {
	switch {
	case len(unsaid) == 0:
		return nil, nil, fault.New(fault.Usage, "the question leaves nothing open").WithHint("ask it, and see what it takes for granted")
	case len(numbers) > len(unsaid):
		return nil, nil, fault.New(fault.Usage, "there are %d answers to %d questions", len(numbers), len(unsaid)).WithHint("give one number for each question, such as 1,2")
	}
	for i, u := range unsaid {
		n := 0
		if i < len(numbers) {
			n = numbers[i]
		}
		if n < 0 || n > len(u.Choices) {
			return nil, nil, fault.New(fault.Usage, "there is no answer %d to “%s”", n, u.Question).WithHint("they are numbered 1 to %d; 0 skips the question", len(u.Choices))
		}
		if n == 0 {
			said = append(said, brain.Said{Key: u.Key, Value: u.Choices[u.Taken].Value, Skipped: !u.Said})
			continue
		}
		s := brain.Said{Key: u.Key, Value: u.Choices[n-1].Value}
		said, chosen = append(said, s), append(chosen, s)
	}
	return said, chosen, nil
}

// SaidIn is what the answer of a cell was made with.
func SaidIn(c session.Cell) []brain.Said {
	var list []brain.Said
	if c.Reading != nil {
		for _, u := range c.Reading.Unsaid {
			if u.Taken >= 0 && u.Taken < len(u.Choices) {
				list = append(list, brain.Said{Key: u.Key, Value: u.Choices[u.Taken].Value, Skipped: !u.Said})
			}
		}
	}
	return list
}

// ParseNumbers reads numbers of choices such as 2,1.
func ParseNumbers(text string) ([]int, error) {
	var list []int
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return nil, fault.New(fault.Usage, "%.40q is not the number of an answer", part).WithHint("give one number for each question, such as 2,1; 0 skips a question")
		}
		list = append(list, n)
	}
	if len(list) == 0 {
		return nil, fault.New(fault.Usage, "no answer is given").WithHint("give one number for each question, such as 2,1")
	}
	return list, nil
}
