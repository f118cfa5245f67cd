package files

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// Looking at the files is what takes long, so how to read them is kept between
// processes. It holds for a file as long as its mark does; a file of the cache
// that is damaged, or that another version wrote, counts as missing.
const (
	keptMagic  = "plumb files 1\n" // its number changes when files are read in another way
	keptEnding = ".files"
	maxKept    = 32 << 20 // bytes
	mostKept   = 50       // sets of files
)

// keptReading is a reading without an error: what is broken is looked at again.
type keptReading struct {
	Mark  string
	View  duckdb.View
	Notes []fault.Diagnostic
}

func keptPath(dir string, places []string) string {
	sum := sha256.Sum256([]byte(strings.Join(places, "\x00")))
	return filepath.Join(dir, hex.EncodeToString(sum[:16])+keptEnding)
}

// recall is what is kept of the places, by path.
func recall(dir string, places []string) map[string]reading {
	if dir == "" {
		return nil
	}
	path := keptPath(dir, places)
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxKept {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	rest, ok := bytes.CutPrefix(data, []byte(keptMagic))
	if !ok || len(rest) < sha256.Size {
		return nil
	}
	body := rest[sha256.Size:]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil
	}
	var list map[string]keptReading
	if gob.NewDecoder(bytes.NewReader(body)).Decode(&list) != nil {
		return nil
	}
	known := make(map[string]reading, len(list))
	for path, k := range list {
		known[path] = reading{mark: k.Mark, view: k.View, notes: k.Notes}
	}
	return known
}

// keep writes what is known of the places. If that fails, it costs time at the
// next start.
func keep(dir string, places []string, known map[string]reading) {
	if dir == "" {
		return
	}
	list := map[string]keptReading{}
	for path, r := range known {
		if r.err == nil {
			list[path] = keptReading{r.mark, r.view, r.notes}
		}
	}
	var body bytes.Buffer
	if gob.NewEncoder(&body).Encode(list) != nil || body.Len() > maxKept/2 {
		return
	}
	sum := sha256.Sum256(body.Bytes())
	if ownfile.Replace(keptPath(dir, places), []byte(keptMagic), sum[:], body.Bytes()) == nil {
		ownfile.Prune(dir, keptEnding, mostKept)
	}
}
