package config

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// addDotEnv adds the variables of .env, beside plumb.yaml or else in the
// working directory, that the environment does not have. Other programs read
// the same file, so a line that Plumb does not understand is only reported.
func (c *Config) addDotEnv(in Input, sources map[string]string) error {
	dir := cmp.Or(c.Project, in.Dir)
	if dir == "" {
		return nil
	}
	path := filepath.Join(dir, dotEnvFile)
	data, err := readFile(path, in.show(path))
	if err != nil {
		return err
	}
	for _, v := range parseDotEnv(string(data)) {
		at := fmt.Sprintf("%s:%d", in.show(path), v.line)
		if v.name == "" {
			c.Diagnostics = append(c.Diagnostics, fault.Diagnostic{
				Severity: fault.Warning, Code: fault.Config, Message: "the line is not NAME=value and is ignored",
				Hint: "write NAME=value, with quotes around values that have spaces", File: in.show(path), Line: v.line,
			})
			continue
		}
		if v.name == "PLUMB_HOME" {
			return fault.New(fault.Config, "%s: PLUMB_HOME cannot be set in %s, which is read after Plumb's home folder", at, dotEnvFile).
				WithHint("export PLUMB_HOME=… in the shell")
		}
		if _, from := sources[v.name]; from || !has(c.environ, v.name) {
			c.environ[v.name], sources[v.name] = v.value, at
		}
	}
	return nil
}

func has(m map[string]string, key string) bool {
	_, ok := m[key]
	return ok
}

// variable is a line of .env; one without a name could not be read.
type variable struct {
	name, value string
	line        int
}

// parseDotEnv reads NAME=value lines: comments, an export before the name,
// single quotes (verbatim) and double quotes (with \n, \t, \", \\ and \$,
// possibly over several lines). Nothing is expanded.
func parseDotEnv(text string) []variable {
	var found []variable
	line := 0
	for text != "" {
		line++
		here := text
		var current string
		current, text, _ = strings.Cut(text, "\n")
		current = strings.TrimSpace(strings.TrimPrefix(current, "\ufeff"))
		if current == "" || current[0] == '#' {
			continue
		}
		name, value, ok := strings.Cut(current, "=")
		name = strings.TrimSpace(strings.TrimPrefix(name, "export "))
		v := variable{line: line}
		value = strings.TrimSpace(value)
		switch {
		case !ok || !validName(name):
		case value != "" && (value[0] == '"' || value[0] == '\''):
			quoted, rest, ok := cutQuoted(here[strings.IndexByte(here, value[0]):])
			after, following, _ := strings.Cut(rest, "\n")
			if after = strings.TrimSpace(after); !ok || after != "" && after[0] != '#' {
				break
			}
			line += strings.Count(text, "\n") - strings.Count(following, "\n")
			v.name, v.value, text = name, quoted, following
		default:
			if i := strings.Index(value, " #"); i >= 0 {
				value = strings.TrimSpace(value[:i])
			}
			v.name, v.value = name, value
		}
		found = append(found, v)
	}
	return found
}

// cutQuoted takes a quoted text from the front of s.
func cutQuoted(s string) (text, rest string, ok bool) {
	quote := s[0]
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == quote:
			return b.String(), s[i+1:], true
		case s[i] == '\\' && quote == '"' && i+1 < len(s):
			i++
			switch s[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case '"', '\\', '$':
				b.WriteByte(s[i])
			default:
				b.WriteByte('\\')
				b.WriteByte(s[i])
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", false
}
