package notebook

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

// version is of the file's form. A file with a higher one is left alone.
const version = 1

// head is what stands in a file besides its cells. The hashes are above the
// cells, so that a file that was cut still says which of its cells are whole.
type head struct {
	Version    int        `json:"version"`
	Hash       string     `json:"hash"` // of the head with this field empty
	ID         string     `json:"id"`
	Name       string     `json:"name"`
	CreatedAt  time.Time  `json:"created_at"`
	UpdatedAt  time.Time  `json:"updated_at"`
	Connection Connection `json:"connection"`
	Session    string     `json:"session,omitempty"`
	Unnamed    bool       `json:"unnamed,omitempty"`
	CellHashes []string   `json:"cell_hashes"`
}

// seal gives the head its hash. Since it covers the hashes of the cells, it
// covers the whole file.
func (h head) seal() (head, error) {
	h.Hash = ""
	h.CreatedAt = h.CreatedAt.UTC().Truncate(time.Microsecond)
	h.UpdatedAt = h.UpdatedAt.UTC().Truncate(time.Microsecond)
	if h.CellHashes == nil {
		h.CellHashes = []string{}
	}
	b, err := table.PlainJSON(h)
	if err != nil {
		return h, fault.Wrap(err, fault.BadData, "the notebook %q cannot be written as JSON: %s", h.Name, err)
	}
	h.Hash = sum(b)
	return h, nil
}

// sealed is a notebook as its file has it: each cell in canonical bytes, with
// their hash in the head. Cells that are only carried along need not be read.
type sealed struct {
	head
	cells [][]byte
	slug  string // its file without the ending, where it has one
}

// Canonical is the bytes of the notebook's file.
func (n *Notebook) Canonical() ([]byte, error) {
	s := &sealed{head: head{Version: version, ID: n.ID, Name: n.Name, CreatedAt: n.CreatedAt, UpdatedAt: n.UpdatedAt, Connection: n.Connection, Session: n.Session, Unnamed: n.Unnamed}}
	for i, c := range n.Cells {
		if err := s.put(i, c); err != nil {
			return nil, err
		}
	}
	return s.bytes()
}

func (s *sealed) put(at int, c session.Cell) error {
	b, err := c.Canonical()
	if err != nil {
		return err
	}
	if at == len(s.cells) {
		s.cells, s.CellHashes = append(s.cells, nil), append(s.CellHashes, "")
	}
	s.cells[at], s.CellHashes[at] = b, sum(b)
	return nil
}

// bytes is the canonical file: the head on the first line, then a cell a line.
func (s *sealed) bytes() ([]byte, error) {
	if len(s.cells) > MaxCells {
		return nil, fault.New(fault.StoreFull, "the notebook %q is full: it has %d cells", s.Name, MaxCells).
			WithHint("continue in a new one: plumb notebook new NAME")
	}
	h, err := s.head.seal()
	if err != nil {
		return nil, err
	}
	first, err := table.PlainJSON(h)
	if err != nil {
		return nil, fault.Wrap(err, fault.BadData, "the notebook %q cannot be written as JSON: %s", s.Name, err)
	}
	size := len(first)
	for _, c := range s.cells {
		size += len(c) + 2
	}
	if size > MaxBytes-64 {
		return nil, fault.New(fault.StoreFull, "the notebook %q is full: with this cell it would have more than %d MB", s.Name, MaxBytes>>20).
			WithHint("continue in a new one: plumb notebook new NAME")
	}
	b := append(make([]byte, 0, size+64), first[:len(first)-1]...)
	b = append(b, opening...)
	for i, c := range s.cells {
		if i > 0 {
			b = append(b, ',', '\n')
		}
		b = append(b, c...)
	}
	return append(b, closing...), nil
}

const (
	opening = `,"cells":[` + "\n" // ends the first line
	closing = "\n]}\n"
)

// parse reads a file that is whole: the head's hash holds, and so do those of
// all cells.
func parse(b []byte) (*sealed, error) {
	if s, ok := parseLines(b); ok {
		return s, nil
	}
	if v := versionOf(b); v > version {
		return nil, newer(v)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	var f struct {
		head
		Cells []json.RawMessage `json:"cells"`
	}
	if err := d.Decode(&f); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is data after its end")
	}
	if f.Version != version {
		return nil, fmt.Errorf("it has the version %d", f.Version)
	}
	if h, err := f.head.seal(); err != nil || h.Hash != f.Hash {
		return nil, errors.New("its header does not match its hash")
	}
	if len(f.Cells) != len(f.CellHashes) {
		return nil, fmt.Errorf("it has %d cells and lists %d", len(f.Cells), len(f.CellHashes))
	}
	if len(f.Cells) > MaxCells {
		return nil, fmt.Errorf("it has more than %d cells", MaxCells)
	}
	s := &sealed{head: f.head}
	for i, raw := range f.Cells {
		c, err := canonical(raw, f.CellHashes[i])
		if err != nil {
			return nil, fmt.Errorf("cell %d: %w", i+1, err)
		}
		s.cells = append(s.cells, c)
	}
	return s, nil
}

// parseLines reads a file in the form that Plumb writes, and looks into no cell:
// the hashes say that they are whole. It is for files of many megabytes to
// which a cell is added.
func parseLines(b []byte) (*sealed, bool) {
	first, rest, _ := bytes.Cut(b, []byte(opening))
	rest, ok := bytes.CutSuffix(rest, []byte(closing))
	if !ok {
		return nil, false
	}
	d := json.NewDecoder(io.MultiReader(bytes.NewReader(first), strings.NewReader("}")))
	d.DisallowUnknownFields()
	s := new(sealed)
	if d.Decode(&s.head) != nil || s.Version != version || len(s.CellHashes) > MaxCells {
		return nil, false
	}
	if h, err := s.head.seal(); err != nil || h.Hash != s.Hash {
		return nil, false
	}
	for i, hash := range s.CellHashes {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		if i+1 < len(s.CellHashes) {
			line, ok = bytes.CutSuffix(line, []byte(","))
		}
		if !ok || sum(line) != hash {
			return nil, false
		}
		s.cells, rest = append(s.cells, line), after
	}
	return s, len(rest) == 0
}

// canonical is the bytes of a cell that has the given hash. Usually they stand
// in the file as they are; a file that was formatted by another program has
// the same meaning.
func canonical(raw []byte, hash string) ([]byte, error) {
	if sum(raw) == hash {
		return raw, nil
	}
	c, err := session.ParseCell(raw)
	if err != nil {
		return nil, err
	}
	b, err := c.Canonical()
	if err != nil {
		return nil, err
	}
	if sum(b) != hash {
		return nil, errors.New("it does not match its hash in the notebook")
	}
	return b, nil
}

// open reads the cells.
func (s *sealed) open() (*Notebook, error) {
	n := &Notebook{ID: s.ID, Name: s.Name, CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt, Connection: s.Connection, Session: s.Session, Unnamed: s.Unnamed}
	for _, raw := range s.cells {
		c, err := session.ParseCell(raw)
		if err != nil {
			return nil, err
		}
		n.Cells = append(n.Cells, c)
	}
	return n, nil
}

// versionOf is the version that a file says it has, or 0.
func versionOf(b []byte) int {
	var f struct {
		Version int `json:"version"`
	}
	if json.Unmarshal(b, &f) == nil {
		return f.Version
	}
	if m := beginning.FindSubmatch(b[:min(len(b), 64)]); m != nil { // the rest is damaged
		v, _ := strconv.Atoi(string(m[1])) // a few digits
		return v
	}
	return 0
}

var beginning = regexp.MustCompile(`^\s*\{\s*"version"\s*:\s*([0-9]{1,6})\b`)

func newer(v int) *fault.Fault {
	return fault.New(fault.BadData, "it was written by a newer Plumb, in format version %d; this one reads version %d", v, version).
		WithHint("update plumb, and try again")
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(s[:])
}
