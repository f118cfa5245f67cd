package knowledge

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/store"
)

// Bounds of passages, in pieces of MiniLM as Cutter counts them.
const (
	maxContext  = 48 // of the title and the headings that stand before a passage
	overlap     = 32 // of what a passage repeats of the one before
	maxPassages = 5000
	maxOfTable  = 200 // passages of a table; as data it is whole
)

// Cutter cuts documents into passages.
type Cutter struct {
	Count func(text string) int // pieces of a text; texts joined by blanks have as many as alone
	Most  int                   // pieces of a passage with its context
}

// context is what a passage is read with: the title of its document and the headings that
// it stands under, as far as there is room, the innermost and the title first.
func (c Cutter) context(title string, path []string) string {
	parts := slices.Compact(append([]string{title}, path...)) // many titles are the first heading
	order := []int{len(parts) - 1, 0}
	for i := len(parts) - 2; i > 0; i-- {
		order = append(order, i)
	}
	room := maxContext
	kept := make([]bool, len(parts))
	for _, i := range order {
		if n := c.Count(parts[i]) + 1; parts[i] != "" && !kept[i] && n <= room {
			kept[i], room = true, room-n
		}
	}
	var list []string
	for i, p := range parts {
		if kept[i] {
			list = append(list, p)
		}
	}
	return strings.Join(list, " › ")
}

// Cut gives the passages of a document in their order. The second result is false when
// there would be too many of them, of the document or of a table, and the rest was left
// out.
//
// Where it cuts depends on what stands there, not on what came before: after a change,
// the passages of other places are what they were, and have the ids that they had.
func (c Cutter) Cut(id, title string, d *document.Document) (list []store.Passage, whole bool) {
	whole = true
	seen := map[string]int{}
	for s := range sections(d) {
		context := c.context(title, s.path)
		room := c.Most - c.Count(context)
		for _, r := range c.runs(d, s, room) {
			parts := r.passages()
			if r.head != "" && len(parts) > maxOfTable {
				parts, whole = parts[:maxOfTable], false
			}
			for _, p := range parts {
				p.Document, p.Number, p.Path, p.Context = id, len(list), s.path, context
				p.ID = identify(seen, id, strings.Join(s.path, "\x00"), p.Text)
				p.Hash = hashOf(embedded(p))
				if list = append(list, p); len(list) == maxPassages {
					return list, false
				}
			}
		}
	}
	return list, whole
}

// embedded is what the vector of a passage is made of.
func embedded(p store.Passage) string { return strings.TrimSpace(p.Context + "\n" + p.Text) }

// identify makes an id of where a passage stands and what it says. The same passage
// twice in one place has two ids.
func identify(seen map[string]int, parts ...string) string {
	text := strings.Join(parts, "\x01")
	seen[text]++
	return hashOf(text + "\x01" + strconv.Itoa(seen[text]))
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// section is what stands under the same headings, as a range of blocks.
type section struct {
	path     []string
	from, to int
}

// sections yields the sections that say something. A heading that nothing follows is
// one itself.
func sections(d *document.Document) func(yield func(section) bool) {
	return func(yield func(section) bool) {
		var path []string
		var levels []int
		from := 0
		flush := func(to int) bool {
			return from >= to || yield(section{slices.Clone(path), from, to})
		}
		for i, b := range d.Blocks {
			if b.Kind != document.Heading {
				continue
			}
			if !flush(i) {
				return
			}
			level := max(b.Level, 1)
			for len(levels) > 0 && levels[len(levels)-1] >= level {
				levels, path = levels[:len(levels)-1], path[:len(path)-1]
			}
			levels, path = append(levels, level), append(path, strings.Join(strings.Fields(b.Text), " "))
			from = i + 1
			if last := i+1 == len(d.Blocks) || d.Blocks[i+1].Kind == document.Heading && max(d.Blocks[i+1].Level, 1) <= level; last {
				from = i
			}
		}
		flush(len(d.Blocks))
	}
}
