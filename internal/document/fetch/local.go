package fetch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
)

// local is a file, or what is below a folder. The folder is opened anew for each listing, so that one that was
// replaced is seen.
type local struct {
	dir    string // as the person wrote it
	only   string // the name of the file; "" for a folder
	glob   pattern
	accept func(string) bool
	effort *effort
}

func openLocal(where string, o Options) (Source, error) {
	l := &local{dir: filepath.Clean(where), accept: o.Accept, effort: newEffort(where, o)}
	info, err := os.Stat(l.dir)
	switch {
	case err == nil && info.IsDir():
		return l, nil
	case err == nil:
		l.dir, l.only = filepath.Dir(l.dir), filepath.Base(l.dir)
		return l, nil
	case errors.Is(err, fs.ErrNotExist) && isPattern(where):
		base, rest, err := splitPattern(filepath.ToSlash(where))
		if err != nil {
			return nil, err
		}
		if base == "" && strings.HasPrefix(filepath.ToSlash(where), "/") {
			base = "/"
		}
		l.dir, l.glob = filepath.Clean(filepath.FromSlash(base)), rest
		return l, nil
	}
	return nil, fileFault(where, err)
}

// fileFault is the fault for a file or folder that cannot be read.
func fileFault(shown string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err // without the path again
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fault.Wrap(err, fault.NotFound, "%s does not exist", shown).WithHint("check the path")
	}
	return fault.Wrap(err, fault.Connect, "%s cannot be read: %v", shown, err).WithHint("check its permissions")
}

// root opens the folder outside of which nothing is read. The file that the person named may be a link that
// leads out of its folder.
func (l *local) root() (*os.Root, string, error) {
	dir, only := l.dir, l.only
	if only != "" {
		target, err := filepath.EvalSymlinks(filepath.Join(dir, only))
		if err != nil {
			return nil, "", fileFault(filepath.Join(l.dir, l.only), err)
		}
		dir, only = filepath.Dir(target), filepath.Base(target)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, "", fileFault(l.dir, err)
	}
	return root, only, nil
}

func (l *local) List(ctx context.Context, _ map[string]Item) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		l.effort.begin()
		root, only, err := l.root()
		if err != nil {
			yield(Item{}, err)
			return
		}
		defer root.Close()
		if only != "" {
			yield(l.identify(root, only, l.only, nil))
			return
		}
		found := 0
		err = fs.WalkDir(root.FS(), ".", func(rel string, d fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil && rel == ".":
				return err
			case err != nil: // of a folder: what is in it is not known
				return goOn(yield(Item{}, fileFault(l.at(rel), err)), fs.SkipDir)
			case d.IsDir() && rel != "." && !l.glob.mayHold(rel):
				return fs.SkipDir
			case d.IsDir(), !l.glob.match(rel), !l.accept(d.Name()):
				return nil
			case !d.Type().IsRegular() && d.Type()&fs.ModeSymlink == 0:
				return nil // a device or a socket
			}
			item, err := l.identify(root, rel, rel, d)
			if item.Address == "" {
				return nil
			}
			if found++; found > l.effort.Items {
				yield(Item{}, truncated("%s has more than %d documents; the others are left out", l.dir, l.effort.Items).WithHint("name folders in it"))
				return fs.SkipAll
			}
			return goOn(yield(item, err), nil)
		})
		if err != nil {
			yield(Item{}, fileFault(l.dir, err))
		}
	}
}

// goOn is next, or the end of a walk whose items are no longer wanted.
func goOn(wanted bool, next error) error {
	if !wanted {
		return fs.SkipAll
	}
	return next
}

// at is the address of a file of the folder.
func (l *local) at(rel string) string { return filepath.Join(l.dir, filepath.FromSlash(rel)) }

// identify describes a file, which its entry in a folder does for all but links. A link to a folder is no item,
// so that links cannot make a folder endless.
func (l *local) identify(root *os.Root, rel, shown string, d fs.DirEntry) (Item, error) {
	item := Item{Address: l.at(shown), Name: shown, Size: -1}
	if !utf8.ValidString(shown) { // and so cannot be kept
		item.Address, item.Name = strings.ToValidUTF8(item.Address, "\ufffd"), strings.ToValidUTF8(shown, "\ufffd")
		return item, fault.New(fault.BadData, "the name of %s is not UTF-8", item.Address).WithHint("rename it")
	}
	stat := func() (fs.FileInfo, error) { return root.Stat(filepath.FromSlash(rel)) }
	if d != nil && d.Type().IsRegular() {
		stat = d.Info
	}
	info, err := stat()
	switch {
	case err != nil && l.isLink(root, rel):
		return item, fault.Wrap(err, fault.Connect, "%s is left out: it is a link that leads nowhere, or out of %s", shown, l.dir).
			WithHint("name its target by its own path, or copy it into the folder")
	case err != nil:
		return item, fileFault(item.Address, err)
	case info.IsDir():
		return Item{}, nil
	case !info.Mode().IsRegular():
		return item, fault.New(fault.Connect, "%s is not a regular file", item.Address).WithHint("name a file")
	}
	item.Size, item.Modified, item.Mark = info.Size(), info.ModTime(), markOf(info)
	return item, nil
}

func (l *local) isLink(root *os.Root, rel string) bool {
	info, err := root.Lstat(filepath.FromSlash(rel))
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// markOf changes when a file is written.
func markOf(info fs.FileInfo) string {
	return fmt.Sprintf("%d@%d", info.Size(), info.ModTime().UnixNano())
}

func (l *local) Read(ctx context.Context, item Item) ([]byte, error) {
	root, rel, err := l.root()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if rel == "" {
		below, err := filepath.Rel(l.dir, item.Address)
		if err != nil || !filepath.IsLocal(below) {
			return nil, fault.New(fault.NotFound, "%s is not in %s", item.Address, l.dir).WithHint("list the folder again")
		}
		rel = below
	}
	var data []byte
	err = l.effort.try(ctx, func(context.Context) error {
		data, err = l.readFile(root, rel, item)
		return err
	})
	if err != nil {
		return nil, err
	}
	return data, l.effort.spend(data)
}

func (l *local) readFile(root *os.Root, rel string, item Item) ([]byte, error) {
	before, err := root.Stat(rel) // before it is opened: to open a pipe waits for who writes into it
	if err != nil {
		return nil, fileFault(item.Address, err)
	}
	if !before.Mode().IsRegular() {
		return nil, fault.New(fault.Connect, "%s is not a regular file", item.Address).WithHint("name a file")
	}
	if before.Size() > l.effort.ItemBytes {
		return nil, l.effort.tooLarge(item.Name, before.Size())
	}
	f, err := root.Open(rel)
	if err != nil {
		return nil, fileFault(item.Address, err)
	}
	defer f.Close()
	data, err := l.effort.read(f)
	switch {
	case errors.Is(err, errTooLarge):
		return nil, l.effort.tooLarge(item.Name, -1)
	case err != nil:
		return nil, fileFault(item.Address, err)
	}
	if after, err := f.Stat(); err != nil || markOf(after) != markOf(before) {
		return nil, fault.Wrap(errBroken, fault.Connect, "%s was written while it was being read", item.Address).WithHint("try again")
	}
	return data, nil
}

func (l *local) Close() error { return nil }
