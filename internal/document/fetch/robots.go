package fetch

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/reach"
)

// robots is what a site asks of programs that follow links (RFC 9309), as far as it means Plumb.
type robots struct {
	rules []robotsRule
	delay time.Duration
}

type robotsRule struct {
	pattern string
	allow   bool
}

const (
	maxRobots = 512 << 10 // bytes that are read, as the standard has it
	maxDelay  = 10 * time.Second
)

// parseRobots reads robots.txt. The groups for Plumb count or, where there are none, those for all.
func parseRobots(data []byte) *robots {
	data = bytes.TrimPrefix(data[:min(len(data), maxRobots)], []byte("\xef\xbb\xbf"))
	named, general := &robots{}, &robots{}
	isNamed := false
	var into []*robots // of the group
	inNames := false   // the line before named somebody
	for line := range strings.FieldsFuncSeq(string(data), func(r rune) bool { return r == '\n' || r == '\r' }) {
		line, _, _ = strings.Cut(line, "#")
		key, value, ok := strings.Cut(line, ":")
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
		if !ok {
			continue
		}
		if key == "user-agent" {
			if !inNames {
				into = nil
			}
			inNames = true
			switch token := productToken(value); {
			case value == "*":
				into = append(into, general)
			case strings.EqualFold(token, reach.Agent):
				into, isNamed = append(into, named), true
			}
			continue
		}
		for _, r := range into {
			r.add(key, value)
		}
		inNames = inNames && key != "allow" && key != "disallow" && key != "crawl-delay"
	}
	if isNamed {
		return named
	}
	return general
}

// productToken is the name in the line of a user agent, without a version.
func productToken(value string) string {
	end := strings.IndexFunc(value, func(r rune) bool {
		return (r|0x20 < 'a' || r|0x20 > 'z') && r != '-' && r != '_'
	})
	if end < 0 {
		return value
	}
	return value[:end]
}

func (r *robots) add(key, value string) {
	const most = 10_000
	switch key {
	case "allow", "disallow":
		if value != "" && len(r.rules) < most {
			r.rules = append(r.rules, robotsRule{pattern: normalEscapes(value), allow: key == "allow"})
		}
	case "crawl-delay":
		if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 {
			r.delay = min(time.Duration(min(seconds, maxDelay.Seconds())*float64(time.Second)), maxDelay)
		}
	}
}

// allows reports whether a path with its query may be asked for: the longest rule that matches decides, and of
// two the one that allows.
func (r *robots) allows(path string) bool {
	path = normalEscapes(path)
	allowed, length := true, -1
	for _, rule := range r.rules {
		if n := len(rule.pattern); (n > length || n == length && rule.allow) && matchesRobots(rule.pattern, path) {
			allowed, length = rule.allow, n
		}
	}
	return allowed
}

// matchesRobots reports whether a path begins with a pattern, in which * stands for anything, and $ at its end
// for the end.
func matchesRobots(pattern, path string) bool {
	pattern, atEnd := strings.CutSuffix(pattern, "$")
	parts := strings.Split(pattern, "*")
	if !strings.HasPrefix(path, parts[0]) {
		return false
	}
	path = path[len(parts[0]):]
	for i, part := range parts[1:] {
		if i == len(parts)-2 && atEnd {
			return strings.HasSuffix(path, part)
		}
		at := strings.Index(path, part)
		if at < 0 {
			return false
		}
		path = path[at+len(part):]
	}
	return !atEnd || path == ""
}
