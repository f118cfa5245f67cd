package line

import (
	"bytes"
	"unicode/utf8"
)

// key is what a person pressed, or pasted.
type key struct {
	code code
	text string // of keyText
}

type code int

const (
	keyNone code = iota // one that means nothing here
	keyText
	keyTooLong // more was pasted than a text can hold
	keyEnter
	keyNewLine
	keyTab
	keyBackTab
	keyEscape
	keyCancel
	keyBackspace
	keyDelete
	keyDeleteOrLeave
	keyLeft
	keyRight
	keyWordLeft
	keyWordRight
	keyHome
	keyEnd
	keyUp
	keyDown
	keyKillBlank
	keyKillWordLeft
	keyKillWordRight
	keyKillStart
	keyKillEnd
	keyYank
	keyClear
	keySearch
	keySearchBack
	keyInterrupt
	keySuspend
)

// controls are the keys that are one byte.
var controls = map[byte]code{
	0x01: keyHome, 0x02: keyLeft, 0x03: keyInterrupt, 0x04: keyDeleteOrLeave, 0x05: keyEnd, 0x06: keyRight, 0x07: keyCancel,
	0x08: keyBackspace, 0x09: keyTab, 0x0a: keyEnter, 0x0b: keyKillEnd, 0x0c: keyClear, 0x0d: keyEnter, 0x0e: keyDown, 0x10: keyUp,
	0x12: keySearch, 0x13: keySearchBack, 0x15: keyKillStart, 0x17: keyKillBlank, 0x19: keyYank, 0x1a: keySuspend, 0x7f: keyBackspace,
}

// alts are the keys after an Escape, which is how Alt is sent.
var alts = map[byte]code{
	'\r': keyNewLine, '\n': keyNewLine, 'b': keyWordLeft, 'f': keyWordRight, 'd': keyKillWordRight, 0x7f: keyKillWordLeft, 0x08: keyKillWordLeft,
}

// sequences are the keys that terminals send as ESC [ or ESC O and more.
var sequences = map[string]code{
	"A": keyUp, "B": keyDown, "C": keyRight, "D": keyLeft, "H": keyHome, "F": keyEnd, "Z": keyBackTab,
	"1~": keyHome, "7~": keyHome, "4~": keyEnd, "8~": keyEnd, "3~": keyDelete,
	"1;5C": keyWordRight, "1;3C": keyWordRight, "1;5D": keyWordLeft, "1;3D": keyWordLeft,
	"3;5~": keyKillWordRight, "3;3~": keyKillWordRight,
	"13;2u": keyNewLine, "13;3u": keyNewLine, "27;2;13~": keyNewLine, "27;3;13~": keyNewLine,
}

const (
	escape     = 0x1b
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
	maxKey     = 32 // bytes of one key; what is longer is none
)

// decoder makes keys of bytes, however they are cut into pieces.
type decoder struct {
	bytes   []byte
	pasting bool
	spilled bool // more was pasted than fits
}

func (d *decoder) add(b []byte) { d.bytes = append(d.bytes, b...) }

// waiting is true while the bytes are the beginning of a key.
func (d *decoder) waiting() bool { return len(d.bytes) > 0 && !d.pasting }

// next is the next key. It is false while that is not complete; with all, what
// has come is taken as it is.
func (d *decoder) next(all bool) (key, bool) {
	if d.pasting {
		return d.readPaste()
	}
	if len(d.bytes) == 0 {
		return key{}, false
	}
	first := d.bytes[0]
	if first == escape {
		return d.readEscape(all)
	}
	if first < 0x20 || first == 0x7f {
		return d.take(1, controls[first])
	}
	return d.text(all)
}

// text is all that can be shown at once, so that fast typing is one change.
func (d *decoder) text(all bool) (key, bool) {
	n := 0
	for n < len(d.bytes) && d.bytes[n] >= 0x20 && d.bytes[n] != 0x7f {
		_, size := utf8.DecodeRune(d.bytes[n:])
		if !all && !utf8.FullRune(d.bytes[n:]) {
			break
		}
		n += size
	}
	if n == 0 {
		return key{}, false
	}
	k := key{keyText, readable(string(d.bytes[:n]))}
	d.drop(n)
	return k, true
}

func (d *decoder) readEscape(all bool) (key, bool) {
	b := d.bytes
	if len(b) == 1 {
		if all {
			return d.take(1, keyEscape)
		}
		return key{}, false
	}
	if bytes.HasPrefix(b, []byte(pasteBegin)) {
		d.drop(len(pasteBegin))
		d.pasting, d.spilled = true, false
		return d.readPaste()
	}
	switch b[1] {
	case escape:
		return d.take(1, keyEscape)
	case '[', 'O':
		for n := 2; n < len(b); n++ {
			switch {
			case b[n] >= 0x40 && b[n] <= 0x7e:
				return d.take(n+1, sequences[string(b[2:n+1])])
			case n == maxKey || b[n] < 0x20 || b[n] > 0x7e:
				return d.take(n, keyNone)
			}
		}
		if all {
			return d.take(len(b), keyNone)
		}
		return key{}, false
	}
	if code, ok := alts[b[1]]; ok {
		return d.take(2, code)
	}
	if b[1] < 0x20 {
		return d.take(1, keyEscape) // and a key of its own
	}
	_, size := utf8.DecodeRune(b[1:])
	return d.take(1+size, keyNone)
}

// readPaste returns what stands between the marks of a paste. Ctrl-C ends one whose
// end never comes.
func (d *decoder) readPaste() (key, bool) {
	end := bytes.Index(d.bytes, []byte(pasteEnd))
	if n := bytes.IndexByte(d.bytes, 0x03); n >= 0 && (end < 0 || n < end) {
		d.pasting = false
		return d.take(n+1, keyInterrupt)
	}
	if end < 0 {
		if extra := len(d.bytes) - maxText - len(pasteEnd); extra > 0 {
			d.drop(extra)
			d.spilled = true
		}
		return key{}, false
	}
	k := key{keyText, readable(string(d.bytes[:end]))}
	if d.spilled || len(k.text) > maxText {
		k = key{code: keyTooLong}
	}
	d.pasting = false
	d.drop(end + len(pasteEnd))
	return k, true
}

func (d *decoder) take(n int, c code) (key, bool) {
	d.drop(n)
	return key{code: c}, true
}

func (d *decoder) drop(n int) { d.bytes = d.bytes[n:] }
