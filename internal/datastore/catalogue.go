package datastore

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

// catalogue is what a store holds. One that was read is never changed: change
// makes another.
type catalogue struct {
	Serial    int64      `json:"serial"` // of the last table or artifact
	Tables    []entry    `json:"tables"`
	Variables []Variable `json:"state"`
	Notes     []Note     `json:"scratchpad"`
	Artifacts []artifact `json:"artifacts"`
	// Old are files that were replaced or dropped, and that statements may still
	// be reading.
	Old []oldFile `json:"old,omitempty"`
}

// entry is a table.
type entry struct {
	Record
	File   string `json:"file"`   // in the folder of tables
	Serial int64  `json:"serial"` // tells it from another table of the same name
}

type oldFile struct {
	Folder string    `json:"folder"`
	File   string    `json:"file"`
	At     time.Time `json:"at"`
}

// envelope is the form of the catalogue's file.
type envelope struct {
	Format int             `json:"format"`
	Sum    string          `json:"sum"` // of the store as it is written
	Store  json.RawMessage `json:"store"`
}

const (
	catalogueFormat = 1
	maxCatalogue    = 64 << 20 // bytes
)

// lockWait is how long one who writes waits for another, who only replaces a file.
const lockWait = time.Minute

// keepOld is how long replaced files are kept for statements that read them.
const keepOld = 10 * time.Minute

var errDamaged = errors.New("it is damaged")

func (c *catalogue) encode() ([]byte, error) {
	store, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	return json.Marshal(envelope{Format: catalogueFormat, Sum: checksum(store), Store: store})
}

func decodeCatalogue(data []byte) (*catalogue, error) {
	var e envelope
	if json.Unmarshal(data, &e) != nil || e.Format < 1 {
		return nil, errDamaged
	}
	if e.Format > catalogueFormat {
		return nil, fault.New(fault.Store, "a newer version of Plumb made this data store").WithHint("update Plumb, or start a new session")
	}
	c := &catalogue{}
	if checksum(e.Store) != e.Sum || json.Unmarshal(e.Store, c) != nil {
		return nil, errDamaged
	}
	return c, nil
}

func checksum(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// read reads the catalogue's file. One that is not there is empty.
func (s *Store) read() (*catalogue, fs.FileInfo, error) {
	f, err := os.Open(s.path(catalogueFile))
	if errors.Is(err, fs.ErrNotExist) {
		return &catalogue{}, nil, nil
	}
	if err != nil {
		return nil, nil, unreadable(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, unreadable(err)
	}
	if info.Size() > maxCatalogue {
		return nil, info, errDamaged
	}
	data := make([]byte, info.Size())
	if _, err := f.ReadAt(data, 0); err != nil {
		return nil, nil, unreadable(err)
	}
	c, err := decodeCatalogue(data)
	return c, info, err
}

func unreadable(err error) error {
	return fault.Wrap(err, fault.Store, "the catalogue of the data store cannot be read: %v", ownfile.Cause(err)).WithHint("check the permissions of its folder")
}

// damaged is the fault of a catalogue that is damaged while the store is open.
func damaged(err error) error {
	if !errors.Is(err, errDamaged) {
		return err
	}
	return fault.Wrap(err, fault.Store, "the catalogue of the data store is damaged").
		WithHint("open the store again: its tables are recovered from their files")
}

// current is the catalogue as it was written last, by whichever process.
func (s *Store) current() (*catalogue, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosed
	}
	if s.cached != nil {
		info, err := os.Stat(s.path(catalogueFile))
		if err == nil && s.cachedAt != nil && os.SameFile(info, s.cachedAt) && info.ModTime().Equal(s.cachedAt.ModTime()) && info.Size() == s.cachedAt.Size() {
			return s.cached, nil
		}
	}
	c, info, err := s.read()
	if err != nil {
		return nil, damaged(err)
	}
	s.cached, s.cachedAt = c, info
	return c, nil
}

// change changes the catalogue while no other process does.
func (s *Store) change(done <-chan struct{}, edit func(*catalogue) error) error {
	lock, err := s.lock(done)
	if err != nil {
		return err
	}
	defer lock.Close()
	c, _, err := s.read()
	if err != nil {
		return damaged(err)
	}
	s.recordUse(c)
	if err := edit(c); err != nil {
		return err
	}
	return s.write(c)
}

func (s *Store) lock(done <-chan struct{}) (*os.File, error) {
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return nil, errClosed
	}
	lock, err := ownfile.Lock(done, s.path(lockFile), lockWait)
	switch {
	case errors.Is(err, ownfile.ErrStopped):
		return nil, fault.New(fault.Canceled, "stopped before it finished")
	case errors.Is(err, ownfile.ErrHeld):
		return nil, fault.Wrap(err, fault.Store, "another process is writing to the data store").WithHint("try again in a moment")
	case err != nil:
		return nil, unwritable(err)
	}
	return lock, nil
}

// write replaces the catalogue's file, and removes files that nobody can be reading
// any more.
func (s *Store) write(c *catalogue) error {
	var expired []oldFile
	c.Old = slices.DeleteFunc(c.Old, func(o oldFile) bool {
		past := s.now().Sub(o.At) > keepOld
		if past {
			expired = append(expired, o)
		}
		return past
	})
	data, err := c.encode()
	if err == nil {
		err = ownfile.Replace(s.path(catalogueFile), data)
	}
	if err != nil {
		return unwritable(err)
	}
	for _, o := range expired {
		_ = os.Remove(s.path(o.Folder, o.File)) // Open removes what is left
	}
	return nil
}

// recordUse writes down when tables were last used.
func (s *Store) recordUse(c *catalogue) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addUse(c)
	clear(s.used)
}

func (s *Store) addUse(c *catalogue) {
	for i := range c.Tables {
		t := &c.Tables[i]
		if at := s.used[t.Name]; at.After(t.UsedAt) {
			t.UsedAt = at
		}
	}
}

// currentWithUse is the current catalogue, with uses that are not in its file yet.
func (s *Store) currentWithUse() (*catalogue, error) {
	c, err := s.current()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	with := *c
	with.Tables = slices.Clone(c.Tables)
	s.addUse(&with)
	return &with, nil
}

// markUsed remembers that tables were read. It is written with the next change.
func (s *Store) markUsed(names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range names {
		s.used[n] = s.now().UTC()
	}
}

func (c *catalogue) table(name string) *entry {
	i := slices.IndexFunc(c.Tables, func(e entry) bool { return equalNames(e.Name, name) })
	if i < 0 {
		return nil
	}
	return &c.Tables[i]
}

func (c *catalogue) names() []string {
	list := make([]string, len(c.Tables))
	for i, t := range c.Tables {
		list[i] = t.Name
	}
	return list
}

// bytes is the size of all files.
func (c *catalogue) bytes() int64 {
	var n int64
	for _, t := range c.Tables {
		n += t.Bytes
	}
	for _, a := range c.Artifacts {
		n += a.Size
	}
	return n
}

// admit says whether there is room for a table, and whether its name is free. It
// returns how many bytes are left for it.
func (c *catalogue) admit(r Record, l Limits) (int64, error) {
	left := l.Bytes - c.bytes() - r.Bytes
	old := c.table(r.Name)
	switch {
	case old != nil && !mayReplace(r.Step, old.Step):
		return 0, fault.New(fault.Store, "table %s belongs to step %d, and step %d may not replace it", old.Name, old.Step, r.Step).
			WithHint("choose another name")
	case old != nil:
		left += old.Bytes
	case len(c.Tables) >= l.Tables:
		return 0, c.full("holds %d tables, and can hold no more", l.Tables)
	}
	if left < 0 || r.Bytes == 0 && left == 0 {
		return 0, c.full("has no room for table %s: it can hold %s", r.Name, size(l.Bytes))
	}
	return left, nil
}

// full is the fault of a store without room. It names what was not used longest.
func (c *catalogue) full(format string, args ...any) error {
	f := fault.New(fault.StoreFull, "the data store "+format, args...)
	if len(c.Tables) == 0 {
		return f.WithHint("store fewer rows or columns")
	}
	idle := slices.MinFunc(c.Tables, func(a, b entry) int { return cmp.Or(a.UsedAt.Compare(b.UsedAt), cmp.Compare(a.Serial, b.Serial)) })
	return f.WithHint("drop a table that is no longer needed: %s (%s) was last used longest ago, at %s", idle.Name, size(idle.Bytes), idle.UsedAt.Format(time.DateTime))
}
