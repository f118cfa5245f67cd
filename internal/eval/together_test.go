package eval

import (
	"errors"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

const threeQuestions = `{"id":"a","db_id":"harbour","question":"a","sql":"SELECT 1"}
{"id":"b","db_id":"harbour","question":"b","sql":"SELECT 2"}
{"id":"c","db_id":"harbour","question":"c","sql":"SELECT 3"}
`

// A brain that cannot be asked ends the run: what was measured before counts, and
// nothing else.
func TestAnUnavailableBrainEndsTheRun(t *testing.T) {
	j := NewJournal()
	r := run(t, folder(t, map[string]string{"questions.jsonl": threeQuestions}), &scripted{say: func(q Request) (Answer, error) {
		if q.Question == "b" {
			return Answer{}, &Unavailable{fault.New(fault.Config, "no key")}
		}
		return Answer{SQL: "SELECT 1", Cost: Cost{Calls: 1, Input: 10, USD: 0.5}}, nil
	}}, j)
	if err := r.Do(t.Context()); fault.CodeOf(err) != fault.Config {
		t.Fatalf("got %v", err)
	}
	part := r.Suite.Recorded(j)
	if len(part.Cases) != 1 || part.Cases[0].ID != "a" || len(r.Suite.Cases) != 3 {
		t.Errorf("%d of %d cases are recorded", len(part.Cases), len(r.Suite.Cases))
	}
	if s := Summarize(part, j); s.Asked != 1 || s.Accuracy.N != 1 || s.Cost != (Cost{Calls: 1, Input: 10, USD: 0.5}) {
		t.Errorf("got %+v", s)
	}
}

// The second brain answers, and is paid for, what the first is not sure of.
func TestFirstThen(t *testing.T) {
	dir := folder(t, map[string]string{"questions.jsonl": threeQuestions})
	first, then := NewJournal(), NewJournal()
	say := func(r *Run) {
		t.Helper()
		if err := r.Do(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	say(run(t, dir, &scripted{say: func(q Request) (Answer, error) {
		return Answer{SQL: "SELECT 1", Sure: q.Question == "a"}, nil
	}}, first))
	say(run(t, dir, &scripted{say: func(q Request) (Answer, error) {
		if q.Question == "c" {
			return Answer{Cost: Cost{Calls: 2, Unpriced: true}}, errors.New("no idea")
		}
		return Answer{SQL: "SELECT 2", Cost: Cost{Calls: 1, Output: 7}}, nil
	}}, then))
	suite, err := Load(dir, Selection{})
	if err != nil {
		t.Fatal(err)
	}
	s := Summarize(suite, FirstThen(first, then))
	if s.Asked != 3 || s.Accuracy.N != 2 || s.Cost != (Cost{Calls: 3, Output: 7, Unpriced: true}) {
		t.Errorf("got %+v", s)
	}
}
