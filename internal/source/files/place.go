package files

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/files/remote"
)

// dictionary describes the other files of a folder; it is a document, not data.
const dictionary = "dictionary.csv"

// maxFiles is how many files one source may have.
const maxFiles = 1000

// file is a data file that was found.
type file struct {
	path     string     // without symbolic links
	name     string     // the name that led to it, by whose ending it is known
	shown    string     // the name for people: of a part of a file, also which
	part     string     // the sheet of a workbook or the member of an archive, where a file has several
	decoded  bool       // path is a file that is removed when it was read
	decided  []Decision // how it was decoded
	choices  []source.ReadChoice
	address  string // of a download, without secrets
	key      string // of several: what settings call them
	format   *format
	size     int64
	mark     string // changes with the content and the settings
	settings tableSettings
	info     fs.FileInfo
	problem  error // why it cannot be opened
}

// parse splits a DSN into places: files, globs and folders, separated by
// commas. A scheme may stand before them. A remote address is one place.
func parse(dsn string) ([]string, error) {
	if remote.Is(dsn) {
		return []string{dsn}, nil
	}
	list := dsn
	for _, scheme := range []string{"files:", "file:"} {
		rest, ok := strings.CutPrefix(dsn, scheme)
		if !ok {
			continue
		}
		list = rest
		if after, ok := strings.CutPrefix(rest, "//"); ok {
			decoded, err := url.PathUnescape(after)
			if err != nil {
				return nil, fault.Wrap(err, fault.Config, "%s is not a DSN: %v", dsn, err).WithHint("write files:PATH")
			}
			list = decoded
		}
		break
	}
	parts := []string{list}
	if _, err := os.Stat(list); err != nil {
		parts = strings.Split(list, ",")
	}
	var places []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		absolute, err := filepath.Abs(p)
		if err != nil {
			return nil, fault.Wrap(err, fault.Connect, "cannot find %s: %v", p, err)
		}
		places = append(places, absolute)
	}
	if len(places) == 0 {
		return nil, fault.New(fault.Connect, "the DSN %q names no file", dsn).
			WithHint("name a file, a folder, or a glob such as 'data/*.csv'")
	}
	return places, nil
}

// find lists the files of all places, each once, in the order of their names.
func (s *shelf) find(ctx context.Context) ([]file, error) {
	var found []file
	places := s.places
	for _, p := range places {
		var more []file
		var err error
		if remote.Is(p) {
			more, err = s.download(ctx, p)
		} else {
			more, err = look(p)
		}
		if err != nil {
			return nil, err
		}
		if found = append(found, more...); len(found) > maxFiles {
			return nil, fault.New(fault.Connect, "there are more than %d data files in %s", maxFiles, strings.Join(places, ", ")).
				WithHint("name fewer with a glob such as 'data/2024-*.csv', or load them into a DuckDB file")
		}
	}
	slices.SortStableFunc(found, func(a, b file) int { return cmp.Compare(a.path, b.path) })
	found = slices.CompactFunc(found, func(a, b file) bool { return a.path == b.path })
	return found, s.addSettings(found)
}

// addSettings finds how files are to be read: what is kept, and what the person
// says now.
func (s *shelf) addSettings(files []file) error {
	known := map[string]settings{}
	for i := range files {
		f := &files[i]
		path := s.usedSettings(*f)
		kept, ok := known[path]
		if !ok {
			var err error
			if kept, err = readSettings(path); err != nil {
				return err
			}
			known[path] = kept
		}
		if f.settings = kept.of(f.name); f.settings.Union == nil {
			f.settings.Union = kept.Union
		}
		for _, r := range s.config.Readings {
			if !concerns(r.File, f.name) {
				continue
			}
			var err error
			if f.settings, err = f.settings.with(r); err != nil {
				return err
			}
		}
		mark, err := json.Marshal(f.settings)
		if err != nil {
			return fault.Wrap(err, fault.Internal, "the settings of %s cannot be compared: %v", f.shown, err)
		}
		if f.mark += " " + string(mark); f.problem != nil {
			f.mark = f.problem.Error()
		}
	}
	return nil
}

func look(place string) ([]file, error) {
	info, err := os.Stat(place)
	switch {
	case err == nil && info.IsDir():
		return folder(place)
	case err == nil:
		return single(place)
	case strings.ContainsAny(place, "*?["):
		return glob(place)
	case os.IsNotExist(err):
		return nil, fault.Wrap(err, fault.Connect, "%s does not exist", place).WithHint("%s", similar(place))
	}
	return nil, fault.Wrap(err, fault.Connect, "%s cannot be read: %v", place, cause(err)).WithHint("check its permissions")
}

func single(path string) ([]file, error) {
	f, ok := identify(path, "") // a link that is named stands for its target
	switch {
	case ok:
		return []file{f}, nil
	case isDatabase(path):
		return nil, fault.New(fault.Connect, "%s is a database, not a data file", path).WithHint("connect it as SQLite or as DuckDB: sqlite:FILE or duckdb:FILE")
	}
	return nil, fault.New(fault.Connect, "%s is not a kind of file that Plumb can read", path).WithHint("%s", cmp.Or(source.Instead(path), whatWorks()))
}

// folder lists the data files in a folder, but not in folders below it.
func folder(path string) ([]file, error) {
	root, err := filepath.EvalSymlinks(path)
	var entries []os.DirEntry
	if err == nil {
		entries, err = os.ReadDir(root)
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Connect, "the folder %s cannot be read: %v", path, cause(err)).WithHint("check its permissions")
	}
	var found []file
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || e.Name() == dictionary {
			continue
		}
		if f, ok := identify(filepath.Join(path, e.Name()), root); ok {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		return nil, fault.New(fault.Connect, "the folder %s has no data files", path).WithHint("%s", besides(path, entries))
	}
	return found, nil
}

// besides is the hint for a folder without data files: what it holds instead.
func besides(path string, entries []os.DirEntry) string {
	const most = 1000
	entries = entries[:min(len(entries), most)]
	for _, e := range entries {
		if isDatabase(e.Name()) && !e.IsDir() {
			return e.Name() + " is a database: connect to " + filepath.Join(path, e.Name())
		}
	}
	for _, e := range entries {
		if below := filepath.Join(path, e.Name()); e.IsDir() && holdsData(below) {
			return "folders in it are not looked into: connect to " + below
		}
	}
	for _, e := range entries {
		if hint := source.Instead(e.Name()); hint != "" && !e.IsDir() {
			return "it holds " + e.Name() + ": " + hint
		}
	}
	return whatWorks()
}

// isDatabase is true for a file that is a database by its name.
func isDatabase(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".duckdb", ".ddb", ".db", ".db3", ".sqlite", ".sqlite3":
		return true
	}
	return false
}

// holdsData says whether there is a data file in a folder, by the names that
// come first.
func holdsData(path string) bool {
	folder, err := os.Open(path)
	if err != nil {
		return false
	}
	defer folder.Close()
	const most = 200
	names, _ := folder.Readdirnames(most) // what could be read is enough for a hint
	return slices.ContainsFunc(names, func(name string) bool { return formatOf(name) != nil && !strings.HasPrefix(name, ".") })
}

func whatWorks() string {
	var endings []string
	for _, e := range extensions() {
		if strings.Count(e, ".") == 1 {
			endings = append(endings, e)
		}
	}
	return "files that work end in " + strings.Join(endings, " ") + "; text may be packed as .gz, .bz2 or .zst"
}

func glob(pattern string) ([]file, error) {
	paths, err := filepath.Glob(pattern)
	if err != nil {
		return nil, fault.Wrap(err, fault.Connect, "%s is not a valid glob: %v", pattern, err).
			WithHint("* matches any characters, ? matches one, [a-z] matches a range")
	}
	root, err := filepath.EvalSymlinks(fixedPart(pattern))
	if err != nil {
		paths = nil // nothing can match below what is not there
	}
	var found []file
	for _, p := range paths {
		if f, ok := identify(p, root); ok {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		return nil, fault.New(fault.Connect, "no data file matches %s", pattern).
			WithHint("%s", whatWorks())
	}
	return found, nil
}

// fixedPart is the folder of a pattern in which all that matches lies.
func fixedPart(pattern string) string {
	dir := filepath.Dir(pattern)
	for strings.ContainsAny(dir, "*?[") {
		dir = filepath.Dir(dir)
	}
	return dir
}

// identify says what is at a path: false for what is no data file. A link that
// leads out of root is a problem; without a root it may lead anywhere.
func identify(path, root string) (file, bool) {
	f := file{path: path, name: filepath.Base(path), shown: filepath.Base(path), format: formatOf(path)}
	if f.format == nil {
		return f, false
	}
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return f, false
	}
	var resolved string
	if err == nil {
		resolved, err = filepath.EvalSymlinks(path)
	}
	switch {
	case err != nil:
		f.problem = fault.Wrap(err, fault.Connect, "%s cannot be read: %v", f.shown, cause(err)).WithHint("check its permissions")
	case !info.Mode().IsRegular():
		f.problem = fault.New(fault.Connect, "%s is not a regular file", f.shown)
	case root != "" && !within(root, resolved):
		f.problem = fault.New(fault.Connect, "%s is left out: it is a symbolic link that points outside %s", f.shown, filepath.Base(root)).
			WithHint("connect its target by its own path, or copy it into the folder")
	default:
		f.path, f.size, f.info = resolved, info.Size(), info
		f.mark = statMark(info)
		if f.suffix() == plainText && !holdsRows(f) {
			return f, false
		}
	}
	return f, true
}

// holdsRows is true for a text whose lines have the same number of fields.
func holdsRows(f file) bool {
	opening, err := readOpening(f)
	if err != nil {
		return false
	}
	const least, most = 3, 50
	records := parseRecords(opening, delimiterOf(opening), len(opening) < openingSize)
	records = records[:min(len(records), most)]
	counts := map[int]int{}
	for _, r := range records {
		counts[len(r.fields)]++
	}
	for fields, n := range counts {
		if fields >= leastShared && n >= least && n*10 >= len(records)*9 {
			return true
		}
	}
	return false
}

// statMark changes when a file is written, or when others may read it.
func statMark(info fs.FileInfo) string {
	return fmt.Sprintf("%d@%d %o", info.Size(), info.ModTime().UnixNano(), info.Mode().Perm())
}

// within reports whether a path lies in a folder; both are free of links.
func within(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && filepath.IsLocal(rel)
}

// openFile opens what identify looked at, and nothing that took its place since.
func openFile(f file) (*os.File, error) {
	opened, err := os.Open(f.path)
	if err != nil {
		return nil, fault.Wrap(err, fault.Connect, "%s cannot be read: %v", f.shown, cause(err)).WithHint("check its permissions")
	}
	if info, err := opened.Stat(); err != nil || !os.SameFile(info, f.info) {
		opened.Close()
		return nil, fault.New(fault.Connect, "%s was replaced while it was being read", f.shown).WithHint("try again")
	}
	return opened, nil
}

// similar is the hint for a file that is not there.
func similar(path string) string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return "check the path: the folder " + filepath.Dir(path) + " cannot be read"
	}
	var names []string
	for _, e := range entries {
		if formatOf(e.Name()) != nil {
			names = append(names, e.Name())
		}
	}
	if hint := fault.DidYouMean(filepath.Base(path), "data files there", names); hint != "" {
		return hint
	}
	return "check the path"
}

// cause is what the system says, without the path again.
func cause(err error) error {
	if p, ok := err.(*fs.PathError); ok {
		return p.Err
	}
	return err
}
