package plain

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// inline makes plain text of the text of a paragraph, and collects its links.
type inline struct {
	references map[string]string
	links      []string
	effort     int // bytes that may still be looked at in vain
}

const (
	hardBreak = "\x01" // a line break that stays
	maxLinks  = 20_000
)

var reference = lazyregexp.New(`^\[([^\]\[]{1,200})\]:[ \t]*<?([^\s<>]+)>?`)

func isReference(line string) bool { return reference.MatchString(line) }

// references are the addresses that links name instead of having them.
func references(lines []string) map[string]string {
	list := map[string]string{}
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "[") || len(list) >= maxLinks {
			continue
		}
		if m := reference.FindStringSubmatch(line); m != nil {
			list[referenceKey(m[1])] = m[2]
		}
	}
	return list
}

func referenceKey(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(text), " "))
}

// render is a text without its marks.
func (n *inline) render(text string) string {
	text = strings.ReplaceAll(text, "\\\n", hardBreak+"\n")
	s := &span{inline: n, text: text, brackets: matchBrackets(text), ticks: tickRuns(text), dropped: map[int]int{}}
	s.run()
	out := dropMarks(string(s.out), s.dropped)
	out = strings.ReplaceAll(out, "\n", " ")
	return strings.ReplaceAll(strings.ReplaceAll(out, hardBreak+" ", "\n"), hardBreak, "\n")
}

func (n *inline) link(address string) {
	if len(n.links) < maxLinks {
		n.links = append(n.links, html.UnescapeString(address))
	}
}

// span is the rendering of one text, from its begin to its end.
type span struct {
	*inline
	text     string
	at       int
	out      []byte
	brackets map[int]int   // the end of each bracket
	ticks    map[int][]int // where runs of so many backticks begin
	closing  map[int]int   // at the end of a link's text: where to go on
	open     []mark        // of emphasis
	dropped  map[int]int   // bytes of the output that are marks
}

// mark is a run of marks of emphasis in the output.
type mark struct {
	char   byte
	at     int
	length int
}

func (s *span) run() {
	s.closing = map[int]int{}
	for s.at < len(s.text) {
		c := s.text[s.at]
		if end, ok := s.closing[s.at]; ok {
			s.at = end
			continue
		}
		switch {
		case c == '\\' && s.at+1 < len(s.text) && strings.IndexByte("\\`*_{}[]()#+-.!|<>~\"'$%&,/:;=?@^", s.text[s.at+1]) >= 0:
			s.out = append(s.out, s.text[s.at+1])
			s.at += 2
		case c == '`' && s.code(), c == '!' && s.image(), c == '[' && s.openLink(), c == '<' && s.tag(), c == 'h' && s.address():
		case c == '*' || c == '_' || c == '~':
			s.emphasis(c)
		case c == '&':
			s.entity()
		default:
			s.out = append(s.out, c)
			s.at++
		}
	}
}

// code copies what stands between two runs of as many backticks.
func (s *span) code() bool {
	length := runLength(s.text[s.at:], '`')
	starts := s.ticks[length]
	i, _ := slices.BinarySearch(starts, s.at+length)
	if i == len(starts) {
		s.out = append(s.out, s.text[s.at:s.at+length]...)
		s.at += length
		return true
	}
	s.out = append(s.out, strings.Trim(s.text[s.at+length:starts[i]], " ")...)
	s.at = starts[i] + length
	return true
}

// image copies what an image stands for.
func (s *span) image() bool {
	end, ok := s.brackets[s.at+1]
	if !ok {
		return false
	}
	_, after, ok := s.destination(s.at+1, end)
	if !ok {
		return false
	}
	s.out = append(s.out, s.text[s.at+2:end]...)
	s.at = after
	return true
}

// openLink goes into the text of a link, which may have marks, too.
func (s *span) openLink() bool {
	end, ok := s.brackets[s.at]
	if !ok {
		return false
	}
	address, after, ok := s.destination(s.at, end)
	if !ok {
		return false
	}
	s.link(address)
	s.closing[end] = after
	s.at++
	return true
}

// destination is where the link leads whose text stands in the brackets.
func (s *span) destination(begin, end int) (address string, after int, ok bool) {
	rest := s.text[end+1:]
	switch {
	case strings.HasPrefix(rest, "("):
		const most = 3000
		if s.effort <= 0 {
			return "", 0, false
		}
		depth := 0
		for i := 0; i < min(len(rest), most); i++ {
			switch rest[i] {
			case '\\':
				i++
			case '(':
				depth++
			case ')':
				if depth--; depth == 0 {
					return addressOf(rest[1:i]), end + 1 + i + 1, true
				}
			}
		}
		s.effort -= min(len(rest), most)
		return "", 0, false
	case strings.HasPrefix(rest, "["):
		if close, found := s.brackets[end+1]; found {
			key := s.text[end+2 : close]
			if key == "" {
				key = s.text[begin+1 : end]
			}
			address, ok = s.lookup(key)
			return address, close + 1, ok
		}
	}
	address, ok = s.lookup(s.text[begin+1 : end])
	return address, end + 1, ok
}

func (s *span) lookup(key string) (string, bool) {
	const most = 200
	if len(key) > most {
		return "", false
	}
	address, ok := s.references[referenceKey(key)]
	return address, ok
}

// addressOf is an address without the title that may follow it.
func addressOf(text string) string {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "<"); ok {
		address, _, _ := strings.Cut(rest, ">")
		return address
	}
	if at := strings.IndexAny(text, " \t\n"); at >= 0 {
		text = text[:at]
	}
	return text
}

var tagPattern = lazyregexp.New(`^</?[a-zA-Z][a-zA-Z0-9-]{0,30}(?:\s[^<>]{0,500})?/?>`)

// tag drops a tag, and keeps an address.
func (s *span) tag() bool {
	rest := s.text[s.at:min(len(s.text), s.at+2100)]
	if end := strings.IndexAny(rest, "> \n"); end > 0 && rest[end] == '>' && isAddress(rest[1:end]) {
		s.link(strings.TrimPrefix(rest[1:end], "mailto:"))
		s.out = append(s.out, rest[1:end]...)
		s.at += end + 1
		return true
	}
	found := tagPattern.FindString(rest)
	if found == "" {
		return false
	}
	if lower := strings.ToLower(found); strings.HasPrefix(lower, "<br") {
		s.out = append(s.out, hardBreak...)
	} else if href := hrefPattern.FindStringSubmatch(found); href != nil && strings.HasPrefix(lower, "<a") {
		s.link(href[1])
	}
	s.at += len(found)
	return true
}

var hrefPattern = lazyregexp.New(`(?i)\shref\s*=\s*["']([^"']+)["']`)

func isAddress(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "mailto:") || strings.HasPrefix(text, "ftp://")
}

// address notes an address that stands in the text by itself.
func (s *span) address() bool {
	rest := s.text[s.at:min(len(s.text), s.at+2048)]
	if !isAddress(rest) || s.at > 0 && isWord(s.text[s.at-1]) {
		return false
	}
	end := strings.IndexAny(rest, " \t\n<>\"`"+hardBreak)
	if end < 0 {
		end = len(rest)
	}
	address := strings.TrimRight(rest[:end], ".,;:!?*_)]'")
	if strings.Contains(address, "(") && strings.HasPrefix(rest[len(address):], ")") {
		address += ")"
	}
	for i := range address { // the end of a link's text comes first
		if _, ok := s.closing[s.at+i]; ok {
			address = address[:i]
			break
		}
	}
	if len(address) == 0 {
		return false
	}
	s.link(address)
	s.out = append(s.out, address...)
	s.at += len(address)
	return true
}

func isWord(b byte) bool {
	return b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z' || b >= utf8.RuneSelf
}

func (s *span) entity() {
	const most = 40
	rest := s.text[s.at:min(len(s.text), s.at+most)]
	if end := strings.IndexByte(rest, ';'); end > 1 {
		if decoded := html.UnescapeString(rest[:end+1]); decoded != rest[:end+1] {
			s.out = append(s.out, decoded...)
			s.at += end + 1
			return
		}
	}
	s.out = append(s.out, '&')
	s.at++
}

// emphasis notes marks that come in pairs. Those without a partner stay.
func (s *span) emphasis(c byte) {
	length := runLength(s.text[s.at:], c)
	before, _ := utf8.DecodeLastRuneInString(s.text[:s.at])
	after, _ := utf8.DecodeRuneInString(s.text[s.at+length:])
	if s.at == 0 {
		before = ' '
	}
	if s.at+length == len(s.text) {
		after = ' '
	}
	opens, closes := !unicode.IsSpace(after), !unicode.IsSpace(before)
	if c == '_' { // not inside of a word: some_name
		opens = opens && !unicode.IsLetter(before) && !unicode.IsDigit(before)
		closes = closes && !unicode.IsLetter(after) && !unicode.IsDigit(after)
	}
	if c == '~' && length != 2 {
		opens, closes = false, false
	}
	at, left := len(s.out), length
	s.out = append(s.out, s.text[s.at:s.at+length]...)
	s.at += length
	for closes && left > 0 && len(s.open) > 0 && s.open[len(s.open)-1].char == c {
		o := &s.open[len(s.open)-1]
		n := min(o.length, left)
		s.dropped[o.at+o.length-n], s.dropped[at+length-left] = n, n
		o.length -= n
		left -= n
		if o.length == 0 {
			s.open = s.open[:len(s.open)-1]
		}
	}
	const deepest = 1000
	if opens && left > 0 && len(s.open) < deepest {
		s.open = append(s.open, mark{c, at + length - left, left})
	}
}

func dropMarks(text string, dropped map[int]int) string {
	if len(dropped) == 0 {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); {
		if n := dropped[i]; n > 0 {
			i += n
			continue
		}
		out.WriteByte(text[i])
		i++
	}
	return out.String()
}

func runLength(text string, c byte) int {
	n := 0
	for n < len(text) && text[n] == c {
		n++
	}
	return n
}

// matchBrackets finds the end of each bracket.
func matchBrackets(text string) map[int]int {
	if strings.IndexByte(text, '[') < 0 {
		return nil
	}
	ends := map[int]int{}
	var open []int
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			open = append(open, i)
		case ']':
			if len(open) > 0 {
				ends[open[len(open)-1]], open = i, open[:len(open)-1]
			}
		}
	}
	return ends
}

// tickRuns finds the runs of backticks by their lengths.
func tickRuns(text string) map[int][]int {
	if strings.IndexByte(text, '`') < 0 {
		return nil
	}
	runs := map[int][]int{}
	for i := 0; i < len(text); {
		if n := runLength(text[i:], '`'); n > 0 {
			runs[n] = append(runs[n], i)
			i += n
		} else {
			i++
		}
	}
	return runs
}
