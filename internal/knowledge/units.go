package knowledge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
)

// runs takes a section apart. A passage holds units of one run: tables and sheets stand
// by themselves.
func (c Cutter) runs(d *document.Document, s section, room int) []run {
	var list []run
	var units []unit
	flush := func() {
		if len(units) > 0 {
			list, units = append(list, run{units: units, room: room}), nil
		}
	}
	for i := s.from; i < s.to; i++ {
		b := d.Blocks[i]
		if len(units) > 0 && b.Sheet != units[0].sheet {
			flush()
		}
		switch {
		case b.Kind == document.Table && b.Table != nil:
			flush()
			list = append(list, c.rows(b, i, room))
		case b.Kind == document.Code:
			units = append(units, c.split(b, i, room, strings.SplitAfter(b.Text, "\n"))...)
		default:
			units = append(units, c.split(b, i, room, Sentences(b.Text))...)
		}
	}
	flush()
	return list
}

// split makes units of the sentences or lines of a block, and parts those that are too
// long for half a passage.
func (c Cutter) split(b document.Block, block, room int, parts []string) []unit {
	var list []unit
	at := 0
	for _, part := range parts {
		for _, text := range c.shorten(part, (room-overlap)/2) {
			from := at
			at += len(text)
			body := strings.TrimSpace(text)
			if b.Kind == document.Code {
				body = strings.TrimRightFunc(text, unicode.IsSpace)
			}
			if body == "" {
				continue
			}
			from += strings.Index(text, body)
			u := unit{
				kind: b.Kind, text: body, before: " ", page: b.Page, sheet: b.Sheet,
				from: store.Position{Block: block, Offset: from}, to: store.Position{Block: block, Offset: from + len(body)},
			}
			if b.Kind == document.Code {
				u.before = "\n"
			}
			if len(list) == 0 {
				u.starts, u.before = true, "\n\n"
				if b.Kind == document.Item {
					u.text, u.before = "- "+body, "\n"
				}
			}
			u.pieces = c.Count(u.text)
			list = append(list, u)
		}
	}
	return list
}

// shorten parts a text of more than so many pieces between words, or, where there are
// none, between characters.
func (c Cutter) shorten(text string, most int) []string {
	if c.Count(text) <= most {
		return []string{text}
	}
	var list []string
	for len(text) > 0 {
		n := c.prefix(text, most)
		list = append(list, text[:n])
		text = text[n:]
	}
	return list
}

// prefix is how many bytes of a text have at most so many pieces.
func (c Cutter) prefix(text string, most int) int {
	end := min(len(text), 16*most)
	for end > 0 && end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	low, high := 0, end // bytes that fit, and that may not
	for low < high {
		mid := (low + high + 1) / 2
		for mid < high && !utf8.RuneStart(text[mid]) {
			mid++
		}
		if c.Count(text[:mid]) <= most {
			low = mid
		} else {
			for mid--; mid > low && !utf8.RuneStart(text[mid]); mid-- {
			}
			high = mid
		}
	}
	if low == 0 {
		_, low = utf8.DecodeRuneInString(text)
		return low
	}
	if low < len(text) {
		if blank := strings.LastIndexFunc(text[:low], unicode.IsSpace); blank > low/2 {
			return blank + 1
		}
	}
	return low
}

// rows makes units of the rows of a table. All passages of it begin with its header.
func (c Cutter) rows(b document.Block, block, room int) run {
	var names []string
	for _, column := range b.Table.Columns {
		names = append(names, column.Name)
	}
	head := strings.TrimSpace(b.Text + "\n" + strings.Join(names, " | "))
	if most := room / 3; c.Count(head) > most {
		head = strings.TrimSpace(head[:c.prefix(head, most)])
	}
	r := run{head: head, room: room - c.Count(head)}
	for i, row := range b.Table.Rows {
		for part, text := range c.shorten(line(row), (r.room-overlap)/2) {
			text = strings.TrimSpace(text)
			u := unit{
				kind: document.Table, text: text, before: "\n", pieces: c.Count(text), page: b.Page, sheet: b.Sheet, starts: part == 0,
				from: store.Position{Block: block, Offset: i}, to: store.Position{Block: block, Offset: i + 1},
			}
			if part > 0 {
				u.before = " "
			}
			r.units = append(r.units, u)
		}
	}
	if len(r.units) == 0 {
		at := store.Position{Block: block}
		r = run{units: []unit{{kind: document.Table, text: head, page: b.Page, sheet: b.Sheet, from: at, to: at}}, room: room}
	}
	return r
}

// line is a row as text.
func line(row table.Row) string {
	cells := make([]string, len(row))
	for i, v := range row {
		if !v.IsNull() {
			cells[i] = strings.Join(strings.Fields(v.String()), " ")
		}
	}
	return strings.Join(cells, " | ")
}
