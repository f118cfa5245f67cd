package builtin

import (
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/require"
)

// written is a linked question with what the parser wrote for it.
type written struct {
	ix           *index.Index // with the words of those who asked
	text, before string
	now          time.Time
	asked        *link.Question
	encoded      memory
	requirements []*require.Requirement
	list         []*candidates.Candidate
}

// recent are the questions that were read last: whoever reviews an answer looks at them
// again. A nil one keeps nothing.
type recent struct {
	mu   sync.Mutex
	list []*written // the newest first
}

// mostRecent is how many are kept: each takes a few megabytes.
const mostRecent = 2

func (r *recent) keep(w *written) {
	if r == nil || w.encoded == nil {
		return
	}
	own := make([]*candidates.Candidate, len(w.list)) // trying them goes on meanwhile
	for i, c := range w.list {
		copied := *c
		own[i] = &copied
	}
	w.list = own
	r.mu.Lock()
	defer r.mu.Unlock()
	kept := r.list[:min(len(r.list), mostRecent-1)]
	r.list = append([]*written{w}, kept...)
}

// find is nil for a question that is not kept.
func (r *recent) find(ix *index.Index, q brain.Question, previous *link.Previous) *written {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range r.list {
		if w.ix == ix && w.text == q.Text && w.before == sentenceOf(previous) && w.now.Equal(q.Now) {
			return w
		}
	}
	return nil
}

func sentenceOf(previous *link.Previous) string {
	if previous == nil {
		return ""
	}
	return previous.Reading
}

// candidate is the one that a reading was made of, nil where it comes from elsewhere.
func (w *written) candidate(r *brain.Reading) *candidates.Candidate {
	query, _ := r.Form.(*form.Query)
	for _, c := range w.list {
		if c.Query != nil && (c.Query == query || r.SQL != "" && (c.SQL == r.SQL || c.FiguredSQL == r.SQL)) {
			return c
		}
	}
	return nil
}
