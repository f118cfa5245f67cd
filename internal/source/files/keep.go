package files

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/goccy/go-yaml"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/source"
)

// settingsPaths are where the settings of a file may be: in Plumb's own folder,
// which counts if it is there, and beside the file. Nothing is beside a download.
func (s *shelf) settingsPaths(f file) (own, beside string) {
	place := filepath.Dir(f.path)
	if f.address == "" {
		beside = filepath.Join(place, SettingsFile)
	} else {
		place = f.address
	}
	if s.config.Settings != "" {
		sum := sha256.Sum256([]byte(place))
		own = filepath.Join(s.config.Settings, hex.EncodeToString(sum[:12]), SettingsFile)
	}
	return own, beside
}

// usedSettings is the path of the settings that count for a file.
func (s *shelf) usedSettings(f file) string {
	own, beside := s.settingsPaths(f)
	if own != "" && (beside == "" || exists(own)) {
		return own
	}
	return beside
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// keepReadings writes the readings of the configuration into the settings.
func (s *shelf) keepReadings() ([]string, error) {
	choices := s.choices()
	var paths []string
	for _, r := range s.config.Readings {
		exact := []source.ReadAs{r}
		if r.Column != "" {
			exact = nil
			for _, c := range choices {
				if means(r, c) {
					exact = append(exact, source.ReadAs{File: c.File, Column: c.Column, As: r.As})
				}
			}
		}
		for _, r := range exact {
			done := map[string]bool{}
			for _, f := range s.found {
				used := s.usedSettings(f)
				if !concerns(r.File, f.name) || done[used] {
					continue
				}
				done[used] = true
				path, err := s.keepReading(f, r)
				if err != nil {
					return paths, err
				}
				if !slices.Contains(paths, path) {
					paths = append(paths, path)
				}
			}
		}
	}
	return paths, nil
}

// keepReading writes a reading of a file beside it, or into Plumb's own folder
// where that is not possible.
func (s *shelf) keepReading(f file, r source.ReadAs) (string, error) {
	own, beside := s.settingsPaths(f)
	used := s.usedSettings(f)
	text, err := os.ReadFile(used)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return used, notKept(used, err)
	}
	if text, err = editSettings(text, f.name, r); err != nil {
		return used, notKept(used, err)
	}
	err = writeSettings(used, text, used == beside)
	if used == beside && own != "" && (errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)) {
		used, err = own, writeSettings(own, text, false)
	}
	if err != nil {
		return used, notKept(used, err)
	}
	return used, nil
}

func notKept(path string, err error) error {
	return fault.Wrap(err, fault.Store, "how to read the files cannot be saved in %s: %v", path, cause(err)).WithHint("check its permissions, or write it yourself (docs/files.md)")
}

// writeSettings replaces the settings. Those beside the data are for all who may
// read that.
func writeSettings(path string, text []byte, shared bool) error {
	mode := os.FileMode(0o600)
	if shared {
		mode = 0o644
	}
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := ownfile.Replace(path, text); err != nil {
		return err
	}
	return os.Chmod(path, mode)
}

const settingsHead = "# How Plumb reads the files of this folder (docs/files.md).\n"

// editSettings puts a reading into the text of settings, whose order and comments
// stay. A file that a pattern stands for gets an entry of its own, with what the
// pattern says.
func editSettings(text []byte, name string, r source.ReadAs) ([]byte, error) {
	var list yaml.MapSlice
	comments := yaml.CommentMap{}
	if err := yaml.UnmarshalWithOptions(text, &list, yaml.CommentToMap(comments), yaml.UseOrderedMap()); err != nil {
		return nil, err
	}
	var old settings
	if err := yaml.Unmarshal(text, &old); err != nil {
		return nil, err
	}
	at := []string{"files", r.File}
	if governing := old.governing(name); governing != "" && governing != r.File && get(list, at) == nil {
		list = set(list, at, get(list, []string{"files", governing}))
	}
	t, err := old.Files[r.File].with(r)
	if err != nil {
		return nil, err
	}
	put := func(value any, path ...string) { list = set(list, append(slices.Clone(at), path...), value) }
	switch {
	case r.Column != "":
		c := t.Columns.of(r.Column)
		put(orNil(c.Type), "columns", r.Column, "type")
		put(orNil(c.Format), "columns", r.Column, "format")
	case t.Encoding != old.Files[r.File].Encoding:
		put(t.Encoding, "encoding")
	case r.As == asOne, r.As == asSeparate:
		put(*t.Union, "union")
	case r.As == asWithFooter, r.As == asWithoutFooter:
		put(*t.Footer, "footer")
	case r.As == asRows, r.As == asColumns:
		put(*t.Wide, "wide")
	case r.As == asAdded, r.As == asRunning:
		put(*t.Running, "running")
	case r.As == asIndicatorColumns, r.As == asIndicatorRows:
		put(*t.Indicators, "indicators")
	}
	written, err := yaml.MarshalWithOptions(list, yaml.WithComment(comments))
	if err == nil && len(text) == 0 {
		written = append([]byte(settingsHead), written...)
	}
	return written, err
}

func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// find is the place of a key, whatever its case, or -1.
func find(list yaml.MapSlice, key string) int {
	at := slices.IndexFunc(list, func(i yaml.MapItem) bool { return fmt.Sprint(i.Key) == key })
	if at < 0 {
		at = slices.IndexFunc(list, func(i yaml.MapItem) bool { return strings.EqualFold(fmt.Sprint(i.Key), key) })
	}
	return at
}

// get is the value at a path, or nil.
func get(list yaml.MapSlice, path []string) any {
	at := find(list, path[0])
	if at < 0 {
		return nil
	}
	if len(path) == 1 {
		return list[at].Value
	}
	below, _ := list[at].Value.(yaml.MapSlice)
	return get(below, path[1:])
}

// set puts a value at a path; nil removes what is there, and what is left empty.
func set(list yaml.MapSlice, path []string, value any) yaml.MapSlice {
	list = slices.Clone(list)
	at := find(list, path[0])
	if at < 0 {
		if value == nil {
			return list
		}
		list = append(list, yaml.MapItem{Key: path[0]})
		at = len(list) - 1
	}
	if len(path) > 1 {
		below, _ := list[at].Value.(yaml.MapSlice)
		if below = set(below, path[1:], value); len(below) > 0 {
			value = below
		} else {
			value = nil
		}
	}
	if value == nil {
		return slices.Delete(list, at, at+1)
	}
	list[at].Value = value
	return list
}
