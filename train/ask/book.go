package ask

import (
	"embed"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strings"
	"sync"
)

//go:embed phrases/*.txt
var phraseFiles embed.FS

// book holds the ways to say things, by name. A file of phrases has sections
// that begin with @name and one way a line. In a line [a|b|] is one of the
// alternatives and {slot} is filled in; a line that begins with 3* is three
// times as likely.
var book = sync.OnceValue(readBook)

type phrasebook map[string][]line

// line is a way to say something: text, slots and choices in order.
type line []node

type node struct {
	text    string
	slot    string
	choices []line
}

// slots are what lines may mention. A line with a slot that is missing or
// empty is not used, unless the slot stands in a choice that is not taken or
// is written {slot?}.
type slots map[string]string

func readBook() phrasebook {
	b := phrasebook{}
	files, err := fs.Glob(phraseFiles, "phrases/*.txt")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, f := range files {
		text, err := phraseFiles.ReadFile(f)
		if err != nil {
			panic(err) // the file is embedded
		}
		section := ""
		for s := range strings.SplitSeq(string(text), "\n") {
			s = strings.TrimRight(s, " ")
			if name, ok := strings.CutPrefix(s, "@"); ok {
				section = name
				continue
			}
			if s == "" || strings.HasPrefix(s, "#") {
				continue
			}
			times := 1
			if len(s) > 2 && s[1] == '*' && s[0] >= '2' && s[0] <= '9' {
				times, s = int(s[0]-'0'), strings.TrimPrefix(s[2:], " ")
			}
			l, rest := parseLine(s, false)
			if rest != "" {
				panic(fmt.Sprintf("phrases: %s: stray bracket in %q", section, s))
			}
			for range times {
				b[section] = append(b[section], l)
			}
		}
	}
	return b
}

// parseLine reads up to the end, or inside brackets up to | or ].
func parseLine(s string, inside bool) (line, string) {
	var l line
	for s != "" {
		stop := "[{"
		if inside {
			stop = "[{|]"
		}
		i := strings.IndexAny(s, stop)
		if i < 0 {
			return append(l, node{text: s}), ""
		}
		if i > 0 {
			l = append(l, node{text: s[:i]})
			s = s[i:]
		}
		switch s[0] {
		case '{':
			end := strings.IndexByte(s, '}')
			l = append(l, node{slot: s[1:end]})
			s = s[end+1:]
		case '[':
			var choices []line
			for s[0] != ']' {
				var c line
				c, s = parseLine(s[1:], true)
				choices = append(choices, c)
			}
			l = append(l, node{choices: choices})
			s = s[1:]
		default:
			return l, s
		}
	}
	return l, s
}

// say picks a line of a section that the slots can fill. It is empty when
// there is none.
func (b phrasebook) say(r *rand.Rand, section string, with slots) string {
	lines := b[section]
	if len(lines) == 0 {
		panic("phrases: no section " + section)
	}
	for range 40 {
		var out strings.Builder
		if lines[r.IntN(len(lines))].write(&out, r, with) {
			return out.String()
		}
	}
	return ""
}

func (l line) write(out *strings.Builder, r *rand.Rand, with slots) bool {
	for _, n := range l {
		switch {
		case n.slot != "":
			name, optional := strings.CutSuffix(n.slot, "?")
			text := with[name]
			if text == "" && !optional {
				return false
			}
			out.WriteString(text)
		case n.choices != nil:
			if !n.choices[r.IntN(len(n.choices))].write(out, r, with) {
				return false
			}
		default:
			out.WriteString(n.text)
		}
	}
	return true
}
