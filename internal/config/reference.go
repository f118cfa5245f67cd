package config

import (
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// reference is a ${NAME} or ${NAME:-fallback} in a text.
type reference struct {
	name        string
	fallback    string
	hasFallback bool
	start, end  int
}

// findReferences finds the references of a text. $$ stands for one $; a $
// before anything else is only itself.
func findReferences(s string) ([]reference, error) {
	var refs []reference
	for i := 0; i < len(s); i++ {
		if s[i] != '$' || i+1 == len(s) {
			continue
		}
		switch s[i+1] {
		case '$':
			i++
		case '{':
			n := strings.IndexByte(s[i:], '}')
			if n < 0 {
				return nil, fault.New(fault.Config, "a reference that begins with ${ does not end").
					WithHint("write ${NAME}, or $${ for the text ${")
			}
			name, fallback, has := strings.Cut(s[i+2:i+n], ":-")
			if !validName(name) {
				return nil, fault.New(fault.Config, "a reference does not name a variable").
					WithHint("write ${NAME} or ${NAME:-default}, or $${ for the text ${")
			}
			refs = append(refs, reference{name, fallback, has, i, i + n + 1})
			i += n
		}
	}
	return refs, nil
}

// validName reports whether s can name a variable.
func validName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9' || i == 0) {
			return false
		}
	}
	return s != ""
}

// expandPlain replaces references by what lookup finds.
func expandPlain(text string, lookup func(string) (string, bool)) (string, error) {
	return expand(text, lookup, func(_ int, value string) string { return value })
}

// expand replaces references; fit makes a value fit where it goes.
func expand(text string, lookup func(string) (string, bool), fit func(at int, value string) string) (string, error) {
	refs, err := findReferences(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	last := 0
	literal := func(end int) { b.WriteString(strings.ReplaceAll(text[last:end], "$$", "$")) }
	for _, r := range refs {
		value, ok := lookup(r.name)
		if !ok || value == "" && r.hasFallback {
			if !r.hasFallback {
				return "", fault.New(fault.Config, "the environment variable %s is not set", r.name).
					WithHint("export %[1]s=…, or write %[1]s=… into .env", r.name)
			}
			value = r.fallback
		}
		literal(r.start)
		b.WriteString(fit(r.start, value))
		last = r.end
	}
	literal(len(text))
	return b.String(), nil
}

// checkReferences refuses broken references as soon as a file is read.
func (s setting) checkReferences() error {
	for _, text := range append(s.list, s.text) {
		if _, err := findReferences(text); err != nil {
			f := fault.Of(err)
			return fault.New(fault.Config, "%s: %s: %s", s.from, s.key, f.Message).WithHint("%s", f.Hint)
		}
	}
	return nil
}

// references are the names of the variables that a setting refers to.
func (s setting) references() []string {
	var names []string
	for _, text := range append(s.list, s.text) {
		refs, err := findReferences(text)
		if err != nil {
			continue
		}
		for _, r := range refs {
			names = append(names, r.name)
		}
	}
	return names
}
