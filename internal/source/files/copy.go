package files

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// Files are converted once. The copy is a DuckDB file in the cache folder, with a
// record beside it of what was found out. It holds while the files have the same
// marks; a copy that is damaged, or that another version made, counts as missing.
const (
	copyMagic    = "plumb copy 10\n" // its number changes when files are read in another way
	copyEnding   = ".copy"
	recordEnding = ".files"
	lockEnding   = ".lock"
	buildPrefix  = ".building-"

	maxRecord  = 32 << 20 // bytes
	mostCopies = 50
	mostBytes  = 20 << 30 // of all copies
	staleAfter = 24 * time.Hour
	openWithin = time.Minute // a copy that is younger may be about to be opened
)

// copyRecord is what is known of a copy.
type copyRecord struct {
	Mark  string // of the files
	Copy  string // the name of the DuckDB file
	Size  int64  // of it
	Units []unitRecord
}

// unitRecord is what became of a unit.
type unitRecord struct {
	Mark      string
	Files     []string // that views read
	Relations []duckdb.Relation
	Comments  []string // statements that set them
	Decisions []Decision
	Choices   []source.ReadChoice
	Problems  []fault.Diagnostic
}

// copyKey names the files that belong to a set of places.
func copyKey(places []string) string {
	sum := sha256.Sum256([]byte(strings.Join(places, "\x00")))
	return hex.EncodeToString(sum[:12])
}

// copyName names the copy of files in a certain state.
func copyName(places []string, mark string) string {
	sum := sha256.Sum256([]byte(copyMagic + mark))
	return copyKey(places) + "-" + hex.EncodeToString(sum[:6]) + copyEnding
}

// recall reads the record of the places, or nil if there is none or its copy is
// not as it was left.
func recall(dir string, places []string) *copyRecord {
	path := filepath.Join(dir, copyKey(places)+recordEnding)
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxRecord {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	rest, ok := bytes.CutPrefix(data, []byte(copyMagic))
	if !ok || len(rest) < sha256.Size {
		return nil
	}
	body := rest[sha256.Size:]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil
	}
	var r copyRecord
	if gob.NewDecoder(bytes.NewReader(body)).Decode(&r) != nil || !r.isWhole(dir) {
		return nil
	}
	return &r
}

// isWhole reports whether the copy is as it was left, as far as that can be seen
// without reading it.
func (r *copyRecord) isWhole(dir string) bool {
	path := filepath.Join(dir, r.Copy)
	info, err := os.Stat(path)
	return err == nil && info.Size() == r.Size && filepath.Base(r.Copy) == r.Copy && duckdb.IsDatabase(path)
}

// keep writes a record. If that fails, it costs time at the next start.
func keep(dir string, places []string, r *copyRecord) {
	var body bytes.Buffer
	if gob.NewEncoder(&body).Encode(r) != nil || body.Len() > maxRecord/2 {
		return
	}
	sum := sha256.Sum256(body.Bytes())
	if ownfile.Replace(filepath.Join(dir, copyKey(places)+recordEnding), []byte(copyMagic), sum[:], body.Bytes()) == nil {
		prune(dir, r.Copy)
	}
}

// prune removes the oldest copies beyond the bounds, other states of the same
// files, and what processes that died have left. A copy in use stays readable for
// those who have it open; the same files may be read in several ways at once.
func prune(dir, current string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	type aged struct {
		key  string
		size int64
		at   time.Time
	}
	var copies []aged
	remove := func(name string) { _ = os.RemoveAll(filepath.Join(dir, name)) } // another process may have done so
	key, _, _ := strings.Cut(current, "-")
	for _, e := range entries {
		name := e.Name()
		info, err := e.Info()
		switch {
		case err != nil:
		case strings.HasPrefix(name, buildPrefix) && time.Since(info.ModTime()) > staleAfter:
			remove(name)
		case !strings.HasSuffix(name, copyEnding):
		case name != current && strings.HasPrefix(name, key+"-"):
			if time.Since(info.ModTime()) > openWithin {
				remove(name)
			}
		default:
			other, _, _ := strings.Cut(name, "-")
			copies = append(copies, aged{other, info.Size(), info.ModTime()})
		}
	}
	slices.SortFunc(copies, func(a, b aged) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.key, b.key)) })
	var total int64
	for i, c := range copies {
		if total += c.size; c.key != key && (i >= mostCopies || total > mostBytes) {
			names, _ := filepath.Glob(filepath.Join(dir, c.key+"*"))
			for _, n := range names {
				remove(filepath.Base(n))
			}
		}
	}
}
