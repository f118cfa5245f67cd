package config

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

const envPrefix = "PLUMB_"

// envWord is a key or a name as part of a variable's name.
func envWord(key string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, key)
}

// environSettings finds the settings in the environment: PLUMB_LIMITS_ROWS is
// limits.rows, PLUMB_CONNECTIONS_SHOP_DSN is connections.shop.dsn. A variable
// that is almost a setting is a fault; any other PLUMB_… is not ours to judge.
func environSettings(environ, sources map[string]string, soFar []setting, dir string) ([]setting, error) {
	used := map[string]bool{"PLUMB_HOME": true, "PLUMB_MODEL_URL": true, "PLUMB_MODEL_KEY": true, "PLUMB_MODEL_NAME": true}
	names := map[string]string{} // those in the files, as in variables, each with the key before it
	for _, s := range soFar {
		for _, name := range s.references() {
			used[name] = true
		}
		if path, _, ok := parse(s.key); ok && len(path) > 2 {
			before := strings.Join(path[:len(path)-2], ".")
			names[envWord(before+"."+path[len(path)-2])] = path[len(path)-2]
		}
	}
	var settings []setting
	for _, variable := range slices.Sorted(maps.Keys(environ)) {
		word, ours := strings.CutPrefix(variable, envPrefix)
		if !ours || used[variable] {
			continue
		}
		key, known := keyOf(word, names)
		if !known {
			if near := nearVariable(word); near != "" {
				return nil, fault.New(fault.Config, "%s: %s is not a setting", source(variable, sources), variable).
					WithHint("did you mean %s?", near)
			}
			continue
		}
		s, err := textSetting(key, environ[variable], origin{name: source(variable, sources), dir: dir, project: has(sources, variable)})
		if err != nil {
			return nil, err
		}
		settings = append(settings, s)
	}
	return settings, nil
}

// source is how the origin of a variable is shown; sources has the lines of
// those that came from .env.
func source(variable string, sources map[string]string) string {
	if line, ok := sources[variable]; ok {
		return line
	}
	return "environment " + variable
}

// keyOf is the key that a variable sets.
func keyOf(word string, names map[string]string) (string, bool) {
	for pattern := range leaves(root, "") {
		before, after, isNamed := strings.Cut(pattern, ".*.")
		if !isNamed {
			if envWord(pattern) == word {
				return pattern, true
			}
			continue
		}
		name, ok := strings.CutPrefix(word, envWord(before)+"_")
		if !ok {
			continue
		}
		if name, ok = strings.CutSuffix(name, "_"+envWord(after)); !ok || name == "" {
			continue
		}
		if known, ok := names[envWord(before)+"_"+name]; ok {
			return before + "." + known + "." + after, true
		}
		if name = strings.ToLower(name); checkMapName(mapAt(before), name) == nil {
			return before + "." + name + "." + after, true
		}
	}
	return "", false
}

// mapAt is the field of a map with names.
func mapAt(key string) field {
	var f field
	t := root
	for part := range strings.SplitSeq(key, ".") {
		f, _ = fieldOf(t, part)
		t = f.typ
	}
	return f
}

func nearVariable(word string) string {
	var known []string
	for pattern := range leaves(root, "") {
		if !strings.Contains(pattern, "*") {
			known = append(known, envWord(pattern))
		}
	}
	if near := fault.Nearest(word, known); near != "" && !strings.HasSuffix(word, "_PASSWORD") {
		return envPrefix + near
	}
	return ""
}

// textSetting makes a setting from one text, in which commas separate the
// items of a list.
func textSetting(key, text string, from origin) (setting, error) {
	f, ok := fieldAt(key)
	if !ok {
		return setting{}, fault.New(fault.Internal, "%s is not a key of the configuration", key)
	}
	s := setting{key: key, text: text, from: from}
	if shapeOf(f.typ) == list {
		s.text, s.list = "", []string{}
		for item := range strings.SplitSeq(text, ",") {
			if item = strings.TrimSpace(item); item != "" {
				s.list = append(s.list, item)
			}
		}
	}
	return s, nil
}

// defaults are the built-in values.
func defaults() []setting {
	var settings []setting
	for key, f := range leaves(root, "") {
		if f.preset != "" {
			settings = append(settings, setting{key: key, text: f.preset, from: origin{name: "built-in default"}})
		}
	}
	return settings
}

func sortedKeys(m reflect.Value) []string {
	keys := make([]string, 0, m.Len())
	for _, k := range m.MapKeys() {
		keys = append(keys, k.String())
	}
	slices.Sort(keys)
	return keys
}
