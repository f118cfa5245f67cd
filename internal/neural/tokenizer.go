package neural

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/plumbdata/plumb/internal/fault"
)

// vocabulary is that of BERT, uncased, one word piece a line.
//
//go:embed vocabulary.txt
var vocabulary string

// longestWord is where BERT stops looking for pieces of a word.
const longestWord = 100

// Tokenizer cuts text into BERT's uncased word pieces: control characters go,
// accents and case go, Chinese characters and punctuation stand alone, and
// each word is covered by the longest pieces from left to right. The names of
// special tokens in a text are text.
type Tokenizer struct {
	starts, rests map[string]int32 // pieces that start a word; that go on with one
	longest       int              // bytes of the longest piece

	Unknown, Start, Separator, Mask int32
}

// NewTokenizer uses the vocabulary of BERT, uncased.
func NewTokenizer() (*Tokenizer, error) { return newTokenizer(vocabulary) }

func newTokenizer(lines string) (*Tokenizer, error) {
	t := &Tokenizer{starts: map[string]int32{}, rests: map[string]int32{}}
	var id int32
	for piece := range strings.Lines(lines) {
		piece = strings.TrimRight(piece, "\r\n")
		if rest, ok := strings.CutPrefix(piece, "##"); ok && rest != "" {
			t.rests[rest] = id
		} else {
			t.starts[piece] = id
		}
		t.longest = max(t.longest, len(piece))
		id++
	}
	for name, special := range map[string]*int32{"[UNK]": &t.Unknown, "[CLS]": &t.Start, "[SEP]": &t.Separator, "[MASK]": &t.Mask} {
		id, ok := t.starts[name]
		if !ok {
			return nil, fault.New(fault.BadData, "the vocabulary has no %s", name)
		}
		*special = id
	}
	return t, nil
}

// Sentence gives the pieces of a text between start and separator, at most
// limit in all, which must be 2 or more.
func (t *Tokenizer) Sentence(text string, limit int) []int32 {
	pieces := t.cut([]int32{t.Start}, text, limit-1)
	return append(pieces, t.Separator)
}

// Pieces gives the pieces of a text alone.
func (t *Tokenizer) Pieces(text string) []int32 { return t.cut(nil, text, len(text)+1) }

// cut adds pieces until there are limit of them.
func (t *Tokenizer) cut(pieces []int32, text string, limit int) []int32 {
	for word := range words(normalize(text)) {
		if len(pieces) >= limit {
			break
		}
		pieces = t.cover(pieces, word)
	}
	return pieces[:min(len(pieces), limit)]
}

// cover adds the pieces of a word; a word that has none is unknown as a whole.
func (t *Tokenizer) cover(pieces []int32, word string) []int32 {
	if len(word) > longestWord && utf8.RuneCountInString(word) > longestWord {
		return append(pieces, t.Unknown)
	}
	known, from := t.starts, len(pieces)
	for rest := word; rest != ""; {
		end := min(len(rest), t.longest)
		for ; end > 0; end-- {
			if end < len(rest) && !utf8.RuneStart(rest[end]) {
				continue
			}
			if id, ok := known[rest[:end]]; ok {
				pieces = append(pieces, id)
				break
			}
		}
		if end == 0 {
			return append(pieces[:from], t.Unknown)
		}
		rest, known = rest[end:], t.rests
	}
	return pieces
}

// words yields what lies between blanks, and punctuation by itself.
func words(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		start := -1
		for i, r := range text {
			blank, mark := unicode.IsSpace(r), isPunctuation(r)
			if !blank && !mark {
				if start < 0 {
					start = i
				}
				continue
			}
			if start >= 0 && !yield(text[start:i]) {
				return
			}
			start = -1
			if mark && !yield(text[i:i+utf8.RuneLen(r)]) {
				return
			}
		}
		if start >= 0 {
			yield(text[start:])
		}
	}
}

// normalize cleans, takes accents away and folds case, in BERT's order.
func normalize(text string) string {
	var clean strings.Builder
	clean.Grow(len(text))
	ascii := true
	for _, r := range text {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			clean.WriteByte(' ')
		case r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs):
		case unicode.IsSpace(r):
			clean.WriteByte(' ')
		case isChinese(r):
			clean.WriteByte(' ')
			clean.WriteRune(r)
			clean.WriteByte(' ')
			ascii = false
		default:
			clean.WriteRune(r)
			ascii = ascii && r < utf8.RuneSelf
		}
	}
	if ascii {
		return strings.ToLower(clean.String())
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(clean.String()))
}

// isPunctuation counts all of ASCII's marks, letters and digits aside, as
// BERT does, and what Unicode calls punctuation.
func isPunctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7f && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}
	return unicode.IsPunct(r)
}

// isChinese holds the blocks of CJK ideographs that BERT sets apart; the
// scripts of Japanese and Korean are words like any other.
func isChinese(r rune) bool {
	return 0x4E00 <= r && r <= 0x9FFF || 0x3400 <= r && r <= 0x4DBF || 0x20000 <= r && r <= 0x2A6DF ||
		0x2A700 <= r && r <= 0x2B73F || 0x2B740 <= r && r <= 0x2B81F || 0x2B920 <= r && r <= 0x2CEAF ||
		0xF900 <= r && r <= 0xFAFF || 0x2F800 <= r && r <= 0x2FA1F
}
