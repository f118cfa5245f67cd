package line

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func decode(pieces ...string) []key {
	var d decoder
	var keys []key
	for _, p := range pieces {
		d.add([]byte(p))
		for k, ok := d.next(false); ok; k, ok = d.next(false) {
			keys = append(keys, k)
		}
	}
	for k, ok := d.next(true); ok; k, ok = d.next(true) {
		keys = append(keys, k)
	}
	return keys
}

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		bytes string
		want  []key
	}{
		{"é", []key{{keyText, "é"}}},
		{"\x1b[A", []key{{keyUp, ""}}},
		{"\x1bOA", []key{{keyUp, ""}}},
		{"\x1b\r", []key{{keyNewLine, ""}}},
		{"\x1b[27;2;13~", []key{{keyNewLine, ""}}},
		{"\x1b[3~", []key{{keyDelete, ""}}},
		{"\x1b", []key{{keyEscape, ""}}},
		{"\x1b\x1b", []key{{keyEscape, ""}, {keyEscape, ""}}},
		{"\x1b[1;", []key{{keyNone, ""}}},
		{"\x1b\x03", []key{{keyEscape, ""}, {keyInterrupt, ""}}},
		{"\x1b[200~a\r\nb\x1b[201~", []key{{keyText, "a\nb"}}},
		{"\x1b[200~\x1b[201~", []key{{keyText, ""}}},
		{"\x1b[200~a\x03", []key{{keyInterrupt, ""}}},
		{"\xe5\xa3", []key{{keyText, "\uFFFD"}}},
	} {
		if got := decode(c.bytes); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %v, want %v", c.bytes, got, c.want)
		}
		if got := decode(strings.Split(c.bytes, "")...); len(c.want) == 1 && utf8.ValidString(c.bytes) && !slices.Equal(got, c.want) {
			t.Errorf("%q in pieces: got %v, want %v", c.bytes, got, c.want)
		}
	}
}

// Whatever a terminal sends, there is nothing in the text that could not be
// typed, the cursor is within the window, and what small changes have left there
// is what drawing it all at once would show.
func FuzzEditor(f *testing.F) {
	for _, seed := range []string{"abc\x1b[D\x1b[200~x\ny\x1b[201~\x12a\x12\x7f", "売\x17\x19\x19\t\t\x1b", "e\u0301\x02\u0301\x04\x01", "\x1b[A\x1b[A\x1b[B\x0b\x0b\x15", "a\\\r\\\r\x1b\r\x10\x0e", "👩\u200d👩\x02\u200d"} {
		f.Add([]byte(seed), uint8(40))
	}
	f.Fuzz(func(t *testing.T, b []byte, columns uint8) {
		screen := newEmulator(max(20, int(columns)), 6)
		e := New(Options{Out: screen, Prompt: "plumb> ", Continue: "  ...> ", Complete: func(_ string, cursor int) []Candidate {
			return []Candidate{{From: 0, Text: "abc"}, {From: cursor, Text: "abd"}, {From: -1}, {From: cursor + 1}}
		}})
		_ = e.o.History.Add("abc\ndef")
		_ = e.o.History.Add("売上")
		e.past = newWalk(e.o.History.list)
		e.width, e.height = screen.columns, screen.height
		for len(b) > 0 {
			n := min(len(b), 3)
			e.keys.add(b[:n])
			b = b[n:]
			if e.obeyKeys(len(b) == 0) == submit || len(e.buf.text) > 2000 { // yanking doubles a text fast
				e.finish()
				e.buf = buffer{}
			}
			e.draw()
			if e.buf.at < 0 || e.buf.at > len(e.buf.text) || !utf8.ValidString(e.buf.text) {
				t.Fatalf("%d in %q", e.buf.at, e.buf.text)
			}
			if strings.ContainsFunc(e.buf.text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
				t.Fatalf("%q", e.buf.text)
			}
			if len(e.paint.rows) > screen.height || e.paint.at >= screen.height || e.paint.column >= screen.columns {
				t.Fatalf("%d rows, the cursor at %d, %d", len(e.paint.rows), e.paint.at, e.paint.column)
			}
			fresh := newEmulator(screen.columns, screen.height)
			(&painter{out: fresh}).draw(e.paint.rows, e.paint.at, e.paint.column)
			if !strings.HasSuffix("\n"+screen.text(), "\n"+fresh.text()) {
				t.Fatalf("it shows\n%s\nnot\n%s", screen.text(), fresh.text())
			}
		}
	})
}
