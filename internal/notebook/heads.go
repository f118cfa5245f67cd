package notebook

import (
	"io/fs"
	"os"
	"sync"
	"time"
)

// Heads remembers what the heads of a folder's notebooks say, so that a file is
// looked into once for as long as it stays. It is only ever a hint where to look:
// other processes change files too. The zero value remembers nothing yet.
type Heads struct {
	mu     sync.Mutex
	files  map[string]seen   // by slug
	slugs  map[string]string // of notebooks, by their ids
	astray map[string]string // of files that are called otherwise than their notebook, by the slug of its name
	listed bool              // astray is known
	swept  bool              // what dead processes left is removed
	wanted map[string]bool   // slugs that somebody in this process is about to take
}

// seen is a file as it was looked into.
type seen struct {
	info  os.FileInfo
	entry Entry
}

// settled is how long a file must have been as it is before it is told by size
// and time whether it has changed: clocks of file systems may be that coarse.
const settled = 2 * time.Second

// get is what was seen of a file that has not changed since.
func (h *Heads) get(slug string, info os.FileInfo) (Entry, bool) {
	if h == nil {
		return Entry{}, false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	was, ok := h.files[slug]
	same := ok && os.SameFile(was.info, info) && was.info.Size() == info.Size() && was.info.ModTime().Equal(info.ModTime())
	return was.entry, same
}

// put remembers what was seen of a file at a time.
func (h *Heads) put(e Entry, info os.FileInfo, now time.Time) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at(e.ID, e.Slug)
	if now.Sub(info.ModTime()) < settled {
		delete(h.files, e.Slug)
		return
	}
	if h.files == nil {
		h.files = map[string]seen{}
	}
	h.files[e.Slug] = seen{info, e}
}

func (h *Heads) at(id, slug string) {
	if h.slugs == nil {
		h.slugs = map[string]string{}
	}
	if id != "" {
		h.slugs[id] = slug
	}
}

// slugOf is where a notebook was last.
func (h *Heads) slugOf(id string) string {
	if h == nil {
		return ""
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.slugs[id]
}

// setSlug notes where a notebook is from now on.
func (h *Heads) setSlug(id, slug string) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at(id, slug)
}

// all takes a whole listing: what is not in it is forgotten.
func (h *Heads) all(list []Entry) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.slugs, h.astray, h.listed = map[string]string{}, strays(list), true
	there := map[string]bool{}
	for i := len(list) - 1; i >= 0; i-- { // of several with one id, the latest changed counts
		h.at(list[i].ID, list[i].Slug)
		there[list[i].Slug] = true
	}
	for slug := range h.files {
		if !there[slug] {
			delete(h.files, slug)
		}
	}
}

// strays are the files that are called otherwise than their notebook, by the slug
// of its name: people move files, and a process may die while it renames one.
func strays(list []Entry) map[string]string {
	found := map[string]string{}
	for _, e := range list {
		if name := Slug(e.Name); e.Problem == nil && name != e.Slug {
			found[name] = e.Slug
		}
	}
	return found
}

// doubt makes the next who asks look at the whole folder.
func (h *Heads) doubt() {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.listed = false
}

// stray is the file of a notebook that has a name and lies under another one; ""
// if there is none. A folder that this process has listed is not listed for it
// again.
func (s Store) stray(slug string) (string, error) {
	if h := s.Heads; h != nil {
		h.mu.Lock()
		at, listed := h.astray[slug], h.listed
		h.mu.Unlock()
		if listed && (at == "" || Slug(s.entry(at).Name) == slug) {
			return at, nil
		}
	}
	list, err := s.List()
	return strays(list)[slug], err
}

// reserve is false while somebody else in this process is about to take a slug.
func (h *Heads) reserve(slug string) bool {
	if h == nil {
		return true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.wanted[slug] {
		return false
	}
	if h.wanted == nil {
		h.wanted = map[string]bool{}
	}
	h.wanted[slug] = true
	return true
}

func (h *Heads) unreserve(slug string) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.wanted, slug)
}

// firstSweep is true once for a folder.
func (h *Heads) firstSweep() bool {
	if h == nil {
		return true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	first := !h.swept
	h.swept = true
	return first
}

// regular is what there is under a slug, if that is a plain file.
func (s Store) regular(slug string) (os.FileInfo, bool) {
	info, err := os.Lstat(s.path(slug))
	return info, err == nil && info.Mode()&fs.ModeType == 0
}
