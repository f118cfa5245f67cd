package session

import (
	"context"
	"encoding/json"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// Interrupted is a plan that was running when its process ended.
type Interrupted struct {
	Turn     string // its question
	Question string
	PlanPayload
	Finished []StepPayload // what its steps made
	Runs     int           // how often it began to run; 0 means that it was not approved yet
}

// OpenPlans are the questions of a session that have no end yet, by their turns.
type OpenPlans map[string]*Interrupted

// Interrupted is the last plan of the session that began to run and has no end; nil
// if there is none.
func (s *Session) Interrupted(ctx context.Context) (*Interrupted, error) {
	open := OpenPlans{}
	var last *Interrupted
	for after := int64(0); ; {
		events, err := s.log.store.Events(ctx, s.ID(), after, 0)
		if err != nil {
			return nil, err
		}
		if len(events) == 0 {
			break
		}
		for _, e := range events {
			after = e.ID
			t, err := open.Add(e)
			if err != nil {
				return nil, fault.Wrap(err, fault.BadData, "event %d of the session cannot be read: %v", e.ID, err)
			}
			if t != nil {
				last = t
			}
		}
	}
	if last == nil || last.Runs == 0 || open[last.Turn] == nil {
		return nil, nil
	}
	return last, nil
}

// Add takes an event into account, and returns the plan that it is about.
func (open OpenPlans) Add(e store.Event) (*Interrupted, error) {
	switch Kind(e.Kind) {
	case QuestionAsked, TurnEnded, PlanProposed, PhaseEntered, StepFinished:
	default:
		return nil, nil
	}
	var head struct {
		Turn string `json:"turn"`
	}
	if err := json.Unmarshal(e.Payload, &head); err != nil {
		return nil, err
	}
	t := open[head.Turn]
	switch kind := Kind(e.Kind); {
	case kind == QuestionAsked:
		var p AskedPayload
		err := json.Unmarshal(e.Payload, &p)
		open[head.Turn] = &Interrupted{Turn: head.Turn, Question: p.Question}
		return nil, err
	case t == nil:
		return nil, nil
	case kind == TurnEnded:
		delete(open, head.Turn)
		return nil, nil
	case kind == PlanProposed:
		var p PlanPayload
		err := json.Unmarshal(e.Payload, &p)
		if t.Runs == 0 { // of one that goes on, what was finished stays
			t.PlanPayload, t.Finished = p, nil
		}
		return t, err
	case kind == PhaseEntered:
		var p PhasePayload
		err := json.Unmarshal(e.Payload, &p)
		if p.Phase == ExecutingPlan {
			t.Runs++
		}
		return nil, err
	case kind == StepFinished:
		var p StepPayload
		err := json.Unmarshal(e.Payload, &p)
		t.Finished = append(t.Finished, p)
		if s := t.Plan.Step(p.Step); s != nil && p.Code != "" {
			s.Code = p.Code // that was written for it
		}
		return t, err
	}
	return nil, nil
}
