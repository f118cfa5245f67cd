package line

import (
	"fmt"
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/plumbdata/plumb/internal/terminal"
)

// menu is a list of candidates to walk through.
type menu struct {
	list   []Candidate
	chosen int    // -1 while none is
	before buffer // the text that is completed
}

const maxCandidates = 1000

// complete puts in what all candidates share, and lists them where more than
// one is left.
func (e *Editor) complete() {
	if e.o.Complete == nil {
		return
	}
	var list []Candidate
	for _, c := range e.o.Complete(e.buf.text, e.buf.at) {
		if c.From >= 0 && c.From <= e.buf.at && len(list) < maxCandidates {
			list = append(list, c)
		}
	}
	switch len(list) {
	case 0:
		e.paint.bell()
		return
	case 1:
		e.put(e.buf, list[0])
		return
	}
	if shared, ok := inCommon(list); ok && len(shared.Text) > e.buf.at-shared.From {
		e.put(e.buf, shared)
	}
	e.menu = &menu{list: list, chosen: -1, before: e.buf}
}

// put completes a text.
func (e *Editor) put(before buffer, c Candidate) {
	if len(before.text)+len(c.Text) > maxText {
		e.tooLong()
		return
	}
	e.buf = before
	e.buf.cut(c.From, before.at)
	e.buf.insert(c.Text)
}

// inCommon is the beginning that all candidates share.
func inCommon(list []Candidate) (Candidate, bool) {
	shared := list[0]
	for _, c := range list[1:] {
		if c.From != shared.From {
			return Candidate{}, false
		}
		n := 0
		for g := graphemes.FromString(shared.Text); g.Next() && strings.HasPrefix(c.Text[n:], g.Value()); {
			n = g.End()
		}
		shared.Text = shared.Text[:n]
	}
	return shared, true
}

// pressInMenu obeys a key while candidates are listed. It is false for one that
// ends the list and then does what it always does.
func (e *Editor) pressInMenu(k key) bool {
	m := e.menu
	switch k.code {
	case keyTab:
		m.chosen = (m.chosen + 1) % len(m.list)
	case keyBackTab:
		m.chosen = (max(m.chosen, 0) + len(m.list) - 1) % len(m.list)
	case keyEscape, keyCancel:
		e.buf, e.menu = m.before, nil
		return true
	default:
		e.menu = nil
		return false
	}
	e.put(m.before, m.list[m.chosen])
	return true
}

// rows lists the candidates: one a row with a few words about each where there
// is room for that, else in columns.
func (m *menu) rows(s terminal.Screen, columns, most int) []row {
	widest := 0
	about := false
	for _, c := range m.list {
		widest = max(widest, terminal.Width(name(c)))
		about = about || c.About != ""
	}
	widest = min(widest, columns-3)
	across := 1
	if !about || len(m.list) > most {
		about = false
		across = max(1, (columns-1)/(widest+2))
	}
	down := (len(m.list) + across - 1) / across
	first, last := m.page(down, across, most)
	var rows []row
	for r := first; r < last; r++ {
		var text strings.Builder
		used := 0
		for i := r * across; i < min(len(m.list), (r+1)*across); i++ {
			cell := s.Cut(name(m.list[i]), widest)
			gap := strings.Repeat(" ", widest-terminal.Width(cell))
			if i == m.chosen {
				cell = s.Paint(reversed, cell)
			}
			text.WriteString(cell + gap + "  ")
			used += widest + 2
		}
		if words := terminal.Clean(m.list[r*across].About); about && words != "" {
			words = s.Cut(words, columns-used-1)
			text.WriteString(s.Paint(terminal.Dim, words))
			used += terminal.Width(words)
		}
		rows = append(rows, row{text.String(), used})
	}
	if last-first < down {
		words := fmt.Sprintf("%d-%d of %d; type more to see fewer", first*across+1, min(len(m.list), last*across), len(m.list))
		rows = append(rows, row{s.Paint(terminal.Dim, words), len(words)})
	}
	return rows
}

const reversed terminal.Style = "7"

// page is the part of the list that shows the chosen one.
func (m *menu) page(down, across, most int) (first, last int) {
	if down <= most {
		return 0, down
	}
	most = max(1, most-1) // one row says that there are more
	first = max(0, m.chosen) / across / most * most
	return first, min(down, first+most)
}

func name(c Candidate) string { return terminal.Clean(strings.TrimSpace(c.Text)) }
