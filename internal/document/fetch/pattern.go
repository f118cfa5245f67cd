package fetch

import (
	"path"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// pattern is a glob below a folder, by the parts of its path. ** stands for any number of folders.
type pattern []string

// isPattern reports whether a path is a glob.
func isPattern(p string) bool { return strings.ContainsAny(p, "*?[") }

// splitPattern takes a glob apart: the folder in which all that matches lies, and what stands for the rest.
func splitPattern(glob string) (base string, rest pattern, err error) {
	parts := strings.Split(glob, "/")
	n := 0
	for n < len(parts)-1 && !isPattern(parts[n]) {
		n++
	}
	for _, part := range parts[n:] {
		if _, err := path.Match(part, ""); err != nil {
			return "", nil, fault.Wrap(err, fault.Usage, "%s is not a valid glob", glob).
				WithHint("* matches any characters, ** any folders, ? one character, [a-z] a range")
		}
		if part == "**" && len(rest) > 0 && rest[len(rest)-1] == "**" || part == "" || part == "." {
			continue
		}
		rest = append(rest, part)
	}
	return strings.Join(parts[:n], "/"), rest, nil
}

// match reports whether a path is wanted. The empty pattern stands for all that is not hidden.
func (p pattern) match(rel string) bool {
	if len(p) == 0 {
		return !isHidden(rel)
	}
	at := p.states(rel)
	return at[len(p)]
}

// mayHold reports whether something below a folder can match.
func (p pattern) mayHold(dir string) bool {
	if len(p) == 0 {
		return !isHidden(dir)
	}
	at := p.states(dir)
	return slices.Contains(at[:len(p)], true) || at[len(p)] && p[len(p)-1] == "**"
}

// states says how much of the pattern a path can have used up: at[i] if it matches its first i parts.
func (p pattern) states(rel string) []bool {
	at := make([]bool, len(p)+1)
	at[0] = true
	skip := func() { // ** also stands for no folder
		for i, part := range p {
			at[i+1] = at[i+1] || at[i] && part == "**"
		}
	}
	skip()
	for name := range strings.SplitSeq(rel, "/") {
		for i := len(p); i >= 0; i-- {
			stays := i > 0 && p[i-1] == "**" && at[i] && !isHidden(name)
			at[i] = stays || i > 0 && at[i-1] && p[i-1] != "**" && matches(p[i-1], name)
		}
		skip()
	}
	return at
}

// matches reports whether a name matches a part. What is hidden must be named as such, as for a shell.
func matches(part, name string) bool {
	if isHidden(name) && part[0] != name[0] {
		return false
	}
	ok, err := path.Match(part, name)
	return ok && err == nil
}

// isHidden reports whether a path leads through something hidden, or to the lock file of an office program.
func isHidden(rel string) bool {
	for name := range strings.SplitSeq(rel, "/") {
		if strings.HasPrefix(name, ".") && name != "." && name != ".." || strings.HasPrefix(name, "~$") {
			return true
		}
	}
	return false
}
