package schema

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

// Cache keeps snapshots on disk, one file a key, readable by its owner only.
// A file that is damaged, or that another version wrote, counts as missing.
// Several processes may use one folder at once.
type Cache struct{ Dir string }

// magic begins every file. Its number must change when a field gets another
// meaning, or more is found in the same database; new fields need no change.
const magic = "plumb schema 8\n"

// maxCached is the largest file that is read.
const maxCached = 512 << 20

// Load reads the snapshot saved under the key. The fault has code NotFound
// when there is none to be used.
func (c Cache) Load(key string) (*Snapshot, error) {
	path := c.path(key)
	missing := fault.New(fault.NotFound, "no schema is cached under %s", key).WithHint("it is read again from the database")
	if c.Dir == "" {
		return nil, missing
	}
	if info, err := os.Stat(path); err == nil && (!info.Mode().IsRegular() || info.Size() > maxCached) {
		return nil, missing
	}
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, missing
	case err != nil:
		return nil, fault.Wrap(err, fault.Store, "the cached schema cannot be read: %s", err).
			WithHint("check the permissions of %s", path)
	}
	defer f.Close()
	if !isWhole(f) {
		return nil, missing
	}
	s, err := decodeTables(bufio.NewReaderSize(io.NewSectionReader(f, headSize, maxCached), 1<<16))
	if err != nil {
		return nil, missing
	}
	return s, nil
}

// headSize is what comes before the snapshot: magic, and the sum of the rest.
const headSize = int64(len(magic) + sha256.Size)

// isWhole reports whether a file is one of ours, and not damaged.
func isWhole(f io.ReaderAt) bool {
	head := make([]byte, headSize)
	if _, err := f.ReadAt(head, 0); err != nil || string(head[:len(magic)]) != magic {
		return false
	}
	sum := sha256.New()
	_, err := io.Copy(sum, io.NewSectionReader(f, headSize, maxCached))
	return err == nil && bytes.Equal(sum.Sum(nil), head[len(magic):])
}

// encodeTables writes the tables one by one, so that nobody has to hold the whole
// in memory to read them.
func encodeTables(w io.Writer, s *Snapshot) error {
	rest := *s
	rest.Tables = nil
	e := gob.NewEncoder(w)
	if err := e.Encode(len(s.Tables)); err != nil {
		return err
	}
	if err := e.Encode(&rest); err != nil {
		return err
	}
	for i := range s.Tables {
		if err := e.Encode(&s.Tables[i]); err != nil {
			return err
		}
	}
	return nil
}

func decodeTables(r io.Reader) (*Snapshot, error) {
	d := gob.NewDecoder(r)
	var s Snapshot
	count := 0
	if err := d.Decode(&count); err != nil {
		return nil, err
	}
	if err := d.Decode(&s); err != nil || count == 0 {
		return &s, err
	}
	s.Tables = make([]Table, count)
	for i := range s.Tables {
		if err := d.Decode(&s.Tables[i]); err != nil {
			return nil, err
		}
	}
	return &s, nil
}

// Save keeps the snapshot under the key. The file is replaced whole or not at
// all, whenever the process dies. Without a folder nothing is kept: the one that
// the process runs in is not ours.
func (c Cache) Save(key string, s *Snapshot) error {
	if c.Dir == "" {
		return nil
	}
	var body bytes.Buffer
	if err := encodeTables(&body, s); err != nil {
		return fault.Wrap(err, fault.Internal, "the schema cannot be encoded: %s", err)
	}
	sum := sha256.Sum256(body.Bytes())
	err := ownfile.Replace(c.path(key), []byte(magic), sum[:], body.Bytes())
	switch {
	case err == nil:
		return nil
	case ownfile.NoSpace(err):
		return fault.Wrap(err, fault.StoreFull, "no space is left to cache the schema in %s", c.Dir).WithHint("free some space; until then, the schema is read again each time")
	}
	return fault.Wrap(err, fault.Store, "the schema cannot be cached in %s: %s", c.Dir, err).WithHint("check that the folder can be written")
}

// path makes any key a file name of its own: readable as far as it is
// harmless, and told apart by a hash.
func (c Cache) path(key string) string {
	const readable = 48
	safe := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, key)
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(c.Dir, safe[:min(len(safe), readable)]+"-"+hex.EncodeToString(sum[:8])+".schema")
}
