package critic

import (
	"cmp"
	"slices"
	"sync"

	"github.com/plumbdata/plumb/internal/session"
)

// Event is a verdict as a session records it.
func (v Verdict) Event(m Mode) session.Entry {
	p := session.JudgedPayload{Mode: string(m), Decision: string(v.Decision), Model: v.Model}
	if v.Doubt >= 0 {
		p.Doubt = &v.Doubt
	}
	for _, f := range v.Findings {
		p.Findings = append(p.Findings, session.JudgedFinding{Aspect: string(f.Aspect), Kind: string(f.Kind), Severity: string(f.Severity), Message: f.Message, Hint: f.Hint, Parts: f.Parts})
	}
	return session.Entry{Kind: session.Judged, Payload: p}
}

// Count is how often a decision was made about answers of a mode, for a reason.
type Count struct {
	Mode     Mode     `json:"mode"`
	Decision Decision `json:"decision"`
	Reason   Kind     `json:"reason,omitempty"` // the first finding; "" of what was accepted
	Answers  int      `json:"answers"`
}

// Tally counts verdicts. It may be used by many at once.
type Tally struct {
	mu     sync.Mutex
	counts map[Count]int
}

// Note counts a verdict.
func (t *Tally) Note(m Mode, v Verdict) {
	c := Count{Mode: m, Decision: v.Decision}
	if v.Decision != Accept && len(v.Findings) > 0 {
		c.Reason = v.Findings[0].Kind
	}
	t.add(c, 1)
}

// NoteEvent counts a verdict that a session has recorded.
func (t *Tally) NoteEvent(p session.JudgedPayload) {
	c := Count{Mode: Mode(p.Mode), Decision: Decision(p.Decision)}
	if c.Decision != Accept && len(p.Findings) > 0 {
		c.Reason = Kind(p.Findings[0].Kind)
	}
	t.add(c, 1)
}

func (t *Tally) add(c Count, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil {
		t.counts = map[Count]int{}
	}
	t.counts[c] += n
}

// Counts are all counts, in the order of their modes, decisions and reasons.
func (t *Tally) Counts() []Count {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]Count, 0, len(t.counts))
	for c, n := range t.counts {
		c.Answers = n
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b Count) int {
		return cmp.Or(cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.Decision, b.Decision), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}
