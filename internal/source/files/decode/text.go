package decode

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	textunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"

	"github.com/plumbdata/plumb/internal/fault"
)

const byteOrderMark = "\ufeff"

// text makes UTF-8 of a text file. One that is UTF-8 already stays where it is.
func (d *decoder) text(in item, f *os.File, head []byte) ([]Part, error) {
	if format := promises[ending(in.name)]; format != "" {
		return nil, fault.New(fault.BadData, "%s is not %s file", in.name, format).WithHint("check its file extension: what is in it looks like text")
	}
	part := Part{Path: in.path, Kind: textKind(in.name)}
	var err error
	if d.given != nil {
		err = d.transcode(&part, f, *d.given, "")
	} else if name, e := unicodeEncoding(head); e != nil {
		err = d.transcode(&part, f, recognised{name: name, encoding: e, certain: true}, "")
	} else {
		err = d.textOfBytes(&part, in, f, bytes.HasPrefix(head, []byte(byteOrderMark)))
	}
	if err != nil {
		return nil, err
	}
	return []Part{part}, nil
}

// textOfBytes decodes a text whose characters do not have a fixed width of
// several bytes: UTF-8, an older encoding, or a mixture.
func (d *decoder) textOfBytes(part *Part, in item, f *os.File, marked bool) error {
	if err := rewind(f); err != nil {
		return err
	}
	s := survey{words: map[string]bool{}}
	if err := s.read(cancellable{d.ctx, f}); err != nil {
		return damaged(in.name, "text", err)
	}
	if err := s.checkText(in.name); err != nil {
		return err
	}
	d.mixedLines = s.bare > 0 && s.pairs > 0
	if s.broken == 0 {
		if !marked && !d.mixedLines {
			return nil
		}
		return d.rewrite(part, f, func(w io.Writer, r io.Reader) error {
			if marked {
				if _, err := io.CopyN(io.Discard, r, int64(len(byteOrderMark))); err != nil {
					return err
				}
			}
			_, err := io.Copy(w, r)
			return err
		})
	}
	e := recognise(s.list)
	if s.unicode > 0 && e.singleByte != nil {
		return d.decodeMixed(part, f, e, s)
	}
	return d.transcode(part, f, e, s.list[0])
}

// transcode decodes a whole text; word is one of it that shows the encoding.
func (d *decoder) transcode(part *Part, f *os.File, e recognised, word string) error {
	example, err := e.encoding.NewDecoder().String(word)
	if err != nil {
		return err
	}
	if e.certain {
		part.Notes = append(part.Notes, Note{Subject: Encoding, What: e.name, Example: example})
	} else {
		part.Notes = append(part.Notes, Note{Subject: UncertainEncoding, What: e.name, Example: example})
	}
	return d.rewrite(part, f, func(w io.Writer, r io.Reader) error {
		_, err := io.Copy(w, transform.NewReader(r, e.encoding.NewDecoder()))
		return err
	})
}

// decodeMixed decodes a text that is partly UTF-8, line by line.
func (d *decoder) decodeMixed(part *Part, f *os.File, e recognised, s survey) error {
	part.Notes = append(part.Notes, Note{Subject: MixedEncoding, What: e.name, Count: s.broken, Row: s.firstBroken, Example: decodeLine(s.list[0], e.singleByte)})
	return d.rewrite(part, f, func(w io.Writer, r io.Reader) error {
		first := true
		return readBlocks(r, func(block []byte) error {
			if first {
				block, first = bytes.TrimPrefix(block, []byte(byteOrderMark)), false
			}
			if utf8.Valid(block) {
				_, err := w.Write(block)
				return err
			}
			var out strings.Builder
			for line := range bytes.Lines(block) {
				if utf8.Valid(line) {
					out.Write(line)
				} else {
					out.WriteString(decodeLine(string(line), e.singleByte))
				}
			}
			_, err := io.WriteString(w, out.String())
			return err
		})
	})
}

// decodeLine decodes a line that is not UTF-8. Where most of its characters
// outside ASCII are, because it was put together from several sources, only the
// others are decoded.
func decodeLine(line string, c *charmap.Charmap) string {
	valid, invalid := 0, 0
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRuneInString(line[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			invalid++
		case n > 1:
			valid++
		}
		i += n
	}
	var out strings.Builder
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRuneInString(line[i:])
		if r == utf8.RuneError && n == 1 || n > 1 && valid < invalid {
			r, n = c.DecodeByte(line[i]), 1
		}
		out.WriteRune(r)
		i += n
	}
	return out.String()
}

// rewrite makes a part a new file of what decode writes, and counts what could
// not be decoded.
func (d *decoder) rewrite(part *Part, f *os.File, decode func(io.Writer, io.Reader) error) error {
	if err := rewind(f); err != nil {
		return err
	}
	lost := replacements{}
	path, err := d.write("."+string(part.Kind), func(w io.Writer) error {
		if d.mixedLines {
			w = &lineFeeds{to: w}
		}
		return decode(io.MultiWriter(w, &lost), cancellable{d.ctx, f})
	})
	if err != nil {
		return err
	}
	part.Path = path
	if lost.count > 0 {
		part.Notes = append(part.Notes, Note{Subject: Undecodable, Count: lost.count})
	}
	return nil
}

// lineFeeds writes every line break as \n: some lines of a file that several programs
// wrote end in \r\n, and DuckDB reads only one kind.
type lineFeeds struct {
	to     io.Writer
	waits  bool // the last byte was \r
	buffer []byte
}

func (l *lineFeeds) Write(p []byte) (int, error) {
	l.buffer = l.buffer[:0]
	for _, b := range p {
		if l.waits && b != '\n' {
			l.buffer = append(l.buffer, '\r')
		}
		if l.waits = b == '\r'; !l.waits {
			l.buffer = append(l.buffer, b)
		}
	}
	if _, err := l.to.Write(l.buffer); err != nil {
		return 0, err
	}
	return len(p), nil
}

func rewind(f *os.File) error {
	_, err := f.Seek(0, io.SeekStart)
	return err
}

// replacements counts U+FFFD in what is written.
type replacements struct {
	count int
	tail  []byte // up to two bytes that may begin one
}

func (c *replacements) Write(p []byte) (int, error) {
	const replacement = "\ufffd"
	joined := append(c.tail, p[:min(len(p), 2)]...)
	if len(p) > 2 {
		c.count += bytes.Count(joined, []byte(replacement)) + bytes.Count(p, []byte(replacement))
		c.tail = append(c.tail[:0], p[len(p)-2:]...)
		return len(p), nil
	}
	c.count += bytes.Count(joined, []byte(replacement))
	c.tail = append([]byte{}, joined[max(0, len(joined)-2):]...)
	return len(p), nil
}

// unicodeEncoding recognises UTF-16 and UTF-32: by a byte order mark, or UTF-16
// by its zero bytes.
func unicodeEncoding(head []byte) (string, encoding.Encoding) {
	begins := func(mark string) bool { return bytes.HasPrefix(head, []byte(mark)) }
	little := textunicode.UTF16(textunicode.LittleEndian, textunicode.UseBOM)
	big := textunicode.UTF16(textunicode.BigEndian, textunicode.UseBOM)
	switch {
	case begins("\xff\xfe\x00\x00"):
		return "UTF-32", utf32.UTF32(utf32.LittleEndian, utf32.UseBOM)
	case begins("\x00\x00\xfe\xff"):
		return "UTF-32", utf32.UTF32(utf32.BigEndian, utf32.UseBOM)
	case begins("\xff\xfe"):
		return "UTF-16", little
	case begins("\xfe\xff"):
		return "UTF-16", big
	case looksLikeUTF16(head, 0, 1):
		return "UTF-16", little
	case looksLikeUTF16(head, 1, 0):
		return "UTF-16", big
	}
	return "", nil
}

// looksLikeUTF16 is true if the pairs of bytes, the low one at one place and the
// high one at the other, are the characters of a text.
func looksLikeUTF16(head []byte, low, high int) bool {
	const fewest = 4
	head = head[:len(head)&^1]
	ascii, surrogate := 0, false
	for i := 0; i < len(head); i += 2 {
		r := rune(head[i+low]) | rune(head[i+high])<<8
		switch {
		case r >= ' ' && r <= '~' || r == '\t' || r == '\n' || r == '\r':
			ascii++
		case r < ' ', r >= 0xfff0 && r != unicode.ReplacementChar,
			(r >= 0xdc00 && r < 0xe000) != surrogate: // a half of a pair without the other
			return false
		}
		surrogate = r >= 0xd800 && r < 0xdc00
	}
	pairs := len(head) / 2
	return pairs >= fewest && ascii*20 >= pairs && bytes.IndexByte(head, 0) >= 0
}

// survey is what a reading of a whole text finds.
type survey struct {
	bytes       int64
	lines       int
	unicode     int // lines with characters outside ASCII in UTF-8, counted if others are broken
	broken      int // lines that are not UTF-8
	firstBroken int
	zeros       int
	firstZero   int // line
	controls    [32]int64
	words       map[string]bool // with bytes that are not UTF-8
	list        []string        // the same in order
	multibyte   bool            // a block of whole UTF-8 had characters outside ASCII
	bare, pairs int             // lines that end in \n, and in \r\n; not those within quotes
	quoted      bool
	last        byte
}

func (s *survey) read(r io.Reader) error {
	err := readBlocks(r, func(block []byte) error { s.add(block); return nil })
	if s.multibyte {
		s.unicode++ // at least
	}
	return err
}

func (s *survey) add(block []byte) {
	s.bytes += int64(len(block))
	high := false
	for _, b := range block {
		if b < ' ' {
			s.controls[b]++
		}
		s.addLineEnd(b)
		high = high || b >= utf8.RuneSelf
	}
	if zeros := int(s.controls[0]); zeros > s.zeros {
		if s.zeros == 0 {
			s.firstZero = s.lines + bytes.Count(block[:bytes.IndexByte(block, 0)], []byte("\n")) + 1
		}
		s.zeros = zeros
	}
	switch {
	case !high:
		s.lines += bytes.Count(block, []byte("\n"))
		return
	case utf8.Valid(block):
		s.lines += bytes.Count(block, []byte("\n"))
		s.multibyte = true
		return
	}
	for line := range bytes.Lines(block) {
		s.lines++
		if !utf8.Valid(line) {
			if s.broken++; s.firstBroken == 0 {
				s.firstBroken = s.lines
			}
			s.addWords(line)
		} else if bytes.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) {
			s.unicode++
		}
	}
}

func (s *survey) addLineEnd(b byte) {
	switch {
	case b == '"':
		s.quoted = !s.quoted
	case b == '\n' && !s.quoted && s.last == '\r':
		s.pairs++
	case b == '\n' && !s.quoted:
		s.bare++
	}
	s.last = b
}

// maxWords bounds the words by which an encoding is recognised, and maxWord the
// length of each.
const (
	maxWords = 5000
	maxWord  = 120
)

// addWords keeps the words of a line that are not UTF-8. A word is a run of bytes
// that can be letters in any encoding, also as the second byte of a character.
func (s *survey) addWords(line []byte) {
	for len(line) > 0 && len(s.list) < maxWords {
		end := 0
		for end < len(line) && end < maxWord && line[end] >= 0x40 {
			end++
		}
		if word := string(line[:end]); !utf8.ValidString(word) && !s.words[word] {
			s.words[word] = true
			s.list = append(s.list, word)
		}
		line = line[max(end, 1):]
	}
}

// checkText is the fault for a file that is not text.
func (s *survey) checkText(name string) error {
	odd, kinds := int64(0), 0
	for b, n := range s.controls {
		if b != '\t' && b != '\n' && b != '\r' && n > 0 {
			odd, kinds = odd+n, kinds+1
		}
	}
	const manyKinds, share = 6, 200
	switch {
	case kinds >= manyKinds && odd*share > s.bytes:
		return fault.New(fault.BadData, "%s is binary data, not text", name).
			WithHint("check that it is the right file, and that its extension says what it is")
	case s.zeros > 0:
		return fault.New(fault.BadData, "%s contains %s, the first in line %d; text has none", name, count(s.zeros, "zero byte"), s.firstZero).
			WithHint("export it again, or remove them: tr -d '\\000' < %s", name)
	}
	return nil
}

// readBlocks calls f with one piece of a text after the other. A piece ends where a
// line ends, or between two characters of a line that is too long.
func readBlocks(r io.Reader, f func([]byte) error) error {
	buffer := make([]byte, 256<<10)
	held := 0
	for {
		n, err := io.ReadFull(r, buffer[held:])
		held += n
		last := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !last {
			return err
		}
		cut := held
		if !last {
			if cut = bytes.LastIndexByte(buffer[:held], '\n') + 1; cut == 0 {
				cut = held - incomplete(buffer[:held])
			}
		}
		if cut > 0 {
			if err := f(buffer[:cut]); err != nil {
				return err
			}
		}
		if last {
			return nil
		}
		held = copy(buffer, buffer[cut:held])
	}
}

// incomplete is how many bytes at the end begin a character that goes on.
func incomplete(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if tail := b[len(b)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return n
			}
			return 0
		}
	}
	return 0
}
