package schema

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
)

// What is read at most.
const (
	maxFile    = 1 << 20
	maxTotal   = 8 << 20
	maxFiles   = 500
	maxEntries = 20_000
	maxDepth   = 8
)

// reader is how one kind of document is read.
type reader func(a *augmenter, file, text string)

// read walks the folder and reads every document it knows.
func (a *augmenter) read(dir fs.FS) {
	files, entries, total := 0, 0, 0
	var yamls []func() // read last: they refer to blocks in any Markdown file
	err := fs.WalkDir(dir, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil && name == ".":
			return err
		case err != nil:
			a.report(place{file: name}, fault.Warning, unreadable(name, err))
			return nil
		case e.IsDir():
			if name != "." && (skipped[e.Name()] || strings.HasPrefix(e.Name(), ".") || strings.Count(name, "/") >= maxDepth) {
				return fs.SkipDir
			}
			return nil
		}
		if entries++; entries > maxEntries {
			a.report(place{file: name}, fault.Warning, tooMuch("the folder holds more than %d files", maxEntries))
			return fs.SkipAll
		}
		read := readerOf(name)
		if read == nil || !a.regular(dir, name, e) {
			return nil
		}
		if files++; files > maxFiles {
			a.report(place{file: name}, fault.Warning, tooMuch("there are more than %d documents", maxFiles))
			return fs.SkipAll
		}
		text, ok := a.load(dir, name)
		if total += len(text); total > maxTotal {
			a.report(place{file: name}, fault.Warning, tooMuch("the documents are larger than %d MiB together", maxTotal>>20))
			return fs.SkipAll
		}
		switch {
		case !ok:
		case isYAML(name):
			yamls = append(yamls, func() { read(a, name, text) })
		default:
			read(a, name, text)
		}
		return nil
	})
	for _, read := range yamls {
		read()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		a.report(place{}, fault.Warning, unreadable("the folder", err))
	}
}

// regular keeps away from pipes and devices; a link to a file of the folder is
// a file.
func (a *augmenter) regular(dir fs.FS, name string, e fs.DirEntry) bool {
	if e.Type().IsRegular() {
		return true
	}
	info, err := fs.Stat(dir, name)
	if err != nil && e.Type()&fs.ModeSymlink != 0 {
		a.report(place{file: name}, fault.Warning, fault.Wrap(err, fault.BadData, "%s is not read: it is a symbolic link that is broken or points outside the folder", name).
			WithHint("copy the document into the folder"))
	}
	return err == nil && info.Mode().IsRegular()
}

func tooMuch(format string, args ...any) *fault.Fault {
	return fault.New(fault.DocConflict, format+"; this and what follows was not read", args...).
		WithHint("keep the documents about the data in a folder of their own")
}

func unreadable(what string, err error) *fault.Fault {
	return fault.Wrap(err, fault.BadData, "%s cannot be read: %s", what, err).WithHint("check its permissions")
}

// load reads one file as text.
func (a *augmenter) load(dir fs.FS, name string) (string, bool) {
	f, err := dir.Open(name)
	if err != nil {
		a.report(place{file: name}, fault.Warning, unreadable(name, err))
		return "", false
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		a.report(place{file: name}, fault.Warning, unreadable(name, err))
		return "", false
	case len(data) > maxFile:
		a.report(place{file: name}, fault.Warning, fault.New(fault.DocConflict, "%s is larger than %d MiB and was not read", name, maxFile>>20).
			WithHint("split it"))
		return "", false
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		a.report(place{file: name}, fault.Warning, fault.New(fault.BadData, "%s is not UTF-8 text and was not read", name).
			WithHint("save it as UTF-8"))
		return "", false
	}
	return lineEnds.Replace(string(data)), true
}

// lineEnds makes lines count the same for everyone.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// skipped are folders that hold other people's files, or made ones.
var skipped = english.NewSet("node_modules target dbt_packages dbt_modules logs venv __pycache__ vendor")

// notSchema are YAML files that are known to be about something else.
var notSchema = english.NewSet("plumb.yaml plumb.yml dbt_project.yml packages.yml profiles.yml dependencies.yml selectors.yml")

func isYAML(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".yml" || ext == ".yaml"
}

// readerOf tells by its name what a file is; nil for what is none of ours.
func readerOf(name string) reader {
	base := strings.ToLower(path.Base(name))
	switch {
	case isYAML(base) && !notSchema[base]:
		return readYAML
	case base == "dictionary.csv" || base == "data_dictionary.csv":
		return readDictionary
	case strings.HasSuffix(base, ".md"):
		return readMarkdown
	case strings.HasSuffix(base, ".sql") && (path.Dir(name) == "." || inExamples(name)):
		return readSQL
	}
	return nil
}

func inExamples(name string) bool {
	for part := range strings.SplitSeq(path.Dir(name), "/") {
		if p := strings.ToLower(part); p == "examples" || p == "queries" || p == "analyses" {
			return true
		}
	}
	return false
}
