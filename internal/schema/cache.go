package schema

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
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
// meaning; new fields need no change.
const magic = "plumb schema 3\n"

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
	info, err := os.Stat(path)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > maxCached) {
		return nil, missing
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, missing
	case err != nil:
		return nil, fault.Wrap(err, fault.Store, "the cached schema cannot be read: %s", err).
			WithHint("check the permissions of %s", path)
	}
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok || len(rest) < sha256.Size {
		return nil, missing
	}
	sum, body := rest[:sha256.Size], rest[sha256.Size:]
	if found := sha256.Sum256(body); !bytes.Equal(sum, found[:]) {
		return nil, missing
	}
	var s Snapshot
	if err := gob.NewDecoder(bytes.NewReader(body)).Decode(&s); err != nil {
		return nil, missing
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
	if err := gob.NewEncoder(&body).Encode(s); err != nil {
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
