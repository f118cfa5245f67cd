// Package journal reads what plumb eval sql --out wrote, with the questions that it is
// about.
package journal

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"

	"github.com/plumbdata/plumb/internal/eval"
)

// Run is a finished evaluation.
type Run struct {
	Dir     string         `json:"dir"`
	Brain   string         `json:"brain"`
	Part    eval.Selection `json:"part"`
	Cases   []*eval.Case   `json:"-"`
	Records *eval.Journal  `json:"-"`
}

// Read reads the journal at a path, the settings beside it, and the folder it is about.
func Read(path string) (*Run, error) {
	r := &Run{}
	text, err := os.ReadFile(path + ".run")
	if err == nil {
		err = json.Unmarshal(text, r)
	}
	if err != nil {
		return nil, fmt.Errorf("%s has no settings beside it: %w", path, err)
	}
	suite, err := eval.Load(r.Dir, r.Part)
	if err != nil {
		return nil, err
	}
	r.Cases = suite.Cases
	r.Records, err = eval.ReadJournal(path)
	return r, err
}

// Fold is the part of the databases that a name falls into, of n.
func Fold(database string, n int) int {
	h := fnv.New32a()
	h.Write([]byte(database))
	return int(h.Sum32()>>8) % n
}
