package terminal

import (
	"fmt"
	"io"
	"sync"
)

// Progress shows how far a long piece of work has come: on a terminal one line
// that changes, elsewhere one line a stage.
type Progress struct {
	screen Screen
	w      io.Writer
	mu     sync.Mutex
	stage  string
	drawn  bool
}

// Progress starts showing progress on w.
func (s Screen) Progress(w io.Writer) *Progress { return &Progress{screen: s, w: w} }

// Step reports that done of total parts of a stage are finished; total may be
// 0 when it is not known.
func (p *Progress) Step(stage string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.screen.Width == 0 {
		if stage != p.stage {
			fmt.Fprintf(p.w, "%s %s\n", p.screen.Sign("·", "-"), stage)
		}
		p.stage = stage
		return
	}
	p.stage = stage
	text := stage
	if total > 0 {
		text = fmt.Sprintf("%s %d%%", stage, 100*done/total)
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", p.screen.Paint(Dim, p.screen.Cut(text, p.screen.Width-1)))
	p.drawn = true
}

// End clears the line.
func (p *Progress) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}
