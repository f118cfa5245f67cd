package index

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/schema"
)

// magic begins every file. Its number must change when a field gets another
// meaning, or when indexes are built in another way.
const magic = "plumb index 13\n"

const (
	ending    = ".index"
	maxCached = 128 << 20 // bytes of the largest file that is read
	maxFiles  = 50        // each state of the data has one of its own
)

// KeyOf names the index of a schema, of what documents say about it, and of the
// data in it, as far as the source tells when that changes.
func KeyOf(s *schema.Snapshot, data string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q", []string{s.Dialect, s.Database, schema.Hash(s), s.Fingerprint, data}, s.Hurried)
	for _, d := range s.Documents.Text {
		fmt.Fprintf(h, "%q %d %q %q", d.File, d.Line, d.Title, d.Body)
	}
	for _, t := range s.Tables { // what the schema's hash leaves out
		for _, c := range t.Columns {
			h.Write([]byte(string(c.Role) + "\x00" + c.Aggregate + "\x00"))
		}
		for _, f := range t.ForeignKeys {
			if f.Inferred {
				fmt.Fprintf(h, "%q", []string{t.Schema, t.Name, strings.Join(f.Columns, "\x00"), f.RefSchema, f.RefTable, strings.Join(f.RefColumns, "\x00")})
			}
		}
		fmt.Fprintf(h, "%v", t.Entities)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// cachedIndex is an Index as it lies on disk.
type cachedIndex struct {
	Index  Index
	Stored [][]Value
}

// Load reads the index kept under the key in the folder. The fault has code
// NotFound when there is none that can be used.
func Load(dir, key string) (*Index, error) {
	missing := fault.New(fault.NotFound, "no index is kept under %s", key).WithHint("it is built again")
	path := filepath.Join(dir, key+ending)
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxCached {
		return nil, missing
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, missing
	}
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok || len(rest) < sha256.Size {
		return nil, missing
	}
	body := rest[sha256.Size:]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil, missing
	}
	var k cachedIndex
	if err := gob.NewDecoder(io.LimitReader(flate.NewReader(bytes.NewReader(body)), 4*maxCached)).Decode(&k); err != nil || len(k.Stored) != len(k.Index.Columns) {
		return nil, missing
	}
	x := &k.Index
	x.stored = k.Stored
	x.prepare()
	return x, nil
}

// Save keeps the index under the key in the folder, readable by its owner
// only. The file is replaced whole or not at all.
func (x *Index) Save(dir, key string) error {
	var body bytes.Buffer
	w, err := flate.NewWriter(&body, flate.BestSpeed)
	if err == nil {
		err = gob.NewEncoder(w).Encode(cachedIndex{*x, x.stored})
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the index cannot be encoded: %s", err)
	}
	sum := sha256.Sum256(body.Bytes())
	if err := ownfile.Replace(filepath.Join(dir, key+ending), []byte(magic), sum[:], body.Bytes()); err != nil {
		return fault.Wrap(err, fault.Store, "the index cannot be kept in %s: %s", dir, err).WithHint("check that the folder can be written, and that there is space")
	}
	ownfile.Prune(dir, ending, maxFiles)
	return nil
}
