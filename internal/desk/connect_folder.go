package desk

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
)

// Bounds of a listing.
const (
	mostEntries = 200
	mostNames   = 10_000 // of a folder that are looked at
)

// Folder is what lies in a folder of this machine, for choosing what to connect.
type Folder struct {
	Path    string        `json:"path" doc:"The full path."`
	Parent  string        `json:"parent,omitempty" doc:"The parent folder; empty at the top."`
	Entries []FolderEntry `json:"entries" doc:"Folders and then files that can be connected, by name. Hidden ones are left out."`
	More    bool          `json:"more" doc:"Not all entries are listed."`
}

// FolderEntry is a folder, or a file that can be connected.
type FolderEntry struct {
	Name string `json:"name"`
	Path string `json:"path" doc:"The full path."`
	Kind string `json:"kind" doc:"folder, or the kind of source that its extension means." example:"files"`
	Size int64  `json:"size,omitempty" doc:"Bytes of a file."`
}

// FolderKind is the kind of an entry that is a folder itself.
const FolderKind = "folder"

// Folder lists a folder. No file is opened: what it is, its ending says.
func (w *Work) Folder(_ context.Context, path string) (Folder, error) {
	in := w.Input()
	switch rest, home := strings.CutPrefix(path, "~"); {
	case home && (rest == "" || rest[0] == filepath.Separator):
		path = filepath.Join(in.Home, rest)
	case !filepath.IsAbs(path):
		path = filepath.Join(in.Dir, path)
	}
	path = filepath.Clean(path)
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		path = filepath.Dir(path) // whoever names a file wants what lies beside it
	}
	names, more, err := namesIn(path)
	if err != nil {
		return Folder{}, err
	}
	f := Folder{Path: path}
	if parent := filepath.Dir(path); parent != path {
		f.Parent = parent
	}
	var folders, files []FolderEntry
	for _, e := range names {
		switch entry, ok := w.entry(path, e); {
		case !ok:
		case entry.Kind == FolderKind:
			folders = append(folders, entry)
		default:
			files = append(files, entry)
		}
	}
	// Of many, both kinds are seen.
	some := min(len(folders), max(mostEntries/2, mostEntries-len(files)))
	f.Entries = slices.Concat(byName(folders)[:some], byName(files)[:min(len(files), mostEntries-some)])
	f.More = more || len(f.Entries) < len(folders)+len(files)
	return f, nil
}

// namesIn reads the names in a folder, not more than are looked at.
func namesIn(path string) (names []fs.DirEntry, more bool, err error) {
	opened, err := os.Open(path)
	if err == nil {
		defer opened.Close()
		names, err = opened.ReadDir(mostNames + 1)
	}
	var reason *fs.PathError
	switch {
	case err == nil || errors.Is(err, io.EOF):
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, fault.Wrap(err, fault.NotFound, "there is no folder %s", path).WithHint("choose another, or write the whole path")
	case errors.As(err, &reason):
		return nil, false, fault.Wrap(err, fault.NotFound, "the folder %s cannot be read: %v", path, reason.Err).WithHint("choose another, or write the path of a file in it")
	default:
		return nil, false, fault.Wrap(err, fault.NotFound, "the folder %s cannot be read: %v", path, err).WithHint("choose another")
	}
	return names[:min(len(names), mostNames)], len(names) > mostNames, nil
}

// entry describes what can be chosen; false for what cannot. A name that a form
// could not take is left out.
func (w *Work) entry(folder string, e fs.DirEntry) (FolderEntry, bool) {
	name := e.Name()
	if strings.HasPrefix(name, ".") || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return FolderEntry{}, false
	}
	entry := FolderEntry{Name: name, Path: filepath.Join(folder, name), Kind: w.kindOf(name)}
	isLink := e.Type()&fs.ModeSymlink != 0
	if entry.Kind == "" && !e.IsDir() && !isLink {
		return entry, false
	}
	info, err := e.Info()
	if isLink {
		info, err = os.Stat(entry.Path)
	}
	switch {
	case err != nil:
		return entry, false
	case info.IsDir():
		entry.Kind = FolderKind
	default:
		entry.Size = info.Size()
		return entry, entry.Kind != "" && info.Mode().IsRegular()
	}
	return entry, true
}

// kindOf is the kind of source that a file's ending means, or "".
func (w *Work) kindOf(name string) string {
	name = strings.ToLower(name)
	for _, d := range w.Drivers {
		if slices.ContainsFunc(d.Extensions, func(ending string) bool { return strings.HasSuffix(name, ending) }) {
			return d.Name
		}
	}
	return ""
}

func byName(entries []FolderEntry) []FolderEntry {
	slices.SortFunc(entries, func(a, b FolderEntry) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	return entries
}
