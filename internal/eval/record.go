package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
)

// Record is the line that is kept of one question or turn.
type Record struct {
	ID         string  `json:"id"`
	Turn       int     `json:"turn"` // from 0
	SQL        string  `json:"sql,omitempty"`
	Confidence float64 `json:"confidence"`
	Status     Status  `json:"status"`
	MS         float64 `json:"ms"`
	Class      Class   `json:"class,omitempty"`  // empty: not measured
	Oracle     bool    `json:"oracle,omitempty"` // the right query was among the candidates
	Reading    string  `json:"reading,omitempty"`
	Error      string  `json:"error,omitempty"` // why SQL did not run
	Sure       bool    `json:"sure,omitempty"`
	Cost       *Cost   `json:"cost,omitempty"` // of language models, where some were asked
	// Meaning is what the SQL returns, where the brain says it; a chart is chosen by it.
	Meaning *meaning.Meaning `json:"meaning,omitempty"`
	// Unused are the words of the question that the SQL leaves out.
	Unused []string `json:"unused,omitempty"`
	// Evidence is what the confidence was computed from; a calibration is fitted to it.
	Evidence []float64 `json:"evidence,omitempty"`
	// Tried are the statements that the SQL was chosen from; a ranking and a verifier are
	// fitted to them.
	Tried []Tried `json:"tried,omitempty"`
	// Candidates may be in a file that is replayed; they are not written.
	Candidates []string `json:"candidates,omitempty"`
}

// Tried is a statement that was tried for an answer.
type Tried struct {
	Right  bool      `json:"right,omitempty"`
	Merits []float64 `json:"merits"`
	Text   string    `json:"text,omitempty"` // what a verifier reads of it, after a line with the question
}

type place struct {
	id   string
	turn int
}

// Journal is the file of records. What is in it is not asked again.
type Journal struct {
	mu      sync.Mutex
	file    *os.File // nil: records are kept in memory only
	records map[place]Record
}

// NewJournal keeps records in memory.
func NewJournal() *Journal { return &Journal{records: map[place]Record{}} }

// OpenJournal continues the file, or begins it. The settings of a run lie
// beside it in FILE.run, because lines of different runs must not be mixed.
func OpenJournal(path string, settings any) (*Journal, error) {
	header, err := json.Marshal(settings)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "settings cannot be written: %v", err)
	}
	header = append(header, '\n')
	beside := path + ".run"
	old, err := os.ReadFile(beside)
	_, missing := os.Stat(path)
	begun := missing == nil
	switch {
	case err == nil && begun && !bytes.Equal(old, header):
		return nil, fault.New(fault.Usage, "%s is from a run with other settings", path).
			WithHint("write to another file, or remove this one and %s", beside)
	case err != nil && begun:
		return nil, fault.New(fault.Usage, "%s already exists, and is not from a run that can be continued", path).
			WithHint("write to another file")
	}
	if err := os.WriteFile(beside, header, 0o644); err != nil {
		return nil, fault.Wrap(err, fault.Usage, "%s cannot be written: %v", beside, err).WithHint("choose another place with --out")
	}
	j := NewJournal()
	whole, err := j.load(path, false)
	if err != nil {
		return nil, err
	}
	if j.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644); err == nil {
		// A line that was cut off by a crash is written over.
		if err = j.file.Truncate(whole); err == nil {
			_, err = j.file.Seek(whole, io.SeekStart)
		}
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Usage, "%s cannot be written: %v", path, err).WithHint("choose another place with --out")
	}
	return j, nil
}

// ReadJournal reads the records of a finished run.
func ReadJournal(path string) (*Journal, error) {
	j := NewJournal()
	if _, err := os.Stat(path); err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "%s cannot be read: %v", path, err).
			WithHint("plumb eval sql --out FILE writes such a file")
	}
	_, err := j.load(path, true)
	return j, err
}

// load reads lines, and returns where the whole ones end. A last line without
// an end may have been cut off; the file of a finished run may lack it.
func (j *Journal) load(path string, finished bool) (int64, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fault.Wrap(err, fault.NotFound, "%s cannot be read: %v", path, err)
	}
	defer f.Close()
	var whole int64
	for lines, n := bufio.NewReader(f), 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		last := errors.Is(err, io.EOF)
		if last && (!finished || len(bytes.TrimSpace(line)) == 0) {
			return whole, nil
		}
		if err != nil && !last {
			return 0, fault.Wrap(err, fault.BadData, "%s cannot be read: %v", path, err)
		}
		var r Record
		if err := json.Unmarshal(line, &r); err != nil || r.ID == "" {
			return 0, fault.New(fault.BadData, "%s:%d is not the line of a question", path, n)
		}
		j.records[place{r.ID, r.Turn}] = r
		whole += int64(len(line))
		if last {
			return whole, nil
		}
	}
}

// Len is how many records there are.
func (j *Journal) Len() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.records)
}

// Get is the record of a turn.
func (j *Journal) Get(id string, turn int) (Record, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.records[place{id, turn}]
	return r, ok
}

// has reports whether a whole case is recorded. A dialogue is asked again from
// its beginning if not.
func (j *Journal) has(c *Case) bool {
	for turn := range c.Turns {
		if _, ok := j.Get(c.ID, turn); !ok {
			return false
		}
	}
	return true
}

// add writes the records of a case.
func (j *Journal) add(list []Record) error {
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	lines.SetEscapeHTML(false)
	for _, r := range list {
		if err := lines.Encode(r); err != nil {
			return fault.Wrap(err, fault.Internal, "a record cannot be written: %v", err)
		}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, r := range list {
		j.records[place{r.ID, r.Turn}] = r
	}
	if j.file == nil {
		return nil
	}
	if _, err := j.file.Write(text.Bytes()); err != nil {
		return fault.Wrap(err, fault.StoreFull, "the records cannot be written: %v", err).WithHint("free some space and run it again; it continues where it stopped")
	}
	return nil
}

// Close closes the file.
func (j *Journal) Close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}
