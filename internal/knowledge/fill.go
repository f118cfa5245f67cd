package knowledge

import (
	"hash/fnv"
	"strings"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/store"
)

// unit is what is not cut: a sentence, a line of code, a row of a table.
type unit struct {
	kind     document.Kind
	text     string
	before   string // what joins it to the unit before it: a blank, or new lines
	pieces   int
	from, to store.Position
	page     int
	sheet    string
	starts   bool // a paragraph, an item, a row: a better place for a cut
}

// run is a sequence of units that passages are made of, none of them longer than half
// a passage.
type run struct {
	units []unit
	head  string // what each passage begins with: the header of a table
	room  int    // pieces of a passage without its head
}

func (r run) passages() []store.Passage {
	var list []store.Passage
	for start := 0; start < len(r.units); {
		end := start + r.cut(r.units[start:])
		first := start
		if r.head == "" {
			first = repeat(r.units, start)
		}
		list = append(list, r.join(r.units[first:end]))
		start = end
	}
	return list
}

// cut is how many units make the next passage: all, if they fit; else, of the places in
// the second half of the room, one where a paragraph starts, and of several the one
// whose text has the smallest hash: after a change before it, the same place is found
// again.
func (r run) cut(units []unit) int {
	room := r.room - overlap
	sum, best, rank := 0, 0, uint64(0)
	for i, u := range units {
		if sum += u.pieces; sum > room {
			return max(best, 1)
		}
		if i+1 == len(units) || sum < room/2 {
			continue
		}
		h := fnv.New64a()
		h.Write([]byte(units[i+1].text))
		x := h.Sum64() >> 1
		if !units[i+1].starts {
			x |= 1 << 63
		}
		if best == 0 || x < rank {
			best, rank = i+1, x
		}
	}
	return len(units)
}

// repeat is where a passage that begins at start should begin, so that it repeats the
// end of the one before: whole sentences only.
func repeat(units []unit, start int) int {
	first, sum := start, 0
	for first > 0 {
		u := units[first-1]
		if sum += u.pieces; sum > overlap || u.kind == document.Code {
			break
		}
		first--
	}
	return first
}

func (r run) join(units []unit) store.Passage {
	first, last := units[0], units[len(units)-1]
	p := store.Passage{Kind: string(first.kind), Page: first.page, Sheet: first.sheet, From: first.from, To: last.to}
	var b strings.Builder
	if r.head != "" {
		b.WriteString(r.head + "\n")
	}
	for i, u := range units {
		if i > 0 {
			b.WriteString(u.before)
		}
		b.WriteString(u.text)
		if u.kind != first.kind {
			p.Kind = string(document.Paragraph)
		}
	}
	p.Text = b.String()
	return p
}
